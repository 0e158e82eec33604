"""Who gets the Dragon's trick."""

from __future__ import annotations

from collections.abc import Sequence

from tichu.agents.greedy.table import Table

__all__ = ["best_recipient"]


def best_recipient(recipients: Sequence[int], table: Table) -> int:
    """The opponent who will most likely be last, since his tricks go to the first (R-099).

    That is the one with more cards; of two with as many, not the one who has called.
    """
    calls = table.seen.calls
    return max(recipients, key=lambda seat: (table.counts[seat], calls[seat] is None))
