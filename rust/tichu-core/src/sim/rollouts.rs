//! Many rounds from one start: seeds, threads, scores.

use std::thread;

use super::key::mix;
use super::playout::{Start, play_out};
use super::policy::{Careful, Greedy, Patterns, Policy, PolicyName, Random};
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
        in_parts(scores, self.starts.len(), threads, |place, part| {
            self.run_here(first + place, part);
        });
    }

    fn run_here(&self, first: u64, scores: &mut [[i32; 2]]) {
        match self.policy {
            PolicyName::Random => self.run_with(&mut Random::default(), first, scores),
            PolicyName::Patterns => self.run_with(&mut Patterns::default(), first, scores),
            PolicyName::Greedy => self.run_with(&mut Greedy::default(), first, scores),
            PolicyName::Careful => self.run_with(&mut Careful::default(), first, scores),
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

/// Does the work on rows of so many scores, in one part for each thread; `work` is told the place of
/// its first row.
pub(super) fn in_parts(
    scores: &mut [[i32; 2]],
    width: usize,
    threads: usize,
    work: impl Fn(u64, &mut [[i32; 2]]) + Sync,
) {
    let width = width.max(1);
    let rows = scores.len() / width;
    let share = rows.div_ceil(threads.max(1)).max(1);
    if share >= rows {
        return work(0, scores);
    }
    thread::scope(|scope| {
        for (place, part) in scores.chunks_mut(share * width).enumerate() {
            let work = &work;
            scope.spawn(move || work((place * share) as u64, part));
        }
    });
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
