"""The actions worth trying, and their codes for the simulator (docs/NOTATION.md)."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

from tichu._core import DECK, DOG, MAHJONG, Card, CardSet, Combination
from tichu.actions import Exchange, GiveDragon, Pass, Play, Tichu
from tichu.legal import LegalActions
from tichu.sim.codes import DECLINE, GIVE_DRAGON, PASS
from tichu.view import SeatView

__all__ = ["Candidate", "bombs", "calls", "exchanges", "of_play", "plays", "recipients"]

A_co = TypeVar("A_co", covariant=True)

_KEY = 0xF << 56
_TICHU = 0xC0 << 56
_EXCHANGE = 0x9E << 56


class Candidate(Struct, Generic[A_co], frozen=True, gc=False):
    """An answer, None to decline, and its code."""

    answer: A_co
    code: int


def plays(
    legal: LegalActions, seen: SeatView, advice: Candidate[Play | Pass]
) -> list[Candidate[Play | Pass]]:
    """The pass, and of the plays one of each pattern; those with the Mah Jong with some wishes; and
    what is advised.
    """
    seat = legal.seat
    found: list[Candidate[Play | Pass]] = []
    if legal.may_pass:
        found.append(Candidate(Pass(seat), PASS))
    wishes = _wishes(legal, seen) if legal.wishes else ()
    for combination in legal.plays.patterns():
        if legal.wishes and MAHJONG in combination.cards:
            found.extend(_laid(seat, combination, wish) for wish in wishes)
        else:
            found.append(_laid(seat, combination, None))
    return found if advice in found else [*found, advice]


def of_play(action: Play | Pass, legal: LegalActions) -> Candidate[Play | Pass]:
    """A play or pass as a candidate."""
    if isinstance(action, Pass):
        return Candidate(action, PASS)
    reading = Combination.of(action.cards, action.phoenix_rank)
    return _laid(legal.seat, reading.answering(legal.plays.table), action.wish)


def _laid(seat: int, combination: Combination, wish: int | None) -> Candidate[Play | Pass]:
    code = combination.code if wish is None else combination.code & ~_KEY | wish << 56
    return Candidate(Play(seat, combination.cards, combination.phoenix_rank, wish), code)


def _wishes(legal: LegalActions, seen: SeatView) -> tuple[int | None, ...]:
    """The wishes worth trying: none, the ranks of the own gifts to the opponents, and the two
    highest ranks of which somebody else holds a card.
    """
    given = seen.given or (None, None, None)
    wanted: list[int | None] = [None]
    wanted.extend(card.rank for card in (given[0], given[2]) if card is not None)
    hidden = [card.rank for card in _hidden_cards(seen) if card.rank in legal.wishes]
    wanted.extend(sorted({rank for rank in hidden if rank is not None}, reverse=True)[:2])
    found = tuple(wish for wish in dict.fromkeys(wanted) if wish in legal.wishes)
    return found or legal.wishes[:1]


def _hidden_cards(seen: SeatView) -> CardSet:
    hidden = DECK - seen.hand - seen.trick
    for pile in seen.piles:
        hidden -= pile
    return hidden


def bombs(legal: LegalActions) -> list[Candidate[Play | None]]:
    """Declining, and the bombs."""
    thrown = [Candidate(Play(legal.seat, each.cards), each.code) for each in legal.plays.patterns()]
    return [Candidate(None, DECLINE), *thrown]


def recipients(legal: LegalActions) -> list[Candidate[GiveDragon]]:
    """The opponents who may get the Dragon's trick."""
    return [Candidate(GiveDragon(legal.seat, to), GIVE_DRAGON | to) for to in legal.recipients]


def calls(legal: LegalActions) -> list[Candidate[Tichu | None]]:
    """No call, and a call."""
    return [Candidate(None, DECLINE), Candidate(Tichu(legal.seat), _TICHU)]


def exchanges(hand: CardSet, first: Exchange) -> list[Candidate[Exchange]]:
    """An exchange, and others in which one or two of its gifts are other cards.

    Opponents get one of the lowest ranks that are not part of a bomb, or the Dog; the partner gets
    any of the higher ranks, the Dog or the Mah Jong. One card stands for its rank.
    """
    spare = _one_of_each_rank(hand)
    low = [card for card in spare if card.rank is not None and 2 <= card.rank <= 10][:5]
    low.extend(card for card in spare if card == DOG)
    high = [card for card in spare if card.rank is None or card.rank == 1 or card.rank >= 9]
    found = {first.gifts}
    one, two, three = first.gifts
    for gift in high:
        found.add((one, gift, three))
    for gift in low:
        found.add((gift, two, three))
        found.add((one, two, gift))
    found.add((three, two, one))
    distinct = sorted(gifts for gifts in found if len(set(gifts)) == 3)
    distinct.remove(first.gifts)
    every = [first, *(Exchange(first.seat, *gifts) for gifts in distinct)]
    return [Candidate(each, _exchange_code(each)) for each in every]


def _one_of_each_rank(hand: CardSet) -> list[Card]:
    """The lowest card of each rank of which the hand does not hold all four, and special cards."""
    cards: dict[object, Card] = {}
    for card in sorted(hand):
        if card.rank in (None, 1, 15) or len(hand.of_rank(card.rank)) < 4:
            cards.setdefault(card.rank or str(card), card)
    return list(cards.values())


def _exchange_code(exchange: Exchange) -> int:
    one, two, three = (card.index for card in exchange.gifts)
    return _EXCHANGE | one | two << 6 | three << 12
