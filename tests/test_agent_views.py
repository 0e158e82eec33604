"""No agent sees more than its view: with hidden cards permuted, it answers the same."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import hidden
import rounds
import strategies
from tichu import Question, RoundDriver, RoundState, Rules, start_round, stream, view
from tichu.agents import AGENTS, Agent, FirstAgent, RandomAgent, make_agent
from tichu.match import MatchState
from tichu.question import QuestionKind
from tichu.seats import SEATS

NAMES = {"random": "random", "first": "first", "greedy": "greedy", "mc": "mc:rollouts=8"}
"""What each built-in agent is called with; ``mc`` is only reproducible with so many rollouts."""

KINDS: set[QuestionKind] = {"grand", "tichu", "exchange", "play", "bomb", "dragon"}

ROUNDS = {"random": 25, "first": 25, "greedy": 25, "mc": 5}
"""So many that each kind of question comes up."""


class Twins:
    """Two of an agent on the same seat, in the real world and in others that it cannot tell apart.

    Both draw from equal streams. The first one's answers are played.
    """

    def __init__(self, make: Callable[[], Agent], seed: int) -> None:
        self.real, self.other = make(), make()
        self.rng = random.Random(seed)
        self.asked = Counter[str]()

    def begin_round(self, seat: int, seed: str) -> None:
        for agent in (self.real, self.other):
            agent.begin_round(seat, stream(seed, "agent", 1, seat), MatchState())

    def answer(self, question: Question, driver: RoundDriver) -> Any:
        seat = question.seat
        state = hidden.other_world(driver.state, seat, self.rng)
        told = hidden.other_history(driver.events, seat, self.rng)
        asked = Question(question.kind, question.legal, lambda: view(state, seat, told))
        real, other = self.real.answer(question), self.other.answer(asked)
        assert other == real, (question.kind, seat)
        self.asked[question.kind] += 1
        return real

    def end_round(self, driver: RoundDriver, seat: int) -> None:
        for agent in (self.real, self.other):
            agent.end_round(view(driver.state, seat, driver.events))
            agent.close()


def play_with_twins(make: Callable[[], Agent], rules: Rules, seed: int) -> Counter[str]:
    """A round in which the even seats are twins and the odd ones do anything; what was asked."""
    deal = rounds.random_deal(random.Random(seed))
    driver = RoundDriver(start_round(deal, rules))
    twins = {seat: Twins(make, seed) for seat in (0, 2)}
    others = {seat: RandomAgent() for seat in (1, 3)}
    for seat in SEATS:
        if seat in twins:
            twins[seat].begin_round(seat, str(seed))
        else:
            others[seat].begin_round(seat, stream(str(seed), "agent", 1, seat))
    while (question := driver.question) is not None:
        seat = question.seat
        if seat in twins:
            driver.answer(twins[seat].answer(question, driver))
        else:
            driver.answer(others[seat].answer(question))
    for seat, pair in twins.items():
        pair.end_round(driver, seat)
    return sum((pair.asked for pair in twins.values()), Counter())


def test_every_built_in_agent_is_tried():
    assert set(NAMES) == set(ROUNDS) == set(AGENTS)


@pytest.mark.parametrize("agent", AGENTS)
def test_an_agent_answers_by_what_it_may_know(agent: str):
    asked = Counter[str]()
    for seed in range(ROUNDS[agent]):
        asked += play_with_twins(partial(make_agent, NAMES[agent]), Rules(), seed)
    assert set(asked) == KINDS


@pytest.mark.parametrize("flip", strategies.SINGLE_FLIPS)
@pytest.mark.parametrize("agent", [name for name in AGENTS if name != "mc"])
def test_an_agent_answers_by_what_it_may_know_under_every_option(agent: str, flip: str):
    for seed in range(3):
        play_with_twins(partial(make_agent, NAMES[agent]), strategies.SINGLE_FLIPS[flip], seed)


@pytest.mark.soak
@pytest.mark.parametrize("flip", strategies.SINGLE_FLIPS)
@pytest.mark.parametrize("agent", AGENTS)
def test_an_agent_answers_by_what_it_may_know_in_many_rounds(agent: str, flip: str):
    for seed in range(100, 100 + 20 * ROUNDS[agent]):
        play_with_twins(partial(make_agent, NAMES[agent]), strategies.SINGLE_FLIPS[flip], seed)


class Peeks(FirstAgent):
    """Looks behind its question at the state, as no agent should."""

    def play(self, question: Question) -> Any:
        look: Any = question._look
        behind = [cell.cell_contents for cell in look.__closure__]
        state = next(value for value in behind if isinstance(value, RoundState))
        nexts = state.hands[(question.seat + 1) % 4]
        plays = question.legal.plays
        if not plays:
            return super().play(question)
        return next(iter(question.legal.plays_with(plays[nexts.mask % len(plays)])))


def test_an_agent_that_peeks_is_found_out():
    with pytest.raises(AssertionError):
        play_with_twins(Peeks, Rules(), 1)
