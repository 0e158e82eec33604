//! `tichu.CardSet`.

use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use tichu_core::CardSet;

use crate::card::card_objects;
use crate::convert::{CardsLike, Mask, RankOfCard, card_from};
use crate::hints::{CardIterator, Typed};
use crate::spread;

/// A set of cards: an immutable value of 56 bits with the vocabulary of a set.
///
/// ``CardSet("7j Ts Mj")`` reads cards with any blanks between them, or none; ``CardSet(cards)``
/// takes an iterable of cards and their texts, a card, or another set; ``CardSet()`` is empty.
/// ``len``, ``in``, ``bool``, ``|``, ``&``, ``-``, ``^``, ``<=``, ``<``, ``>=`` and ``>`` work as
/// for ``frozenset``; iteration is in deck order; ``str(cards)`` is the notation, to be read back.
///
/// Raises:
///     NotationError: the text is not cards (``unknown_card``) or names a card twice
///         (``duplicate_card``).
///     InvalidValue: the iterable has a card twice (``duplicate_card``, R-001), or what was given
///         is not cards (``wrong_type``).
#[pyclass(name = "CardSet", module = "tichu", frozen)]
#[derive(Clone, Copy)]
pub(crate) struct PyCardSet(pub(crate) CardSet);

#[pymethods]
impl PyCardSet {
    #[new]
    #[pyo3(signature = (cards = CardsLike(CardSet::EMPTY), /), text_signature = "(cards=(), /)")]
    fn new(cards: CardsLike) -> Self {
        Self(cards.0)
    }

    /// The set of a mask, see ``mask``.
    ///
    /// Raises:
    ///     InvalidValue: not 0 to 2**56 - 1 (``bad_mask``).
    #[staticmethod]
    #[pyo3(signature = (mask, /))]
    fn from_mask(mask: Mask) -> Self {
        Self(CardSet::from_mask_truncated(mask.0))
    }

    /// The set as a number of 56 bits: ``sum(1 << card.index for card in cards)``.
    ///
    /// The layout is fixed: bit ``4 * (rank - 1) + suit`` for the ranks 2 to 14 and the suits
    /// jade 0, sword 1, pagoda 2, star 3; Mah Jong 0, Dog 1, Phoenix 2, Dragon 3.
    #[getter]
    fn mask(&self) -> u64 {
        self.0.mask()
    }

    /// The sum of the cards' points, -25 to 125.
    #[getter]
    fn points(&self) -> i32 {
        self.0.points()
    }

    /// The cards of a rank 2 to 14; 1 is the Mah Jong, 15 the Dragon.
    ///
    /// Raises:
    ///     InvalidValue: not 1 to 15 (``bad_rank``).
    #[pyo3(signature = (rank, /))]
    fn of_rank(&self, rank: RankOfCard) -> Self {
        Self(self.0.of_rank(rank.0))
    }

    /// Whether some of the cards are a bomb: four of a rank, or five consecutive ones of a suit
    ///
    fn has_bomb(&self) -> bool {
        self.0.has_bomb()
    }

    /// Whether no card is in both.
    ///
    /// Raises:
    ///     TichuError: as for ``CardSet(other)``.
    #[pyo3(signature = (other, /))]
    fn isdisjoint(&self, other: CardsLike) -> bool {
        self.0.is_disjoint(other.0)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __bool__(&self) -> bool {
        !self.0.is_empty()
    }

    // A text names a card; what is neither card nor text is in no set.
    fn __contains__(&self, card: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(card_from(card)?.is_some_and(|card| self.0.contains(card)))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, CardIterator>> {
        let objects = card_objects(py)?;
        let cards = self.0.iter().map(|card| &objects[usize::from(card.index())]);
        Ok(Typed::new(PyTuple::new(py, cards)?.try_iter()?.into_any()))
    }

    fn __or__(&self, other: &Self) -> Self {
        Self(self.0 | other.0)
    }

    fn __and__(&self, other: &Self) -> Self {
        Self(self.0 & other.0)
    }

    fn __sub__(&self, other: &Self) -> Self {
        Self(self.0 - other.0)
    }

    fn __xor__(&self, other: &Self) -> Self {
        Self(self.0 ^ other.0)
    }

    // Equality, and the order of inclusion.
    fn __richcmp__(&self, other: &Self, op: CompareOp) -> bool {
        let (this, that) = (self.0, other.0);
        match op {
            CompareOp::Eq => this == that,
            CompareOp::Ne => this != that,
            CompareOp::Le => this.is_subset(that),
            CompareOp::Lt => this != that && this.is_subset(that),
            CompareOp::Ge => that.is_subset(this),
            CompareOp::Gt => this != that && that.is_subset(this),
        }
    }

    fn __hash__(&self) -> u64 {
        spread(self.0.mask())
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

impl PyCardSet {
    /// What `eval` makes an equal value of.
    pub(crate) fn repr(&self) -> String {
        format!("CardSet('{}')", self.0)
    }
}
