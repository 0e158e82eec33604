"""The table as the agent sees it: who presses, who has called, what the trick is worth."""

from __future__ import annotations

from tichu.agents.greedy.habits import Habits
from tichu.agents.greedy.outlook import Outlook, unseen_cards
from tichu.events import ExchangeDone, LeadPassed, Passed, TrickTaken
from tichu.seats import SEATS, next_seat, partner_of, previous_seat
from tichu.view import SeatView

__all__ = ["Table"]

_DANGER = (0.0, 1.2, 0.8, 0.55, 0.4, 0.3, 0.2, 0.12)
"""What the lead is worth more while an opponent holds so many cards."""


class Table:
    """One moment at the table, from one seat.

    Attributes:
        seen: the view.
        hand: the own cards, as a mask.
        unseen: the cards in the other hands, as a mask.
        outlook: what the combinations are worth.
        next, partner, previous: the other seats.
        counts: how many cards each seat holds.
        least: how many the opponent with fewer holds, of those still in; 0 if both are out.
        calls_alive: nobody is out, so that a call can still be won.
        partner_called: and the partner has called.
        self_called: and this seat has.
        opponent_called: the seat of an opponent who has, or None.
        lead_value: what the lead is worth now.
        beaten_share: how likely the opponents still beat what comes in this trick, as a share of
            how likely they would if none had passed.
    """

    def __init__(self, seen: SeatView, habits: Habits) -> None:
        self.seen = seen
        self.habits = habits
        self.hand = seen.hand.mask
        seat = seen.seat
        self.seat = seat
        self.next, self.partner, self.previous = (
            next_seat(seat),
            partner_of(seat),
            previous_seat(seat),
        )
        self.counts = seen.hand_counts
        one, other = self.counts[self.next], self.counts[self.previous]
        self.least = min(one, other) or max(one, other)
        opponents = one + other
        others = opponents + self.counts[self.partner]
        share = opponents / others if others else 0.0
        self.unseen = unseen_cards(seen)
        self.outlook = Outlook(self.unseen, max(one, other), share, habits)
        self.calls_alive = not seen.out
        calls = seen.calls
        self.self_called = self.calls_alive and calls[seat] is not None
        self.partner_called = self.calls_alive and calls[self.partner] is not None
        callers = [seat for seat in (self.next, self.previous) if calls[seat] is not None]
        self.opponent_called = callers[0] if self.calls_alive and callers else None
        if self.opponent_called is not None:
            self.outlook.bomb += habits.bomb_stops
        self._stake = habits.danger
        if len(seen.out) == 1 and self.is_opponent(seen.out[0]):
            self._stake *= habits.double
        self.lead_value = self._lead_value()
        self.beaten_share = self._beaten_share()

    def _lead_value(self) -> float:
        value = self.habits.lead
        if self.least < len(_DANGER):
            value += _DANGER[self.least] * self._stake
        if self.self_called:
            value += self.habits.own_call
        if self.opponent_called is not None:
            value += self.danger(self.opponent_called)
        if self.partner_called and not self.self_called:
            value *= self.habits.yields
        return value

    def _beaten_share(self) -> float:
        """How likely the opponents still beat what comes, by those who have passed already."""
        waiting = self.active_opponents
        if self.seen.top is None or not waiting:
            return 1.0
        passed = set()
        for event in reversed(self.seen.history):
            if isinstance(event, Passed):
                if self.is_opponent(event.seat):
                    passed.add(event.seat)
            elif isinstance(event, TrickTaken | LeadPassed | ExchangeDone):
                break
        return 1.0 - len(passed) / waiting * (1 - self.habits.passed)

    def danger(self, seat: int) -> float:
        """How much a seat presses, being close to going out."""
        count = self.counts[seat]
        return _DANGER[count] * self._stake if count < len(_DANGER) else 0.0

    @property
    def spoils_call(self) -> bool:
        """Going out now would spoil the partner's call."""
        return self.partner_called and not self.self_called

    @property
    def partner_is_out(self) -> bool:
        """The partner has no cards left."""
        return not self.counts[self.partner]

    def is_opponent(self, seat: int) -> bool:
        """Whether a seat is of the other team."""
        return (seat ^ self.seat) & 1 == 1

    @property
    def active_opponents(self) -> int:
        """How many opponents hold cards."""
        return sum(1 for seat in SEATS if self.is_opponent(seat) and self.counts[seat])
