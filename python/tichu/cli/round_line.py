"""One round as it is reported: who went out when, which calls were made, points and totals."""

from __future__ import annotations

from msgspec import Struct

from tichu import Action, GrandTichu, MatchState, Play, RoundHistory, Tichu
from tichu.round_score import Call, RoundScore
from tichu.seats import SEATS

__all__ = ["CallLine", "RoundLine", "round_line"]


class CallLine(Struct, frozen=True):
    """One call, and whether the caller was first (R-019)."""

    seat: int
    call: Call
    made: bool


class RoundLine(Struct, frozen=True):
    """One round.

    Attributes:
        number: its number, from 1.
        score: its count.
        totals: the match after it, team 02 and team 13.
        out: the seats in the order in which they went out.
        calls: in the order in which they were made.
    """

    number: int
    score: RoundScore
    totals: tuple[int, int]
    out: tuple[int, ...]
    calls: tuple[CallLine, ...]


def round_line(played: RoundHistory, match: MatchState) -> RoundLine:
    """The report of a round that has just been counted, so that it has a score."""
    score = played.score
    if score is None:
        raise AssertionError("a round is reported when it is counted")
    out = _finish(played.actions)
    calls = tuple(
        CallLine(seat, call, made=seat == out[0]) for seat, call in _calls(played.actions)
    )
    return RoundLine(match.rounds, score, match.totals, out, calls)


def _finish(actions: tuple[Action, ...]) -> tuple[int, ...]:
    """Who went out, in order: every hand begins with 14 cards, and the exchange keeps it so."""
    left = [14] * len(SEATS)
    out = []
    for action in actions:
        if isinstance(action, Play):
            left[action.seat] -= len(action.cards)
            if not left[action.seat]:
                out.append(action.seat)
    return tuple(out)


def _calls(actions: tuple[Action, ...]) -> list[tuple[int, Call]]:
    calls: list[tuple[int, Call]] = []
    for action in actions:
        if isinstance(action, GrandTichu) and action.call:
            calls.append((action.seat, "grand"))
        elif isinstance(action, Tichu):
            calls.append((action.seat, "tichu"))
    return calls
