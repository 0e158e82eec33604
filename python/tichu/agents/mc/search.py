"""Choosing among candidates by trying them in the same worlds, the worse ones less often."""

from __future__ import annotations

from collections.abc import Sequence

from tichu._core import Trials
from tichu.agents.mc.budget import Budget
from tichu.agents.mc.worth import Worth

__all__ = ["best_place"]


def best_place(
    trials: Trials,
    handicaps: Sequence[float],
    budget: Budget,
    worth: Worth,
    threads: int,
) -> tuple[int, list[float]]:
    """The place of the candidate with the highest mean worth, after sequential halving, and the
    sums of their worths.

    Each stage tries those that are left in the same new worlds, with an equal share of the budget,
    and keeps the better half by all worlds so far. All that are left have been in the same worlds,
    so their sums compare like with like. Of equal ones the first is taken.

    Args:
        trials: the candidates.
        handicaps: for each, what its mean is lowered by.
        budget: how much may be spent.
        worth: what points are worth.
        threads: how many may run at once.
    """
    count = len(handicaps)
    alive = list(range(count))
    sums = [0.0] * count
    worlds = 0
    stages = max((count - 1).bit_length(), 1)
    for stage in range(stages):
        for batch in budget.batches(len(alive), stages - stage):
            flat = trials.run(worlds, batch, alive, threads).tolist()
            worlds += batch
            width = 2 * len(alive)
            for column, place in enumerate(alive):
                firsts, seconds = flat[2 * column :: width], flat[2 * column + 1 :: width]
                sums[place] += worth.of_all(firsts, seconds) - batch * handicaps[place]
        best_first = sorted(alive, key=lambda place: -sums[place])
        alive = sorted(best_first[: (len(alive) + 1) // 2])
    return max(alive, key=lambda place: sums[place]), [each / worlds for each in sums]
