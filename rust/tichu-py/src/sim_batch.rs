//! `tichu.sim.Batch`: many rounds at once.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView};
use tichu_core::sim::numbers::NUMBERS;
use tichu_core::sim::{Batch, Fields, Options, Refused, Round, Table};
use tichu_core::{CardSet, Combination};

use crate::buffer;
use crate::convert::{BatchSize, Code, Index};
use crate::error::Problem;
#[cfg(feature = "stubs")]
use crate::hints::{self, PyStaticExpr};
use crate::sim_round::{PyRound, bad_state};
use crate::sim_state::{self, Rules, State};

/// Many independent rounds, stepped together: for bots that learn or search.
///
/// Each round lies on a table and is asked the driver's questions: Tichu, play, bomb, Dragon. What
/// comes out are read-only views with an entry for each table, which NumPy reads without copying; no
/// Python object is made for a single round. Threads may share a batch.
///
/// ``Batch(states)`` takes states in the phases play, ripe, gift and over; ``Batch.deal`` deals.
///
/// Raises:
///     InvalidValue: as for ``Round``.
#[pyclass(name = "Batch", module = "tichu.sim", frozen)]
pub(crate) struct PyBatch(Mutex<Tables>);

/// The batch, and where its next deals come from.
struct Tables {
    batch: Batch,
    options: Options,
    seed: u64,
    next: u64,
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (states, /))]
    fn new(states: Vec<State<'_>>) -> PyResult<Self> {
        let rounds = states.iter().map(|state| {
            let round = Round::new(&sim_state::fields_of(&state.0)?);
            Ok(round.map_err(|refused| bad_state(&refused))?)
        });
        let rounds: Vec<Round> = rounds.collect::<PyResult<_>>()?;
        let options = rounds.first().map_or(Options::STANDARD, |round| round.fields().options);
        let batch = Batch::from_rounds(rounds);
        Ok(Self(Mutex::new(Tables { batch, options, seed: 0, next: 0 })))
    }

    /// So many rounds after a random deal, exchange and calls, as rollouts of the random policy have
    /// them; ``seed`` is a number of 64 bits.
    ///
    /// Raises:
    ///     InvalidValue: not 1 to 10**6 rounds (``bad_count``).
    #[staticmethod]
    #[pyo3(signature = (count, seed, rules))]
    fn deal(py: Python<'_>, count: BatchSize, seed: Code, rules: Rules) -> Self {
        let (options, seed) = (rules.0, seed.0);
        let count = count.0 as usize;
        let batch = py.detach(|| Batch::from_deals(options, seed, 0, count));
        Self(Mutex::new(Tables { batch, options, seed, next: count as u64 }))
    }

    fn __len__(&self) -> usize {
        self.lock().batch.tables().len()
    }

    /// Give every table its answer, a code; a table whose round is over takes any number.
    ///
    /// ``answers`` is a buffer of unsigned numbers of 64 bits, such as a NumPy array of ``uint64``,
    /// or a sequence of numbers.
    ///
    /// Raises:
    ///     IllegalAction: the answer of one table is not possible (``illegal_code``); ``where`` names
    ///         the table, and nothing has changed.
    ///     InvalidValue: not one answer for each table (``bad_count``), or no numbers of 64 bits
    ///         (``wrong_type``).
    #[pyo3(signature = (answers, /))]
    fn step(&self, py: Python<'_>, answers: Answers) -> PyResult<()> {
        let done = py.detach(|| self.lock().batch.step(&answers.0));
        done.map_err(|(place, refused)| {
            let table = format!("table {place}");
            match refused {
                Refused::Action(_) => Problem::illegal("illegal_code", refused.to_string()),
                Refused::State(_) => Problem::invalid("bad_count", refused.to_string()),
            }
            .at(&table)
            .into()
        })
    }

    /// Put new deals on all tables whose rounds are over; how many there were.
    fn renew(&self, py: Python<'_>) -> usize {
        py.detach(|| {
            let mut state = self.lock();
            let Tables { batch, options, seed, next } = &mut *state;
            let over = |(place, table): (usize, &Table)| table.seat().is_none().then_some(place);
            let places: Vec<usize> = batch.tables().iter().enumerate().filter_map(over).collect();
            let fresh = Batch::from_deals(*options, *seed, *next, places.len());
            *next += places.len() as u64;
            let rounds = fresh.tables().iter().map(|table| *table.round());
            batch.replace(places.iter().copied().zip(rounds));
            places.len()
        })
    }

    /// What each table is asked: 1 Tichu, 3 play, 4 bomb, 5 Dragon, 6 nothing, its round is over.
    #[getter]
    fn questions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        self.view_bytes(py, "B", |table| table.question() as u8)
    }

    /// Who is asked at each table; -1 where the round is over.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        self.view_bytes(py, "b", |table| table.seat().unwrap_or(u8::MAX))
    }

    /// Is the round of each table over?
    #[getter]
    fn done<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        self.view_bytes(py, "?", |table| u8::from(table.seat().is_none()))
    }

    /// The rank wished for at each table; 0 for none.
    #[getter]
    fn wishes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        self.view_bytes(py, "B", |table| table.round().fields().wish.unwrap_or(0))
    }

    /// What each round brought the teams 02 and 13, in two dimensions; 0 before it is over.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        let score = |table: &Table| table.round().score().map_or([0; 2], |score| score.total());
        let scores = self.collect(py, |table| score(table).map(i32::to_ne_bytes));
        view_of(py, scores.as_flattened().as_flattened(), "i", Some(2))
    }

    /// The hands of the four seats at each table, as masks, in two dimensions.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        self.view_masks(py, |fields| fields.hands)
    }

    /// The piles of the four seats at each table, as masks, in two dimensions.
    #[getter]
    fn piles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        self.view_masks(py, |fields| fields.piles)
    }

    /// The code of what is to be beaten at each table; 0 on an empty one.
    #[getter]
    fn tops<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        let top = |table: &Table| table.round().fields().top.map_or(0, Combination::code);
        buffer::view(py, self.collect(py, top).into_boxed_slice())
    }

    /// The possible answers: where those of each table begin, with their whole number at the end; and
    /// their codes, one table after the other.
    fn answers<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyMemoryView>, Bound<'py, PyMemoryView>)> {
        let (offsets, codes) = py.detach(|| self.lock().batch.answers());
        let offsets = buffer::view(py, offsets.into_boxed_slice())?;
        Ok((offsets, buffer::view(py, codes.into_boxed_slice())?))
    }

    /// The number of each answer that ``answers`` gives, below ``NUMBERS``: stable numbers in which
    /// plays that differ only in suits are one (docs/NOTATION.md).
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        let numbers: Vec<[u8; 2]> = py.detach(|| {
            let state = self.lock();
            let (offsets, codes) = state.batch.answers();
            let numbers = state.batch.numbers(&offsets, &codes);
            numbers.into_iter().map(u16::to_ne_bytes).collect()
        });
        view_of(py, numbers.as_flattened(), "H", None)
    }

    /// Which of the ``NUMBERS`` numbers are possible answers at each table, in two dimensions.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMemoryView>> {
        let (offsets, numbers) = py.detach(|| {
            let state = self.lock();
            let (offsets, codes) = state.batch.answers();
            let numbers = state.batch.numbers(&offsets, &codes);
            (offsets, numbers)
        });
        let tables = offsets.len() - 1;
        let bytes = PyBytes::new_with(py, tables * NUMBERS, |bytes| {
            for (row, ends) in bytes.chunks_mut(NUMBERS).zip(offsets.windows(2)) {
                let own = numbers.get(ends[0] as usize..ends[1] as usize).unwrap_or_default();
                for number in own {
                    if let Some(flag) = row.get_mut(*number as usize) {
                        *flag = 1;
                    }
                }
            }
            Ok(())
        })?;
        cast(&PyMemoryView::from(bytes.as_any())?, "?", Some((tables, NUMBERS)))
    }

    /// The round on a table, to look into or to go on with by itself.
    ///
    /// Raises:
    ///     InvalidValue: there is no such table (``bad_index``).
    #[pyo3(signature = (index, /))]
    fn round(&self, index: Index) -> PyResult<PyRound> {
        let round = self.lock().batch.tables().get(index.0).map(|table| *table.round());
        let problem = || Problem::invalid("bad_index", "There is no such table in the batch.");
        Ok(round.ok_or_else(problem)?.into())
    }

    /// A batch that goes on from here by itself.
    fn copy(&self) -> Self {
        let Tables { batch, options, seed, next } = &*self.lock();
        let (batch, options) = (batch.clone(), *options);
        Self(Mutex::new(Tables { batch, options, seed: *seed, next: *next }))
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __repr__(&self) -> String {
        let state = self.lock();
        let tables = state.batch.tables();
        let over = tables.iter().filter(|table| table.seat().is_none()).count();
        format!("<tichu.sim.Batch, {} rounds, {over} over>", tables.len())
    }
}

impl PyBatch {
    /// Never held while waiting for the interpreter, so it cannot be waited for in vain.
    fn lock(&self) -> MutexGuard<'_, Tables> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn collect<T: Send>(&self, py: Python<'_>, of: impl Fn(&Table) -> T + Send) -> Vec<T> {
        py.detach(|| self.lock().batch.tables().iter().map(of).collect())
    }

    fn view_bytes<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        of: impl Fn(&Table) -> u8 + Send,
    ) -> PyResult<Bound<'py, PyMemoryView>> {
        view_of(py, &self.collect(py, of), format, None)
    }

    fn view_masks<'py>(
        &self,
        py: Python<'py>,
        of: fn(&Fields) -> [CardSet; 4],
    ) -> PyResult<Bound<'py, PyMemoryView>> {
        let masks = self.collect(py, |table| {
            of(&table.round().fields()).map(|cards| cards.mask().to_ne_bytes())
        });
        view_of(py, masks.as_flattened().as_flattened(), "Q", Some(4))
    }
}

/// A read-only view of bytes as numbers of a format, in rows if so many belong together.
fn view_of<'py>(
    py: Python<'py>,
    bytes: &[u8],
    format: &str,
    columns: Option<usize>,
) -> PyResult<Bound<'py, PyMemoryView>> {
    let size = match format {
        "Q" => 8,
        "i" => 4,
        "H" => 2,
        _ => 1,
    };
    let shape = columns.map(|columns| (bytes.len() / (size * columns), columns));
    cast(&PyMemoryView::from(PyBytes::new(py, bytes).as_any())?, format, shape)
}

fn cast<'py>(
    view: &Bound<'py, PyMemoryView>,
    format: &str,
    shape: Option<(usize, usize)>,
) -> PyResult<Bound<'py, PyMemoryView>> {
    let cast = match shape {
        // No shape with a zero can be cast to.
        Some((rows, columns)) if rows > 0 => {
            view.call_method1("cast", (format, (rows, columns)))?
        }
        _ => view.call_method1("cast", (format,))?,
    };
    Ok(cast.cast_into()?)
}

/// A code for each table.
pub(crate) struct Answers(Vec<u64>);

impl<'py> FromPyObject<'_, 'py> for Answers {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = hints::ANSWERS;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(buffer) = PyBuffer::<u64>::get(&object) {
            return Ok(Self(buffer.to_vec(object.py())?));
        }
        object.extract::<Vec<u64>>().map(Self).map_err(|error| {
            let py = object.py();
            if error.is_instance_of::<PyTypeError>(py)
                || error.is_instance_of::<PyOverflowError>(py)
            {
                let wanted = "a buffer or a sequence of codes, numbers of 64 bits";
                Problem::wrong_type(&object, wanted).at("answers").into()
            } else {
                error
            }
        })
    }
}
