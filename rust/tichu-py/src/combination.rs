//! `tichu.Combination` and `tichu.classify`.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyString, PyTuple, PyType};
use tichu_core::{Combination, Kind};

use crate::card_set::PyCardSet;
use crate::convert::{CardsLike, Code, Notation, PhoenixRank, Played, RankOfCard};
use crate::error::Problem;
use crate::hints::{Combinations, Rank, TypeName, Typed};
use crate::spread;

/// Cards in one fixed reading: what is played, and what lies on the table.
///
/// ``Combination("5j 5s Ph=5")`` reads the notation that ``str(combination)`` writes: the cards,
/// and after ``Ph=`` the rank that the Phoenix stands for. Left out, the higher reading holds
/// . A single Phoenix is half a rank above the single it was played on: ``Ph=13.5``; led, or
/// written as ``Ph``, it is ``Ph=1.5``.
///
/// Raises:
///     NotationError: the text is not cards (``unknown_card``, ``duplicate_card``), the cards are
///         no combination (``not_a_combination``), or the Phoenix cannot stand for that rank
///         (``bad_phoenix_rank``, ``needless_phoenix_rank``).
///     InvalidValue: not a text (``wrong_type``).
#[pyclass(name = "Combination", module = "tichu", frozen, eq)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PyCombination(pub(crate) Combination);

#[pymethods]
impl PyCombination {
    #[new]
    #[pyo3(signature = (text, /))]
    fn new(text: Notation) -> Self {
        Self(text.0)
    }

    /// The combination that cards are, the Phoenix among them standing for ``phoenix_rank``, as an
    /// answer to ``table`` (see ``answering``).
    ///
    /// If nothing is declared the higher reading holds.
    ///
    /// Raises:
    ///     InvalidValue: the cards are no combination (``not_a_combination``); the Phoenix cannot
    ///         stand for that rank here (``bad_phoenix_rank``); a rank is declared without a
    ///         Phoenix or for a Phoenix alone (``needless_phoenix_rank``).
    ///     TichuError: as for ``CardSet(cards)``.
    #[staticmethod]
    #[pyo3(signature = (cards, phoenix_rank = None, table = None))]
    fn of(
        cards: CardsLike,
        phoenix_rank: Option<PhoenixRank>,
        table: Option<Played>,
    ) -> PyResult<Self> {
        let combination = Combination::of(cards.0, phoenix_rank.map(|rank| rank.0))
            .map_err(|error| Problem::in_value(&error))?;
        Ok(Self(combination.answering(table.map(|top| top.0).as_ref())))
    }

    /// The combination of a code, see ``code``.
    ///
    /// Raises:
    ///     InvalidValue: no combination has this code (``bad_code``).
    #[staticmethod]
    #[pyo3(signature = (code, /))]
    fn from_code(code: Code) -> PyResult<Self> {
        let combination = Combination::from_code(code.0);
        Ok(Self(combination.map_err(|error| Problem::in_value(&error))?))
    }

    /// The type: ``bomb4`` is four of a kind, ``bombsf`` a one-suit run.
    #[getter]
    fn r#type<'py>(&self, py: Python<'py>) -> Typed<'py, TypeName, PyString> {
        Typed::new(type_name(py, self.0.kind()).clone())
    }

    /// The rank that counts: the highest of stairs, straights and one-suit runs, the triple's of a
    /// full house; Mah Jong 1, Dragon 15, Dog 0.
    ///
    /// It is an ``int``, but a ``float`` for a single Phoenix, which lies half a rank up: 1.5 to
    /// 14.5.
    #[getter]
    fn rank<'py>(&self, py: Python<'py>) -> Typed<'py, Rank> {
        let doubled = self.0.rank2();
        Typed::new(if doubled.is_multiple_of(2) {
            PyInt::new(py, doubled / 2).into_any()
        } else {
            PyFloat::new(py, f64::from(doubled) / 2.0).into_any()
        })
    }

    /// The number of cards, 1 to 14.
    #[getter]
    fn length(&self) -> usize {
        self.0.len()
    }

    /// The cards.
    #[getter]
    fn cards(&self) -> PyCardSet {
        PyCardSet(self.0.cards())
    }

    /// The rank that the Phoenix stands for, 2 to 14; None without it and where it is alone.
    #[getter]
    fn phoenix_rank(&self) -> Option<u8> {
        self.0.phoenix_rank()
    }

    /// The combination as a number below 2**64: the mask of the cards, and in the top byte
    /// ``type << 4 | key``, so that the reading of the Phoenix is part of it.
    ///
    /// Types are numbered as in ``TYPES``. The key is the rank (rounded down for a single Phoenix),
    /// for stairs, straights and one-suit runs the lowest rank, for the Dog 0.
    #[getter]
    fn code(&self) -> u64 {
        self.0.code()
    }

    /// Whether it is a bomb.
    #[getter]
    fn is_bomb(&self) -> bool {
        self.0.is_bomb()
    }

    /// The sum of the cards' points.
    #[getter]
    fn points(&self) -> i32 {
        self.0.points()
    }

    /// Whether it may be played on ``other``.
    ///
    /// A single Phoenix beats every single but the Dragon, whatever rank it carries here; on the
    /// table its rank counts. The Dog neither beats nor is beaten.
    #[pyo3(signature = (other, /))]
    fn beats(&self, other: Played) -> bool {
        self.0.beats(&other.0)
    }

    /// The combination as an answer to what lies on the table: a single Phoenix takes its rank from
    /// there, or 1.5 where it answers nothing; all else stays as it is.
    #[pyo3(signature = (table, /))]
    fn answering(&self, table: Option<Played>) -> Self {
        Self(self.0.answering(table.map(|top| top.0).as_ref()))
    }

    /// Whether it contains a natural card of a rank; the Phoenix never is one.
    ///
    /// Raises:
    ///     InvalidValue: not 1 (Mah Jong) to 15 (Dragon) (``bad_rank``).
    #[pyo3(signature = (rank, /))]
    fn contains_rank(&self, rank: RankOfCard) -> bool {
        !self.0.cards().of_rank(rank.0).is_empty()
    }

    fn __hash__(&self) -> u64 {
        spread(self.0.code())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        self.repr()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<Self>(), (self.0.to_string(),))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__<'py>(slf: Bound<'py, Self>, memo: Bound<'py, PyAny>) -> Bound<'py, Self> {
        drop(memo);
        slf
    }
}

impl PyCombination {
    /// What `eval` makes an equal value of.
    pub(crate) fn repr(&self) -> String {
        format!("Combination('{}')", self.0)
    }
}

/// Every combination that cards can be, without a table: none, one or two, the higher one first.
///
/// There are two where the Phoenix can stand for either of two ranks. A single Phoenix is
/// 1.5.
///
/// Raises:
///     TichuError: as for ``CardSet(cards)``.
#[pyfunction]
#[pyo3(signature = (cards, /))]
pub(crate) fn classify(
    py: Python<'_>,
    cards: CardsLike,
) -> PyResult<Typed<'_, Combinations, PyTuple>> {
    let readings = tichu_core::classify(cards.0);
    let first = readings.first().map(PyCombination);
    let tuple = match (first, readings.second().map(PyCombination)) {
        (Some(higher), Some(lower)) => (higher, lower).into_pyobject(py)?,
        (Some(only), None) => (only,).into_pyobject(py)?,
        (None, _) => PyTuple::empty(py),
    };
    Ok(Typed::new(tuple))
}

/// The interned name of a type.
pub(crate) fn type_name(py: Python<'_>, kind: Kind) -> &Bound<'_, PyString> {
    match kind {
        Kind::Single => intern!(py, "single"),
        Kind::Pair => intern!(py, "pair"),
        Kind::Triple => intern!(py, "triple"),
        Kind::Stairs => intern!(py, "stairs"),
        Kind::FullHouse => intern!(py, "fullhouse"),
        Kind::Straight => intern!(py, "straight"),
        Kind::Bomb4 => intern!(py, "bomb4"),
        Kind::BombSf => intern!(py, "bombsf"),
        Kind::Dog => intern!(py, "dog"),
    }
}
