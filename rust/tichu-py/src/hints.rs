//! What the type stubs say where a Rust type alone cannot say it.
//!
//! The expressions exist only with the feature `stubs`; [`Typed`] costs nothing at run time.

use std::convert::Infallible;
use std::marker::PhantomData;

use pyo3::prelude::*;

#[cfg(feature = "stubs")]
pub(crate) use expressions::*;
#[cfg(feature = "stubs")]
pub(crate) use pyo3::inspect::PyStaticExpr;

/// A Python type that a stub shows.
pub(crate) trait Hint {
    #[cfg(feature = "stubs")]
    const TYPE: PyStaticExpr;
}

/// A Python object of class `T` whose stub says `H`.
pub(crate) struct Typed<'py, H, T = PyAny>(Bound<'py, T>, PhantomData<H>);

impl<'py, H, T> Typed<'py, H, T> {
    pub(crate) fn new(object: Bound<'py, T>) -> Self {
        Self(object, PhantomData)
    }
}

impl<'py, H: Hint, T> IntoPyObject<'py> for Typed<'py, H, T> {
    type Target = T;
    type Output = Bound<'py, T>;
    type Error = Infallible;

    #[cfg(feature = "stubs")]
    const OUTPUT_TYPE: PyStaticExpr = H::TYPE;

    fn into_pyobject(self, _py: Python<'py>) -> Result<Self::Output, Self::Error> {
        Ok(self.0)
    }
}

macro_rules! hints {
    ($($(#[$doc:meta])* $name:ident => $expr:ident;)*) => {$(
        $(#[$doc])*
        pub(crate) struct $name;

        impl Hint for $name {
            #[cfg(feature = "stubs")]
            const TYPE: PyStaticExpr = expressions::$expr;
        }
    )*};
}

hints! {
    /// An iterator over cards.
    CardIterator => CARD_ITERATOR;
    /// An iterator over combinations.
    CombinationIterator => COMBINATION_ITERATOR;
    /// A combination or a number.
    CombinationOrNumber => COMBINATION_OR_NUMBER;
    /// A tuple of combinations, of any length.
    Combinations => COMBINATIONS;
    /// A combination, or a tuple of them.
    CombinationOrSlice => COMBINATION_OR_SLICE;
    /// The name of a type of combination.
    TypeName => TYPE_NAME;
    /// The name of a suit.
    SuitName => SUIT_NAME;
    /// How a wish binds bombs in turn.
    WishBombName => WISH_BOMB_NAME;
    /// The arguments of a constructor.
    Arguments => ARGUMENTS;
    /// A whole or a half rank.
    Rank => NUMBER;
    /// A number for each type of combination.
    TypeCounts => TYPE_COUNTS;
    /// A list of what went in.
    ListOfItems => LIST_OF_ITEMS;
    /// The name of a phase of a simulated round.
    PhaseName => PHASE_NAME;
    /// A set of cards for each seat.
    CardSets => CARD_SETS;
    /// A call, or none, for each seat.
    CallNames => CALL_NAMES;
    /// Places in a sequence.
    Places => RANK_TUPLE;
    /// Some seats.
    Seats => RANK_TUPLE;
    /// Seats, codes and numbers of sequences.
    DividedPerft => DIVIDED_PERFT;
    /// Questions with their answers, and totals.
    Transcript => TRANSCRIPT;
}

#[cfg(feature = "stubs")]
mod expressions {
    use pyo3::PyTypeInfo;
    use pyo3::inspect::{PyStaticConstant, PyStaticExpr};
    use pyo3::{type_hint_identifier, type_hint_subscript, type_hint_union};

    use crate::card::PyCard;
    use crate::card_set::PyCardSet;
    use crate::combination::PyCombination;

    macro_rules! literal {
        ($($text:literal),+) => {
            type_hint_subscript!(
                type_hint_identifier!("typing", "Literal"),
                PyStaticExpr::Tuple {
                    elts: &[$(PyStaticExpr::Constant { value: PyStaticConstant::Str($text) }),+]
                }
            )
        };
    }

    const ELLIPSIS: PyStaticExpr = PyStaticExpr::Constant { value: PyStaticConstant::Ellipsis };
    pub(crate) const STR: PyStaticExpr = type_hint_identifier!("builtins", "str");
    const INT: PyStaticExpr = type_hint_identifier!("builtins", "int");
    const FLOAT: PyStaticExpr = type_hint_identifier!("builtins", "float");
    const TUPLE: PyStaticExpr = type_hint_identifier!("builtins", "tuple");
    const DICT: PyStaticExpr = type_hint_identifier!("builtins", "dict");
    const LIST: PyStaticExpr = type_hint_identifier!("builtins", "list");
    const SLICE: PyStaticExpr = type_hint_identifier!("builtins", "slice");
    const ITERABLE: PyStaticExpr = type_hint_identifier!("collections.abc", "Iterable");
    const ITERATOR: PyStaticExpr = type_hint_identifier!("collections.abc", "Iterator");
    pub(crate) const CARD: PyStaticExpr = <PyCard as PyTypeInfo>::TYPE_HINT;
    const CARD_SET: PyStaticExpr = <PyCardSet as PyTypeInfo>::TYPE_HINT;
    pub(crate) const COMBINATION: PyStaticExpr = <PyCombination as PyTypeInfo>::TYPE_HINT;
    /// The type variable that stubs.py declares.
    const ITEM: PyStaticExpr = type_hint_identifier!("builtins", "_Item");

    pub(crate) const ARGUMENTS: PyStaticExpr =
        type_hint_subscript!(TUPLE, type_hint_identifier!("builtins", "object"), ELLIPSIS);
    pub(crate) const BOOL: PyStaticExpr = type_hint_identifier!("builtins", "bool");
    pub(crate) const BYTES: PyStaticExpr = type_hint_identifier!("builtins", "bytes");
    pub(crate) const INDEX: PyStaticExpr = type_hint_identifier!("typing", "SupportsIndex");
    pub(crate) const INDEX_OR_SLICE: PyStaticExpr = type_hint_union!(INDEX, SLICE);
    pub(crate) const NUMBER: PyStaticExpr = type_hint_union!(INT, FLOAT);

    pub(crate) const CARD_LIKE: PyStaticExpr = type_hint_union!(CARD, STR);
    pub(crate) const CARDS_LIKE: PyStaticExpr =
        type_hint_union!(CARD_SET, CARD, STR, type_hint_subscript!(ITERABLE, CARD_LIKE));
    pub(crate) const TABLE: PyStaticExpr = type_hint_union!(COMBINATION, CARDS_LIKE);
    pub(crate) const CARD_ITERATOR: PyStaticExpr = type_hint_subscript!(ITERATOR, CARD);
    pub(crate) const COMBINATION_ITERATOR: PyStaticExpr =
        type_hint_subscript!(ITERATOR, COMBINATION);
    pub(crate) const COMBINATIONS: PyStaticExpr =
        type_hint_subscript!(TUPLE, COMBINATION, ELLIPSIS);
    pub(crate) const COMBINATION_OR_NUMBER: PyStaticExpr = type_hint_union!(COMBINATION, INT);
    pub(crate) const COMBINATION_OR_SLICE: PyStaticExpr =
        type_hint_union!(COMBINATION, COMBINATIONS);

    pub(crate) const TYPE_NAME: PyStaticExpr = literal!(
        "single",
        "pair",
        "triple",
        "stairs",
        "fullhouse",
        "straight",
        "bomb4",
        "bombsf",
        "dog"
    );
    pub(crate) const TYPE_NAMES: PyStaticExpr = type_hint_subscript!(TUPLE, TYPE_NAME, ELLIPSIS);
    pub(crate) const TYPE_COUNTS: PyStaticExpr = type_hint_subscript!(DICT, TYPE_NAME, INT);
    pub(crate) const SUIT_NAME: PyStaticExpr = literal!("jade", "sword", "pagoda", "star");
    pub(crate) const SUIT_NAMES: PyStaticExpr = type_hint_subscript!(TUPLE, SUIT_NAME, ELLIPSIS);
    pub(crate) const RANK_TUPLE: PyStaticExpr = type_hint_subscript!(TUPLE, INT, ELLIPSIS);
    pub(crate) const WISH_BOMB_NAME: PyStaticExpr = literal!("free", "strict");

    pub(crate) const ITEMS: PyStaticExpr = type_hint_subscript!(ITERABLE, ITEM);
    pub(crate) const LIST_OF_ITEMS: PyStaticExpr = type_hint_subscript!(LIST, ITEM);
    /// The protocols that stubs.py declares.
    pub(crate) const RANDOM_SOURCE: PyStaticExpr =
        type_hint_identifier!("builtins", "_RandomSource");
    pub(crate) const RULES: PyStaticExpr = type_hint_identifier!("builtins", "_Rules");
    pub(crate) const STATE: PyStaticExpr = type_hint_identifier!("builtins", "_RoundState");
    pub(crate) const PHASE_NAME: PyStaticExpr = literal!("play", "ripe", "gift", "over");
    pub(crate) const CARD_SETS: PyStaticExpr =
        type_hint_subscript!(TUPLE, CARD_SET, CARD_SET, CARD_SET, CARD_SET);
    const NONE: PyStaticExpr = PyStaticExpr::Constant { value: PyStaticConstant::None };
    const CALL_NAME: PyStaticExpr = type_hint_union!(literal!("tichu", "grand"), NONE);
    pub(crate) const CALL_NAMES: PyStaticExpr =
        type_hint_subscript!(TUPLE, CALL_NAME, CALL_NAME, CALL_NAME, CALL_NAME);
    pub(crate) const DIVIDED_PERFT: PyStaticExpr =
        type_hint_subscript!(LIST, type_hint_subscript!(TUPLE, INT, INT, INT));
    pub(crate) const POLICY_NAME: PyStaticExpr =
        literal!("random", "patterns", "greedy", "careful");
    /// The union that stubs.py declares.
    pub(crate) const STARTS: PyStaticExpr = type_hint_identifier!("builtins", "_Starts");
    const TOTALS: PyStaticExpr = type_hint_union!(type_hint_subscript!(TUPLE, INT, INT), NONE);
    pub(crate) const TRANSCRIPT: PyStaticExpr = type_hint_subscript!(
        TUPLE,
        type_hint_subscript!(LIST, type_hint_subscript!(TUPLE, STR, INT, INT, INT)),
        TOTALS
    );
    pub(crate) const ROUND_RULES: PyStaticExpr = type_hint_identifier!("builtins", "_RoundRules");
    pub(crate) const ANSWERS: PyStaticExpr = type_hint_identifier!("builtins", "_Answers");
}
