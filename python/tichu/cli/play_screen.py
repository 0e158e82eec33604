"""A match for people: a table that grows while it is played, and a summary."""

from __future__ import annotations

from types import TracebackType

from rich.live import Live
from rich.table import Table

from tichu import MatchState
from tichu.cli.round_line import CallLine, RoundLine
from tichu.cli.screen import Screen, plain_table
from tichu.seats import TEAM_NAMES, Quad, team_of

__all__ = ["ScreenReport"]

MOST_ROWS = 200
"""The table at the end shows no more rounds than this, the last ones."""

_ROOM_BESIDE_ROWS = 6
_CALL_NAMES = {"tichu": "Tichu", "grand": "Grand"}


class ScreenReport:
    """Shows the rounds on a terminal while they are played; elsewhere, the table at the end."""

    def __init__(self, names: Quad[str], seed: str) -> None:
        self._screen = Screen()
        self._live = Live(console=self._screen, auto_refresh=False, transient=True)
        self._lines: list[RoundLine] = []
        self._names = names
        self._seed = seed

    def __enter__(self) -> ScreenReport:
        a, b, c, d = self._names
        self._screen.say(f"02: {a}, {c}; 13: {b}, {d}; seed {self._seed}", lead="match")
        self._screen.print()
        if self._screen.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    def round(self, line: RoundLine) -> None:
        """Add a round."""
        self._lines.append(line)
        if self._screen.is_terminal:
            rows = max(1, self._screen.height - _ROOM_BESIDE_ROWS)
            self._live.update(_table(self._lines[-rows:]), refresh=True)

    def end(self, match: MatchState, seconds: float, record: str | None) -> None:
        """Leave the whole table, and the summary."""
        self._live.stop()
        self._screen.print(_table(self._lines[-MOST_ROWS:]))
        hidden = len(self._lines) - MOST_ROWS
        if hidden > 0:
            self._screen.say(f"The first {hidden} rounds are not shown.")
        self._screen.print()
        self._screen.say(_result(match), "bold")
        self._screen.say(_pace(match.rounds, seconds))
        if record is not None:
            self._screen.say(f"record: {record}")


def _table(lines: list[RoundLine]) -> Table:
    team, other = TEAM_NAMES
    table = plain_table(
        "round",
        team,
        other,
        f"sum {team}",
        f"sum {other}",
        "calls by seat",
        "double",
        numbers=("round", team, other, f"sum {team}", f"sum {other}"),
    )
    for line in lines:
        points, totals = line.score.total, line.totals
        numbers = (line.number, points[0], points[1], totals[0], totals[1])
        calls = ", ".join(map(_call, line.calls))
        table.add_row(*map(str, numbers), calls, _doubled(line))
    return table


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
    return f"{rounds} round{'s' if rounds != 1 else ''} in {seconds:.3f} s{pace}"
