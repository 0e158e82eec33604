"""``tichu play``: a match between agents."""

from __future__ import annotations

import secrets
import signal
import sys
import threading
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from time import perf_counter
from types import FrameType
from typing import TypeAlias

from tichu import MatchState, RoundHistory, Rules, __version__, play_match
from tichu.agents import AGENTS, Guard, make_agent
from tichu.cli.options import (
    Commands,
    add_command,
    add_json,
    add_rules,
    chosen_rules,
    path_text,
)
from tichu.cli.play_json import JsonReport
from tichu.cli.play_screen import ScreenReport
from tichu.cli.round_line import round_line
from tichu.errors import InvalidValue, TichuError
from tichu.record import RecordWriter
from tichu.rng import check_seed
from tichu.seats import Quad

__all__ = ["add_to"]

FAILURES = 1

_Report: TypeAlias = JsonReport | ScreenReport

_DETAILS = f"""\
agents: {", ".join(AGENTS)}. One name seats it four times, two names are the teams 02 and 13, four
names the seats 0 to 3. The same agents with the same seed play the same match. For an agent that
fails, what is harmless is played; standard error says what it did, and the exit code is 1.

examples:
  tichu play                                  four greedy agents, to 1000
  tichu play first random --seed 7            first and first against random and random
  tichu play --rules tournament --target 500 --option tie_rule=draw
  tichu play --rounds 100 --record match.jsonl
  tichu play --rounds 3 --seed 7 --show       and the third round, action by action
  tichu play --json                           a line for each round and one for the match

Ctrl-C ends the match: what was played stays, on the record too, and is summed up. The time that is
told is that of the play alone, without showing and recording it.
"""


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(commands, "play", run, "play a match between agents", _DETAILS)
    parser.add_argument(
        "agents", nargs="*", metavar="AGENT", help="1, 2 or 4 agents (default: greedy)"
    )
    parser.add_argument("--seed", help="a whole number or a text (default: a new one)")
    add_rules(parser)
    parser.add_argument(
        "--target", type=_count, metavar="N", help="points that end the match (default: 1000)"
    )
    parser.add_argument(
        "--rounds", type=_count, metavar="N", help="stop after so many rounds at most"
    )
    parser.add_argument(
        "--record",
        type=path_text,
        metavar="FILE",
        help="write the record to FILE, which is overwritten",
    )
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument(
        "--show", action="store_true", help="tell the last round action by action too"
    )
    add_json(shown, "each round and the match")


def _count(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0:
        return int(text)
    raise ArgumentTypeError(f"{text!r:.40} is no whole number from 1 on")


def run(arguments: Namespace) -> int:
    """Play the match.

    Raises:
        TichuError: an argument is wrong, or the record cannot be written.
    """
    names = _four(arguments.agents)
    rules = chosen_rules(arguments, target=arguments.target)
    seed = str(secrets.randbelow(10**9)) if arguments.seed is None else check_seed(arguments.seed)
    report: _Report = (
        JsonReport(names, seed)
        if arguments.json
        else ScreenReport(names, seed, rules, show=arguments.show)
    )
    match = _Match(names, rules, seed, arguments.record, report)
    match.play(arguments.rounds)
    return FAILURES if match.tell_faults() else 0


def _four(names: list[str]) -> Quad[str]:
    """The agents' names by seat."""
    match names:
        case []:
            return ("greedy",) * 4
        case [name]:
            return (name,) * 4
        case [team, other]:
            return (team, other, team, other)
        case [a, b, c, d]:
            return (a, b, c, d)
        case _:
            raise InvalidValue(
                f"Name one agent, two or four, not {len(names)}.", code="bad_seats", rule="R-004"
            )


class _Match:
    """A match that is reported and recorded round by round."""

    def __init__(
        self, names: Quad[str], rules: Rules, seed: str, record: str | None, report: _Report
    ) -> None:
        self._names = names
        self._rules = rules
        self._seed = seed
        self._players = [Guard(make_agent(name)) for name in names]
        self._record = record
        self._writer: RecordWriter | None = None
        self._report = report
        self._match = MatchState(rules=rules)
        self._seconds = 0.0
        self._since = 0.0

    def play(self, most_rounds: int | None) -> None:
        """Play and report; only the play is timed, not its record and report.

        Raises:
            KeyboardInterrupt: when the summary of what was played until then is out.
        """
        with ExitStack() as stack:
            if self._record is not None:
                with self._recording():
                    self._writer = stack.enter_context(self._new_record(self._record))
            self._report.begin()
            try:
                self._play(most_rounds)
            except KeyboardInterrupt:
                # Ctrl-C ends the reader of a pipe too.
                with suppress(BrokenPipeError):
                    self._end()
                raise
            finally:
                for player in self._players:
                    player.close()
            self._end()

    def tell_faults(self) -> bool:
        """Say what agents did wrong, on standard error; whether there was anything."""
        for seat, player in enumerate(self._players):
            if player.fault_count:
                first = player.faults[0]
                sys.stderr.write(
                    f"tichu play: seat {seat}, {self._names[seat]}: {player.fault_count} times it "
                    "failed, and what is harmless was played; the first time in round "
                    f"{first.round} ({first.where}): {first.code}: {first.message}\n"
                )
        return any(player.fault_count for player in self._players)

    def _play(self, most_rounds: int | None) -> None:
        with _between_rounds() as is_interrupted:

            def on_round(played: RoundHistory, match: MatchState) -> None:
                self._on_round(played, match)
                if is_interrupted():
                    raise KeyboardInterrupt

            self._since = perf_counter()
            play_match(
                self._players,
                rules=self._rules,
                seed=self._seed,
                names=self._names,
                on_round=on_round,
                max_rounds=most_rounds,
            )

    def _end(self) -> None:
        self._report.end(self._match, self._seconds, self._record)

    @contextmanager
    def _recording(self) -> Iterator[None]:
        """What goes wrong with the record names the file, once."""
        try:
            yield
        except TichuError as error:
            inner = "" if error.where in (None, self._record) else f", {error.where}"
            raise type(error)(
                error.message,
                code=error.code,
                rule=error.rule,
                where=f"--record {self._record}{inner}",
            ) from None

    def _new_record(self, path: str) -> RecordWriter:
        return RecordWriter(
            path,
            rules=self._rules,
            seed=self._seed,
            seats=self._names,
            engine=f"tichu {__version__}",
        )

    def _on_round(self, played: RoundHistory, match: MatchState) -> None:
        self._seconds += perf_counter() - self._since
        if self._writer is not None:
            with self._recording():
                self._writer.add_round(played)
        self._match = match
        self._report.round(round_line(played, match), played)
        self._since = perf_counter()


@contextmanager
def _between_rounds() -> Iterator[Callable[[], bool]]:
    """Ctrl-C waits for the end of the round, so that what is recorded, counted and shown agrees.

    Asked again, it waits no longer.
    """
    presses = 0

    def press(_number: int, _frame: FrameType | None) -> None:
        nonlocal presses
        presses += 1
        if presses > 1:
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        # Signals go to the main thread only.
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: presses > 0
    finally:
        signal.signal(signal.SIGINT, before)
