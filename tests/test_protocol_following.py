"""The messages to a seat tell all that it may know: its view can be made from them again."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

import rounds
import strategies
from tichu import Action, MatchState, Question, RoundDriver, Rules, Step, start_round, stream, view
from tichu.agents import RandomAgent
from tichu.agents.process.bounds import TOLD
from tichu.play import NO_PLAYS
from tichu.protocol.following import Follower, answer_text
from tichu.protocol.messages.pushes import Ask, Event, Seated
from tichu.protocol.messages.replies import Ok, ServerMessage
from tichu.protocol.messages.requests import Act
from tichu.protocol.started import MATCH, StartedClient
from tichu.seats import SEATS

DECODER: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


class Far:
    """A seat at the other end of the protocol."""

    def __init__(self, seat: int, match: MatchState) -> None:
        self.client = StartedClient("tichu", 1.0, TOLD)
        self.client.hear(b'{"type":"hello","id":"hello","version":1}')
        self.client.begin_match(seat, match)
        self.asks: list[Ask] = []
        self.replies: list[ServerMessage] = []
        self.follower: Follower | None = None
        self.hear()

    def hear(self) -> None:
        for raw in self.client.take_output():
            message = DECODER.decode(raw)
            match message:
                case Seated():
                    self.follower = Follower(message)
                case Event():
                    assert self.follower is not None
                    self.follower.follow(message)
                case Ask():
                    self.asks.append(message)
                case _:
                    self.replies.append(message)

    def asked(self, question: Question) -> Question:
        """The question as it arrives."""
        self.client.ask(question)
        self.hear()
        assert self.follower is not None
        return self.follower.question(self.asks[-1])

    def answered(self, answer: Action | None) -> Action | None:
        """The answer as it arrives."""
        position = self.asks[-1].position
        act = Act(id=f"{position}", match=MATCH, position=position, action=answer_text(answer))
        self.client.hear(msgspec.json.encode(act))
        self.hear()
        assert isinstance(self.replies[-1], Ok), self.replies[-1]
        return self.client.answer


def play(start: Step, seed: str) -> RoundDriver:
    match = MatchState(rules=start.state.rules)
    far = [Far(seat, match) for seat in SEATS]
    agents = [RandomAgent() for _ in SEATS]
    for seat in SEATS:
        agents[seat].begin_round(seat, stream(seed, "agent", 1, seat))
    driver = RoundDriver(start)
    while (question := driver.question) is not None:
        there = far[question.seat]
        arrived = there.asked(question)
        assert arrived.kind == question.kind
        assert arrived.view == question.view
        assert list(arrived.legal.plays) == list(question.legal.plays)
        assert plain(arrived) == plain(question)
        answer = agents[question.seat].answer(arrived)
        assert there.answered(answer) == answer
        driver.answer(answer)
    for seat in SEATS:
        far[seat].client.tell(view(driver.state, seat, driver.events))
        far[seat].hear()
        follower = far[seat].follower
        assert follower is not None
        seen = view(driver.state, seat, driver.events)
        assert follower.view == seen
        assert seen.score is not None
        assert follower.match.totals == seen.score.total
    return driver


def plain(question: Question) -> object:
    """What may be answered, the plays aside."""
    return replace(question.legal, plays=NO_PLAYS)


@pytest.mark.parametrize("flip", strategies.SINGLE_FLIPS)
def test_a_view_is_made_again_from_what_is_told(flip: str):
    rules = strategies.SINGLE_FLIPS[flip]
    for seed in range(6):
        play(start_round(rounds.driven(rules, seed).deal, rules), f"{flip} {seed}")


def test_the_standard_game_in_many_rounds():
    kinds = set()
    for seed in range(60):
        driver = play(start_round(rounds.driven(Rules(), seed).deal, Rules()), f"{seed}")
        kinds |= {type(action).__name__ for action in driver.actions}
    assert {"GrandTichu", "Tichu", "Exchange", "Play", "Pass", "Collect", "GiveDragon"} <= kinds
