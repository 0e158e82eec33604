"""Calls: the Grand Tichu answers (R-008 to R-010) and small Tichu (R-015 to R-021)."""

from __future__ import annotations

from msgspec.structs import replace

from tichu._core import CardSet
from tichu.actions import GrandTichu, Tichu
from tichu.events import CardsDealt, Event, GrandAnswered, GrandClosed, PicksWithdrawn, TichuCalled
from tichu.refusal import Refusal
from tichu.seats import SEATS, with_seat
from tichu.state import RoundState, Step

__all__ = ["answer_grand", "call_tichu", "grand_refusal", "tichu_refusal"]

FULL_HAND = 14

_GRAND_CLOSED = Refusal(
    "grand_closed", "R-010", "The Grand Tichu question is closed; play on without it."
)
_GRAND_ANSWERED = Refusal(
    "grand_answered", "R-010", "This seat has answered already; a seat answers once."
)
_BEFORE_NINTH_CARD = Refusal(
    "tichu_too_early", "R-007", "A small Tichu waits until all four have answered the Grand Tichu."
)
_CALLED = Refusal("already_called", "R-017", "This seat has called already; one call a round.")
_BEFORE_EXCHANGE = Refusal(
    "tichu_too_early", "R-015", "These rules allow a Tichu only after the exchange."
)
_PICKS_ARE_IN = Refusal(
    "tichu_during_exchange", "R-021", "Call before the first pick or after the exchange."
)
_HAS_PLAYED = Refusal(
    "tichu_too_late", "R-016", "A Tichu is called with all 14 cards in hand, before the first."
)
_ROUND_DECIDED = Refusal(
    "tichu_too_late", "R-020", "Three players are out; there is nothing left to call for."
)


def grand_refusal(state: RoundState, seat: int) -> Refusal | None:
    """Why the seat may not answer the Grand Tichu question now; None if it may."""
    if state.phase != "grand":
        return _GRAND_CLOSED
    return None if state.grand_answers[seat] is None else _GRAND_ANSWERED


def answer_grand(state: RoundState, action: GrandTichu) -> Step:
    """Book the answer; with the fourth, all take up their last six cards (R-007)."""
    seat = action.seat
    answers = with_seat(state.grand_answers, seat, action.call)
    calls = with_seat(state.calls, seat, "grand") if action.call else state.calls
    answered = GrandAnswered(seat, action.call)
    if None in answers:
        return Step(replace(state, grand_answers=answers, calls=calls), (answered,))
    a, b, c, d = (state.hands[seat] | state.stock[seat] for seat in SEATS)
    empty = CardSet()
    after = replace(
        state,
        phase="exchange",
        hands=(a, b, c, d),
        stock=(empty, empty, empty, empty),
        grand_answers=answers,
        calls=calls,
    )
    w, x, y, z = (call == "grand" for call in calls)
    dealt = (CardsDealt(seat, state.stock[seat]) for seat in SEATS)
    return Step(after, (answered, GrandClosed((w, x, y, z)), *dealt))


def tichu_refusal(state: RoundState, seat: int) -> Refusal | None:
    """Why the seat may not call a small Tichu now; None if it may."""
    # Most seats that are asked have played already, so this test comes first.
    if len(state.hands[seat]) != FULL_HAND:
        return _BEFORE_NINTH_CARD if state.phase == "grand" else _HAS_PLAYED
    if state.calls[seat] is not None:
        return _CALLED
    phase = state.phase
    if phase == "exchange":
        return _refusal_in_exchange(state)
    if phase == "grand":
        return _BEFORE_NINTH_CARD
    if phase in ("gift", "over"):
        return _ROUND_DECIDED
    return None


def _refusal_in_exchange(state: RoundState) -> Refusal | None:
    rules = state.rules
    if not rules.tichu_before_exchange:
        return _BEFORE_EXCHANGE
    picks_are_in = any(gifts is not None for gifts in state.exchange)
    if picks_are_in and rules.tichu_during_exchange == "forbid":
        return _PICKS_ARE_IN
    return None


def call_tichu(state: RoundState, action: Tichu) -> Step:
    """Book the call; during the exchange it may withdraw the picks that are in (R-021)."""
    seat = action.seat
    called = replace(state, calls=with_seat(state.calls, seat, "tichu"))
    events: tuple[Event, ...] = (TichuCalled(seat),)
    picks_are_in = state.phase == "exchange" and any(gifts is not None for gifts in state.exchange)
    if picks_are_in and state.rules.tichu_during_exchange == "reopen":
        called = replace(called, exchange=(None, None, None, None))
        events = (*events, PicksWithdrawn())
    return Step(called, events)
