"""Leading: which combination of the plan goes first."""

from __future__ import annotations

from tichu._core import CardSet, Combination, Plays
from tichu.agents.greedy.plan import Group, plan_groups
from tichu.agents.greedy.ranks import DOG, DRAGON, MAHJONG, PHOENIX, ranks_in
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

NO_CARDS = CardSet()
FEW = 8
"""With no more cards, every lead is looked at, not only those of the plan."""

SURE = 0.93
"""A play that wins so likely counts as a sure winner when a hand is about to go out."""


def best_lead(plays: Plays, table: Table) -> Combination:
    """What to lead."""
    if is_one(table.hand) and not table.spoils_call:
        return Combination.of(CardSet.from_mask(table.hand))
    if plays.wish is not None:
        candidates = list(plays.patterns())
    else:
        groups = plan_groups(table.hand, table.outlook)
        planned = candidates = [_laid(group, table.hand) for group in groups]
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
    """Bombs last: they keep the lead even from a surprise."""
    return wins >= SURE, not play.is_bomb and not play.code & DRAGON, wins


def _rate(code: int, table: Table) -> float:
    cards, kind, key = code & CARDS, code >> 60, code >> 56 & 15
    if kind == DOG_TYPE:
        return leaves(cards, 0.0, table) + _dog(table)
    wins = win_chance(code, table)
    rated = leaves(cards, wins, table) + wins * table.lead_value
    loses = 1 - wins
    habits = table.habits
    if kind == SINGLE:
        rated -= loses * habits.helps_single
        if table.least == 1:
            rated -= loses * 1.5
    elif kind == PAIR:
        rated -= loses * habits.helps_pair
        if table.least == 2:
            rated -= loses * 0.6
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
        worth += 0.5
    if held == length and kind in (SINGLE, PAIR, FULL):
        worth += 1.0
    return worth * (14 - key) / 13 if length <= held else 0.0


def _dog(table: Table) -> float:
    if table.partner_is_out:
        # the next seat with cards after the partner leads, maybe this one.
        return -0.5 if table.counts[table.previous] else table.lead_value
    if table.partner_called:
        return 2.5
    worth = table.habits.partner_lead + table.danger(table.partner)
    return worth - 0.8 if table.self_called else worth


def _laid(group: Group, hand: int) -> Combination:
    """The combination of a group, of the cards in hand."""
    kind = group.kind
    if kind == "flush":
        return Combination.of(CardSet.from_mask(group.cards))
    special = _SPECIALS.get(kind)
    if special is not None:
        return Combination.of(CardSet.from_mask(special))
    cards = _of_ranks(hand, group)
    if group.missing:
        return Combination.of(CardSet.from_mask(cards | PHOENIX), group.missing)
    return Combination.of(CardSet.from_mask(cards))


_SPECIALS = {"mahjong": MAHJONG, "dog": DOG, "phoenix": PHOENIX, "dragon": DRAGON}
_EACH = {"single": 1, "pair": 2, "triple": 3, "full": 3, "straight": 1, "stairs": 2, "bomb": 4}


def _of_ranks(hand: int, group: Group) -> int:
    cards = 0
    for rank in ranks_in(group.ranks):
        count = _EACH[group.kind]
        if rank == group.missing:
            count -= 1
        cards |= _some(hand, rank, count)
    for rank in ranks_in(group.second):
        cards |= _some(hand, rank, 2)
    return cards


def _some(hand: int, rank: int, count: int) -> int:
    """So many cards of a rank, the first ones."""
    held = hand & (0xF << (4 * rank - 4) if rank > 1 else MAHJONG)
    cards = 0
    for _ in range(count):
        low = held & -held
        cards |= low
        held ^= low
    return cards
