//! The rules of the cards of Tichu: what is a combination, what beats what, and every legal play.
//!
//! No I/O, no dependencies, no unsafe code; input that makes no sense is an [`Error`], never a panic.
//!
//! # Cards
//! A [`Card`] is one of 56 bits, a [`CardSet`] is a `u64` of them.
//!
//! ```
//! use tichu_core::{Card, CardSet};
//!
//! let hand: CardSet = "7j Ts Mj".parse()?;
//! assert_eq!(hand.len(), 3);
//! assert!(hand.contains(Card::MAH_JONG));
//! assert_eq!(hand.points(), 10);
//! assert_eq!((hand | "Dg Ph 2t".parse()?).to_string(), "2t 7j Ts Mj Ph Dg");
//! # Ok::<(), tichu_core::Error>(())
//! ```
//!
//! # Combinations
//! [`classify`] says what cards can be played as: nothing, one thing, or, where the Phoenix may
//! stand for two ranks, two. A [`Combination`] is one such reading. Its [`code`] is one `u64`.
//!
//! ```
//! use tichu_core::{Combination, Kind, classify};
//!
//! let readings = classify("4j 4s 9p 9t Ph".parse()?);
//! let texts: Vec<String> = readings.into_iter().map(|c| c.to_string()).collect();
//! assert_eq!(texts, ["4j 4s 9p 9t Ph=9", "4j 4s 9p 9t Ph=4"]);
//!
//! let low: Combination = "4j 4s 9p 9t Ph=4".parse()?;
//! assert_eq!((low.kind(), low.phoenix_rank()), (Kind::FullHouse, Some(4)));
//! assert!(readings.first().is_some_and(|high| high.beats(&low)));
//! assert_eq!(Combination::from_code(low.code())?, low);
//! # Ok::<(), tichu_core::Error>(())
//! ```
//!
//! # Plays
//! A [`Query`] asks what a hand may play. It counts without building, and builds without allocating.
//!
//! ```
//! use tichu_core::{Combination, Query};
//!
//! let hand = "5j 5s 8p 9t Jt Ph".parse()?;
//! let leads = Query::leads(hand);
//! assert_eq!(leads.count(), 13);
//! assert_eq!(leads.nth(0).map(|play| play.to_string()).as_deref(), Some("Ph=1.5"));
//!
//! let table: Combination = "Tp".parse()?;
//! let mut codes = Vec::new();
//! let mut answers = Query::answers(hand, table);
//! answers.emit(&mut codes);
//! assert_eq!(Combination::from_code(codes[0])?.to_string(), "Ph=10.5");
//! assert_eq!(Combination::from_code(codes[1])?.to_string(), "Jt");
//!
//! answers.wish = Some(11); // somebody wants a jack: the Phoenix is none
//! assert_eq!((answers.count(), answers.may_pass()), (1, false));
//! # Ok::<(), tichu_core::Error>(())
//! ```
//!
//! # Randomness
//! [`Rng`] is fixed bit for bit, the same on every platform: see [`rng`].

pub mod code;
pub mod rng;
pub mod sim;

mod card;
mod card_set;
mod classify;
mod combination;
mod error;
mod few_bits;
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
pub use plays::{HAND_SIZE, PlayIter, PlayList, Query};
pub use rng::Rng;
