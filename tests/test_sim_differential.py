"""The differential proof: the flow and `sim.Round`, driven by the same choices, always agree."""

from __future__ import annotations

import random
from functools import cache

import pytest

import sim_pairs
from real_logs import LOGS, matches_of
from tichu import Action, RoundState, apply, start_round
from tichu.sim import Round

ROUNDS = 4_000
SOAK_PARTS = 10
SOAK_ROUNDS = 110_000


@pytest.mark.parametrize("part", range(4))
def test_random_rounds_under_every_option(part: int):
    size = ROUNDS // 4

    rounds, actions = sim_pairs.compare_rounds(range(size * part, size * (part + 1)))

    assert rounds == size
    assert actions > 80 * rounds


def test_every_option_is_tried_alone_and_in_mixtures():
    tried = [sim_pairs.rules_for(seed).changes() for seed in range(400)]

    for name, values in sim_pairs.OPTIONS.items():
        for value in values[1:]:
            assert {name: value} in tried
    assert {} in tried
    assert max(len(changes) for changes in tried) >= 7


@pytest.mark.soak
@pytest.mark.parametrize("part", range(SOAK_PARTS))
def test_a_hundred_thousand_rounds(part: int):
    size = SOAK_ROUNDS // SOAK_PARTS
    first = 1_000_000 + size * part

    rounds, _ = sim_pairs.compare_rounds(range(first, first + size))

    assert rounds == size


@cache
def real_rounds(name: str) -> list[tuple[RoundState, list[Action]]]:
    """The rounds of a real game: the state after the exchange, and the actions from there."""
    found = []
    for match in matches_of((LOGS / name).read_bytes()):
        for history in match.rounds:
            state = start_round(history.deal, match.rules).state
            actions = list(history.actions)
            while actions and state.phase in ("grand", "exchange"):
                state = apply(state, actions.pop(0)).state
            found.append((state, actions))
    return found


LOG_NAMES = sorted(path.name for path in LOGS.glob("*.tch"))


@pytest.mark.parametrize("name", LOG_NAMES)
def test_real_games(name: str):
    for state, actions in real_rounds(name):
        assert sim_pairs.played_by(actions, state) == len(actions) > 20


@pytest.mark.parametrize("name", LOG_NAMES)
def test_random_play_from_positions_of_real_games(name: str):
    rng = random.Random(name)
    for start, actions in real_rounds(name):
        position = start
        for action in actions[: rng.randrange(len(actions))]:
            position = apply(position, action).state
        _, found = sim_pairs.play_pair(position, rng)
        assert found == []


def test_a_difference_would_be_seen():
    rng = random.Random(5)
    state = sim_pairs.opening(sim_pairs.random_deal(rng), sim_pairs.STANDARD, rng)
    game = Round(state)
    later = game.copy()
    later.apply(later.legal()[0])

    assert sim_pairs.differences(state, game) == []
    assert sim_pairs.differences(state, later) != []
