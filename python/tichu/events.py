"""What happened: the events that ``apply`` returns beside the new state.

An event with a ``private_to`` that is not None is for that seat alone; all others are public.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from tichu._core import Card, CardSet, Combination
from tichu.round_score import RoundScore
from tichu.seats import Quad

__all__ = [
    "CardsDealt",
    "CardsReceived",
    "Event",
    "ExchangeDone",
    "ExchangePicked",
    "GrandAnswered",
    "GrandClosed",
    "LeadPassed",
    "Passed",
    "PicksWithdrawn",
    "Played",
    "PlayerOut",
    "RoundOver",
    "TichuCalled",
    "TrickRipe",
    "TrickTaken",
    "WishFulfilled",
]


class _Public(Struct, frozen=True, gc=False):
    @property
    def private_to(self) -> int | None:
        return None


class _Private(Struct, frozen=True, gc=False):
    seat: int

    @property
    def private_to(self) -> int | None:
        return self.seat


class CardsDealt(_Private, frozen=True, gc=False):
    """The seat took up cards: eight, then six (R-007)."""

    cards: CardSet


class GrandAnswered(_Private, frozen=True, gc=False):
    """The seat has answered; the others learn what when all four have (R-009)."""

    call: bool


class GrandClosed(_Public, frozen=True, gc=False):
    """All four Grand Tichu answers are in."""

    calls: Quad[bool]


class TichuCalled(_Public, frozen=True, gc=False):
    """A small Tichu (R-015)."""

    seat: int


class PicksWithdrawn(_Public, frozen=True, gc=False):
    """A call during the exchange withdrew all picks (R-021)."""


class ExchangePicked(_Public, frozen=True, gc=False):
    """The seat's three cards are chosen (or chosen anew); which, nobody else knows (R-013)."""

    seat: int


class ExchangeDone(_Public, frozen=True, gc=False):
    """All picks are in and the cards have changed hands; ``opener`` has the Mah Jong (R-014)."""

    opener: int


class CardsReceived(_Private, frozen=True, gc=False):
    """The cards that the seat received: from the next seat, the partner, the previous seat."""

    cards: tuple[Card, Card, Card]


class Played(_Public, frozen=True, gc=False):
    """A combination was laid down; a lone Phoenix has the rank that it took (R-042)."""

    seat: int
    combination: Combination
    wish: int | None
    in_turn: bool


class WishFulfilled(_Public, frozen=True, gc=False):
    """The wish was met by the play before (R-075)."""

    seat: int
    rank: int


class PlayerOut(_Public, frozen=True, gc=False):
    """The seat has no cards left; ``place`` is 1, 2 or 3."""

    seat: int
    place: int


class LeadPassed(_Public, frozen=True, gc=False):
    """The Dog gave the lead to ``to`` (R-083, R-084)."""

    seat: int
    to: int


class Passed(_Public, frozen=True, gc=False):
    """A pass on the regular turn."""

    seat: int


class TrickRipe(_Public, frozen=True, gc=False):
    """Every other player has passed; the owner may take the trick (R-052, R-060)."""

    owner: int


class TrickTaken(_Public, frozen=True, gc=False):
    """The trick went to ``to``: the owner, or the one he gave the Dragon's trick (R-053, R-088)."""

    owner: int
    to: int
    cards: CardSet


class RoundOver(_Public, frozen=True, gc=False):
    """The round has ended and is counted (R-095, R-096)."""

    out: tuple[int, ...]
    score: RoundScore


Event: TypeAlias = (
    CardsDealt
    | GrandAnswered
    | GrandClosed
    | TichuCalled
    | PicksWithdrawn
    | ExchangePicked
    | ExchangeDone
    | CardsReceived
    | Played
    | WishFulfilled
    | PlayerOut
    | LeadPassed
    | Passed
    | TrickRipe
    | TrickTaken
    | RoundOver
)
