"""`make bench`: the table of `tichu bench`, then the Rust core, beside a yardstick if there is one.

`YARDSTICK=DIR make bench` takes a folder whose `run.sh` prints lines such as `count-only min 98.7`:
both programs are run alternately, ten times, and the minima are compared as ratios. Absolute times
drift from machine to machine and from hour to hour; ratios of one run do not.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tichu.bench.cards import card_jobs
from tichu.bench.rounds import round_jobs
from tichu.bench.timing import Job, measure
from tichu.cli import main as tichu_command
from tichu.cli.screen import Screen, plain_table

ROOT = Path(__file__).resolve().parent.parent
ALTERNATIONS = 10

# What `benches/yardstick.rs` calls a job, what the yardstick calls it, and the goal for the ratio.
SAME_JOB = {
    "emit all leads, list kept": ("emit all leads", 1.25),
    "count all leads": ("count-only", 1.25),
    "classify, invalid sets": ("invalid sets", 1.25),
    "classify, valid sets": ("valid sets", 1.25),
    "playout: a whole random round": ("playout mode 1", 1.3),
}
NANOSECONDS = {"us/round": 1000.0}

FROM_PYTHON = {
    "round_rust": "a random round, from Python",
    "round_rust_threads": "the same, all cores",
}

Figures = dict[str, float]


def minima(output: str) -> Figures:
    """The `min` figures of a program's output in nanoseconds, by the text before them."""
    line = r"^(.*?)[:(\s]+(us/round|ns/\w+)? *min +([\d.]+)"
    found = re.findall(line, output, flags=re.MULTILINE)
    return {
        name.strip(): float(figure) * NANOSECONDS.get(unit, 1.0) for name, unit, figure in found
    }


def run(command: list[str], folder: Path) -> Figures:
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return minima(done.stdout)


def of_job(job: str, figures: Figures) -> float | None:
    """The figure whose name begins so."""
    return next((figure for name, figure in figures.items() if name.startswith(job)), None)


def keep_least(best: Figures, figures: Figures) -> None:
    for name, figure in figures.items():
        best[name] = min(figure, best.get(name, figure))


def python_rounds() -> list[Job]:
    return [job for job in round_jobs() if job.key in FROM_PYTHON]


def measure_core(yardstick: Path | None) -> tuple[Figures, Figures, Figures]:
    """Minima of the Rust core, of whole rounds from Python, and of the yardstick."""
    core: Figures = {}
    python: Figures = {}
    theirs: Figures = {}
    jobs = python_rounds()
    bench = ["cargo", "bench", "--locked", "--bench", "yardstick"]
    for _ in range(ALTERNATIONS if yardstick else 1):
        keep_least(core, run(bench, ROOT))
        keep_least(python, {figure.key: figure.min for figure in measure(jobs, 20, 0.02)})
        if yardstick is not None:
            keep_least(theirs, run(["bash", "run.sh", "400"], yardstick))
    return core, python, theirs


def show_core(screen: Screen, core: Figures, python: Figures, theirs: Figures) -> None:
    columns = ("min, ns", "yardstick, ns", "ratio", "goal")
    table = plain_table("Rust core", *columns, numbers=columns)

    def row(name: str, figure: float, job: str = "", goal: float | None = None) -> None:
        other = of_job(job, theirs) if job else None
        compared = ["", "", ""]
        if other is not None:
            compared = [f"{other:.1f}", f"{figure / other:.2f}", "" if goal is None else f"{goal}"]
        table.add_row(name, f"{figure:.1f}", *compared)

    for name, figure in core.items():
        row(name, figure, *SAME_JOB.get(name, ()))
    for key, figure in python.items():
        goal = 1.5 if key == "round_rust" else None
        row(FROM_PYTHON[key], figure, "playout mode 1", goal)
    screen.print()
    screen.show(table)


def show_python(screen: Screen) -> None:
    """The two goals for Python, which are stated against Python's own speed."""
    figures = {
        figure.key: figure.min for figure in measure([*card_jobs(), *round_jobs()], 20, 0.03)
    }
    goals = [
        ("legal_plays(hand) and its len, no-op calls", "leads_counted", "no_op", 600 / 20),
        ("a decision of the flow, empty loops", "decision_flow", "empty_loop", 5e3 / 25e6),
    ]
    columns = ("measured", "goal")
    table = plain_table("Python against itself", *columns, numbers=columns)
    for name, key, unit, goal in goals:
        table.add_row(name, f"{figures[key] / figures[unit]:.3g}", f"{goal:.3g}")
    screen.print()
    screen.show(table)


def main() -> int:
    code = tichu_command(["bench"])
    if code:
        return code
    screen = Screen()
    show_python(screen)
    if shutil.which("cargo") is not None:
        folder = os.environ.get("YARDSTICK")
        show_core(screen, *measure_core(Path(folder) if folder else None))
    return 0


if __name__ == "__main__":
    sys.exit(main())
