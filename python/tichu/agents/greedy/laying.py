"""The combination that a group of a plan is, of the cards in hand."""

from __future__ import annotations

from tichu._core import CardSet, Combination
from tichu.agents.greedy.plan import Group
from tichu.agents.greedy.ranks import DOG, DRAGON, MAHJONG, PHOENIX, ranks_in

__all__ = ["laid"]

_SPECIALS = {"mahjong": MAHJONG, "dog": DOG, "phoenix": PHOENIX, "dragon": DRAGON}
_EACH = {"single": 1, "pair": 2, "triple": 3, "full": 3, "straight": 1, "stairs": 2, "bomb": 4}


def laid(group: Group, hand: int) -> Combination:
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
