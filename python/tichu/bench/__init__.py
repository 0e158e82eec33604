"""How fast the engine is, here and now: the measurements of ``tichu bench``.

:func:`all_jobs` are the pieces of work that are timed, :func:`~tichu.bench.timing.measure` times
them, :func:`~tichu.bench.memory.memory_of_games` weighs. docs/PERFORMANCE.md has figures.
"""

from tichu.bench.cards import card_jobs
from tichu.bench.machine import Machine, this_machine
from tichu.bench.memory import Weight, memory_of_games
from tichu.bench.rounds import round_jobs
from tichu.bench.talk import talk_jobs
from tichu.bench.timing import Figure, Job, measure

__all__ = [
    "Figure",
    "Job",
    "Machine",
    "Weight",
    "all_jobs",
    "measure",
    "memory_of_games",
    "this_machine",
]


def all_jobs() -> list[Job]:
    """Everything that is timed, in the order in which it is shown."""
    return [*card_jobs(), *round_jobs(), *talk_jobs()]
