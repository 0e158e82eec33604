"""What a replay found: frozen values, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from tichu.errors import TichuError
from tichu.record.source import line_of

__all__ = [
    "FileReport",
    "Finding",
    "FindingKind",
    "ReplayReport",
    "ReplayedRound",
    "SourceFormat",
    "finding",
    "points",
]

FindingKind = Literal[
    "illegal_action", "score_difference", "state_difference", "known_fault", "unreadable"
]
"""What was found.

``illegal_action``: the rules refuse what was played. ``score_difference``: the result is not that
of the rules. ``state_difference``: a record does not end in the state that it was written with.
``known_fault``: a score difference that the source is known to make. ``unreadable``: a file or a
part of it cannot be read.
"""

SourceFormat = Literal["record", "log"]


class Finding(Struct, frozen=True, kw_only=True):
    """One thing that is not as it should be.

    Attributes:
        kind: see :data:`FindingKind`.
        file: the file, as it was named.
        line: the line, from 1, if it is about one.
        round: the round of the file, from 1, if it is about one.
        code: the stable name of the error.
        rule: the number of the rule that decides, if one does.
        message: a sentence.
    """

    kind: FindingKind
    file: str
    line: int | None = None
    round: int | None = None
    code: str
    rule: str | None = None
    message: str

    def __str__(self) -> str:
        places = [self.file]
        if self.line is not None:
            places.append(f"line {self.line}")
        if self.round is not None:
            places.append(f"round {self.round}")
        rule = "" if self.rule is None else f" ({self.rule})"
        return f"{', '.join(places)}: {self.message}{rule}"


class ReplayedRound(Struct, frozen=True, kw_only=True):
    """One round of a file, or, with number 0, what lies outside of rounds.

    Attributes:
        number: the round of the file, from 1.
        complete: it has a result, and was replayed to its end.
        equal: complete, and the result is that of the rules.
        unfinished: it is broken off; what there is of it was replayed.
        findings: what was found.
    """

    number: int
    complete: bool = False
    equal: bool = False
    unfinished: bool = False
    findings: tuple[Finding, ...] = ()


class FileReport(Struct, frozen=True, kw_only=True):
    """One file.

    Attributes:
        file: the file, as it was named.
        format: what it is; None if that cannot be told.
        rounds: how many rounds were replayed to their end.
        equal: how many of them have the result of the rules.
        unfinished: how many rounds are broken off.
        findings: what was found, in the order of the file.
    """

    file: str
    format: SourceFormat | None = None
    rounds: int = 0
    equal: int = 0
    unfinished: int = 0
    findings: tuple[Finding, ...] = ()

    @property
    def ok(self) -> bool:
        """Nothing was found that is not a known fault of the source."""
        return all(found.kind == "known_fault" for found in self.findings)

    def count(self, kind: FindingKind) -> int:
        """How many findings are of a kind."""
        return sum(found.kind == kind for found in self.findings)


class ReplayReport(Struct, frozen=True, kw_only=True):
    """All files of a replay; the totals add up the files."""

    files: tuple[FileReport, ...]

    @property
    def ok(self) -> bool:
        """Nothing was found that is not a known fault of the source."""
        return all(file.ok for file in self.files)

    @property
    def rounds(self) -> int:
        """How many rounds were replayed to their end."""
        return sum(file.rounds for file in self.files)

    @property
    def equal(self) -> int:
        """How many of them have the result of the rules."""
        return sum(file.equal for file in self.files)

    @property
    def unfinished(self) -> int:
        """How many rounds are broken off."""
        return sum(file.unfinished for file in self.files)

    @property
    def findings(self) -> Iterator[Finding]:
        """The findings of all files."""
        for file in self.files:
            yield from file.findings

    def count(self, kind: FindingKind) -> int:
        """How many findings are of a kind."""
        return sum(file.count(kind) for file in self.files)


def finding(
    kind: FindingKind, file: str, error: TichuError, *, round_number: int | None = None
) -> Finding:
    """A finding from an error, which says line, code, rule and message."""
    return Finding(
        kind=kind,
        file=file,
        line=line_of(error),
        round=round_number,
        code=error.code,
        rule=error.rule,
        message=error.message,
    )


def points(pair: tuple[int, int]) -> str:
    """The points of team 02 and team 13 for a sentence."""
    return f"{pair[0]} : {pair[1]}"
