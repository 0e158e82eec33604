"""A stranger's code run under supervision: for a limited time, and whatever it raises is caught."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from tichu.agents.interrupts import is_from_outside

__all__ = ["OutOfTime", "attempt", "is_passed_on", "keeping_time", "seconds_over"]

_TICK = 0.05
"""Seconds between two looks at the clock, where one clock ticks for all."""

_DEPTH = sys.getrecursionlimit()

_DEBUGGERS = ("pdb", "bdb", "ipdb", "pydevd", "_pydevd_bundle", "debugpy")

_is_ticking = False

_due: float | None = None
"""When the code at work in the main thread should be done."""


class OutOfTime(BaseException):
    """Raised into code that takes too long; no ``Exception``, so that few players catch it."""


def attempt(
    limit: float | None, work: Callable[..., Any], *arguments: Any
) -> tuple[Any, BaseException | None]:
    """Call something of a stranger's.

    Args:
        limit: seconds until :class:`OutOfTime` is raised in it, again and again until it ends;
            None for no limit. Kept where the system can interrupt Python code (POSIX, in the main
            thread), and unless a debugger is at its prompt.
        work: what is called.
        arguments: what with.

    Returns:
        What it gives and None; or None and what it raised, whatever that is.

    Raises:
        BaseException: only what is not the stranger's: Ctrl-C, and what else a handler of a signal
            raises.
    """
    if limit is None or not _can_interrupt():
        return _tried(None, work, arguments)
    if _is_ticking:
        _wind_up()
        return _tried(time.monotonic() + limit, work, arguments)
    with _alarm(limit, 1.0):
        return _tried(time.monotonic() + limit, work, arguments)


def is_passed_on(error: BaseException) -> bool:
    """Whether an error is not of the code that ran: time is up, or it is Ctrl-C."""
    return issubclass(type(error), OutOfTime) or is_from_outside(error)


def _tried(
    due: float | None, work: Callable[..., Any], arguments: tuple[Any, ...]
) -> tuple[Any, BaseException | None]:
    # The clock raises nothing in this frame, only in those that it has called, so that whatever it
    # raises is caught here: see _ring.
    global _due  # noqa: PLW0603
    outer = _due
    if due is not None and outer is not None and outer < due:
        due = outer
    try:
        if due is not None:
            _due = due
        value = _call(work, arguments)
    except BaseException as error:
        if due is not None:
            _due = outer
        _restore_depth()
        if not issubclass(type(error), OutOfTime) and is_from_outside(error):
            raise
        if _is_debugger_left(error):
            raise KeyboardInterrupt from None
        return None, error
    if due is not None:
        _due = outer
    _restore_depth()
    return value, None


def _call(work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """A frame in which the clock can raise, even if the work is written in C."""
    return work(*arguments)


def _restore_depth() -> None:
    """The other threads of this process cannot do with a smaller stack than they know."""
    if sys.getrecursionlimit() < _DEPTH:
        sys.setrecursionlimit(_DEPTH)


def _is_debugger_left(error: BaseException) -> bool:
    """Whether the user has left a debugger here; in a worker there is none who could."""
    bdb = sys.modules.get("bdb")
    if bdb is None or not issubclass(type(error), bdb.BdbQuit):
        return False
    return threading.current_thread() is threading.main_thread() and not _is_worker()


def _is_worker() -> bool:
    process = sys.modules.get("multiprocessing.process")
    return process is not None and process.parent_process() is not None


@contextmanager
def keeping_time() -> Iterator[None]:
    """In the block, :func:`attempt` costs next to nothing: one clock ticks for all attempts.

    Does nothing where the system cannot interrupt Python code, or where a clock ticks already.
    """
    global _is_ticking  # noqa: PLW0603
    if _is_ticking or not _can_interrupt():
        yield
        return
    with _alarm(_TICK, _TICK):
        _is_ticking = True
        try:
            yield
        finally:
            _is_ticking = False


def seconds_over() -> float:
    """How long ago the player at work in the main thread should have been done; 0 if it is not due.

    More than a moment means that it cannot be interrupted: only ending the process helps.
    """
    due = _due
    return 0.0 if due is None else max(0.0, time.monotonic() - due)


def _can_interrupt() -> bool:
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and hasattr(signal, "setitimer")


def _wind_up() -> None:
    """Let the clock go on ticking, whatever a player has done with the system's one alarm."""
    if signal.getsignal(signal.SIGALRM) is not _ring:
        signal.signal(signal.SIGALRM, _ring)
    if signal.getitimer(signal.ITIMER_REAL)[1] != _TICK:
        signal.setitimer(signal.ITIMER_REAL, _TICK, _TICK)


def _ring(_signum: int, frame: FrameType | None) -> None:
    global _due  # noqa: PLW0603
    # A timer may ring a hair before its time.
    if _due is None or time.monotonic() < _due - 0.001:
        return
    if frame is None or frame.f_code is _tried.__code__:
        # It is done, or not begun.
        return
    if _is_debugged(frame):
        # Who looks at it with a debugger has time.
        _due = None
        return
    raise OutOfTime


def _is_debugged(frame: FrameType) -> bool:
    inner: FrameType | None = frame
    while inner is not None and inner.f_code is not _tried.__code__:
        name = inner.f_globals.get("__name__")
        if type(name) is str and name.partition(".")[0] in _DEBUGGERS:
            return True
        inner = inner.f_back
    return False


@contextmanager
def _alarm(first: float, every: float) -> Iterator[None]:
    """Ring after a first time, and then every so many seconds."""
    handler = signal.signal(signal.SIGALRM, _ring)
    begun = time.monotonic()
    left, period = signal.setitimer(signal.ITIMER_REAL, first, every)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if left:
            # Somebody else's alarm goes on as if there had been none here.
            used = time.monotonic() - begun
            signal.setitimer(signal.ITIMER_REAL, max(left - used, 0.001), period)
