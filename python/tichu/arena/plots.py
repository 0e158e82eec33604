"""Pictures of a run (extra ``plot``): how the estimate settled, how games ended, who beats whom.

Each picture is a PNG file:

* ``running.png``: each pair's estimate with its interval, by how many deals were played;
* ``margins.png``: by how many points each pair's games were won;
* ``pairs.png``: of more than two agents, by how much each beats each other.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tichu.arena.deals import PairDeals
from tichu.arena.extra import needs
from tichu.arena.faults import ArenaError
from tichu.arena.game import GameResult, RunSettings
from tichu.arena.interval import CONFIDENCE, Estimate, check_confidence
from tichu.arena.ratings import rate
from tichu.arena.summary import all_pairs, estimate, share, turned
from tichu.arena.summary_text import labels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw"]

INK, SOFT, GRID = "#1f2a33", "#6b7680", "#e3e7ea"
AHEAD, BEHIND, LEVEL = "#0072b2", "#d55e00", "#9aa3aa"
"""Blue and vermilion differ for colour-blind eyes too, and in grey."""

_STYLE: Any = {
    "font.size": 9,
    "text.color": INK,
    # A name may hold a dollar sign.
    "text.parse_math": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.titlesize": 10,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "grid.color": GRID,
    "xtick.color": INK,
    "ytick.color": INK,
}

MINUS = "\u2212"

_DPI = 130
_LABEL = 18
_MOST_PANELS = 60
"""Of more pairs the first so many are drawn."""

_POINTS = 80
"""The running estimate is worked out after so many numbers of deals."""

_ZOOM = 5.0
"""The first intervals are very wide: what is shown is so many times as high as the last one."""

_MOST_BARS = 40

_Panel = Callable[["Axes", PairDeals], None]


def draw(
    settings: RunSettings,
    results: Iterable[GameResult],
    folder: Path | str,
    confidence: float = CONFIDENCE,
) -> tuple[Path, ...]:
    """Draw the pictures into the folder, which is made if need be; returns their files.

    Raises:
        InvalidValue: a game stands twice among the results (``game_twice``), or the confidence is
            none (``bad_number``).
        ArenaError: the extra ``plot`` or ``arena`` is not installed (``missing_extra``), or the
            folder cannot be written (``cannot_write``).
    """
    check_confidence(confidence)
    pairs = all_pairs(len(settings.agents), results)
    with _plain_style():
        pictures = {
            "running": _running(settings, pairs, confidence),
            "margins": _margins(settings, pairs),
        }
        if len(settings.agents) > 2:
            pictures["pairs"] = _pair_table(settings, pairs, confidence)
        return _saved(pictures, Path(folder))


@contextmanager
def _plain_style() -> Iterator[None]:
    """Draw as set out here, whatever the user's own style is, and leave that as it was."""
    with needs("plot"):
        import matplotlib as mpl  # noqa: PLC0415
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        # A sign in a name that the font lacks is drawn as a box.
        warnings.filterwarnings("ignore", message="Glyph ")
        yield


def _saved(pictures: dict[str, Figure], folder: Path) -> tuple[Path, ...]:
    paths = {name: folder / f"{name}.png" for name in pictures}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, picture in pictures.items():
            picture.savefig(paths[name], dpi=_DPI, metadata={"Software": None})
    except OSError as error:
        raise ArenaError(
            f"The pictures cannot be written to {folder}: {error.strerror or error}.",
            code="cannot_write",
        ) from error
    return tuple(paths.values())


# --- one panel a pair ---


def _running(settings: RunSettings, pairs: Sequence[PairDeals], confidence: float) -> Figure:
    unit, title = "points a round ahead", "Points a round by which the first agent is ahead"
    if settings.mode == "match":
        unit, title = "% won", "Matches that the first agent wins"

    def panel(axes: Axes, played: PairDeals) -> None:
        _draw_running(axes, settings, played, confidence)

    title = f"{title}, with its {confidence:g} % interval"
    return _panels(settings, pairs, panel, title, ("deals", unit))


def _margins(settings: RunSettings, pairs: Sequence[PairDeals]) -> Figure:
    games = "rounds" if settings.mode == "round" else "matches"
    title = f"How the {games} ended: points of the first agent less those of the second"
    return _panels(settings, pairs, _draw_margins, title, ("points ahead", f"% of {games}"))


def _panels(
    settings: RunSettings,
    pairs: Sequence[PairDeals],
    panel: _Panel,
    title: str,
    axis_labels: tuple[str, str],
) -> Figure:
    """A picture with a panel for each pair."""
    from matplotlib.figure import Figure  # noqa: PLC0415

    shown = pairs[:_MOST_PANELS]
    columns = min(3, len(shown))
    rows = math.ceil(len(shown) / columns)
    size = (7.2, 4.4) if columns == 1 else (4.0 * columns, 3.1 * rows + 0.4)
    figure = Figure(figsize=size, layout="constrained")
    left_out = "" if len(shown) == len(pairs) else f"; the first {len(shown)} of {len(pairs)} pairs"
    figure.suptitle(f"{title}{left_out}", x=0.01, ha="left", fontsize=11, fontweight="bold")
    names = labels(settings.agents, _LABEL)
    for place, played in enumerate(shown):
        axes = figure.add_subplot(rows, columns, place + 1)
        axes.set_title(" against ".join(names[agent] for agent in played.pair), pad=20)
        if place % columns == 0:
            axes.set_ylabel(axis_labels[1])
        if place + columns >= len(shown):
            axes.set_xlabel(axis_labels[0])
        if played.deals:
            panel(axes, played)
        else:
            axes.set_xticks([])
            axes.set_yticks([])
            _note(axes, "no deal counts")
    return figure


def _note(axes: Axes, text: str) -> None:
    """The line below the panel's title."""
    axes.annotate(
        text,
        (0, 1),
        xycoords="axes fraction",
        xytext=(0, 6),
        textcoords="offset points",
        color=SOFT,
    )


def _draw_running(axes: Axes, settings: RunSettings, played: PairDeals, confidence: float) -> None:
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

    counts = _some_counts(len(played.deals))
    found = [
        _shown(settings, PairDeals(played.pair, played.deals[:count]), confidence)
        for count in counts
    ]
    even = 0 if settings.mode == "round" else 50
    axes.axhline(even, color=SOFT, linewidth=1)
    axes.fill_between(
        counts,
        [_or_nan(each.low) for each in found],
        [_or_nan(each.high) for each in found],
        color=AHEAD,
        alpha=0.2,
        linewidth=0,
    )
    marker = "o" if len(counts) < 3 else None
    means = [_or_nan(each.mean) for each in found]
    axes.plot(counts, means, color=AHEAD, linewidth=1.6, marker=marker, markersize=5)
    axes.set_ylim(*(_limits(found[-1]) if settings.mode == "round" else (-2, 102)))
    axes.set_xlim(0, counts[-1] * 1.02 + 0.5)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(nbins=7, steps=[1, 2, 5, 10]))
    sign = settings.mode == "round"
    after = "1 deal" if counts[-1] == 1 else f"{counts[-1]:,} deals"
    _note(axes, f"{_spread(found[-1], sign=sign)} after {after}")


def _shown(settings: RunSettings, played: PairDeals, confidence: float) -> Estimate:
    """In round mode points a round; in match mode the share of the wins, in percent."""
    if settings.mode == "round":
        return estimate(settings, played, confidence)
    found = share(played, confidence)
    mean, low, high = (
        None if value is None else 100 * value for value in (found.mean, found.low, found.high)
    )
    return replace(found, mean=mean, low=low, high=high)


def _some_counts(deals: int) -> list[int]:
    """Numbers of deals up to this one, the first ones closer together."""
    steps = {round(deals * (step / _POINTS) ** 1.5) for step in range(1, _POINTS + 1)}
    return sorted({max(1, step) for step in steps} | {1})


def _limits(last: Estimate) -> tuple[float, float]:
    """Room for 0, the last estimate and some of the wider intervals before it."""
    mean, half = _or_nan(last.mean), last.half_width
    room = (abs(mean) or 1.0) if half is None else (_ZOOM * half or 1.0)
    return min(mean - room, -0.1 * room), max(mean + room, 0.1 * room)


def _or_nan(value: float | None) -> float:
    return math.nan if value is None else value


def _spread(found: Estimate, between: str = " ", *, sign: bool = True) -> str:
    """The estimate as text: ``+12.3 ± 4.5``; a share with its bounds, which may be lopsided."""
    if found.mean is None:
        return "-"
    if not sign:
        bounds = "" if found.low is None else f"{between}({found.low:.0f} to {found.high:.0f})"
        return f"{found.mean:.0f} %{bounds}"
    half = found.half_width
    return _signed(found.mean) + ("" if half is None else f"{between}± {half:.1f}")


def _signed(value: float) -> str:
    return f"{value:+,.1f}".replace("-", MINUS) if round(value, 1) else "0.0"


def _draw_margins(axes: Axes, played: PairDeals) -> None:
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

    margins = [game.margin for game in played.games]
    width = _bar_width(margins)
    bars: dict[int, int] = {}
    for margin in margins:
        bar = math.floor(margin / width + 0.5)
        bars[bar] = bars.get(bar, 0) + 1
    axes.bar(
        [bar * width for bar in bars],
        [100 * count / len(margins) for count in bars.values()],
        width=width * 0.9,
        color=[AHEAD if bar > 0 else BEHIND if bar < 0 else LEVEL for bar in bars],
    )
    mean = sum(margins) / len(margins)
    axes.axvline(mean, color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    _note(axes, f"mean {_signed(mean)} (dashed), {len(margins):,} games")
    furthest = (max(abs(bar) for bar in bars) + 1) * width
    axes.set_xlim(-furthest, furthest)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=8, steps=[1, 2, 5, 10]))
    axes.yaxis.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 5, 10]))


def _bar_width(margins: Sequence[int]) -> int:
    """Margins are tens, and half of such a width is none: no margin lies between two bars."""
    span = 2 * max(abs(margin) for margin in margins)
    return next(width for width in (50, 110, 250, 510, 10**9 + 10) if span / width <= _MOST_BARS)


# --- the table of pairs ---


def _pair_table(settings: RunSettings, pairs: Sequence[PairDeals], confidence: float) -> Figure:
    """What each agent (row) has of each other (column); the best rated comes first."""
    from matplotlib.figure import Figure  # noqa: PLC0415

    count = len(settings.agents)
    ratings = sorted(rate(count, pairs), key=lambda rating: (-rating.rating, rating.agent))
    order = [rating.agent for rating in ratings]
    found = _both_sides(settings, pairs, confidence)
    side = max(4.6, 0.9 * count + 1.6)
    figure = Figure(figsize=(side + 1.8, side), layout="constrained")
    axes = figure.add_subplot()
    _colour_cells(figure, axes, settings, found, order)
    names = [labels(settings.agents, _LABEL)[agent] for agent in order]
    axes.set_xticks(range(count), names, rotation=30, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(count), names)
    axes.set_xticks([place - 0.5 for place in range(1, count)], minor=True)
    axes.set_yticks([place - 0.5 for place in range(1, count)], minor=True)
    axes.grid(visible=False)
    axes.grid(visible=True, which="minor", axis="both", color="#ffffff", linewidth=3)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_visible(False)
    what = "Points a round by which the row is ahead of the column"
    if settings.mode == "match":
        what = "Matches that the row wins against the column"
    figure.suptitle(
        f"{what},\nwith {confidence:g} % intervals",
        x=0.01,
        ha="left",
        fontsize=11,
        fontweight="bold",
    )
    return figure


def _both_sides(
    settings: RunSettings, pairs: Sequence[PairDeals], confidence: float
) -> dict[tuple[int, int], Estimate]:
    """The estimate of each pair, as each of the two sees it."""
    whole = 0.0 if settings.mode == "round" else 100.0
    found = {}
    for played in pairs:
        first, second = played.pair
        found[first, second] = _shown(settings, played, confidence)
        found[second, first] = turned(found[first, second], whole)
    return found


def _colour_cells(
    figure: Figure,
    axes: Axes,
    settings: RunSettings,
    found: dict[tuple[int, int], Estimate],
    order: Sequence[int],
) -> None:
    from matplotlib.colors import LinearSegmentedColormap  # noqa: PLC0415

    is_round = settings.mode == "round"
    even = 0.0 if is_round else 50.0
    means = {pair: _or_nan(each.mean) for pair, each in found.items()}
    known = [abs(mean - even) for mean in means.values() if not math.isnan(mean)]
    limit = (max(known, default=0.0) or 1.0) if is_round else 50.0
    colours = LinearSegmentedColormap.from_list("ahead", [BEHIND, "#f7f7f7", AHEAD])
    image = axes.imshow(
        [[means.get((row, column), math.nan) for column in order] for row in order],
        cmap=colours.with_extremes(bad="#ffffff"),
        vmin=even - limit,
        vmax=even + limit,
    )
    for row, agent in enumerate(order):
        for column, other in enumerate(order):
            if agent != other:
                text = _spread(found[agent, other], "\n", sign=is_round)
                is_dark = abs(means[agent, other] - even) > 0.75 * limit
                colour = "#ffffff" if is_dark else INK
                axes.text(column, row, text, ha="center", va="center", color=colour, fontsize=8)
    label = "points a round" if is_round else "% won"
    figure.colorbar(image, ax=axes, shrink=0.75, label=label).outline.set_visible(False)
