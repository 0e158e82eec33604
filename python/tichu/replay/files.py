"""Which files to replay, and what a file is: told by its content, not by its name."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from tichu.errors import RecordError
from tichu.record.source import MAX_LINE, open_source, reason
from tichu.replay.findings import SourceFormat

__all__ = ["Candidate", "candidates", "recognised"]

SUFFIXES = {".jsonl", ".tch"}
"""Files with these names are expected to be records or logs."""

_RECORD = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{[^\n]*"tichu_record"')
_LOG = re.compile(rb"^(?:\xef\xbb\xbf)?-+Gr\.Tichukarten-+ *\r?$", re.MULTILINE)


class Candidate(Struct, frozen=True):
    """A file to replay, or why there is none.

    Attributes:
        name: the file, as it was named or found.
        error: why nothing can be replayed here.
    """

    name: str
    error: RecordError | None = None


def candidates(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Candidate]:
    """The files that are meant: those named, and in folders, at any depth, those that are records
    or logs by their content, or should be by their name.

    What begins with a dot is left alone in folders, and links to folders are not followed.
    """
    for path in paths:
        name = os.fspath(path)
        if Path(name).is_dir():
            yield from _in_folder(name)
        else:
            yield Candidate(name)


def _in_folder(folder: str) -> Iterator[Candidate]:
    failed: list[OSError] = []
    is_empty = True
    for here, folders, files in os.walk(folder, onerror=failed.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for file in sorted(files):
            path = Path(here) / file
            if not file.startswith(".") and path.is_file() and _is_meant(path):
                is_empty = False
                yield Candidate(str(path))
    for error in failed:
        message = f"This folder cannot be opened ({reason(error)}); give one that can."
        yield Candidate(str(error.filename), RecordError(message, code="cannot_open"))
    if is_empty and not failed:
        message = "There is no record and no log in this folder; name the right one."
        yield Candidate(folder, RecordError(message, code="nothing_found"))


def _is_meant(path: Path) -> bool:
    if path.suffix.lower() in SUFFIXES:
        return True
    try:
        with open_source(path) as file:
            return _format_of(file.read(MAX_LINE)) is not None
    except (RecordError, OSError):
        return False


def recognised(file: BinaryIO) -> tuple[SourceFormat, BinaryIO]:
    """What an open file is, by its first 64 KiB, and the file to be read from its beginning.

    Raises:
        RecordError: neither a record nor a log (``empty_file``, ``unknown_format``), or it cannot
            be read (``cannot_read``).
    """
    try:
        start = file.read(MAX_LINE)
        if file.seekable():
            file.seek(0)
        else:
            file = io.BytesIO(start + file.read())
    except OSError as error:
        raise RecordError(
            f"The file cannot be read ({reason(error)}).", code="cannot_read"
        ) from None
    if not start:
        raise RecordError("The file is empty; give a record or a log.", code="empty_file")
    found = _format_of(start)
    if found is None:
        raise RecordError(
            "This is neither a match record nor a BrettspielWelt log.", code="unknown_format"
        )
    return found, file


def _format_of(start: bytes) -> SourceFormat | None:
    if _RECORD.match(start):
        return "record"
    return "log" if _LOG.search(start) else None
