"""The exchange: one card to each other seat, all at once (R-011 to R-014)."""

from __future__ import annotations

from msgspec.structs import replace

from tichu._core import MAHJONG, Card, CardSet
from tichu.actions import Exchange
from tichu.errors import InvalidValue
from tichu.events import CardsReceived, Event, ExchangeDone, ExchangePicked
from tichu.refusal import Refusal
from tichu.seats import SEATS, Quad, next_seat, partner_of, previous_seat, with_seat
from tichu.state import Gifts, RoundState, Step

__all__ = ["exchange_refusal", "gifts_to", "give"]

_NOT_NOW = Refusal("no_exchange", "R-011", "Cards are exchanged once, before the first trick.")
_SAME_CARD = Refusal("same_card", "R-011", "Give three different cards, one to each other seat.")
_NOT_HELD = Refusal("not_held", "R-011", "Give cards that this seat holds.")


def exchange_refusal(state: RoundState, action: Exchange) -> Refusal | None:
    """Why these three cards cannot be given now; None if they can."""
    if state.phase != "exchange":
        return _NOT_NOW
    if len(set(action.gifts)) != 3:
        return _SAME_CARD
    hand = state.hands[action.seat]
    return None if all(card in hand for card in action.gifts) else _NOT_HELD


def give(state: RoundState, action: Exchange) -> Step:
    """Book a seat's picks, or revise them (R-013); with the fourth the cards change hands."""
    seat = action.seat
    picks = with_seat(state.exchange, seat, action.gifts)
    picked = ExchangePicked(seat)
    if None in picks:
        return Step(replace(state, exchange=picks), (picked,))
    received = [gifts_to(picks, to) for to in SEATS]
    a, b, c, d = ((state.hands[to] - _cards(picks[to])) | _cards(received[to]) for to in SEATS)
    hands: Quad[CardSet] = (a, b, c, d)
    # the holder of the Mah Jong opens.
    opener = next((to for to in SEATS if MAHJONG in hands[to]), None)
    if opener is None:
        raise InvalidValue(
            "Nobody holds the Mah Jong, so nobody can open.", code="no_opener", rule="R-014"
        )
    after = replace(state, phase="play", hands=hands, exchange=picks, opener=opener, turn=opener)
    events: list[Event] = [picked, ExchangeDone(opener)]
    for to in SEATS:
        one, two, three = received[to]
        if one is not None and two is not None and three is not None:
            events.append(CardsReceived(to, (one, two, three)))
    return Step(after, tuple(events))


def gifts_to(exchange: Quad[Gifts | None], seat: int) -> Gifts:
    """What a seat received: from the next seat, the partner, the previous seat."""
    following, partner, previous = next_seat(seat), partner_of(seat), previous_seat(seat)
    return (
        _gift(exchange[following], 2),
        _gift(exchange[partner], 1),
        _gift(exchange[previous], 0),
    )


def _gift(gifts: Gifts | None, place: int) -> Card | None:
    return None if gifts is None else gifts[place]


def _cards(gifts: Gifts | None) -> CardSet:
    return CardSet(card for card in gifts or () if card is not None)
