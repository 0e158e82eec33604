//! Single cards and the Dog.

use super::ask::Bounds;
use super::hand::Hand;
use super::sink::Sink;
use crate::card::Card;
use crate::code::tag;
use crate::combination::Combination;
use crate::few_bits::FewBits;
use crate::kind::Kind;
use crate::rank_masks::{NATURAL, rank_of_bit, ranks_from};

const DOG: u64 = tag(Kind::Dog, 0) | Card::DOG.bit();

/// Where the Dragon is moved to come behind the aces.
const DRAGON_PLACE: u32 = 56;

/// The codes of the single cards by their bits; the Dragon's at its new place, the Phoenix led.
static CODES: [u64; 64] = {
    let mut codes = [0; 64];
    codes[Card::MAH_JONG.index() as usize] = tag(Kind::Single, 1) | Card::MAH_JONG.bit();
    codes[Card::PHOENIX.index() as usize] = LED_PHOENIX;
    codes[DRAGON_PLACE as usize] = tag(Kind::Single, 15) | Card::DRAGON.bit();
    let mut bit = 4;
    while bit < 56 {
        codes[bit] = tag(Kind::Single, rank_of_bit(bit as u32)) | (1 << bit);
        bit += 1;
    }
    codes
};

const LED_PHOENIX: u64 = Combination::lone_phoenix(1).code();

/// The single cards from a key on. The Phoenix beats every single but the Dragon.
#[inline]
pub(super) fn wanted(cards: u64, bounds: Bounds) -> u64 {
    let naturals = cards & NATURAL & ranks_from(bounds.lowest);
    let mah_jong = if bounds.lowest <= 1 { Card::MAH_JONG.bit() } else { 0 };
    let above = if bounds.lowest <= 15 { Card::DRAGON.bit() | Card::PHOENIX.bit() } else { 0 };
    naturals | (cards & (mah_jong | above))
}

#[inline]
pub(super) fn count(hand: &Hand, bounds: Bounds) -> u64 {
    u64::from(wanted(hand.cards, bounds).count_ones())
}

/// By rank: Mah Jong, Phoenix, 2 to ace, Dragon.
#[inline]
pub(super) fn emit(hand: &Hand, bounds: Bounds, sink: &mut Sink) {
    let mut wanted = wanted(hand.cards, bounds);
    if bounds.lowest > 2 && wanted & Card::PHOENIX.bit() != 0 {
        // As an answer it is half a rank above what lies there, and below all that beats it.
        sink.push(Combination::lone_phoenix(bounds.lowest - 1).code());
        wanted &= !Card::PHOENIX.bit();
    }
    sink.append_bits(dragon_last(wanted), &CODES);
}

/// The code that [`emit`] writes at a place, which is less than the count; of at most 15 cards.
#[inline]
pub(super) fn nth(cards: u64, bounds: Bounds, place: u64) -> u64 {
    let mut wanted = wanted(cards, bounds);
    let mut place = place;
    if bounds.lowest > 2 && wanted & Card::PHOENIX.bit() != 0 {
        if place == 0 {
            return Combination::lone_phoenix(bounds.lowest - 1).code();
        }
        place -= 1;
        wanted &= !Card::PHOENIX.bit();
    }
    CODES[FewBits::of(dragon_last(wanted)).nth(place) as usize & 63]
}

/// The Dragon's bit moved behind the aces.
#[inline]
fn dragon_last(cards: u64) -> u64 {
    let dragon = (cards & Card::DRAGON.bit()) << (DRAGON_PLACE - u32::from(Card::DRAGON.index()));
    (cards & !Card::DRAGON.bit()) | dragon
}

/// The code of the card with this bit, played alone; a Phoenix on a single of rank `below`.
#[inline]
pub(super) fn code_of_bit(bit: u32, below: u8) -> u64 {
    if bit == u32::from(Card::PHOENIX.index()) {
        Combination::lone_phoenix(below).code()
    } else {
        CODES_BY_BIT[bit as usize & 63]
    }
}

/// The codes of the cards led alone, by their bits.
static CODES_BY_BIT: [u64; 64] = {
    let mut codes = CODES;
    codes[Card::DOG.index() as usize] = DOG;
    codes[Card::DRAGON.index() as usize] = CODES[DRAGON_PLACE as usize];
    codes
};

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
