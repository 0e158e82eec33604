"""Clocks: a time for each decision, a bank for what goes beyond, and a harmless answer when both
are gone.
"""

from __future__ import annotations

from tichu.actions import Action
from tichu.flow import legal_actions
from tichu.harmless import harmless as harmless_of
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
    """What is played for a seat that has to act and does not: see :func:`tichu.harmless.harmless`.

    Raises:
        AssertionError: the seat has nothing to decide.
    """
    a, b, c, d = map(len, state.hands)
    return harmless_of(legal_actions(state, seat), (a, b, c, d))
