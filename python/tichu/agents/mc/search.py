"""Choosing among candidates by trying them in the same worlds, the worse ones less often."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from tichu._core import Trials
from tichu.agents.mc.budget import Budget
from tichu.agents.mc.worth import Worth

__all__ = ["CAUTION", "best_place"]

CAUTION = 3.0
"""By how many standard errors another candidate must be better than the favourite."""


def best_place(
    trials: Trials,
    favourite: int,
    handicaps: Sequence[float],
    budget: Budget,
    worth: Worth,
    threads: int,
) -> int:
    """The place of the best candidate after sequential halving.

    Each stage tries those that are left in the same new worlds, with an equal share of the budget,
    and keeps the better half by all worlds so far; the favourite stays in any case. All that are
    left have been in the same worlds, so differences of their worths are exact where single means
    are not. In the end the best one is taken if it is better than the favourite by more than
    :data:`CAUTION` standard errors of that difference. Of equal ones the first is taken.

    Args:
        trials: the candidates.
        favourite: the place of the one that is taken unless another is clearly better.
        handicaps: for each, what its worth is lowered by.
        budget: how much may be spent.
        worth: what points are worth.
        threads: how many may run at once.
    """
    count = len(handicaps)
    alive = list(range(count))
    worths: list[list[float]] = [[-handicap] for handicap in handicaps]
    worlds = 0
    stages = max((count - 1).bit_length(), 1)
    for stage in range(stages):
        for batch in budget.batches(len(alive), stages - stage):
            flat = trials.run(worlds, batch, alive, threads).tolist()
            worlds += batch
            width = 2 * len(alive)
            for column, place in enumerate(alive):
                firsts, seconds = flat[2 * column :: width], flat[2 * column + 1 :: width]
                worths[place].extend(worth.of_all(firsts, seconds))
        best_first = sorted(alive, key=lambda place: -_mean(worths[place]))
        alive = sorted({*best_first[: (len(alive) + 1) // 2], favourite})
    best = max(alive, key=lambda place: _mean(worths[place]))
    return best if _is_clear(worths[best], worths[favourite]) else favourite


def _mean(worths: list[float]) -> float:
    """The mean of the worths behind the first number, which is added to it."""
    return worths[0] + sum(worths[1:]) / (len(worths) - 1)


def _is_clear(one: list[float], other: list[float]) -> bool:
    """Is one better than the other by more than :data:`CAUTION` standard errors?"""
    gains = [mine - theirs for mine, theirs in zip(one[1:], other[1:], strict=True)]
    count = len(gains)
    mean = sum(gains) / count
    if count < 2:
        return mean + one[0] - other[0] > 0
    variance = sum((gain - mean) ** 2 for gain in gains) / (count - 1)
    return mean + one[0] - other[0] > CAUTION * sqrt(variance / count)
