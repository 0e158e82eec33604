"""What a seat knows of the hidden cards: those it can place, and those a seat cannot hold."""

from __future__ import annotations

from tichu._core import MAHJONG, RANKS, Card, CardSet, Combination
from tichu.events import ExchangeDone, Passed, Played, TrickTaken, WishFulfilled
from tichu.seats import Quad
from tichu.view import SeatView

__all__ = ["barred_cards", "known_cards"]

_RANKS = {
    rank: CardSet([card for card in map(Card.from_index, range(4, 56)) if card.rank == rank])
    for rank in RANKS
}


def known_cards(seen: SeatView) -> CardSet:
    """The cards that stay where they are in every world: the own hand, the own gifts wherever they
    still are, and the opener's Mah Jong (R-014).
    """
    known = seen.hand
    if seen.phase in ("grand", "exchange"):
        return known
    known |= CardSet([card for card in seen.given or () if card is not None])
    return known if seen.opener is None else known | CardSet(MAHJONG)


def barred_cards(seen: SeatView) -> Quad[CardSet]:
    """The cards that each seat cannot hold, as its play under a wish has shown.

    A seat on turn that holds the wished rank has to play it where it can (R-068 to R-071). So one
    that leads something else, or that does not answer a lower single card with it, holds none. A
    bomb says nothing, since it may be thrown all the same (R-074); nor does a trick of several
    cards, which one card of the rank may not help to beat. Hands only shrink, so it stays true.
    """
    barred = [CardSet(), CardSet(), CardSet(), CardSet()]
    wish: int | None = None
    top: Combination | None = None
    for event in seen.history:
        match event:
            case Played():
                if wish is not None and event.in_turn and _refuses(event.combination, top, wish):
                    barred[event.seat] |= _RANKS[wish]
                wish = wish if event.wish is None else event.wish
                top = None if event.combination.type == "dog" else event.combination
            case Passed():
                if wish is not None and top is not None and _is_below(top, wish):
                    barred[event.seat] |= _RANKS[wish]
            case WishFulfilled():
                wish = None
            case TrickTaken() | ExchangeDone():
                top = None
            case _:
                pass
    a, b, c, d = barred
    return (a, b, c, d)


def _refuses(played: Combination, top: Combination | None, wish: int) -> bool:
    """Does the play show that its seat holds no card of the rank?"""
    if played.cards & _RANKS[wish] or played.is_bomb:
        return False
    return top is None or _is_below(top, wish)


def _is_below(top: Combination, wish: int) -> bool:
    """Would one card of the rank have beaten it?"""
    return top.type == "single" and top.rank < wish
