"""Files of lines: opened, cut into numbered lines, and never read without a limit."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO, TypeAlias

from msgspec import Struct

from tichu.checks import check_kind
from tichu.errors import RecordError, TichuError

__all__ = [
    "MAX_LINE",
    "RawLine",
    "Source",
    "check_source",
    "line_of",
    "numbered_lines",
    "open_source",
    "place",
    "record_error",
]

Source: TypeAlias = str | os.PathLike[str] | BinaryIO
"""A path, or a file open for reading bytes."""

MAX_LINE = 1 << 16
"""The longest line that is read, in bytes, its end included."""


class RawLine(Struct, frozen=True):
    """One line of a file.

    Attributes:
        number: its number, from 1.
        data: its bytes without the line end; cut to nothing if it is too long.
        ended: it has a line end; only the last line of a file can lack it.
        too_long: it has more than :data:`MAX_LINE` bytes.
    """

    number: int
    data: bytes
    ended: bool
    too_long: bool = False


def check_source(source: object) -> None:
    """Refuse what is neither a path nor a file.

    Raises:
        InvalidValue: it is neither (``wrong_type``).
    """
    is_file = any(hasattr(source, verb) for verb in ("readline", "write"))
    if not is_file:
        check_kind(source, str | os.PathLike, "source")


def open_source(source: Source) -> AbstractContextManager[BinaryIO]:
    """The source as a file to be read; a file that was handed in stays open.

    Raises:
        RecordError: the file cannot be opened (``cannot_open``).
    """
    check_source(source)
    if not isinstance(source, str | os.PathLike):
        return nullcontext(source)
    try:
        return Path(source).open("rb", buffering=MAX_LINE)
    except (OSError, ValueError) as error:
        raise RecordError(
            f"This file cannot be opened ({reason(error)}); give one that can.",
            code="cannot_open",
            where=os.fspath(source),
        ) from None


def reason(error: Exception) -> str:
    """What the system says about a failed file operation."""
    return getattr(error, "strerror", None) or str(error)


def numbered_lines(file: BinaryIO) -> Iterator[RawLine]:
    """The lines of a file, ended by LF or CR LF, with at most :data:`MAX_LINE` bytes held at once.

    Raises:
        RecordError: the file cannot be read on (``cannot_read``).
    """
    number = 0
    while True:
        number += 1
        data = _read(file, number)
        if not data:
            return
        if len(data) >= MAX_LINE and not data.endswith(b"\n"):
            yield RawLine(number, b"", _skip_line(file, number), too_long=True)
            continue
        ended = data.endswith(b"\n")
        yield RawLine(number, data.removesuffix(b"\n").removesuffix(b"\r"), ended)


def _read(file: BinaryIO, number: int) -> bytes:
    try:
        return file.readline(MAX_LINE)
    except (OSError, ValueError) as error:
        raise record_error(
            number, "cannot_read", f"The file cannot be read on ({reason(error)})."
        ) from None


def _skip_line(file: BinaryIO, number: int) -> bool:
    """Skip the rest of a line; whether it has an end."""
    while data := _read(file, number):
        if data.endswith(b"\n"):
            return True
    return False


def record_error(line: int, code: str, message: str, rule: str | None = None) -> RecordError:
    """A :class:`RecordError` about a line."""
    return RecordError(message, code=code, rule=rule, where=f"line {line}")


def place(error: TichuError, line: int) -> RecordError:
    """What another module found wrong in a line, as a :class:`RecordError` about that line."""
    where = f"line {line}" if error.where is None else f"line {line}, {error.where}"
    return RecordError(error.message, code=error.code, rule=error.rule, where=where)


def line_of(error: TichuError) -> int | None:
    """The number of the line that an error of this package is about, if it says one."""
    found = re.match(r"line (\d{1,15})", error.where or "")
    return int(found[1]) if found else None
