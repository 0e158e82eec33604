"""Building the state that a flow case describes. It need not hold the whole deck."""

from __future__ import annotations

from typing import Any, get_args

from tichu._core import MAHJONG, CardSet
from tichu.conform.fields import (
    Fields,
    call,
    card_set,
    list_of,
    malformed,
    quad_of,
    seat,
    table,
    text,
    whole,
)
from tichu.conform.snapshot import all_cards
from tichu.errors import InvalidValue
from tichu.rules import Rules
from tichu.seats import SEATS, Quad, previous_seat
from tichu.state import Phase, RoundState

__all__ = ["first_eight", "state_of"]

_EMPTY = CardSet()
_NOTHING: Quad[CardSet] = (_EMPTY, _EMPTY, _EMPTY, _EMPTY)


def state_of(value: object, where: str, rules: Rules) -> RoundState:
    """The state from ``{phase, hands, piles, turn, out, wish, calls, played, table}``.

    Without ``turn`` the holder of the Mah Jong is on turn. ``table`` has the shape of ``b`` in
    compare. Unless they are given, its ``owner`` is the seat before ``turn`` (in the phase gift,
    the seat on turn), and ``passes`` is 0 (in the phase ripe, one for each other seat with cards).

    Raises:
        TichuError: it is malformed, or contradicts itself.
    """
    fields = Fields(value, where)
    phase: Any = fields.need("phase", _phase)
    parts: dict[str, Any] = {
        "hands": fields.need("hands", quad_of(card_set, _EMPTY)),
        "piles": fields.get("piles", quad_of(card_set, _EMPTY)) or _NOTHING,
        "wish": fields.get("wish", whole),
        "calls": fields.get("calls", quad_of(call, None)) or (None,) * 4,
        "out": tuple(fields.get("out", list_of(seat)) or ()),
    }
    if phase == "grand":
        parts |= _before_the_ninth_card(parts)
    parts["turn"] = fields.get("turn", seat)
    if phase == "play" and parts["turn"] is None:
        parts["turn"] = _opener(parts["hands"], where)
    parts |= _trick(fields, phase, parts, where)
    played = fields.get("played", list_of(seat)) or []
    fields.end()
    state = RoundState(rules=rules, phase=phase, **parts)
    _check(state, played, where)
    return state


def _phase(value: object, where: str) -> str:
    phase = text(value, where)
    if phase not in get_args(Phase):
        raise malformed(where, f"one of {', '.join(get_args(Phase))}", phase)
    return phase


def first_eight(hand: CardSet) -> tuple[CardSet, CardSet]:
    """A hand of 14 as the cards taken up and those yet to come; which is not said, nor matters."""
    cards = list(hand)
    return CardSet(cards[:8]), CardSet(cards[8:])


def _before_the_ninth_card(parts: dict[str, Any]) -> dict[str, Any]:
    """Hands of eight, and answers: whoever has called Grand Tichu has answered."""
    halves = [first_eight(hand) for hand in parts["hands"]]
    return {
        "hands": tuple(first for first, _ in halves),
        "stock": tuple(rest for _, rest in halves),
        "grand_answers": tuple(call == "grand" or None for call in parts["calls"]),
    }


def _opener(hands: Quad[CardSet], where: str) -> int:
    for holder in SEATS:
        if MAHJONG in hands[holder]:
            return holder
    raise InvalidValue(
        "Nobody is on turn and nobody holds the Mah Jong.",
        code="bad_case",
        rule="R-014",
        where=where,
    )


def _trick(fields: Fields, phase: Phase, parts: dict[str, Any], where: str) -> dict[str, Any]:
    top = fields.get("table", table)
    if top is None:
        return {}
    owner, turn = fields.get("owner", seat), parts["turn"]
    if owner is None and turn is None:
        raise InvalidValue(
            "Whose cards are on the table? Give the owner.", code="bad_case", where=where
        )
    if owner is None:
        # A Dragon that is to be given is its owner's turn.
        owner = turn if phase == "gift" else previous_seat(turn)
    passes = fields.get("passes", whole)
    if passes is None:
        others = [hand for holder, hand in enumerate(parts["hands"]) if holder != owner and hand]
        passes = len(others) if phase == "ripe" else 0
    return {"top": top, "trick": top.cards, "owner": owner, "passes": passes}


def _check(state: RoundState, played: list[int], where: str) -> None:
    """What the case says must agree with itself; it may leave cards out."""
    try:
        all_cards(state)
    except InvalidValue as error:
        raise error.at(where) from None
    idle = [seat for seat in SEATS if not state.hands[seat] and not state.stock[seat]]
    if sorted(state.out) != idle:
        raise malformed(f"{where}.out", f"the seats without cards, {idle}", list(state.out))
    full = [seat for seat in played if len(state.hands[seat]) == 14]
    if full:
        raise malformed(f"{where}.played", "seats with fewer than 14 cards", full)
