"""Replaying match records: every action through the flow, every result and digest compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from tichu.errors import RecordError, TichuError
from tichu.record import RecordedRound, RecordReader, RoundRun
from tichu.record.lines import ResultLine
from tichu.record.run import result_too_early
from tichu.record.source import line_of, record_error
from tichu.replay.findings import Finding, FindingKind, ReplayedRound, finding, points
from tichu.rules import Rules

__all__ = ["replay_record"]


def replay_record(name: str, file: BinaryIO) -> Iterator[ReplayedRound]:
    """The rounds of a record, replayed one after another; damage to one leaves the others.

    Raises:
        RecordError: the record has no good header, or cannot be read on.
    """
    reader = RecordReader(file)
    told = 0
    for found in reader.rounds():
        if len(reader.problems) > told:
            yield _outside(name, reader.problems[told:])
            told = len(reader.problems)
        yield _Round(name, found, reader.rules).replay()
    if len(reader.problems) > told:
        yield _outside(name, reader.problems[told:])


def _outside(name: str, problems: list[RecordError]) -> ReplayedRound:
    findings = tuple(finding("unreadable", name, problem) for problem in problems)
    return ReplayedRound(number=0, findings=findings)


class _Round:
    """Replays one round."""

    def __init__(self, name: str, found: RecordedRound, rules: Rules) -> None:
        self._name = name
        self._found = found
        self._rules = rules
        self._findings: list[Finding] = []

    def replay(self) -> ReplayedRound:
        found = self._found
        run = None if found.deal is None else RoundRun(found.deal, self._rules)
        legal = run is not None and self._act(run)
        error = found.error
        if error is not None:
            self._tell("unreadable", error)
        # After a damaged line the rest of the round is not read; after a damaged result there is
        # nothing more to read.
        whole = error is None or line_of(error) == found.result_line
        score = run.state.score if run is not None and legal and whole else None
        equal = False
        if run is not None and legal and whole and found.result is not None:
            equal = self._compare(found.result, run)
        return ReplayedRound(
            number=found.number,
            complete=score is not None and found.result is not None,
            equal=equal,
            unfinished=found.result is None and error is None,
            findings=tuple(self._findings),
        )

    def _act(self, run: RoundRun) -> bool:
        """Take the actions; whether all of them were legal."""
        for line, action in self._found.actions:
            try:
                run.act(action)
            except TichuError as error:
                self._tell("illegal_action", error.at(f"line {line}"))
                return False
        return True

    def _compare(self, result: ResultLine, run: RoundRun) -> bool:
        """Compare the end with the result; whether the points agree."""
        line = self._found.result_line or self._found.line
        score = run.state.score
        if score is None:
            self._tell("illegal_action", result_too_early(line))
            return False
        if score != result.score:
            self._tell(
                "score_difference",
                record_error(
                    line,
                    "score_differs",
                    f"The record counts {points(result.total)}, the rules {points(score.total)}.",
                ),
            )
        if run.digest() != result.digest:
            self._tell(
                "state_difference",
                record_error(
                    line, "digest_differs", "The round is not the one that the record was made of."
                ),
            )
        return score == result.score

    def _tell(self, kind: FindingKind, error: TichuError) -> None:
        self._findings.append(finding(kind, self._name, error, round_number=self._found.number))
