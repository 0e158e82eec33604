"""A program that the engine has started: what it is told, and what it may ask and answer."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

import hidden
import rounds
from protocol_picture import Picture
from started_program import Message, StartedProgram, harmless_answer
from tichu import (
    MatchState,
    Question,
    RoundDriver,
    RoundState,
    Rules,
    Step,
    legal_actions,
    parse_position,
    view,
)
from tichu.agents.process.bounds import TOLD
from tichu.protocol.messages.replies import ServerMessage
from tichu.protocol.render import seen_round
from tichu.protocol.started import MATCH, StartedClient

DECODER: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)
SEEDS = [f"started {number}" for number in range(6)]
HELLO: dict[str, Any] = {"type": "hello", "id": "hello", "version": 1}


def seated(seed: str = "started", rules: Rules | None = None) -> StartedProgram:
    program = StartedProgram(seed, rules)
    program.send("hello", version=1)
    return program


def ask_of_kind(kind: str, seed: str = "started") -> StartedProgram:
    """A program that is asked that."""
    program = seated(seed)
    while program.ask["kind"] != kind:
        program.act(**harmless_answer(program.ask))
    return program


def error(reply: Message) -> tuple[str, str | None]:
    assert reply["type"] == "error", reply
    return reply["code"], reply.get("rule")


# --- what it is told ---


@pytest.mark.parametrize("seed", SEEDS)
def test_it_can_follow_a_round(seed: str):
    """The view and the events make the picture that the seat's view has, at each question."""
    program = seated(seed)
    (first,) = (message for message in program.sent if message["type"] == "seated")
    picture, heard = Picture(first["view"]), 0
    while True:
        for raw in program.raw[heard:]:
            DECODER.decode(raw)
            message = json.loads(raw)
            if message["type"] == "event":
                picture.follow(message)
        heard = len(program.raw)
        seen = view(program.driver.state, 0)
        assert table_of(picture) == table_of(Picture({"table": as_sent(seen_round(seen))}))
        if program.driver.question is None:
            break
        assert program.act(**harmless_answer(program.ask))["type"] == "ok"
    assert seen.score is not None
    assert picture.match["totals"] == list(seen.score.total)


def as_sent(message: Any) -> Message:
    sent: Message = json.loads(msgspec.json.encode(message))
    return sent


def table_of(picture: Picture) -> Message:
    _, table = picture.shown()
    assert table is not None
    # A view from a view does not say what each seat did last.
    return {name: value for name, value in table.items() if name != "last"}


def test_it_is_asked_what_the_driver_asks():
    kinds = set()
    for seed in SEEDS:
        program = seated(seed)
        while program.driver.question is not None:
            question, ask = program.question, program.ask
            kinds.add(ask["kind"])
            assert (ask["kind"], ask["seat"]) == (question.kind, 0)
            assert ask.get("count", 0) == len(question.legal.plays)
            assert ("decline" in ask.get("actions", [])) == question.may_decline
            program.act(**harmless_answer(ask))
    assert {"grand", "tichu", "exchange", "play"} <= kinds


def test_what_it_may_be_asked_in_a_round_that_goes_on():
    """A round that begins elsewhere is shown as a whole."""
    position = "tichu1 play hands:2j3j/6j6s6p6t/7j/Mj9j turn:3 calls:tichu/-/-/-"
    client = StartedClient("tichu", 1.0, TOLD)
    client.hear(json.dumps(HELLO).encode())
    client.begin_match(3, MatchState())
    driver = RoundDriver(Step(parse_position(position), ()))
    assert driver.question is not None
    client.ask(driver.question)

    *_, shown, begun = (json.loads(raw) for raw in client.take_output()[:-1])
    assert (shown["type"], begun["type"]) == ("seated", "seated")
    assert "table" not in shown["view"]
    assert begun["view"]["life"] == "playing"
    assert begun["view"]["table"]["hand"] == "9jMj"
    assert begun["view"]["table"]["counts"] == [2, 4, 1, 2]


@pytest.mark.parametrize("seed", range(4))
def test_nothing_hidden_is_told(seed: int):
    """Exchange what the seat cannot know: each byte stays, also of refusals."""
    rng = random.Random(seed)
    walk = rounds.driven(Rules(), seed)
    for place, state in enumerate(walk.states):
        events = walk.events_up_to(place)
        for seat in (0, 3):
            other = hidden.other_world(state, seat, rng)
            told = hidden.other_history(events, seat, rng)
            assert said_of(state, events, seat) == said_of(other, told, seat)


def said_of(state: RoundState, events: list[Any], seat: int) -> list[bytes]:
    """All that a program is told that takes the seat, is asked, and answers what is no answer."""
    client = StartedClient("tichu", 1.0, TOLD)
    client.hear(json.dumps(HELLO).encode())
    client.begin_match(seat, MatchState())
    question = Question("play", legal_actions(state, seat), view(state, seat, events))
    client.ask(question)
    for number, action in enumerate(("play Dg", "pass", "give 2j 3j 4j", "tichu", "dragon 1")):
        act = {"type": "act", "id": f"{number}", "match": MATCH, "position": 1, "action": action}
        client.hear(json.dumps({**act, "check": True}).encode())
    return client.take_output()


# --- what it answers ---


def test_an_answer_is_the_players():
    program = ask_of_kind("grand")
    question = program.question
    assert program.act(action="grand") == {"type": "ok", "id": "2", "result": {"type": "act"}}
    assert str(program.driver.actions[0]) == "0 grand"
    assert question.kind == "grand"

    program = ask_of_kind("tichu")
    program.act(action="tichu")
    assert "0 tichu" in map(str, program.driver.actions)


def test_declining_is_no_action():
    program = ask_of_kind("tichu")
    before = list(program.driver.actions)
    program.act(action="decline")
    assert program.driver.actions[: len(before)] == before
    assert "0 tichu" not in map(str, program.driver.actions)


def test_a_wish_goes_with_the_mah_jong():
    program = ask_of_kind("play")
    assert program.ask["plays"][0]["wish"] is True
    program.act(play=0, wish=9)
    assert "0 play Mj wish=9" in map(str, program.driver.actions)


def test_what_is_refused_and_why():
    grand = ask_of_kind("grand")
    assert error(grand.act(action="decline")) == ("not_asked", None)
    assert error(grand.act(action="pass")) == ("not_on_turn", "R-050")
    assert error(grand.act()) == ("bad_act", None)
    assert error(grand.act(action="nogrand", play=0)) == ("bad_act", None)
    assert error(grand.act(action="nogrand", seat=1)) == ("not_your_seat", None)
    assert error(grand.act(action="nogrand", position=0)) == ("too_late", None)
    assert error(grand.act(action="nogrand", position=2)) == ("bad_position", None)
    assert error(grand.act(action="nogrand", match="abc")) == ("unknown_match", None)
    assert error(grand.act(play=0)) == ("no_such_play", None)
    assert grand.act(action="nogrand", seat=0)["type"] == "ok"

    exchange = ask_of_kind("exchange")
    assert error(exchange.act(action="give 2s 2s 3s"))[0] == "same_card"
    assert error(exchange.act(action="give 2s 3s Dg"))[0] == "not_held"

    play = ask_of_kind("play")
    assert error(play.act(action="pass")) == ("must_lead", "R-049")
    assert error(play.act(action="play Dg")) == ("not_held", "R-050")
    assert error(play.act(action="tichu"))[0] == "not_asked"
    play.act(play=0, wish=None)
    assert error(play.act(action="play 2p"))[0] == "does_not_beat"


def test_older_answers_are_no_mistakes():
    program = ask_of_kind("tichu")
    position = program.ask["position"]
    program.act(action="nogrand", position=position - 1)
    assert program.client.refused == []
    program.act(action="decline", position=position + 1)
    assert [refused.code for refused in program.client.refused] == ["bad_position"]


def test_what_would_be_is_only_looked_at():
    program = ask_of_kind("grand")
    assert program.act(action="grand", check=True)["type"] == "ok"
    assert error(program.act(action="tichu", check=True))[0] == "tichu_too_early"
    assert program.driver.actions == []
    assert program.question.kind == "grand"


def test_before_it_is_seated_it_has_nothing_to_answer():
    client = StartedClient("tichu", 1.0, TOLD)
    act = {"type": "act", "id": "1", "match": MATCH, "position": 0, "action": "pass"}
    client.hear(json.dumps(act).encode())
    client.hear(json.dumps(HELLO).encode())
    client.hear(json.dumps({**act, "id": "2"}).encode())
    first, _, last = (json.loads(raw) for raw in client.take_output())
    assert (first["code"], last["code"]) == ("hello_first", "too_late")


# --- what it asks ---


def test_it_may_ask_what_needs_no_match():
    program = seated()
    reply = program.send("classify", cards="7j7s")
    assert reply["result"]["readings"] == [{"type": "pair", "rank": 7, "cards": "7j7s"}]
    line = "tichu1 play hands:2j3j/6j6s6p6t/7j/Mj9j turn:3"
    assert program.send("legal_actions", position=line)["result"]["seats"][3]["count"] == 2
    done = program.send("apply", position=line, action="3 play 9j")["result"]["position"]
    assert done.startswith("tichu1 play hands:2j3j/6j6s6p6t/7j/Mj turn:0")
    assert program.send("legal_plays", hand="7j")["result"]["legal"]["count"] == 1
    assert program.send("list")["result"] == {"type": "list", "matches": []}
    assert program.send("hello", version=1)["result"]["capabilities"] == ["seated", "questions"]
    # None of these is an answer.
    assert program.question.kind == "grand"


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("create", {}),
        ("take", {"match": "match"}),
        ("resume", {"match": "match", "token": "x" * 22}),
        ("watch", {"match": "match"}),
        ("leave", {"match": "match"}),
        ("record", {"match": "match"}),
    ],
)
def test_it_makes_no_matches(kind: str, fields: Message):
    program = seated()
    assert error(program.send(kind, **fields)) == ("unsupported", None)


def test_another_version_is_not_spoken():
    program = StartedProgram()
    assert error(program.send("hello", version=2)) == ("unknown_version", None)
    assert not program.client.greeted
