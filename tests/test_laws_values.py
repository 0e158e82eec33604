"""Values of the flow: text, repr, pickle, copy and hash bring back what they were made from."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given, settings

import rounds
import strategies
import tichu
import tichu.events
import tichu.refusal
from rounds import Walk
from tichu import (
    MatchHistory,
    MatchState,
    Pass,
    RoundHistory,
    Rules,
    TichuError,
    add_round,
    apply,
    format_position,
    legal_actions,
    parse_action,
    parse_position,
    view,
)
from tichu.seats import SEATS

NAMES = {**vars(tichu.events), **vars(tichu.refusal), **vars(tichu)}


def check_value(value: Any) -> None:
    assert eval(repr(value), dict(NAMES)) == value
    for protocol in (2, pickle.HIGHEST_PROTOCOL):
        assert pickle.loads(pickle.dumps(value, protocol)) == value
    assert copy.copy(value) == value
    assert copy.deepcopy(value) == value
    assert hash(pickle.loads(pickle.dumps(value))) == hash(value)
    with pytest.raises((AttributeError, TypeError)):
        value.seat = 0


def check_walk(walk: Walk, every: int) -> None:
    for place, moment in enumerate(walk.moments):
        assert parse_action(str(moment.action)) == moment.action
        assert parse_position(format_position(moment.step.state)) == moment.step.state
        if place % every == 0 or moment.step.state.is_over:
            state = moment.step.state
            check_value(moment.action)
            check_value(state)
            check_value(moment.step)
            for event in moment.step.events:
                check_value(event)
            for seat in SEATS:
                check_value(legal_actions(state, seat))
                check_value(view(state, seat, walk.events_up_to(place + 1)))


@pytest.mark.parametrize("flip", strategies.SINGLE_FLIPS)
def test_values_of_whole_rounds(flip: str):
    rules = strategies.SINGLE_FLIPS[flip]
    check_value(rules)
    for seed in range(6):
        check_walk(rounds.walk(rules, seed), every=10)


@given(strategies.rules(), strategies.seeds)
@settings(max_examples=25)
def test_values_under_any_options(rules: Rules, seed: int):
    check_value(rules)
    check_walk(rounds.walk(rules, seed), every=15)


@pytest.mark.soak
@given(strategies.rules(), strategies.seeds)
@settings(max_examples=800)
def test_values_of_many_rounds(rules: Rules, seed: int):
    check_walk(rounds.walk(rules, seed), every=3)


def test_histories_and_matches():
    walk = rounds.walk(Rules(), 3)
    actions = tuple(moment.action for moment in walk.moments)
    played = RoundHistory(walk.deal, actions, walk.end.score)
    assert walk.end.score is not None
    for value in (
        walk.deal,
        walk.end.score,
        played,
        MatchHistory(seed="7", seats=("a", "b", "c", "d"), rounds=(played,)),
        add_round(MatchState(), walk.end.score.total),
    ):
        check_value(value)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_errors_survive_pickling_and_repr(protocol: int):
    state = rounds.walk(Rules(), 0).start.state
    with pytest.raises(TichuError) as caught:
        apply(state, Pass(0))
    error = caught.value.at("line 3")
    for same in (
        pickle.loads(pickle.dumps(error, protocol)),
        eval(repr(error), dict(NAMES)),
        copy.copy(error),
        copy.deepcopy(error),
    ):
        assert type(same) is type(error)
        assert (same.code, same.rule, same.where) == (error.code, error.rule, error.where)
        assert (same.message, str(same), repr(same)) == (error.message, str(error), repr(error))


def test_states_are_equal_by_value_only():
    walk = rounds.walk(Rules(), 1)
    states = list(walk.states)
    assert len(set(states)) == len(set(map(format_position, states)))


def test_actions_of_different_kinds_are_different():
    assert len({Pass(1), tichu.Collect(1), tichu.Tichu(1)}) == 3
    assert Pass(1) != tichu.Collect(1)
