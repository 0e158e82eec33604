"""Matches over WebSockets: play, bounds, and clients that do not behave."""

from __future__ import annotations

import base64
import json
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server_host import LOOPBACK, Talk, ask, create, ends_within, raw, served
from tichu.protocol.bounds import Limits
from tichu.protocol.client import Client, ConnectionEnded, first_answer
from tichu.server import ServerLimits, create_app
from tichu.server.client import WebSocketTransport
from tichu.server.origin import LOOPBACK_HOSTS
from tichu.server.serving import Address


@pytest.fixture(scope="module")
def address() -> Iterator[Address]:
    """A server with a database that lasts no longer than it, and the bounds that it has anyway."""
    app = create_app(db=":memory:", allow_hosts=LOOPBACK_HOSTS)
    with served(app) as found:
        yield found


@pytest.fixture
def port(address: Address) -> int:
    return address.port


@pytest.fixture(scope="module")
def narrow() -> Iterator[int]:
    """The port of a server with narrow bounds."""
    app = create_app(
        db=":memory:",
        limits=Limits(
            sessions=8,
            matches=3,
            requests_per_second=50,
            burst=45,
            excess=30,
            backlog_bytes=200_000,
            message_bytes=2_000,
        ),
        server_limits=ServerLimits(
            hello=0.4, ping=0.3, pong=0.3, close=0.3, body_bytes=2_000, sockets=12, frames=8
        ),
    )
    with served(app) as found:
        yield found.port


# --- play ---


def test_a_whole_match_with_the_plain_client(port: int):
    with Client(WebSocketTransport(f"ws://{LOOPBACK}:{port}/ws")) as client:
        made = client.create(seats=("me", "random", "random", "random"), target=1)
        while (question := client.next_ask(made.match, 10)) is not None:
            client.act(question, *first_answer(question))
        assert client.over[made.match].winner in ("02", "13", "draw")
        record = client.record(made.match)
    assert ask(port, f"/api/records/{made.match}").body.decode() == record


def test_a_seat_is_come_back_to(port: int):
    made = create(port, seats=["invite", "random", "random", "random"])
    match, token = made["match"], made["tokens"][0]
    with Talk(port) as first:
        first.hello()
        view = first.request("resume", match=match, token=token)["result"]["view"]
        hand = view["table"]["hand"] if "table" in view else None
    with Talk(port) as second:
        second.hello()
        again = second.request("resume", match=match, token=token, last_seq=0)["result"]
        assert again["view"]["seat"] == 0
        assert hand is None or again["view"]["table"]["hand"] == hand
        with Talk(port) as third:
            third.hello()
            third.request("resume", match=match, token=token)
            assert second.until("detached")["reason"] == "replaced"


def test_a_wrong_token_opens_nothing(port: int):
    match = create(port, seats=["invite"] * 4)["match"]
    with Talk(port) as talk:
        talk.hello()
        for token in ("A" * 22, "A" * 21 + "B"):
            assert talk.request("resume", match=match, token=token)["code"] == "bad_token"


def test_binary_messages_are_read_like_text(port: int):
    with Talk(port) as talk:
        talk.socket.send(b'{"type":"hello","id":"b","version":1}')
        assert talk.receive()["type"] == "ok"


def test_there_is_no_way_back_to_the_client(port: int):
    # What is sent is never in a URL: the socket's address knows no parameters.
    made = create(port, seats=["invite"] * 4)
    with Talk(port, f"/ws?match={made['match']}&token={made['tokens'][0]}") as talk:
        assert talk.hello()["type"] == "ok"
        refused = talk.request("act", match=made["match"], position=1, action="pass")
        assert refused["code"] == "not_your_seat"


# --- nonsense ---


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("", "bad_json"),
        ("null", "bad_field"),
        ("{}", "missing_field"),
        ('{"type":"hello"}', "missing_field"),
        ('{"type":"drop_table","id":"x"}', "unknown_type"),
        ('{"type":"hello","id":"x","version":2}', "unknown_version"),
        ('{"type":"hello","id":"x","version":1,"more":1}', "unknown_field"),
        ('{"type":"hello","id":"x","version":"1"}', "bad_field"),
        ('{"type":"list","id":"x"}', "hello_first"),
        ("[" * 9 + "]" * 9, "too_deep"),
        ("[" * 8000 + "]" * 8000, "too_deep"),
        (b"\xff\xfe", "bad_json"),
        ('{"type":"hello","id":"' + "x" * 20_000 + '"}', "too_large"),
    ],
)
def test_nonsense_is_an_error_and_the_connection_goes_on(port: int, data: str | bytes, code: str):
    with Talk(port) as talk:
        talk.socket.send(data)
        error = talk.receive()
        assert (error["type"], error["code"]) == ("error", code)
        assert talk.hello()["type"] == "ok"


def test_text_that_is_no_utf_8_is_nonsense_like_any_other(port: int):
    with upgraded(port) as talk:
        talk.sendall(frame(b'{"\xff"}'))
        assert b"bad_json" in talk.recv(4096)


def test_unknown_matches_and_ids_used_again(port: int):
    with Talk(port) as talk:
        talk.hello()
        assert talk.request("watch", match="nothing")["code"] == "unknown_match"
        talk.socket.send('{"type":"list","id":"same"}')
        assert talk.receive()["type"] == "ok"
        talk.socket.send('{"type":"list","id":"same"}')
        assert talk.receive()["code"] == "repeated_id"


def test_far_too_large_a_message_ends_the_connection(port: int):
    with Talk(port) as talk:
        talk.socket.send("x" * 100_000)
        with pytest.raises(ConnectionClosed) as caught:
            talk.receive()
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == 1009


@pytest.mark.parametrize("path", ["/", "/nothing", "/api/matches", "/ws/"])
def test_other_addresses_are_no_sockets(port: int, path: str, caplog: pytest.LogCaptureFixture):
    with pytest.raises(InvalidStatus) as caught, Talk(port, path):
        pass
    assert caught.value.response.status_code == 404
    assert b"not_found" in (caught.value.response.body or b"")
    assert caplog.text == ""


@pytest.mark.parametrize("origin", ["https://evil.example", "http://localhost", "null"])
def test_pages_of_other_origins_get_no_socket(port: int, origin: str):
    with pytest.raises(InvalidStatus) as caught, Talk(port, origin=origin):
        pass
    assert caught.value.response.status_code == 403
    assert b"foreign_origin" in (caught.value.response.body or b"")


def test_its_own_page_gets_one(port: int):
    with Talk(port, origin=f"http://{LOOPBACK}:{port}") as talk:
        assert talk.hello()["type"] == "ok"


def test_another_name_gets_none(port: int):
    with raw(port, upgrade("evil.example")) as odd:
        assert b" 421 " in odd.recv(4096).splitlines()[0]


# --- bounds ---


def test_whoever_says_nothing_is_cut(narrow: int):
    with Talk(narrow) as talk:
        began = time.monotonic()
        assert talk.receive()["code"] == "idle"
        with pytest.raises(ConnectionClosed) as caught:
            talk.receive()
        assert caught.value.rcvd is not None
        assert (caught.value.rcvd.code, caught.value.rcvd.reason) == (1008, "idle")
        assert time.monotonic() - began < 5


def test_one_who_has_greeted_may_be_silent(narrow: int):
    with Talk(narrow) as talk:
        talk.hello()
        with pytest.raises(TimeoutError):
            talk.receive(1.2)
        assert talk.request("list")["type"] == "ok"


def test_one_who_answers_no_pings_is_cut(narrow: int):
    with upgraded(narrow) as dead:
        dead.sendall(frame(b'{"type":"hello","id":"x","version":1}'))
        assert ends_within(dead, 5)


def test_too_many_requests_are_refused_then_cut(narrow: int):
    with Talk(narrow) as talk:
        talk.hello()
        for _ in range(100):
            talk.send("list")
        messages, reason = the_rest(talk)
        codes = [message.get("code", "ok") for message in messages]
        assert codes.count("ok") >= 44
        assert codes.count("too_fast") >= 31
        assert reason == "too_fast"


def test_too_many_connections(narrow: int):
    talks = [Talk(narrow) for _ in range(8)]
    try:
        for talk in talks:
            assert talk.hello()["type"] == "ok"
        with Talk(narrow) as more:
            assert more.receive()["code"] == "too_many_sessions"
            with pytest.raises(ConnectionClosed) as caught:
                more.receive()
            assert caught.value.rcvd is not None
            assert caught.value.rcvd.code == 1013
        answer = ask(narrow, "/api/matches", "POST", b"{}")
        assert (answer.status, answer.json["code"]) == (503, "too_many_sessions")
        assert talks[0].request("list")["type"] == "ok"
    finally:
        for talk in talks:
            talk.close()


def test_too_many_sockets_are_closed_at_once(narrow: int):
    silent = [raw(narrow) for _ in range(12)]
    try:
        time.sleep(0.1)
        with raw(narrow, b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n") as more:
            assert ends_within(more, 5)
    finally:
        for made in silent:
            made.close()
    for _ in range(50):
        try:
            assert ask(narrow, "/health").status == 200
            break
        except OSError:
            time.sleep(0.05)
    else:
        raise AssertionError("the places are not given back")


def test_too_many_matches(narrow: int):
    with Talk(narrow) as talk:
        talk.hello()
        made = [talk.request("create", seats=["me", "open", "open", "open"]) for _ in range(4)]
        assert [reply["type"] for reply in made] == ["ok", "ok", "ok", "error"]
        assert made[3]["code"] == "too_many_matches"
        answer = ask(narrow, "/api/matches", "POST", b"{}")
        assert (answer.status, answer.json["code"]) == (503, "too_many_matches")


def test_a_message_in_too_many_pieces_is_cut(narrow: int):
    with upgraded(narrow) as talk:
        talk.sendall(frame(b"", kind=1, fin=False) + frame(b"", kind=0, fin=False) * 20)
        assert ends_within(talk, 5)


def test_whoever_does_not_read_is_cut_and_others_play_on(port: int):
    made = create(port, seats=["open", "random", "random", "random"], bomb_window=0, pause=0)
    slow = upgraded(port, receive_buffer=4096)
    slow.sendall(frame(b'{"type":"hello","id":"h","version":1}'))
    with Talk(port) as other:
        other.hello()
        sent = 0
        question = json.dumps(
            {"type": "legal_plays", "id": "?", "hand": "2j2s3j3s4j4s5j5s6j6s7j7sPhMj"}
        )
        slow.settimeout(0.2)
        try:
            for number in range(100_000):
                slow.sendall(frame(question.replace("?", str(number)).encode()))
                sent += 1
                if number % 100 == 99:
                    time.sleep(0.002)
        except OSError:
            # It was cut, or the server reads no more of it.
            pass
        assert other.request("take", match=made["match"])["type"] == "ok"
        assert other.until("ask")["kind"] == "grand"
    slow.close()


# What may wait for the player, who does read: the longest question, and what happens until then.
# However late he reads it, nothing more comes before he has answered; so he is never cut himself.
@pytest.mark.parametrize(("each", "all_together"), [(100_000, 2**28), (2**28, 100_000)])
def test_a_watcher_that_does_not_read_is_cut(each: int, all_together: int):
    limits = Limits(backlog_bytes=each, requests_per_second=None, target=None)
    server_limits = ServerLimits(close=0.3, backlog_bytes=all_together)
    app = create_app(db=":memory:", limits=limits, server_limits=server_limits)
    with served(app) as address, Talk(address.port) as player:
        player.hello()
        seats = ["me", "random", "random", "random"]
        match = player.request("create", seats=seats, target=100_000)["result"]["match"]
        with upgraded(address.port, receive_buffer=2048) as watcher:
            watcher.sendall(frame(b'{"type":"hello","id":"h","version":1}'))
            watch = {"type": "watch", "id": "w", "match": match}
            watcher.sendall(frame(json.dumps(watch).encode()))
            while not is_cut(address.port):
                play_on(player, 100)
            assert ends_within(watcher, 5)
        assert player.request("list")["type"] == "ok"


def is_cut(port: int) -> bool:
    metrics = ask(port, "/metrics").body.decode()
    return 'tichu_connections_cut_total{code="slow_reader"} 1' in metrics


def play_on(player: Talk, answers: int) -> None:
    """Answer so many questions."""
    for _ in range(answers):
        question = player.until("ask")
        while question["kind"] == "wait":
            question = player.until("ask")
        answer(player, question)


def test_agents_among_themselves_keep_nobody_waiting(tmp_path: Path):
    limits = ServerLimits(creates=None)
    with served(create_app(db=tmp_path / "m.db", server_limits=limits)) as address:
        for _ in range(20):
            create(address.port, seats=["random"] * 4, target=10_000)
        with Talk(address.port) as talk:
            talk.hello()
            began = time.monotonic()
            for _ in range(10):
                assert talk.request("list")["type"] == "ok"
            assert time.monotonic() - began < 5
        began = time.monotonic()
    assert time.monotonic() - began < 5


def test_the_end_of_the_server_is_said():
    with served(create_app(db=":memory:")) as address:
        talk = Talk(address.port)
        talk.hello()
    with talk:
        assert talk.receive()["code"] == "shutdown"
        with pytest.raises(ConnectionClosed) as caught:
            talk.receive()
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1012


def test_a_client_without_a_server_is_told():
    with pytest.raises(ConnectionEnded) as caught:
        WebSocketTransport(f"ws://{LOOPBACK}:9/ws")
    assert caught.value.code == "cannot_connect"


def the_rest(talk: Talk) -> tuple[list[dict], str]:
    """All that still comes until the server closes the connection, and why it does."""
    messages = []
    try:
        while True:
            messages.append(talk.receive())
    except ConnectionClosed as closed:
        return messages, closed.rcvd.reason if closed.rcvd is not None else ""


# --- WebSockets by hand ---


def answer(player: Talk, question: dict) -> None:
    """Answer a question with the first thing that is possible."""
    fields: dict[str, object] = {}
    if question.get("count"):
        fields["play"] = 0
    elif question.get("actions"):
        fields["action"] = question["actions"][0]
    else:
        give = question["give"]
        fields["action"] = f"give {give[:2]} {give[2:4]} {give[4:6]}"
    match, position = question["match"], question["position"]
    player.send("act", match=match, position=position, **fields)


def upgrade(host: str) -> bytes:
    key = base64.b64encode(b"0123456789abcdef").decode()
    return (
        f"GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def upgraded(port: int, receive_buffer: int | None = None) -> socket.socket:
    """A WebSocket of which nothing but the handshake is done."""
    made = socket.socket()
    if receive_buffer is not None:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    made.settimeout(10)
    made.connect((LOOPBACK, port))
    made.sendall(upgrade("localhost"))
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += made.recv(1)
    assert b" 101 " in head.splitlines()[0]
    return made


def frame(data: bytes, kind: int = 1, *, fin: bool = True) -> bytes:
    first = kind | (0x80 if fin else 0)
    if len(data) < 126:
        return bytes((first, 0x80 | len(data))) + bytes(4) + data
    return bytes((first, 0xFE)) + struct.pack("!H", len(data)) + bytes(4) + data


def test_a_flood_is_cut_though_some_of_it_is_granted():
    with served(create_app(db=":memory:")) as address, Talk(address.port, max_queue=None) as flood:
        flood.hello()
        with suppress(ConnectionClosed):
            for _ in range(50_000):
                flood.send("list")
        metrics = ask(address.port, "/metrics").body.decode()
    assert 'tichu_connections_cut_total{code="too_fast"} 1' in metrics
