"""Load on the server: matches at once, four bots each, over real WebSockets on this machine only.

    .venv/bin/python benches/load.py                         # the table of docs/SERVER.md
    .venv/bin/python benches/load.py --matches 200 --think 0.2 --seconds 20

The server runs as a process of its own with a database on disk; the bots share the machine with it,
so what they need is missing to the server. Each bot answers what it is asked, at once or after
``--think`` seconds (on average; exponentially distributed), at random. Without thinking there are
as many actions under way as there are matches, all the time: the latency is then the number of
matches divided by the throughput, and says how much fits, not how it feels.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import http.client
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
import uvloop

MOST_MATCHES, MOST_SECONDS = 2_000, 600.0
LOOPBACK = "127.0.0.1"
HEAD = "matches think  actions/s  ack p50/p99 ms  event p50/p99 ms  commit ms  KB/match  cpu  bots"
HEAD = "matches think  actions/s  ack p50/p99 ms  event p50/p99 ms  commit ms  KB/match  cpu  bots"
HELLO = b'{"type":"hello","id":"h","version":1,"client":"load"}'


class Ask(msgspec.Struct):
    match: str
    seat: int
    position: int
    kind: str
    actions: tuple[str, ...] = ()
    count: int = 0
    give: str = ""


class Event(msgspec.Struct):
    actor: int | None = None
    events: msgspec.Raw = msgspec.Raw()


Made = tuple[str, list[str]]
"""A match, and the tokens of its seats."""

_asks = msgspec.json.Decoder(Ask)
_events = msgspec.json.Decoder(Event)


class Tally:
    """What was measured since :meth:`reset`."""

    def __init__(self) -> None:
        self.acks: list[float] = []
        self.events: list[float] = []
        self.refused = 0
        self.over = 0
        self.reset()

    def reset(self) -> None:
        self.acks, self.events = [], []
        self.refused = self.over = 0
        self.began = time.perf_counter()


class Game:
    """What the four bots of a match share: when each has acted last."""

    __slots__ = ("sent",)

    def __init__(self) -> None:
        self.sent = [0.0] * 4


class Bot(asyncio.Protocol):
    """One connection at one seat; as little of a WebSocket client as is needed."""

    def __init__(self, game: Game, match: str, token: str, tally: Tally, think: float) -> None:
        self.game, self.match, self.token = game, match, token
        self.tally, self.think = tally, think
        self.buffer = b""
        self.is_open = False
        self.count = 0
        self.seat = -1
        self.timer: asyncio.TimerHandle | None = None
        self.measured = False
        self.ready = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /ws HTTP/1.1\r\nHost: {LOOPBACK}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(RuntimeError("the server has closed a connection"))

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer + data if self.buffer else data
        if not self.is_open:
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self.buffer = head
                return
            self.is_open = True
            resume = {"type": "resume", "id": "r", "match": self.match, "token": self.token}
            self.send(HELLO)
            self.send(json.dumps(resume).encode())
        at, end = 0, len(buffer)
        while end - at >= 2:
            length, start = buffer[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if end < start + length or end < start:
                break
            self.frame(buffer[at] & 15, buffer[start : start + length])
            at = start + length
        self.buffer = buffer[at:]

    def frame(self, kind: int, data: bytes) -> None:
        if kind == 9:
            self.transport.write(bytes([0x8A, 0x80 | len(data), 0, 0, 0, 0]) + data)
        elif kind == 8:
            self.transport.close()
        elif data.startswith(b'{"type":"event"'):
            self.on_event(data)
        elif data.startswith(b'{"type":"ok"'):
            self.on_ok(data)
        elif data.startswith(b'{"type":"ask"'):
            self.on_ask(_asks.decode(data))
        else:
            self.tally.refused += 1

    def on_event(self, data: bytes) -> None:
        if b'"by":"player"' not in data:
            return
        event = _events.decode(data)
        sent = self.game.sent[event.actor]
        if sent:
            self.tally.events.append(time.perf_counter() - sent)
        if b'"match_over"' in data and event.actor == self.seat:
            self.tally.over += 1

    def on_ok(self, data: bytes) -> None:
        if self.seat < 0 and b'"type":"resume"' in data:
            self.seat = msgspec.json.decode(data)["result"]["seat"]
            self.ready.set_result(None)
        elif b'"type":"act"' in data:
            self.tally.acks.append(time.perf_counter() - self.acted)

    def on_ask(self, ask: Ask) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if ask.kind == "wait":
            return
        if self.think:
            loop = asyncio.get_running_loop()
            delay = min(random.expovariate(1 / self.think), 10 * self.think)
            self.timer = loop.call_later(delay, self.answer, ask)
        else:
            self.answer(ask)

    def answer(self, ask: Ask) -> None:
        self.timer = None
        if ask.kind == "exchange":
            part = f'"action":"give {ask.give[:2]} {ask.give[2:4]} {ask.give[4:6]}"'
        elif ask.count and ("pass" not in ask.actions or random.random() < 0.6):
            part = f'"play":{random.randrange(ask.count)}'
        else:
            words = [text for text in ask.actions if text not in ("tichu", "grand")]
            part = f'"action":"{words[0]}"'
        self.count += 1
        self.acted = time.perf_counter()
        # Grand Tichu answers are told together, and going on tells nothing at all.
        self.game.sent[self.seat] = 0.0 if ask.kind in ("grand", "next") else self.acted
        self.send(
            f'{{"type":"act","id":"{self.count}","match":"{ask.match}",'
            f'"position":{ask.position},{part}}}'.encode()
        )

    def stop(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        self.transport.abort()

    def send(self, data: bytes) -> None:
        size = len(data)
        # The mask may be anything, and zero is quick.
        if size < 126:
            head = bytes((0x81, 0x80 | size, 0, 0, 0, 0))
        else:
            head = bytes((0x81, 0xFE)) + size.to_bytes(2, "big") + bytes(4)
        self.transport.write(head + data)


@contextmanager
def server(folder: Path, python_arguments: Sequence[str] = ()):
    """A server with a database in a folder; its process and port."""
    command = [sys.executable, *python_arguments, "-m", "tichu", "serve", "--port", "0"]
    command += ["--db", str(folder / "load.db"), "--rate", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        if not line:
            raise SystemExit("The server does not start; it has said why.")
        yield process, int(line.rsplit(":", 1)[1].strip(" /\n"))
    finally:
        process.terminate()
        process.wait(60)


def resident(process: subprocess.Popen) -> int:
    """Kilobytes of memory that a process has."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


def commits(port: int) -> tuple[float, int]:
    """Seconds that commits have taken, and how many there were."""
    connection = http.client.HTTPConnection(LOOPBACK, port)
    connection.request("GET", "/metrics")
    lines = connection.getresponse().read().decode().splitlines()
    connection.close()
    values = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return float(values["tichu_commit_seconds_sum"]), int(values["tichu_commit_seconds_count"])


def seconds_of_cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def create(port: int, options: dict) -> Made:
    connection = http.client.HTTPConnection(LOOPBACK, port)
    body = json.dumps({"seats": ["invite"] * 4, "grace": None, **options})
    connection.request("POST", "/api/matches", body, {"Content-Type": "application/json"})
    made = json.load(connection.getresponse())
    connection.close()
    return made["match"], made["tokens"]


async def sit_down(port: int, made: list[Made], tally: Tally, think: float) -> list[Bot]:
    loop = asyncio.get_running_loop()
    bots = []
    for at in range(0, len(made), 25):
        fresh = []
        for match, tokens in made[at : at + 25]:
            game = Game()
            for token in tokens:
                bot = Bot(game, match, token, tally, think)
                await loop.create_connection(lambda bot=bot: bot, LOOPBACK, port)
                fresh.append(bot)
        for bot in fresh:
            await bot.ready
        bots += fresh
    return bots


def place(values: list[float], share: float) -> float:
    """A percentile, in milliseconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def run(matches: int, think: float, seconds: float, folder: Path, options: dict) -> dict:
    """Measure one load."""
    with server(folder) as (process, port):
        before = resident(process)
        made = [create(port, options) for _ in range(matches)]
        tally = Tally()

        async def play() -> dict:
            bots = await sit_down(port, made, tally, think)
            await asyncio.sleep(min(3.0, seconds / 3))
            stored = commits(port)
            tally.reset()
            cpu, own = seconds_of_cpu(process.pid), seconds_of_cpu(os.getpid())
            await asyncio.sleep(seconds)
            took = time.perf_counter() - tally.began
            seconds_stored, count = (a - b for a, b in zip(commits(port), stored, strict=True))
            result = {
                "matches": matches,
                "think": think,
                "actions_per_second": len(tally.acks) / took,
                "ack_ms": [place(tally.acks, share) for share in (0.5, 0.99)],
                "event_ms": [place(tally.events, share) for share in (0.5, 0.99)],
                "kb_per_match": (resident(process) - before) / matches,
                "commit_ms": 1000 * seconds_stored / max(1, count),
                "refused": tally.refused,
                "cpu": (seconds_of_cpu(process.pid) - cpu) / took,
                "bots_cpu": (seconds_of_cpu(os.getpid()) - own) / took,
            }
            for bot in bots:
                bot.stop()
            return result

        return uvloop.run(play())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, nargs="+", default=[10, 50, 200, 500, 1000])
    parser.add_argument("--think", type=float, nargs="+", default=[0.0, 1.0])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--target", type=int, default=10_000)
    parser.add_argument("--folder", type=Path, help="where the database is put, on a real disk")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if max(given.matches) > MOST_MATCHES or given.seconds > MOST_SECONDS:
        parser.error(f"at most {MOST_MATCHES} matches and {MOST_SECONDS:g} seconds")
    _allow_sockets()
    if not given.json:
        print(HEAD)
    for think in given.think:
        for matches in given.matches:
            with tempfile.TemporaryDirectory(dir=given.folder) as folder:
                options = {"target": given.target}
                found = run(matches, think, given.seconds, Path(folder), options)
            print(json.dumps(found) if given.json else _line(found), flush=True)


def _line(found: dict) -> str:
    ack, event = found["ack_ms"], found["event_ms"]
    refused = f"  refused {found['refused']}" if found["refused"] else ""
    return (
        f"{found['matches']:7} {found['think']:5g} {found['actions_per_second']:10.0f}"
        f" {ack[0]:8.1f} {ack[1]:6.1f} {event[0]:10.1f} {event[1]:6.1f}"
        f" {found['commit_ms']:10.1f} {found['kb_per_match']:9.0f}"
        f" {found['cpu']:4.0%} {found['bots_cpu']:4.0%}{refused}"
    )


def _allow_sockets() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


if __name__ == "__main__":
    main()
