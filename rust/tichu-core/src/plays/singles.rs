//! Single cards and the Dog.

use super::ask::Bounds;
use super::hand::Hand;
use super::sink::Sink;
use crate::card::Card;
use crate::code::tag;
use crate::combination::Combination;
use crate::kind::Kind;
use crate::rank_masks::{NATURAL, rank_of_bit, ranks_from};

const MAH_JONG: u64 = tag(Kind::Single, 1) | Card::MAH_JONG.bit();
const DRAGON: u64 = tag(Kind::Single, 15) | Card::DRAGON.bit();
const DOG: u64 = tag(Kind::Dog, 0) | Card::DOG.bit();

/// The codes of the natural cards by their bits; the special cards' places are not used.
static NATURAL_CODES: [u64; 56] = {
    let mut codes = [0; 56];
    let mut bit = 4;
    while bit < 56 {
        codes[bit] = tag(Kind::Single, rank_of_bit(bit as u32)) | (1 << bit);
        bit += 1;
    }
    codes
};

/// The single cards from a key on. The Phoenix beats every single but the Dragon.
#[inline]
fn wanted(hand: &Hand, bounds: Bounds) -> u64 {
    let naturals = hand.cards & NATURAL & ranks_from(bounds.lowest);
    let mah_jong = if bounds.lowest <= 1 { Card::MAH_JONG.bit() } else { 0 };
    let above = if bounds.lowest <= 15 { Card::DRAGON.bit() | Card::PHOENIX.bit() } else { 0 };
    naturals | (hand.cards & (mah_jong | above))
}

#[inline]
pub(super) fn count(hand: &Hand, bounds: Bounds) -> u64 {
    u64::from(wanted(hand, bounds).count_ones())
}

/// By rank: Mah Jong, Phoenix, 2 to ace, Dragon.
#[inline]
pub(super) fn emit(hand: &Hand, bounds: Bounds, sink: &mut Sink) {
    let wanted = wanted(hand, bounds);
    if wanted & Card::MAH_JONG.bit() != 0 {
        sink.push(MAH_JONG);
    }
    if wanted & Card::PHOENIX.bit() != 0 {
        // Led it is 1.5; as an answer, half a rank above the table's.
        let key = bounds.lowest.saturating_sub(1).max(1);
        sink.push(Combination::lone_phoenix(key).code());
    }
    let mut naturals = wanted & NATURAL;
    while naturals != 0 {
        let bit = naturals.trailing_zeros() as usize;
        naturals &= naturals - 1;
        sink.push(NATURAL_CODES.get(bit).copied().unwrap_or_default());
    }
    if wanted & Card::DRAGON.bit() != 0 {
        sink.push(DRAGON);
    }
}

#[inline]
pub(super) fn count_dog(hand: &Hand) -> u64 {
    u64::from(hand.cards & Card::DOG.bit() != 0)
}

#[inline]
pub(super) fn emit_dog(hand: &Hand, sink: &mut Sink) {
    if hand.cards & Card::DOG.bit() != 0 {
        sink.push(DOG);
    }
}
