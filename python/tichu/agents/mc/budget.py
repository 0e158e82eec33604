"""How much a decision may cost, in rollouts or in milliseconds."""

from __future__ import annotations

import time
from collections.abc import Iterator

__all__ = ["Budget"]

LARGEST_BATCH = 4096
"""So many rollouts at a time, so that an interrupt is noticed soon."""


class Budget:
    """Hands out worlds: the budget is shared equally between stages.

    Every candidate gets at least one world, however small the budget is.

    Args:
        rollouts: rounds played out for a decision, all candidates together.
        ms: or milliseconds of wall clock; looked at between batches of worlds.
    """

    def __init__(self, rollouts: int | None, ms: float | None) -> None:
        self._left = rollouts
        self._begun = time.perf_counter()
        self._seconds = 0.0 if ms is None else ms / 1000
        self._worlds = 0

    def batches(self, width: int, stages_left: int) -> Iterator[int]:
        """How many worlds to try next with so many candidates, until the stage's share is spent."""
        if self._left is None:
            return self._timed(stages_left)
        return self._counted(self._left, width, stages_left)

    def _counted(self, left: int, width: int, stages_left: int) -> Iterator[int]:
        worlds = left // (width * stages_left)
        if self._worlds == 0:
            worlds = max(worlds, 1)
        most = max(LARGEST_BATCH // width, 1)
        while worlds > 0:
            batch = min(worlds, most)
            self._spend(width, batch)
            worlds -= batch
            yield batch

    def _spend(self, width: int, worlds: int) -> None:
        self._worlds += worlds
        if self._left is not None:
            self._left = max(self._left - width * worlds, 0)

    def _timed(self, stages_left: int) -> Iterator[int]:
        begun = time.perf_counter()
        end = begun + (self._begun + self._seconds - begun) / stages_left
        batch = 1
        if self._worlds == 0:
            self._worlds = 1
            yield 1
        tried, first = 0, time.perf_counter()
        while (now := time.perf_counter()) < end:
            if tried:
                # The next batch should end well before the time does.
                fitting = int(0.7 * (end - now) * tried / (now - first))
                batch = max(1, min(2 * batch, fitting))
            tried += batch
            yield batch
