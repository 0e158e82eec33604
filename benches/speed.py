"""`make bench`: how fast the engine is here and now, as a table.

Python figures are measured in this process; the figures of the Rust core come from
`cargo bench --bench yardstick`. With `YARDSTICK=DIR make bench` (a folder with a `run.sh` that
prints lines with `min NUMBER`) both are run alternately and their minima compared as ratios:
absolute times drift from machine to machine and from hour to hour, ratios of one run do not.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import timeit
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

import tichu
from tichu.agents import make_agent
from tichu.rng import stream

ALTERNATIONS = 10
REPEATS = 7

# What the yardstick calls its figures, and what `benches/yardstick.rs` calls the same job.
SAME_JOB = {
    "emit all leads": "emit all leads",
    "count-only": "count all leads",
    "invalid sets": "classify, invalid sets",
    "valid sets": "classify, valid sets",
}


def nanoseconds(job: Callable[[], object], number: int) -> list[float]:
    """ns a call, one figure a repeat, sorted."""
    return sorted(t / number * 1e9 for t in timeit.repeat(job, number=number, repeat=REPEATS))


def random_hands(count: int) -> list[tichu.CardSet]:
    deals = (tichu.deal_for("bench", number) for number in range(1, count // 4 + 1))
    return [one | two for deal in deals for one, two in zip(deal.first, deal.rest, strict=True)]


def over(hands: list[tichu.CardSet], work: Callable[[tichu.CardSet], object]) -> list[float]:
    """ns a hand for a piece of work done on each hand."""

    def all_hands() -> None:
        for hand in hands:
            work(hand)

    return sorted(t / len(hands) for t in nanoseconds(all_hands, 1))


def flow_decisions() -> tuple[int, Callable[[], None]]:
    """The decisions of some rounds between random players, as (how many, the job)."""
    starts = [tichu.start_round(tichu.deal_for("bench", number)) for number in range(1, 41)]

    def rounds() -> int:
        decisions = 0
        rng = stream("bench", "agent")
        for start in starts:
            state = start.state
            while not state.is_over:
                legal = tichu.legal_actions(state, who_acts(state))
                state = tichu.apply(state, legal.sample(rng)).state
                decisions += 1
        return decisions

    def job() -> None:
        rounds()

    return rounds(), job


def who_acts(state: tichu.RoundState) -> int:
    """A seat that the round waits for."""
    if state.phase == "grand":
        return state.grand_answers.index(None)
    if state.phase == "exchange":
        return state.exchange.index(None)
    seat = state.owner if state.turn is None else state.turn
    return 0 if seat is None else seat


def driven_rounds() -> tuple[int, int, Callable[[], None]]:
    """Rounds through the driver with random agents, as (rounds, questions, the job)."""
    agents = [make_agent("random") for _ in range(4)]
    asked = 0

    class Counting:
        def __init__(self, seat: int) -> None:
            self.seat = seat

        def begin_round(self, seat: int, rng: tichu.Rng) -> None:
            agents[seat].begin_round(seat, rng)

        def answer(self, question: tichu.Question) -> tichu.Action | None:
            nonlocal asked
            asked += 1
            return agents[self.seat].answer(question)

    tichu.play_match([Counting(seat) for seat in range(4)], seed="bench", max_rounds=20)

    def job() -> None:
        tichu.play_match(agents, seed="bench", max_rounds=20)

    played = tichu.play_match(agents, seed="bench", max_rounds=20)
    return len(played.rounds), asked, job


def python_rows() -> list[tuple[str, list[float], str]]:
    hands = random_hands(2000)
    top = tichu.Combination("8j")
    answering = [hand - top.cards for hand in hands]
    empty = [t * 1e-6 for t in nanoseconds(empty_loop, 1)]
    decisions, flow = flow_decisions()
    rounds, asked, driven = driven_rounds()
    driven_times = nanoseconds(driven, 1)
    return [
        ("a no-op call", nanoseconds(lambda: None, 1_000_000), "ns"),
        ("a million-step empty for loop", empty, "ms"),
        ("legal_plays(hand) and its len", over(hands, lambda h: len(tichu.legal_plays(h))), "ns"),
        (
            "the same, answers to an 8",
            over(answering, lambda h: len(tichu.legal_plays(h, top))),
            "ns",
        ),
        ("all leads as objects", over(hands, lambda h: list(tichu.legal_plays(h))), "ns"),
        ("all leads as codes", over(hands, lambda h: tichu.legal_plays(h).codes()), "ns"),
        (
            "one decision: legal_actions, sample, apply",
            [t / decisions for t in nanoseconds(flow, 1)],
            "ns",
        ),
        ("one question through the driver", [t / asked for t in driven_times], "ns"),
        ("a whole round through the driver", [t / rounds / 1e3 for t in driven_times], "us"),
    ]


def empty_loop() -> None:
    for _ in range(1_000_000):
        pass


def minima(output: str) -> dict[str, float]:
    """The `min` figures of a program's output, by the text before them."""
    found = re.findall(r"^(.*?)[:(\s]+(?:\S* ?)?min +([\d.]+)", output, flags=re.MULTILINE)
    return {name.strip(): float(figure) for name, figure in found}


def run(command: list[str], folder: Path) -> dict[str, float]:
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return minima(done.stdout)


def figure_of(job: str, figures: dict[str, float]) -> float | None:
    return next((figure for name, figure in figures.items() if name.startswith(job)), None)


def keep_least(best: dict[str, float], figures: dict[str, float]) -> None:
    for name, figure in figures.items():
        best[name] = min(figure, best.get(name, figure))


def rust_table(yardstick: Path | None) -> Table | None:
    cargo = shutil.which("cargo")
    if cargo is None:
        return None
    here = Path(__file__).resolve().parent.parent
    ours: dict[str, float] = {}
    theirs: dict[str, float] = {}
    for _ in range(ALTERNATIONS if yardstick else 1):
        keep_least(ours, run([cargo, "bench", "--locked", "--bench", "yardstick"], here))
        if yardstick is not None:
            keep_least(theirs, run(["bash", "run.sh", "50"], yardstick))
    table = Table("Rust core", "min, ns", "yardstick, ns", "ratio", title_justify="left")
    names = {ours_name: theirs_name for theirs_name, ours_name in SAME_JOB.items()}
    for name, figure in ours.items():
        job = next((names[key] for key in names if name.startswith(key)), None)
        other = figure_of(job, theirs) if job else None
        table.add_row(
            name,
            f"{figure:.1f}",
            "" if other is None else f"{other:.1f}",
            "" if other is None else f"{figure / other:.2f}",
        )
    return table


def main() -> int:
    console = Console()
    table = Table("from Python", "min", "median", "a second (min)")
    for name, times, unit in python_rows():
        scale = {"ns": 1e9, "us": 1e6, "ms": 1e3}[unit]
        least, median = times[0], times[len(times) // 2]
        each_second = f"{scale / least:,.0f}"
        table.add_row(name, f"{least:.1f} {unit}", f"{median:.1f} {unit}", each_second)
    console.print(table)
    folder = os.environ.get("YARDSTICK")
    rust = rust_table(Path(folder) if folder else None)
    if rust is not None:
        console.print(rust)
    return 0


if __name__ == "__main__":
    sys.exit(main())
