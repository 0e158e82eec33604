//! Straights that are no bombs.

use super::ask::Bounds;
use super::choices::Step;
use super::hand::Hand;
use super::runs::{Lengths, Run, Writer, count_from};
use super::sink::Sink;
use crate::card::Card;
use crate::card_set::is_one_suit;
use crate::code::{CARD_BITS, tag};
use crate::kind::Kind;
use crate::rank_masks::{
    LOW_FLAGS, five_in_a_row, four_of_five_in_a_row, rank_of_bit, ranks_from, straight_flags,
};

struct Straight;

impl Run for Straight {
    #[inline]
    fn plain_ranks(hand: &Hand) -> u64 {
        straight_flags(hand.cards, hand.masks)
    }

    /// The Phoenix is any rank but 1.
    #[inline]
    fn mixed_ranks(_: &Hand) -> u64 {
        LOW_FLAGS
    }

    #[inline]
    fn rich_ranks(hand: &Hand) -> u64 {
        hand.masks.two
    }

    #[inline]
    fn first_choices(hand: &Hand) -> u64 {
        hand.lowest_of_ranks() | (hand.cards & Card::MAH_JONG.bit())
    }

    #[inline]
    fn plain(hand: &Hand, at: u32) -> Step {
        hand.take_one(at, 0)
    }

    #[inline]
    fn mixed(_: &Hand, at: u32) -> Step {
        if at == 0 { Step::NOTHING } else { Step::PHOENIX }
    }
}

/// Flags of the ranks 1 to 10, where a straight can begin.
const LOW_ENDS: u64 = (LOW_FLAGS | 1) >> 16;

#[inline]
fn low_ends(hand: &Hand, bounds: Bounds) -> u64 {
    let flags = straight_flags(hand.cards, hand.masks);
    let runs = if hand.phoenix { four_of_five_in_a_row(flags) } else { five_in_a_row(flags) };
    runs & LOW_ENDS & ranks_from(bounds.lowest)
}

#[inline]
fn lengths(bounds: Bounds) -> Lengths {
    match bounds.length {
        Some(length) => Lengths { shortest: length.into(), longest: length.into() },
        None => Lengths { shortest: 5, longest: 14 },
    }
}

#[inline]
pub(super) fn count(hand: &Hand, bounds: Bounds) -> u64 {
    let (lengths, mut low_ends) = (lengths(bounds), low_ends(hand, bounds));
    let mut total = 0;
    while low_ends != 0 {
        total += count_from::<Straight>(hand, low_ends.trailing_zeros(), lengths);
        low_ends &= low_ends - 1;
    }
    if hand.flush_runs == 0 { total } else { total - count_one_suit(hand, bounds) }
}

/// Runs of one suit have been counted as straights but are bombs.
#[cold]
fn count_one_suit(hand: &Hand, bounds: Bounds) -> u64 {
    let (lengths, mut total) = (lengths(bounds), 0);
    let mut starts = hand.flush_runs & ranks_from(bounds.lowest);
    while starts != 0 {
        let low = starts.trailing_zeros();
        starts &= starts - 1;
        let run = (low..56).step_by(4).take_while(|bit| hand.cards >> bit & 1 != 0).count() as u32;
        total += u64::from((run.min(lengths.longest) + 1).saturating_sub(lengths.shortest));
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
    let start = sink.len();
    if hand.phoenix {
        emit_runs::<true>(hand, bounds, low_ends, sink);
    } else {
        emit_runs::<false>(hand, bounds, low_ends, sink);
    }
    if hand.flush_runs != 0 {
        sink.retain_from(start, |code| !is_bomb(code & CARD_BITS));
    }
}

#[inline]
fn emit_runs<const PHOENIX: bool>(hand: &Hand, bounds: Bounds, mut low_ends: u64, sink: &mut Sink) {
    let writer = Writer::<Straight, PHOENIX>::new(hand, lengths(bounds));
    while low_ends != 0 {
        let low = low_ends.trailing_zeros();
        low_ends &= low_ends - 1;
        writer.emit_from(low, tag(Kind::Straight, rank_of_bit(low)), sink);
    }
}

/// Is this run all of one suit? With Mah Jong or Phoenix it is none.
fn is_bomb(run: u64) -> bool {
    run & (Card::MAH_JONG.bit() | Card::PHOENIX.bit()) == 0 && is_one_suit(run)
}
