"""The greedy agent: a sound player by rules, which does not search."""

from __future__ import annotations

from tichu._core import MAHJONG, Combination
from tichu.actions import Exchange, GiveDragon, Pass, Play
from tichu.agents.base import Agent
from tichu.agents.greedy.answer import best_answer
from tichu.agents.greedy.calls import wants_grand, wants_tichu
from tichu.agents.greedy.exchange import best_gifts
from tichu.agents.greedy.gift import best_recipient
from tichu.agents.greedy.habits import HABITS
from tichu.agents.greedy.lead import best_lead
from tichu.agents.greedy.table import Table
from tichu.agents.greedy.wish import best_wish
from tichu.question import Question

__all__ = ["GreedyAgent"]


class GreedyAgent(Agent):
    """Plans how its hand goes out in few turns, and plays by that plan; nothing is drawn at random.

    Attributes:
        habits: the numbers that it plays by.
    """

    habits = HABITS

    def grand(self, question: Question) -> bool:
        """By the strength of eight cards."""
        legal = question.legal
        return legal.may_call_grand and wants_grand(question.view.hand.mask, self.habits)

    def tichu(self, question: Question) -> bool:
        """As late as can be: when the hand is strong and its first card is to be played."""
        seen = question.view
        if seen.phase != "play" or seen.turn != seen.seat:
            return False
        return wants_tichu(Table(seen, self.habits))

    def exchange(self, question: Question) -> Exchange:
        """What the plan of the hand misses least; the partner gets something good."""
        return best_gifts(question.view, self.habits)

    def play(self, question: Question) -> Play | Pass:
        """The play that leaves the best hand, with what winning the trick is worth."""
        legal = question.legal
        if not legal.plays:
            return Pass(question.seat)
        table = Table(question.view, self.habits)
        if table.seen.top is None:
            return self._laid(best_lead(legal.plays, table), question, table)
        chosen = best_answer(legal.plays, table, legal.may_pass)
        return Pass(question.seat) if chosen is None else self._laid(chosen, question, table)

    def bomb(self, question: Question) -> Play | None:
        """A bomb where the trick or the danger is worth it."""
        table = Table(question.view, self.habits)
        chosen = best_answer(question.legal.plays, table, may_pass=True)
        return None if chosen is None else Play(question.seat, chosen.cards)

    def dragon(self, question: Question) -> GiveDragon:
        """To the opponent whom it helps least."""
        table = Table(question.view, self.habits)
        return GiveDragon(question.seat, best_recipient(question.legal.recipients, table))

    def _laid(self, play: Combination, question: Question, table: Table) -> Play:
        wish = None
        wishes = question.legal.wishes
        if wishes and MAHJONG in play.cards:
            wish = best_wish(wishes, table)
        return Play(question.seat, play.cards, play.phoenix_rank, wish)
