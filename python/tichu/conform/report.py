"""What a run found: failures, and how many checks of each kind there were."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

__all__ = ["KINDS", "ConformReport", "Difference", "Failure", "FileReport", "Kind", "Tally"]

Kind = Literal["classify", "compare", "legal", "flow", "score", "match", "fuzz", "playout", "file"]
"""What a check is about; ``file`` stands for documents that cannot be read."""

KINDS: tuple[Kind, ...] = (
    "classify",
    "compare",
    "legal",
    "flow",
    "score",
    "match",
    "fuzz",
    "playout",
    "file",
)


class Difference(Struct, frozen=True):
    """One thing that is not as expected: where in the case, what was expected, what came."""

    where: str
    expected: str
    came: str


class Failure(Struct, frozen=True):
    """One failing check.

    Attributes:
        file: the document's path.
        id: the case's id, or its number in the document; empty if it is about the whole document.
        kind: what the check is about.
        variant: which line of the case: empty for the main one, else ``alt 1``, ``strict``, ...
        differences: what is not as expected, at least one.
    """

    file: str
    id: str
    kind: Kind
    variant: str
    differences: tuple[Difference, ...]

    def __str__(self) -> str:
        name = " ".join(word for word in (self.file, self.id, self.variant) if word)
        if self.kind == "file":
            return f"{name}: {'; '.join(one.came for one in self.differences)}"
        parts = [
            f"{difference.where + ': ' if difference.where else ''}"
            f"expected {difference.expected}, came {difference.came}"
            for difference in self.differences
        ]
        return f"{name}: {'; '.join(parts)}"


class Tally(Struct, frozen=True):
    """How many checks of a kind were made: cases, their alternatives, and how many failed."""

    cases: int = 0
    alternatives: int = 0
    failed: int = 0

    @property
    def checks(self) -> int:
        """Cases and alternatives together."""
        return self.cases + self.alternatives

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.cases + other.cases,
            self.alternatives + other.alternatives,
            self.failed + other.failed,
        )


class FileReport(Struct, frozen=True):
    """What was found in one document.

    Attributes:
        path: the document, as it was named or found.
        tallies: how many checks there were, by kind.
        failures: what failed.
        was_read: False where the path leads to no document at all; that is the only failure then.
    """

    path: str
    tallies: dict[Kind, Tally]
    failures: tuple[Failure, ...]
    was_read: bool = True


class ConformReport(Struct, frozen=True):
    """What was found in all of them."""

    files: tuple[FileReport, ...]

    @property
    def failures(self) -> tuple[Failure, ...]:
        """All failures, in the order of the files."""
        return tuple(failure for file in self.files for failure in file.failures)

    @property
    def tallies(self) -> dict[Kind, Tally]:
        """The totals by kind, for the kinds that occur."""
        totals: dict[Kind, Tally] = {}
        for kind in KINDS:
            parts = [file.tallies[kind] for file in self.files if kind in file.tallies]
            if parts:
                totals[kind] = sum(parts, start=Tally())
        return totals

    @property
    def passed(self) -> bool:
        """Something was checked, and nothing failed."""
        return bool(self.files) and not self.failures
