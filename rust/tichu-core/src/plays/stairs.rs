//! Stairs.

use super::ask::Bounds;
use super::hand::Hand;
use super::runs::{Lengths, Run, count_from, emit_from};
use super::sink::{Sink, Step, take_one, take_two};
use crate::card::Card;
use crate::code::tag;
use crate::kind::Kind;
use crate::rank_masks::{rank_of_bit, ranks_from};

struct Stairs;

impl Run for Stairs {
    #[inline]
    fn natural(hand: &Hand, at: u32) -> Step {
        take_two(hand.cards, at, 0)
    }

    #[inline]
    fn phoenix(hand: &Hand, at: u32) -> Step {
        take_one(hand.cards, at, Card::PHOENIX.bit())
    }
}

#[inline]
fn low_ends(hand: &Hand, bounds: Bounds) -> u64 {
    let (one, two) = (hand.masks.one, hand.masks.two);
    let runs =
        if hand.phoenix { (two & (one >> 4)) | (one & (two >> 4)) } else { two & (two >> 4) };
    runs & ranks_from(bounds.lowest)
}

/// Stairs have 4 to 14 cards, that is 2 to 7 ranks.
#[inline]
fn lengths(bounds: Bounds) -> Lengths {
    match bounds.length {
        Some(length) => {
            Lengths { shortest: usize::from(length) / 2, longest: usize::from(length) / 2 }
        }
        None => Lengths { shortest: 2, longest: 7 },
    }
}

#[inline]
pub(super) fn count(hand: &Hand, bounds: Bounds) -> u64 {
    let (lengths, mut low_ends) = (lengths(bounds), low_ends(hand, bounds));
    let mut total = 0;
    while low_ends != 0 {
        total += count_from::<Stairs>(hand, low_ends.trailing_zeros(), lengths);
        low_ends &= low_ends - 1;
    }
    total
}

/// By the lowest rank, then by length, then without and with the Phoenix.
#[inline]
pub(super) fn emit(hand: &Hand, bounds: Bounds, sink: &mut Sink) {
    let (lengths, mut low_ends) = (lengths(bounds), low_ends(hand, bounds));
    while low_ends != 0 {
        let low = low_ends.trailing_zeros();
        low_ends &= low_ends - 1;
        emit_from::<Stairs>(hand, low, lengths, tag(Kind::Stairs, rank_of_bit(low)), sink);
    }
}
