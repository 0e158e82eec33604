"""A match for machines: a line of JSON for each round, and one for the match."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from tichu import MatchState
from tichu.cli.round_line import RoundLine
from tichu.cli.screen import write_json
from tichu.seats import TEAM_NAMES, Quad

__all__ = ["JsonReport"]


class JsonReport:
    """Prints each round as it is played."""

    def __init__(self, names: Quad[str], seed: str) -> None:
        self._names = names
        self._seed = seed

    def __enter__(self) -> JsonReport:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing is held open."""

    def round(self, line: RoundLine) -> None:
        """Print a round."""
        write_json(
            {
                "type": "round",
                "round": line.number,
                "points": _teams(line.score.total),
                "card": _teams(line.score.card),
                "bonus": _teams(line.score.bonus),
                "totals": _teams(line.totals),
                "double": line.score.double,
                "out": list(line.out),
                "calls": [
                    {"seat": call.seat, "call": call.call, "made": call.made} for call in line.calls
                ],
            }
        )

    def end(self, match: MatchState, seconds: float, record: str | None) -> None:
        """Print the summary."""
        write_json(
            {
                "type": "match",
                "seats": list(self._names),
                "seed": self._seed,
                "rules": match.rules.changes(),
                "rounds": match.rounds,
                "totals": _teams(match.totals),
                "winner": match.winner,
                "seconds": round(seconds, 6),
                "rounds_per_second": round(match.rounds / seconds, 1) if seconds else None,
                "record": record,
            }
        )


def _teams(pair: tuple[int, int]) -> dict[str, Any]:
    return dict(zip(TEAM_NAMES, pair, strict=True))
