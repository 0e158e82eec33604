"""Chunks of games handed to lanes, results taken back, and what is done when a worker dies.

Few chunks are out at once, however long the run is. What breaks a worker, or fails there, is tried
again game by game; a game that fails twice by itself is void, and the rest goes on.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import ExitStack

from tichu.agents.telling import told
from tichu.arena.faults import ArenaError
from tichu.arena.game import LIMIT, Game
from tichu.arena.lanes import Chunk, Lane
from tichu.arena.tables import void_result
from tichu.arena.worker import Played

__all__ = ["Crew"]

_TRIES = 2
"""So often a game is tried alone."""


class Crew:
    """Lanes at work.

    Args:
        lanes: where to play.
        source: gives the next chunk each time it is called; an empty one when there are no more.
    """

    def __init__(self, lanes: Sequence[Lane], source: Callable[[], Chunk]) -> None:
        self._lanes = lanes
        self._source = source
        self._again: deque[Chunk] = deque()
        self._failures: Counter[Game] = Counter()
        self._is_dry = False

    def results(self) -> Iterator[Played]:
        """The results of chunks, as they come.

        Raises:
            ArenaError: nothing can be played any more (``executor_broken``, ``no_worker``,
                ``agent_changed``).
        """
        while True:
            self._hand_out()
            running = [future for lane in self._lanes for future in lane.holds]
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for lane in self._lanes:
                for future in [each for each in lane.holds if each in done]:
                    yield from self._outcome(lane, lane.holds.pop(future), future)

    def close(self) -> None:
        """Let the workers go, even in the middle of their games."""
        with ExitStack() as stack:
            # All of them, even if Ctrl-C comes again.
            for lane in self._lanes:
                stack.callback(lane.close)
            for lane in self._lanes:
                lane.hang_up()

    def _hand_out(self) -> None:
        """Give every lane one chunk, then those that hold more at once another."""
        for depth in range(1, 1 + max(lane.depth for lane in self._lanes)):
            for lane in self._lanes:
                if len(lane.holds) < min(depth, lane.depth):
                    chunk = self._next()
                    if not chunk:
                        return
                    lane.submit(chunk)

    def _next(self) -> Chunk:
        if self._again:
            return self._again.popleft()
        if self._is_dry:
            return ()
        chunk = self._source()
        self._is_dry = not chunk
        return chunk

    def _outcome(self, lane: Lane, chunk: Chunk, future: Future[Played]) -> Iterator[Played]:
        try:
            failure = future.exception()
        except CancelledError as error:
            raise ArenaError(
                "The executor has given up its work: run the same again; with a database it goes"
                " on where it stopped.",
                code="executor_broken",
            ) from error
        if failure is None:
            yield future.result()
        elif isinstance(failure, BrokenExecutor):
            if lane.renew(failure):
                reason = "The worker process died in this game."
                yield from self._failed(chunk, "worker_died", reason)
            else:
                self._again.append(chunk)
        elif isinstance(failure, ArenaError):
            raise failure
        else:
            # What a stranger's executor may raise for a worker that died is known to it alone. It
            # is no Ctrl-C of this process, whatever it is.
            _, reason = told([failure], LIMIT)
            yield from self._failed(chunk, "game_failed", f"It could not be played: {reason}")

    def _failed(self, chunk: Chunk, code: str, reason: str) -> Iterator[Played]:
        """Try the games one by one, or give one up."""
        if len(chunk) > 1:
            self._again.extend((game,) for game in chunk)
            return
        (game,) = chunk
        self._failures[game] += 1
        if self._failures[game] < _TRIES:
            self._again.append(chunk)
        else:
            yield Played((void_result(game, code, reason),), 0.0)
