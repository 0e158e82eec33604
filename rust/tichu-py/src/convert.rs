//! Arguments: what Python hands over, taken as the core's values or refused with an error.
//!
//! Instances of the module's own classes are recognised first, so that they cost next to nothing.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use tichu_core::{Card, CardSet, Combination};

use crate::card::PyCard;
use crate::card_set::PyCardSet;
use crate::combination::PyCombination;
use crate::error::Problem;
#[cfg(feature = "stubs")]
use crate::hints::{self, PyStaticExpr};

/// One card: a `Card` or its text.
pub(crate) struct CardLike(pub(crate) Card);

impl<'py> FromPyObject<'_, 'py> for CardLike {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = hints::CARD_LIKE;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match card_from(&object)? {
            Some(card) => Ok(Self(card)),
            None => Err(Problem::wrong_type(&object, "a Card or a text such as '7j'").into()),
        }
    }
}

/// Cards: a `CardSet`, a `Card`, a text, or an iterable of cards and their texts.
pub(crate) struct CardsLike(pub(crate) CardSet);

impl<'py> FromPyObject<'_, 'py> for CardsLike {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = hints::CARDS_LIKE;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.cast::<PyCardSet>() {
            Ok(set) => Ok(Self(set.get().0)),
            Err(_) => cards_from(&object).map(Self),
        }
    }
}

/// What lies on the table: a `Combination`, its text, or cards in their higher reading.
pub(crate) struct Table(pub(crate) Combination);

impl<'py> FromPyObject<'_, 'py> for Table {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = hints::TABLE;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(combination) = object.cast::<PyCombination>() {
            return Ok(Self(combination.get().0));
        }
        if let Ok(text) = object.cast::<PyString>() {
            let combination = combination_from_text(&text);
            return Ok(Self(combination.map_err(|problem| problem.at("table"))?));
        }
        let CardsLike(cards) = CardsLike::extract(object)?;
        let combination = Combination::of(cards, None);
        Ok(Self(combination.map_err(|error| Problem::in_value(&error).at("table"))?))
    }
}

/// A `Combination` and nothing else.
pub(crate) struct Played(pub(crate) Combination);

impl<'py> FromPyObject<'_, 'py> for Played {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = hints::COMBINATION;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.cast::<PyCombination>() {
            Ok(combination) => Ok(Self(combination.get().0)),
            Err(_) => Err(Problem::wrong_type(&object, "a Combination").into()),
        }
    }
}

/// The notation of a combination.
pub(crate) struct Notation(pub(crate) Combination);

impl<'py> FromPyObject<'_, 'py> for Notation {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = hints::STR;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        const WANTED: &str = "a text such as '5j 5s Ph=5' (Combination.of takes cards)";
        match object.cast::<PyString>() {
            Ok(text) => Ok(Self(combination_from_text(&text)?)),
            Err(_) => Err(Problem::wrong_type(&object, WANTED).into()),
        }
    }
}

/// `True` or `False`, and nothing that merely counts as one of them.
pub(crate) struct Flag(pub(crate) bool);

impl<'py> FromPyObject<'_, 'py> for Flag {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = hints::BOOL;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.cast::<PyBool>() {
            Ok(flag) => Ok(Self(flag.is_true())),
            Err(_) => Err(Problem::wrong_type(&object, "True or False").into()),
        }
    }
}

/// A whole number, or `None` for one that no `u64` holds.
///
/// Whatever has `__index__` is one, so NumPy's integers are too.
pub(crate) fn whole_number(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<u64>> {
    match object.extract::<u64>() {
        Ok(number) => Ok(Some(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Ok(None),
        Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => {
            Err(Problem::wrong_type(object, "a whole number").at(name).into())
        }
        Err(error) => Err(error),
    }
}

/// Declares an argument that is a whole number within bounds.
macro_rules! bounded {
    (
        $(#[$doc:meta])*
        $name:ident($type:ty) = $low:literal..=$high:expr, $argument:literal, $problem:expr
    ) => {
        $(#[$doc])*
        pub(crate) struct $name(pub(crate) $type);

        impl<'py> FromPyObject<'_, 'py> for $name {
            type Error = PyErr;

            #[cfg(feature = "stubs")]
            const INPUT_TYPE: PyStaticExpr = hints::INDEX;

            fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                match whole_number(&object, $argument)?.map(<$type>::try_from) {
                    Some(Ok(number)) if ($low..=$high).contains(&number) => Ok(Self(number)),
                    _ => Err($problem.at($argument).into()),
                }
            }
        }
    };
}

bounded!(
    /// The rank of a wish.
    Wish(u8) = 2..=14,
    "wish",
    Problem::invalid("bad_wish", "A wish is a rank from 2 to 14, or None.").rule("R-066")
);
bounded!(
    /// The rank that the Phoenix stands for.
    PhoenixRank(u8) = 2..=14,
    "phoenix_rank",
    Problem::invalid("bad_phoenix_rank", "The Phoenix stands for a rank from 2 to 14.")
        .rule("R-037")
);
bounded!(
    /// A rank as `Card.rank` has it: 1 is the Mah Jong, 15 the Dragon.
    RankOfCard(u8) = 1..=15,
    "rank",
    Problem::invalid("bad_rank", "Give a rank from 1 (Mah Jong) over 2 to 14 to 15 (Dragon).")
);
bounded!(
    /// The bit of a card in a mask.
    CardIndex(u8) = 0..=55,
    "index",
    Problem::invalid("bad_index", "The index of a card is a number from 0 to 55.")
);
bounded!(
    /// A seat.
    Seat(u8) = 0..=3,
    "seat",
    Problem::invalid("bad_seat", "Seats are 0 to 3.")
);
bounded!(
    /// How many actions deep.
    Depth(u32) = 0..=30,
    "depth",
    Problem::invalid("bad_depth", "A depth is a number of actions from 0 to 30.")
);
bounded!(
    /// How many rollouts.
    Count(u64) = 1..=Count::MOST,
    "count",
    Count::refused()
);

impl Count {
    /// The most at a time, so that their scores fit into memory.
    pub(crate) const MOST: u64 = 100_000_000;

    pub(crate) fn refused() -> Problem {
        Problem::invalid("bad_count", "Run 1 to 100000000 rollouts at a time, all starts together.")
    }
}

bounded!(
    /// How many rounds at once.
    BatchSize(u64) = 1..=1_000_000,
    "count",
    Problem::invalid("bad_count", "A batch has 1 to 1000000 rounds.")
);
bounded!(
    /// The place of a table in a batch.
    Index(usize) = 0..=usize::MAX,
    "index",
    Problem::invalid("bad_index", "There is no such table in the batch.")
);
bounded!(
    /// How many choices beside the plays.
    Others(usize) = 0..=1_000_000,
    "others",
    Problem::invalid("bad_count", "Give the number of other choices, 0 to 1000000.")
);
bounded!(
    /// How many threads.
    Threads(u16) = 1..=1024,
    "threads",
    Problem::invalid("bad_threads", "Use 1 to 1024 threads, or None for one on each core.")
);
bounded!(
    /// A mask of the 56 cards.
    Mask(u64) = 0..=CardSet::FULL_DECK.mask(),
    "mask",
    Problem::invalid("bad_mask", "A mask is a number from 0 to 2**56 - 1: one bit a card.")
);
bounded!(
    /// The code of a combination, still to be looked into.
    Code(u64) = 0..=u64::MAX,
    "code",
    Problem::invalid("bad_code", "A code is a number from 0 to 2**64 - 1.")
);
bounded!(
    /// The bound of a random number.
    RandomBound(u64) = 1..=u64::MAX,
    "n",
    Problem::invalid("bad_bound", "Give a bound from 1 to 2**64 - 1.")
);

fn combination_from_text(text: &Bound<'_, PyString>) -> Result<Combination, Problem> {
    text_of(text)?.parse().map_err(|error| Problem::in_text(&error))
}

/// The UTF-8 of a text; a lone surrogate has none, and is part of no card either.
fn text_of<'a>(text: &'a Bound<'_, PyString>) -> Result<&'a str, Problem> {
    text.to_str().map_err(|_| {
        Problem::notation(
            "unknown_card",
            "The text holds a lone surrogate; write cards as 7j, Ts, Mj, Do, Ph, Dg.",
        )
    })
}

/// The card that an object is or spells; `None` if it is neither a card nor a text.
pub(crate) fn card_from(object: &Bound<'_, PyAny>) -> Result<Option<Card>, Problem> {
    if let Ok(card) = object.cast::<PyCard>() {
        return Ok(Some(card.get().0));
    }
    let Ok(text) = object.cast::<PyString>() else {
        return Ok(None);
    };
    text_of(text)?.parse().map(Some).map_err(|error| Problem::in_text(&error))
}

/// Cards in any form but a `CardSet`, which the caller has looked for.
#[cold]
fn cards_from(object: &Bound<'_, PyAny>) -> PyResult<CardSet> {
    if let Ok(card) = object.cast::<PyCard>() {
        return Ok(card.get().0.into());
    }
    let Ok(text) = object.cast::<PyString>() else {
        return cards_from_items(object);
    };
    Ok(text_of(text)?.parse().map_err(|error| Problem::in_text(&error))?)
}

/// Reads an iterable, never more than 57 items of it: by then a card has come twice.
fn cards_from_items(object: &Bound<'_, PyAny>) -> PyResult<CardSet> {
    const WANTED: &str =
        "cards: a CardSet, a Card, a text such as '7j Ts', or an iterable of cards";
    let items = match object.try_iter() {
        Ok(items) => items,
        Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => {
            return Err(Problem::wrong_type(object, WANTED).into());
        }
        Err(error) => return Err(error),
    };
    let mut cards = CardSet::EMPTY;
    for (number, item) in items.enumerate() {
        cards =
            with_item(cards, &item?).map_err(|problem| problem.at(&format!("item {number}")))?;
    }
    Ok(cards)
}

fn with_item(cards: CardSet, item: &Bound<'_, PyAny>) -> Result<CardSet, Problem> {
    let Some(card) = card_from(item)? else {
        return Err(Problem::wrong_type(item, "cards, each a Card or a text such as '7j'"));
    };
    if cards.contains(card) {
        let message = format!("{card} is there twice; name each card once.");
        return Err(Problem::invalid("duplicate_card", message).rule("R-001"));
    }
    Ok(cards.with(card))
}
