"""The flow of a round: :func:`legal_actions` says what a seat may do, :func:`apply` does it.

``apply`` is the only mover, and it takes exactly the actions that ``legal_actions`` holds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tichu._core import MAHJONG, Card, CardSet
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
from tichu.calls import answer_grand, call_tichu, grand_refusal, tichu_refusal
from tichu.checks import check_int, check_kind, shown
from tichu.dragon import gift_refusal, give_dragon, recipients
from tichu.errors import InvalidValue
from tichu.exchange import exchange_refusal, give
from tichu.legal import LegalActions
from tichu.play import lay, play_refusal, plays_of
from tichu.refusal import Refusal
from tichu.seats import SEATS
from tichu.state import RoundState, Step
from tichu.trick import collect, collect_refusal, pass_refusal, pass_turn
from tichu.wish import choices

__all__ = ["apply", "apply_unchecked", "legal_actions", "refusal"]

_NOTHING = CardSet()


def legal_actions(state: RoundState, seat: int) -> LegalActions:
    """What a seat may do now, in or out of turn; empty when that is nothing.

    Raises:
        InvalidValue: ``seat`` is not 0 to 3 (``bad_seat``), ``state`` no state (``wrong_type``).
    """
    _check(state, seat)
    plays = plays_of(state, seat)
    hand = state.hands[seat]
    wishes = choices(state.rules) if MAHJONG in hand and plays else ()
    may_call = tichu_refusal(state, seat) is None
    if state.phase == "play":
        # By far the most common question, and there is no more to it than this.
        return LegalActions(seat, plays, wishes, plays.may_pass, may_call_tichu=may_call)
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
    refused = refusal(state, action)
    if refused is not None:
        raise refused.error()
    return apply_unchecked(state, action)


def apply_unchecked(state: RoundState, action: Action) -> Step:
    """As :func:`apply`, for an action known to be legal; anything else leads nowhere sensible."""
    mover: Callable[[RoundState, Any], Step] = _MOVERS[type(action)]
    return mover(state, action)


def refusal(state: RoundState, action: Action) -> Refusal | None:
    """Why the rules refuse the action now; None if they do not.

    Raises:
        InvalidValue: the action is malformed (``bad_action``, ``bad_seat``, ``wrong_type``).
    """
    asked: Callable[[RoundState, Any], Refusal | None] | None = _REFUSALS.get(type(action))
    if asked is None:
        raise InvalidValue(
            f"{shown(action)} is no action; the actions are in tichu.actions.", code="bad_action"
        )
    _check(state, action.seat)
    return asked(state, action)


def _check(state: object, seat: object) -> None:
    if type(state) is not RoundState:
        check_kind(state, RoundState, "state")
    if type(seat) is not int or seat not in SEATS:
        check_int(seat, 0, 3, "seat", code="bad_seat")


def _wrong_type(action: Action) -> InvalidValue:
    return InvalidValue(
        f"{shown(action)} holds values of the wrong type; see tichu.actions.", code="wrong_type"
    )


def _refuse_grand(state: RoundState, action: GrandTichu) -> Refusal | None:
    if type(action.call) is not bool:
        raise _wrong_type(action)
    if action.call and not state.rules.grand_enabled:
        return _NO_GRAND
    return grand_refusal(state, action.seat)


_NO_GRAND = Refusal("grand_disabled", "R-008", "These rules have no Grand Tichu.")


def _refuse_tichu(state: RoundState, action: Tichu) -> Refusal | None:
    return tichu_refusal(state, action.seat)


def _refuse_exchange(state: RoundState, action: Exchange) -> Refusal | None:
    if not all(isinstance(card, Card) for card in action.gifts):
        raise _wrong_type(action)
    return exchange_refusal(state, action)


def _refuse_play(state: RoundState, action: Play) -> Refusal | None:
    if type(action.cards) is not CardSet:
        raise _wrong_type(action)
    return play_refusal(state, action)


def _refuse_pass(state: RoundState, action: Pass) -> Refusal | None:
    refused = pass_refusal(state, action.seat)
    if refused is None and state.wish is not None and not plays_of(state, action.seat).may_pass:
        return _WISH_DUE
    return refused


_WISH_DUE = Refusal("wish_stands", "R-068", "A wish stands and can be met; passing is refused.")


def _refuse_collect(state: RoundState, action: Collect) -> Refusal | None:
    return collect_refusal(state, action.seat)


def _refuse_gift(state: RoundState, action: GiveDragon) -> Refusal | None:
    check_int(action.to, 0, 3, "seat", code="bad_seat")
    return gift_refusal(state, action)


_REFUSALS: dict[type[Action], Callable[[RoundState, Any], Refusal | None]] = {
    GrandTichu: _refuse_grand,
    Tichu: _refuse_tichu,
    Exchange: _refuse_exchange,
    Play: _refuse_play,
    Pass: _refuse_pass,
    Collect: _refuse_collect,
    GiveDragon: _refuse_gift,
}

_MOVERS: dict[type[Action], Callable[[RoundState, Any], Step]] = {
    GrandTichu: answer_grand,
    Tichu: call_tichu,
    Exchange: give,
    Play: lay,
    Pass: pass_turn,
    Collect: collect,
    GiveDragon: give_dragon,
}
