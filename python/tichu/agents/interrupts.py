"""Ctrl-C, told from a player's own ``raise KeyboardInterrupt``."""

from __future__ import annotations

import signal
import threading
from opcode import opmap
from types import TracebackType

__all__ = ["is_from_outside"]

_RAISES = {
    opmap[name]
    for name in ("RAISE_VARARGS", "RERAISE", "YIELD_VALUE", "RETURN_GENERATOR")
    if name in opmap
}
"""Where code raises by itself, or a generator is thrown something."""


def is_from_outside(error: BaseException) -> bool:
    """Whether an error was raised by the handler of a signal, and not by the code that ran.

    Ordinary errors, and those of an alarm, count as those of the code that ran.
    """
    kind = type(error)
    if issubclass(kind, Exception) or threading.current_thread() is not threading.main_thread():
        return False
    trace = _trace(error)
    if issubclass(kind, KeyboardInterrupt):
        handler = signal.getsignal(signal.SIGINT)
        if handler is signal.default_int_handler and not _is_raised(trace):
            return True
    handlers = _handlers()
    while trace is not None:
        if trace.tb_frame.f_code in handlers:
            return True
        trace = trace.tb_next
    return False


def _trace(error: BaseException) -> TracebackType | None:
    # A class of a stranger's may define it anew.
    found: TracebackType | None = vars(BaseException)["__traceback__"].__get__(error)
    return found


def _is_raised(trace: TracebackType | None) -> bool:
    """Whether the innermost frame raised it with ``raise``: the system's handler has no frame."""
    if trace is None:
        return True
    while trace.tb_next is not None:
        trace = trace.tb_next
    last = trace.tb_lasti
    return last < 0 or trace.tb_frame.f_code.co_code[last] in _RAISES


def _handlers() -> set[object]:
    """The code of the handlers that are written in Python; an alarm's is none of them."""
    found = set()
    for number in signal.valid_signals():
        handler = signal.getsignal(number)
        code = getattr(getattr(handler, "__func__", handler), "__code__", None)
        if code is not None and number != getattr(signal, "SIGALRM", None):
            found.add(code)
    return found
