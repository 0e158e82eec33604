"""Leading: which combination of the plan goes first."""

from __future__ import annotations

from tichu._core import CardSet, Combination, Plays
from tichu.agents.greedy.laying import laid
from tichu.agents.greedy.plan import plan_groups
from tichu.agents.greedy.ranks import DRAGON, MAHJONG
from tichu.agents.greedy.rating import (
    CARDS,
    DOG_TYPE,
    FULL,
    PAIR,
    SINGLE,
    is_one,
    leaves,
    win_chance,
)
from tichu.agents.greedy.table import Table

__all__ = ["best_lead"]

FEW = 8
"""With no more cards, every lead is looked at, not only those of the plan."""

SURE = 0.93
"""A play that wins so likely counts as a sure winner when a hand is about to go out."""

LETS_OUT_ON_SINGLE, LETS_OUT_ON_PAIR = 1.5, 0.6
"""What it costs to lead a single to an opponent with one card, a pair to one with two."""

FEEDS_CALLER, LETS_PARTNER_OUT = 0.5, 1.0
"""What a low lead is worth more to a partner who has called, or who has just so many cards."""

DOG_FOR_CALLER, DOG_FOR_OPPONENTS, DOG_AFTER_OWN_CALL = 2.5, -0.5, -0.8
"""The lead given to a partner who has called, to an opponent; and what it costs after a call."""


def best_lead(plays: Plays, table: Table) -> Combination:
    """What to lead."""
    if is_one(table.hand) and not table.spoils_call:
        return Combination.of(CardSet.from_mask(table.hand))
    if plays.wish is not None:
        candidates = list(plays.patterns())
    else:
        groups = plan_groups(table.hand, table.outlook)
        planned = candidates = [laid(group, table.hand) for group in groups]
        if len(planned) > 1:
            run = _run_home(planned, table)
            if run is not None:
                return run
            if table.hand.bit_count() <= FEW:
                candidates = list(plays.patterns())
    return max(candidates, key=lambda play: _rate(play.code, table))


def _run_home(planned: list[Combination], table: Table) -> Combination | None:
    """With no more than one play that may be beaten, the surest winner first, if it is sure."""
    if table.spoils_call:
        return None
    chances = [win_chance(play.code, table) for play in planned]
    if sum(1 for wins in chances if wins < SURE) > 1:
        return None
    best = max(range(len(planned)), key=lambda place: _surest(planned[place], chances[place]))
    return planned[best] if chances[best] >= SURE else None


def _surest(play: Combination, wins: float) -> tuple[bool, bool, float]:
    """Bombs and the Dragon last: they keep the lead even from a surprise."""
    return wins >= SURE, not play.is_bomb and not play.code & DRAGON, wins


def _rate(code: int, table: Table) -> float:
    """What the hand is worth after the lead, with what the lead does for the others."""
    cards, kind, key = code & CARDS, code >> 60, code >> 56 & 15
    if kind == DOG_TYPE:
        return leaves(cards, 0.0, table) + _dog(table)
    wins = win_chance(code, table)
    rated = leaves(cards, wins, table) + wins * table.lead_value
    loses = 1 - wins
    habits = table.habits
    if kind == SINGLE:
        rated -= loses * habits.helps_single
        if cards == MAHJONG:
            rated += habits.wish
        if table.least == 1:
            rated -= loses * LETS_OUT_ON_SINGLE
    elif kind == PAIR:
        rated -= loses * habits.helps_pair
        if table.least == 2:
            rated -= loses * LETS_OUT_ON_PAIR
    if not table.partner_is_out:
        rated += loses * _feeds(kind, key, cards.bit_count(), table)
    if cards & DRAGON:
        rated -= 25 * habits.point
    return rated


def _feeds(kind: int, key: int, length: int, table: Table) -> float:
    """What it helps the partner, who may go out on it or is to get the lead."""
    held = table.counts[table.partner]
    worth = table.habits.feeds
    if table.partner_called:
        worth += FEEDS_CALLER
    if held == length and kind in (SINGLE, PAIR, FULL):
        worth += LETS_PARTNER_OUT
    return worth * (14 - key) / 13 if length <= held else 0.0


def _dog(table: Table) -> float:
    """What the lead is worth where the Dog sends it."""
    if table.partner_is_out:
        # the next seat with cards after the partner leads, maybe this one.
        return DOG_FOR_OPPONENTS if table.counts[table.previous] else table.lead_value
    if table.partner_called:
        return DOG_FOR_CALLER
    worth = table.habits.partner_lead + table.danger(table.partner)
    return worth + DOG_AFTER_OWN_CALL if table.self_called else worth
