"""Timing pieces of work on a machine that has other things to do too.

All jobs are run in turn, again and again, each for a short while: a busy moment spoils one run of
some jobs, and not all runs of one. The minimum is what the machine can do; median and spread say
how quiet it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median, quantiles
from time import perf_counter_ns

from msgspec import Struct

__all__ = ["Figure", "Job", "Part", "measure"]


class Part(Struct, frozen=True):
    """A smaller unit that a job's work can be counted in: ``count`` of them are one unit."""

    key: str
    what: str
    count: float


class Job(Struct, frozen=True):
    """A piece of work to be timed.

    Attributes:
        key: its name for programs, which stays.
        what: what one unit of it is, for people.
        work: does some milliseconds of it; says how many units that were.
        parts: other units to show the same times in.
    """

    key: str
    what: str
    work: Callable[[], int]
    parts: tuple[Part, ...] = ()


class Figure(Struct, frozen=True):
    """How long one unit takes, in nanoseconds.

    Attributes:
        key: see :class:`Job`.
        what: see :class:`Job`.
        min: the fastest run.
        median: the run in the middle.
        spread: how far the middle half of all runs lies apart, as a part of the median.
        runs: how many there were.
    """

    key: str
    what: str
    min: float
    median: float
    spread: float
    runs: int

    @property
    def per_second(self) -> float:
        """How many units fit into a second, at best."""
        return 1e9 / self.min


def measure(
    jobs: Sequence[Job], runs: int, seconds: float, tell: Callable[[int], None] | None = None
) -> list[Figure]:
    """Time each job ``runs`` times (at least 2) for about so many seconds each.

    ``tell`` is told how many runs are done.
    """
    for job in jobs:
        job.work()
    times: list[list[float]] = [[] for _ in jobs]
    for done in range(runs):
        for job, found in zip(jobs, times, strict=True):
            found.append(_nanoseconds(job.work, seconds))
        if tell is not None:
            tell(done + 1)
    return [
        figure for job, found in zip(jobs, times, strict=True) for figure in _figures(job, found)
    ]


def _nanoseconds(work: Callable[[], int], seconds: float) -> float:
    """Nanoseconds for a unit, in one run."""
    units = passed = 0
    start = perf_counter_ns()
    while not units or passed < seconds * 1e9:
        units += work()
        passed = perf_counter_ns() - start
    return passed / units


def _figures(job: Job, times: list[float]) -> list[Figure]:
    low, middle, high = quantiles(times, n=4)[0], median(times), quantiles(times, n=4)[2]
    units = [Part(job.key, job.what, 1.0), *job.parts]
    return [
        Figure(
            key=unit.key,
            what=unit.what,
            min=min(times) / unit.count,
            median=middle / unit.count,
            spread=(high - low) / middle,
            runs=len(times),
        )
        for unit in units
    ]
