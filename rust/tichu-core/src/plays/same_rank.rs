//! Pairs and triples.

use super::ask::Bounds;
use super::hand::{Hand, Takes};
use super::sink::Sink;
use crate::card::Card;
use crate::code::tag;
use crate::kind::Kind;
use crate::rank_masks::rank_of_bit;

const PHOENIX: u64 = Card::PHOENIX.bit();

#[inline]
pub(super) fn count_pairs(hand: &Hand, bounds: Bounds) -> u64 {
    let takes = Takes::of(hand.masks.at_least_rank(bounds.lowest));
    takes.pairs + if hand.phoenix { takes.cards } else { 0 }
}

#[inline]
pub(super) fn count_triples(hand: &Hand, bounds: Bounds) -> u64 {
    let takes = Takes::of(hand.masks.at_least_rank(bounds.lowest));
    takes.triples + if hand.phoenix { takes.pairs } else { 0 }
}

/// By rank; in a rank first without, then with the Phoenix; then by mask.
#[inline]
pub(super) fn emit_pairs(hand: &Hand, bounds: Bounds, sink: &mut Sink) {
    let masks = hand.masks.at_least_rank(bounds.lowest);
    let mut ranks = if hand.phoenix { masks.one } else { masks.two };
    while ranks != 0 {
        let at = ranks.trailing_zeros();
        ranks &= ranks - 1;
        let tag = tag(Kind::Pair, rank_of_bit(at));
        sink.append_step(hand.take_two(at, tag));
        if hand.phoenix {
            sink.append_step(hand.take_one(at, tag | PHOENIX));
        }
    }
}

/// By rank; in a rank first without, then with the Phoenix; then by mask.
#[inline]
pub(super) fn emit_triples(hand: &Hand, bounds: Bounds, sink: &mut Sink) {
    let masks = hand.masks.at_least_rank(bounds.lowest);
    let mut ranks = if hand.phoenix { masks.two } else { masks.three };
    while ranks != 0 {
        let at = ranks.trailing_zeros();
        ranks &= ranks - 1;
        let tag = tag(Kind::Triple, rank_of_bit(at));
        sink.append_step(hand.take_three(at, tag));
        if hand.phoenix {
            sink.append_step(hand.take_two(at, tag | PHOENIX));
        }
    }
}
