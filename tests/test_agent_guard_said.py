"""What is said of players that fail; and those that somebody looks into with a debugger."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import tichu
from guarded import (
    LIMIT,
    at_fault,
    fails,
    guarded_round,
    hostile,
    leaves,
    needs_alarm,
    turns_forever,
)
from tichu import (
    InvalidValue,
    Question,
)
from tichu.agents import FirstAgent, Guard

pytestmark = pytest.mark.usefixtures("an_alarm_of_ones_own")


# --- what is said --------------------------------------------------------------------------------


def said(error: BaseException) -> str:
    def does(question: Question) -> Any:
        raise error

    _, guard = guarded_round(does, ("exchange",))
    return guard.faults[0].message


@pytest.mark.parametrize(
    ("error", "begins"),
    [
        (KeyError(5), "KeyError: 5 (test_agent_guard_said.py, line "),
        (MemoryError(), "MemoryError (test_agent_guard_said.py, line "),
        (ValueError("a\nb\0c\x1b[2J\ud800"), r"ValueError: a\nb\x00c\x1b[2J\ud800 (test_"),
        (InvalidValue("a\nb", code="x\n"), r"InvalidValue: a\nb (test_"),
        (InvalidValue("a\rb", code="odd"), r"a\rb (test_"),
    ],
)
def test_the_line_is_named_and_control_characters_are_shown(error: BaseException, begins: str):
    assert said(error).startswith(begins)


def test_the_line_named_is_the_players_own():
    def does(question: Question) -> Any:
        return tichu.CardSet("nonsense") if json.loads("[1]") else None

    def loads(question: Question) -> Any:
        return json.loads("{")

    for act in (does, loads):
        line = act.__code__.co_firstlineno + 1
        _, guard = guarded_round(act, ("exchange",))
        assert guard.faults[0].message.endswith(f"(test_agent_guard_said.py, line {line})")


def test_what_is_said_of_an_answer_is_one_line():
    class Screams:
        def __repr__(self) -> str:
            return "a\n\x1b[31mb"

    _, guard = guarded_round(lambda q: Screams(), ("exchange",))
    assert guard.faults[0].message.startswith(r"a\n\x1b[31mb is no answer")


class Cunning(str):  # noqa: SLOT000
    def __getitem__(self, *args: Any) -> Any:
        raise KeyboardInterrupt

    __len__ = __iter__ = __format__ = __eq__ = __getitem__  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self


@needs_alarm
@pytest.mark.parametrize("does", [fails, leaves, turns_forever, lambda *_: Cunning("x")])
@pytest.mark.parametrize("family", [RuntimeError, InvalidValue, BaseException, KeyboardInterrupt])
def test_errors_whose_own_code_misbehaves(does: Callable[..., Any], family: type[BaseException]):
    names = ("__str__", "__repr__", "__getattr__", "__eq__", "__hash__", "__format__")
    kind = type("Odd", (family,), {**dict.fromkeys(names, does), "__class__": property(does)})
    if family is InvalidValue:
        kind.code = property(does)  # type: ignore[attr-defined]
    error = kind.__new__(kind)

    def raises(question: Question) -> Any:
        raise error

    driver, guard = guarded_round(raises, ("exchange",), LIMIT)
    assert driver.state.is_over
    assert at_fault(guard) == {"agent_late" if does is turns_forever else "agent_error"}
    assert "Odd" in guard.faults[0].message
    assert type(guard.faults[0].message) is str


@needs_alarm
@pytest.mark.parametrize("does", [fails, leaves, turns_forever])
def test_answers_whose_own_code_misbehaves(does: Callable[..., Any]):
    driver, guard = guarded_round(lambda q: hostile(does), ("exchange",), LIMIT)
    assert driver.state.is_over
    assert at_fault(guard) <= {"bad_answer", "agent_late"}
    assert guard.fault_count == 1


@needs_alarm
@pytest.mark.parametrize("does", [fails, leaves, turns_forever])
def test_a_close_that_cannot_even_be_looked_up(does: Callable[..., Any]):
    guard = Guard(type("Shut", (FirstAgent,), {"close": property(does)})(), LIMIT)
    guard.close()
    assert [fault.where for fault in guard.faults] == ["close"]


def test_a_traceback_is_shown_once_to_who_asks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("TICHU_TRACEBACK", "1")
    said(LookupError("shown"))
    said(LookupError("shown"))
    shown = capsys.readouterr().err
    assert shown.count("Traceback") == 1
    assert "LookupError: shown" in shown


# --- players in a debugger -----------------------------------------------------------------------


def debugged(program: str, typed: str) -> subprocess.CompletedProcess[str]:
    head = """
import time, tichu
from tichu.agents import FirstAgent, Guard
class Bot(FirstAgent):
    def play(self, question):
        breakpoint()
        return super().play(question)
question = None
guard = Guard(Bot(), 0.1)
"""
    return subprocess.run(
        [sys.executable, "-c", head + program],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )


ROUND = """
players = [guard, FirstAgent(), FirstAgent(), FirstAgent()]
tichu.play_round(players, tichu.start_round(tichu.deal_for("x", 1)))
print("over", guard.fault_count)
"""


def test_leaving_the_debugger_is_ctrl_c():
    done = debugged(ROUND, "q\n")
    assert done.returncode != 0
    assert done.stderr.rstrip().endswith("KeyboardInterrupt")


@needs_alarm
def test_no_limit_interrupts_the_debugger():
    lines = "p __import__('time').sleep(0.4)\nimport sys; sys.breakpointhook = lambda: None\nc\n"
    done = debugged(ROUND, lines)
    assert done.stdout.endswith("over 0\n"), done.stdout + done.stderr
