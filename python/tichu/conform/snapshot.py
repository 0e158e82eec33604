"""A state as the case books see it, and comparing it with a partial one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tichu._core import CardSet, Combination
from tichu.conform.fields import SEAT_NAMES, card_set, list_of, mapping, seat, shown
from tichu.conform.report import Difference
from tichu.conform.values import differ, json_score, within
from tichu.errors import InvalidValue
from tichu.round_score import Call
from tichu.seats import SEATS
from tichu.state import RoundState

__all__ = ["all_cards", "compare_snapshot", "snapshot"]

_LETTERS: dict[Call, str] = {"tichu": "T", "grand": "G"}


def snapshot(state: RoundState) -> dict[str, Any]:
    """All that a case may say of a state; hands include the cards yet to be taken up."""
    hands = [state.hands[seat] | state.stock[seat] for seat in SEATS]
    calls = [None if call is None else _LETTERS[call] for call in state.calls]
    return {
        "phase": state.phase,
        "turn": state.turn,
        "lead": state.is_lead,
        "top": _top(state.top),
        "owner": state.owner,
        "passes": state.passes,
        "wish": state.wish,
        "out": list(state.out),
        "pile_pts": _by_seat([pile.points for pile in state.piles]),
        "hand_n": _by_seat([len(hand) for hand in hands]),
        "hands": _by_seat(hands),
        "calls": _by_seat(calls),
        "picks_in": _picks_in(state),
        "score": json_score(state.score),
    }


def _by_seat(values: list[Any]) -> dict[str, Any]:
    return dict(zip(SEAT_NAMES, values, strict=True))


def _top(top: Combination | None) -> dict[str, Any] | None:
    if top is None:
        return None
    return {"type": top.type, "rank": top.rank, "len": top.length, "ph": top.phoenix_rank}


def _picks_in(state: RoundState) -> list[int]:
    if state.phase != "exchange":
        return []
    return [seat for seat in SEATS if state.exchange[seat] is not None]


def all_cards(state: RoundState) -> CardSet:
    """Every card of the state.

    Raises:
        InvalidValue: a card is in two places (``card_twice``).
    """
    seen = CardSet()
    for cards in (*state.hands, *state.stock, *state.piles, state.trick):
        if seen & cards:
            raise InvalidValue(
                f"{seen & cards} is in two places at once.", code="card_twice", rule="R-001"
            )
        seen |= cards
    return seen


def compare_snapshot(expected: object, state: RoundState, where: str) -> list[Difference]:
    """Differences between a state and a partial snapshot of it.

    Raises:
        TichuError: the snapshot is malformed.
    """
    found = snapshot(state)
    differences = []
    for name, value in mapping(expected, where).items():
        place = f"{where}.{name}"
        if name not in found:
            known = ", ".join(found)
            differences.append(
                Difference(place, f"one of the fields {known}", f"the unknown field {shown(name)}")
            )
        elif name in _READERS:
            differences += _READERS[name](value, found[name], place)
        else:
            differences += within(value, found[name], place)
    return differences


def _compare_hands(expected: object, found: dict[str, CardSet], where: str) -> list[Difference]:
    differences = []
    for name, value in mapping(expected, where).items():
        place = f"{where}.{name}"
        if name not in found:
            differences.append(Difference(place, "a seat from 0 to 3", shown(name)))
            continue
        cards = card_set(value, place)
        if cards != found[name]:
            differences.append(Difference(place, str(cards) or "-", str(found[name]) or "-"))
    return differences


def _compare_picks(expected: object, found: list[int], where: str) -> list[Difference]:
    """The order in which the picks came in is not kept."""
    return differ(where, sorted(list_of(seat)(expected, where)), found)


_READERS: dict[str, Callable[[object, Any, str], list[Difference]]] = {
    "hands": _compare_hands,
    "picks_in": _compare_picks,
}
