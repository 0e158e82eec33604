"""The calls, and the count of one round as a value (computed in :mod:`tichu.scoring`)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

__all__ = ["CALL_POINTS", "Call", "RoundScore"]

Call = Literal["tichu", "grand"]

CALL_POINTS: dict[Call, int] = {"tichu": 100, "grand": 200}
"""Points won or lost with a call (R-008, R-015)."""


class RoundScore(Struct, frozen=True, gc=False):
    """The count of a round; every pair is (team 02, team 13), in points.

    Attributes:
        double: a double victory (R-096).
        card: card points, or the double victory's points.
        bonus: won and lost with calls (R-102).
    """

    double: bool
    card: tuple[int, int]
    bonus: tuple[int, int]

    @property
    def total(self) -> tuple[int, int]:
        """What the round adds to the match: card points and calls (R-102, R-103)."""
        return self.card[0] + self.bonus[0], self.card[1] + self.bonus[1]
