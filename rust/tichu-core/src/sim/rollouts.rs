//! Many rounds from one start: seeds, threads, scores.

use std::thread;

use super::key::mix;
use super::playout::{Start, play_out};
use super::policy::{Greedy, Patterns, Policy, PolicyName, Random};
use crate::rng::Rng;

/// Rounds to be played to their ends, from one start or from several in the same worlds.
///
/// A rollout is a number from 0 on. Its random stream depends on the seed and that number alone, so
/// its scores are the same however many rollouts there are, in whatever pieces they are run, and on
/// however many threads. All starts of a rollout get the same stream.
#[derive(Clone, Debug)]
pub struct Rollouts {
    /// Where the rounds begin.
    pub starts: Vec<Start>,
    /// Who plays.
    pub policy: PolicyName,
    /// The seed.
    pub seed: u64,
}

impl Rollouts {
    /// Runs the rollouts from `first` on, as many as `scores` has room for: for each rollout, for
    /// each start, what the round brings the teams of the seats 0 and 2, and of 1 and 3.
    pub fn run(&self, first: u64, threads: usize, scores: &mut [[i32; 2]]) {
        let width = self.starts.len().max(1);
        let rollouts = scores.len() / width;
        let share = rollouts.div_ceil(threads.max(1)).max(1);
        if share >= rollouts {
            return self.run_here(first, scores);
        }
        thread::scope(|scope| {
            for (place, part) in scores.chunks_mut(share * width).enumerate() {
                let first = first + (place * share) as u64;
                scope.spawn(move || self.run_here(first, part));
            }
        });
    }

    fn run_here(&self, first: u64, scores: &mut [[i32; 2]]) {
        match self.policy {
            PolicyName::Random => self.run_with(&mut Random::default(), first, scores),
            PolicyName::Patterns => self.run_with(&mut Patterns::default(), first, scores),
            PolicyName::Greedy => self.run_with(&mut Greedy::default(), first, scores),
        }
    }

    fn run_with<P: Policy>(&self, policy: &mut P, first: u64, scores: &mut [[i32; 2]]) {
        let width = self.starts.len().max(1);
        for (number, row) in (first..).zip(scores.chunks_mut(width)) {
            let stream = stream(self.seed, number);
            for (start, total) in self.starts.iter().zip(row) {
                let round = play_out(start, policy, &mut stream.clone());
                *total = round.score().map_or([0; 2], |score| score.total());
            }
        }
    }
}

/// The random stream of a rollout: xoshiro256++ from four outputs of splitmix64, whose state begins
/// at the mixed seed, mixed again with the number.
pub(super) fn stream(seed: u64, number: u64) -> Rng {
    const STEP: u64 = 0x9E37_79B9_7F4A_7C15;
    let start = mix(mix(seed) ^ number);
    let mut bytes = [0; 32];
    for (place, word) in (0_u64..).zip(bytes.as_chunks_mut::<8>().0) {
        *word = mix(start.wrapping_add(place.wrapping_mul(STEP))).to_le_bytes();
    }
    Rng::from_seed(bytes)
}
