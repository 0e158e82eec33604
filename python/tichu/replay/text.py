"""A report as lines of plain text."""

from __future__ import annotations

from collections.abc import Iterator

from tichu.replay.findings import FileReport, ReplayReport

__all__ = ["counts", "report_lines"]


def report_lines(report: ReplayReport) -> Iterator[str]:
    """Each file with its findings, and the total."""
    for file in report.files:
        yield f"{file.file}: {counts(file)}"
        for found in file.findings:
            yield f"  {found}"
    yield f"{_number(len(report.files), 'file')}: {counts(report)}"


def counts(report: FileReport | ReplayReport) -> str:
    """The numbers of a report in one line; what is always of interest, and what there is else."""
    always = [
        f"{_number(report.rounds, 'round')} replayed",
        f"{_number(report.equal, 'result')} equal",
        _number(report.count("illegal_action"), "illegal action"),
        _number(report.count("score_difference"), "score difference"),
    ]
    others = [
        (report.count("known_fault"), "known fault", " of the source"),
        (report.count("state_difference"), "state difference", ""),
        (report.count("unreadable"), "unreadable part", ""),
        (report.unfinished, "round", " broken off"),
    ]
    return ", ".join(
        always + [_number(count, what) + more for count, what, more in others if count]
    )


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
