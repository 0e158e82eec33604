//! Full houses.

use super::ask::Bounds;
use super::hand::{Hand, Takes};
use super::sink::{Sink, Span};
use crate::card::Card;
use crate::code::tag;
use crate::kind::Kind;
use crate::rank_masks::rank_of_bit;

const PHOENIX: u64 = Card::PHOENIX.bit();

/// The number is a sum over the triple's rank of its triples times the pairs of other ranks. Summed
/// up by how many ranks have three and four cards, no loop is left.
#[inline]
pub(super) fn count(hand: &Hand, bounds: Bounds) -> u64 {
    let all = Takes::of(hand.masks);
    let high = Takes::of(hand.masks.at_least_rank(bounds.lowest));
    let (two, three, four) = (high.two - high.three, high.three - high.four, high.four);
    // What the sum counts too often: a pair from the triple's own rank.
    let natural = high.triples * all.pairs - (3 * three + 24 * four);
    if !hand.phoenix {
        return natural;
    }
    let in_pair = high.triples * all.cards - (3 * three + 16 * four);
    let in_triple = high.pairs * all.pairs - (two + 9 * three + 36 * four);
    natural + in_pair + in_triple
}

/// By the rank of the triple; then by triple, those with the Phoenix last; then by pair, likewise.
#[inline]
pub(super) fn emit(hand: &Hand, bounds: Bounds, sink: &mut Sink) {
    let masks = hand.masks.at_least_rank(bounds.lowest);
    let triples = if hand.phoenix { masks.two } else { masks.three };
    // One rank alone makes no full house.
    let pairs = if hand.phoenix && masks.three != 0 { hand.masks.one } else { hand.masks.two };
    if triples == 0 || pairs.is_power_of_two() {
        return;
    }
    let parts = Parts::write(hand, sink);
    emit_from_parts(hand, triples, &parts, sink);
    sink.cut(parts.start, parts.end);
}

#[inline]
fn emit_from_parts(hand: &Hand, mut triples: u64, parts: &Parts, sink: &mut Sink) {
    while triples != 0 {
        let at = triples.trailing_zeros();
        triples &= triples - 1;
        let tag = tag(Kind::FullHouse, rank_of_bit(at));
        for triple in hand.take_three(at, tag).codes() {
            parts.append_all_pairs(hand, at, triple, sink);
        }
        if hand.phoenix {
            for triple in hand.take_two(at, tag | PHOENIX).codes() {
                parts.append_natural_pairs(hand, at, triple, sink);
            }
        }
    }
}

/// All pairs of the hand, written in front of the full houses and cut out afterwards: first the
/// natural ones, then those with the Phoenix, both by rank.
struct Parts {
    start: u32,
    natural_end: u32,
    end: u32,
    /// Where the pairs of a rank begin, by the rank less one.
    natural: [u32; 16],
    phoenix: [u32; 16],
}

impl Parts {
    #[inline]
    fn write(hand: &Hand, sink: &mut Sink) -> Self {
        let start = sink.len();
        let mut natural = [0; 16];
        let mut ranks = hand.masks.two;
        while ranks != 0 {
            let at = ranks.trailing_zeros();
            ranks &= ranks - 1;
            natural[index_of(at)] = sink.len();
            sink.append_step(hand.take_two(at, 0));
        }
        let natural_end = sink.len();
        let mut phoenix = [natural_end; 16];
        let mut ranks = if hand.phoenix { hand.masks.one } else { 0 };
        while ranks != 0 {
            let at = ranks.trailing_zeros();
            ranks &= ranks - 1;
            phoenix[index_of(at)] = sink.len();
            sink.append_step(hand.take_one(at, PHOENIX));
        }
        Self { start, natural_end, end: sink.len(), natural, phoenix }
    }

    /// Every natural pair of another rank than the triple's.
    #[inline]
    fn append_natural_pairs(&self, hand: &Hand, at: u32, triple: u64, sink: &mut Sink) {
        let begin = self.natural[index_of(at)];
        let end = begin + hand.take_two(at, 0).count();
        sink.repeat_with(Span::between(self.start, begin), triple);
        sink.repeat_with(Span::between(end, self.natural_end), triple);
    }

    /// Those, and every card of another rank with the Phoenix.
    #[inline]
    fn append_all_pairs(&self, hand: &Hand, at: u32, triple: u64, sink: &mut Sink) {
        self.append_natural_pairs(hand, at, triple, sink);
        if hand.phoenix {
            let begin = self.phoenix[index_of(at)];
            let end = begin + hand.take_one(at, 0).count();
            sink.repeat_with(Span::between(self.natural_end, begin), triple);
            sink.repeat_with(Span::between(end, self.end), triple);
        }
    }
}

/// The place of a rank in a list, from the bit of its flag.
#[inline]
fn index_of(at: u32) -> usize {
    at as usize / 4 % 16
}
