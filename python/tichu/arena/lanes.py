"""Where chunks of games are played: worker processes, this process, or somebody's executor.

Each worker process is a pool of its own, of one, so that it is known which games killed it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, redirect_stdout, suppress
from multiprocessing.connection import Connection
from typing import TypeAlias

from tichu.arena.faults import ArenaError
from tichu.arena.game import Game, RunSettings
from tichu.arena.worker import Played, play_chunk, ready, start_worker

__all__ = ["Chunk", "ForeignLane", "HereLane", "Lane", "ProcessLane"]

_MOMENT = 5.0
"""So many seconds a worker has to end by itself."""

Chunk: TypeAlias = tuple[Game, ...]


class Lane:
    """Plays chunks.

    Args:
        settings: those of the run.
        tables: how many are played in step.
        sources: what the agents were when the run began (``Known.sources`` by name).

    Attributes:
        depth: how many chunks it holds at once.
        holds: the chunks that it plays, by what will be their outcome.
    """

    def __init__(
        self, settings: RunSettings, tables: int, sources: Mapping[str, str], depth: int
    ) -> None:
        self.depth = depth
        self.holds: dict[Future[Played], Chunk] = {}
        self._settings = settings
        self._tables = tables
        self._sources: Mapping[str, str] = sources

    def submit(self, chunk: Chunk) -> None:
        """Take a chunk.

        Raises:
            ArenaError: it cannot be played here, nor can any other (``executor_broken``).
        """
        self.holds[self._submit(chunk)] = chunk

    def _submit(self, chunk: Chunk) -> Future[Played]:
        raise NotImplementedError

    def renew(self, error: BrokenExecutor) -> bool:
        """Go on after a worker has died.

        Returns:
            Whether what it played may be to blame.

        Raises:
            ArenaError: that is impossible (``executor_broken``, ``no_worker``).
        """
        raise ArenaError(
            f"The executor is broken ({error}): make another one and run the same again; with a"
            " database it goes on where it stopped.",
            code="executor_broken",
        ) from error

    def hang_up(self) -> None:
        """Tell the workers to stop, even in the middle of their games."""

    def close(self) -> None:
        """Let the workers go, and wait until they are gone."""


class HereLane(Lane):
    """Plays in this process and this thread: nothing else happens meanwhile."""

    def __init__(self, settings: RunSettings, tables: int, sources: Mapping[str, str]) -> None:
        super().__init__(settings, tables, sources, depth=1)

    def _submit(self, chunk: Chunk) -> Future[Played]:
        future: Future[Played] = Future()
        try:
            # What agents print is not for those who read the report.
            with redirect_stdout(sys.stderr):
                future.set_result(play_chunk(self._settings, chunk, self._tables, self._sources))
        except Exception as error:  # noqa: BLE001 - told to whoever asks for the outcome
            future.set_exception(error)
        return future


class ForeignLane(Lane):
    """Plays on an executor that somebody else has made and will shut down."""

    def __init__(
        self,
        settings: RunSettings,
        tables: int,
        sources: Mapping[str, str],
        executor: Executor,
        depth: int,
    ) -> None:
        super().__init__(settings, tables, sources, depth)
        self._executor = executor

    def _submit(self, chunk: Chunk) -> Future[Played]:
        try:
            return self._executor.submit(
                play_chunk, self._settings, chunk, self._tables, self._sources
            )
        except BrokenExecutor as error:
            self.renew(error)
            raise
        except RuntimeError as error:
            raise ArenaError(
                f"The executor takes no work ({error}): hand over one that is open.",
                code="executor_broken",
            ) from error

    def hang_up(self) -> None:
        """Take back what has not begun."""
        for future in self.holds:
            future.cancel()


class ProcessLane(Lane):
    """Plays in one worker process, spawned when the first chunk comes, and again when it dies."""

    def __init__(self, settings: RunSettings, tables: int, sources: Mapping[str, str]) -> None:
        super().__init__(settings, tables, sources, depth=1)
        self._executor: ProcessPoolExecutor | None = None
        self._line: Connection | None = None
        self._started: Future[int] | None = None
        self._stillborn = 0

    def _submit(self, chunk: Chunk) -> Future[Played]:
        executor = self._executor or self._start()
        try:
            return executor.submit(play_chunk, self._settings, chunk, self._tables, self._sources)
        except BrokenExecutor as error:
            self.renew(error)
        return self._start().submit(play_chunk, self._settings, chunk, self._tables, self._sources)

    def _start(self) -> ProcessPoolExecutor:
        _keep_standard_files()
        context = multiprocessing.get_context("spawn")
        far, self._line = context.Pipe(duplex=False)
        executor = ProcessPoolExecutor(
            1,
            mp_context=context,
            initializer=start_worker,
            initargs=(far, self._settings.limit),
        )
        self._executor = executor
        with _no_interrupt():
            self._started = executor.submit(ready)
        far.close()
        return executor

    def renew(self, error: BrokenExecutor) -> bool:
        """Forget the dead worker; the next chunk makes another.

        Returns:
            Whether it had started, so that what it played may be to blame.

        Raises:
            ArenaError: workers die again and again before they have started (``no_worker``).
        """
        self.hang_up()
        self.close()
        started, self._started = self._started, None
        if started is not None and not started.cancelled() and started.exception() is None:
            self._stillborn = 0
            return True
        self._stillborn += 1
        if self._stillborn > 1:
            raise ArenaError(
                "A worker process cannot be started. In a script of your own, call the arena under"
                ' `if __name__ == "__main__":`, because workers load the script too.',
                code="no_worker",
            ) from error
        return False

    def hang_up(self) -> None:
        """Tell the worker to stop, even in the middle of a game."""
        line, self._line = self._line, None
        if line is not None:
            line.close()

    def close(self) -> None:
        """End the worker process, and wait for its end; one that hangs is killed."""
        executor, self._executor = self._executor, None
        if executor is None:
            return
        killer = threading.Timer(_MOMENT, self._kill)
        killer.start()
        try:
            executor.shutdown(wait=True, cancel_futures=True)
        except BaseException:
            # Ctrl-C again: it waits no longer.
            self._kill()
            raise
        finally:
            killer.cancel()

    def _kill(self) -> None:
        started = self._started
        if started is not None and started.done() and started.exception() is None:
            with suppress(ProcessLookupError):
                os.kill(started.result(), signal.SIGKILL)


def _keep_standard_files() -> None:
    """Where standard output is closed, a pipe would get its number, and what is printed."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Ctrl-C waits: a worker that is half started would show its own traceback."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    presses = 0

    def press(_number: int, _frame: object) -> None:
        nonlocal presses
        presses += 1

    handler = signal.signal(signal.SIGINT, press)
    try:
        with _blocked():
            yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if handler is None else handler)
        if presses:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def _blocked() -> Iterator[None]:
    """Ctrl-C is not seen by a process that is started in the block, until it says so."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
