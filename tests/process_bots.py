"""Programs that speak the protocol, well or badly, for tests of the agent that runs them."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from tichu import Action, MatchHistory, Question, Rules, play_match
from tichu.agents import FirstAgent, Guard
from tichu.agents.process import ProcessAgent

MARK = "TICHU_TEST_MARK"
"""An environment variable by which a test finds all processes that come from it."""

TOOLS = """
import json, os, signal, sys, time

number = 0

def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()

def send(kind, **fields):
    global number
    number += 1
    write(json.dumps({"type": kind, "id": str(number), **fields}) + "\\n")

def hello():
    send("hello", version=1)

def messages():
    for line in sys.stdin:
        yield json.loads(line)

def asks():
    return (message for message in messages() if message["type"] == "ask")

def good(ask):
    give = ask.get("give", "")
    if give:
        return {"action": "give " + " ".join(give[i : i + 2] for i in (0, 2, 4))}
    if ask["kind"] == "play" and "count" in ask:
        return {"play": 0}
    return {"action": ask["actions"][0]}

def act(ask, **answer):
    fields = {"match": ask["match"], "position": ask["position"], "seat": ask["seat"]}
    send("act", **{**fields, **answer})

def play_on():
    for ask in asks():
        act(ask, **good(ask))

"""
"""What the programs are made of; ``good`` answers as the agent ``first`` does."""

GOOD = "hello()\nplay_on()\n"

DEAF_TO_THE_END = "while True: time.sleep(600)\n"

LEAVES_CHILDREN = """
def leave(ready, environment):
    # Twice forked, in a session of its own, deaf to signals: nobody's child.
    if os.fork():
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    for pipe in (0, 1, 2):
        os.close(pipe)
    program = "import sys, time; open(sys.argv[1], 'w').close(); time.sleep(600)"
    os.execve(sys.executable, [sys.executable, "-I", "-S", "-c", program, ready], environment)

def leave_some():
    for place in range(3):
        file = os.path.join({folder!r}, f"ready{{place}}")
        # The last one has a clean environment, and is not known by that.
        leave(file, {{}} if place == 2 else dict(os.environ))
        while not os.path.exists(file):
            time.sleep(0.001)

leave_some()
"""


def command(folder: Path, body: str) -> str:
    """A command that runs a program."""
    file = folder / "bot.py"
    file.write_text(TOOLS + body, encoding="utf-8")
    return shlex.join([sys.executable, "-I", "-S", str(file)])


PATIENCE = 60.0
"""Seconds for what takes one."""

LONG = 30.0
"""Seconds that are enough on any machine."""

SHORT = 0.3
"""Seconds for what never comes."""


class Asking(ProcessAgent):
    """Has patience up to a question, and little from there on: no test depends on how quick the
    machine is.
    """

    patient_for: int | None = None
    asked = 0

    def answer(self, question: Question) -> Action | None:
        self._limit = LONG if self.patient_for is None or self.asked < self.patient_for else SHORT
        self.asked += 1
        return super().answer(question)


def play(
    line: str,
    rounds: int | None = 1,
    *,
    patient_for: int | None = None,
    start: float = LONG,
    seed: str = "bots",
    rules: Rules | None = None,
) -> tuple[Guard, MatchHistory]:
    """A match of a program on seat 0 with three agents; afterwards it is ended."""
    agent = Asking(line, start=start)
    agent.patient_for = patient_for
    guard = Guard(agent)
    players = [guard, FirstAgent(), FirstAgent(), FirstAgent()]
    try:
        history = play_match(
            players, seed=seed, rules=Rules() if rules is None else rules, max_rounds=rounds
        )
    finally:
        guard.close()
    return guard, history


def left_over(mark: str) -> list[str]:
    """The processes that come from a test, this one aside."""
    found = []
    for process in psutil.process_iter():
        try:
            line = process.cmdline()
            if process.environ().get(MARK) == mark or any(mark in word for word in line):
                found.append(f"{process.pid} {process.status()} {' '.join(line)[:300]}")
        except (psutil.NoSuchProcess, psutil.AccessDenied, psutil.ZombieProcess):
            continue
    return found


def children(folder: Path) -> str:
    """The part of a program that leaves three children behind."""
    return LEAVES_CHILDREN.format(folder=str(folder))


def wait_for(what: Callable[[], object]) -> None:
    """Wait until something is so."""
    ends = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < ends
        time.sleep(0.01)
