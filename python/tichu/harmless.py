"""What is done for a seat that has to act and does not."""

from __future__ import annotations

from collections.abc import Sequence

from tichu._core import CardSet
from tichu.actions import Action, Exchange, GiveDragon, GrandTichu, Pass
from tichu.legal import LegalActions

__all__ = ["harmless"]


def harmless(legal: LegalActions, hand_counts: Sequence[int]) -> Action:
    """An answer that is always possible and commits to as little as can be.

    No call; the three lowest ordinary cards below the ace, the lowest to the next seat, the second
    to the previous one, the third to the partner; a pass, or else the lowest play without a wish;
    the Dragon's trick to the opponent with more cards.

    Raises:
        AssertionError: the seat has nothing to decide.
    """
    seat = legal.seat
    if legal.may_answer_grand:
        return GrandTichu(seat, False)
    if legal.exchange_from:
        return _lowest_gifts(seat, legal.exchange_from)
    if legal.recipients:
        # Of two with as many, the next seat: max takes the first.
        return GiveDragon(seat, max(legal.recipients, key=lambda to: hand_counts[to]))
    if legal.may_pass:
        return Pass(seat)
    if legal.plays:
        return next(iter(legal.plays_with(legal.plays[0])))
    raise AssertionError("asked for a seat that has nothing to decide")


def _lowest_gifts(seat: int, hand: CardSet) -> Exchange:
    cards = sorted(hand, key=lambda card: (card.suit is None, card.rank == 14, card))
    # A hand of 14 has at least ten ordinary cards, four of them aces at most.
    return Exchange(seat, to_next=cards[0], to_partner=cards[2], to_previous=cards[1])
