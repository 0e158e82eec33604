"""The server over HTTP: matches, records, the page, and who may ask."""

from __future__ import annotations

import http.client
import io
import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from server_host import ask, create, ends_within, raw, served
from tichu.record import read_record
from tichu.server import ServerLimits, create_app
from tichu.server.origin import LOOPBACK_HOSTS
from tichu.server.serving import Address

LISTED = "https://friends.example"
AGENTS = ["random"] * 4


@pytest.fixture(scope="module")
def address() -> Iterator[Address]:
    app = create_app(
        db=":memory:",
        allow_origins=[LISTED],
        allow_hosts=[*LOOPBACK_HOSTS, "table.example"],
        server_limits=ServerLimits(body=0.5, head=0.5, body_bytes=4096),
    )
    with served(app) as found:
        yield found


@pytest.fixture
def port(address: Address) -> int:
    return address.port


def finished(port: int, **settings: object) -> str:
    """The name of a match that agents have played to its end."""
    match: str = create(port, seats=AGENTS, target=100, **settings)["match"]
    for _ in range(200):
        if ask(port, f"/api/records/{match}").status == 200:
            return match
        time.sleep(0.05)
    raise AssertionError("the match does not end")


# --- matches and records ---


def test_a_match_is_made_and_listed(port: int):
    made = create(port, seats=["invite", "open", "random", "first"], name="Ada", target=300)

    assert re.fullmatch("[a-z2-7]{8}", made["match"])
    assert [token is not None for token in made["tokens"]] == [True, False, False, False]
    listed = ask(port, "/api/matches")
    assert listed.headers["cache-control"] == "no-store"
    [shown] = [match for match in listed.json["matches"] if match["match"] == made["match"]]
    assert shown["settings"]["target"] == 300
    assert made["tokens"][0].encode() not in listed.body


def test_a_body_without_fields_is_a_match_of_open_seats(port: int):
    assert create(port)["tokens"] == [None] * 4


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "bad_json"),
        (b"[]", 400, "bad_json"),
        (b"\xff", 400, "bad_json"),
        (b"[" * 4000, 400, "too_deep"),
        (b'{"clock":' + b"[" * 20 + b"]" * 20 + b"}", 400, "too_deep"),
        (b'{"nothing":1}', 400, "unknown_field"),
        (b'{"target":"x"}', 400, "bad_field"),
        (b'{"seats":["nobody","open","open","open"]}', 400, "unknown_agent"),
        (b"", 400, "bad_json"),
        (b'{"type":"list","id":"x"}', 400, "unknown_type"),
        (b'{"type":[]}', 400, "unknown_type"),
        (b'{"type":"create","id":"x"}', 201, None),
        (b"{" + b" " * 5000 + b"}", 413, "too_large"),
    ],
)
def test_bad_bodies(port: int, body: bytes, status: int, code: str | None):
    answer = ask(port, "/api/matches", "POST", body)
    assert answer.status == status
    assert answer.json.get("code") == code
    # Over HTTP there is one answer to each request, and nothing to tell them apart by.
    assert answer.json.get("id") is None


def test_a_body_says_that_it_is_json(port: int):
    # Other types can be sent by any page without asking the server first.
    answer = ask(port, "/api/matches", "POST", b"{}", {"Content-Type": "text/plain"})
    assert (answer.status, answer.json["code"]) == (415, "bad_type")


def test_a_finished_match_has_a_record(port: int):
    match = finished(port)
    answer = ask(port, f"/api/records/{match}")

    assert answer.headers["content-type"] == "application/jsonl"
    history = read_record(io.BytesIO(answer.body))
    assert history.seed is not None
    assert all(played.score is not None for played in history.rounds)
    assert match in [kept["match"] for kept in ask(port, "/api/records").json["matches"]]


def test_an_unlisted_match_is_found_by_its_name_only(port: int):
    match = finished(port, listed=False)
    assert match not in [kept["match"] for kept in ask(port, "/api/records").json["matches"]]


def test_there_is_no_record_before_the_end(port: int):
    match = create(port)["match"]
    for name in (match, "nothing", "%00", "x" * 5000):
        answer = ask(port, f"/api/records/{name}")
        assert (answer.status, answer.json["code"]) == (404, "no_record")


# --- what is beside them ---


def test_health_and_metrics(port: int):
    finished(port)
    health = ask(port, "/health").json
    assert health["status"] == "ok"
    assert health["matches"] >= 1

    answer = ask(port, "/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.body.decode().splitlines()
    values = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    assert int(values['tichu_journal_entries_total{kind="act"}']) > 0
    assert int(values["tichu_commit_seconds_count"]) > 0
    for line in lines:
        assert re.fullmatch(r'#.*|tichu_[a-z_]+(\{[a-z]+="[^"]*"\})? [0-9.e+-]+', line), line


def test_the_schema(port: int):
    answer = ask(port, "/schema.json")
    assert answer.headers["content-type"] == "application/schema+json"
    assert answer.json["$schema"] == "https://json-schema.org/draft/2020-12/schema"


# --- the page ---


def test_the_page_comes_with_strict_headers(port: int):
    answer = ask(port, "/")
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert "server" not in answer.headers


def test_every_answer_has_them(port: int):
    for path in ("/health", "/metrics", "/api/matches", "/schema.json", "/none", "/api/records/x"):
        headers = ask(port, path).headers
        assert headers["x-content-type-options"] == "nosniff", path
        assert "content-security-policy" in headers, path


def test_the_page_is_asked_for_again_only_when_it_has_changed(port: int):
    first = ask(port, "/")
    assert first.headers["cache-control"] == "no-cache"
    again = ask(port, "/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert ask(port, "/", headers={"If-None-Match": '"other"'}).status == 200


def test_nothing_else_is_served(port: int):
    for path in ("/../app.py", "/%2e%2e/app.py", "/static/..%2fapp.py", "//etc/passwd", "/app.py"):
        assert ask(port, path).status == 404, path


@pytest.mark.parametrize("method", ["PUT", "DELETE", "POST", "PATCH"])
def test_other_methods_are_refused(port: int, method: str):
    for path in ("/", "/health", "/api/records"):
        answer = ask(port, path, method)
        assert (answer.status, answer.json["code"]) == (405, "bad_method")
        assert answer.headers["allow"] == "GET, HEAD"
        assert "content-security-policy" in answer.headers


def test_a_refused_method_names_all_that_are_taken(port: int):
    answer = ask(port, "/api/matches", "PUT")
    assert (answer.status, answer.json["type"]) == (405, "error")
    assert sorted(answer.headers["allow"].split(", ")) == ["GET", "HEAD", "POST"]


def test_what_is_not_there_is_said_in_the_form_of_the_protocol(port: int):
    answer = ask(port, "/nothing")
    assert (answer.status, answer.json["type"], answer.json["code"]) == (404, "error", "not_found")


def test_the_socket_says_that_it_is_one(port: int):
    answer = ask(port, "/ws")
    assert (answer.status, answer.json["code"]) == (426, "upgrade_required")
    assert answer.headers["upgrade"] == "websocket"


# --- who may ask ---


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "localhost.x:8000"])
def test_other_names_are_not_answered_to(port: int, host: str):
    answer = ask(port, "/health", headers={"Host": host})
    assert (answer.status, answer.json["code"]) == (421, "unknown_host")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:99", "[::1]:8000"])
def test_own_names_are_answered_to(port: int, host: str):
    assert ask(port, "/health", headers={"Host": host}).status == 200


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://localhost",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1:{port}.evil.example",
        "http://127.0.0.1:{port}/",
        "http://x@127.0.0.1:{port}",
        "https://friends.example.evil.example",
        "http://[",
        "garbage",
    ],
)
def test_pages_of_other_origins_may_not_ask(port: int, origin: str):
    headers = {"Origin": origin.format(port=port)}
    for method, path, body in (("GET", "/api/matches", None), ("POST", "/api/matches", b"{}")):
        answer = ask(port, path, method, body, headers)
        assert (answer.status, answer.json["code"]) == (403, "foreign_origin")
        assert "access-control-allow-origin" not in answer.headers


def test_two_origins_are_none(port: int):
    own = f"Origin: http://127.0.0.1:{port}\r\n".encode()
    start = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n" % port
    for headers, status in (
        (own, b" 200 "),
        (own + own, b" 403 "),
        (own + own[:8] + LISTED.encode() + b"\r\n", b" 403 "),
    ):
        with raw(port, start + headers + b"\r\n") as asking:
            assert status in asking.recv(4096).splitlines()[0]


def test_its_own_page_may_ask(port: int):
    headers = {"Origin": f"http://127.0.0.1:{port}"}
    assert ask(port, "/api/matches", "POST", b"{}", headers).status == 201
    headers = {"Origin": "http://table.example", "Host": "table.example"}
    assert ask(port, "/api/matches", headers=headers).status == 200


def test_a_listed_origin_may_ask_and_is_told_so(port: int):
    answer = ask(port, "/api/matches", headers={"Origin": LISTED})
    assert answer.status == 200
    assert answer.headers["access-control-allow-origin"] == LISTED
    assert answer.headers["vary"] == "Origin"
    before = ask(port, "/api/matches", "OPTIONS", headers={"Origin": LISTED})
    assert before.status == 204
    assert before.headers["access-control-allow-methods"] == "GET, POST"


def test_other_sites_may_link_here_and_no_more(port: int):
    cross = {"Sec-Fetch-Site": "cross-site"}
    assert ask(port, "/", headers={**cross, "Sec-Fetch-Mode": "navigate"}).status == 200
    assert ask(port, "/api/matches", headers={**cross, "Sec-Fetch-Mode": "no-cors"}).status == 403


# --- slow and broken clients ---


def head(length: int) -> bytes:
    return (
        b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n" % length
    )


def test_a_slow_body_is_not_waited_for(port: int):
    with raw(port, head(100) + b"{") as slow:
        slow.settimeout(10)
        assert b" 408 " in slow.recv(4096).splitlines()[0]


def test_a_slow_head_is_not_waited_for(port: int):
    with raw(port, b"GET / HTTP/1.1\r\nHo") as slow, raw(port) as silent:
        assert ends_within(slow, 5)
        assert ends_within(silent, 5)


def test_a_body_that_breaks_off_harms_nobody(port: int):
    raw(port, head(100) + b"{").close()
    broken = raw(port, head(2) + b"{")
    broken.shutdown(socket.SHUT_WR)
    broken.close()
    assert ask(port, "/health").status == 200


def test_a_body_in_endless_pieces_is_cut_short(port: int):
    start = head(0).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    with raw(port, start) as endless:
        endless.settimeout(10)
        for _ in range(5):
            endless.sendall(b"400\r\n" + b" " * 0x400 + b"\r\n")
        assert b" 413 " in endless.recv(4096).splitlines()[0]
        assert ends_within(endless, 1)


def test_a_body_that_says_it_is_too_long_is_not_read(port: int):
    with raw(port, head(10_000)) as long:
        long.settimeout(10)
        assert b" 413 " in long.recv(4096).splitlines()[0]
        assert ends_within(long, 1)


def test_two_lengths_of_a_body_are_refused(port: int):
    two = head(2).replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n")
    with raw(port, two) as odd:
        odd.settimeout(10)
        assert b" 400 " in odd.recv(4096).splitlines()[0]
        assert ends_within(odd, 1)


@pytest.mark.parametrize(
    ("said", "status", "code"),
    [
        (b"\x16\x03\x01\x02\x00 tls?\r\n\r\n", 400, "bad_http"),
        (b"GET / HTTP/1.1\r\nHost\r\n\r\n", 400, "bad_http"),
        (b"GET / HTTP/1.1\r\n\r\n", 400, "bad_http"),
        (b"GET / FTP/1.1\r\nHost: localhost\r\n\r\n", 400, "bad_http"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 17_000, 431, "head_too_large"),
        (b"GET /" + b"y" * 17_000, 431, "head_too_large"),
    ],
    ids=["tls", "header", "host", "version", "headers", "address"],
)
def test_nonsense_is_answered_in_our_form_and_closed(
    port: int, said: bytes, status: int, code: str
):
    with raw(port, said) as odd:
        answer = http.client.HTTPResponse(odd)
        odd.settimeout(10)
        answer.begin()
        told = json.loads(answer.read())
        assert answer.status == status
        assert answer.getheader("content-type") == "application/json"
        assert answer.getheader("x-content-type-options") == "nosniff"
        assert (told["type"], told["code"]) == ("error", code)
        assert ends_within(odd, 5)
    assert ask(port, "/health").status == 200


def test_nonsense_in_a_body_ends_the_connection(port: int):
    start = head(0).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    with raw(port, start + b"no length\r\n") as odd:
        assert ends_within(odd, 5)
    assert ask(port, "/health").status == 200


def test_a_head_without_end_is_closed(port: int):
    with raw(port, b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 200_000) as long:
        assert ends_within(long, 5)
    assert ask(port, "/health").status == 200


def test_the_metrics_name_nobody(port: int):
    made = create(port, seats=["invite"] * 4, name="Ada Lovelace")
    text = ask(port, "/metrics").body.decode()
    for secret in (*made["tokens"], made["match"], "Ada"):
        assert secret not in text
    assert json.dumps(made["tokens"][0]) not in ask(port, "/health").body.decode()


def test_matches_are_not_made_without_end():
    limits = ServerLimits(creates=1.0, creates_burst=3)
    with served(create_app(db=":memory:", server_limits=limits)) as address:
        answers = [ask(address.port, "/api/matches", "POST", b"{}") for _ in range(6)]
    assert [answer.status for answer in answers[:3]] == [201] * 3
    assert answers[-1].status == 429
    assert answers[-1].json["code"] == "too_fast"
    assert answers[-1].headers["retry-after"] == "1"


# --- what must be the same however it comes ---


def split(data: bytes, pieces: int) -> list[bytes]:
    size = -(-len(data) // pieces)
    return [data[start : start + size] for start in range(0, len(data), size)]


LONG_HEADS = {
    "header": b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 17_000 + b"\r\n\r\n",
    "blanks": b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + b" " * 17_000 + b"a\r\n\r\n",
    "address": b"GET /" + b"a" * 17_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "headers": b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
    + b"".join(b"X%d: a\r\n" % number for number in range(2_000))
    + b"\r\n",
    "upgrade": b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX: " + b"a" * 17_000 + b"\r\n\r\n",
}


@pytest.mark.parametrize("pieces", [1, 3, 40])
@pytest.mark.parametrize("kind", LONG_HEADS)
def test_a_long_head_is_refused_however_it_arrives(port: int, kind: str, pieces: int):
    with raw(port) as asking:
        asking.settimeout(10)
        for piece in split(LONG_HEADS[kind], pieces):
            try:
                asking.sendall(piece)
            except OSError:
                break
            if pieces > 1:
                time.sleep(0.001)
        assert b" 431 " in asking.recv(4096).splitlines()[0]
        assert ends_within(asking, 5)
    assert ask(port, "/health").status == 200


def test_a_head_within_the_bound_is_heard_and_so_is_the_next(port: int):
    with raw(port) as asking:
        asking.settimeout(10)
        for size in (15_000, 10, 16_000):
            asking.sendall(
                b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * size + b"\r\n\r\n"
            )
            answer = http.client.HTTPResponse(asking)
            answer.begin()
            answer.read()
            assert answer.status == 200
        asking.sendall(LONG_HEADS["header"])
        assert b" 431 " in asking.recv(4096).splitlines()[0]


def test_a_slow_head_is_told_so_and_silence_is_not(port: int):
    with raw(port, b"GET / HTTP/1.1\r\nHo") as slow, raw(port) as silent:
        slow.settimeout(10)
        answer = http.client.HTTPResponse(slow)
        answer.begin()
        assert (answer.status, json.loads(answer.read())["code"]) == (408, "too_slow")
        silent.settimeout(10)
        heard = b""
        with suppress(OSError):
            heard = silent.recv(1)
        assert heard == b""


@pytest.mark.parametrize(
    "missing",
    [b"Sec-WebSocket-Version: 13\r\n", b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"],
)
def test_what_is_no_handshake_is_refused_in_our_form(port: int, missing: bytes):
    said = LONG_HEADS["upgrade"].partition(b"X: ")[0].replace(missing, b"") + b"\r\n"
    with raw(port, said) as odd:
        odd.settimeout(10)
        answer = http.client.HTTPResponse(odd)
        answer.begin()
        told = json.loads(answer.read())
    assert answer.status in (400, 426)
    assert answer.getheader("content-type") == "application/json"
    assert (told["type"], told["code"]) == ("error", "bad_websocket")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b'{"nothing":1}', "unknown_field"),
        (b"[" * 2_000, "too_deep"),
        (b'{"options":' + b'{"a":' * 9 + b"1" + b"}" * 10, "too_deep"),
    ],
)
def test_a_body_is_refused_as_a_message_is(port: int, body: bytes, code: str):
    answer = ask(port, "/api/matches", "POST", body)
    assert (answer.status, answer.json["code"]) == (400, code)
