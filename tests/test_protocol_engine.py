"""``tichu engine``: the protocol over pipes, and the Python client over it."""

from __future__ import annotations

import io
import json
import random
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tichu.agents import AGENTS, make_agent
from tichu.protocol.client import (
    Client,
    ConnectionEnded,
    EngineTransport,
    Refused,
    first_answer,
    listed_plays,
)
from tichu.protocol.hub import Hub
from tichu.protocol.messages.pushes import Ask, Event
from tichu.replay.records import replay_record
from tichu.server.engine import ENGINE_LIMITS, run_engine

COMMAND = [sys.executable, "-m", "tichu", "engine"]


def run(data: bytes) -> tuple[int, list[bytes]]:
    """Give the engine all of its input at once."""
    done = subprocess.run(COMMAND, input=data, capture_output=True, timeout=60, check=False)
    assert done.stderr == b""
    return done.returncode, done.stdout.splitlines()


def replies(data: bytes) -> list[dict[str, object]]:
    """What the engine answers, without a process."""
    hub = Hub(make_agent, agents=tuple(AGENTS), limits=ENGINE_LIMITS)
    target = io.BytesIO()
    run_engine(io.BytesIO(data), target, hub)
    return [json.loads(line) for line in target.getvalue().splitlines()]


HELLO = b'{"type":"hello","id":"1","version":1}\n'


def test_nonsense_gets_an_error_and_the_end_of_input_ends_it():
    code, lines = run(b"nonsense\n\n" + HELLO + b'\xff\n{"type":"list","id":"2"}')
    assert code == 0
    found = [json.loads(line) for line in lines]
    assert [reply["type"] for reply in found] == ["error", "ok", "error", "ok"]
    assert [reply["id"] for reply in found] == [None, "1", None, "2"]


def test_without_input_it_ends():
    assert run(b"") == (0, [])


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_line_ends(end: bytes):
    data = HELLO.strip() + end + b'{"type":"list","id":"2"}' + end
    assert [reply["type"] for reply in replies(data)] == ["ok", "ok"]


def test_a_line_without_end_is_no_danger():
    long = b"[" * 5_000_000
    found = replies(HELLO + long + b"\n" + b'{"type":"list","id":"2"}\n' + long)
    assert [reply.get("code") for reply in found] == [None, "too_large", None, "too_large"]


def test_a_match_over_pipes():
    with Client(EngineTransport.start()) as client:
        made = client.create(seats=("me", "random", "first", "random"), target=300, name="Ann")
        match, rng = made.match, random.Random(1)
        while (ask := client.next_ask(match)) is not None:
            plays = listed_plays(ask)
            assert len(plays) == ask.count
            if plays and rng.random() < 0.5:
                number = rng.randrange(len(plays))
                wish = ask.wishes[-1] if "Mj" in plays[number].cards else None
                client.act(ask, play=number, wish=wish)
            else:
                client.act(ask, *first_answer(ask))
        record = client.record(match).encode()
        assert client.over[match].seed in record.decode()
        assert client.last_seq[match] > 50
    for played in replay_record("record", io.BytesIO(record)):
        assert played.findings == ()


def test_a_check_over_pipes_does_nothing():
    with Client(EngineTransport.start()) as client:
        match = client.create(seats=("me", "first", "first", "first"), target=100).match
        ask = client.next_ask(match)
        assert ask is not None
        for _ in range(3):
            assert client.check(ask, "grand").held
        with pytest.raises(Refused) as caught:
            client.check(ask, "pass")
        assert (caught.value.code, caught.value.rule) == ("not_on_turn", "R-050")
        assert client.next_ask(match) == ask
        assert client.act(ask, "nogrand").held


def test_several_matches_at_once():
    with Client(EngineTransport.start()) as client:
        matches = [
            client.create(seats=("me", "first", "me", "first"), target=100).match for _ in range(3)
        ]
        for match in matches:
            while (ask := client.next_ask(match)) is not None:
                client.act(ask, *first_answer(ask))
        assert set(client.over) == set(matches)
        assert client.matches() == ()


def test_clocks_and_windows_go_on_while_nothing_comes_in():
    with Client(EngineTransport.start()) as client:
        match = client.create(
            seats=("me", "first", "first", "first"),
            clock={"decision": 0.1, "bank": 0},
            bomb_window=0.05,
        ).match
        began = time.monotonic()
        causes: list[str | None] = []
        while causes.count("clock") < 4:
            pushed = client.next_push(timeout=30.0)
            assert pushed is not None
            if isinstance(pushed, Event):
                causes.append(pushed.by)
        assert time.monotonic() - began > 0.4
        assert match not in client.over


def test_the_client_tells_what_is_refused():
    with Client(EngineTransport.start()) as client:
        with pytest.raises(Refused) as caught:
            client.watch("nowhere")
        assert caught.value.code == "unknown_match"
        assert caught.value.where == "match"
        made = client.create(seats=("me", "open", "open", "open"))
        taken = client.take(made.match, name="Bob")
        assert taken.seat == 1
        client.leave(made.match, 1)
        client.watch(made.match)
        resumed = client.resume(made.match, made.tokens[0] or "", last_seq=1)
        assert [event.seq for event in resumed.missed] == [2, 3]
        assert client.next_push(timeout=0.01) is not None
        while client.next_push(timeout=0.2) is not None:
            pass


def test_the_client_notices_the_end():
    transport = EngineTransport.start()
    client = Client(transport)
    assert transport.close() == 0
    with pytest.raises(ConnectionEnded):
        client.matches()
    with pytest.raises(ConnectionEnded):
        client.next_push()


def test_the_questions_are_kept_until_they_are_answered():
    with Client(EngineTransport.start()) as client:
        match = client.create(seats=("me", "first", "first", "first")).match
        ask = client.next_ask(match)
        assert isinstance(ask, Ask)
        assert client.next_ask(match) is ask
        with pytest.raises(Refused):
            client.act(ask, "sing")
        client.act(ask, "nogrand")
        following = client.next_ask(match)
        assert following is not None
        assert following.kind == "exchange"


def started(stdout: Any = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """An engine whose input stays open, in a process group of its own."""
    return subprocess.Popen(
        COMMAND,
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def end_of(process: subprocess.Popen[bytes]) -> tuple[int, bytes]:
    """How it ends while its input is still open: the status, and what it complained of."""
    assert process.stdin is not None
    assert process.stderr is not None
    try:
        status = process.wait(30)
    finally:
        process.kill()
    said = process.stderr.read()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(BrokenPipeError):
                stream.close()
    return status, said


def say_hello(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    process.stdin.write(HELLO)
    process.stdin.flush()


def test_an_interruption_ends_it_quietly():
    process = started()
    say_hello(process)
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b'{"type":"ok"')
    process.send_signal(signal.SIGINT)
    assert end_of(process) == (130, b"")


def test_it_ends_quietly_when_its_reader_is_gone():
    process = started()
    assert process.stdout is not None
    process.stdout.close()
    say_hello(process)
    assert end_of(process) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write on")
def test_a_full_disk_is_told():
    with Path("/dev/full").open("wb") as full:
        process = started(full)
        say_hello(process)
        status, said = end_of(process)
    assert status == 74
    assert said.startswith(b"tichu: standard output cannot be written: ")
    assert said.count(b"\n") == 1


def test_an_input_that_is_closed_is_told():
    line = " ".join(shlex.quote(word) for word in COMMAND)
    done = subprocess.run(
        ["/bin/sh", "-c", f"exec {line} <&-"], capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"tichu engine: Standard input is closed; give the engine a pipe.\n"


def test_lines_may_come_in_pieces():
    process = started()
    assert process.stdin is not None
    assert process.stdout is not None
    last = b'{"type":"list","id":"3"}'
    for piece in (HELLO[:9], HELLO[9:] + b'{"type":"li', b'st","id":"2"}\n' + last):
        process.stdin.write(piece)
        process.stdin.flush()
        time.sleep(0.05)
    process.stdin.close()
    found = [json.loads(line) for line in process.stdout]
    assert [reply["id"] for reply in found] == ["1", "2", "3"]
    assert end_of(process) == (0, b"")
