"""What was played: the deal, the actions and the count of each round, as values."""

from __future__ import annotations

from msgspec import Struct

from tichu.actions import Action
from tichu.deal import Deal
from tichu.match import MatchState, add_round
from tichu.round_score import RoundScore
from tichu.rules import STANDARD, Rules
from tichu.seats import Quad

__all__ = ["MatchHistory", "RoundHistory"]


class RoundHistory(Struct, frozen=True):
    """One round.

    Attributes:
        deal: the cards.
        actions: every action in order, from the Grand Tichu answers on; declined bombs and calls
            are no actions.
        score: the count; None for a round that was broken off.
    """

    deal: Deal
    actions: tuple[Action, ...]
    score: RoundScore | None


class MatchHistory(Struct, frozen=True, kw_only=True):
    """A match, finished or not.

    Attributes:
        rules: the options in force.
        seed: the seed of the deals; None when they came from elsewhere.
        seats: who sat where.
        rounds: what was played.
    """

    rules: Rules = STANDARD
    seed: str | None = None
    seats: Quad[str] = ("", "", "", "")
    rounds: tuple[RoundHistory, ...] = ()

    @property
    def result(self) -> MatchState:
        """Totals and winner after the rounds that are counted."""
        match = MatchState(rules=self.rules)
        for played in self.rounds:
            if played.score is not None:
                match = add_round(match, played.score.total)
        return match
