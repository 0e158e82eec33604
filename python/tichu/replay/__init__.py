"""Replaying match records and BrettspielWelt logs, and saying what is not as it should be.

:func:`replay_paths` replays files and folders at once; :func:`replay_files` gives the report of
each file as soon as it is done, and :func:`replay_rounds` each round of one file. Nothing raises
for what is in a file: that is a :class:`Finding`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from tichu.errors import TichuError
from tichu.record.source import open_source
from tichu.replay.files import Candidate, candidates, recognised
from tichu.replay.findings import (
    FileReport,
    Finding,
    FindingKind,
    ReplayedRound,
    ReplayReport,
    SourceFormat,
    finding,
)
from tichu.replay.logs import replay_log
from tichu.replay.records import replay_record
from tichu.replay.text import counts, report_lines

__all__ = [
    "FileReport",
    "Finding",
    "FindingKind",
    "ReplayReport",
    "ReplayedRound",
    "SourceFormat",
    "counts",
    "replay_file",
    "replay_files",
    "replay_paths",
    "replay_rounds",
    "report_lines",
]


Paths: TypeAlias = Iterable[str | os.PathLike[str]]


def replay_paths(paths: Paths) -> ReplayReport:
    """Replay files and folders; what a file is, its content tells."""
    return ReplayReport(files=tuple(replay_files(paths)))


def replay_files(paths: Paths) -> Iterator[FileReport]:
    """The report of each file as soon as it is replayed, folders in the order of their names."""
    for candidate in candidates(paths):
        yield _Replay(candidate).report()


def replay_file(path: str | os.PathLike[str]) -> FileReport:
    """Replay one file."""
    return _Replay(Candidate(os.fspath(path))).report()


def replay_rounds(path: str | os.PathLike[str]) -> Iterator[ReplayedRound]:
    """The rounds of one file, each as soon as it is replayed.

    What cannot be said of a round comes with the number 0, like a file that cannot be read.
    """
    yield from _Replay(Candidate(os.fspath(path))).rounds()


class _Replay:
    """One file on its way through the replay."""

    def __init__(self, candidate: Candidate) -> None:
        self._candidate = candidate
        # Whatever bytes a file system has for names, reports are text.
        self._name = os.fsencode(candidate.name).decode("utf-8", "replace")
        self._format: SourceFormat | None = None

    def rounds(self) -> Iterator[ReplayedRound]:
        try:
            if self._candidate.error is not None:
                raise self._candidate.error
            with open_source(self._candidate.name) as opened:
                self._format, file = recognised(opened)
                replay = replay_record if self._format == "record" else replay_log
                yield from replay(self._name, file)
        except TichuError as error:
            yield ReplayedRound(number=0, findings=(finding("unreadable", self._name, error),))

    def report(self) -> FileReport:
        rounds = list(self.rounds())
        return FileReport(
            file=self._name,
            format=self._format,
            rounds=sum(one.complete for one in rounds),
            equal=sum(one.equal for one in rounds),
            unfinished=sum(one.unfinished for one in rounds),
            findings=tuple(found for one in rounds for found in one.findings),
        )
