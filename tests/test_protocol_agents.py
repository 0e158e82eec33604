"""The agents at a table: rounds are begun and ended for those who play in them; all are let go."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from protocol_host import FREE, Host, any_answer, one_act
from tichu import Action, Question
from tichu.agents import HOUSE_AGENTS, Agent, RandomAgent, make_house_agent
from tichu.errors import InvalidValue
from tichu.protocol.bounds import Limits
from tichu.protocol.hub import Hub


class Witness(RandomAgent):
    """Writes down what happens to it."""

    made: list[Witness]

    def __init__(self) -> None:
        self.story: list[str] = []
        self.closed = 0
        self.made.append(self)

    def begin_round(self, *arguments: Any) -> None:
        super().begin_round(*arguments)
        self.story.append("begin")

    def answer(self, question: Question) -> Action | None:
        assert not self.closed
        assert self.story[-1] in ("begin", "answer")
        if self.story[-1] == "begin":
            self.story.append("answer")
        return super().answer(question)

    def end_round(self, view: Any) -> None:
        assert not self.closed
        assert view.phase == "over"
        assert view.score is not None
        self.story.append("end")

    def close(self) -> None:
        self.closed += 1
        # What is let go of may fail at that.
        raise OSError


class WitnessHost(Host):
    """A host with witnesses in place of its agents."""

    def _new_hub(self) -> Hub:
        return Hub(
            lambda _: Witness(),
            agents=HOUSE_AGENTS,
            limits=self.limits,
            entropy=self._entropy.randbytes,
        )


@pytest.fixture
def witnesses(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Witness]]:
    made: list[Witness] = []
    monkeypatch.setattr(Witness, "made", made, raising=False)
    yield made
    for witness in made:
        # No round is begun twice, and all of it is in its order.
        told = "".join(word[0] for word in witness.story if word != "answer")
        assert told.replace("be", "") in ("", "b")


def play_on(host: Host, players: list[Any], match: str, seed: int = 1, most: int = 5_000) -> None:
    rng = random.Random(seed)
    for _ in range(most):
        if not one_act(host, players, match, rng, lambda ask, rng: any_answer(ask, rng, 0.2)):
            return


def test_rounds_are_begun_and_ended_and_agents_closed(witnesses: list[Witness]):
    host = WitnessHost()
    client = host.connect()
    match = client.do("create", seats=["me", "first", "first", "random"], target=300)["match"]
    play_on(host, [client], match)

    rounds = host.game(match).round
    assert rounds > 1
    assert [len(witness.story) for witness in witnesses] == [3 * rounds] * 3
    assert all(witness.story == ["begin", "answer", "end"] * rounds for witness in witnesses)
    assert [witness.closed for witness in witnesses] == [1] * 3


def test_a_substitute_sees_the_end_of_what_it_began(witnesses: list[Witness]):
    host = WitnessHost()
    client, other = host.connect(), host.connect()
    made = client.do("create", seats=["me", "invite", "me", "me"], grace=5, target=10_000)
    match, token = made["match"], made["tokens"][1]
    other.do("resume", match=match, token=token)
    other.close()
    host.pass_time(6)
    assert [witness.story for witness in witnesses] == [["begin", "answer"]]
    back = host.connect()
    back.do("resume", match=match, token=token)
    while host.game(match).round == 1:
        assert one_act(host, [client, back], match, random.Random(2))
    assert [witness.story for witness in witnesses] == [["begin", "answer", "end"]]
    assert not witnesses[0].closed


def test_an_agent_whose_seat_gets_another_is_closed(witnesses: list[Witness]):
    host = WitnessHost()
    client, other = host.connect(), host.connect()
    made = client.do("create", seats=["me", "invite", "me", "me"], grace=5, substitute="first")
    match, token = made["match"], made["tokens"][1]
    other.do("resume", match=match, token=token)
    other.do("leave", match=match)
    host.settle()
    assert len(witnesses) == 1
    host.game(match).seats[1] = type(host.game(match).seats[1])(state="agent", name="random")
    play_on(host, [client], match, most=40)
    assert [witness.closed for witness in witnesses] == [1, 0]


@pytest.mark.parametrize("way", ["broken off", "forgotten", "host closed"])
def test_agents_are_let_go_with_their_match(way: str, witnesses: list[Witness]):
    limits = Limits(requests_per_second=None, unattended=60.0, kept=10.0)
    host = WitnessHost(limits if way != "host closed" else FREE)
    client = host.connect()
    match = client.do("create", seats=["me", "first", "first", "first"])["match"]
    play_on(host, [client], match, most=5)
    assert [witness.closed for witness in witnesses] == [0] * 3
    if way == "host closed":
        host.hub.close()
    else:
        client.close()
        host.pass_time(61 if way == "broken off" else 80)
    assert [witness.closed for witness in witnesses] == [1] * 3


class Broken(Agent):
    """Cannot even begin."""

    begun = 0

    def begin_round(self, *_: Any) -> None:
        type(self).begun += 1
        raise InvalidValue("It is broken.", code="bad_agent")


def test_an_agent_that_cannot_begin_is_begun_once_a_round():
    host = Host()
    host.hub = Hub(lambda _: Broken(), agents=("broken",), limits=FREE)
    client = host.connect()
    match = client.do("create", seats=["me", "broken", "broken", "broken"], target=10_000)["match"]
    Broken.begun = 0
    while host.game(match).round == 1:
        assert one_act(host, [client], match, random.Random(3))
    assert Broken.begun in (3, 6)


def test_agents_of_the_house_need_nothing_but_their_name():
    for name in HOUSE_AGENTS:
        assert isinstance(make_house_agent(name), Agent)
