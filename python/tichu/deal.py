"""Dealing: four hands of eight cards and then six more, and the state they begin (R-007)."""

from __future__ import annotations

from msgspec import Struct

from tichu._core import DECK, CardSet, Rng
from tichu.checks import check_int, check_kind, check_quad
from tichu.errors import InvalidValue
from tichu.events import CardsDealt
from tichu.rng import stream
from tichu.rules import STANDARD, Rules
from tichu.seats import SEATS, Quad
from tichu.state import RoundState, Step

__all__ = ["Deal", "deal", "deal_for", "start_round"]


class Deal(Struct, frozen=True):
    """The cards of a round: each seat's first eight, and the six that follow.

    Raises:
        InvalidValue: not eight and six cards, or not the whole deck (``bad_deal``).
    """

    first: Quad[CardSet]
    rest: Quad[CardSet]

    def __post_init__(self) -> None:
        for name, quad in (("first", self.first), ("rest", self.rest)):
            check_quad(quad, CardSet, name)
        parts = (*self.first, *self.rest)
        sizes = [len(part) for part in parts]
        if sizes != [8] * 4 + [6] * 4:
            raise InvalidValue(
                "A deal is four times eight cards and four times six.",
                code="bad_deal",
                rule="R-007",
            )
        union = CardSet()
        for part in parts:
            union |= part
        if union != DECK:
            raise InvalidValue(
                "A deal holds each of the 56 cards once.", code="bad_deal", rule="R-001"
            )


def deal(rng: Rng) -> Deal:
    """A uniformly random deal: a shuffled deck, eight cards a seat in a row, then six a seat."""
    check_kind(rng, Rng, "rng")
    deck = rng.shuffled(DECK)
    first = tuple(CardSet(deck[8 * seat : 8 * seat + 8]) for seat in SEATS)
    rest = tuple(CardSet(deck[32 + 6 * seat : 38 + 6 * seat]) for seat in SEATS)
    return Deal((first[0], first[1], first[2], first[3]), (rest[0], rest[1], rest[2], rest[3]))


def deal_for(seed: str | int, round_number: int) -> Deal:
    """The deal of a match's round (counted from 1), from the match's seed."""
    check_int(round_number, 1, 10**9, "round_number", code="bad_round")
    return deal(stream(seed, "deal", round_number))


def start_round(cards: Deal, rules: Rules = STANDARD) -> Step:
    """The first state of a round, and the events of the deal.

    Without Grand Tichu all fourteen cards are taken up at once (R-008).
    """
    check_kind(cards, Deal, "cards")
    check_kind(rules, Rules, "rules")
    if rules.grand_enabled:
        state = RoundState(rules=rules, phase="grand", hands=cards.first, stock=cards.rest)
        return Step(state, tuple(CardsDealt(seat, cards.first[seat]) for seat in SEATS))
    a, b, c, d = (cards.first[seat] | cards.rest[seat] for seat in SEATS)
    state = RoundState(rules=rules, phase="exchange", hands=(a, b, c, d))
    return Step(state, tuple(CardsDealt(seat, state.hands[seat]) for seat in SEATS))
