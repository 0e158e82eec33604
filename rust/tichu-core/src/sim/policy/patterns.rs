//! The random policy over patterns.

use super::Policy;
use super::random::{Random, with_random_wish};
use crate::code::PASS;
use crate::plays::Query;
use crate::rng::Rng;
use crate::sim::round::Round;

/// As [`Random`], but plays that differ only in suits count as one.
#[derive(Default)]
pub(in crate::sim) struct Patterns {
    random: Random,
}

impl Policy for Patterns {
    fn exchange(&mut self, seat: u8, hand: u64, random: [u64; 3]) -> [u64; 3] {
        self.random.exchange(seat, hand, random)
    }

    fn calls_grand(&mut self, seat: u8, rng: &mut Rng) -> bool {
        self.random.calls_grand(seat, rng)
    }

    fn calls_tichu(&mut self, seat: u8, rng: &mut Rng) -> bool {
        self.random.calls_tichu(seat, rng)
    }

    fn play(&mut self, round: &Round, seat: u8, rng: &mut Rng) -> u64 {
        let query = round.query(seat, true);
        let patterns = query.patterns();
        let choices = patterns.len() as u64 + u64::from(query.may_pass());
        let chosen = patterns.get(rng.below(choices) as usize);
        chosen.map_or(PASS, |play| with_random_wish(play.code(), round, rng))
    }

    fn bomb(&mut self, round: &Round, seat: u8, bombs: &Query, rng: &mut Rng) -> Option<u64> {
        // Two bombs are never one pattern unless they are runs of different suits.
        self.random.bomb(round, seat, bombs, rng)
    }

    fn gift(&mut self, round: &Round, recipients: [u8; 2], rng: &mut Rng) -> u8 {
        self.random.gift(round, recipients, rng)
    }
}
