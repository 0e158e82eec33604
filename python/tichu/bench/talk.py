"""What a table costs: views, and messages of the JSON protocol through a session."""

from __future__ import annotations

from collections import deque
from random import Random

from tichu.agents import HOUSE_AGENTS, make_house_agent
from tichu.bench.rounds import seat_to_act
from tichu.bench.samples import SEED
from tichu.bench.timing import Job, Part
from tichu.deal import deal_for, start_round
from tichu.flow import apply, legal_actions
from tichu.protocol.bounds import Limits
from tichu.protocol.client import Client, first_answer
from tichu.protocol.hub import Hub
from tichu.rng import stream
from tichu.seats import SEATS
from tichu.state import RoundState
from tichu.view import view

__all__ = ["Line", "new_hub", "positions", "talk_jobs"]

ACTS = 300


def talk_jobs() -> list[Job]:
    """Views, and a match of which one client has all four seats."""
    states = positions(5)

    def views() -> int:
        for state in states:
            for seat in SEATS:
                view(state, seat)
        return 4 * len(states)

    return [Job("view", "a view of a seat", views), _session_job()]


def positions(rounds: int) -> list[RoundState]:
    """All positions of some random rounds."""
    rng = stream(SEED, "positions")
    found = []
    for number in range(1, rounds + 1):
        state = start_round(deal_for(SEED, number)).state
        while state.phase != "over":
            found.append(state)
            state = apply(state, legal_actions(state, seat_to_act(state)).sample(rng)).state
    return found


def _session_job() -> Job:
    """What a client says is recorded once, and said again to new hosts: only they are timed."""
    line = Line(new_hub())
    client = Client(line)
    match = client.create(seats=("me",) * 4, seed=SEED, bomb_window=0).match
    acts = 0
    while acts < ACTS and (ask := client.next_ask(match, 0.0)) is not None:
        client.act(ask, *first_answer(ask))
        acts += 1
    said, heard = line.said, line.heard

    def work() -> int:
        hub = new_hub()
        session = hub.open(0.0)
        for data in said:
            session.receive(data, 0.0)
            hub.take_batch()
        return acts

    message = Part("message", "a JSON message, in or out", (len(said) + heard) / acts)
    return Job("act_session", "an act of a client in a session", work, (message,))


def new_hub() -> Hub:
    """A host without clock, whose secrets are the same each time."""
    limits = Limits(requests_per_second=None, matches_per_session=None)
    entropy = Random(SEED).randbytes
    return Hub(make_house_agent, agents=HOUSE_AGENTS, limits=limits, entropy=entropy)


class Line:
    """A transport to a hub in this process, which keeps what was said."""

    def __init__(self, hub: Hub) -> None:
        self.said: list[bytes] = []
        self.heard = 0
        self._hub = hub
        self._session = hub.open(0.0)
        self._waiting: deque[bytes] = deque()

    def send(self, data: bytes) -> None:
        """To the hub; the answer waits at once."""
        self.said.append(data)
        self._session.receive(data, 0.0)
        for _, messages in self._hub.take_batch().outputs:
            self._waiting.extend(messages)
            self.heard += len(messages)

    def receive(self, timeout: float | None) -> bytes | None:
        """The next message; None if there is none, however long one waits."""
        return self._waiting.popleft() if self._waiting else None

    def close(self) -> None:
        """Leave."""
        self._session.close(0.0)
