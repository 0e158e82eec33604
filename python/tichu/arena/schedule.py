"""Which games a run has, in which order, and where it looks whether it may stop.

Duplicate play: every pair of agents plays every deal twice, the second time with the seats of the
teams exchanged, so that good cards help both as much.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tichu.arena.game import Game

__all__ = ["MOST_DEALS", "checkpoints", "games_of_deal", "pairs_of"]

MOST_DEALS = 1_000_000
"""No run has more deals."""

_FIRST_LOOK = 50


def pairs_of(agents: int) -> tuple[tuple[int, int], ...]:
    """The pairs of so many agents, by their places in the list."""
    return tuple(combinations(range(agents), 2))


def games_of_deal(pairs: tuple[tuple[int, int], ...], deal: int) -> Iterator[Game]:
    """The games of one deal: every pair, in both orders."""
    for pair in pairs:
        for swapped in (False, True):
            yield Game(pair=pair, deal=deal, swapped=swapped)


def checkpoints(deals: int) -> Iterator[int]:
    """After how many deals a run of at most so many looks whether it is precise enough.

    50, 100, 150, 200, then always a quarter more; and at the end. They are fixed, and few: who
    looks after every deal stops too early, at a moment of luck.
    """
    count = _FIRST_LOOK
    while count < deals:
        yield count
        count += max(_FIRST_LOOK, count // 4)
    yield deals
