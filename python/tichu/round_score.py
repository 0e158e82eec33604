"""The calls, and the count of one round as values (computed in :mod:`tichu.scoring`)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

__all__ = ["CALL_POINTS", "Call", "RoundScore", "ScoreLine"]

Call = Literal["tichu", "grand"]

CALL_POINTS: dict[Call, int] = {"tichu": 100, "grand": 200}
"""Points won or lost with a call (R-008, R-015)."""


class ScoreLine(Struct, frozen=True, gc=False):
    """One line of the count of a round; the lines add up to the :class:`RoundScore`.

    Attributes:
        what: ``double``: a double victory (R-096); ``tricks``: the cards that the seat has won;
            ``hand``: the cards left with the last player (R-098); ``call``: a call (R-102).
        seat: whose it is; of a double victory, who went out first.
        to: who gets the tricks, if they were not his: the last player's go to the first (R-099).
        team: for whom it counts: 0 for team 02, 1 for team 13.
        points: how much; less than 0 for a call that was lost, or for the Phoenix.
        rule: the rule that makes it so, where there is more to it than the points of the cards.
    """

    what: Literal["double", "tricks", "hand", "call"]
    seat: int
    to: int | None
    team: int
    points: int
    rule: str | None


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
