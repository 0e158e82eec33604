"""Cases of the kind ``flow``: acts in a position, which are refused, and what they lead to."""

from __future__ import annotations

from typing import Any

from tichu._core import DECK
from tichu.conform.acts import perform
from tichu.conform.fields import Fields, flag, list_of, mapping, shown
from tichu.conform.report import Difference
from tichu.conform.snapshot import all_cards, compare_snapshot
from tichu.conform.states import state_of
from tichu.conform.values import says_something
from tichu.errors import InvalidValue, TichuError
from tichu.rules import Rules
from tichu.state import RoundState

__all__ = ["act_text", "check_flow", "step_forward"]


def check_flow(case: object, expect: object, rules: Rules) -> list[Difference]:
    """Do the steps; the first that goes another way is the difference.

    Raises:
        TichuError: the case is malformed, or expects nothing.
    """
    fields = Fields(case, "input")
    state = fields.need("state", lambda value, where: state_of(value, where, rules))
    steps = fields.need("steps", list_of(mapping))
    full_deck = fields.get("full_deck", flag) or False
    fields.end()
    wanted = Fields(expect, "expect")
    start = wanted.get("start", mapping)
    wanted.end()
    if not steps and not says_something(start or {}):
        raise InvalidValue(
            "There is no step, so nothing is expected.", code="bad_case", where="input.steps"
        )
    if full_deck and all_cards(state) != DECK:
        raise InvalidValue(
            f"The full deck lacks {DECK - all_cards(state)}.",
            code="bad_case",
            rule="R-001",
            where="input.state",
        )
    differences = [] if start is None else compare_snapshot(start, state, "start")
    for number, step in enumerate(steps, start=1):
        if differences:
            break
        state, differences = _step(state, step, number)
    return differences


def _step(
    state: RoundState, step: dict[str, Any], number: int
) -> tuple[RoundState, list[Difference]]:
    place = f"step {number}"
    fields = Fields(step, place)
    act = fields.need("act", mapping)
    legal = fields.need("legal", flag)
    then = fields.get("then", mapping)
    fields.raw("note")
    fields.end()
    return step_forward(state, act, legal=legal, then=then, place=place)


def step_forward(
    state: RoundState, act: dict[str, Any], *, legal: bool, then: object, place: str
) -> tuple[RoundState, list[Difference]]:
    """Do one act: the state after it, and what is not as expected.

    Raises:
        TichuError: the step is malformed.
    """
    place = f"{place} ({act_text(act)})"
    before, cards = repr(state), all_cards(state)
    try:
        outcome = perform(state, act)
    except TichuError as error:
        raise error.at(place) from None
    if legal and outcome.refused is not None:
        return state, [Difference(place, "a legal act", f"a refusal: {outcome.refused}")]
    if not legal and outcome.refused is None:
        return state, [Difference(place, "a refusal", "a legal act")]
    if outcome.disagreement is not None:
        return state, [Difference(place, "one answer", outcome.disagreement)]
    after = outcome.state
    if repr(state) != before or (not legal and after is not state):
        return state, [Difference(place, "an unchanged state", "a changed one")]
    if all_cards(after) != cards:
        moved = all_cards(after) ^ cards
        return state, [Difference(place, "the same cards", f"a difference of {moved}")]
    differences = [] if then is None else compare_snapshot(then, after, f"{place}: then")
    return after, differences


def act_text(act: dict[str, Any]) -> str:
    """An act as short text: ``play 0 7j 7s ph=5``."""
    words = []
    for name, value in act.items():
        if name in ("do", "seat", "to"):
            words.append(_plain(value))
        elif name == "cards":
            words.append(" ".join(map(str, value)) if isinstance(value, list) else _plain(value))
        else:
            words.append(f"{name}={shown(value)}")
    return shown(" ".join(words))


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}:{card}" for name, card in value.items())
    return str(value)
