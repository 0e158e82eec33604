"""The three gifts of the exchange."""

from __future__ import annotations

from tichu._core import Card
from tichu.actions import Exchange
from tichu.agents.greedy.habits import Habits
from tichu.agents.greedy.outlook import Outlook
from tichu.agents.greedy.plan import flush_bombs, turns
from tichu.agents.greedy.ranks import DOG, DRAGON, MAHJONG, PHOENIX, counts_of, ranks_in
from tichu.view import SeatView

__all__ = ["best_gifts"]

_ALL_CARDS = (1 << 56) - 1
ODD, EVEN = 1, 0

FOR_CALLER, AFTER_OWN_CALL = 3.0, 0.0
"""What a turn of the partner's counts after his Grand Tichu, and after an own one."""


def best_gifts(seen: SeatView, habits: Habits) -> Exchange:
    """What the plan misses least and helps least to the opponents; a good card to the partner.

    Odd ranks go to the next seat and even ones to the previous: where partners both keep to it, no
    opponent gets a pair of the two.
    """
    hand = seen.hand.mask
    outlook = Outlook(_ALL_CARDS & ~hand, 14, 2 / 3, habits)
    calls = seen.calls
    partner = (seen.seat + 2) % 4
    spare = _spare_cards(hand)
    to_next = _least_useful(hand, spare, outlook, ODD)
    hand &= ~to_next
    to_previous = _least_useful(hand, spare, outlook, EVEN)
    hand &= ~to_previous
    generous = habits.generous if turns(hand, outlook) > habits.strong else habits.selfish
    if calls[partner] is not None:
        generous = FOR_CALLER
    elif calls[seen.seat] is not None:
        generous = AFTER_OWN_CALL
    to_partner = _best_for_partner(hand, spare, outlook, generous)
    return Exchange(seen.seat, _card(to_next), _card(to_partner), _card(to_previous))


def _card(bit: int) -> Card:
    return Card.from_index(bit.bit_length() - 1)


def _spare_cards(hand: int) -> list[int]:
    """Cards to choose from: no part of a bomb where there are others, and the special cards."""
    bombs = 0
    for rank in ranks_in(counts_of(hand)[3]):
        bombs |= 0xF << (4 * rank - 4)
    for bomb in flush_bombs(hand):
        bombs |= bomb
    special = [bit for bit in (DOG, MAHJONG, PHOENIX, DRAGON) if hand & bit]
    free = hand & ~bombs & ~0xF
    if free.bit_count() < 3:
        # A hand of 14 has ten ordinary cards at least, and so three ranks.
        free = hand & ~0xF
    cards = [_first_of_rank(free, rank) for rank in ranks_in(counts_of(free)[0])]
    if len(cards) < 3:
        cards = [1 << place for place in range(4, 56) if free >> place & 1]
    return cards + special


def _first_of_rank(cards: int, rank: int) -> int:
    held = cards & 0xF << (4 * rank - 4)
    return held & -held


def _least_useful(hand: int, spare: list[int], outlook: Outlook, parity: int) -> int:
    """A card for an opponent."""
    best, most = 0, float("-inf")
    for bit in spare:
        if not hand & bit or bit in (PHOENIX, DRAGON, MAHJONG):
            continue
        rated = -turns(hand & ~bit, outlook)
        if bit == DOG:
            rated -= outlook.habits.give_dog
        else:
            rank = (bit.bit_length() + 3) // 4
            rated -= outlook.habits.give_rank * (rank - 2)
            if rank > 10:
                rated -= 0.3 * (rank - 10)
            if rank & 1 == parity:
                rated += outlook.habits.parity
        if rated > most:
            best, most = bit, rated
    return best


def _best_for_partner(hand: int, spare: list[int], outlook: Outlook, generous: float) -> int:
    best, most = 0, float("-inf")
    for bit in spare:
        if not hand & bit:
            continue
        rated = -turns(hand & ~bit, outlook)
        if bit == DOG:
            worth = -outlook.habits.dog
        elif bit == MAHJONG:
            worth = outlook.habits.give_mahjong
        elif bit in (PHOENIX, DRAGON):
            worth = 1.0
        else:
            worth = -outlook.single[(bit.bit_length() + 3) // 4]
        rated += generous * worth
        if rated > most:
            best, most = bit, rated
    return best
