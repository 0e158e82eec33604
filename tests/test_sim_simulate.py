"""Rollouts: reproducible, fair, and interruptible."""

from __future__ import annotations

import math
import os
import pickle
import signal
import statistics
import threading
import time
from collections import Counter
from typing import Any, get_args

import pytest

import tichu
from tichu import (
    STANDARD,
    IllegalAction,
    InvalidValue,
    Pass,
    Tichu,
    deal_for,
    legal_actions,
    parse_action,
    parse_position,
    play_round,
    start_round,
    stream,
)
from tichu._core import Rollouts
from tichu.agents import RandomAgent
from tichu.finish import count_round
from tichu.rules import TOURNAMENT, rules_from
from tichu.seats import SEATS
from tichu.sim import Estimate, Policy, Results, simulate, simulate_rounds
from tichu.sim.codes import action_of
from tichu.sim.results import estimate

POLICIES = get_args(Policy)
SMALL = parse_position("tichu1 play hands:7j9jMj/8j6j/9sTs/TjPh turn:0")
LEADS = [parse_action("0 play 7j"), parse_action("0 play 9j"), parse_action("0 play Mj wish=8")]


@pytest.mark.parametrize("policy", POLICIES)
def test_the_same_seed_gives_the_same_rounds_whatever_the_threads(policy: Policy):
    once = simulate_rounds(400, 7, policy)

    for threads in (1, 2, 5, None):
        assert simulate_rounds(400, 7, policy, threads=threads) == once
        assert (
            simulate_rounds(150, 7, policy, threads=threads).scores.tolist()
            == (once.scores.tolist()[:150])
        )
    assert simulate_rounds(400, 8, policy) != once


def test_seeds_are_texts_or_numbers():
    assert simulate_rounds(20, "7") == simulate_rounds(20, 7)
    for seed in (None, 1.5, "é", "x" * 201):
        with pytest.raises(InvalidValue) as caught:
            simulate_rounds(20, seed)  # type: ignore[arg-type]
        assert caught.value.code == "bad_seed"


def test_it_is_at_the_front_of_the_package():
    assert tichu.simulate_rounds is simulate_rounds
    assert tichu.simulate is simulate
    assert tichu.perft(SMALL, 0) == 1


def test_scores_are_a_read_only_view_with_a_row_for_each_round():
    scores = simulate_rounds(10, 1).scores

    assert (scores.format, scores.shape, scores.readonly) == ("i", (10, 2), True)
    assert len(simulate_rounds(10, 1)) == 10
    assert scores.contiguous


def test_rounds_are_counted_by_the_rules():
    plain = simulate_rounds(3_000, 1)
    rows = plain.scores.tolist()

    sums = Counter(one + two for one, two in rows)
    # 100 card points or 200 for a double victory, and calls of 100 and 200, won or lost.
    assert all(total % 100 == 0 for total in sums)
    assert sums[100] > 300
    tournament = simulate_rounds(3_000, 1, rules=TOURNAMENT).scores.tolist()
    assert {one + two for one, two in tournament} <= {100 * k for k in range(-4, 6)}


def test_means_and_errors_are_those_of_the_numbers():
    results = simulate_rounds(500, 3)
    rows = results.scores.tolist()
    margins = [one - two for one, two in rows]

    assert results.margins() == margins
    assert results.margin.mean == pytest.approx(statistics.fmean(margins))
    assert results.margin.error == pytest.approx(statistics.stdev(margins) / math.sqrt(500))
    assert results.points[1].mean == pytest.approx(statistics.fmean(two for _, two in rows))


def test_an_estimate_of_little():
    assert estimate([5]) == Estimate(5.0, math.inf)
    assert estimate([4, 4, 4]) == Estimate(4.0, 0.0)
    assert estimate([]) == Estimate(0.0, math.inf)


def test_results_are_values():
    results = simulate_rounds(30, 2)

    restored: Results = pickle.loads(pickle.dumps(results))
    assert restored == results
    assert hash(restored) == hash(results)
    assert restored.scores.shape == (30, 2)
    assert repr(results).startswith("<Results: 30 rounds, margin ")
    assert results != 5


@pytest.mark.parametrize("policy", POLICIES)
def test_candidates_are_tried_in_the_same_worlds(policy: Policy):
    compared = simulate(SMALL, 300, 5, policy, actions=[LEADS[0], LEADS[1], LEADS[0]])

    assert compared.results[0] == compared.results[2]
    assert compared.difference(0, 2) == Estimate(0.0, 0.0)
    one, other = compared.margins[:2]
    assert compared.difference(0, 1).mean == pytest.approx(one.mean - other.mean)
    assert compared.team == 0
    assert compared.best in LEADS[:2]


def test_a_candidate_is_worth_the_position_after_it():
    lead = simulate(SMALL, 200, 5, actions=[LEADS[0]]).results[0]
    after = tichu.apply(SMALL, LEADS[0]).state

    # Nobody has a bomb, so nothing comes between.
    assert simulate(after, 200, 5) == lead


def test_the_other_team_sees_it_the_other_way_round():
    state = parse_position("tichu1 play hands:7j9j/8j6j/9sTs/TjPh turn:1")
    actions = [parse_action("1 play 8j"), parse_action("1 play 6j")]

    compared = simulate(state, 100, 1, actions=actions)

    assert compared.team == 1
    assert compared.margins[0].mean == -compared.results[0].margin.mean


def test_calls_and_passes_may_be_candidates():
    state = start_round(deal_for("candidates", 1)).state
    for seat in SEATS:
        state = tichu.apply(state, parse_action(f"{seat} nogrand")).state

    compared = simulate(state, 2_000, 1, actions=[Tichu(0), legal_actions(state, 0).sample(RNG)])

    assert compared.results[0].points[0].mean < compared.results[1].points[0].mean
    with pytest.raises(IllegalAction):
        simulate(SMALL, 10, 1, actions=[Pass(0)])
    with pytest.raises(InvalidValue) as caught:
        simulate(SMALL, 10, 1, actions=[])
    assert caught.value.code == "no_actions"


RNG = stream("simulate", "agent", 1)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"n": 0}, "bad_count"),
        ({"n": 10**8 + 1}, "bad_count"),
        ({"n": "5"}, "wrong_type"),
        ({"policy": "clever"}, "bad_policy"),
        ({"policy": None}, "wrong_type"),
        ({"threads": 0}, "bad_threads"),
        ({"threads": 1025}, "bad_threads"),
    ],
)
def test_arguments_out_of_bounds_are_refused(arguments: dict[str, Any], code: str):
    for function, first in ((simulate, {"state": SMALL}), (simulate_rounds, {})):
        with pytest.raises(InvalidValue) as caught:
            function(**({"n": 5, "seed": 1} | first | arguments))
        assert caught.value.code == code


def test_too_many_candidates_are_refused():
    with pytest.raises(InvalidValue) as caught:
        simulate(SMALL, 5 * 10**7, 1, actions=LEADS)
    assert caught.value.code == "bad_count"


def test_a_round_that_is_over_has_its_score():
    over = parse_position("tichu1 over hands:-/-/-/5j out:102")

    assert set(map(tuple, simulate(over, 5, 1).scores.tolist())) == {(5, 0)}


def test_first_plays_are_uniform():
    # Seat 0 leads one of three singles, the Mah Jong with one of 14 wishes; no pair, no run.
    rollouts = Rollouts([(SMALL, False)], "random", 1)
    count = 4_000
    firsts = Counter(
        str(action_of(0, rollouts.transcript(0, number)[0][0][2])) for number in range(count)
    )

    assert set(firsts) == {"0 play 7j", "0 play 9j", "0 play Mj"} | {
        f"0 play Mj wish={rank}" for rank in "23456789TJQKA"
    }
    for text, found in firsts.items():
        chance = 1 / 3 if "Mj" not in text else 1 / 42
        spread = math.sqrt(count * chance * (1 - chance))
        assert abs(found - count * chance) < 5 * spread, text


@pytest.mark.parametrize("rules", [STANDARD, rules_from({"bomb_out_of_turn": False})])
def test_random_rounds_bring_what_random_agents_bring(rules: tichu.Rules):
    """Means of both, in units of the error of their difference; the seeds are fixed."""
    sums, doubles, rounds = [], 0, 400
    for number in range(1, rounds + 1):
        agents = [RandomAgent() for _ in SEATS]
        start = start_round(deal_for("means", number), rules)
        end = play_round(agents, start, seed=number).state
        sums.append(sum(count_round(end).total))
        doubles += count_round(end).double
    flow = estimate(sums)
    simulated = simulate_rounds(40_000, "means", rules=rules)
    native = estimate(one + two for one, two in simulated.scores.tolist())

    assert abs(flow.mean - native.mean) < 4 * math.hypot(flow.error, native.error)
    assert doubles > 20


def test_the_greedy_policy_beats_nobody_but_calls_nothing():
    rows = simulate_rounds(500, 1, "greedy").scores.tolist()

    assert {one + two for one, two in rows} <= {100, 200}


def test_other_threads_run_meanwhile():
    ticks = 0

    def count() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    done = threading.Event()
    thread = threading.Thread(target=count)
    thread.start()
    simulate_rounds(150_000, 1)
    done.set()
    thread.join()

    assert ticks > 10


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_keyboard_interrupt_stops_it():
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()

    with pytest.raises(KeyboardInterrupt):
        simulate_rounds(2 * 10**7, 1)

    assert time.monotonic() - start < 60
