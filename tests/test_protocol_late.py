"""Answers that arrive late: whatever they were, they are ``too_late``, and nobody is harmed."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from node_bot import needs_node, run_bot
from protocol_host import Client, Host, Message, any_answer, four_seats, scene
from tichu.protocol.client import Client as PlainClient
from tichu.protocol.client import Crossed, EngineTransport, first_answer
from tichu.seats import SEATS

PAGE = Path(__file__).parent.parent / "docs" / "PROTOCOL.md"

TABLES: dict[str, dict[str, Any]] = {
    "plain": {},
    "a window": {"bomb_window": 0.05},
    "a long window": {"bomb_window": 0.3},
    "a window for all": {"bomb_window": None},
    "a pause": {"pause": 0.05},
    "a pause for all": {"pause": None},
    "agents": {"seats": ["me", "first", "me", "first"]},
    "keep": {"options": {"tichu_during_exchange": "keep"}},
}


def many_calls(ask: Message, rng: random.Random) -> Message:
    """Anything, and Tichu often."""
    if "tichu" in ask.get("actions", ()) and rng.random() < 0.3:
        return {"action": "tichu"}
    return any_answer(ask, rng, 0.3)


def answer_late(host: Host, client: Client, match: str, rng: random.Random) -> Counter[str]:
    """Answer all that is asked after a while, in any order; how the answers were taken."""
    on_the_way: list[tuple[float, Message]] = []
    taken: Counter[str] = Counter()
    read = 0
    while host.game(match).life != "over" and sum(taken.values()) < 2_000:
        for message in client.pushed[read:]:
            if message["type"] != "ask":
                continue
            if any(message.get(name) for name in ("actions", "plays", "give")):
                fields = {name: message[name] for name in ("match", "seat", "position")}
                arrives = host.now + rng.choice([0.01, 0.09, 0.11, 0.25])
                on_the_way.append((arrives, {**fields, **many_calls(message, rng)}))
        read = len(client.pushed)
        on_the_way.sort(key=lambda sent: sent[0])
        due = host.next_due()
        if on_the_way and (due is None or on_the_way[0][0] <= due):
            arrives, fields = on_the_way.pop(0)
            host.now = max(host.now, arrives)
            reply = client.send("act", **fields)
            taken[reply.get("code", "ok")] += 1
        else:
            assert host.go_on()
    for _, fields in on_the_way:
        reply = client.send("act", **fields)
        taken[reply.get("code", "ok")] += 1
    return taken


@pytest.mark.parametrize("table", TABLES)
def test_late_answers_are_too_late_and_nothing_else(table: str):
    settings = {"seats": ["me"] * 4, "target": 1_000, "clock": {"decision": 0.1}, **TABLES[table]}
    host = Host()
    client = host.connect()
    match = client.do("create", **settings)["match"]
    taken = answer_late(host, client, match, random.Random(f"late {table}"))
    # Two answers of one's own to the same question are no matter of time.
    assert set(taken) <= {"ok", "too_late"}, taken
    assert taken["too_late"] > 20


def test_the_reason_is_told():
    host = Host()
    client, match = four_seats(host)
    for seat in SEATS:
        client.act(match, seat, action="nogrand")
    old = client.ask(match, 0)["position"]
    for seat in SEATS:
        give = client.ask(match, seat)["give"]
        client.act(match, seat, action=f"give {give[:2]} {give[2:4]} {give[4:6]}")
    late = {"match": match, "seat": 0, "position": old}
    reply = client.send("act", **late, action="give 2j 3j 4j")
    assert reply["code"] == "too_late"
    assert "exchange" in reply["message"]


def test_what_is_wrong_now_is_told_as_it_is():
    """An answer to the newest question that the rules refuse has the rules' code."""
    host = Host()
    client, match = scene(
        host, "tichu1 play hands:3j9j/4j5j/6j7j/8j9s turn:0 owner:3 top:5s trick:5s", bomb_window=1
    )
    act = {"match": match, "seat": 0, "position": client.ask(match, 0)["position"]}
    assert client.refused("act", **act, action="play 3j")[0] == "does_not_beat"
    assert client.refused("act", **act, action="decline")[0] == "not_asked"
    assert client.refused("act", **act, action="next")[0] == "not_asked"
    assert client.refused("act", **act)[0] == "bad_act"


def test_after_the_end_all_is_too_late():
    host = Host()
    client, match = scene(host, "tichu1 play hands:-/-/5j/Kj turn:2 out:01", target=1)
    position = client.ask(match, 2)["position"]
    client.act(match, 2, play=0)
    assert host.game(match).life == "over"
    late = {"match": match, "seat": 2, "position": position, "action": "play 5j"}
    assert client.refused("act", **late)[0] == "too_late"
    now = {**late, "position": host.game(match).position}
    assert client.refused("act", **now)[0] == "not_playing"


# --- the bots of the page, and the client of this package ---


def test_the_plain_client_tells_what_has_crossed():
    with PlainClient(EngineTransport.start()) as client:
        clock = {"decision": 0.1, "bank": 0.0}
        match = client.create(seats=("me", "first", "first", "first"), clock=clock, target=1).match
        first = client.next_ask(match)
        assert first is not None
        while (push := client.next_push(5)) is not None:
            if getattr(push, "kind", "") == "play":
                break
        with pytest.raises(Crossed) as caught:
            client.act(first, *first_answer(first))
        assert caught.value.code == "too_late"


@needs_node
def test_the_bot_in_javascript_is_not_harmed_by_late_answers(tmp_path: Path):
    text = PAGE.read_text(encoding="utf-8")
    (program,) = re.findall(r"^```javascript\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    slow = program.replace("reply(message);", "setTimeout(() => reply(message), random(200));")
    slow = slow.replace("target: 300", "target: 1, clock: { decision: 0.1 }, pause: 0.05")
    assert slow.count("setTimeout") == program.count("setTimeout") + 1
    assert slow.count("clock") == 1
    assert "winner" in run_bot(slow, tmp_path)
