"""A run of the arena: the games that are wanted, less those that are kept, played to the end.

What a run finds depends on its settings and on how many deals it has, and on nothing else: not on
how many workers play it, in which chunks, in which order they finish, or how often it was stopped.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from itertools import islice
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from tichu.arena.crew import Crew
from tichu.arena.deals import by_pair
from tichu.arena.extra import needs
from tichu.arena.faults import ArenaError
from tichu.arena.game import LIMIT, Game, GameResult, Mode, RunSettings
from tichu.arena.identity import known_agents
from tichu.arena.interval import CONFIDENCE, check_confidence
from tichu.arena.lanes import Chunk, ForeignLane, HereLane, Lane, ProcessLane
from tichu.arena.records import RecordFolder
from tichu.arena.schedule import MOST_DEALS, checkpoints, games_of_deal, pairs_of
from tichu.arena.store import Store
from tichu.arena.summary import Report, estimate, summarize
from tichu.arena.tables import TABLES
from tichu.arena.worker import Played
from tichu.checks import check_int, check_kind, shown
from tichu.errors import InvalidValue
from tichu.rng import check_seed
from tichu.rules import STANDARD, Rules

__all__ = ["DEALS", "Arena", "Progress", "run_arena"]

SEED = "arena"
"""A run can be repeated unless another seed is asked for: with the same it is the same."""

DEALS = 100
"""So many deals are played unless another number is asked for."""

MOST_WORKERS = 1024

_AIM = 0.5
"""A chunk of games shall take about so many seconds."""


class Progress(Struct, frozen=True):
    """How far a run is.

    Attributes:
        games: games finished, kept ones included.
        wanted: games that the run has at most.
        deals: deals of which all games, and those of all deals before, are finished; of a run that
            is over, those that count.
    """

    games: int
    wanted: int
    deals: int


class Arena:
    """A run: make it, :meth:`play` it, look at its :attr:`results`.

    Args:
        settings: what decides the results.
        deals: how many deals; with ``until``, how many at most.
        until: stop at the first checkpoint at which half of every pair's confidence interval is
            no wider than this: points a round, or in match mode a share of the wins.
        confidence: of the intervals, in percent.
        workers: how many worker processes play; 0 plays in this process, where a debugger can
            look. With an executor: how many it has. None for one a core.
        executor: plays instead of processes of our own; it stays open.
        db: the database in which finished games are kept, and looked up; None for none.
        records: the folder for the record of every game; None for none.
        tables: how many tables a worker plays in step, for agents that answer in batches.

    Attributes:
        settings: as given; and so are ``deals``, ``until`` and ``confidence``.
        workers: how many there are.
        seconds: how long it has played.
        kept: how many of its games were in the database when it began to play.

    Raises:
        InvalidValue: an agent cannot be made, or another argument makes no sense.
        ArenaError: the extra ``arena`` is not installed (``missing_extra``).
    """

    def __init__(  # noqa: PLR0913 - all but the first have names
        self,
        settings: RunSettings,
        *,
        deals: int = DEALS,
        until: float | None = None,
        confidence: float = CONFIDENCE,
        workers: int | None = None,
        executor: Executor | None = None,
        db: str | Path | None = None,
        records: str | Path | None = None,
        tables: int = TABLES,
    ) -> None:
        with needs("arena"):
            import scipy.special  # type: ignore[import-untyped] # noqa: F401, PLC0415
        check_int(deals, 1, MOST_DEALS, "deals")
        _check_above_0(until, "until")
        if workers is not None:
            check_int(workers, 0, MOST_WORKERS if executor is None else 10**6, "workers")
        check_int(tables, 1, 10_000, "tables")
        self.settings = checked_settings(settings)
        self._agents = known_agents(self.settings.agents, self.settings.limit)
        self.deals = deals
        self.confidence = check_confidence(confidence)
        self.workers = _cores() if workers is None else workers
        self.seconds = 0.0
        self.kept = 0
        self.until = until
        self._executor = executor
        self._db = db
        self._records = records
        self._tables = tables
        self._pairs = pairs_of(len(settings.agents))
        self._results: dict[Game, GameResult] = {}
        self._complete = 0
        self._counted: int | None = None
        self._looks = list(checkpoints(deals)) if until is not None else [deals]

    @property
    def is_over(self) -> bool:
        """Whether all that was wanted is there."""
        return self._counted is not None

    @property
    def results(self) -> tuple[GameResult, ...]:
        """The games that count, sorted.

        As long as the run is not over these are the deals up to the first that is not finished:
        those beyond it that are finished already would be the quick ones.
        """
        deals = self._complete if self._counted is None else self._counted
        return tuple(self._results[game] for deal in range(deals) for game in self._games(deal))

    @property
    def progress(self) -> Progress:
        """How far it is."""
        wanted = self.deals * len(self._pairs) * 2
        deals = self._complete if self._counted is None else self._counted
        return Progress(len(self._results), wanted, deals)

    def report(self) -> Report:
        """What the run has found, in the end or so far."""
        return summarize(
            self.settings,
            self.results,
            self.confidence,
            seconds=self.seconds,
            workers=self.workers,
        )

    def play(self, on_progress: Callable[[Arena], None] | None = None) -> Report:
        """Play what is not there yet; may be called again after it was interrupted.

        Args:
            on_progress: called with this run whenever more games are there.

        Raises:
            ArenaError: the database, the folder or the executor cannot be used, or not any longer;
                or an agent's file has changed meanwhile (``agent_changed``).
            KeyboardInterrupt: Ctrl-C; the workers are gone, and what was finished is kept.
        """
        with ExitStack() as stack:
            keepers: list[Callable[[Sequence[GameResult]], None]] = []
            kept: Sequence[GameResult] = ()
            if self._db is not None:
                store = stack.enter_context(closing(Store(self._db, self.settings, self._agents)))
                kept = tuple(store.kept(self.deals))
                self.kept = len(kept)
                keepers.append(store.keep)
            if self._records is not None:
                folder = RecordFolder(self._records, self.settings)
                if self.until is None:
                    folder.write(kept)
                    keepers.append(folder.write)
                else:
                    # Which games count is known in the end.
                    stack.callback(lambda: folder.write(self.results))
            self._take(kept, on_progress)
            if not self.is_over:
                self._play(keepers, on_progress)
        return self.report()

    def _play(
        self,
        keepers: Sequence[Callable[[Sequence[GameResult]], None]],
        on_progress: Callable[[Arena], None] | None,
    ) -> None:
        chunks = _Chunks(self._missing(), self._tables, self._full_tables())
        crew = Crew(self._lanes(), chunks.next)
        since = time.perf_counter()
        try:
            for played in crew.results():
                now = time.perf_counter()
                self.seconds, since = self.seconds + now - since, now
                chunks.learn(played)
                try:
                    for keep in keepers:
                        keep(played.results)
                except ArenaError:
                    # Of a full disk, too, the report has all that was played.
                    self._take(played.results, None)
                    raise
                self._take(played.results, on_progress)
                if self.is_over:
                    return
        finally:
            crew.close()

    def _take(
        self, results: Sequence[GameResult], on_progress: Callable[[Arena], None] | None
    ) -> None:
        """Count results in, look whether they are enough, and tell."""
        for result in results:
            self._results[result.game] = result
        while self._complete < self.deals and self._is_whole(self._complete):
            self._complete += 1
        while not self.is_over and self._looks[0] <= self._complete:
            deals = self._looks.pop(0)
            if deals == self.deals or self._is_precise(deals):
                self._counted = deals
        if on_progress is not None:
            on_progress(self)

    def _games(self, deal: int) -> tuple[Game, ...]:
        return tuple(games_of_deal(self._pairs, deal))

    def _is_whole(self, deal: int) -> bool:
        return all(game in self._results for game in self._games(deal))

    def _is_precise(self, deals: int) -> bool:
        """Whether every pair is known well enough; one whose games are all void never will be."""
        if self.until is None:
            return False
        results = [self._results[game] for deal in range(deals) for game in self._games(deal)]
        for played in by_pair(results):
            half = estimate(self.settings, played, self.confidence).half_width
            if half is not None and half > self.until:
                return False
        return True

    def _missing(self) -> Iterator[Game]:
        """The games to play, in order."""
        for deal in range(self.deals):
            for game in self._games(deal):
                if game not in self._results:
                    yield game

    def _full_tables(self) -> int | None:
        """Tables for each chunk of agents that answer in batches; every worker gets some."""
        if not any(known.has_batches for known in self._agents.values()):
            return None
        fair = (self.progress.wanted - self.progress.games) // (2 * max(1, self.workers))
        return min(self._tables, max(2, fair))

    def _lanes(self) -> list[Lane]:
        sources = {name: known.sources for name, known in self._agents.items()}
        common = (self.settings, self._tables, sources)
        if self._executor is not None:
            depth = 2 * max(1, self.workers)
            return [ForeignLane(*common, self._executor, depth)]
        if self.workers == 0:
            return [HereLane(*common)]
        return [ProcessLane(*common) for _ in range(self.workers)]


class _Chunks:
    """Cuts the games into chunks.

    Long enough that handing them over costs nothing, short enough that the end of the run, and
    Ctrl-C, need not wait for one worker; agents that answer in batches get full tables.
    """

    def __init__(self, games: Iterator[Game], most: int, fixed: int | None) -> None:
        self._games = games
        self._most = most
        self._size = fixed or min(2, most)
        self._is_fixed = fixed is not None

    def next(self) -> Chunk:
        """The next games; none when there are no more."""
        return tuple(islice(self._games, self._size))

    def learn(self, played: Played) -> None:
        """How long a chunk took says how long the next shall be."""
        if self._is_fixed or len(played.results) < self._size:
            return
        better = int(self._size * _AIM / max(played.seconds, 0.001))
        self._size = min(self._most, max(2, min(better, 2 * self._size)))


def run_arena(
    agents: Sequence[str],
    *,
    mode: Mode = "round",
    rules: Rules = STANDARD,
    seed: str | int = SEED,
    limit: float | None = LIMIT,
    on_progress: Callable[[Arena], None] | None = None,
    **more: Any,
) -> Report:
    """Let agents play each other, and report.

    In a script of your own, call it under ``if __name__ == "__main__":``, because the worker
    processes load the script too.

    Args:
        agents: names for :func:`tichu.agents.make_agent`, two or more.
        mode: ``round`` or ``match``.
        rules: the options in force.
        seed: of the deals and the agents.
        limit: seconds for each answer of an agent; None for no limit.
        on_progress: called with the run whenever more games are there.
        **more: the other arguments of :class:`Arena`.

    Raises:
        TichuError: as from :class:`Arena` and :meth:`Arena.play`.
    """
    settings = RunSettings(
        agents=tuple(agents), mode=mode, rules=rules, seed=check_seed(seed), limit=limit
    )
    return Arena(settings, **more).play(on_progress)


def checked_settings(settings: RunSettings) -> RunSettings:
    """The settings, each in its one form.

    Raises:
        InvalidValue: a setting is of the wrong type or out of range.
    """
    check_kind(settings, RunSettings, "settings")
    check_kind(settings.agents, tuple, "agents")
    check_kind(settings.rules, Rules, "rules")
    if settings.mode not in get_args(Mode):
        raise InvalidValue(
            f"A game is a round or a match, not {shown(settings.mode)}.", code="bad_option"
        )
    check_seed(settings.seed_of(MOST_DEALS))
    _check_above_0(settings.limit, "limit")
    limit = None if settings.limit is None else float(settings.limit)
    return replace(settings, seed=check_seed(settings.seed), limit=limit)


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _check_above_0(value: Any, name: str) -> None:
    """Refuse what is neither None nor a number above 0."""
    if value is None:
        return
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 < value < math.inf:
        raise InvalidValue(
            f"{shown(value)} does not do; give a number greater than 0.",
            code="bad_number",
            where=name,
        )
