"""Running documents: which files there are, and counting what their checks find."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tichu.conform.documents import Check, checks_of
from tichu.conform.fields import printable, shown
from tichu.conform.report import ConformReport, Difference, Failure, FileReport, Kind, Tally
from tichu.errors import RecordError, TichuError

__all__ = ["run_document", "run_paths"]


def run_paths(paths: Iterable[str | Path]) -> ConformReport:
    """Run the files, and the ``.json`` files in the folders and below; never stop at a mistake.

    In folders, what begins with a dot is left alone.
    """
    reports: dict[Path, FileReport] = {}
    for path in map(Path, paths):
        for file in _files_of(path):
            key = file.absolute()
            if key not in reports:
                reports[key] = _run_file(file)
    return ConformReport(tuple(reports.values()))


def _files_of(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = (file for file in path.rglob("*.json") if file.is_file())
    files = sorted(file for file in found if not _is_hidden(file.relative_to(path)))
    # A folder without any is reported like a file that cannot be read.
    return files or [path]


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _run_file(path: Path) -> FileReport:
    name = printable(str(path))
    try:
        content = _content(path)
    except TichuError as error:
        return _unusable(name, error, was_read=False)
    try:
        return run_document(_json(content), name)
    except TichuError as error:
        return _unusable(name, error, was_read=True)


def _content(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        RecordError: it cannot be read (``unreadable``), or it is a folder (``no_cases``).
    """
    if path.is_dir():
        raise RecordError("There is no .json file in this folder.", code="no_cases")
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RecordError(f"This file cannot be read: {reason}.", code="unreadable") from None


def _json(content: bytes) -> object:
    """The JSON of a file.

    Raises:
        RecordError: it is none (``bad_json``).
    """
    try:
        return json.loads(content, object_pairs_hook=_object, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"This is no JSON: {shown(str(error))}.", code="bad_json") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the field {twice!r} stands twice in one object")
    return result


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no number")


def run_document(document: object, path: str) -> FileReport:
    """Run all checks of a document that was read from ``path``.

    Raises:
        TichuError: the document is none.
    """
    tallies: dict[Kind, Tally] = {}
    failures = []
    for check in checks_of(document):
        differences = _differences(check)
        if differences:
            failures.append(Failure(path, check.id, check.kind, check.variant, differences))
        made = Tally(not check.variant, bool(check.variant), bool(differences))
        tallies[check.kind] = tallies.get(check.kind, Tally()) + made
    return FileReport(path, tallies, tuple(failures))


def _differences(check: Check) -> tuple[Difference, ...]:
    """What the check finds; nothing that goes wrong in it keeps the others from running."""
    try:
        return tuple(check.run())
    except TichuError as error:
        return (Difference("", "a well-formed case", str(error)),)
    except Exception as error:  # noqa: BLE001 a fault of the engine is a finding, not the end
        fault = f"{type(error).__name__}: {shown(str(error))}"
        return (Difference("", "an answer", f"a fault of the engine, {fault}"),)


def _unusable(path: str, error: TichuError, *, was_read: bool) -> FileReport:
    difference = Difference("", "a case book, fuzz file or playouts", str(error))
    failure = Failure(path, "", "file", "", (difference,))
    return FileReport(path, {"file": Tally(1, 0, 1)}, (failure,), was_read)
