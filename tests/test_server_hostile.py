"""Hostile messages over sockets neither stop the server, nor change a match, nor learn anything."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from protocol_hostile import Hostile
from server_host import Talk, ask, create, raw, served
from tichu import STANDARD
from tichu.protocol.bounds import Limits
from tichu.server import ServerLimits, create_app

BATCH = 100
MOST = 60_000
"""Longer messages end the connection, and that has a test of its own."""


class Victim:
    """A match in mid-play, with the four players on one connection."""

    def __init__(self, port: int) -> None:
        self.talk = Talk(port, max_size=None)
        self.talk.hello()
        made = self.talk.request("create", seats=["me"] * 4, target=10_000)["result"]
        self.match: str = made["match"]
        self.tokens: list[str] = made["tokens"]
        self.rng = random.Random(0)
        self.asks: dict[int, Any] = {}
        self.position = 0

    def act(self) -> None:
        """Let one of the players do something."""
        while not self.asks:
            self.hear()
        seat = self.rng.choice(sorted(self.asks))
        question = self.asks.pop(seat)
        fields: dict[str, Any] = {"seat": seat, "position": question["position"]}
        if question["kind"] == "exchange":
            give = question["give"]
            fields["action"] = f"give {give[:2]} {give[2:4]} {give[4:6]}"
        elif question.get("count"):
            fields["play"] = self.rng.randrange(question["count"])
        else:
            fields["action"] = question["actions"][0]
        self.talk.send("act", match=self.match, **fields)
        while self.hear()["type"] not in ("ok", "error"):
            pass

    def hear(self) -> Any:
        message = self.talk.receive()
        if message["type"] == "ask":
            self.position = message["position"]
            if message["kind"] == "wait":
                self.asks.pop(message["seat"], None)
            else:
                self.asks[message["seat"]] = message
        return message

    def views(self) -> list[Any]:
        """The match as each of its players sees it."""
        return [self._view(token) for token in self.tokens]

    def _view(self, token: str) -> Any:
        self.talk.send("resume", match=self.match, token=token)
        while (message := self.hear())["type"] != "ok":
            pass
        return message["result"]["view"]

    def knowledge(self) -> dict[str, list[Any]]:
        """What an attacker knows: everything but tokens."""
        return {
            "match": [self.match, self.match, "nowhere"],
            "position": [self.position, self.position - 1, self.position + 1, 0],
            "seat": [0, 1, 2, 3],
            "play": [0, 1, 5],
            "action": ["pass", "play 7j", "tichu", "decline", "next", "give 2j 3j 4j"],
            "token": ["A" * 22],
            "seats": [["me"] * 4, ["random"] * 4, ["open", "me", "invite", "first"]],
            "version": [1, 1, 1, 0, 2],
            "option": list(STANDARD.__struct_fields__),
        }


def throw(attacker: Talk, messages: list[bytes], rng: random.Random) -> list[bytes]:
    """Send messages; all that came back, at least one reply for each."""
    for message in messages:
        attacker.socket.send(message, text=rng.random() < 0.5 and is_utf_8(message))
    heard: list[bytes] = []
    replies = 0
    while replies < len(messages):
        data = attacker.socket.recv(20, decode=False)
        heard.append(data)
        replies += json.loads(data)["type"] in ("ok", "error")
    return heard


def is_utf_8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def attack(count: int, seed: int) -> dict[str, int]:
    """Throw so many messages at a match in mid-play; how often each code came back."""
    limits = Limits(requests_per_second=None, matches=30, kept=0.0, unattended=1.0)
    app = create_app(db=":memory:", limits=limits, server_limits=ServerLimits(hello=60))
    rng, hostile = random.Random(seed), Hostile(seed, {})
    codes: dict[str, int] = {}
    with served(app) as address:
        victim = Victim(address.port)
        attackers: list[Talk] = []
        try:
            for _ in range(count // BATCH):
                for _ in range(5):
                    victim.act()
                hostile.known = victim.knowledge()
                before = victim.views()
                if len(attackers) > 5:
                    attackers.pop(0).close()
                attackers.append(Talk(address.port, max_size=None, max_queue=None))
                if rng.random() < 0.8:
                    attackers[-1].hello()
                messages = [hostile.message() for _ in range(BATCH)]
                heard = throw(rng.choice(attackers), [m for m in messages if len(m) < MOST], rng)
                check(heard, victim, before, codes)
                assert victim.views() == before
            assert ask(address.port, "/health").json["status"] == "ok"
            for _ in range(200):
                victim.act()
        finally:
            for talk in (*attackers, victim.talk):
                talk.close()
    return codes


def check(heard: list[bytes], victim: Victim, before: list[Any], codes: dict[str, int]) -> None:
    """Nothing that is hidden in the victim's match came back."""
    secrets = [token.encode() for token in victim.tokens]
    hands = [view["table"].get("hand", "").encode() for view in before]
    for data in heard:
        assert not any(secret in data for secret in secrets)
        message = json.loads(data)
        if message["type"] in ("ok", "error"):
            code = message.get("code", "ok")
            codes[code] = codes.get(code, 0) + 1
        if message.get("match") == victim.match:
            assert "seat" not in message
            assert not any(hand in data for hand in hands if len(hand) > 8)


def test_four_thousand_hostile_messages():
    codes = attack(4_000, 1)
    assert codes["ok"] > 50
    assert {"bad_field", "bad_json", "not_your_seat", "too_deep", "too_large"} <= set(codes)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
def test_a_hundred_thousand_hostile_messages(seed: int):
    attack(10_000, seed)


# --- below the messages ---

UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
STARTS = [
    b"",
    b"GET / HTTP/1.1\r\n",
    b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\n",
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
    UPGRADE,
]


def noise(rng: random.Random) -> bytes:
    """The start of something good, and then anything."""
    data = rng.choice(STARTS)
    for _ in range(rng.randrange(6)):
        data += rng.choice(
            [
                rng.randbytes(rng.randrange(60)),
                bytes([rng.randrange(256), 0x80 | rng.randrange(126)]) + rng.randbytes(40),
                b"\x81\xff" + (2**63 - 1).to_bytes(8, "big") + bytes(4),
                b"\x89\x80\x00\x00\x00\x00" * 50,
                b"\x01\x80\x00\x00\x00\x00" + b"\x00\x80\x00\x00\x00\x00" * 300,
                b"Content-Length: -1\r\n",
                b"Transfer-Encoding: chunked\r\n\r\nffffffff\r\n",
                b"\r\n\r\n",
            ]
        )
    return data


@pytest.mark.parametrize("seed", range(3))
def test_noise_on_the_wire(seed: int):
    rng = random.Random(seed)
    with served(create_app(db=":memory:", server_limits=ServerLimits(close=0.2))) as address:
        with Talk(address.port) as talk:
            talk.hello()
            for _ in range(100):
                try:
                    with raw(address.port, noise(rng)) as made:
                        made.settimeout(0.01)
                        made.recv(1000)
                except OSError:
                    # Ended by the server, or left without an answer: as it should be.
                    pass
            assert talk.request("list")["type"] == "ok"
        assert create(address.port)["match"]
        for _ in range(100):
            if ask(address.port, "/health").json["sessions"] == 0:
                break
        else:
            raise AssertionError("a connection was forgotten")
