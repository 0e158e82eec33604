//! Full houses.

use super::ask::Bounds;
use super::hand::{Hand, Takes};
use super::sink::{Sink, Step, take_one, take_three, take_two};
use crate::card::Card;
use crate::code::tag;
use crate::kind::Kind;
use crate::rank_masks::rank_of_bit;

const PHOENIX: u64 = Card::PHOENIX.bit();
/// Places for the bits of all flags, the rank 1's included.
const FLAGS: usize = 14;

/// The number is a sum over the triple's rank of its triples times the pairs of other ranks. Summed
/// up by how many ranks have three and four cards, no loop is left.
#[inline]
pub(super) fn count(hand: &Hand, bounds: Bounds) -> u64 {
    let all = Takes::of(hand.masks);
    let high = Takes::of(hand.masks.from_rank(bounds.lowest));
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
    let masks = hand.masks.from_rank(bounds.lowest);
    let triples = if hand.phoenix { masks.two } else { masks.three };
    // One rank alone makes no full house.
    let pairs = if hand.phoenix && masks.three != 0 { hand.masks.one } else { hand.masks.two };
    if triples == 0 || pairs & (pairs - 1) == 0 {
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
        for triple in codes(take_three(hand.cards, at, tag)) {
            parts.append_all_pairs(at, triple, sink);
        }
        if hand.phoenix {
            for triple in codes(take_two(hand.cards, at, tag | PHOENIX)) {
                parts.append_natural_pairs(at, triple, sink);
            }
        }
    }
}

#[inline]
fn codes(step: Step) -> impl Iterator<Item = u64> {
    step.choices.list.iter().take(step.choices.count).map(move |c| (c << step.shift) | step.with)
}

/// All pairs of the hand, written in front of the full houses and cut out afterwards: first the
/// natural ones, then those with the Phoenix, both by rank.
struct Parts {
    start: usize,
    natural_end: usize,
    end: usize,
    /// Where the pairs of a rank begin; they end where the next rank's begin.
    natural: [usize; FLAGS + 1],
    phoenix: [usize; FLAGS + 1],
}

impl Parts {
    fn write(hand: &Hand, sink: &mut Sink) -> Self {
        let start = sink.len();
        let mut natural = [start; FLAGS + 1];
        for index in 1..FLAGS {
            natural[index] = sink.len();
            sink.append_step(take_two(hand.cards, 4 * index as u32, 0));
        }
        let natural_end = sink.len();
        natural[FLAGS] = natural_end;
        let mut phoenix = [natural_end; FLAGS + 1];
        if hand.phoenix {
            for index in 1..FLAGS {
                phoenix[index] = sink.len();
                sink.append_step(take_one(hand.cards, 4 * index as u32, PHOENIX));
            }
            phoenix[FLAGS] = sink.len();
        }
        Self { start, natural_end, end: sink.len(), natural, phoenix }
    }

    #[inline]
    fn append_natural_pairs(&self, at: u32, triple: u64, sink: &mut Sink) {
        let index = (at as usize / 4).min(FLAGS - 1);
        sink.append_with(self.start..self.natural[index], triple);
        sink.append_with(self.natural[index + 1]..self.natural_end, triple);
    }

    #[inline]
    fn append_all_pairs(&self, at: u32, triple: u64, sink: &mut Sink) {
        let index = (at as usize / 4).min(FLAGS - 1);
        sink.append_with(self.start..self.natural[index], triple);
        // The natural pairs above the rank and the Phoenix pairs below it lie side by side.
        sink.append_with(self.natural[index + 1]..self.phoenix[index], triple);
        sink.append_with(self.phoenix[index + 1]..self.end, triple);
    }
}
