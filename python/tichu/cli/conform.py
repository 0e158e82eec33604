"""``tichu conform``: run case books, fuzz files and playouts."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from tichu.cli.options import Commands, add_command, add_json, path_text
from tichu.cli.screen import Screen, plain_table, write_json
from tichu.conform import ConformReport, run_paths

__all__ = ["add_to"]

_DETAILS = """\
A path is a file, or a folder whose .json files are run, those in folders below it included.
A line for each failing case says what was expected and what came; docs/CASES.md describes the
files. A path that does not exist, cannot be read or is a folder without .json files is wrong input:
the others are run all the same, and if they pass the exit code is 2.

examples:
  tichu conform tests/data/rules
  tichu conform cases.json fuzz.json --json
"""


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(
        commands, "conform", run, "run case books, fuzz files and playouts", _DETAILS
    )
    parser.add_argument("paths", nargs="+", type=path_text, metavar="PATH", help="a file or folder")
    add_json(parser, "totals and failures")


def run(arguments: Namespace) -> int:
    """Run everything; 1 if anything failed, 2 if only paths are wrong."""
    report = run_paths(arguments.paths)
    if arguments.json:
        write_json(_report_json(report))
    else:
        _show(report, Screen())
    if report.passed:
        return 0
    return 2 if all(not file.was_read for file in report.files if file.failures) else 1


def _show(report: ConformReport, screen: Screen) -> None:
    for failure in report.failures:
        screen.say(str(failure), lead="FAIL", lead_style="bold red")
    if report.failures:
        screen.print()
    table = plain_table(
        "kind",
        "cases",
        "alternatives",
        "failed",
        numbers=("cases", "alternatives", "failed"),
    )
    for kind, tally in report.tallies.items():
        style = "red" if tally.failed else ""
        table.add_row(
            kind, str(tally.cases), str(tally.alternatives), str(tally.failed), style=style
        )
    screen.show(table)
    screen.print()
    failed = len(report.failures)
    checks = sum(tally.checks for tally in report.tallies.values())
    files = f"{len(report.files)} file{'s' if len(report.files) != 1 else ''}"
    if failed:
        screen.say(f"{failed} of {checks} checks in {files} failed.", "bold red")
    else:
        screen.say(f"All {checks} checks in {files} pass.", "bold green")


def _report_json(report: ConformReport) -> dict[str, Any]:
    return {
        "passed": report.passed,
        "files": [file.path for file in report.files],
        "totals": {
            kind: {
                "cases": tally.cases,
                "alternatives": tally.alternatives,
                "failed": tally.failed,
            }
            for kind, tally in report.tallies.items()
        },
        "failures": [
            {
                "file": failure.file,
                "id": failure.id,
                "kind": failure.kind,
                "variant": failure.variant,
                "differences": [
                    {"where": one.where, "expected": one.expected, "came": one.came}
                    for one in failure.differences
                ],
            }
            for failure in report.failures
        ],
    }
