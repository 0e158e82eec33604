"""What a round's points are worth to a team, by where the match stands.

Far from the target that is the margin of the round in points. Once the better team is within
:data:`NEAR` points of the target, it is the chance to win the match from the totals after the
round, in thousandths:

* at or over the target the team with more points has won (R-105); a tie counts one half;
* otherwise the chance is ``normal(lead / (SPREAD * sqrt(rounds left)))``, with the rounds left
  ``(target - the better total) / PACE + 1/2``, where ``normal`` is the distribution function of the
  standard normal distribution.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, sqrt
from operator import sub

from tichu.match import MatchState

__all__ = ["NEAR", "PACE", "SPREAD", "Worth", "chance_to_win"]

NEAR = 500
SPREAD = 150.0
"""The standard deviation of a round's margin, in points."""
PACE = 80.0
"""What the better team makes in a round, in points."""


class Worth:
    """The worth of a round's points (team 02, team 13) to one team."""

    def __init__(self, match: MatchState, team: int) -> None:
        self._match = match
        self._sign = 1 - 2 * team
        self._is_near = max(match.totals) + NEAR > match.rules.target
        self._known: dict[tuple[int, int], float] = {}

    def of_all(self, firsts: Sequence[int], seconds: Sequence[int]) -> list[float]:
        """The worths of rounds, from the points of team 02 and of team 13 in each."""
        if not self._is_near:
            ours, theirs = (firsts, seconds) if self._sign == 1 else (seconds, firsts)
            return list(map(sub, ours, theirs))
        return list(map(self.of, zip(firsts, seconds, strict=True)))

    def of(self, points: tuple[int, int]) -> float:
        """The worth of a round's points."""
        if not self._is_near:
            return float(self._sign * (points[0] - points[1]))
        worth = self._known.get(points)
        if worth is None:
            totals = self._match.totals
            after = (totals[0] + points[0], totals[1] + points[1])
            lead = self._sign * (after[0] - after[1])
            worth = 1000.0 * chance_to_win(lead, max(after), self._match.rules.target)
            self._known[points] = worth
        return worth


def chance_to_win(lead: int, better: int, target: int) -> float:
    """The chance of a team so many points ahead when the better team has so many in all."""
    if better >= target:
        return 0.5 if lead == 0 else float(lead > 0)
    rounds = (target - better) / PACE + 0.5
    return 0.5 * (1 + erf(lead / (SPREAD * sqrt(2 * rounds))))
