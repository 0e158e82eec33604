"""The base class of agents: one method for each kind of question."""

from __future__ import annotations

from collections.abc import Sequence

from tichu._core import Rng
from tichu.actions import Action, Exchange, GiveDragon, GrandTichu, Pass, Play
from tichu.match import MatchState
from tichu.question import Question
from tichu.view import SeatView

__all__ = ["Agent"]

FIRST_ROUND = MatchState()


class Agent:
    """Answers the driver's questions; a new agent overrides what it wants to do better.

    The defaults make no calls, throw no bombs, give away the lowest cards, play the lowest play.
    """

    rng: Rng
    seat: int
    match: MatchState

    def begin_round(self, seat: int, rng: Rng, match: MatchState = FIRST_ROUND) -> None:
        """Take a seat for a round, with a random stream of one's own."""
        self.seat = seat
        self.rng = rng
        self.match = match

    def end_round(self, view: SeatView) -> None:
        """Look back on a round, if one wants to."""

    def close(self) -> None:
        """The last round is over: let go of what one holds, such as processes and files."""

    @classmethod
    def answer_many(
        cls, agents: Sequence[Agent], questions: Sequence[Question]
    ) -> Sequence[Action | None]:
        """Answer questions of many tables in one call, each to the agent in the same place.

        The agents are all of this class and of the same name; each keeps what belongs to its seat,
        and what they share (a neural network) is asked once for them all. The answers come in the
        order of the questions.
        """
        return [agent.answer(asked) for agent, asked in zip(agents, questions, strict=True)]

    def answer(self, question: Question) -> Action | None:
        """Answer with the method named for the kind of question."""
        match question.kind:
            case "grand":
                return GrandTichu(question.seat, self.grand(question))
            case "tichu":
                return next(iter(question.legal)) if self.tichu(question) else None
            case "exchange":
                return self.exchange(question)
            case "play":
                return self.play(question)
            case "bomb":
                return self.bomb(question)
            case "dragon":
                return self.dragon(question)

    def grand(self, question: Question) -> bool:
        """Whether to call Grand Tichu."""
        return False

    def tichu(self, question: Question) -> bool:
        """Whether to call Tichu now."""
        return False

    def exchange(self, question: Question) -> Exchange:
        """The cards to give: here the three lowest, the lowest to the next seat."""
        cards = sorted(question.legal.exchange_from)
        return Exchange(question.seat, cards[0], cards[1], cards[2])

    def play(self, question: Question) -> Play | Pass:
        """What to play on turn: here the lowest play, and a pass only if there is none."""
        legal = question.legal
        if not legal.plays:
            return Pass(question.seat)
        lowest = legal.plays[0]
        return next(iter(legal.plays_with(lowest)))

    def bomb(self, question: Question) -> Play | None:
        """Which of the bombs to throw, or None."""
        return None

    def dragon(self, question: Question) -> GiveDragon:
        """Who gets the Dragon's trick: here the next seat, if it may."""
        return GiveDragon(question.seat, question.legal.recipients[0])
