"""Clocks: a time for each decision, a bank for what goes beyond, and a harmless answer when both
are gone.
"""

from __future__ import annotations

from tichu._core import CardSet
from tichu.actions import Action, Exchange, GiveDragon, GrandTichu, Pass
from tichu.flow import legal_actions
from tichu.protocol.messages.basics import ClockSettings
from tichu.seats import SEATS
from tichu.state import RoundState

__all__ = ["Clock", "harmless"]


class Clock:
    """The clocks of the four seats.

    Attributes:
        settings: the times, None for no clock.
    """

    def __init__(self, settings: ClockSettings | None) -> None:
        self.settings = settings
        bank = 0.0 if settings is None else settings.bank
        self._bank = [bank for _ in SEATS]

    def time_left(self, seat: int, since: float, now: float) -> tuple[float, float] | None:
        """Seconds until time is out, and how many of them are the bank's; None without a clock."""
        if self.settings is None:
            return None
        used = now - since
        bank = self._bank[seat] - max(0.0, used - self.settings.decision)
        left = max(0.0, self.settings.decision - used) + max(0.0, bank)
        return left, max(0.0, bank)

    def runs_out(self, seat: int, since: float) -> float | None:
        """When time is out for a decision that began at ``since``."""
        if self.settings is None:
            return None
        return since + self.settings.decision + self._bank[seat]

    def decided(self, seat: int, since: float, now: float) -> None:
        """Book a decision."""
        if self.settings is not None:
            over = now - since - self.settings.decision
            self._bank[seat] = max(0.0, self._bank[seat] - max(0.0, over))


def harmless(state: RoundState, seat: int) -> Action:
    """What is played for a seat that has to act and does not.

    No call; the three lowest ordinary cards below the ace, the lowest to the next seat, the second
    to the previous one, the third to the partner; a pass, or else the lowest play without a wish;
    the Dragon's trick to the opponent with more cards.

    Raises:
        AssertionError: the seat has nothing to decide.
    """
    legal = legal_actions(state, seat)
    if legal.may_answer_grand:
        return GrandTichu(seat, False)
    if legal.exchange_from:
        return _lowest_gifts(seat, legal.exchange_from)
    if legal.recipients:
        # Of two with as many, the next seat: max takes the first.
        return GiveDragon(seat, max(legal.recipients, key=lambda to: len(state.hands[to])))
    if legal.may_pass:
        return Pass(seat)
    if legal.plays:
        return next(iter(legal.plays_with(legal.plays[0])))
    raise AssertionError("asked for a seat that has nothing to decide")


def _lowest_gifts(seat: int, hand: CardSet) -> Exchange:
    cards = sorted(hand, key=lambda card: (card.suit is None, card.rank == 14, card))
    # A hand of 14 has at least ten ordinary cards, four of them aces at most.
    return Exchange(seat, to_next=cards[0], to_partner=cards[2], to_previous=cards[1])
