"""The arena: agents play each other on the same deals, and how sure the result is (docs/ARENA.md).

:func:`run_arena` plays a run and returns its report; :class:`Arena` is a run that can be watched
and goes on after an interruption.
"""

from tichu.arena.faults import ArenaError
from tichu.arena.game import Game, GameResult, RunSettings, Tally
from tichu.arena.run import Arena, Progress, run_arena
from tichu.arena.summary import Report, summarize

__all__ = [
    "Arena",
    "ArenaError",
    "Game",
    "GameResult",
    "Progress",
    "Report",
    "RunSettings",
    "Tally",
    "run_arena",
    "summarize",
]
