//! The constants of the module that are not cards.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tichu_core::{Card, Kind, Suit};

use crate::card::{PyCard, card_object, suit_name};
use crate::combination::type_name;
#[cfg(feature = "stubs")]
use crate::hints::{self, PyStaticExpr};

/// One of the special cards, as the one object that every card has.
pub(crate) struct Special(pub(crate) Card);
/// The names of the suits, in the order of their bits.
pub(crate) struct Suits;
/// The names of the types of combinations, in the order of their numbers in codes.
pub(crate) struct Types;
/// The ordinary ranks, 2 to 14.
pub(crate) struct Ranks;

impl<'py> IntoPyObject<'py> for Special {
    type Target = PyCard;
    type Output = Bound<'py, PyCard>;
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const OUTPUT_TYPE: PyStaticExpr = hints::CARD;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        card_object(py, self.0).cloned()
    }
}

impl<'py> IntoPyObject<'py> for Suits {
    type Target = PyTuple;
    type Output = Bound<'py, PyTuple>;
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const OUTPUT_TYPE: PyStaticExpr = hints::SUIT_NAMES;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        PyTuple::new(py, Suit::ALL.map(|suit| suit_name(py, suit)))
    }
}

impl<'py> IntoPyObject<'py> for Types {
    type Target = PyTuple;
    type Output = Bound<'py, PyTuple>;
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const OUTPUT_TYPE: PyStaticExpr = hints::TYPE_NAMES;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        PyTuple::new(py, Kind::ALL.map(|kind| type_name(py, kind)))
    }
}

impl<'py> IntoPyObject<'py> for Ranks {
    type Target = PyTuple;
    type Output = Bound<'py, PyTuple>;
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const OUTPUT_TYPE: PyStaticExpr = hints::RANK_TUPLE;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        PyTuple::new(py, 2..=14_u8)
    }
}
