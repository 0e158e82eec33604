"""Hostile messages neither stop a host, nor change anybody's match, nor learn anything."""

from __future__ import annotations

import io
import random
from typing import Any

import msgspec
import pytest

from protocol_host import FREE, Client, Host, any_answer, four_seats, one_act, play
from protocol_hostile import Hostile
from tichu import STANDARD, format_position
from tichu.protocol.messages.replies import Error, Ok
from tichu.replay.records import replay_record
from tichu.seats import SEATS

LIMITS = msgspec.structs.replace(FREE, matches=40, watchers=5)


def knowledge(host: Host, match: str) -> dict[str, list[Any]]:
    """What an attacker knows: everything but tokens."""
    position = host.game(match).position
    return {
        "match": [match, match, match, "nowhere"],
        "position": [position, position, position - 1, position + 1, 0, *LINES],
        "seat": [0, 1, 2, 3],
        "play": [0, 1, 5, 2**53 - 1],
        "action": ["pass", "play 7j", "tichu", "decline", "next", "give 2j 3j 4j", "0 pass"],
        "wish": [None, 2, 14],
        "last_seq": [0, 1, host.game(match).seq, 2**53 - 1],
        "token": ["A" * 22, "AAAAAAAAAAAAAAAAAAAAAA"],
        "seats": [["me"] * 4, ["random"] * 4, ["open", "me", "invite", "first"]],
        "preset": ["standard", "tournament", "nothing"],
        "version": [1, 1, 1, 0, 2],
        "option": list(STANDARD.__struct_fields__),
        "cards": ["7j7s", "6j7s8p9tPh", ""],
        "hand": ["7j7s8pPh", "TjTsJjJsJpJtQjQsQpQtKjKsKpPh"],
        "table": ["5j 5s", "Ph=13.5"],
    }


LINES = ["tichu1 play hands:7j/8j/9j/Tj turn:0", "tichu1 play hands:2j3jMj/4j/6j/8j turn:0"]


def shown(host: Host, match: str) -> list[bytes]:
    encode = msgspec.json.Encoder().encode
    return [encode(host.game(match).view_for(seat)) for seat in (*SEATS, None)]


def check_nothing_learnt(attacker: Client, victim: str, secrets: list[bytes]) -> None:
    """Nothing of a seat of the victim's match came back."""
    for raw in attacker.raw:
        for secret in secrets:
            assert secret not in raw
    for message in attacker.pushed:
        if message["match"] == victim:
            assert message["type"] != "ask"
            assert "seat" not in message
    attacker.raw.clear()
    attacker.pushed.clear()
    attacker.replies.clear()


def attack(count: int, seed: int) -> dict[str, int]:
    """Throw so many messages at a match in mid-play; how often each code came back."""
    rng = random.Random(seed)
    host = Host(LIMITS)
    owner, match = four_seats(host, bomb_window=None, pause=None, target=10_000)
    codes: dict[str, int] = {}
    attackers = [host.connect(hello=False), host.connect(), host.connect()]
    attackers[2].do("watch", match=match)
    tokens = [token.encode() for token in owner.replies[1]["result"]["tokens"]]
    seed_text = host.game(match).made.seed.encode()
    hostile = Hostile(seed, {})
    for number in range(count):
        if number % 50 == 0:
            one_act(host, [owner], match, rng, lambda ask, rng: any_answer(ask, rng, 0.4))
            hostile.known = knowledge(host, match)
            hostile.known["position"].append(
                format_position(host.state(match)) if not number else LINES[0]
            )
            before, entries = shown(host, match), entries_of(host, match)
        attacker = attackers[number % 3]
        answered = len(attacker.replies)
        attacker.throw(hostile.message())
        assert len(attacker.replies) == answered + 1
        reply = attacker.replies[-1]
        code = reply.get("code", "ok")
        codes[code] = codes.get(code, 0) + 1
        if number % 50 == 49:
            assert shown(host, match) == before
            assert entries_of(host, match) == entries
            for one in attackers:
                check_nothing_learnt(one, match, [*tokens, seed_text])
            attackers[0] = host.connect(hello=False)
            attackers[1].close()
            attackers[1] = host.connect()
    # The match is played on as if nothing had been.
    for _ in range(200):
        one_act(host, [owner], match, rng, lambda ask, rng: any_answer(ask, rng, 0.4))
    return codes


def entries_of(host: Host, match: str) -> int:
    return sum(entry.match == match for entry in host.journal)


def test_ten_thousand_hostile_messages():
    codes = attack(10_000, 1)

    # They came far in: many kinds of refusal, and some were good questions.
    assert codes["ok"] > 100
    assert {
        "bad_field", "bad_json", "hello_first", "missing_field", "not_your_seat", "too_deep",
        "too_large", "unknown_field", "unknown_match", "unknown_type", "unknown_version",
    } <= set(codes)  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
def test_a_hundred_thousand_hostile_messages(seed: int):
    attack(10_000, seed)


def test_a_hostile_player_has_no_more_than_his_seat():
    """One player sends mostly nonsense; the match is legal to its end, and he acts for himself."""
    rng = random.Random(6)
    host = Host(FREE)
    players = [host.connect() for _ in SEATS]
    match = players[0].do(
        "create", seats=["me", "open", "open", "open"], bomb_window=None, target=100
    )["match"]
    for player in players[1:]:
        player.do("take", match=match)
    hostile = Hostile(6, {})
    rogue = players[3]
    causes: set[tuple[int, str]] = set()
    for number in range(30_000):
        if host.game(match).life == "over":
            break
        if number % 10 == 0:
            hostile.known = knowledge(host, match)
            ask = rogue.asks.get((match, 3), {})
            hostile.known["position"] = [ask.get("position", 0)]
            hostile.known["action"] += ask.get("actions", [])
        message = hostile.message()
        if b'"leave"' in message:
            continue
        rogue.throw(message)
        if number % 3 == 0:
            one_act(host, players, match, rng, lambda ask, rng: any_answer(ask, rng, 0.3))
    for event in players[0].events(match, 0):
        if "actor" in event:
            causes.add((event["actor"], event["by"]))
    assert host.game(match).life == "over"
    assert {seat for seat, cause in causes if cause == "player"} == {0, 1, 2, 3}
    record = host.hub.record(match)
    assert record is not None
    for played in replay_record("record", io.BytesIO(record)):
        assert played.findings == ()


def test_every_reply_is_a_message_of_the_protocol():
    host = Host(LIMITS)
    client = host.connect()
    hostile = Hostile(3, {"option": ["target"]})
    decoder = msgspec.json.Decoder(Ok | Error)
    for _ in range(300):
        client.throw(hostile.message())
    for reply in client.replies:
        decoder.decode(msgspec.json.encode(reply))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" ",
        b"\x00",
        b"null",
        b"[]",
        b"{}",
        b"\xff\xfe{}",
        b"[" * 10_000,
        b'{"type":' * 2_000,
        b'{"type":"hello","id":"1","version":1}{"type":"list","id":"2"}',
        b'{"type":"hello","id":"1","version":NaN}',
        b'{"type":"hello","id":"\xed\xa0\x80","version":1}',
        b"9" * 10_000,
        b'"' + b"\\u0000" * 2_000 + b'"',
    ],
)
def test_nonsense_gets_an_error(data: bytes):
    host = Host()
    client = host.connect(hello=False)
    client.throw(data)
    assert [reply["type"] for reply in client.replies] == ["error"]
    assert client.do("hello", version=1)["version"] == 1


def test_play_goes_on_after_nonsense():
    host = Host()
    client, match = four_seats(host, target=1)
    for data in (b"", b"{", b'{"type":"act"}'):
        client.throw(data)
    play(host, [client], match, random.Random(0))
