//! The code: one `u64` for every action of the game.
//!
//! The lower 56 bits are cards, the top byte is `type << 4 | key`. The type of a combination is its
//! [`Kind`] as a number, 0 to 8. Its key is
//!
//! * single: the rank (Mah Jong 1, Dragon 15); a lone Phoenix has the floor of its rank, so 1 when
//!   led (1.5) and 14 on an ace (14.5);
//! * pair, triple, bomb4: the rank; full house: the rank of the triple;
//! * stairs, straight, bombsf: the **lowest** rank;
//! * dog: 0.
//!
//! So a code says what the Phoenix stands for, and is one to one with a
//! [`Combination`](crate::Combination). The other types are the actions below.

use crate::card::Card;
use crate::kind::Kind;

/// The version of the codes; it changes if ever one of them means something else.
pub const VERSION: u32 = 1;

/// The cards in a code.
pub const CARD_BITS: u64 = (1 << 56) - 1;

const EXCHANGE: u64 = 0x9E << 56;
const WISH: u64 = 0xA0 << 56;
const GIVE_DRAGON: u64 = 0xB0 << 56;
/// Calling Tichu.
pub const TICHU: u64 = 0xC0 << 56;
/// Calling Grand Tichu.
pub const GRAND_TICHU: u64 = 0xC1 << 56;
/// Not calling Grand Tichu.
pub const NO_GRAND_TICHU: u64 = 0xC2 << 56;
/// Collecting a ripe trick.
pub const COLLECT: u64 = 0xD0 << 56;
/// Declining to bomb.
pub const DECLINE: u64 = 0xE0 << 56;
/// Passing.
pub const PASS: u64 = 0xF0 << 56;

/// The exchange: one card to the next seat, the partner and the previous seat, 6 bits each.
pub const fn exchange(next: Card, partner: Card, previous: Card) -> u64 {
    EXCHANGE | next.index() as u64 | (partner.index() as u64) << 6 | (previous.index() as u64) << 12
}

/// A wish in the lower four bits: 2 to 14, or `None` for 0, no wish.
pub const fn wish(rank: Option<u8>) -> u64 {
    match rank {
        Some(rank) => WISH | (rank & 0xF) as u64,
        None => WISH,
    }
}

/// The gift of the Dragon's trick to a seat 0 to 3, in the lower two bits.
pub const fn give_dragon(recipient: u8) -> u64 {
    GIVE_DRAGON | (recipient & 3) as u64
}

/// The top byte of a combination, in place.
pub(crate) const fn tag(kind: Kind, key: u8) -> u64 {
    ((kind as u64) << 60) | ((key as u64) << 56)
}
