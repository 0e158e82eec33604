"""Whole random rounds: in Rust, through the batch, through the Python flow and its driver."""

from __future__ import annotations

import os
from array import array
from itertools import pairwise

from tichu._core import Batch, Rng
from tichu.actions import Action
from tichu.agents import RandomAgent
from tichu.bench.samples import SEED
from tichu.bench.timing import Job, Part
from tichu.deal import deal_for, start_round
from tichu.driver import play_match
from tichu.flow import apply, legal_actions
from tichu.question import Question
from tichu.rng import stream
from tichu.sim.simulate import deal_batch, simulate_rounds
from tichu.state import RoundState

__all__ = ["batch_job", "cores", "round_jobs", "seat_to_act"]

ROUNDS = 1_000
ROUNDS_A_CORE = 5_000
TABLES, STEPS = 1_024, 150
FLOW_ROUNDS = 20


def round_jobs() -> list[Job]:
    """Rounds between random players, and the decisions in them."""
    threads = cores()

    def in_rust() -> int:
        return len(simulate_rounds(ROUNDS, SEED))

    def on_every_core() -> int:
        return len(simulate_rounds(ROUNDS_A_CORE * threads, SEED, threads=threads))

    jobs = [Job("round_rust", "a round in Rust, 1 thread", in_rust)]
    if threads > 1:
        what = f"a round in Rust, {threads} threads"
        jobs.append(Job("round_rust_threads", what, on_every_core))
    return [*jobs, batch_job(TABLES, STEPS), _flow_job(), _driver_job()]


def cores() -> int:
    """How many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def batch_job(tables: int, steps: int) -> Job:
    """Rounds stepped together; the choices were made before, so only the batch is timed."""
    start = deal_batch(tables, SEED)
    batch, chosen, rng = start.copy(), [], stream(SEED, "batch")
    for _ in range(steps):
        chosen.append(_choices(batch, rng))
        batch.step(chosen[-1])
        batch.renew()

    def play() -> int:
        batch, rounds = start.copy(), 0
        for answers in chosen:
            batch.answers()
            batch.step(answers)
            rounds += batch.renew()
        return rounds

    def work() -> int:
        play()
        return tables * steps

    rounds = play()
    whole = Part("round_batch", "a round in the batch", rounds / (tables * steps))
    parts = (whole,) if rounds else ()
    return Job("decision_batch", f"a decision in a batch of {tables:,}", work, parts)


def _choices(batch: Batch, rng: Rng) -> array[int]:
    """A random answer for each table."""
    offsets, codes = batch.answers()
    ends = offsets.tolist()
    places = [low + rng.randrange(high - low) for low, high in pairwise(ends)]
    return array("Q", [codes[place] for place in places])


def _flow_job() -> Job:
    """The flow by itself: every action drawn from ``legal_actions``, and applied."""
    starts = [start_round(deal_for(SEED, number)).state for number in range(1, FLOW_ROUNDS + 1)]

    def work() -> int:
        rng = stream(SEED, "flow")
        for start in starts:
            play_by_flow(start, rng)
        return len(starts)

    rng = stream(SEED, "flow")
    decisions = sum(play_by_flow(start, rng) for start in starts)
    decision = Part(
        "decision_flow",
        "a decision (legal, sample, apply)",
        decisions / FLOW_ROUNDS,
    )
    return Job("round_flow", "a round through the Python flow", work, (decision,))


def play_by_flow(state: RoundState, rng: Rng) -> int:
    """Play a round to its end by random legal actions; how many they were."""
    decisions = 0
    while state.phase != "over":
        action = legal_actions(state, seat_to_act(state)).sample(rng)
        state = apply(state, action).state
        decisions += 1
    return decisions


def seat_to_act(state: RoundState) -> int:
    """A seat that the round waits for."""
    if state.turn is not None:
        return state.turn
    if state.owner is not None:
        return state.owner
    return (state.grand_answers if state.phase == "grand" else state.exchange).index(None)


def _driver_job() -> Job:
    """A match of a few rounds between four random agents, with all their questions."""
    agents = [RandomAgent() for _ in range(4)]

    def work() -> int:
        return len(play_match(agents, seed=SEED, max_rounds=FLOW_ROUNDS).rounds)

    counting = [_Counting() for _ in range(4)]
    rounds = len(play_match(counting, seed=SEED, max_rounds=FLOW_ROUNDS).rounds)
    asked = sum(agent.asked for agent in counting)
    question = Part("question_driver", "a question of the driver", asked / rounds)
    return Job("round_driver", "a round through the driver", work, (question,))


class _Counting(RandomAgent):
    """Counts what it is asked."""

    asked = 0

    def answer(self, question: Question) -> Action | None:
        self.asked += 1
        return super().answer(question)
