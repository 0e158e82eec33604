//! `tichu.sim.Round`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyMemoryView, PyTuple, PyType};
use tichu_core::sim::{Fields, Phase, Refused, Round, perft, perft_divided};

use crate::buffer;
use crate::card_set::PyCardSet;
use crate::combination::PyCombination;
use crate::convert::{Code, Depth, Seat};
use crate::error::Problem;
use crate::hints::{Arguments, CallNames, CardSets, DividedPerft, PhaseName, Seats, Typed};
use crate::sim_state::{self, State, call_name, phase_name};

/// A round from the exchange on with every hand known, compact and fast: for search.
///
/// ``Round(state)`` takes a ``RoundState`` in the phases play, ripe, gift and over. It keeps every
/// rule of the play, and it changes: ``apply`` moves on in place, ``copy`` costs next to nothing.
///
/// An action is a number, see ``Combination.code`` and docs/NOTATION.md. In the code of a play with
/// the Mah Jong, whose key is always 1, the four bits of the key are the wish: 2 to 14, or 1 for
/// none. Methods that take a seat take, without one, the seat that has the next regular action: the
/// one on turn, or the owner of a ripe trick.
///
/// Two rounds are equal if everything in them is. A round is mutable, so it has no hash; ``key`` is
/// one. Threads may share one.
///
/// Raises:
///     InvalidValue: no such state (``wrong_type``), a phase before the play (``bad_phase``), or a
///         state that cannot be (``bad_state``).
#[pyclass(name = "Round", module = "tichu.sim", frozen)]
pub(crate) struct PyRound(Mutex<Round>);

#[pymethods]
impl PyRound {
    #[new]
    #[pyo3(signature = (state, /))]
    fn new(state: State<'_>) -> PyResult<Self> {
        let round = Round::new(&sim_state::fields_of(&state.0)?);
        Ok(round.map_err(|refused| bad_state(&refused))?.into())
    }

    /// Where the round stands.
    #[getter]
    fn phase<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, PhaseName>> {
        Ok(Typed::new(phase_name(self.lock().phase()).into_pyobject(py)?.into_any()))
    }

    /// Is the round over?
    #[getter]
    fn is_over(&self) -> bool {
        self.lock().phase() == Phase::Over
    }

    /// The seat on turn; in the phase gift the owner; otherwise None.
    #[getter]
    fn turn(&self) -> Option<u8> {
        self.lock().turn()
    }

    /// Who has the next regular action: the seat on turn, or the owner of a ripe trick.
    #[getter]
    fn mover(&self) -> Option<u8> {
        self.lock().mover()
    }

    /// What is to be beaten; None on an empty table.
    #[getter]
    fn top(&self) -> Option<PyCombination> {
        self.fields().top.map(PyCombination)
    }

    /// Who played it.
    #[getter]
    fn owner(&self) -> Option<u8> {
        self.fields().owner
    }

    /// Passes since.
    #[getter]
    fn passes(&self) -> u8 {
        self.fields().passes
    }

    /// The rank wished for, while the wish stands.
    #[getter]
    fn wish(&self) -> Option<u8> {
        self.fields().wish
    }

    /// The cards on the table.
    #[getter]
    fn trick(&self) -> PyCardSet {
        PyCardSet(self.fields().trick)
    }

    /// The cards in each hand.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, CardSets, PyTuple>> {
        Ok(Typed::new(PyTuple::new(py, self.fields().hands.map(PyCardSet))?))
    }

    /// The cards that each seat has won; a Dog lies with its player.
    #[getter]
    fn piles<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, CardSets, PyTuple>> {
        Ok(Typed::new(PyTuple::new(py, self.fields().piles.map(PyCardSet))?))
    }

    /// What each seat has called: ``'tichu'``, ``'grand'`` or None.
    #[getter]
    fn calls<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, CallNames, PyTuple>> {
        Ok(Typed::new(PyTuple::new(py, self.fields().calls.map(call_name))?))
    }

    /// The seats without cards, in the order in which they went out.
    #[getter]
    fn out<'py>(&self, py: Python<'py>) -> PyResult<Typed<'py, Seats, PyTuple>> {
        let out: Vec<u8> = self.fields().out.into_iter().flatten().collect();
        Ok(Typed::new(PyTuple::new(py, out)?))
    }

    /// What the round adds to the match, for the teams 02 and 13; None before it is over.
    #[getter]
    fn scores(&self) -> Option<(i32, i32)> {
        self.lock().score().map(|score| score.total().into())
    }

    /// A number of 64 bits that stands for everything in the round, rules included: the same in
    /// every process and on every platform for equal rounds, and almost surely another for others.
    #[getter]
    fn key(&self) -> u64 {
        self.lock().key()
    }

    /// The codes of what a seat may do now, in or out of turn, in a fixed order; calls left out.
    ///
    /// A read-only view of unsigned numbers of 64 bits, which NumPy reads without copying.
    ///
    /// Raises:
    ///     InvalidValue: not a seat (``bad_seat``).
    #[pyo3(signature = (seat = None))]
    fn legal<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Seat>,
    ) -> PyResult<Bound<'py, PyMemoryView>> {
        let mut codes = Vec::new();
        let round = self.copied();
        if let Some(seat) = seat_in(&round, seat) {
            round.legal(seat, &mut codes);
        }
        buffer::view(py, codes.into_boxed_slice())
    }

    /// How many actions ``legal`` gives, without listing them.
    ///
    /// Raises:
    ///     InvalidValue: not a seat (``bad_seat``).
    #[pyo3(signature = (seat = None))]
    fn count_legal(&self, seat: Option<Seat>) -> u64 {
        let round = self.copied();
        seat_in(&round, seat).map_or(0, |seat| round.count_legal(seat))
    }

    /// Is this one of the seat's legal actions?
    ///
    /// Raises:
    ///     InvalidValue: not a seat (``bad_seat``), or not a number of 64 bits (``bad_code``).
    #[pyo3(signature = (code, seat = None))]
    fn allows(&self, code: Code, seat: Option<Seat>) -> bool {
        let round = self.copied();
        seat_in(&round, seat).is_some_and(|seat| round.allows(seat, code.0))
    }

    /// Do a seat's action.
    ///
    /// Raises:
    ///     IllegalAction: it is none of those that ``legal`` gives (``illegal_code``); the round is
    ///         as it was.
    ///     InvalidValue: not a seat (``bad_seat``), or not a number of 64 bits (``bad_code``).
    #[pyo3(signature = (code, seat = None))]
    fn apply(&self, code: Code, seat: Option<Seat>) -> PyResult<()> {
        let mut round = self.lock();
        let done = match seat_in(&round, seat) {
            Some(seat) => round.apply(seat, code.0),
            None => Err(Refused::Action(code.0)),
        };
        drop(round);
        done.map_err(|refused| Problem::illegal("illegal_code", refused.to_string()).into())
    }

    /// May the seat call a small Tichu now?
    ///
    /// Raises:
    ///     InvalidValue: not a seat (``bad_seat``).
    fn may_call(&self, seat: Seat) -> bool {
        self.lock().may_call(seat.0)
    }

    /// Call a small Tichu.
    ///
    /// Raises:
    ///     IllegalAction: the seat may not (``illegal_call``).
    ///     InvalidValue: not a seat (``bad_seat``).
    fn call_tichu(&self, seat: Seat) -> PyResult<()> {
        let called = self.lock().call_tichu(seat.0);
        called.map_err(|_| {
            let message = "This seat cannot call Tichu now; ask may_call first.";
            Problem::illegal("illegal_call", message).rule("R-016").into()
        })
    }

    /// A round that goes on from here by itself.
    fn copy(&self) -> Self {
        self.copied().into()
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    /// How many different sequences of so many actions there are from here, see ``tichu.perft``.
    ///
    /// Raises:
    ///     InvalidValue: not a depth from 0 to 30 (``bad_depth``).
    #[pyo3(signature = (depth, /))]
    fn perft(&self, py: Python<'_>, depth: Depth) -> PyResult<u64> {
        let round = self.copied();
        if depth.0 < 2 {
            return Ok(perft(&round, depth.0));
        }
        let mut total = 0_u64;
        // Branch by branch, so that an interrupt is noticed in between.
        for (seat, code) in first_actions(&round) {
            let mut next = round;
            next.apply_legal(seat, code);
            for (seat, code) in first_actions(&next) {
                let mut last = next;
                last.apply_legal(seat, code);
                total = total.wrapping_add(py.detach(|| perft(&last, depth.0 - 2)));
                py.check_signals()?;
            }
        }
        Ok(total)
    }

    /// Each first action as (seat, code, sequences that begin with it).
    ///
    /// Raises:
    ///     InvalidValue: not a depth from 0 to 30 (``bad_depth``).
    #[pyo3(signature = (depth, /))]
    fn perft_divided<'py>(
        &self,
        py: Python<'py>,
        depth: Depth,
    ) -> PyResult<Typed<'py, DividedPerft>> {
        let round = self.copied();
        let mut found = Vec::new();
        for (seat, code, _) in perft_divided(&round, depth.0.min(1)) {
            let mut next = round;
            next.apply_legal(seat, code);
            found.push((seat, code, Self::from(next).perft(py, Depth(depth.0 - 1))?));
        }
        Ok(Typed::new(found.into_pyobject(py)?.into_any()))
    }

    fn __eq__(&self, other: &Self) -> bool {
        let own = self.copied();
        own == other.copied()
    }

    fn __repr__(&self) -> String {
        let fields = self.fields();
        let turn = fields.turn.map_or_else(|| "nobody".to_owned(), |seat| seat.to_string());
        format!(
            "<tichu.sim.Round, phase {}, on turn {turn}, key {:#018x}>",
            phase_name(fields.phase),
            self.key()
        )
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyType>, Typed<'py, Arguments, PyTuple>)> {
        let state = sim_state::as_object(py, &self.fields())?;
        Ok((py.get_type::<Self>(), Typed::new(PyTuple::new(py, [state])?)))
    }
}

impl From<Round> for PyRound {
    fn from(round: Round) -> Self {
        Self(Mutex::new(round))
    }
}

impl PyRound {
    /// Never held while Python code runs, so it cannot be waited for in vain.
    fn lock(&self) -> MutexGuard<'_, Round> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn copied(&self) -> Round {
        *self.lock()
    }

    fn fields(&self) -> Fields {
        self.lock().fields()
    }
}

/// The seat asked for, or the one with the next regular action.
fn seat_in(round: &Round, seat: Option<Seat>) -> Option<u8> {
    seat.map(|seat| seat.0).or_else(|| round.mover())
}

fn first_actions(round: &Round) -> Vec<(u8, u64)> {
    perft_divided(round, 1).into_iter().map(|(seat, code, _)| (seat, code)).collect()
}

pub(crate) fn bad_state(refused: &Refused) -> Problem {
    Problem::invalid("bad_state", refused.to_string()).at("state")
}
