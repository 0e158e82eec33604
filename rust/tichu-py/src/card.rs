//! `tichu.Card`.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyType};
use tichu_core::{Card, Suit};

use crate::convert::{CardIndex, CardLike};
use crate::hints::{SuitName, Typed};
use crate::spread;

/// One of the 56 cards.
///
/// ``Card("7j")`` reads a rank ``2 3 4 5 6 7 8 9 T J Q K A`` and a suit ``j s p t`` (jade, sword,
/// pagoda, star), or ``Mj`` (Mah Jong), ``Do`` (Dog), ``Ph`` (Phoenix), ``Dg`` (Dragon);
/// ``str(card)`` writes it. Cards are ordered as the deck is printed: ``2j 2s 2p 2t 3j ... At Mj Do
/// Ph Dg``, which says nothing about which card beats which.
///
/// Raises:
///     NotationError: the text is no card (``unknown_card``).
///     InvalidValue: neither a text nor a card (``wrong_type``).
#[pyclass(name = "Card", module = "tichu", frozen, eq, ord)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PyCard(pub(crate) Card);

#[pymethods]
impl PyCard {
    #[new]
    #[pyo3(signature = (card, /))]
    fn new(py: Python<'_>, card: CardLike) -> PyResult<Py<Self>> {
        Ok(card_object(py, card.0)?.clone().unbind())
    }

    /// The card of a bit of a mask, see ``index``.
    ///
    /// Raises:
    ///     InvalidValue: not 0 to 55 (``bad_index``).
    #[staticmethod]
    #[pyo3(signature = (index, /))]
    fn from_index(py: Python<'_>, index: CardIndex) -> PyResult<Py<Self>> {
        let card = Card::from_index(index.0).unwrap_or(Card::MAH_JONG);
        Ok(card_object(py, card)?.clone().unbind())
    }

    /// The rank, 2 to 14 (ace); 1 for the Mah Jong, 15 for the Dragon, None for Dog and Phoenix.
    #[getter]
    fn rank(&self) -> Option<u8> {
        self.0.rank()
    }

    /// The suit; None for the four special cards.
    #[getter]
    fn suit<'py>(&self, py: Python<'py>) -> Option<Typed<'py, SuitName, PyString>> {
        self.0.suit().map(|suit| Typed::new(suit_name(py, suit).clone()))
    }

    /// The points: 5, 10, Dragon 25, Phoenix -25, all others 0.
    #[getter]
    fn points(&self) -> i32 {
        self.0.points()
    }

    /// The card's bit in a mask: ``4 * (rank - 1) + suit`` with jade 0, sword 1, pagoda 2, star 3;
    /// Mah Jong 0, Dog 1, Phoenix 2, Dragon 3.
    #[getter]
    fn index(&self) -> u8 {
        self.0.index()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Card('{}')", self.0)
    }

    fn __hash__(&self) -> u64 {
        spread(self.0.index().into())
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

/// The one Python object of a card.
pub(crate) fn card_object(py: Python<'_>, card: Card) -> PyResult<&Bound<'_, PyCard>> {
    Ok(card_objects(py)?[usize::from(card.index())].bind(py))
}

/// The 56 cards as Python objects, by index: made once, so that iterating over cards makes nothing.
pub(crate) fn card_objects(py: Python<'_>) -> PyResult<&[Py<PyCard>]> {
    static OBJECTS: PyOnceLock<Vec<Py<PyCard>>> = PyOnceLock::new();
    let objects = OBJECTS.get_or_try_init(py, || {
        let cards = (0..).map_while(Card::from_index);
        cards.map(|card| Py::new(py, PyCard(card))).collect::<PyResult<Vec<_>>>()
    })?;
    Ok(objects)
}

/// The interned name of a suit.
pub(crate) fn suit_name(py: Python<'_>, suit: Suit) -> &Bound<'_, PyString> {
    match suit {
        Suit::Jade => intern!(py, "jade"),
        Suit::Sword => intern!(py, "sword"),
        Suit::Pagoda => intern!(py, "pagoda"),
        Suit::Star => intern!(py, "star"),
    }
}
