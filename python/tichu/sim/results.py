"""What rollouts bring: scores, their means, and how candidates compare."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Any

from msgspec import Struct

from tichu.actions import Action

__all__ = ["Comparison", "Estimate", "Results", "estimate"]


class Estimate(Struct, frozen=True):
    """A mean, and its standard error.

    Attributes:
        mean: the mean, in points.
        error: the standard error of the mean; infinite for a single value.
    """

    mean: float
    error: float


def estimate(values: Iterable[int]) -> Estimate:
    """The mean of whole numbers and its error, from exact sums."""
    count = total = squares = 0
    for value in values:
        count += 1
        total += value
        squares += value * value
    if count < 2:
        return Estimate(float(total), float("inf"))
    variance = (count * squares - total * total) / (count * (count - 1))
    return Estimate(total / count, sqrt(variance / count))


class Results(Struct, frozen=True):
    """The rollouts from one start.

    Attributes:
        scores: a read-only view of 32-bit numbers in two dimensions, a row for each rollout: what
            the round brought the teams 02 and 13, calls included. NumPy reads it without copying.
    """

    scores: memoryview

    def __len__(self) -> int:
        return len(self.scores)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.scores.tobytes(),)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Results):
            return NotImplemented
        return self.scores.tobytes() == other.scores.tobytes()

    def __hash__(self) -> int:
        return hash(self.scores.tobytes())

    def __repr__(self) -> str:
        margin = self.margin
        return f"<Results: {len(self)} rounds, margin {margin.mean:+.2f} +- {margin.error:.2f}>"

    @property
    def points(self) -> tuple[Estimate, Estimate]:
        """What a round brings the teams 02 and 13."""
        flat = self._flat()
        return estimate(flat[::2]), estimate(flat[1::2])

    @property
    def margin(self) -> Estimate:
        """By how much team 02 is ahead of team 13 with the round."""
        return estimate(self.margins())

    def margins(self) -> list[int]:
        """The margin of every rollout: points of team 02 less those of team 13."""
        flat = self._flat()
        return [ours - theirs for ours, theirs in zip(flat[::2], flat[1::2], strict=True)]

    def _flat(self) -> list[int]:
        return self.scores.cast("B").cast("i").tolist()


def _restored(data: bytes) -> Results:
    return Results(memoryview(data).cast("i", (len(data) // 8, 2)))


class Comparison(Struct, frozen=True):
    """Candidates, each tried in the same worlds: in rollout ``k`` all have the same luck.

    Attributes:
        actions: the candidates.
        results: the rollouts of each.
    """

    actions: tuple[Action, ...]
    results: tuple[Results, ...]

    @property
    def team(self) -> int:
        """Whose margins are compared: the team of the first candidate's seat."""
        return self.actions[0].seat % 2

    @property
    def margins(self) -> tuple[Estimate, ...]:
        """The margin that each candidate leads to, from the team's point of view."""
        return tuple(estimate(self._margins(place)) for place in range(len(self.actions)))

    @property
    def best(self) -> Action:
        """The candidate with the highest mean margin; of equal ones the first."""
        means = [margin.mean for margin in self.margins]
        return self.actions[means.index(max(means))]

    def difference(self, one: int, other: int) -> Estimate:
        """By how much candidate ``one`` is better than ``other``, both by their places.

        The worlds are the same, so this is far more exact than comparing two means.
        """
        pairs = zip(self._margins(one), self._margins(other), strict=True)
        return estimate(ours - theirs for ours, theirs in pairs)

    def _margins(self, place: int) -> list[int]:
        margins = self.results[place].margins()
        return margins if self.team == 0 else [-margin for margin in margins]
