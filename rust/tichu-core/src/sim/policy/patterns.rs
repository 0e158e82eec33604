//! The random policy over patterns.

use super::Policy;
use super::random::{Random, with_random_wish};
use crate::card_set::CardSet;
use crate::code::PASS;
use crate::pattern::pattern_of;
use crate::plays::{PlayList, Query};
use crate::rng::Rng;
use crate::sim::round::Round;

/// As [`Random`], but plays that differ only in suits count as one.
#[derive(Default)]
pub(in crate::sim) struct Patterns {
    random: Random,
    list: PlayList,
    /// Plays by their patterns, the representative of each first.
    ranked: Vec<(u64, u64, u64)>,
}

impl Patterns {
    /// How many patterns the query has; the representatives are the first so many of `ranked`.
    ///
    /// As [`Query::patterns`] chooses them, but sorted instead of looked up, which makes whole rounds more
    /// than twice as fast.
    fn find_patterns(&mut self, query: &Query) -> u64 {
        query.emit_into(&mut self.list);
        let bombs = query.hand.bomb_count();
        let broken = |code: u64| match bombs {
            0 => 0,
            _ => bombs - (query.hand - CardSet::from_mask_truncated(code)).bomb_count(),
        };
        let rated = self.list.codes().iter().map(|&code| (pattern_of(code), broken(code), code));
        self.ranked.clear();
        self.ranked.extend(rated);
        self.ranked.sort_unstable();
        self.ranked.dedup_by_key(|(pattern, _, _)| *pattern);
        self.ranked.len() as u64
    }
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
        let choices = self.find_patterns(&query) + u64::from(query.may_pass());
        let chosen = self.ranked.get(rng.below(choices) as usize);
        chosen.map_or(PASS, |&(_, _, code)| with_random_wish(code, round, rng))
    }

    fn bomb(&mut self, _round: &Round, _seat: u8, bombs: &Query, rng: &mut Rng) -> Option<u64> {
        let choices = self.find_patterns(bombs) + 1;
        self.ranked.get(rng.below(choices) as usize).map(|&(_, _, code)| code)
    }

    fn gift(&mut self, round: &Round, recipients: [u8; 2], rng: &mut Rng) -> u8 {
        self.random.gift(round, recipients, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Card;

    #[test]
    fn the_patterns_are_those_of_the_query() {
        let (mut rng, mut policy) = (Rng::from_seed([7; 32]), Patterns::default());
        for round in 0..600 {
            let mut deck = Card::ALL_IN_DECK_ORDER;
            if round % 2 == 0 {
                rng.shuffle(&mut deck);
            }
            deck.rotate_left(rng.below(56) as usize);
            let query = Query::leads(deck[..14].iter().copied().collect());
            let mut wanted: Vec<u64> = query.patterns().iter().map(|play| play.code()).collect();
            wanted.sort_unstable();
            assert_eq!(policy.find_patterns(&query), wanted.len() as u64);
            let mut found: Vec<u64> = policy.ranked.iter().map(|&(_, _, code)| code).collect();
            found.sort_unstable();
            assert_eq!(found, wanted);
        }
    }
}
