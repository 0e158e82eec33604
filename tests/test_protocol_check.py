"""An ``act`` with ``check``: the reply that it would get, and nothing else."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from protocol_host import Client, Host, Message, any_answer, four_seats, one_act, scene
from tichu.protocol.bounds import Limits

SCENE = "tichu1 play hands:2j2s9j9s/4j4s4p4t/6j6s/8j8s turn:0 owner:3 top:5j5s trick:5j5s"


def state_of(host: Host, match: str) -> Any:
    """All of a match that an action could change."""
    table = host.table(match)
    game = table.game
    return copy.deepcopy(
        (
            game.state, game.seq, game.position, dict(game.held), game.life, set(table.ready),
            None if table.window is None else sorted(table.window.answered), list(table.since),
            table._questions, host.hub.next_deadline(), len(host.journal), table.clock._bank,
        )
    )  # fmt: skip


def checked(host: Host, client: Client, match: str, seat: int, **answer: Any) -> Message:
    """The reply to a check, which changes nothing and is all that anybody is sent."""
    before, sent = state_of(host, match), [len(other.raw) for other in host.clients]
    position = client.asks[match, seat]["position"]
    reply = client.send("act", match=match, seat=seat, position=position, check=True, **answer)
    after = [len(other.raw) for other in host.clients]
    assert state_of(host, match) == before
    assert [new - old for old, new in zip(sent, after, strict=True)] == [
        int(other is client) for other in host.clients
    ]
    return reply


@pytest.mark.parametrize(
    ("seat", "answer", "code", "rule"),
    [
        (0, {"action": "play 2j 2s"}, "does_not_beat", "R-044"),
        (0, {"action": "play 9j"}, "does_not_beat", "R-044"),
        (0, {"action": "play 2j 9s"}, "not_a_combination", "R-028"),
        (0, {"action": "play 3j 3s"}, "not_held", "R-050"),
        (1, {"action": "pass"}, "not_on_turn", "R-050"),
        (2, {"action": "play 6j 6s"}, "not_on_turn", "R-056"),
        (0, {"play": 99}, "no_such_play", None),
        (0, {"action": "pass", "play": 0}, "bad_act", None),
        (0, {"action": "next"}, "not_asked", None),
        (0, {"action": "nonsense"}, "bad_action", None),
    ],
)
def test_what_would_be_refused_is(seat: int, answer: Message, code: str, rule: str | None):
    host = Host()
    client, match = scene(host, SCENE)

    reply = checked(host, client, match, seat, **answer)
    assert reply["type"] == "error"
    assert (reply["code"], reply.get("rule")) == (code, rule)
    assert reply["message"].endswith(".")
    position = client.asks[match, seat]["position"]
    real = client.send("act", match=match, seat=seat, position=position, **answer)
    assert {**real, "id": reply["id"]} == reply


def test_a_wish_that_forbids_to_pass_is_told():
    """R-068."""
    host = Host()
    client, match = scene(
        host, "tichu1 play hands:2j9s/4j/6j/8j turn:0 owner:3 top:5j trick:5j wish:9"
    )
    reply = checked(host, client, match, 0, action="pass")
    assert (reply["code"], reply["rule"]) == ("wish_stands", "R-068")


def test_what_would_be_done_is_not():
    host = Host()
    client, match = scene(host, SCENE, bomb_window=3)
    for seat, answer in ((0, {"action": "play 9j 9s"}), (0, {"play": 0}), (1, {"play": 0})):
        reply = checked(host, client, match, seat, **answer)
        assert reply["result"] == {"type": "act"}
    client.act(match, 0, action="play 9j 9s")
    # In the window it would be held, and to decline is nothing that is held.
    assert checked(host, client, match, 1, play=0)["result"] == {"type": "act", "held": True}
    assert checked(host, client, match, 1, action="decline")["result"] == {"type": "act"}
    assert checked(host, client, match, 2, action="decline")["result"] == {"type": "act"}


def test_a_call_that_can_only_be_lost_comes_with_a_warning():
    """R-020: legal, and a screen should warn."""
    host = Host()
    hand = "2j2s2p2t3j3s3p3t4j4s4p4t5j5s"
    client, match = scene(host, f"tichu1 play hands:-/6j6s/7j7s/{hand} turn:1 out:0")
    warning = checked(host, client, match, 3, action="tichu")["result"]["warning"]
    assert (warning["code"], warning["rule"]) == ("call_is_lost", "R-020")
    # Whoever does it is not warned again, and it counts.
    assert client.act(match, 3, action="tichu") == {"type": "act"}

    client, match = scene(host, f"tichu1 play hands:8j8s/6j6s/7j7s/{hand} turn:1")
    assert checked(host, client, match, 3, action="tichu")["result"] == {"type": "act"}


@pytest.mark.parametrize("during", ["reopen", "keep"])
def test_a_call_that_withdraws_all_gifts_comes_with_a_warning(during: str):
    """R-021: it does under the standard rules, once some gifts are in."""
    host = Host()
    client, match = four_seats(host, options={"tichu_during_exchange": during})
    for seat in range(4):
        client.act(match, seat, action="nogrand")
    assert checked(host, client, match, 0, action="tichu")["result"] == {"type": "act"}
    hand = client.ask(match, 1)["give"]
    client.act(match, 1, action=f"give {hand[:2]} {hand[2:4]} {hand[4:6]}")
    warning = checked(host, client, match, 0, action="tichu")["result"].get("warning", {})
    assert warning.get("rule") == ("R-021" if during == "reopen" else None)
    client.act(match, 0, action="tichu")
    withdrawn = {"type": "picks_withdrawn"} in client.happenings(match, 2)
    assert withdrawn == bool(warning)


def test_a_check_is_for_ones_own_seats_and_counts_as_a_request():
    host = Host(Limits(requests_per_second=1, burst=30))
    client, match = four_seats(host)
    other = host.connect()
    fields = {"match": match, "position": 1, "action": "grand", "check": True}
    assert other.refused("act", seat=0, **fields)[0] == "not_your_seat"
    codes = {other.send("act", seat=0, **fields).get("code") for _ in range(40)}
    assert codes == {"not_your_seat", "too_fast"}
    assert client.send("act", seat=0, **fields)["result"] == {"type": "act", "held": True}


def test_time_goes_on_while_somebody_checks():
    host = Host()
    client, match = four_seats(host, clock={"decision": 10, "bank": 0})
    for _ in range(9):
        host.pass_time(1)
        checked(host, client, match, 0, action="nogrand")
    host.pass_time(1.01)
    assert [event["by"] for event in client.events(match, 0)[1:]] == ["clock"] * 4


@pytest.mark.parametrize("pause", [0.0, None])
def test_a_check_foretells_the_reply_in_whole_rounds(pause: float | None):
    rng = random.Random(f"check {pause}")
    host = Host()
    client, match = four_seats(host, bomb_window=pause, pause=None, target=300)
    for _ in range(500):
        ask = rng.choice([ask for ask in client.asks.values() if ask["kind"] != "wait"])
        answer = any_answer(ask, rng, 0.3)
        reply = checked(host, client, match, ask["seat"], **answer)
        done = client.act(match, ask["seat"], **answer)
        reply["result"].pop("warning", None)
        assert reply["result"] == done
        if host.game(match).life == "over":
            break
        for _ in range(2):
            if not one_act(host, [client], match, rng):
                break
        if host.game(match).life == "over":
            break
