"""Rollouts ask in the driver's order: every question of a rollout is the driver's next one."""

from __future__ import annotations

import random
from typing import Any, get_args

import pytest

import sim_pairs
from rounds import random_deal
from tichu import (
    Action,
    CardSet,
    Deal,
    RoundDriver,
    RoundState,
    Rules,
    Step,
    Tichu,
    parse_action,
    parse_position,
    start_round,
)
from tichu._core import Rollouts
from tichu.finish import count_round
from tichu.seats import SEATS
from tichu.sim import Policy, action_of
from tichu.sim.codes import DECLINE, code_of
from tichu.sim.simulate import _after

POLICIES = get_args(Policy)

Answers = list[tuple[str, int, int, int]]


def follow(driver: RoundDriver, answers: Answers) -> RoundState:
    """Give the driver the answers of a rollout; each must be to the question that it asks."""
    questions = driver.questions()
    left = iter(answers)
    try:
        question = next(questions)
        while True:
            kind, seat, code, _ = next(left)
            assert (question.kind, question.seat) == (kind, seat)
            action = None if code == DECLINE else action_of(seat, code)
            if kind in ("play", "bomb") and action is not None:
                assert code_of(driver.state, action) == code
            question = questions.send(action)
    except StopIteration:
        assert next(left, None) is None, "the driver is done before the rollout"
    return driver.state


def dealt(answers: Answers) -> Deal:
    """The deal of a rollout, as the exchange shows it; which eight came first does not matter."""
    hands = [list(CardSet.from_mask(hand)) for kind, *_, hand in answers if kind == "exchange"]
    a, b, c, d = (CardSet(hand[:8]) for hand in hands)
    w, x, y, z = (CardSet(hand[8:]) for hand in hands)
    return Deal((a, b, c, d), (w, x, y, z))


def follow_from_deals(rules: Rules, policy: Policy, seed: int, count: int) -> int:
    rollouts = Rollouts(rules, policy, seed)
    scores = rollouts.run(count, 1)[0].tolist()
    for number in range(count):
        answers, total = rollouts.transcript(0, number)
        end = follow(RoundDriver(start_round(dealt(answers), rules)), answers)
        assert end.is_over
        assert count_round(end).total == total == tuple(scores[number])
    return count


@pytest.mark.parametrize("policy", POLICIES)
def test_whole_rounds(policy: Policy):
    for seed in range(60):
        assert follow_from_deals(sim_pairs.rules_for(seed), policy, seed, 8) == 8


@pytest.mark.soak
@pytest.mark.parametrize("policy", POLICIES)
def test_many_whole_rounds(policy: Policy):
    for seed in range(1_000, 2_000):
        assert follow_from_deals(sim_pairs.rules_for(seed), policy, seed, 10) == 10


def some_states(seed: int, rules: Rules) -> list[RoundState]:
    """States of a round, rich in bombs, from the deal to the end."""
    rng = random.Random(seed)
    deal = random_deal(rng)
    states = [start_round(deal, rules).state]
    state = sim_pairs.opening(deal, rules, rng)
    game = sim_pairs.Round(state)
    while not state.is_over:
        states.append(state)
        state = sim_pairs.step(state, game, rng)
    return states


class AfterPlay(RoundDriver):
    """A driver that goes on just after a play: it offers the bombs on it first."""

    def _conversation(self) -> Any:
        yield from self._ask_bombs()
        yield from super()._conversation()


def resumed(state: RoundState, after_play: bool) -> RoundDriver:
    return (AfterPlay if after_play else RoundDriver)(Step(state, ()))


@pytest.mark.parametrize("policy", POLICIES)
def test_rounds_that_go_on_from_anywhere(policy: Policy):
    followed = 0
    for seed in range(40):
        states = some_states(seed, sim_pairs.rules_for(seed))
        for state in random.Random(seed).sample(states, 6):
            rollouts = Rollouts([(state, False)], policy, seed)
            answers, total = rollouts.transcript(0, 3)
            end = follow(resumed(state, False), answers)
            assert count_round(end).total == total
            followed += 1
    assert followed == 240


@pytest.mark.parametrize("policy", POLICIES)
def test_rounds_that_go_on_after_an_action(policy: Policy):
    offered = 0
    for seed in range(60):
        states = some_states(seed, sim_pairs.rules_for(seed))
        rng = random.Random(seed)
        for state in rng.sample(states[1:], min(25, len(states) - 1)):
            start = _after(state, any_action(state, rng))
            answers, total = Rollouts([start], policy, seed).transcript(0, 1)
            end = follow(resumed(*start), answers)
            assert count_round(end).total == total
            offered += start[1] and bool(answers) and answers[0][0] == "bomb"
    assert offered > 10


def any_action(state: RoundState, rng: random.Random) -> Action:
    game = sim_pairs.Round(state)
    able = [seat for seat in SEATS if game.count_legal(seat)]
    seat = rng.choice(able)
    return action_of(seat, sim_pairs.choose(list(game.legal(seat)), rng))


@pytest.mark.parametrize("policy", POLICIES)
def test_rounds_that_go_on_before_the_play(policy: Policy):
    for seed in range(60):
        rng = random.Random(seed)
        rules = sim_pairs.rules_for(seed)
        state = start_round(random_deal(rng), rules).state
        for _ in range(rng.randrange(8)):
            state = before_the_play(state, rng)
        answers, total = Rollouts([(state, False)], policy, seed).transcript(0, 1)
        end = follow(resumed(state, False), answers)
        assert count_round(end).total == total


def before_the_play(state: RoundState, rng: random.Random) -> RoundState:
    """One more step of the Grand Tichu answers or the exchange, at times a call."""
    if state.phase == "grand":
        seat = state.grand_answers.index(None)
        call = state.rules.grand_enabled and rng.random() < 0.3
        return sim_pairs.apply(state, sim_pairs.GrandTichu(seat, call)).state
    missing = [seat for seat in SEATS if state.exchange[seat] is None]
    callers = [s for s in SEATS if sim_pairs.legal_actions(state, s).may_call_tichu]
    if callers and rng.random() < 0.2:
        return sim_pairs.apply(state, Tichu(rng.choice(callers))).state
    if len(missing) > 1:
        cards = rng.sample(list(state.hands[missing[0]]), 3)
        return sim_pairs.apply(state, sim_pairs.Exchange(missing[0], *cards)).state
    return state


def test_a_candidate_may_be_bombed_before_the_next_turn():
    state = parse_position("tichu1 play hands:7j8j/5j5s5p5t/9jTj/Jj turn:0")
    after = _after(state, parse_action("0 play 7j"))

    firsts = [Rollouts([after], "random", 1).transcript(0, number)[0][0] for number in range(200)]

    assert {answer[:2] for answer in firsts} == {("bomb", 1)}
    declined = sum(code == DECLINE for _, _, code, _ in firsts)
    assert 60 < declined < 140
