"""``tichu bot``: an agent of this package as a program plays as it does here."""

from __future__ import annotations

import io
import json
import shlex
import subprocess
import sys
from typing import Any

import pytest

from process_bots import play
from tichu import MatchState, Rules, TichuError, play_match, stream
from tichu.agents import Agent, FirstAgent, RandomAgent
from tichu.agents.greedy import GreedyAgent
from tichu.agents.process import ProcessAgent
from tichu.agents.process.bot import play_seat
from tichu.question import Question
from tichu.view import SeatView

BOT = shlex.join([sys.executable, "-m", "tichu", "bot"])


@pytest.mark.parametrize(("name", "kind"), [("first", FirstAgent), ("greedy", GreedyAgent)])
def test_it_plays_as_the_agent_does(name: str, kind: type[Agent]):
    rules = Rules(target=400, dragon_gift_only_active=True)
    guard, history = play(f"{BOT} {name}", None, rules=rules)
    four = [kind(), FirstAgent(), FirstAgent(), FirstAgent()]

    assert guard.faults == []
    assert history == play_match(four, seed="bots", rules=rules)


def test_it_plays_the_same_again_with_the_same_seed():
    one, two = (play(f"{BOT} random --seed 7", 1, seed="x")[1] for _ in "12")
    # The number from the arena does as well.
    three, four = (play(f"{BOT} random", 1, seed="x")[1] for _ in "12")

    assert one == two
    assert three == four
    assert one != three


class Noting(Agent):
    """Notes what it is told, and answers as ``first``."""

    def __init__(self) -> None:
        self.begun: list[tuple[int, MatchState]] = []
        self.ended: list[SeatView] = []

    def begin_round(self, seat: int, rng: Any, match: MatchState = MatchState()) -> None:  # noqa: B008
        super().begin_round(seat, rng, match)
        self.begun.append((seat, match))

    def end_round(self, view: SeatView) -> None:
        self.ended.append(view)


class Recorded(ProcessAgent):
    """Keeps what a program is sent, for another look at it."""

    def __init__(self, command: str) -> None:
        super().__init__(command)
        self.lines: list[bytes] = []

    def _send(self, child: Any, client: Any) -> None:
        output = client.take_output()
        self.lines += output
        if output:
            child.send(b"".join(message + b"\n" for message in output))


def test_it_is_told_of_rounds_as_here():
    agent = Recorded(f"{BOT} first")
    players = [agent, FirstAgent(), FirstAgent(), FirstAgent()]
    history = play_match(players, seed="rounds", max_rounds=3)
    agent.close()
    noting = Noting()
    play_seat(noting, agent.lines, io.BytesIO(), seed=1)

    totals = [(0, 0)]
    for played in history.rounds:
        assert played.score is not None
        (one, two), (more, other) = totals[-1], played.score.total
        totals.append((one + more, two + other))
    assert [(seat, match.rounds) for seat, match in noting.begun] == [(0, 0), (0, 1), (0, 2)]
    assert [match.totals for _, match in noting.begun] == totals[:-1]
    assert [view.score for view in noting.ended] == [played.score for played in history.rounds]
    assert noting.rng is not None
    assert stream(1, "agent", 3, 0) == noting.rng


def test_what_is_refused_ends_it():
    refusal = b'{"type":"error","id":"1","code":"unknown_version","message":"Speak another."}\n'
    target = io.BytesIO()
    with pytest.raises(TichuError) as error:
        play_seat(RandomAgent(), [refusal], target, seed=1)
    assert error.value.code == "unknown_version"
    hello = json.loads(target.getvalue())
    assert (hello["type"], hello["version"]) == ("hello", 1)


def test_an_agent_that_there_is_not():
    line = [*shlex.split(BOT), "nobody"]
    done = subprocess.run(line, input=b"", capture_output=True, check=False)
    assert done.returncode == 2
    assert b"There is no agent 'nobody'" in done.stderr
    assert done.stdout == b""


def test_what_comes_before_a_seat_is_passed_over():
    class Never(Agent):
        def answer(self, question: Question) -> None:
            raise AssertionError

    ask = b'{"type":"ask","match":"match","seat":0,"position":1,"kind":"grand"}\n'
    play_seat(Never(), [ask], io.BytesIO(), seed=1)
