"""Counting a round (R-095 to R-103): what is in the piles, who came first, who called what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tichu._core import CardSet
from tichu.checks import check_kind, check_quad, shown
from tichu.errors import InvalidValue
from tichu.round_score import CALL_POINTS, Call, RoundScore, ScoreLine
from tichu.rules import STANDARD, Rules
from tichu.seats import SEATS, partner_of, team_of

__all__ = ["is_double_victory", "score_lines", "score_round"]


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
    """The score of a finished round: the sum of its :func:`score_lines`.

    Args:
        out: the seats in the order in which they went out: two partners, or three or four seats.
        piles: the cards that each seat has won.
        last_hand: the cards left with the last player (R-098).
        calls: each seat's call.

    Raises:
        InvalidValue: ``out`` is no finishing order (``bad_finish``), a call is none
            (``bad_calls``), or a value is of the wrong type (``wrong_type``).
    """
    lines = score_lines(out, piles, last_hand, calls, rules)
    card = _sums(line for line in lines if line.what != "call")
    bonus = _sums(line for line in lines if line.what == "call")
    return RoundScore(is_double_victory(out), card, bonus)


def score_lines(
    out: Sequence[int],
    piles: Sequence[CardSet],
    last_hand: CardSet,
    calls: Sequence[Call | None],
    rules: Rules = STANDARD,
) -> tuple[ScoreLine, ...]:
    """The count of a finished round, line by line, as a score sheet has it.

    Either the double victory, or the tricks of each seat and the last player's hand; then the
    calls.

    Args:
        out: as for :func:`score_round`, and so are the others.

    Raises:
        InvalidValue: as from :func:`score_round`.
    """
    _check_finish(out)
    check_quad(tuple(piles), CardSet, "piles")
    check_kind(last_hand, CardSet, "last_hand")
    _check_calls(calls)
    if is_double_victory(out):
        points = rules.double_victory_points
        double = ScoreLine("double", out[0], None, team_of(out[0]), points, "R-096")
        return (double, *_call_lines(out[0], calls))
    return (*_card_lines(out, piles, last_hand), *_call_lines(out[0], calls))


def _sums(lines: Iterable[ScoreLine]) -> tuple[int, int]:
    points = [0, 0]
    for line in lines:
        points[line.team] += line.points
    return points[0], points[1]


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


def _card_lines(
    out: Sequence[int], piles: Sequence[CardSet], last_hand: CardSet
) -> list[ScoreLine]:
    tail = next(seat for seat in SEATS if seat not in out[:3])
    lines = []
    for seat in SEATS:
        # the tail's tricks count for the first finisher.
        to, rule = (out[0], "R-099") if seat == tail else (None, None)
        team = team_of(seat if to is None else to)
        lines.append(ScoreLine("tricks", seat, to, team, piles[seat].points, rule))
    # the tail's hand counts for the other team.
    lines.append(ScoreLine("hand", tail, None, 1 - team_of(tail), last_hand.points, "R-098"))
    return lines


def _call_lines(first: int, calls: Sequence[Call | None]) -> list[ScoreLine]:
    lines = []
    for seat in SEATS:
        call = calls[seat]
        if call is not None:
            # only the caller's own first place counts.
            points = CALL_POINTS[call] if seat == first else -CALL_POINTS[call]
            lines.append(ScoreLine("call", seat, None, team_of(seat), points, "R-102"))
    return lines
