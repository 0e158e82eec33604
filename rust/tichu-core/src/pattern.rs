//! Patterns: plays that differ only in suits.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::card_set::CardSet;
use crate::code::CARD_BITS;
use crate::combination::Combination;
use crate::rank_masks::LOW_FLAGS;

/// One play for each pattern among `codes`, in the order of first appearance.
pub(crate) fn representatives(hand: CardSet, codes: &[u64]) -> Vec<Combination> {
    let bombs = hand.bomb_count();
    let mut places = HashMap::new();
    let mut best: Vec<(u64, u64)> = Vec::new();
    for &code in codes {
        let cards = CardSet::from_mask_truncated(code);
        let broken = if bombs == 0 { 0 } else { bombs - (hand - cards).bomb_count() };
        // Of one pattern all codes have the same top byte, so codes compare as masks.
        let rating = (broken, code);
        match places.entry(pattern_of(code)) {
            Entry::Vacant(entry) => {
                entry.insert(best.len());
                best.push(rating);
            }
            Entry::Occupied(entry) => {
                if let Some(known) = best.get_mut(*entry.get()) {
                    *known = rating.min(*known);
                }
            }
        }
    }
    best.into_iter().map(|(_, code)| Combination::from_valid_code(code)).collect()
}

/// The top byte, and in place of the cards of a rank their number.
#[inline]
pub(crate) fn pattern_of(code: u64) -> u64 {
    let (cards, specials) = (code & CARD_BITS, code & 0xF);
    let numbers = (0..4).map(|suit| (cards >> suit) & LOW_FLAGS).sum::<u64>();
    (code & !CARD_BITS) | numbers | specials
}
