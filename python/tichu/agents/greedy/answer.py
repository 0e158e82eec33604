"""Answering a trick: beat it, bomb it, or pass."""

from __future__ import annotations

from tichu._core import Combination, Plays
from tichu.agents.greedy.plan import turns
from tichu.agents.greedy.ranks import DRAGON
from tichu.agents.greedy.rating import CARDS, leaves, win_chance
from tichu.agents.greedy.table import Table

__all__ = ["best_answer"]

CALLERS_TRICK = 1.5
"""What it is worth more that a partner who has called wins the trick."""

LEFT_TO_CALLER = 0.8
"""What it is worth to leave it to him, even if an opponent may beat it."""

NEXT_PRESSES = 0.5
"""How much of the danger of the next seat counts for leaving the partner his trick."""

STOPS = 0.4
"""What it is worth more, beside twice the danger, to take a trick from an opponent who called."""


def best_answer(plays: Plays, table: Table, may_pass: bool) -> Combination | None:
    """The best of the plays; None to pass, or to let a bomb be.

    Args:
        plays: what beats the trick.
        table: the moment.
        may_pass: whether none is possible.
    """
    best: Combination | None = None
    most = _rate_pass(table) if may_pass else float("-inf")
    for play in plays.patterns():
        rated = _rate(play.code, table)
        if rated > most:
            best, most = play, rated
    return best


def _rate_pass(table: Table) -> float:
    """The hand stays whole, and the trick is likely the owner's."""
    seen = table.seen
    rated = -turns(table.hand, table.outlook)
    owner, top = seen.owner, seen.top
    if owner is None or top is None:
        return rated
    holds = _holds(top.code, table)
    points = _points(seen.trick.points, bool(seen.trick.mask & DRAGON))
    if not table.is_opponent(owner):
        worth = table.habits.partner_lead + NEXT_PRESSES * table.danger(table.next)
        if table.partner_called:
            worth += CALLERS_TRICK
            rated += LEFT_TO_CALLER
        return rated + holds * (worth + points * table.habits.point)
    pressed = table.danger(owner)
    if owner == table.opponent_called:
        pressed += STOPS + pressed
    return rated - holds * (pressed + points * table.habits.point)


def _holds(code: int, table: Table) -> float:
    """How likely a play wins the trick, by who has passed in it."""
    return 1 - (1 - win_chance(code, table)) * table.beaten_share


def _points(points: int, with_dragon: bool) -> int:
    """What the trick brings its owner: the Dragon's trick is given away."""
    return -points if with_dragon else points


def _rate(code: int, table: Table) -> float:
    """What the hand is worth after the play, with the trick if it wins."""
    cards = code & CARDS
    wins = _holds(code, table)
    rated = leaves(cards, wins, table)
    points = _points((table.seen.trick.points + _card_points(cards)), bool(cards & DRAGON))
    return rated + wins * (table.lead_value + points * table.habits.point)


_FIVES, _TENS, _KINGS = 0xF << 16, 0xF << 36, 0xF << 48


def _card_points(cards: int) -> int:
    points = 5 * (cards & _FIVES).bit_count() + 10 * (cards & (_TENS | _KINGS)).bit_count()
    if cards & 12:
        points += 25 if cards & DRAGON else -25
    return points
