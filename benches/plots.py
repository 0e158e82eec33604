"""`make plots`: how cost grows, measured and drawn as docs/performance/*.png.

Three questions, a picture each: the hand's size, with and without the Phoenix; how many rounds a
batch steps together; how many threads play. Every point is the minimum of many short runs, taken in
turn. `docs/performance/growth.json` keeps the figures, and what they were measured on.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl
import msgspec
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator

from tichu import Card, CardSet, __version__, legal_plays, stream
from tichu.bench import Job, measure, this_machine
from tichu.bench.cards import each
from tichu.bench.rounds import batch_job, cores
from tichu.sim import simulate_rounds

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "performance"
PHOENIX = Card("Ph")
SAMPLES = 2_000
STEPS = 64
BATCHES = [4**power for power in range(9)]
"""Batch sizes: 1 to 65,536."""

INK, SOFT = "#1f2a33", "#8a949c"
BLUE, RED, GREEN, GOLD = "#2b6cb0", "#c53030", "#2f855a", "#b7791f"

Series = dict[str, list[float]]


# --- measuring ---


def hands_of(size: int, *, phoenix: bool) -> list[CardSet]:
    """Random hands of so many cards, the Phoenix in all of them or in none."""
    rng = stream("growth", "hands", size)
    deck = [card for card in CardSet.from_mask((1 << 56) - 1) if card != PHOENIX]
    found = []
    for _ in range(SAMPLES):
        cards = rng.shuffled(deck)[: size - phoenix]
        found.append(CardSet([*cards, PHOENIX] if phoenix else cards))
    return found


def measure_hands() -> Series:
    """Nanoseconds to count and to list all leads, and how many there are, by the hand's size."""
    jobs, plays = [], {}
    for name, phoenix in (("without", False), ("with", True)):
        plays[f"plays {name}"] = []
        for size in range(1, 15):
            hands = hands_of(size, phoenix=phoenix)
            total = sum(len(legal_plays(hand)) for hand in hands)
            plays[f"plays {name}"].append(total / len(hands))
            count = each(lambda hand: len(legal_plays(hand)), hands)
            emit = each(lambda hand: legal_plays(hand).codes(), hands)
            jobs += [Job(f"count {name}", "", count), Job(f"list {name}", "", emit)]
    found: Series = {}
    for figure in measure(jobs, 30, 0.004):
        found.setdefault(figure.key, []).append(figure.min)
    return found | plays


def measure_batches() -> Series:
    """Nanoseconds for a decision, by how many rounds the batch holds."""
    figures = measure([batch_job(tables, STEPS) for tables in BATCHES], 12, 0.03)
    decisions = [figure.min for figure in figures if figure.key == "decision_batch"]
    return {"size": [float(size) for size in BATCHES], "ns": decisions}


def rounds_job(threads: int) -> Job:
    return Job(str(threads), "", lambda: len(simulate_rounds(20_000, 1, threads=threads)))


def measure_threads() -> Series:
    """Rounds a second, by how many threads play."""
    counts = list(range(1, cores() + 1))
    figures = measure([rounds_job(threads) for threads in counts], 150, 0.02)
    return {
        "threads": [float(count) for count in counts],
        "best": [figure.per_second for figure in figures],
        "median": [1e9 / figure.median for figure in figures],
    }


# --- drawing ---


def axes(title: str, across: str, up: str) -> Axes:
    _, found = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
    found.set_title(title, loc="left", fontsize=11, fontweight="bold", color=INK)
    found.set_xlabel(across)
    found.set_ylabel(up)
    found.grid(axis="y", color="#e3e7ea", linewidth=0.8)
    found.set_axisbelow(True)
    return found


def save(found: Axes, name: str) -> None:
    figure = found.figure
    figure.savefig(FOLDER / f"{name}.png", dpi=130, metadata={"Software": None})
    plt.close("all")


def draw_hands(series: Series) -> None:
    found = axes("All leads of a hand, from Python", "cards in the hand", "nanoseconds a hand")
    sizes = range(1, 15)
    for key, colour, style in (
        ("list with", RED, "-"),
        ("list without", RED, "--"),
        ("count with", BLUE, "-"),
        ("count without", BLUE, "--"),
    ):
        verb, phoenix = key.split()
        label = f"{'listed' if verb == 'list' else 'counted'}, {phoenix} the Phoenix"
        found.plot(sizes, series[key], style, color=colour, marker="o", markersize=3.5, label=label)
    found.set_ylim(bottom=0)
    found.xaxis.set_major_locator(FixedLocator(list(sizes)))
    found.set_xlim(0.5, 15.6)
    for name in ("with", "without"):
        last, plays = series[f"list {name}"][-1], series[f"plays {name}"][-1]
        found.annotate(
            f"{plays:.0f} plays",
            (14, last),
            xytext=(8, -3),
            textcoords="offset points",
            color=SOFT,
            fontsize=9,
        )
    found.legend(frameon=False, loc="upper left")
    save(found, "hand-size")


def draw_batches(series: Series) -> None:
    found = axes("A decision in a batch", "rounds in the batch", "nanoseconds a decision")
    found.plot(series["size"], series["ns"], color=GREEN, marker="o", markersize=4)
    found.set_xscale("log", base=4)
    found.set_ylim(0, max(series["ns"]) * 1.15)
    found.set_xticks(series["size"])
    found.xaxis.set_major_formatter(FuncFormatter(lambda size, _: f"{size:,.0f}"))
    found.yaxis.set_major_formatter(FuncFormatter(lambda figure, _: f"{figure:,.0f}"))
    for size, figure in zip(series["size"], series["ns"], strict=True):
        found.annotate(
            f"{figure:,.0f}",
            (size, figure),
            xytext=(0, 7),
            textcoords="offset points",
            ha="center",
            color=SOFT,
            fontsize=9,
        )
    found.minorticks_off()
    save(found, "batch-size")


def draw_threads(series: Series) -> None:
    found = axes("Whole random rounds on more threads", "threads", "million rounds a second")
    threads, best = series["threads"], [figure / 1e6 for figure in series["best"]]
    median = [figure / 1e6 for figure in series["median"]]
    perfect = [best[0] * count for count in threads]
    found.plot(threads, perfect, ":", color=SOFT, label="perfect scaling")
    found.plot(threads, best, color=GOLD, marker="o", markersize=5, label="best run")
    found.plot(threads, median, "--", color=GOLD, marker="o", markersize=3, label="median run")
    for count, figure in zip(threads, best, strict=True):
        found.annotate(
            f"{figure:.2f}",
            (count, figure),
            xytext=(8, -12),
            textcoords="offset points",
            color=SOFT,
            fontsize=9,
        )
    found.set_ylim(0, max(perfect) * 1.1)
    found.margins(x=0.15)
    found.xaxis.set_major_locator(MaxNLocator(integer=True))
    found.legend(frameon=False, loc="upper left")
    save(found, "threads")


def style() -> None:
    mpl.use("Agg")
    plt.rcParams.update(
        {
            "font.size": 10,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.edgecolor": SOFT,
            "axes.labelcolor": INK,
            "xtick.color": INK,
            "ytick.color": INK,
        }
    )


def measured() -> dict[str, Any]:
    return {
        "machine": msgspec.to_builtins(this_machine(__version__)),
        "hands": measure_hands(),
        "batches": measure_batches(),
        "threads": measure_threads(),
    }


def main() -> int:
    """Measure and draw; ``--draw`` draws the kept figures again."""
    kept = FOLDER / "growth.json"
    if sys.argv[1:] == ["--draw"]:
        growth = json.loads(kept.read_text("utf-8"))
    else:
        growth = measured()
        FOLDER.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(growth, indent=1) + "\n", encoding="utf-8")
    style()
    draw_hands(growth["hands"])
    draw_batches(growth["batches"])
    draw_threads(growth["threads"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
