"""The random policy: every legal play as likely (docs/ARCHITECTURE.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from tichu._core import MAHJONG, Combination, Plays
from tichu.actions import Exchange, GiveDragon, Pass, Play
from tichu.agents.base import Agent
from tichu.checks import shown
from tichu.errors import InvalidValue
from tichu.question import Question
from tichu.rng import shuffled

__all__ = ["RandomAgent"]

CALL_ODDS = 16
"""A call is made one time in so many."""


class RandomAgent(Agent):
    """Uniform over plays and pass, then over wishes; calls one time in sixteen.

    Args:
        over: ``plays``, or ``patterns``: plays that differ only in suits are one then.

    Raises:
        InvalidValue: ``over`` is neither (``bad_agent_option``).
    """

    def __init__(self, over: Literal["plays", "patterns"] = "plays") -> None:
        if over not in ("plays", "patterns"):
            raise InvalidValue(
                f"Choose over=plays or over=patterns, not {shown(over)}.", code="bad_agent_option"
            )
        self.over = over

    def _choices(self, plays: Plays) -> Sequence[Combination]:
        return plays if self.over == "plays" else plays.patterns()

    def grand(self, question: Question) -> bool:
        """One time in sixteen."""
        return self.rng.randrange(CALL_ODDS) == 0

    def tichu(self, question: Question) -> bool:
        """One time in sixteen."""
        return self.rng.randrange(CALL_ODDS) == 0

    def exchange(self, question: Question) -> Exchange:
        """Three random cards."""
        one, two, three = shuffled(list(question.legal.exchange_from), self.rng)[:3]
        return Exchange(question.seat, one, two, three)

    def play(self, question: Question) -> Play | Pass:
        """Uniform over the plays with their readings, and the pass; then over the wishes."""
        legal = question.legal
        plays = self._choices(legal.plays)
        chosen = self.rng.randrange(len(plays) + legal.may_pass)
        if chosen == len(plays):
            return Pass(question.seat)
        combination = plays[chosen]
        wish = None
        if legal.wishes and MAHJONG in combination.cards:
            wish = legal.wishes[self.rng.randrange(len(legal.wishes))]
        return Play(question.seat, combination.cards, combination.phoenix_rank, wish)

    def bomb(self, question: Question) -> Play | None:
        """Uniform over the bombs and declining."""
        plays = self._choices(question.legal.plays)
        chosen = self.rng.randrange(len(plays) + 1)
        if chosen == len(plays):
            return None
        return Play(question.seat, plays[chosen].cards)

    def dragon(self, question: Question) -> GiveDragon:
        """Uniform over the recipients."""
        recipients = question.legal.recipients
        return GiveDragon(question.seat, recipients[self.rng.randrange(len(recipients))])
