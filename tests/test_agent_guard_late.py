"""Players under guard that take too long: they are interrupted, and nothing else is."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

import tichu
from guarded import (
    KINDS,
    LIMIT,
    Misbehaves,
    at_fault,
    fails,
    guarded_round,
    hostile,
    needs_alarm,
    turns_forever,
)
from scenes import at
from tichu import (
    GiveDragon,
    GrandTichu,
    MatchState,
    Question,
    RoundDriver,
    Step,
    start_round,
    stream,
)
from tichu.agents import FirstAgent, Guard, limits
from tichu.agents.limits import OutOfTime, keeping_time, seconds_over

pytestmark = pytest.mark.usefixtures("an_alarm_of_ones_own")


# --- players that are late -----------------------------------------------------------------------


def sleeps(question: Question) -> Any:
    time.sleep(60)


def turns_round(question: Question) -> Any:
    turns_forever()


def swallows(question: Question) -> Any:
    while True:
        try:
            time.sleep(60)
        except Exception:  # noqa: BLE001, S112
            continue


def gives_what_is_slow_to_compare(question: Question) -> Any:
    return GiveDragon(question.seat, hostile(turns_forever))


@needs_alarm
@pytest.mark.parametrize("does", [sleeps, turns_round, swallows])
def test_late_players(does: Callable[[Question], Any]):
    driver, guard = guarded_round(does, ("grand", "exchange"), LIMIT)
    assert driver.state.is_over
    assert [(fault.code, fault.where) for fault in guard.faults] == [
        ("agent_late", "grand"),
        ("agent_late", "exchange"),
    ]
    assert guard.seconds >= 2 * LIMIT


@needs_alarm
def test_an_answer_that_is_slow_to_compare():
    state = at("ripe 3j/4j/5j/6j", "owner:0 top:Dg trick:Dg passes:3")
    question = RoundDriver(Step(state, ())).question
    assert question is not None
    guard = Guard(Misbehaves(gives_what_is_slow_to_compare, KINDS), LIMIT)
    assert guard.answer(question) == GiveDragon(0, 1)
    assert at_fault(guard) == {"agent_late"}


@needs_alarm
def test_late_beginnings_and_endings():
    class Slow(FirstAgent):
        def begin_round(self, *args: Any) -> None:
            time.sleep(60)

        def end_round(self, view: Any) -> None:
            time.sleep(60)

        def close(self) -> None:
            time.sleep(60)

    guard = Guard(Slow(), LIMIT)
    guard.begin_round(2, stream("x", "agent"), MatchState())
    guard.end_round(tichu.view(at("play 3j/4j/5j/6j", "turn:0"), 2))
    guard.close()
    assert [(fault.code, fault.where) for fault in guard.faults] == [
        ("agent_late", "begin_round"),
        ("agent_late", "end_round"),
        ("agent_late", "close"),
    ]


@needs_alarm
def test_a_player_in_time_is_not_interrupted_later():
    def does(question: Question) -> Any:
        return next(iter(question.legal))

    _, guard = guarded_round(does, ("grand", "exchange"), LIMIT)
    time.sleep(2 * LIMIT)
    assert guard.fault_count == 0


@needs_alarm
def test_somebody_elses_alarm_still_rings():
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(time.monotonic()))
    try:
        begun = time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, 0.15)
        guarded_round(sleeps, ("grand",), LIMIT)
        while not rung and time.monotonic() - begun < 5:
            time.sleep(0.01)
        assert len(rung) == 1
        assert rung[0] - begun >= 0.14
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_in_another_thread_a_guard_watches_without_a_clock():
    results: list[Guard] = []

    def work() -> None:
        _, guard = guarded_round(lambda q: "nonsense", limit=LIMIT)
        results.append(guard)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert at_fault(results[0]) == {"bad_answer"}


def test_being_out_of_time_is_no_ordinary_error():
    assert not issubclass(OutOfTime, Exception)


@needs_alarm
def test_alarms_at_any_moment_leave_nothing_behind():
    # A thousand limits that end somewhere in or about an answer: none escapes, no clock goes on.
    program = """
import json
import signal
import tichu
from tichu.agents import Guard, FirstAgent
from tichu.driver import RoundDriver
question = RoundDriver(tichu.start_round(tichu.deal_for("x", 1))).question
before = signal.getsignal(signal.SIGALRM)
for step in range(3000):
    guard = Guard(FirstAgent(), 1e-6 + step * 2e-8)
    answer = guard.answer(question)
    assert str(answer) == "0 nogrand", answer
assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
assert signal.getsignal(signal.SIGALRM) is before
print("done")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("done\n", "")


# --- players that are late again and again -------------------------------------------------------


@needs_alarm
def test_a_player_that_is_late_thrice_is_not_asked_again():
    asked: list[str] = []

    def does(question: Question) -> Any:
        asked.append(question.kind)
        time.sleep(60)

    driver, guard = guarded_round(does, limit=LIMIT)
    assert driver.state.is_over
    assert len(asked) == 3
    codes = [fault.code for fault in guard.faults]
    assert codes[:4] == ["agent_late"] * 3 + ["agent_gone"]
    assert at_fault(guard) == {"agent_late", "agent_gone"}
    assert guard.fault_count == guard.answers


class Slow:
    """Takes long to be let go; such an object may be in any frame, or in the error itself."""

    def __del__(self) -> None:
        end = time.monotonic() + 0.004
        while time.monotonic() < end:
            pass


@needs_alarm
@pytest.mark.parametrize("is_ticking", [False, True])
def test_a_late_player_that_is_slow_to_let_go(is_ticking: bool, monkeypatch: pytest.MonkeyPatch):
    # What the clock raises in a __del__ is not seen by anybody; else it would be told here.
    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)
    monkeypatch.setattr("tichu.agents.limits._TICK", 0.001)

    class Kept(Exception):
        def __init__(self) -> None:
            super().__init__()
            self.slow = Slow()

    def holds(question: Question) -> Any:
        slow = [Slow() for _ in range(2)]
        try:
            turns_round(question)
        finally:
            slow.append(Slow())

    def changes(question: Question) -> Any:
        try:
            holds(question)
        except BaseException:  # noqa: BLE001
            raise Kept from None

    question = RoundDriver(start_round(tichu.deal_for("guard", 1))).question
    assert question is not None
    with keeping_time() if is_ticking else nullcontext():
        for number in range(60):
            guard = Guard(Misbehaves((holds, changes)[number % 2], KINDS), 0.002)
            assert guard.answer(question) == GrandTichu(0, False)
            assert guard.fault_count == 1
    assert seconds_over() == 0


def _rings_at(number: int) -> tuple[Any, list[int]]:
    """A tracer that rings at the moment of this number, and how many there were."""
    seen = [0]

    def trace(frame: Any, event: str, arg: object) -> Any:
        frame.f_trace_opcodes = True
        seen[0] += 1
        if seen[0] == number:
            limits._ring(signal.SIGALRM, frame)
        return trace

    return trace, seen


def _fails_late(question: Question) -> Any:
    raise OutOfTime


@needs_alarm
@pytest.mark.parametrize("does", [fails, _fails_late, lambda _: "nonsense", lambda _: None])
def test_a_clock_that_rings_at_each_moment_of_an_answer(
    does: Callable[[Question], Any], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("tichu.agents.limits._TICK", 1000.0)
    question = RoundDriver(start_round(tichu.deal_for("guard", 1))).question
    assert question is not None
    before = sys.gettrace()
    with keeping_time():
        for number in range(1, 100_000):
            guard = Guard(Misbehaves(does, KINDS), 1e-9)
            trace, seen = _rings_at(number)
            sys.settrace(trace)
            try:
                answer = guard.answer(question)
            finally:
                sys.settrace(before)
            assert answer == GrandTichu(0, False)
            assert guard.fault_count == 1
            assert seconds_over() == 0
            if seen[0] < number:
                break
    assert number > 200


def test_a_players_smaller_stack_is_not_left_to_others():
    before = sys.getrecursionlimit()

    def does(question: Question) -> Any:
        sys.setrecursionlimit(150)

    driver, _ = guarded_round(does)
    assert driver.state.is_over
    assert sys.getrecursionlimit() == before
