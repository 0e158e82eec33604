"""How good a play is: what it leaves in hand, and whether it wins the trick."""

from __future__ import annotations

from functools import lru_cache

from tichu._core import CardSet, classify
from tichu.agents.greedy.plan import turns
from tichu.agents.greedy.ranks import DRAGON, PHOENIX
from tichu.agents.greedy.table import Table

__all__ = ["CARDS", "GOES_OUT", "is_one", "leaves", "win_chance"]

CARDS = (1 << 56) - 1
"""The bits of a code that are its cards."""

GOES_OUT = 50.0
"""Going out is better than anything else."""

CERTAIN = 0.98
"""What only a bomb beats."""

SINGLE, PAIR, TRIPLE, STAIRS, FULL, STRAIGHT, BOMB4, BOMBSF, DOG_TYPE = range(9)
"""The types of combinations, as in their codes."""


def win_chance(code: int, table: Table) -> float:
    """How likely nobody beats a play.

    Args:
        code: the play's; a single Phoenix has the rank below it as its key.
        table: the moment.
    """
    outlook = table.outlook
    kind, key, cards = code >> 60, code >> 56 & 15, code & CARDS
    if kind == SINGLE:
        if cards & DRAGON:
            return 0.98
        if cards & PHOENIX:
            return outlook.single_wins[max(key, 1)] if key < 14 else outlook.phoenix_wins
        return outlook.single_wins[key]
    if kind == PAIR:
        return outlook.pair_wins[key]
    if kind in (TRIPLE, FULL):
        return outlook.triple_wins[key]
    if kind == STRAIGHT:
        length = cards.bit_count()
        return outlook.straight_wins(length, key + length - 1)
    if kind == STAIRS:
        pairs = cards.bit_count() // 2
        return outlook.stairs_win(pairs, key + pairs - 1)
    return 0.98 if kind in (BOMB4, BOMBSF) else 0.0


def leaves(cards: int, wins: float, table: Table) -> float:
    """What the hand is worth without these cards, if they win the trick so likely.

    Most when none are left; more when the rest is one combination, which then goes out.
    """
    rest = table.hand & ~cards
    if not rest:
        return -GOES_OUT if table.spoils_call else GOES_OUT
    worth = -turns(rest, table.outlook)
    if not table.spoils_call and is_one(rest):
        return GOES_OUT / 2 if wins >= CERTAIN else worth + wins * table.habits.last
    return worth


@lru_cache(maxsize=1 << 14)
def is_one(cards: int) -> bool:
    """Whether cards are one combination."""
    return bool(classify(CardSet.from_mask(cards)))
