//! The rules of the cards of Tichu.

pub mod code;
pub mod rng;

mod card;
mod card_set;
mod classify;
mod combination;
mod error;
mod kind;
mod notation;
mod order;
mod pattern;
mod plays;
mod rank_masks;
mod wish;

pub use card::{Card, DECK_SIZE, HIGHEST_RANK, LOWEST_RANK, Suit};
pub use card_set::{CardSet, Iter};
pub use classify::{Readings, classify};
pub use combination::Combination;
pub use error::{Error, ErrorCode};
pub use kind::Kind;
pub use plays::{HAND_SIZE, PlayList, Query};
pub use rng::Rng;
