"""Replaying BrettspielWelt logs: every action through the flow, every result compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from tichu.bsw import LogRound, is_dropped_grand_loss, read_log, replay_round
from tichu.errors import RecordError
from tichu.record.run import result_too_early
from tichu.record.source import record_error
from tichu.replay.findings import Finding, ReplayedRound, finding, points
from tichu.state import RoundState

__all__ = ["replay_log"]


def replay_log(name: str, file: BinaryIO) -> Iterator[ReplayedRound]:
    """The rounds of a log, replayed one after another; a fault in one leaves the others.

    Raises:
        RecordError: the log is empty, or cannot be read on.
    """
    for found in read_log(file):
        if isinstance(found, RecordError):
            yield ReplayedRound(number=0, findings=(finding("unreadable", name, found),))
        else:
            yield _replay(name, found)


def _replay(name: str, found: LogRound) -> ReplayedRound:
    replayed = replay_round(found)
    findings = []
    if replayed.error is not None:
        findings.append(finding("illegal_action", name, replayed.error, round_number=found.number))
    if found.error is not None:
        findings.append(finding("unreadable", name, found.error, round_number=found.number))
    state, logged = replayed.state, found.result
    broken_off = found.error is None and (logged is None or _lacks_digits(found, state))
    if findings or broken_off or logged is None or state is None:
        return ReplayedRound(number=found.number, unfinished=broken_off, findings=tuple(findings))
    return ReplayedRound(
        number=found.number,
        complete=state.score is not None,
        equal=state.score is not None and state.score.total == logged,
        findings=tuple(_compare(name, found, logged, state)),
    )


def _lacks_digits(found: LogRound, state: RoundState | None) -> bool:
    """The file ends in the middle of the result."""
    if not found.result_open or found.result is None or state is None or state.score is None:
        return False
    counted, logged = state.score.total, found.result
    return counted != logged and points(counted).startswith(points(logged))


def _compare(
    name: str, found: LogRound, logged: tuple[int, int], state: RoundState
) -> list[Finding]:
    """What is to be said about a result: nothing, if it is that of the rules."""
    line = found.result_line or found.line
    if state.score is None:
        error = result_too_early(line)
        return [finding("illegal_action", name, error, round_number=found.number)]
    counted = state.score.total
    if counted == logged:
        return []
    if is_dropped_grand_loss(logged, counted, state.calls, state.out[0]):
        error = record_error(
            line,
            "dropped_grand_loss",
            f"The log counts {points(logged)}, the rules {points(counted)}: with two Grand Tichu "
            "calls the old server left out a loser's 200.",
            "R-102",
        )
        return [finding("known_fault", name, error, round_number=found.number)]
    error = record_error(
        line,
        "score_differs",
        f"The log counts {points(logged)}, the rules {points(counted)}.",
    )
    return [finding("score_difference", name, error, round_number=found.number)]
