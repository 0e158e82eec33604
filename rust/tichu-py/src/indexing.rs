//! Indices and slices, with the meaning that Python's own sequences give them.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PySlice;

use crate::error::Problem;
#[cfg(feature = "stubs")]
use crate::hints::{self, PyStaticExpr};

/// An index: negative ones count from the end, huge ones are cut to the largest there are.
#[derive(Clone, Copy)]
pub(crate) struct Position(isize);

impl Position {
    /// The place of the index in a sequence, if it has one.
    pub(crate) fn within(self, len: usize) -> Option<usize> {
        let place = if self.0 < 0 { self.0.checked_add_unsigned(len)? } else { self.0 };
        usize::try_from(place).ok().filter(|&place| place < len)
    }

    /// The place of the index as a bound, cut to the sequence.
    fn clamped(self, len: usize) -> usize {
        let place = if self.0 < 0 { self.0.saturating_add_unsigned(len) } else { self.0 };
        usize::try_from(place).unwrap_or(0).min(len)
    }
}

impl<'py> FromPyObject<'_, 'py> for Position {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = hints::INDEX;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        match object.extract::<isize>() {
            Ok(index) => Ok(Self(index)),
            Err(error) if error.is_instance_of::<PyOverflowError>(py) => {
                let negative = object.call_method0(intern!(py, "__index__"))?.lt(0)?;
                Ok(Self(if negative { isize::MIN } else { isize::MAX }))
            }
            Err(error) if error.is_instance_of::<PyTypeError>(py) => {
                Err(Problem::wrong_type(&object, "a whole number or a slice").at("index").into())
            }
            Err(error) => Err(error),
        }
    }
}

/// What stands in brackets.
pub(crate) enum IndexOrSlice<'py> {
    Index(Position),
    Slice(Bound<'py, PySlice>),
}

impl<'py> FromPyObject<'_, 'py> for IndexOrSlice<'py> {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = hints::INDEX_OR_SLICE;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.cast::<PySlice>() {
            Ok(slice) => Ok(Self::Slice(slice.to_owned())),
            Err(_) => object.extract().map(Self::Index),
        }
    }
}

/// The places that a slice of a sequence takes, in its order.
pub(crate) fn places(
    slice: &Bound<'_, PySlice>,
    len: usize,
) -> PyResult<impl Iterator<Item = usize> + use<>> {
    let py = slice.py();
    let range = slice.indices(len.cast_signed()).map_err(|error| {
        if error.is_instance_of::<PyTypeError>(py) || error.is_instance_of::<PyValueError>(py) {
            let message = "A slice has whole numbers or None, and a step that is not 0.";
            Problem::invalid("bad_slice", message).at("index").into()
        } else {
            error
        }
    })?;
    let turns = 0..range.slicelength.cast_signed();
    Ok(turns.filter_map(move |turn| usize::try_from(range.start + turn * range.step).ok()))
}

/// The place of `wanted` in `items`, from `start` to before `stop`.
pub(crate) fn find(
    items: &[u64],
    wanted: u64,
    start: Option<Position>,
    stop: Option<Position>,
) -> Option<usize> {
    let first = start.map_or(0, |index| index.clamped(items.len()));
    let end = stop.map_or(items.len(), |index| index.clamped(items.len()));
    let found = items.get(first..end)?.iter().position(|&item| item == wanted)?;
    Some(first + found)
}
