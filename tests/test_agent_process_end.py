"""No process outlives its match, whatever it does, and whatever happens to the engine."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from process_bots import (
    DEAF_TO_THE_END,
    GOOD,
    MARK,
    PATIENCE,
    children,
    command,
    left_over,
    play,
    wait_for,
)
from tichu import MatchState, stream
from tichu.agents.process import ProcessAgent, child, keeper

STUBBORN = """
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)
"""


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """What all processes of the test have in their environment; afterwards there are none."""
    mark = uuid.uuid4().hex
    monkeypatch.setenv(MARK, mark)
    yield mark
    assert all_left(mark, tmp_path) == []


def all_left(mark: str, folder: Path) -> list[str]:
    return left_over(mark) + left_over(str(folder))


def started(line: str) -> ProcessAgent:
    agent = ProcessAgent(line)
    agent.begin_round(0, stream("x", "agent", 1, 0), MatchState())
    return agent


def test_the_test_finds_what_is_left(mark: str, tmp_path: Path):
    agent = started(command(tmp_path, children(tmp_path) + GOOD))
    # The keeper, the bot, its three children.
    assert len({line.split()[0] for line in all_left(mark, tmp_path)}) == 5
    agent.close()


@pytest.mark.parametrize("stubborn", ["", STUBBORN], ids=["ends", "stubborn"])
@pytest.mark.parametrize("ending", ["", DEAF_TO_THE_END], ids=["reads", "deaf"])
def test_children_left_behind_are_ended(mark: str, stubborn: str, ending: str, tmp_path: Path):
    body = f"{stubborn}{children(tmp_path)}{GOOD}{ending}"
    guard, _ = play(command(tmp_path, body))

    assert guard.faults == []
    assert all_left(mark, tmp_path) == []


def test_children_of_a_program_that_has_crashed_are_ended(mark: str, tmp_path: Path):
    body = f"hello()\nnext(asks())\n{children(tmp_path)}\nsys.exit(1)\n"
    guard, _ = play(command(tmp_path, body))

    assert guard.faults[0].code == "process_ended", guard.faults[0]
    assert all_left(mark, tmp_path) == []


def test_children_of_a_program_that_hangs_are_ended(mark: str, tmp_path: Path):
    body = f"""
hello()
asking = asks()
ask = next(asking)
{STUBBORN}{children(tmp_path)}
act(ask, **good(ask))
next(asking)
{DEAF_TO_THE_END}
"""
    guard, _ = play(command(tmp_path, body), patient_for=1)

    assert guard.faults[0].code == "process_late"
    assert all_left(mark, tmp_path) == []


def test_children_of_a_program_that_never_says_hello_are_ended(mark: str, tmp_path: Path):
    guard, _ = play(command(tmp_path, children(tmp_path) + DEAF_TO_THE_END), start=1)

    assert guard.faults[0].code == "process_start"
    assert all_left(mark, tmp_path) == []


def test_a_program_is_ended_politely(mark: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    # First its input ends, then it is asked to, and only then it would be killed.
    monkeypatch.setattr(child, "GRACE", 1.5)
    file = tmp_path / "steps"
    body = f"""
def note(step):
    with open({str(file)!r}, "a") as steps:
        steps.write(step + " ")

def asked(*_):
    note("asked")
    sys.exit()

signal.signal(signal.SIGTERM, asked)
{GOOD}
note("end")
{DEAF_TO_THE_END}
"""
    play(command(tmp_path, body))
    assert file.read_text(encoding="utf-8").split() == ["end", "asked"]


def test_a_program_that_writes_to_the_end_can_end(
    mark: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(child, "GRACE", PATIENCE)
    file = tmp_path / "end"
    body = f"{GOOD}\nwrite('x' * 1_000_000)\nopen({str(file)!r}, 'w').close()\n"
    guard, _ = play(command(tmp_path, body))

    assert guard.faults == []
    assert file.exists()


def test_a_program_that_starts_another_and_waits_is_ended(mark: str, tmp_path: Path):
    line = command(tmp_path, GOOD + DEAF_TO_THE_END)
    guard, _ = play(shlex.join(["sh", "-c", f"{line}; true"]))

    assert guard.faults == []
    assert all_left(mark, tmp_path) == []


ENGINE = """
import sys
from tichu import MatchState, play_match, stream
from tichu.agents import FirstAgent
from tichu.agents.process import ProcessAgent
agent = ProcessAgent(sys.argv[1], limit=600)
print("here", flush=True)
play_match([agent, FirstAgent(), FirstAgent(), FirstAgent()], seed="x")
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_process_outlives_the_engine(mark: str, how: signal.Signals, tmp_path: Path):
    file = tmp_path / "asked"
    body = f"""
{STUBBORN}{children(tmp_path)}
hello()
next(asks())
open({str(file)!r}, "w").close()
{DEAF_TO_THE_END}
"""
    engine = subprocess.Popen(
        [sys.executable, "-c", ENGINE, command(tmp_path, body)], stderr=subprocess.DEVNULL
    )
    wait_for(file.exists)
    # The engine, the keeper, the program and its children.
    assert len({line.split()[0] for line in all_left(mark, tmp_path)}) == 6
    engine.send_signal(how)
    engine.wait()
    wait_for(lambda: not all_left(mark, tmp_path))


FORGETFUL = """
import sys
import time
from tichu import stream
from tichu.agents.process import ProcessAgent
agent = ProcessAgent(sys.argv[1])
agent.begin_round(0, stream("x", "agent", 1, 0))
del agent
sys.stdin.read()
"""


def test_an_agent_that_is_forgotten_leaves_nothing(mark: str, tmp_path: Path):
    line = command(tmp_path, children(tmp_path) + GOOD + DEAF_TO_THE_END)
    engine = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", FORGETFUL, line], stdin=subprocess.PIPE
    )
    wait_for((tmp_path / "ready2").exists)
    wait_for(lambda: len({text.split()[0] for text in all_left(mark, tmp_path)}) == 1)
    engine.communicate()


def test_the_keeper_told_to_end_ends_all(mark: str, tmp_path: Path):
    agent = started(command(tmp_path, STUBBORN + children(tmp_path) + GOOD + DEAF_TO_THE_END))
    (keeping,) = psutil.Process().children()
    keeping.terminate()
    wait_for(lambda: not all_left(mark, tmp_path))
    agent.close()


def test_the_program_does_not_outlive_its_keeper(mark: str, tmp_path: Path):
    agent = started(command(tmp_path, STUBBORN + GOOD + DEAF_TO_THE_END))
    (keeping,) = psutil.Process().children()
    keeping.kill()
    wait_for(lambda: not all_left(mark, tmp_path))
    agent.close()


def test_where_the_system_adopts_no_orphans(mark: str, tmp_path: Path):
    """As on macOS: the program's group, and all that still descend from it, are ended."""
    body = """
import subprocess
program = "import time; time.sleep(600)"
for new in (False, True):
    # One in the program's group, one in a group of its own.
    subprocess.Popen([sys.executable, "-I", "-S", "-c", program], start_new_session=new)
print("ready", flush=True)
time.sleep(600)
"""
    starter = f"""
import sys
sys.path.insert(0, {str(Path(keeper.__file__).parent)!r})
import keeper
keeper.set_process_option = lambda *_: False
keeper.processes = keeper.listed_processes
sys.exit(keeper.main(sys.argv[1:]))
"""
    for how, status in ((b"", 143), (b"k", 137)):
        read_end, write_end = os.pipe()
        arguments = [str(read_end), str(os.getpid()), "0.2", *shlex.split(command(tmp_path, body))]
        process = subprocess.Popen(
            [sys.executable, "-I", "-c", starter, *arguments],
            stdout=subprocess.PIPE,
            pass_fds=(read_end,),
        )
        os.close(read_end)
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        assert len(left_over(mark)) == 4
        os.write(write_end, how)
        os.close(write_end)
        assert process.wait() == status
        process.stdout.close()
        wait_for(lambda: not left_over(mark))
