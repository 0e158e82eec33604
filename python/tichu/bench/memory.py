"""How much memory games take: many are made, and what they need together is divided."""

from __future__ import annotations

import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from tichu.bench.rounds import seat_to_act
from tichu.bench.samples import SEED
from tichu.bench.talk import Line, new_hub
from tichu.deal import deal_for, start_round
from tichu.flow import apply, legal_actions
from tichu.protocol.client import Client
from tichu.rng import stream
from tichu.sim.simulate import deal_batch
from tichu.state import RoundState

__all__ = ["Weight", "memory_of_games"]

DECISIONS = 60
"""So far a round is played before it is weighed: about to its middle."""


class Weight(Struct, frozen=True):
    """Bytes for one game of a kind; None where this system does not tell."""

    key: str
    what: str
    bytes: float | None


def memory_of_games(*, quick: bool = False) -> list[Weight]:
    """A round in a batch, a round of the flow, a match of the protocol."""
    share = 10 if quick else 1
    return [
        Weight("memory_batch", "a round in a batch", _of_tables(200_000 // share)),
        Weight("memory_flow", "a round of the flow, its state", _of_states(500 // share)),
        Weight("memory_match", "a match at a host, four seats", _of_matches(100 // share)),
    ]


def _of_tables(count: int) -> float | None:
    before = _resident()
    batch = deal_batch(count, SEED)
    after = _resident()
    if before is None or after is None:
        return None
    return (after - before) / len(batch)


def _of_states(count: int) -> float:
    return _traced(lambda: [_middle(number) for number in range(1, count + 1)], count)


def _middle(number: int) -> RoundState:
    rng = stream(SEED, "memory", number)
    state = start_round(deal_for(SEED, number)).state
    for _ in range(DECISIONS):
        if state.phase != "over":
            state = apply(state, legal_actions(state, seat_to_act(state)).sample(rng)).state
    return state


def _of_matches(count: int) -> float:
    hub = new_hub()
    clients = [Client(Line(hub)) for _ in range(count)]
    return _traced(lambda: [client.create(seats=("me",) * 4) for client in clients], count)


def _traced(make: Callable[[], list[object]], count: int) -> float:
    """Bytes of what is made, as Python's memory tells."""
    tracemalloc.start()
    try:
        made = make()
        total, _ = tracemalloc.get_traced_memory()
        del made
    finally:
        tracemalloc.stop()
    return total / count


def _resident() -> int | None:
    """Bytes of this process in memory, where the system says."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")
