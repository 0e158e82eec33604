//! Bombs: four of a rank, and runs of one suit.

use super::ask::Bounds;
use super::hand::Hand;
use super::sink::Sink;
use crate::code::tag;
use crate::kind::Kind;
use crate::rank_masks::{QUAD, rank_of_bit, ranks_from};

#[inline]
pub(super) fn count_fours(hand: &Hand, bounds: Bounds) -> u64 {
    u64::from((hand.masks.four & ranks_from(bounds.lowest)).count_ones())
}

/// By rank.
#[inline]
pub(super) fn emit_fours(hand: &Hand, bounds: Bounds, sink: &mut Sink) {
    let mut fours = hand.masks.four & ranks_from(bounds.lowest);
    while fours != 0 {
        let at = fours.trailing_zeros();
        fours &= fours - 1;
        sink.push((QUAD << at) | tag(Kind::Bomb4, rank_of_bit(at)));
    }
}

#[inline]
pub(super) fn count_one_suit(hand: &Hand, bounds: Bounds) -> u64 {
    let mut count = 0;
    if hand.flush_runs != 0 {
        each_one_suit(hand, bounds, |_| count += 1);
    }
    count
}

/// By the lowest rank, then by suit, then by length.
#[inline]
pub(super) fn emit_one_suit(hand: &Hand, bounds: Bounds, sink: &mut Sink) {
    if hand.flush_runs != 0 {
        each_one_suit(hand, bounds, |code| sink.push(code));
    }
}

#[cold]
fn each_one_suit(hand: &Hand, bounds: Bounds, mut found: impl FnMut(u64)) {
    let needed = bounds.length.unwrap_or(5);
    let mut starts = hand.flush_runs;
    while starts != 0 {
        let low = starts.trailing_zeros();
        starts &= starts - 1;
        let lowest = rank_of_bit(low);
        let (mut run, mut length, mut bit) = (0, 0, low);
        while bit < 56 && hand.cards >> bit & 1 != 0 {
            run |= 1 << bit;
            length += 1;
            bit += 4;
            // Of the needed length only from a rank on; longer ones from any.
            if length >= 5 && (length > needed || length == needed && lowest >= bounds.lowest) {
                found(run | tag(Kind::BombSf, lowest));
            }
        }
    }
}
