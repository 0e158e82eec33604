"""How far a run of the arena is, on standard error: a bar, and the estimate so far."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from tichu.arena import Arena
from tichu.arena.deals import by_pair
from tichu.arena.interval import Estimate
from tichu.arena.schedule import checkpoints
from tichu.arena.summary import estimate
from tichu.arena.summary_text import estimate_line

__all__ = ["showing"]

_PAUSE = 0.5
"""The estimate is made anew after so many seconds."""


@contextmanager
def showing() -> Iterator[Callable[[Arena], None]]:
    """What is to be called when more games are there; without a terminal it shows nothing."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _arena: None
        return
    progress = Progress(
        BarColumn(bar_width=16),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[estimate]}", markup=False),
        console=console,
        transient=True,
    )
    with progress:
        yield _Bar(progress).update


class _Bar:
    """Brings the bar up to date."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task: TaskID = progress.add_task("", total=None, estimate="")
        self._next = 0.0

    def update(self, arena: Arena) -> None:
        """Show where the run is."""
        self._progress.update(self._task, completed=arena.progress.games)
        now = time.monotonic()
        if now >= self._next:
            self._estimate(arena)
            # Of a long run the estimate takes longer.
            self._next = now + _PAUSE + 10 * (time.monotonic() - now)

    def _estimate(self, arena: Arena) -> None:
        """Show the estimate of the pair that is known least, and how far the end is."""
        found = {
            played.pair: estimate(arena.settings, played, arena.confidence)
            for played in by_pair(arena.results)
        }
        text = ""
        if found:
            pair = max(found, key=lambda pair: found[pair].half_width or math.inf)
            text = estimate_line(arena.settings, pair, found[pair])
        total = _total(arena, list(found.values()))
        self._progress.update(self._task, total=total, estimate=text)


def _total(arena: Arena, found: Sequence[Estimate]) -> int | None:
    """How many games the run will have, as far as that can be seen."""
    wanted = arena.progress.wanted
    if arena.until is None:
        return wanted
    needed = [each.deals_needed(arena.until) for each in found]
    known = [deals for deals in needed if deals is not None]
    if not known:
        return None
    deals = next((look for look in checkpoints(arena.deals) if look >= max(known)), arena.deals)
    return deals * (wanted // arena.deals)
