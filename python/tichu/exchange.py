"""The exchange: one card to each other seat, all at once (R-011 to R-014)."""

from __future__ import annotations

from typing import TypeGuard

from msgspec.structs import replace

from tichu._core import MAHJONG, Card, CardSet
from tichu.actions import Exchange
from tichu.errors import InvalidValue
from tichu.events import CardsReceived, Event, ExchangeDone, ExchangePicked
from tichu.refusal import Refusal, malformed
from tichu.seats import AFTER, SEATS, Quad, next_seat, partner_of, previous_seat, with_seat
from tichu.state import Gifts, RoundState, Step

__all__ = ["exchange_refusal", "gifts_to", "give"]

_NOT_NOW = Refusal("no_exchange", "R-011", "Cards are exchanged once, before the first trick.")
_SAME_CARD = Refusal("same_card", "R-011", "Give three different cards, one to each other seat.")
_NOT_HELD = Refusal("not_held", "R-011", "Give cards that this seat holds.")


def exchange_refusal(state: RoundState, action: Exchange) -> Refusal | None:
    """Why these three cards cannot be given now; None if they can.

    Raises:
        InvalidValue: what is given are no cards (``wrong_type``).
    """
    one, two, three = action.gifts
    if not type(one) is type(two) is type(three) is Card:
        raise malformed(action)
    if state.phase != "exchange":
        return _NOT_NOW
    if len({one, two, three}) != 3:
        return _SAME_CARD
    hand = state.hands[action.seat]
    return None if one in hand and two in hand and three in hand else _NOT_HELD


def give(state: RoundState, action: Exchange) -> Step:
    """Book a seat's picks, or revise them (R-013); with the fourth the cards change hands."""
    seat = action.seat
    picks = with_seat(state.exchange, seat, action.gifts)
    picked = ExchangePicked(seat)
    given = [gifts for gifts in picks if _is_in(gifts)]
    if len(given) < 4:
        return Step(replace(state, exchange=picks), (picked,))
    received = [
        (given[following][2], given[partner][1], given[previous][0])
        for following, partner, previous in AFTER
    ]
    a, b, c, d = [
        (hand - CardSet(out)) | CardSet(come)
        for hand, out, come in zip(state.hands, given, received, strict=True)
    ]
    hands: Quad[CardSet] = (a, b, c, d)
    # the holder of the Mah Jong opens.
    opener = next((to for to in SEATS if MAHJONG in hands[to]), None)
    if opener is None:
        raise InvalidValue(
            "Nobody holds the Mah Jong, so nobody can open.", code="no_opener", rule="R-014"
        )
    after = replace(state, phase="play", hands=hands, exchange=picks, opener=opener, turn=opener)
    events: list[Event] = [picked, ExchangeDone(opener)]
    events += [CardsReceived(to, received[to]) for to in SEATS]
    return Step(after, tuple(events))


def _is_in(gifts: Gifts | None) -> TypeGuard[tuple[Card, Card, Card]]:
    """The seat has picked; unknown cards there are only after the exchange."""
    return gifts is not None


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
