//! `tichu.Rng`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyType};
use tichu_core::Rng;

use crate::convert::{RandomBound, whole_number};
use crate::error::Problem;
#[cfg(feature = "stubs")]
use crate::hints::{self, PyStaticExpr};
use crate::hints::{ListOfItems, Typed};

/// The random generator of this package: xoshiro256++ from 32 bytes, the same on every platform.
///
/// The bytes are the state as four numbers, little-endian; 32 zero bytes are replaced by a fixed
/// state. It is mutable, so it has no hash; a copy or a pickle goes on where the original stood;
/// two are equal if they will give the same numbers. Threads may share one: each number goes to one
/// of them.
///
/// Raises:
///     InvalidValue: not ``bytes`` (``wrong_type``), or not 32 of them (``bad_seed``).
#[pyclass(name = "Rng", module = "tichu", frozen)]
pub(crate) struct PyRng(Mutex<Rng>);

#[pymethods]
impl PyRng {
    #[new]
    #[pyo3(signature = (seed, /))]
    fn new(seed: Seed) -> Self {
        Self(Mutex::new(Rng::from_seed(seed.0)))
    }

    /// The state: 32 bytes that, as a seed, make a generator that goes on from here.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.lock().to_seed())
    }

    /// The next number, 0 to 2**64 - 1.
    fn next_u64(&self) -> u64 {
        self.lock().next_u64()
    }

    /// A number from 0 to ``n - 1``, each exactly as likely.
    ///
    /// Raises:
    ///     InvalidValue: ``n`` is not 1 to 2**64 - 1 (``bad_bound``).
    #[pyo3(signature = (n, /))]
    fn randrange(&self, n: RandomBound) -> u64 {
        self.below(n.0)
    }

    /// The items as a list in a random order, each order as likely.
    ///
    /// Fisher and Yates from the end: for ``last`` from ``len - 1`` down to 1, the item there
    /// changes places with the item at ``randrange(last + 1)``.
    ///
    /// Raises:
    ///     InvalidValue: not an iterable (``wrong_type``).
    #[pyo3(signature = (items, /))]
    fn shuffled<'py>(
        &self,
        py: Python<'py>,
        items: Items<'py>,
    ) -> PyResult<Typed<'py, ListOfItems, PyList>> {
        let Items(mut items) = items;
        self.lock().shuffle(&mut items);
        Ok(Typed::new(PyList::new(py, items)?))
    }

    fn __eq__(&self, other: &Self) -> bool {
        let state = self.lock().to_seed();
        state == other.lock().to_seed()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Rng({})", self.state(py).repr()?.to_string_lossy()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Bound<'py, PyBytes>,)) {
        (py.get_type::<Self>(), (self.state(py),))
    }
}

impl PyRng {
    /// A number below `bound`, which is not 0.
    pub(crate) fn below(&self, bound: u64) -> u64 {
        self.lock().below(bound)
    }

    /// Never held while Python code runs, so it cannot be waited for in vain.
    fn lock(&self) -> MutexGuard<'_, Rng> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The 32 bytes of a seed.
pub(crate) struct Seed([u8; 32]);

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = hints::BYTES;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let Ok(bytes) = object.cast::<PyBytes>() else {
            return Err(Problem::wrong_type(&object, "32 bytes").at("seed").into());
        };
        let bytes = bytes.as_bytes();
        bytes.try_into().map(Self).map_err(|_| {
            let message = format!("A seed has 32 bytes, not {}.", bytes.len());
            Problem::invalid("bad_seed", message).at("seed").into()
        })
    }
}

/// The items of an iterable.
pub(crate) struct Items<'py>(Vec<Bound<'py, PyAny>>);

impl<'py> FromPyObject<'_, 'py> for Items<'py> {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = hints::ITEMS;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.try_iter() {
            Ok(items) => Ok(Self(items.collect::<PyResult<_>>()?)),
            Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => {
                Err(Problem::wrong_type(&object, "an iterable").at("items").into())
            }
            Err(error) => Err(error),
        }
    }
}

/// Where random numbers come from.
pub(crate) enum RandomSource<'py> {
    Own(Bound<'py, PyRng>),
    Foreign(Bound<'py, PyAny>),
}

impl<'py> FromPyObject<'_, 'py> for RandomSource<'py> {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = hints::RANDOM_SOURCE;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(match object.cast::<PyRng>() {
            Ok(rng) => Self::Own(rng.to_owned()),
            Err(_) => Self::Foreign(object.to_owned()),
        })
    }
}

impl RandomSource<'_> {
    /// A number below `bound`, which is not 0; checked if it comes from foreign code.
    pub(crate) fn below(&self, bound: usize) -> PyResult<usize> {
        let object = match self {
            Self::Own(rng) => return Ok(rng.get().below(bound as u64) as usize),
            Self::Foreign(object) => object,
        };
        let py = object.py();
        let randrange = object.getattr(intern!(py, "randrange")).map_err(|error| {
            if error.is_instance_of::<PyAttributeError>(py) {
                let wanted = "an Rng or another object with randrange(n)";
                Problem::wrong_type(object, wanted).at("rng").into()
            } else {
                error
            }
        })?;
        let answer = randrange.call1((bound,))?;
        match whole_number(&answer, "rng")? {
            Some(number) if number < bound as u64 => Ok(number as usize),
            _ => {
                let message =
                    format!("randrange({bound}) gave a number that is not below {bound}.");
                Err(Problem::invalid("bad_random_source", message).at("rng").into())
            }
        }
    }
}
