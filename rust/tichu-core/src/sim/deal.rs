//! Dealing for simulation.

use crate::card::DECK_SIZE;
use crate::rng::Rng;

const HAND: usize = 14;
/// The cards that a seat gives away.
const GIFTS: usize = 3;

/// Four hands, and three cards of each in a random order.
///
/// The three are what a seat gives that gives at random; shuffling has chosen them already.
pub(super) struct Deal {
    pub(super) hands: [u64; 4],
    pub(super) gifts: [[u64; GIFTS]; 4],
}

/// A uniformly random deal: a shuffle (Fisher and Yates, from the end down) that stops when the
/// cards of the first seat are not yet in order, but for three.
pub(super) fn deal(rng: &mut Rng) -> Deal {
    // A power of two, so that no index needs a check.
    let mut deck: [u8; 64] = std::array::from_fn(|index| index as u8);
    for last in (HAND - GIFTS..DECK_SIZE).rev() {
        let chosen = rng.below(last as u64 + 1) as usize;
        deck.swap(last & 63, chosen & 63);
    }
    let hands = std::array::from_fn(|seat| {
        deck[HAND * seat..HAND * (seat + 1)].iter().fold(0, |hand, card| hand | 1 << (card & 63))
    });
    let gifts = std::array::from_fn(|seat| {
        std::array::from_fn(|gift| 1 << (deck[HAND * seat + HAND - GIFTS + gift] & 63))
    });
    Deal { hands, gifts }
}

/// Three different random cards of a hand, as [`deal`] chooses them.
pub(super) fn random_gifts(hand: u64, rng: &mut Rng) -> [u64; GIFTS] {
    let mut left = hand;
    std::array::from_fn(|_| {
        let chosen = nth_bit(left, rng.below(u64::from(left.count_ones())));
        left &= !chosen;
        chosen
    })
}

/// The bit of a mask with so many below it, alone; 0 if there are not that many.
#[inline]
pub(super) const fn nth_bit(mut mask: u64, mut place: u64) -> u64 {
    while place > 0 && mask != 0 {
        mask &= mask - 1;
        place -= 1;
    }
    mask & mask.wrapping_neg()
}
