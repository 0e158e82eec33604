"""The Dog: the lead passes to the partner (R-083 to R-086)."""

from __future__ import annotations

from msgspec.structs import replace

from tichu._core import CardSet
from tichu.events import Event, LeadPassed
from tichu.seats import partner_of, with_seat
from tichu.state import RoundState, Step, first_with_cards

__all__ = ["pass_the_lead"]


def pass_the_lead(state: RoundState, seat: int, dog: CardSet, events: tuple[Event, ...]) -> Step:
    """The partner leads, or the first seat with cards after the partner (R-083, R-084).

    The Dog makes no trick; it lies with its player and counts nothing (R-085).
    """
    leader = first_with_cards(state.hands, partner_of(seat))
    piles = with_seat(state.piles, seat, state.piles[seat] | dog)
    return Step(replace(state, turn=leader, piles=piles), (*events, LeadPassed(seat, leader)))
