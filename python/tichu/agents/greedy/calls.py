"""When to call."""

from __future__ import annotations

from tichu.agents.greedy.habits import Habits
from tichu.agents.greedy.plan import flush_bombs, turns
from tichu.agents.greedy.ranks import DOG, DRAGON, MAHJONG, PHOENIX, counts_of
from tichu.agents.greedy.table import Table

__all__ = ["grand_strength", "tichu_turns", "wants_grand", "wants_tichu"]

FULL_HAND = 14


def wants_grand(hand: int, habits: Habits) -> bool:
    """Whether eight cards are enough for a Grand Tichu."""
    return grand_strength(hand) >= habits.grand


def grand_strength(hand: int) -> float:
    """The strength of eight cards: what takes tricks, and bombs."""
    one, two, three, four = counts_of(hand)
    strength = 0.0
    if hand & DRAGON:
        strength += 3
    if hand & PHOENIX:
        strength += 3
    aces = (hand >> 52).bit_count()
    strength += 2 * aces + 0.5 * ((hand >> 48) & 15).bit_count()
    if hand & MAHJONG:
        strength += 0.5
    if hand & DOG:
        strength -= 1
    if four or flush_bombs(hand):
        strength += 3
    strength += 0.5 * (three & ~(3 << 13)).bit_count()
    strength -= 0.25 * (one & ~two & 0xFF).bit_count()
    return strength


def wants_tichu(table: Table) -> bool:
    """Whether to call Tichu before the first card is played."""
    seen = table.seen
    if seen.phase != "play" or seen.turn != seen.seat or not table.calls_alive:
        return False
    if table.seen.calls[table.partner] is not None:
        return False
    return tichu_turns(table) <= table.habits.tichu


def tichu_turns(table: Table) -> float:
    """The turns of the own hand, corrected by what else decides whether it is out first.

    The corrections are fitted to thousands of rounds of the agent against itself.
    """
    needed = turns(table.hand, table.outlook)
    others = min(table.counts[table.next], table.counts[table.previous])
    needed += 0.1 * (FULL_HAND - others)
    if table.seen.top is None:
        needed -= 0.2
    if table.opponent_called is not None:
        needed += 1.1
    if table.hand & DRAGON:
        needed -= 0.6
    if table.hand & PHOENIX:
        needed -= 0.3
    return needed
