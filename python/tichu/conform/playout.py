"""Playouts: whole rounds from the deal on, with the mover's legal plays before each step."""

from __future__ import annotations

from typing import Any

from tichu._core import DECK, CardSet
from tichu.conform.fields import Fields, card_set, list_of, mapping, quad_of, seat, whole
from tichu.conform.flow import step_forward
from tichu.conform.report import Difference
from tichu.conform.snapshot import all_cards
from tichu.conform.states import first_eight
from tichu.conform.values import compare_counts, differ, json_score, within
from tichu.errors import InvalidValue
from tichu.flow import legal_actions
from tichu.rules import Rules
from tichu.seats import SEATS, Quad
from tichu.state import RoundState

__all__ = ["check_playout"]


def check_playout(case: object, expect: object, rules: Rules) -> list[Difference]:
    """Play the round; the first step that goes another way is the difference, or else the end.

    Raises:
        TichuError: the playout is malformed, or lacks one of its fields.
    """
    fields = Fields(case, "")
    hands = fields.need("hands", quad_of(card_set, CardSet()))
    steps = fields.need("steps", list_of(mapping))
    fields.end()
    if not steps:
        raise InvalidValue("There is no step, so nothing is expected.", code="bad_case")
    wanted = Fields(expect, "")
    wanted.need_all("out", "score", "piles", "check_total")
    state = _start(hands, rules)
    for number, step in enumerate(steps, start=1):
        state, differences = _step(state, step, number)
        if differences:
            return differences
    return _compare_end(wanted, state)


def _start(hands: Quad[CardSet], rules: Rules) -> RoundState:
    halves = [first_eight(hand) for hand in hands]
    (a, s), (b, t), (c, u), (d, v) = halves
    state = RoundState(rules=rules, phase="grand", hands=(a, b, c, d), stock=(s, t, u, v))
    if any(len(hand) != 14 for hand in hands) or all_cards(state) != DECK:
        raise InvalidValue(
            "A playout begins with four hands of 14 that make up the deck.",
            code="bad_case",
            rule="R-007",
            where="hands",
        )
    return state


def _step(
    state: RoundState, step: dict[str, Any], number: int
) -> tuple[RoundState, list[Difference]]:
    place = f"step {number}"
    fields = Fields(step, place)
    act = fields.need("act", mapping)
    legal = fields.get("legal", mapping)
    then = fields.need("then", mapping)
    fields.raw("note")
    fields.end()
    if legal is not None:
        differences = _compare_legal(legal, state, act, f"{place}: legal")
        if differences:
            return state, differences
    return step_forward(state, act, legal=True, then=then, place=place)


def _compare_legal(
    legal: dict[str, Any], state: RoundState, act: dict[str, Any], where: str
) -> list[Difference]:
    mover = seat(act.get("seat"), f"{where}: the mover")
    wanted = Fields(legal, where)
    wanted.need_all("pass", "n_sets", "n_readings", "sha")
    found = compare_counts(wanted, legal_actions(state, mover).plays)
    wanted.end()
    return [Difference(f"{where}.{one.where}", one.expected, one.came) for one in found]


def _compare_end(wanted: Fields, state: RoundState) -> list[Difference]:
    """The end: who is out, the score, the piles, and all points of piles and hands together."""
    score = wanted.need("score", mapping)
    Fields(score, "score").need_all("double", "card", "bonus", "round")
    piles = wanted.need("piles", quad_of(card_set, CardSet()))
    total = sum(cards.points for cards in (*state.piles, *state.hands))
    differences = [
        *differ("out", wanted.raw("out"), list(state.out)),
        *within(score, json_score(state.score), "score"),
        *differ("check_total", wanted.need("check_total", whole), total),
    ]
    for holder in SEATS:
        differences += differ(f"piles.{holder}", str(piles[holder]), str(state.piles[holder]))
    wanted.end()
    return differences
