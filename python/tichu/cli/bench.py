"""``tichu bench``: how fast the engine is on this machine."""

from __future__ import annotations

import sys
from argparse import Namespace

import msgspec
from rich.console import Console

from tichu import __version__
from tichu.bench import (
    Figure,
    Machine,
    Weight,
    all_jobs,
    measure,
    memory_of_games,
    this_machine,
)
from tichu.cli.options import Commands, add_command, add_json
from tichu.cli.screen import Screen, plain_table, write_json

__all__ = ["add_to", "show_figures"]

FORMAT = 1
"""The version of the JSON."""

RUNS, SECONDS = 40, 0.06
QUICK_RUNS, QUICK_SECONDS = 5, 0.01

_DETAILS = """\
It takes one to two minutes; --quick a few seconds, for a first look. All work is run in turn, again
and again: min is what the machine can do, median what it did, spread how far the middle half of the
runs lies apart. Compare versions on one quiet machine, by min. Nothing is sent anywhere.

example:
  tichu bench --json > today.json
"""


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(commands, "bench", run, "measure how fast the engine is here", _DETAILS)
    parser.add_argument("--quick", action="store_true", help="a few seconds, and rougher figures")
    add_json(parser, "machine and figures (times in nanoseconds)")


def run(arguments: Namespace) -> int:
    """Measure, and print the table."""
    machine = this_machine(__version__)
    runs, seconds = (QUICK_RUNS, QUICK_SECONDS) if arguments.quick else (RUNS, SECONDS)
    with Console(stderr=True).status("measuring") as status:
        figures = measure(
            all_jobs(), runs, seconds, lambda done: status.update(f"measuring: {done} of {runs}")
        )
        weights = memory_of_games(quick=arguments.quick)
    if arguments.json:
        write_json(_report(machine, figures, weights, quick=arguments.quick))
    else:
        screen = Screen()
        _show_machine(machine, screen)
        show_figures(figures, screen)
        _show_weights(weights, screen)
    sys.stdout.flush()
    return 0


def _report(
    machine: Machine, figures: list[Figure], weights: list[Weight], *, quick: bool
) -> dict[str, object]:
    return {
        "tichu_bench": FORMAT,
        "quick": quick,
        "machine": msgspec.to_builtins(machine),
        "figures": [
            {**msgspec.to_builtins(figure), "per_second": figure.per_second} for figure in figures
        ],
        "memory": msgspec.to_builtins(weights),
    }


def _show_machine(machine: Machine, screen: Screen) -> None:
    load = "" if machine.load is None else f", load {machine.load:.2f}"
    screen.say(f"tichu {machine.tichu}, {machine.python}, {machine.system}")
    screen.say(f"{machine.processor}, {machine.cores} cores{load}, {machine.time}")


def show_figures(figures: list[Figure], screen: Screen) -> None:
    """The table of times."""
    screen.print()
    columns = ("min", "median", "spread", "a second")
    table = plain_table("time for", *columns, numbers=columns, folds="time for")
    for figure in figures:
        table.add_row(
            figure.what,
            _time(figure.min),
            _time(figure.median),
            f"{figure.spread:.0%}",
            _rate(figure.per_second),
        )
    screen.show(table)


def _time(nanoseconds: float) -> str:
    """A time in a unit that suits it."""
    for size, unit in ((1e6, "ms"), (1e3, "us")):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.2f} {unit}"
    return f"{nanoseconds:.1f} ns"


def _rate(per_second: float) -> str:
    """So many a second, in three digits."""
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if per_second >= size:
            return f"{per_second / size:.{2 if per_second < 10 * size else 1}f} {unit}"
    return f"{per_second:.0f}"


def _show_weights(weights: list[Weight], screen: Screen) -> None:
    screen.print()
    table = plain_table("memory for", "bytes", numbers=("bytes",))
    for weight in weights:
        table.add_row(weight.what, "-" if weight.bytes is None else f"{weight.bytes:,.0f}")
    screen.show(table)
