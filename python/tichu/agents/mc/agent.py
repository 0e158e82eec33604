"""The Monte Carlo agent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, get_args

from tichu._core import Rng, Trials
from tichu.actions import Exchange, GiveDragon, Pass, Play
from tichu.agents.base import FIRST_ROUND, Agent
from tichu.agents.greedy import GreedyAgent
from tichu.agents.mc import candidates
from tichu.agents.mc.budget import Budget
from tichu.agents.mc.candidates import Candidate
from tichu.agents.mc.knowledge import barred_cards, known_cards
from tichu.agents.mc.search import best_place
from tichu.agents.mc.worth import Worth
from tichu.checks import shown
from tichu.errors import InvalidValue
from tichu.match import MatchState
from tichu.question import Question
from tichu.sim.simulate import Policy
from tichu.view import determinize

__all__ = ["MonteCarloAgent"]

A = TypeVar("A")

BACKED_CALL, LONE_CALL = 15.0, 55.0
"""How many points a call must bring: rollouts think too well of it, since nobody in them fights a
call as players do. Less if the greedy agent would call, too.
"""
OTHER_EXCHANGE = 5.0
"""How many points another exchange than the greedy agent's must bring."""
DEFAULT_ROLLOUTS = 2000
MOST_ROLLOUTS = 10**8
MOST_MS = 10**7
MOST_THREADS = 64


class MonteCarloAgent(Agent):
    """Tries every candidate in random worlds that fit what it sees, and takes the best on average.

    A world is a deal of the hidden cards; in each all candidates have the same luck, and the native
    simulator plays the round to its end. What counts is the worth of the round's points where the
    match stands (:mod:`tichu.agents.mc.worth`). Worse candidates are dropped on the way.

    Args:
        rollouts: rounds played out for a decision, all candidates together, but at least one for
            each. With the same stream the same answers, whatever ``threads``. 2000 if neither this
            nor ``ms`` is given.
        ms: instead, milliseconds of wall clock for a decision.
        policy: who plays on in the worlds, see :data:`tichu.sim.Policy`.
        threads: how many threads may work on a decision.

    Raises:
        InvalidValue: an option out of its range, or both budgets (``bad_agent_option``).
    """

    def __init__(
        self,
        rollouts: int | None = None,
        ms: float | None = None,
        policy: Policy = "careful",
        threads: int = 1,
    ) -> None:
        if rollouts is not None and ms is not None:
            raise _bad_option("Give a budget in rollouts or in ms, not both")
        if rollouts is None and ms is None:
            rollouts = DEFAULT_ROLLOUTS
        if rollouts is not None and not _is_count(rollouts, MOST_ROLLOUTS):
            raise _bad_option(f"rollouts={shown(rollouts)} is no number from 1 to {MOST_ROLLOUTS}")
        if ms is not None and (type(ms) not in (int, float) or not 0 < ms <= MOST_MS):
            raise _bad_option(f"ms={shown(ms)} is no time above 0 and up to {MOST_MS}")
        if policy not in get_args(Policy):
            raise _bad_option(f"policy={shown(policy)} is none of {', '.join(get_args(Policy))}")
        if not _is_count(threads, MOST_THREADS):
            raise _bad_option(f"threads={shown(threads)} is no number from 1 to {MOST_THREADS}")
        self.rollouts = rollouts
        self.ms = ms
        self.policy: Policy = policy
        self.threads = threads
        self._adviser = GreedyAgent()
        self._worth = Worth(FIRST_ROUND, 0)

    def begin_round(self, seat: int, rng: Rng, match: MatchState = FIRST_ROUND) -> None:
        """Take a seat, and look where the match stands."""
        super().begin_round(seat, rng, match)
        self._adviser.begin_round(seat, rng, match)
        self._worth = Worth(match, seat % 2)

    def grand(self, question: Question) -> bool:
        """As the greedy agent does."""
        return self._adviser.grand(question)

    def tichu(self, question: Question) -> bool:
        """Only when its first card is to be played: it knows most then, and loses nothing."""
        seen = question.view
        if seen.phase != "play" or seen.turn != seen.seat:
            return False
        handicap = BACKED_CALL if self._adviser.tichu(question) else LONE_CALL
        found = candidates.calls(question.legal)
        return self._best(question, found, found[0], [0.0, handicap]) is not None

    def exchange(self, question: Question) -> Exchange:
        """The greedy agent's choice, or one near it that brings clearly more."""
        advice = self._adviser.exchange(question)
        found = candidates.exchanges(question.legal.exchange_from, advice)
        handicaps = [0.0, *[OTHER_EXCHANGE] * (len(found) - 1)]
        return self._best(question, found, found[0], handicaps)

    def play(self, question: Question) -> Play | Pass:
        """The play, or the pass, that brings most."""
        legal = question.legal
        if len(legal) == 1:
            return super().play(question)
        advice = candidates.of_play(self._adviser.play(question), legal)
        found = candidates.plays(legal, question.view, advice)
        return self._best(question, found, advice)

    def bomb(self, question: Question) -> Play | None:
        """Whether to bomb, and with what."""
        found = candidates.bombs(question.legal)
        advice = self._adviser.bomb(question)
        favourite = next((each for each in found if each.answer == advice), found[0])
        return self._best(question, found, favourite)

    def dragon(self, question: Question) -> GiveDragon:
        """The opponent to whom the trick helps least."""
        found = candidates.recipients(question.legal)
        advice = self._adviser.dragon(question)
        favourite = next(each for each in found if each.answer == advice)
        return self._best(question, found, favourite)

    def _best(
        self,
        question: Question,
        found: list[Candidate[A]],
        favourite: Candidate[A],
        handicaps: Sequence[float] = (),
    ) -> A:
        """The answer of the best candidate; an only one costs nothing."""
        if len(found) == 1:
            return found[0].answer
        seen = question.view
        trials = Trials(
            determinize(seen, self.rng),
            question.kind,
            question.seat,
            [candidate.code for candidate in found],
            known_cards(seen),
            barred_cards(seen),
            self.policy,
            self.rng.next_u64(),
        )
        place = best_place(
            trials,
            found.index(favourite),
            handicaps or [0.0] * len(found),
            Budget(self.rollouts, self.ms),
            self._worth,
            self.threads,
        )
        return found[place].answer


def _is_count(value: object, most: int) -> bool:
    return type(value) is int and 1 <= value <= most


def _bad_option(what: str) -> InvalidValue:
    return InvalidValue(f"mc: {what}.", code="bad_agent_option")
