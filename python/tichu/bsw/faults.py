"""The known fault of the source: results that the old BrettspielWelt server counted wrongly."""

from __future__ import annotations

from collections.abc import Sequence

from tichu.round_score import CALL_POINTS, Call
from tichu.seats import SEATS, team_of

__all__ = ["is_dropped_grand_loss"]


def is_dropped_grand_loss(
    logged: tuple[int, int],
    counted: tuple[int, int],
    calls: Sequence[Call | None],
    first: int,
) -> bool:
    """Whether the log differs from the rules by one lost Grand Tichu, of several called.

    With more than one Grand Tichu in a round the old server left out one loser's 200 points.

    Args:
        logged: the log's points for team 02 and team 13.
        counted: the points by the rules (R-102).
        calls: each seat's call.
        first: the seat that went out first.
    """
    callers = [seat for seat in SEATS if calls[seat] == "grand"]
    if len(callers) < 2:
        return False
    difference = (logged[0] - counted[0], logged[1] - counted[1])
    lost = CALL_POINTS["grand"]
    return any(
        difference == ((lost, 0) if team_of(seat) == 0 else (0, lost))
        for seat in callers
        if seat != first
    )
