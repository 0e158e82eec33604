"""What to wish for with the Mah Jong."""

from __future__ import annotations

from collections.abc import Sequence

from tichu.agents.greedy.ranks import counts_of
from tichu.agents.greedy.table import Table

__all__ = ["best_wish"]


def best_wish(wishes: Sequence[int | None], table: Table) -> int | None:
    """A rank that hurts the opponents.

    The highest rank that they may hold: an ace out of the next hand is one that does not take a
    trick later. Not what the partner was given, and no high card when he has called; then the rank
    that the next seat was given.
    """
    given = table.seen.given or (None, None, None)
    to_next, to_partner, to_previous = given
    unseen = table.unseen
    held = counts_of(unseen)[0]
    if table.partner_called:
        for card in (to_next, to_previous):
            if card is not None and card.rank in wishes and unseen >> card.index & 1:
                return card.rank
    spared = to_partner.rank if to_partner is not None else None
    for rank in range(14, 1, -1):
        if rank in wishes and held >> rank & 1 and rank != spared:
            return rank
    return wishes[0]
