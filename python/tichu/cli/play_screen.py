"""A match for people: a table that grows while it is played, and a summary."""

from __future__ import annotations

from collections.abc import Sequence

from tichu import MatchState, RoundHistory, Rules
from tichu.cli.round_line import CallLine, RoundLine
from tichu.cli.round_told import show_round
from tichu.cli.screen import Screen
from tichu.seats import TEAM_NAMES, Quad, team_of

__all__ = ["ScreenReport"]

_HEADS = ("round", *TEAM_NAMES, *(f"sum {team}" for team in TEAM_NAMES), "double")
_CALL_NAMES = {"tichu": "Tichu", "grand": "Grand"}


class ScreenReport:
    """Writes each round as a row when it is played; a row that stands is never touched again.

    Args:
        names: the agents by seat.
        seed: the match's seed.
        rules: the options in force.
        show: tell the last round action by action too.
    """

    def __init__(self, names: Quad[str], seed: str, rules: Rules, *, show: bool) -> None:
        self._screen = Screen()
        self._names = names
        self._seed = seed
        self._rules = rules
        self._show = show
        self._last: RoundHistory | None = None
        self._widths = _widths(rules)

    def begin(self) -> None:
        """Say who plays, and write the heads of the columns."""
        a, b, c, d = self._names
        self._screen.say(f"02: {a}, {c}; 13: {b}, {d}; seed {self._seed}", lead="match")
        self._screen.print()
        self._screen.say(self._row(_HEADS, "calls by seat"), "bold")

    def round(self, line: RoundLine, played: RoundHistory) -> None:
        """Write a row."""
        self._last = played
        numbers = (line.number, *line.score.total, *line.totals)
        calls = ", ".join(map(_call, line.calls))
        self._screen.write_row(self._row([*map(str, numbers), _doubled(line)], calls))

    def end(self, match: MatchState, seconds: float, record: str | None) -> None:
        """Sum up what was played."""
        screen = self._screen
        screen.print()
        if self._show and self._last is not None:
            show_round(screen, self._last, self._rules, self._names, match.rounds)
            screen.print()
        screen.say(_result(match), "bold")
        screen.say(_pace(match.rounds, seconds))
        if record is not None:
            screen.say(f"record: {record}")

    def _row(self, cells: Sequence[str], calls: str) -> str:
        set_right = (f"{cell:>{width}}" for cell, width in zip(cells, self._widths, strict=True))
        return "  ".join([*set_right, calls])


def _widths(rules: Rules) -> list[int]:
    """The widths of the columns: a round's points, and those of the match, with a sign."""
    points = max(4, len(f"-{rules.double_victory_points}"))
    total = max(len(_HEADS[3]), len(f"-{rules.target}"))
    return [len(_HEADS[0]), points, points, total, total, len(_HEADS[5])]


def _call(call: CallLine) -> str:
    return f"{call.seat}: {_CALL_NAMES[call.call]} {'made' if call.made else 'failed'}"


def _doubled(line: RoundLine) -> str:
    """The team that made a double victory, if one did."""
    return TEAM_NAMES[team_of(line.out[0])] if line.score.double else ""


def _result(match: MatchState) -> str:
    score = f"{match.totals[0]} to {match.totals[1]}"
    if match.winner == "draw":
        return f"A draw, {score}."
    if match.winner is not None:
        points = score if match.winner == "02" else f"{match.totals[1]} to {match.totals[0]}"
        return f"Team {match.winner} wins, {points}."
    return f"Not finished: 02 and 13 stand at {score}."


def _pace(rounds: int, seconds: float) -> str:
    pace = f", {rounds / seconds:.0f} rounds per second" if seconds else ""
    counted = "the play alone, without showing and recording it"
    return f"{rounds} round{'s' if rounds != 1 else ''} in {seconds:.3f} s{pace} ({counted})"
