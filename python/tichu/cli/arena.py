"""``tichu arena``: agents play each other on the same deals, and how sure the result is."""

from __future__ import annotations

import json
import math
import signal
import threading
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from tichu.agents import AGENTS
from tichu.arena import Arena, RunSettings
from tichu.arena.cluster import cluster_executor
from tichu.arena.extra import needs
from tichu.arena.folder import made_folder
from tichu.arena.game import LIMIT
from tichu.arena.interval import CONFIDENCE
from tichu.arena.plots import draw
from tichu.arena.run import DEALS, SEED
from tichu.arena.schedule import MOST_DEALS
from tichu.arena.summary_text import summary_text
from tichu.arena.tables import TABLES
from tichu.cli.arena_progress import showing
from tichu.cli.options import (
    Commands,
    add_command,
    add_json,
    add_rules,
    chosen_rules,
    path_text,
    value_of,
)
from tichu.cli.screen import Screen, write_json
from tichu.errors import InvalidValue, TichuError
from tichu.rng import check_seed

__all__ = ["add_to"]

_DETAILS = f"""\
agents: {", ".join(AGENTS)}; a class of your own (bot.py:MyBot, package.module:MyBot), or a
program (process:COMMAND). docs/AGENTS.md tells more. An agent plays two seats, as a team. Every
pair plays every deal twice, the second time with exchanged seats. The same command gives the same
result, however many workers there are, unless an agent goes by the clock.

examples:
  tichu arena greedy random                    100 deals
  tichu arena bot.py greedy --deals 1000 --db bot.db
  tichu arena bot.py greedy --until 5          until it is known to within 5 points a round
  tichu arena first random greedy --mode match --deals 20
  tichu arena bot.py greedy --records games/ --plots plots/
  tichu arena bot.py first --workers 0         in this process, for a debugger

With --db, a run that was stopped goes on where it was; with more --deals it is extended. What
agents do wrong is reported, and does not change the exit code.
"""


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(
        commands, "arena", run, "find out which agent is better, and how surely", _DETAILS
    )
    parser.add_argument("agents", nargs="+", metavar="AGENT", help="two agents or more")
    parser.add_argument(
        "--deals",
        type=_count,
        metavar="N",
        help=f"how many deals (default: {DEALS}; with --until at most {MOST_DEALS})",
    )
    parser.add_argument(
        "--until",
        type=_above_0,
        metavar="P",
        help="stop when half of the interval is no wider than P: points a round, or in match mode"
        " percent of the matches",
    )
    parser.add_argument(
        "--mode",
        choices=("round", "match"),
        default="round",
        help="a game is one round, or a match to the target (default: %(default)s)",
    )
    parser.add_argument(
        "--confidence",
        type=_above_0,
        metavar="PERCENT",
        default=CONFIDENCE,
        help="of the intervals (default: %(default)g)",
    )
    parser.add_argument(
        "--seed",
        default=SEED,
        help="a whole number or a text, or @FILE for the one in a file (default: %(default)s)",
    )
    add_rules(parser)
    parser.add_argument(
        "--workers",
        type=_whole,
        metavar="N",
        help="worker processes; 0 plays in this process (default: one a core)",
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on the dask cluster whose scheduler is at ADDRESS instead",
    )
    parser.add_argument(
        "--tables",
        type=_count,
        metavar="N",
        default=TABLES,
        help="tables that a worker plays in step when agents answer in batches"
        " (default: %(default)s)",
    )
    parser.add_argument(
        "--limit",
        type=_seconds,
        metavar="SECONDS",
        default=LIMIT,
        help="for each answer of an agent; 0 for no limit (default: %(default)g)",
    )
    parser.add_argument(
        "--db", type=path_text, metavar="FILE", help="keep finished games, and go on from them"
    )
    parser.add_argument(
        "--records", type=path_text, metavar="DIR", help="write the record of every game"
    )
    parser.add_argument(
        "--plots", type=path_text, metavar="DIR", help="draw the result (needs the extra plot)"
    )
    add_json(parser, "the report")


def run(arguments: Namespace) -> int:
    """Play, and report; after Ctrl-C, or when the run cannot go on, what there is.

    Raises:
        TichuError: an argument is wrong, or the run cannot go on.
        KeyboardInterrupt: when the report of what was played until then is out.
    """
    if arguments.plots is not None:
        with needs("plot"):
            import matplotlib as mpl  # noqa: F401, PLC0415
    with _executor(arguments.cluster) as (executor, workers):
        arena = _arena(arguments, executor, workers)
        if arguments.plots is not None:
            made_folder(arguments.plots)
        try:
            with _ending_politely(), showing() as on_progress:
                arena.play(on_progress)
        except (KeyboardInterrupt, TichuError) as error:
            if isinstance(error, KeyboardInterrupt) or arena.progress.games:
                # Ctrl-C ends the reader of a pipe too, and the disk may be full.
                with suppress(OSError):
                    _report(arguments, arena)
            raise
    _report(arguments, arena)
    if arguments.plots is not None:
        draw(arena.settings, arena.results, arguments.plots, arena.confidence)
    return 0


@contextmanager
def _ending_politely() -> Iterator[None]:
    """A ``SIGTERM`` is taken for Ctrl-C: workers and their programs go, and there is a report."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(_number: int, frame: FrameType | None) -> None:
        handler = signal.getsignal(signal.SIGINT)
        if not callable(handler):
            # In the background of a script nobody listens to Ctrl-C.
            raise KeyboardInterrupt
        handler(signal.SIGINT, frame)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL if before is None else before)


@contextmanager
def _executor(address: str | None) -> Iterator[tuple[Executor | None, int | None]]:
    if address is None:
        yield None, None
    else:
        with cluster_executor(address) as found:
            yield found


def _arena(arguments: Namespace, executor: Executor | None, workers: int | None) -> Arena:
    with value_of("--seed"):
        seed = check_seed(_seed(arguments.seed))
    settings = RunSettings(
        agents=tuple(arguments.agents),
        mode=arguments.mode,
        rules=chosen_rules(arguments),
        seed=seed,
        limit=arguments.limit or None,
    )
    until, deals = arguments.until, arguments.deals
    if until is not None and arguments.mode == "match":
        until /= 100
    if deals is None:
        deals = DEALS if until is None else MOST_DEALS
    return Arena(
        settings,
        deals=deals,
        until=until,
        confidence=arguments.confidence,
        workers=arguments.workers if workers is None else workers,
        executor=executor,
        db=arguments.db,
        records=arguments.records,
        tables=arguments.tables,
    )


def _report(arguments: Namespace, arena: Arena) -> None:
    report = arena.report()
    if arguments.json:
        body = json.loads(report.to_json())
        body["run"] = {
            "deals": arena.deals,
            "until": arguments.until,
            "complete": arena.progress.deals,
            "over": arena.is_over,
        }
        write_json(body)
        return
    screen = Screen()
    if not arena.is_over:
        done = arena.progress
        screen.write_row(f"Stopped after {done.games} of {done.wanted} games; what they say:")
    if report.pairs:
        for line in summary_text(report, screen.width).splitlines():
            screen.write_row(line)
    else:
        screen.write_row("No deal is finished.")
    if arguments.db is not None:
        screen.write_row(f"{arena.kept:,} of the games were in {arguments.db} already")


def _seed(text: str) -> str:
    """The seed, or what stands in the file that is named as ``@FILE``."""
    if not text.startswith("@"):
        return text
    path = Path(text[1:]).expanduser()
    try:
        found = path.read_text(encoding="ascii").strip()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no text in ASCII"
        raise InvalidValue(f"The file {path} cannot be read: {reason}.", code="bad_seed") from error
    if not found:
        raise InvalidValue(f"The file {path} is empty; write a seed into it.", code="bad_seed")
    return found


def _count(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0:
        return int(text)
    raise ArgumentTypeError(f"{text!r:.40} is no whole number from 1 on")


def _whole(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise ArgumentTypeError(f"{text!r:.40} is no whole number from 0 on")


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        return math.nan
    return number if math.isfinite(number) else math.nan


def _above_0(text: str) -> float:
    number = _number(text)
    if not number > 0:
        raise ArgumentTypeError(f"{text!r:.40} is no number greater than 0")
    return number


def _seconds(text: str) -> float:
    number = _number(text)
    if not number >= 0:
        raise ArgumentTypeError(f"{text!r:.40} is no number of seconds; give 0 for no limit")
    return number
