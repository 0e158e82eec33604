"""The state of a round: a value without history, and the step from one to the next.

Here and in actions and events, ``gc=False``: these values hold values only, so they cannot be part
of a cycle, and the garbage collector need not walk through them again and again.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from tichu._core import Card, CardSet, Combination
from tichu.events import Event
from tichu.round_score import Call, RoundScore
from tichu.rules import STANDARD, Rules
from tichu.seats import AFTER, Quad

__all__ = ["Gifts", "Phase", "RoundState", "Step", "first_with_cards", "next_with_cards"]

Phase = Literal["grand", "exchange", "play", "ripe", "gift", "over"]
"""Where a round stands.

``grand``: the Grand Tichu answers are awaited; ``exchange``: the picks are; ``play``: a seat is on
turn; ``ripe``: all have passed, the trick is not yet taken; ``gift``: a Dragon ended the round and
is to be given; ``over``.
"""

Gifts: TypeAlias = tuple[Card | None, Card | None, Card | None]
"""A seat's three gifts: to the next seat, the partner, the previous seat; None where unknown."""

_DRAGON = Combination("Dg")

_NO_CARDS: Quad[CardSet] = (CardSet(), CardSet(), CardSet(), CardSet())


class RoundState(Struct, frozen=True, kw_only=True, gc=False):
    """All there is to know about a round at one moment, hidden cards included.

    Attributes:
        rules: the options in force.
        phase: see :data:`Phase`.
        hands: the cards in each hand; eight in the phase ``grand``.
        stock: the six cards that each seat has yet to take up; empty after ``grand`` (R-007).
        calls: each seat's call.
        grand_answers: each seat's Grand Tichu answer, None before it.
        exchange: each seat's gifts; those picked so far in the phase ``exchange``, and afterwards
            those made, as far as they are known.
        opener: who held the Mah Jong after the exchange, if known (R-014).
        turn: who is on turn; the owner in the phase ``gift``; otherwise None.
        top: the combination to beat, None on an empty table.
        owner: who played ``top``.
        passes: passes since ``top`` was played.
        trick: the cards on the table. After a double victory they stay there (R-096).
        wish: the rank wished for, 2 to 14, while it stands (R-076).
        piles: the cards that each seat has won; a Dog lies with its player (R-085).
        out: the seats without cards, in the order in which they went out.
        score: the count, in the phase ``over``.
    """

    rules: Rules = STANDARD
    phase: Phase
    hands: Quad[CardSet]
    stock: Quad[CardSet] = _NO_CARDS
    calls: Quad[Call | None] = (None, None, None, None)
    grand_answers: Quad[bool | None] = (None, None, None, None)
    exchange: Quad[Gifts | None] = (None, None, None, None)
    opener: int | None = None
    turn: int | None = None
    top: Combination | None = None
    owner: int | None = None
    passes: int = 0
    trick: CardSet = _NO_CARDS[0]
    wish: int | None = None
    piles: Quad[CardSet] = _NO_CARDS
    out: tuple[int, ...] = ()
    score: RoundScore | None = None

    @property
    def is_over(self) -> bool:
        """The round has ended and is counted."""
        return self.phase == "over"

    @property
    def is_lead(self) -> bool:
        """The seat on turn plays to an empty table."""
        return self.phase == "play" and self.top is None

    @property
    def dragon_on_top(self) -> bool:
        """The Dragon holds the trick, so it is given away if it wins (R-088)."""
        return self.top == _DRAGON


class Step(Struct, frozen=True, gc=False):
    """What an action led to: the new state, and what happened on the way."""

    state: RoundState
    events: tuple[Event, ...]


def first_with_cards(hands: Quad[CardSet], seat: int) -> int:
    """``seat`` if it has cards, else the first seat after it in play order that has."""
    return seat if hands[seat] else next_with_cards(hands, seat)


def next_with_cards(hands: Quad[CardSet], seat: int) -> int:
    """The first seat after ``seat`` in play order that has cards; ``seat`` comes last."""
    first, second, third = AFTER[seat]
    if hands[first]:
        return first
    if hands[second]:
        return second
    return third if hands[third] else seat
