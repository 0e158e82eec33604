"""The match: rounds added up to the target (R-104 to R-107)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tichu.checks import check_int, check_kind
from tichu.errors import IllegalAction, InvalidValue
from tichu.rules import STANDARD, Rules

__all__ = ["MatchState", "Winner", "add_round"]

Winner = Literal["02", "13", "draw"]

MOST_POINTS = 10**9


class MatchState(Struct, frozen=True, kw_only=True):
    """Where a match stands between rounds.

    Attributes:
        rules: the options in force.
        totals: the points of team 02 and team 13; they may be negative (R-107).
        rounds: how many rounds are counted.
        winner: set when the match is over.
    """

    rules: Rules = STANDARD
    totals: tuple[int, int] = (0, 0)
    rounds: int = 0
    winner: Winner | None = None

    @property
    def is_over(self) -> bool:
        """The match has ended."""
        return self.winner is not None


def add_round(match: MatchState, points: tuple[int, int]) -> MatchState:
    """The match after one more round with these points for team 02 and team 13.

    Raises:
        IllegalAction: the match is over (``match_over``, R-104).
        InvalidValue: the points are no pair of whole numbers (``bad_points``, ``wrong_type``).
    """
    check_kind(match, MatchState, "match")
    check_kind(points, tuple, "points")
    if len(points) != 2:
        raise InvalidValue("Points are a pair: team 02 and team 13.", code="bad_points")
    for each in points:
        check_int(each, -MOST_POINTS, MOST_POINTS, "points", code="bad_points")
    if match.is_over:
        raise IllegalAction(
            "The match is over; start another one.", code="match_over", rule="R-104"
        )
    totals = (match.totals[0] + points[0], match.totals[1] + points[1])
    winner = _winner(totals, match.rules)
    return replace(match, totals=totals, rounds=match.rounds + 1, winner=winner)


def _winner(totals: tuple[int, int], rules: Rules) -> Winner | None:
    # looked at only now that the round is counted.
    if max(totals) < rules.target:
        return None
    if totals[0] == totals[1]:
        #
        return "draw" if rules.tie_rule == "draw" else None
    #
    return "02" if totals[0] > totals[1] else "13"
