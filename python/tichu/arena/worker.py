"""What runs where the games are played: the work, and the manners of a worker process."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from types import MappingProxyType

from msgspec import Struct

from tichu.agents.limits import keeping_time, seconds_over
from tichu.arena.game import Game, GameResult, RunSettings
from tichu.arena.identity import check_loaded
from tichu.arena.tables import TABLES, play_games

__all__ = ["Played", "play_chunk", "ready", "start_worker"]

_LOOK = 0.5
"""Seconds between two looks whether an agent hangs."""

_MOMENT = 2.0
"""So many seconds a worker has to let its agents go when the run is over."""

NOTHING: Mapping[str, str] = MappingProxyType({})

_is_playing = False
_is_watched = threading.Event()


class _Leaving(BaseException):
    """Raised into a game when the run is over; no agent's code should catch it."""


class Played(Struct, frozen=True):
    """The results of some games, and how many seconds they took."""

    results: tuple[GameResult, ...]
    seconds: float


def play_chunk(
    settings: RunSettings,
    games: Sequence[Game],
    tables: int = TABLES,
    sources: Mapping[str, str] = NOTHING,
) -> Played:
    """Play some games, in this process; the results are in the order of the games.

    Raises:
        ArenaError: an agent is not what it was when the run began (``agent_changed``).
    """
    global _is_playing  # noqa: PLW0603 - the handler of a signal asks
    begun = time.perf_counter()
    _is_playing = True
    try:
        with keeping_time():
            check_loaded(sources, settings.limit)
            results = sorted(play_games(settings, games, tables), key=lambda one: one.game.order)
    except _Leaving:
        os._exit(0)
    finally:
        _is_playing = False
    return Played(tuple(results), time.perf_counter() - begun)


def ready() -> int:
    """The first work of a worker process: it has started. Its number."""
    return os.getpid()


def start_worker(line: Connection, limit: float | None) -> None:
    """Prepare a worker process: it leaves Ctrl-C to its parent, and does not outlive it.

    Args:
        line: an end of a pipe on which nothing comes; when the other end is closed, by the parent
            or by its death, whatever that was, this process closes its agents and ends.
        limit: seconds for an answer. An agent that goes on for as long again (at least a second,
            at most ten) after it was interrupted takes this process with it.
    """
    # What agents print is not for those who read the report.
    if sys.stdout is not None:
        # Either may be closed, by the one who started the arena.
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            os.dup2(2, 1)
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        # The parent has it blocked while it starts a worker.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_watch, args=(line, limit), daemon=True).start()
    _is_watched.wait()


def _leave(_number: int, _frame: object) -> None:
    if _is_playing:
        raise _Leaving
    os._exit(0)


def _watch(line: Connection, limit: float | None) -> None:
    """End this process when the run is over, or when an agent cannot be interrupted."""
    patience = min(10.0, max(1.0, limit or 0.0))
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        while True:
            if limit is not None:
                # An agent in foreign code may keep even this thread from running; the next round
                # puts this off.
                faulthandler.dump_traceback_later(limit + patience + 1, file=nowhere, exit=True)
            _is_watched.set()
            if line.poll(_LOOK):
                break
            if seconds_over() > patience:
                os._exit(1)
    # The main thread may be in the middle of a game, whose agents have processes and files.
    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
    time.sleep(_MOMENT)
    os._exit(0)
