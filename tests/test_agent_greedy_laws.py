"""The greedy agent keeps the rules everywhere, is reproducible, and wins against weaker ones."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings

import rounds
import strategies
from greedy_answers import answer
from tichu import (
    RoundDriver,
    Rules,
    deal_for,
    legal_actions,
    play_round,
    start_round,
)
from tichu.agents import FirstAgent, RandomAgent
from tichu.agents.greedy import GreedyAgent
from tichu.seats import SEATS


def check_rounds(rules: Rules, seed: int) -> None:
    """Every answer is legal, whoever sits where, and the same agents play the same again."""
    deal = rounds.random_deal(random.Random(seed))
    start = start_round(deal, rules)
    others: list[Any] = [GreedyAgent, RandomAgent, FirstAgent]
    rng = random.Random(seed)
    kinds = [GreedyAgent, *(rng.choice(others) for _ in range(3))]

    def play() -> RoundDriver:
        return play_round([kind() for kind in kinds], start, seed=seed)

    one, again = play(), play()
    assert one.state.is_over
    assert one.actions == again.actions


@pytest.mark.parametrize("flip", strategies.SINGLE_FLIPS)
def test_its_answers_are_legal_and_reproducible(flip: str):
    for seed in range(10):
        check_rounds(strategies.SINGLE_FLIPS[flip], seed)


@given(strategies.rules(), strategies.seeds)
@settings(max_examples=30)
def test_its_answers_are_legal_under_any_options(rules: Rules, seed: int):
    check_rounds(rules, seed)


@pytest.mark.soak
@given(strategies.rules(), strategies.seeds)
@settings(max_examples=3000)
def test_its_answers_are_legal_in_many_rounds(rules: Rules, seed: int):
    check_rounds(rules, seed)


def test_it_draws_nothing_at_random():
    start = start_round(deal_for("greedy", 5))
    games = [play_round([GreedyAgent() for _ in SEATS], start, seed=seed) for seed in range(3)]
    assert games[0].actions == games[1].actions == games[2].actions


@given(strategies.seeds)
@settings(max_examples=60)
def test_any_position_has_an_answer(seed: int):
    # Whatever came before: here any seat does anything at any time.
    walk = rounds.walk(Rules(), seed)
    for state in walk.states:
        for seat in SEATS:
            legal = legal_actions(state, seat)
            if state.phase == "play" and state.turn == seat:
                answer(state, seat)
            if legal.may_call_tichu:
                answer(state, seat, "tichu")
            if legal.recipients:
                answer(state, seat, "dragon")


def test_against_agents_that_play_anything_it_wins_clearly():
    margin = 0
    for place in range(40):
        start = start_round(deal_for("clear", place + 1))
        for swapped in (False, True):
            kinds: list[Any] = [GreedyAgent, RandomAgent]
            players = [kinds[(seat + swapped) % 2]() for seat in SEATS]
            total = play_round(players, start, seed=place).state.score
            assert total is not None
            ours, theirs = total.total if not swapped else total.total[::-1]
            margin += ours - theirs
    assert margin / 80 > 150
