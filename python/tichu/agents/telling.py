"""What a stranger's error says, in one short line; its own code may fail, lie or never end."""

from __future__ import annotations

import os
import re
import sys
import traceback
from pathlib import Path
from types import TracebackType

from tichu.agents.limits import OutOfTime, attempt
from tichu.errors import TichuError

__all__ = ["one_line", "told"]

_HERE = str(Path(__file__).resolve().parent.parent) + os.sep
_LIBRARY = str(Path(os.__file__).resolve().parent) + os.sep
_OTHERS = f"{os.sep}site-packages{os.sep}"
_CODE = re.compile(r"[a-z][a-z0-9_]{0,39}")
_LONGEST = 300
_PLACE = 60

_shown: set[str] = set()
"""The errors whose traceback was shown."""


def told(errors: list[BaseException], limit: float | None) -> tuple[str, str]:
    """A code, and one line of what the error says and where it was raised.

    Args:
        errors: the error alone; it is taken out, because letting it go may call its owner's code.
        limit: seconds that its owner had.
    """
    moment = None if limit is None else min(limit, 1.0)
    found, is_slow = None, False
    for tell in (_in_full, _by_name):
        found, failed = attempt(moment, tell, errors[0], limit)
        if failed is None:
            break
        is_slow = is_slow or issubclass(type(failed), OutOfTime)
        errors.append(failed)
        del failed
    code, message = found or ("agent_error", "An error that does not even say what it is.")
    if is_slow:
        code, message = "agent_late", f"It takes too long to say what is wrong: {message}"
    if os.environ.get("TICHU_TRACEBACK") and message not in _shown:
        _shown.add(message)
        attempt(moment, _show, errors[0])
    attempt(moment, errors.clear)
    return code, message


def one_line(text: str, longest: int = _LONGEST) -> str:
    """A text cut short, its control characters escaped."""
    # A str of a stranger's own class is made a plain one.
    plain = str.__str__(text)[:longest]
    escaped = "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in plain
    )
    return escaped[:longest]


def _in_full(error: BaseException, limit: float | None) -> tuple[str, str]:
    kind = type(error)
    place = _place(error)
    if issubclass(kind, OutOfTime):
        seconds = "1 second" if limit == 1 else f"{limit or 0:g} seconds"
        return "agent_late", f"It took more than {seconds}.{place}"
    said = one_line(str(error), _LONGEST - _PLACE - 60)
    if issubclass(kind, TichuError):
        code = error.code  # type: ignore[attr-defined]
        if type(code) is str and _CODE.fullmatch(code):
            # Without a name before it there is more room.
            return code, one_line(str(error), _LONGEST - _PLACE) + place
    name = one_line(kind.__name__, 60)
    if name == "BdbQuit":
        said = "breakpoints need --workers 0"
    return "agent_error", (f"{name}: {said}" if said else name) + place


def _by_name(error: BaseException, _limit: float | None) -> tuple[str, str]:
    name = one_line(type(error).__name__, 60)
    return "agent_error", f"{name}, which does not say why{_place(error)}."


def _place(error: BaseException) -> str:
    """The innermost line that is neither of this package nor of Python's own library, if any."""
    found = ""
    trace: TracebackType | None = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if _is_strangers(file):
            name = one_line(os.path.basename(file), _PLACE - 20)  # noqa: PTH119
            found = f" ({name}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return found


def _is_strangers(file: str) -> bool:
    if file.startswith((_HERE, "<frozen ")):
        return False
    return _OTHERS in file or not file.startswith(_LIBRARY)


def _show(error: BaseException) -> None:
    if sys.stderr is not None:
        traceback.print_exception(error, file=sys.stderr)
