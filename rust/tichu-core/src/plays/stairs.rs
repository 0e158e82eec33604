//! Stairs.

use super::ask::Bounds;
use super::choices::Step;
use super::hand::Hand;
use super::runs::{Lengths, Run, Writer, count_from};
use super::sink::Sink;
use crate::card::Card;
use crate::code::tag;
use crate::kind::Kind;
use crate::rank_masks::{rank_of_bit, ranks_from};

struct Stairs;

impl Run for Stairs {
    #[inline]
    fn plain_ranks(hand: &Hand) -> u64 {
        hand.masks.two
    }

    #[inline]
    fn mixed_ranks(hand: &Hand) -> u64 {
        hand.masks.one
    }

    #[inline]
    fn rich_ranks(hand: &Hand) -> u64 {
        hand.masks.three
    }

    #[inline]
    fn first_choices(hand: &Hand) -> u64 {
        hand.two_lowest_of_ranks()
    }

    #[inline]
    fn plain(hand: &Hand, at: u32) -> Step {
        hand.take_two(at, 0)
    }

    #[inline]
    fn mixed(hand: &Hand, at: u32) -> Step {
        hand.take_one(at, Card::PHOENIX.bit())
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
        Some(length) => Lengths { shortest: u32::from(length) / 2, longest: u32::from(length) / 2 },
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
    let low_ends = low_ends(hand, bounds);
    if low_ends == 0 {
        return;
    }
    if hand.phoenix {
        emit_runs::<true>(hand, bounds, low_ends, sink);
    } else {
        emit_runs::<false>(hand, bounds, low_ends, sink);
    }
}

#[inline]
fn emit_runs<const PHOENIX: bool>(hand: &Hand, bounds: Bounds, mut low_ends: u64, sink: &mut Sink) {
    let writer = Writer::<Stairs, PHOENIX>::new(hand, lengths(bounds));
    while low_ends != 0 {
        let low = low_ends.trailing_zeros();
        low_ends &= low_ends - 1;
        writer.emit_from(low, tag(Kind::Stairs, rank_of_bit(low)), sink);
    }
}
