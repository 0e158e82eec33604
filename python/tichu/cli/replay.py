"""``tichu replay``: check match records and BrettspielWelt logs."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from tichu.cli.options import Commands, add_command, add_json, path_text
from tichu.cli.screen import Screen, write_json
from tichu.replay import (
    FileReport,
    Finding,
    ReplayReport,
    counts,
    replay_files,
    replay_paths,
)

__all__ = ["add_to"]

_DETAILS = """\
A path is a file, or a folder whose records and logs are replayed, those in folders below it
included. Each finding says where (file, line, round) and which rule decides. The exit code is 1 if
there is a finding that is not a known fault of the source. A path that does not exist, cannot be
opened or is a folder with nothing to replay is wrong input: the others are replayed all the same,
and if they are fine the exit code is 2.

examples:
  tichu replay match.jsonl
  tichu replay tests/data/bsw --json
"""


_WRONG_PATHS = {"cannot_open", "nothing_found"}
"""What is found where a path leads to nothing."""


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(
        commands, "replay", run, "replay match records and BrettspielWelt logs", _DETAILS
    )
    parser.add_argument("paths", nargs="+", type=path_text, metavar="PATH", help="a file or folder")
    add_json(parser, "the report of each file and the totals")


def run(arguments: Namespace) -> int:
    """Replay everything; 1 if anything is not as it should be, 2 if only paths are wrong."""
    if arguments.json:
        report = replay_paths(arguments.paths)
        write_json(_report_json(report))
    else:
        report = _shown(arguments.paths, Screen())
    if report.ok:
        return 0
    findings = [found for file in report.files if not file.ok for found in file.findings]
    return 2 if all(found.code in _WRONG_PATHS for found in findings) else 1


def _shown(paths: list[str], screen: Screen) -> ReplayReport:
    """Replay, each file's report printed as soon as there is one, then the totals."""
    files = []
    for file in replay_files(paths):
        files.append(file)
        screen.say(f"{file.file}: {counts(file)}", "" if file.ok else "bold")
        for found in file.findings:
            known = found.kind == "known_fault"
            screen.say(f"  {_finding(found)}", "yellow" if known else "red")
    report = ReplayReport(files=tuple(files))
    screen.print()
    number = f"{len(files)} file{'s' if len(files) != 1 else ''}"
    screen.say(f"{number}: {counts(report)}", "bold green" if report.ok else "bold red")
    return report


def _finding(found: Finding) -> str:
    return f"{found.kind.replace('_', ' ')}: {found}"


def _report_json(report: ReplayReport) -> dict[str, Any]:
    return {
        "ok": report.ok,
        **_totals(report),
        "files": [
            {
                "file": file.file,
                "format": file.format,
                "ok": file.ok,
                **_totals(file),
                "findings": [_finding_json(found) for found in file.findings],
            }
            for file in report.files
        ],
    }


def _totals(report: FileReport | ReplayReport) -> dict[str, int]:
    return {
        "rounds": report.rounds,
        "equal": report.equal,
        "unfinished": report.unfinished,
        "illegal_actions": report.count("illegal_action"),
        "score_differences": report.count("score_difference"),
        "state_differences": report.count("state_difference"),
        "known_faults": report.count("known_fault"),
        "unreadable": report.count("unreadable"),
    }


def _finding_json(found: Finding) -> dict[str, Any]:
    return {
        "kind": found.kind,
        "line": found.line,
        "round": found.round,
        "code": found.code,
        "rule": found.rule,
        "message": found.message,
    }
