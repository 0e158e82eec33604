//! Trials: a seat's candidates, each played out in the same random worlds.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView};
use tichu_core::CardSet;
use tichu_core::sim::{Hidden, Moment, Question, Refused, Round, Trials};

use crate::card_set::PyCardSet;
use crate::convert::{Code, Count, Seat, Threads};
use crate::error::Problem;
#[cfg(feature = "stubs")]
use crate::hints::{self, PyStaticExpr};
use crate::sim_round::bad_state;
use crate::sim_run::{Policy, opening_of, threads_of};
use crate::sim_state::{self, State};

/// A seat's candidates for an answer, each played out in the same random worlds.
///
/// ``state`` is one world that the seat cannot tell from the real one, before it answers; the
/// candidates are codes (docs/NOTATION.md), with the wish in the key of a play with the Mah Jong. In
/// every other world the cards that are not ``known`` are dealt anew, to hands of the same sizes, so
/// that no seat gets a card it is ``barred`` from if that is possible. Of some deals the one is taken
/// in which other seats that have called are strongest. World ``w`` is the same whatever is run
/// together.
///
/// Raises:
///     InvalidValue: a state that cannot be or in which the seat is not asked this (``bad_state``),
///         no such question (``bad_question``), policy (``bad_policy``) or seat (``bad_seat``).
///     IllegalAction: one of the candidates is no answer to the question (``illegal_code``).
#[pyclass(name = "Trials", module = "tichu._core", frozen)]
pub(crate) struct PyTrials(Trials);

#[pymethods]
impl PyTrials {
    #[new]
    #[pyo3(signature = (state, question, seat, candidates, known, barred, policy, seed))]
    #[allow(clippy::too_many_arguments, reason = "so many things there are to be said")]
    fn new(
        state: State<'_>,
        question: QuestionName,
        seat: Seat,
        candidates: Vec<u64>,
        known: PyRef<'_, PyCardSet>,
        barred: (
            PyRef<'_, PyCardSet>,
            PyRef<'_, PyCardSet>,
            PyRef<'_, PyCardSet>,
            PyRef<'_, PyCardSet>,
        ),
        policy: Policy,
        seed: Code,
    ) -> PyResult<Self> {
        let (moment, hands) = moment_of(&state.0)?;
        let barred = [&barred.0, &barred.1, &barred.2, &barred.3].map(|cards| cards.0);
        let hidden = Hidden::new(hands, known.0, barred);
        let asked = (question.0, seat.0);
        Trials::new(moment, asked, hidden, candidates, policy.0, seed.0).map(Self).map_err(
            |refused| match refused {
                Refused::State(_) => bad_state(&refused).into(),
                Refused::Action(_) => Problem::illegal("illegal_code", refused.to_string()).into(),
            },
        )
    }

    /// Tries the candidates at the ``chosen`` places in the worlds from ``first`` on: a read-only view
    /// of 32-bit numbers, for each world, for each of them two: what the round brings the teams 02 and
    /// 13.
    ///
    /// Other Python threads run meanwhile.
    ///
    /// Raises:
    ///     InvalidValue: not 1 to 10**8 rollouts in all (``bad_count``), a place without a candidate
    ///         (``bad_index``), or not 1 to 1024 threads (``bad_threads``).
    #[pyo3(signature = (first, count, chosen, threads = None))]
    fn run<'py>(
        &self,
        py: Python<'py>,
        first: Code,
        count: Count,
        chosen: Vec<usize>,
        threads: Option<Threads>,
    ) -> PyResult<Bound<'py, PyMemoryView>> {
        if let Some(place) = chosen.iter().find(|&&place| place >= self.0.width()) {
            let message = format!("There is no candidate at place {place}.");
            return Err(Problem::invalid("bad_index", message).at("chosen").into());
        }
        let size = chosen.len().saturating_mul(count.0 as usize);
        if size == 0 || size > Count::MOST as usize {
            return Err(Count::refused().into());
        }
        let mut scores = Vec::new();
        let reserved = scores.try_reserve_exact(size);
        reserved.map_err(|_| PyMemoryError::new_err("There is no room for the scores."))?;
        scores.resize(size, [0; 2]);
        let threads = threads_of(threads);
        py.detach(|| self.0.run(first.0, &chosen, threads, &mut scores));
        py.check_signals()?;
        let bytes = PyBytes::new_with(py, size_of_val(&*scores), |bytes| {
            let numbers = scores.iter().flatten();
            for (place, number) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(numbers) {
                *place = number.to_ne_bytes();
            }
            Ok(())
        })?;
        let view = PyMemoryView::from(bytes.as_any())?;
        Ok(view.call_method1("cast", ("i",))?.cast_into()?)
    }
}

/// Where the seat is asked, and all hands, with the cards that are yet to be taken up.
fn moment_of(state: &Bound<'_, PyAny>) -> PyResult<(Moment, [CardSet; 4])> {
    let phase = sim_state::phase_of(state)?;
    let hands: [CardSet; 4] = sim_state::quad(state, "hands", sim_state::cards)?;
    if phase == "grand" || phase == "exchange" {
        let stock: [CardSet; 4] = sim_state::quad(state, "stock", sim_state::cards)?;
        let all = [0, 1, 2, 3].map(|seat: usize| hands[seat] | stock[seat]);
        return Ok((Moment::Opening(opening_of(state, phase == "grand")?), all));
    }
    let round = Round::new(&sim_state::fields_of(state)?).map_err(|refused| bad_state(&refused))?;
    Ok((Moment::Play(round), hands))
}

/// The name of a question, as ``Question.kind`` has it.
pub(crate) struct QuestionName(Question);

impl<'py> FromPyObject<'_, 'py> for QuestionName {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = hints::STR;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let name: Option<String> = object.extract().ok();
        let question = match name.as_deref() {
            Some("grand") => Question::Grand,
            Some("tichu") => Question::Tichu,
            Some("exchange") => Question::Exchange,
            Some("play") => Question::Play,
            Some("bomb") => Question::Bomb,
            Some("dragon") => Question::Dragon,
            _ => {
                let message = "A question is grand, tichu, exchange, play, bomb or dragon.";
                return Err(Problem::invalid("bad_question", message).at("question").into());
            }
        };
        Ok(Self(question))
    }
}
