//! The binding of the core to Python: conversion and errors. It holds no rule.
//!
//! Every value is immutable, and whatever changes (a generator, an iterator, a list made on demand)
//! is behind a lock or an atomic, so the module does not rely on the GIL. What takes longer than some
//! microseconds (perft, rollouts) releases it, and looks for a keyboard interrupt now and then.

#![allow(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]
#![allow(clippy::trivially_copy_pass_by_ref, reason = "PyO3 wants methods to take &self")]
#![allow(clippy::doc_markdown, reason = "these comments are Python's docstrings")]

mod buffer;
mod card;
mod card_set;
mod combination;
mod constants;
mod convert;
mod error;
mod hints;
mod indexing;
mod iterator;
mod options;
mod plays;
mod rng;
mod sim_batch;
mod sim_round;
mod sim_run;
mod sim_state;
mod sim_trials;

/// The cards of Tichu, their combinations, and the legal plays, computed in Rust.
///
/// A program imports these names from ``tichu``.
// `gil_used = false`: see above. It has an effect only on free-threaded interpreters, and for those
// there is no stable ABI before Python 3.15, so that the wheel excludes them for now.
#[pyo3::pymodule(gil_used = false)]
mod _core {
    use pyo3::prelude::*;
    use pyo3::types::PySequence;
    use tichu_core::{Card, CardSet};

    use crate::constants::{Ranks, Special, Suits, Types};

    #[pymodule_export]
    use crate::card::PyCard;
    #[pymodule_export]
    use crate::card_set::PyCardSet;
    #[pymodule_export]
    use crate::combination::{PyCombination, classify};
    #[pymodule_export]
    use crate::plays::{PyPlays, legal_plays};
    #[pymodule_export]
    use crate::rng::PyRng;
    #[pymodule_export]
    use crate::sim_batch::PyBatch;
    #[pymodule_export]
    use crate::sim_round::PyRound;
    #[pymodule_export]
    use crate::sim_run::PyRollouts;
    #[pymodule_export]
    use crate::sim_trials::PyTrials;

    /// The Mah Jong.
    #[pymodule_export]
    const MAHJONG: Special = Special(Card::MAH_JONG);
    /// The Dog.
    #[pymodule_export]
    const DOG: Special = Special(Card::DOG);
    /// The Phoenix.
    #[pymodule_export]
    const PHOENIX: Special = Special(Card::PHOENIX);
    /// The Dragon.
    #[pymodule_export]
    const DRAGON: Special = Special(Card::DRAGON);
    /// All 56 cards.
    #[pymodule_export]
    const DECK: PyCardSet = PyCardSet(CardSet::FULL_DECK);
    /// The suits, in the order of their bits in a mask.
    #[pymodule_export]
    const SUITS: Suits = Suits;
    /// The ordinary ranks, 2 to 14.
    #[pymodule_export]
    const RANKS: Ranks = Ranks;
    /// The types of combinations, in the order of a list of plays and of their numbers in codes.
    #[pymodule_export]
    const TYPES: Types = Types;

    /// How many numbers the actions of a ``Batch`` have.
    #[pymodule_export]
    const NUMBERS: usize = tichu_core::sim::numbers::NUMBERS;

    #[pymodule_init]
    fn register(py: Python<'_>) -> PyResult<()> {
        PySequence::register::<PyPlays>(py)
    }
}

/// A number whose bits all depend on those of `value`: the hash of values that are numbers.
fn spread(value: u64) -> u64 {
    let mixed = (value ^ (value >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 32)
}
