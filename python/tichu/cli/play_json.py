"""A match for machines: a line of JSON for each round, and one for the match."""

from __future__ import annotations

from typing import Any

from tichu import MatchState, RoundHistory
from tichu.cli.round_line import RoundLine
from tichu.cli.screen import write_json
from tichu.seats import TEAM_NAMES, Quad

__all__ = ["JsonReport"]


class JsonReport:
    """Prints each round as it is played."""

    def __init__(self, names: Quad[str], seed: str) -> None:
        self._names = names
        self._seed = seed

    def begin(self) -> None:
        """Nothing comes before the first round."""

    def round(self, line: RoundLine, _: RoundHistory) -> None:
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
        """Print the summary; ``seconds`` is the time of the play alone."""
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
