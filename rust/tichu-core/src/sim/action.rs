//! Actions as codes: what a code means, and how a wish goes with a play.

use crate::card::Card;
use crate::code::CARD_BITS;
use crate::combination::Combination;

const MAH_JONG: u64 = Card::MAH_JONG.bit();
const KEY: u64 = 0xF << 56;
/// The key of every combination with the Mah Jong: it is the lowest rank.
const MAH_JONG_KEY: u64 = 1 << 56;
const DRAGON_GIFT: u64 = 0xB0;
const EXCHANGE: u64 = 0x9E << 56;
/// The highest top byte of a combination, the Dog's.
const LAST_COMBINATION: u64 = 0x80;

/// The action that lays a combination and makes a wish, 2 to 14, or none. A wish is ignored unless
/// the Mah Jong is played.
pub const fn play(combination: Combination, wish: Option<u8>) -> u64 {
    let code = combination.code();
    match wish {
        Some(rank) if code & MAH_JONG != 0 && 2 <= rank && rank <= 14 => {
            (code & !KEY) | ((rank as u64) << 56)
        }
        _ => code,
    }
}

/// Does the action lay cards? Otherwise it is a pass, a collection or a gift.
#[inline]
pub const fn is_play(action: u64) -> bool {
    action >> 56 <= LAST_COMBINATION
}

/// The cards laid; 0 if none are.
#[inline]
pub const fn cards(action: u64) -> u64 {
    if is_play(action) { action & CARD_BITS } else { 0 }
}

/// The code of the combination laid, without the wish.
#[inline]
pub const fn combination_code(action: u64) -> u64 {
    if action & MAH_JONG != 0 { (action & !KEY) | MAH_JONG_KEY } else { action }
}

/// The wish made, 2 to 14; 0 if none is.
#[inline]
pub const fn wish(action: u64) -> u8 {
    let key = (action >> 56) as u8 & 15;
    if is_play(action) && action & MAH_JONG != 0 && key > 1 { key } else { 0 }
}

/// The cards given to the next seat, the partner and the previous seat, if the action is an exchange.
pub fn gifts(action: u64) -> Option<[u64; 3]> {
    const CARD: u64 = 63;
    let indices = [action & CARD, action >> 6 & CARD, action >> 12 & CARD];
    let is_exchange = action & !0x3FFFF == EXCHANGE && indices.iter().all(|&index| index < 56);
    is_exchange.then(|| indices.map(|index| 1 << index))
}

/// Whom the Dragon's trick is given to, if the action is such a gift.
pub const fn recipient(action: u64) -> Option<u8> {
    if action >> 56 == DRAGON_GIFT { Some((action & 3) as u8) } else { None }
}
