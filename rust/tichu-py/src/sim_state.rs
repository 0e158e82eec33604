//! The state of a round, read from a `tichu.RoundState` or anything that has its attributes.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use tichu_core::sim::{Call, Fields, Options, Phase};
use tichu_core::{CardSet, Combination};

use crate::card_set::PyCardSet;
use crate::combination::PyCombination;
use crate::error::Problem;
#[cfg(feature = "stubs")]
use crate::hints::{self, PyStaticExpr};

/// The phases by their names in Python.
pub(crate) const PHASES: [(&str, Phase); 4] =
    [("play", Phase::Play), ("ripe", Phase::Ripe), ("gift", Phase::Gift), ("over", Phase::Over)];

/// A `tichu.RoundState`, or what looks like one.
pub(crate) struct State<'py>(pub(crate) Bound<'py, PyAny>);

impl<'py> FromPyObject<'_, 'py> for State<'py> {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = hints::STATE;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(object.to_owned()))
    }
}

/// A `tichu.Rules`, or what looks like one.
pub(crate) struct Rules(pub(crate) Options);

impl<'py> FromPyObject<'_, 'py> for Rules {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = hints::ROUND_RULES;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(options_of(&object)?))
    }
}

/// A state's attributes, for the phases from `play` on.
pub(crate) fn fields_of(state: &Bound<'_, PyAny>) -> PyResult<Fields> {
    let phase = phase_of(state)?;
    let Some((_, phase)) = PHASES.into_iter().find(|(name, _)| *name == phase) else {
        let message = "A Round begins after the exchange: give a state in the phase play, ripe, \
            gift or over.";
        return Err(Problem::invalid("bad_phase", message).at("state").into());
    };
    let mut out = [None; 4];
    let finishers = attribute(state, "out")?.extract::<Vec<u8>>()?;
    if finishers.len() > 4 {
        return Err(Problem::invalid("bad_out", "At most four seats are out.").into());
    }
    for (place, seat) in out.iter_mut().zip(finishers) {
        *place = Some(seat);
    }
    Ok(Fields {
        options: options_of(&attribute(state, "rules")?)?,
        phase,
        hands: quad(state, "hands", cards)?,
        calls: quad(state, "calls", call)?,
        turn: attribute(state, "turn")?.extract()?,
        top: combination(&attribute(state, "top")?)?,
        owner: attribute(state, "owner")?.extract()?,
        passes: attribute(state, "passes")?.extract()?,
        trick: cards(&attribute(state, "trick")?)?,
        wish: attribute(state, "wish")?.extract()?,
        piles: quad(state, "piles", cards)?,
        out,
    })
}

/// The options of a `tichu.Rules`.
pub(crate) fn options_of(rules: &Bound<'_, PyAny>) -> PyResult<Options> {
    let flag = |name| attribute(rules, name)?.extract::<bool>();
    let wish_bomb = attribute(rules, "wish_bomb_in_turn")?;
    Ok(Options {
        grand_enabled: flag("grand_enabled")?,
        tichu_before_exchange: flag("tichu_before_exchange")?,
        wish_optional: flag("wish_optional")?,
        strict_wish: wish_bomb.eq("strict")?,
        bomb_out_of_turn: flag("bomb_out_of_turn")?,
        bomb_after_final_pass: flag("bomb_after_final_pass")?,
        dragon_gift_last_trick: flag("dragon_gift_last_trick")?,
        dragon_gift_only_active: flag("dragon_gift_only_active")?,
        double_victory_points: attribute(rules, "double_victory_points")?.extract()?,
    })
}

/// The name of a state's phase.
pub(crate) fn phase_of(state: &Bound<'_, PyAny>) -> PyResult<String> {
    attribute(state, "phase")?.extract()
}

pub(crate) fn phase_name(phase: Phase) -> &'static str {
    PHASES.into_iter().find(|(_, known)| *known == phase).map_or("", |(name, _)| name)
}

pub(crate) fn call_name(call: Call) -> Option<&'static str> {
    match call {
        Call::None => None,
        Call::Tichu => Some("tichu"),
        Call::Grand => Some("grand"),
    }
}

/// One value for each seat.
pub(crate) fn quad<T: Copy>(
    state: &Bound<'_, PyAny>,
    name: &str,
    read: fn(&Bound<'_, PyAny>) -> PyResult<T>,
) -> PyResult<[T; 4]> {
    let values = attribute(state, name)?;
    let [a, b, c, d]: [Bound<'_, PyAny>; 4] =
        values.extract::<Vec<_>>()?.try_into().map_err(|_| {
            Problem::invalid("bad_quad", "Give one value for each of the four seats.").at(name)
        })?;
    Ok([read(&a)?, read(&b)?, read(&c)?, read(&d)?])
}

pub(crate) fn cards(object: &Bound<'_, PyAny>) -> PyResult<CardSet> {
    match object.cast::<PyCardSet>() {
        Ok(set) => Ok(set.get().0),
        Err(_) => Err(Problem::wrong_type(object, "a CardSet").into()),
    }
}

fn combination(object: &Bound<'_, PyAny>) -> PyResult<Option<Combination>> {
    if object.is_none() {
        return Ok(None);
    }
    match object.cast::<PyCombination>() {
        Ok(combination) => Ok(Some(combination.get().0)),
        Err(_) => Err(Problem::wrong_type(object, "a Combination or None").into()),
    }
}

pub(crate) fn call(object: &Bound<'_, PyAny>) -> PyResult<Call> {
    if object.is_none() {
        return Ok(Call::None);
    }
    let name = object.cast::<PyString>().map_err(|_| unknown_call(object))?;
    match name.to_str()? {
        "tichu" => Ok(Call::Tichu),
        "grand" => Ok(Call::Grand),
        _ => Err(unknown_call(object).into()),
    }
}

fn unknown_call(object: &Bound<'_, PyAny>) -> Problem {
    Problem::wrong_type(object, "'tichu', 'grand' or None").at("calls")
}

/// An attribute that a state must have.
pub(crate) fn attribute<'py>(
    object: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    object.getattr(name).map_err(|_| Problem::wrong_type(object, "a RoundState").at("state").into())
}

/// Plain objects with the attributes that [`fields_of`] reads: what a pickle holds.
pub(crate) fn as_object<'py>(py: Python<'py>, fields: &Fields) -> PyResult<Bound<'py, PyAny>> {
    let (options, state) = (PyDict::new(py), PyDict::new(py));
    let rules = fields.options;
    options.set_item("grand_enabled", rules.grand_enabled)?;
    options.set_item("tichu_before_exchange", rules.tichu_before_exchange)?;
    options.set_item("wish_optional", rules.wish_optional)?;
    options.set_item("wish_bomb_in_turn", if rules.strict_wish { "strict" } else { "free" })?;
    options.set_item("bomb_out_of_turn", rules.bomb_out_of_turn)?;
    options.set_item("bomb_after_final_pass", rules.bomb_after_final_pass)?;
    options.set_item("dragon_gift_last_trick", rules.dragon_gift_last_trick)?;
    options.set_item("dragon_gift_only_active", rules.dragon_gift_only_active)?;
    options.set_item("double_victory_points", rules.double_victory_points)?;
    let namespace = py.import("types")?.getattr("SimpleNamespace")?;
    state.set_item("rules", namespace.call((), Some(&options))?)?;
    state.set_item("phase", phase_name(fields.phase))?;
    state.set_item("hands", PyTuple::new(py, fields.hands.map(PyCardSet))?)?;
    state.set_item("calls", PyTuple::new(py, fields.calls.map(call_name))?)?;
    state.set_item("turn", fields.turn)?;
    state.set_item("top", fields.top.map(PyCombination))?;
    state.set_item("owner", fields.owner)?;
    state.set_item("passes", fields.passes)?;
    state.set_item("trick", PyCardSet(fields.trick))?;
    state.set_item("wish", fields.wish)?;
    state.set_item("piles", PyTuple::new(py, fields.piles.map(PyCardSet))?)?;
    let out: Vec<u8> = fields.out.into_iter().flatten().collect();
    state.set_item("out", PyTuple::new(py, out)?)?;
    namespace.call((), Some(&state))
}
