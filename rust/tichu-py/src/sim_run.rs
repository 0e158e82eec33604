//! Rollouts: many rounds played to their ends by a policy.

use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PyString};
use tichu_core::sim::{
    Answer, Call, DuringExchange, Opening, Options, PolicyName, Question, Rollouts, Round, Start,
};
use tichu_core::{Card, CardSet};

use crate::card::PyCard;
use crate::convert::{Code, Count, Threads};
use crate::error::Problem;
#[cfg(feature = "stubs")]
use crate::hints::{self, PyStaticExpr};
use crate::hints::{Transcript, Typed};
use crate::sim_round::bad_state;
use crate::sim_state::{self, attribute};

/// How long to work before looking whether the user wants to stop.
const PATIENCE: Duration = Duration::from_millis(30);

/// What is played in each rollout, and by whom.
///
/// ``starts`` are pairs of a ``RoundState`` and whether it comes just after a play that the others
/// may still bomb; or a ``Rules``, for a new deal in each rollout.
#[pyclass(name = "Rollouts", module = "tichu._core", frozen)]
pub(crate) struct PyRollouts(Rollouts);

#[pymethods]
impl PyRollouts {
    #[new]
    #[pyo3(signature = (starts, policy, seed))]
    fn new(starts: Starts, policy: Policy, seed: Code) -> Self {
        Self(Rollouts { starts: starts.0, policy: policy.0, seed: seed.0 })
    }

    /// Runs the rollouts 0 to ``count - 1``: for each start a read-only view of ``count`` pairs of
    /// 32-bit numbers, what the round brought the teams 02 and 13.
    ///
    /// ``threads`` is how many may run at once, None for one on each core. Other Python threads run
    /// meanwhile, and a keyboard interrupt stops it. The numbers do not depend on ``threads``.
    ///
    /// Raises:
    ///     InvalidValue: more rollouts than 10**8 over all starts (``bad_count``), or not 1 to 1024
    ///         threads (``bad_threads``).
    #[pyo3(signature = (count, threads = None))]
    fn run<'py>(
        &self,
        py: Python<'py>,
        count: Count,
        threads: Option<Threads>,
    ) -> PyResult<Vec<Bound<'py, PyMemoryView>>> {
        let width = self.0.starts.len();
        let rows = count.0 as usize;
        if width * rows > Count::MOST as usize {
            return Err(Count::refused().into());
        }
        let mut scores = Vec::new();
        let reserved = scores.try_reserve_exact(width * rows);
        reserved.map_err(|_| PyMemoryError::new_err("There is no room for the scores."))?;
        scores.resize(width * rows, [0; 2]);
        self.run_in_pieces(py, threads_of(threads), &mut scores)?;
        (0..width).map(|start| view_of_start(py, &scores, start, width)).collect()
    }

    /// Every question and answer of one rollout from one start, as (kind, seat, code, hand), the
    /// hand as a mask and only for the exchange; and the totals at the end.
    #[pyo3(signature = (start, number))]
    fn transcript<'py>(
        &self,
        py: Python<'py>,
        start: usize,
        number: Code,
    ) -> PyResult<Typed<'py, Transcript>> {
        let Some((answers, end)) = self.0.transcript(start, number.0) else {
            return Err(Problem::invalid("bad_start", "There is no such start.").into());
        };
        let answers: Vec<_> = answers.into_iter().map(told).collect();
        let total = end.score().map(|score| <(i32, i32)>::from(score.total()));
        Ok(Typed::new((answers, total).into_pyobject(py)?.into_any()))
    }
}

impl PyRollouts {
    fn run_in_pieces(
        &self,
        py: Python<'_>,
        threads: usize,
        scores: &mut [[i32; 2]],
    ) -> PyResult<()> {
        let width = self.0.starts.len().max(1);
        let (mut piece, mut first, mut rest) = (16 * threads, 0, scores);
        while !rest.is_empty() {
            let (now, later) = rest.split_at_mut(rest.len().min(piece * width));
            let begun = Instant::now();
            py.detach(|| self.0.run(first, threads, now));
            first += (now.len() / width) as u64;
            rest = later;
            if begun.elapsed() < PATIENCE {
                piece = piece.saturating_mul(2).min(1 << 20);
            } else {
                piece = (piece / 2).max(threads);
            }
            py.check_signals()?;
        }
        Ok(())
    }
}

/// The scores from one start as a read-only view, two numbers a row.
fn view_of_start<'py>(
    py: Python<'py>,
    scores: &[[i32; 2]],
    start: usize,
    width: usize,
) -> PyResult<Bound<'py, PyMemoryView>> {
    let rows = scores.len() / width;
    let bytes = PyBytes::new_with(py, rows * size_of::<[i32; 2]>(), |bytes| {
        let pairs = scores.iter().skip(start).step_by(width).flatten();
        for (place, points) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(pairs) {
            *place = points.to_ne_bytes();
        }
        Ok(())
    })?;
    let view = PyMemoryView::from(bytes.as_any())?;
    Ok(view.call_method1("cast", ("i", (rows, 2)))?.cast_into()?)
}

fn told(answer: Answer) -> (&'static str, u8, u64, u64) {
    let kind = match answer.question {
        Question::Grand => "grand",
        Question::Tichu => "tichu",
        Question::Exchange => "exchange",
        Question::Play => "play",
        Question::Bomb => "bomb",
        Question::Dragon => "dragon",
        Question::None => "none",
    };
    (kind, answer.seat, answer.code, answer.hand)
}

pub(crate) fn threads_of(threads: Option<Threads>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    threads.map_or_else(cores, |threads| usize::from(threads.0))
}

/// The name of a policy.
pub(crate) struct Policy(pub(crate) PolicyName);

impl<'py> FromPyObject<'_, 'py> for Policy {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = hints::POLICY_NAME;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        const WANTED: &str = "'random', 'patterns', 'greedy' or 'careful'";
        let Ok(name) = object.cast::<PyString>() else {
            return Err(Problem::wrong_type(&object, WANTED).at("policy").into());
        };
        match name.to_str() {
            Ok("random") => Ok(Self(PolicyName::Random)),
            Ok("patterns") => Ok(Self(PolicyName::Patterns)),
            Ok("greedy") => Ok(Self(PolicyName::Greedy)),
            Ok("careful") => Ok(Self(PolicyName::Careful)),
            _ => Err(Problem::invalid("bad_policy", format!("A policy is {WANTED}."))
                .at("policy")
                .into()),
        }
    }
}

/// Where the rounds begin.
pub(crate) struct Starts(Vec<Start>);

impl<'py> FromPyObject<'_, 'py> for Starts {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = hints::STARTS;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.hasattr("grand_enabled")? {
            return Ok(Self(vec![Start::Deal(sim_state::options_of(&object)?)]));
        }
        let pairs: Vec<(Bound<'py, PyAny>, bool)> = object.extract()?;
        let starts = pairs.iter().map(|(state, after_play)| start_of(state, *after_play));
        Ok(Self(starts.collect::<PyResult<_>>()?))
    }
}

fn start_of(state: &Bound<'_, PyAny>, after_play: bool) -> PyResult<Start> {
    let phase = sim_state::phase_of(state)?;
    if phase == "grand" || phase == "exchange" {
        return Ok(Start::Opening(opening_of(state, phase == "grand")?));
    }
    let round = Round::new(&sim_state::fields_of(state)?).map_err(|refused| bad_state(&refused))?;
    Ok(if after_play { Start::AfterPlay(round) } else { Start::Round(round) })
}

pub(crate) fn opening_of(state: &Bound<'_, PyAny>, in_grand: bool) -> PyResult<Opening> {
    let rules = attribute(state, "rules")?;
    let options: Options = sim_state::options_of(&rules)?;
    let during: String = attribute(&rules, "tichu_during_exchange")?.extract()?;
    let during = match during.as_str() {
        "keep" => DuringExchange::Keep,
        "forbid" => DuringExchange::Forbid,
        _ => DuringExchange::Reopen,
    };
    let hands: [CardSet; 4] = sim_state::quad(state, "hands", sim_state::cards)?;
    let stock = sim_state::quad(state, "stock", sim_state::cards)?;
    let calls: [Call; 4] = sim_state::quad(state, "calls", sim_state::call)?;
    let unanswered = sim_state::quad(state, "grand_answers", |answer| Ok(answer.is_none()))?;
    let picks = sim_state::quad(state, "exchange", pick)?;
    let all = [0, 1, 2, 3].map(|seat: usize| hands[seat] | stock[seat]);
    let unanswered = unanswered.map(|open| open && in_grand);
    let opening = Opening::new(options, during, all, calls, unanswered, picks);
    Ok(opening.map_err(|refused| bad_state(&refused))?)
}

/// The three cards that a seat has picked, or `None`.
fn pick(object: &Bound<'_, PyAny>) -> PyResult<Option<[Card; 3]>> {
    if object.is_none() {
        return Ok(None);
    }
    let card = |card: &Bound<'_, PyAny>| match card.cast::<PyCard>() {
        Ok(card) => Ok(card.get().0),
        Err(_) => Err(Problem::wrong_type(card, "three cards").at("exchange")),
    };
    let [one, two, three]: [Bound<'_, PyAny>; 3] = object
        .extract::<Vec<_>>()?
        .try_into()
        .map_err(|_| Problem::invalid("bad_gifts", "A pick is three cards.").rule("R-011"))?;
    Ok(Some([card(&one)?, card(&two)?, card(&three)?]))
}
