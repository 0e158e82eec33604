//! The play phase as a compact state machine, for simulation and search.
//!
//! The book of the rules of play is the Python package; this is a second telling of it, from the
//! exchange on, held to the first by a test that drives both by the same choices. A [`Round`] is a
//! small `Copy` value: hands, table, wish, piles and the options, all in masks and bytes.
//!
//! # Actions
//! An action is one `u64`, a [code](crate::code) of a combination, pass, collect or a gift of the
//! Dragon. Only a wish needs more room: **in the code of a play with the Mah Jong, whose key is
//! always 1, the four bits of the key are the wish**, 2 to 14, and 1 stands for no wish. So the code
//! of such a combination is also the action that plays it without a wish. See [`action`].
//!
//! ```
//! use tichu_core::sim::{Fields, Phase, Round};
//!
//! let hands = ["5j 9s", "7j", "8j 8s", "9j"].map(|text| text.parse().unwrap_or_default());
//! let mut round = Round::new(&Fields { hands, turn: Some(0), ..Fields::default() })?;
//! let mut codes = Vec::new();
//! round.legal(0, &mut codes);
//! assert_eq!(codes.len(), 2); // the two single cards; the leader may not pass
//! round.apply(0, codes[0])?;
//! assert_eq!((round.turn(), round.phase()), (Some(1), Phase::Play));
//! # Ok::<(), tichu_core::sim::Refused>(())
//! ```

pub mod action;
pub mod numbers;

mod batch;
mod deal;
mod hidden;
mod key;
mod legal;
mod moves;
mod opening;
mod options;
mod perft;
mod playout;
mod policy;
mod rollouts;
mod round;
mod score;
mod seats;
mod table;
mod transcript;
mod trials;

pub use batch::Batch;
pub use hidden::Hidden;
pub use opening::{DuringExchange, Opening};
pub use options::Options;
pub use perft::{perft, perft_divided};
pub use playout::Start;
pub use policy::PolicyName;
pub use rollouts::Rollouts;
pub use round::{Call, Fields, Phase, Refused, Round};
pub use score::Score;
pub use table::{Question, Table};
pub use transcript::Answer;
pub use trials::{Moment, Trials};
