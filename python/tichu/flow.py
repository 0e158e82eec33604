"""The flow of a round: :func:`legal_actions` says what a seat may do, :func:`apply` does it.

``apply`` is the only mover, and it takes exactly the actions that ``legal_actions`` holds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from tichu._core import MAHJONG, CardSet
from tichu.actions import (
    Action,
    Collect,
    Exchange,
    GiveDragon,
    GrandTichu,
    Pass,
    Play,
    Tichu,
)
from tichu.calls import FULL_HAND, answer_grand, call_tichu, grand_refusal, tichu_refusal
from tichu.checks import check_int, check_kind, shown
from tichu.dragon import gift_refusal, give_dragon, recipients
from tichu.errors import InvalidValue
from tichu.exchange import exchange_refusal, give
from tichu.legal import LegalActions
from tichu.play import lay, play_refusal, plays_of
from tichu.refusal import Refusal, malformed
from tichu.seats import SEATS
from tichu.state import RoundState, Step
from tichu.trick import collect, collect_refusal, pass_refusal, pass_turn
from tichu.wish import choices

__all__ = ["apply", "apply_unchecked", "legal_actions", "refusal"]

_NOTHING = CardSet()
_SEATS = frozenset(SEATS)

_Kind: TypeAlias = tuple[
    Callable[[RoundState, Any], Refusal | None], Callable[[RoundState, Any], Step]
]


def legal_actions(state: RoundState, seat: int) -> LegalActions:
    """What a seat may do now, in or out of turn; empty when that is nothing.

    Raises:
        InvalidValue: ``seat`` is not 0 to 3 (``bad_seat``), ``state`` no state (``wrong_type``).
    """
    if type(state) is not RoundState or type(seat) is not int or seat not in _SEATS:
        _check(state, seat)
    plays = plays_of(state, seat)
    hand = state.hands[seat]
    wishes = choices(state.rules) if MAHJONG in hand and plays else ()
    may_call = tichu_refusal(state, seat) is None if len(hand) == FULL_HAND else False
    if state.phase == "play":
        # By far the most common question, and there is no more to it than this.
        return LegalActions(seat, plays, wishes, plays.may_pass, False, (), may_call)
    if state.phase == "ripe":
        may_collect = collect_refusal(state, seat) is None
        to = () if may_collect or seat != state.owner else recipients(state)
        return LegalActions(seat, plays, wishes, False, may_collect, to, may_call)
    may_answer = grand_refusal(state, seat) is None
    return LegalActions(
        seat,
        plays,
        recipients=recipients(state) if seat == state.owner else (),
        may_call_tichu=may_call,
        may_answer_grand=may_answer,
        may_call_grand=may_answer and state.rules.grand_enabled,
        exchange_from=hand if state.phase == "exchange" else _NOTHING,
    )


def apply(state: RoundState, action: Action) -> Step:
    """The state after the action, and what happened; the given state is unchanged.

    Raises:
        IllegalAction: the rules refuse the action; the error names the rule.
        InvalidValue: the action is malformed (``bad_action``, ``bad_seat``, ``wrong_type``).
    """
    try:
        refuse, move = _KINDS[type(action)]
    except KeyError:
        raise _no_action(action) from None
    seat = action.seat
    if type(state) is not RoundState or type(seat) is not int or seat not in _SEATS:
        _check(state, seat)
    refused = refuse(state, action)
    if refused is not None:
        raise refused.error()
    return move(state, action)


def apply_unchecked(state: RoundState, action: Action) -> Step:
    """As :func:`apply`, for an action known to be legal; anything else leads nowhere sensible."""
    _, move = _KINDS[type(action)]
    return move(state, action)


def refusal(state: RoundState, action: Action) -> Refusal | None:
    """Why the rules refuse the action now; None if they do not.

    Raises:
        InvalidValue: the action is malformed (``bad_action``, ``bad_seat``, ``wrong_type``).
    """
    try:
        refuse, _ = _KINDS[type(action)]
    except KeyError:
        raise _no_action(action) from None
    _check(state, action.seat)
    return refuse(state, action)


def _no_action(action: object) -> InvalidValue:
    return InvalidValue(
        f"{shown(action)} is no action; the actions are in tichu.actions.", code="bad_action"
    )


def _check(state: object, seat: object) -> None:
    """What the callers have found out quickly, thoroughly."""
    check_kind(state, RoundState, "state")
    check_int(seat, 0, 3, "seat", code="bad_seat")


def _refuse_grand(state: RoundState, action: GrandTichu) -> Refusal | None:
    if type(action.call) is not bool:
        raise malformed(action)
    if action.call and not state.rules.grand_enabled:
        return _NO_GRAND
    return grand_refusal(state, action.seat)


_NO_GRAND = Refusal("grand_disabled", "R-008", "These rules have no Grand Tichu.")


def _refuse_tichu(state: RoundState, action: Tichu) -> Refusal | None:
    return tichu_refusal(state, action.seat)


def _refuse_collect(state: RoundState, action: Collect) -> Refusal | None:
    return collect_refusal(state, action.seat)


def _refuse_gift(state: RoundState, action: GiveDragon) -> Refusal | None:
    check_int(action.to, 0, 3, "seat", code="bad_seat")
    return gift_refusal(state, action)


_KINDS: dict[type[Action], _Kind] = {
    GrandTichu: (_refuse_grand, answer_grand),
    Tichu: (_refuse_tichu, call_tichu),
    Exchange: (exchange_refusal, give),
    Play: (play_refusal, lay),
    Pass: (pass_refusal, pass_turn),
    Collect: (_refuse_collect, collect),
    GiveDragon: (_refuse_gift, give_dragon),
}
"""Of each kind of action, what refuses it and what carries it out."""
