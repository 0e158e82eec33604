"""Counting a round (R-095 to R-103): what is in the piles, who came first, who called what."""

from __future__ import annotations

from collections.abc import Sequence

from tichu._core import CardSet
from tichu.checks import check_kind, check_quad, shown
from tichu.errors import InvalidValue
from tichu.round_score import CALL_POINTS, Call, RoundScore
from tichu.rules import STANDARD, Rules
from tichu.seats import SEATS, partner_of, team_of

__all__ = ["is_double_victory", "score_round"]


def is_double_victory(out: Sequence[int]) -> bool:
    """The first two out are partners (R-096)."""
    return len(out) >= 2 and out[1] == partner_of(out[0])


def score_round(
    out: Sequence[int],
    piles: Sequence[CardSet],
    last_hand: CardSet,
    calls: Sequence[Call | None],
    rules: Rules = STANDARD,
) -> RoundScore:
    """The score of a finished round.

    Args:
        out: the seats in the order in which they went out: two partners, or three or four seats.
        piles: the cards that each seat has won.
        last_hand: the cards left with the last player (R-098).
        calls: each seat's call.

    Raises:
        InvalidValue: ``out`` is no finishing order (``bad_finish``), a call is none
            (``bad_calls``), or a value is of the wrong type (``wrong_type``).
    """
    _check_finish(out)
    check_quad(tuple(piles), CardSet, "piles")
    check_kind(last_hand, CardSet, "last_hand")
    _check_calls(calls)
    bonus = _call_points(out[0], calls)
    if is_double_victory(out):
        points = rules.double_victory_points
        card = (points, 0) if team_of(out[0]) == 0 else (0, points)
        return RoundScore(True, card, bonus)
    tail = next(seat for seat in SEATS if seat not in out[:3])
    return RoundScore(False, _card_points(out[0], tail, piles, last_hand), bonus)


def _check_finish(out: Sequence[int]) -> None:
    seats = list(out)
    enough = len(seats) >= 3 or is_double_victory(seats)
    known = all(type(seat) is int and seat in SEATS for seat in seats)
    if not enough or len(set(seats)) != len(seats) or not known:
        raise InvalidValue(
            "A finishing order is two partners, or three or four different seats.",
            code="bad_finish",
            rule="R-095",
        )


def _check_calls(calls: Sequence[Call | None]) -> None:
    if len(calls) != 4 or any(call is not None and call not in CALL_POINTS for call in calls):
        raise InvalidValue(
            f"{shown(calls)} are no calls; give tichu, grand or None for each seat.",
            code="bad_calls",
            rule="R-102",
            where="calls",
        )


def _card_points(
    first: int, tail: int, piles: Sequence[CardSet], last_hand: CardSet
) -> tuple[int, int]:
    points = [0, 0]
    for seat in SEATS:
        # the tail's tricks count for the first finisher.
        winner = first if seat == tail else seat
        points[team_of(winner)] += piles[seat].points
    # the tail's hand counts for the other team.
    points[1 - team_of(tail)] += last_hand.points
    return points[0], points[1]


def _call_points(first: int, calls: Sequence[Call | None]) -> tuple[int, int]:
    bonus = [0, 0]
    for seat in SEATS:
        call = calls[seat]
        if call is not None:
            # only the caller's own first place counts.
            bonus[team_of(seat)] += CALL_POINTS[call] if seat == first else -CALL_POINTS[call]
    return bonus[0], bonus[1]
