//! A hand with what every generator wants to know about it.

use crate::card::Card;
use crate::rank_masks::{NATURAL, RankMasks, flag_count, flush_runs};

#[derive(Copy, Clone)]
pub(super) struct Hand {
    pub(super) cards: u64,
    pub(super) phoenix: bool,
    pub(super) masks: RankMasks,
    /// The lowest cards of one-suit runs of five.
    pub(super) flush_runs: u64,
}

impl Hand {
    #[inline]
    pub(super) fn of(cards: u64) -> Self {
        Self {
            cards,
            phoenix: cards & Card::PHOENIX.bit() != 0,
            masks: RankMasks::of(cards),
            flush_runs: flush_runs(cards),
        }
    }

    /// The lowest natural card of every rank, by suit.
    #[inline]
    pub(super) fn lowest_of_ranks(&self) -> u64 {
        let (one, two, three) = self.below();
        self.cards & NATURAL & !(one | two | three)
    }

    /// The two lowest natural cards of every rank, by suit.
    #[inline]
    pub(super) fn two_lowest_of_ranks(&self) -> u64 {
        let (one, two, three) = self.below();
        self.cards & NATURAL & !((one & two) | (one & three) | (two & three))
    }

    /// The places one, two and three above a card of the same rank.
    #[inline]
    fn below(&self) -> (u64, u64, u64) {
        let cards = self.cards;
        (
            (cards << 1) & 0xEEEE_EEEE_EEEE_EEEE,
            (cards << 2) & 0xCCCC_CCCC_CCCC_CCCC,
            (cards << 3) & 0x8888_8888_8888_8888,
        )
    }
}

/// How many single cards, pairs and triples can be taken from ranks with these flags.
#[derive(Copy, Clone)]
pub(super) struct Takes {
    /// Ranks with at least two, three and four cards.
    pub(super) two: u64,
    pub(super) three: u64,
    pub(super) four: u64,
    pub(super) cards: u64,
    pub(super) pairs: u64,
    pub(super) triples: u64,
}

impl Takes {
    #[inline]
    pub(super) fn of(masks: RankMasks) -> Self {
        let one = flag_count(masks.one);
        let two = flag_count(masks.two);
        let three = flag_count(masks.three);
        let four = flag_count(masks.four);
        Self {
            two,
            three,
            four,
            cards: one + two + three + four,
            pairs: two + 2 * three + 3 * four,
            triples: three + 3 * four,
        }
    }
}
