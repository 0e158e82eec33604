"""A player under guard: whatever it does, the round goes on, and what went wrong is known."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

import tichu
from guarded import (
    KINDS,
    Misbehaves,
    at_fault,
    fails,
    guarded_round,
    hostile,
    leaves,
)
from scenes import at
from tichu import (
    Card,
    CardSet,
    Exchange,
    GiveDragon,
    GrandTichu,
    InvalidValue,
    Pass,
    Play,
    Question,
    RoundDriver,
    Step,
    Tichu,
    play_match,
    play_round,
    start_round,
)
from tichu.agents import Agent, FirstAgent, Guard, RandomAgent
from tichu.agents.guard import FAULTS_KEPT, harmless_answer
from tichu.seats import SEATS

pytestmark = pytest.mark.usefixtures("an_alarm_of_ones_own")


# --- players that fail ---------------------------------------------------------------------------


class MuteError(Exception):
    def __str__(self) -> str:
        raise RuntimeError


class OddCodeError(InvalidValue):
    def __init__(self) -> None:
        super().__init__("x", code=["no", "code"])


ERRORS: list[BaseException] = [
    ValueError("no"),
    KeyError("x"),
    RecursionError(),
    MemoryError(),
    StopIteration(),
    AssertionError(),
    SystemExit(1),
    MuteError(),
    OddCodeError(),
    TimeoutError("late"),
    ValueError("x" * 10_000_000),
    UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_a_player_that_raises(error: BaseException):
    def does(question: Question) -> Any:
        raise error

    driver, guard = guarded_round(does)
    assert driver.state.is_over
    assert guard.answers == guard.fault_count > 0
    assert at_fault(guard) == {"agent_error"}
    first = guard.faults[0]
    assert (first.seat, first.round, first.where) == (1, 1, "grand")
    assert type(error).__name__ in first.message
    assert len(first.message) <= 300


def test_an_error_of_the_family_keeps_its_code():
    def does(question: Question) -> Any:
        raise InvalidValue("Gone.", code="process_gone")

    _, guard = guarded_round(does)
    assert at_fault(guard) == {"process_gone"}
    assert guard.faults[0].message.startswith("Gone. (test_agent_guard.py, line ")


def test_a_generator_of_a_player_that_is_thrown_an_interrupt():
    def steps() -> Iterator[int]:
        yield 1

    def does(question: Question) -> Any:
        thrown = steps()
        next(thrown)
        thrown.throw(KeyboardInterrupt)

    def at_once(question: Question) -> Any:
        steps().throw(KeyboardInterrupt)  # type: ignore[attr-defined]

    for act in (does, at_once):
        _, guard = guarded_round(act)
        assert at_fault(guard) == {"agent_error"}


class EndError(BaseException):
    pass


ENDS: list[type[BaseException]] = [KeyboardInterrupt, GeneratorExit, EndError, SystemExit]


@pytest.mark.parametrize("limit", [None, 5.0])
@pytest.mark.parametrize("kind", ENDS)
def test_what_a_player_raises_to_end_the_program_is_its_fault(
    kind: type[BaseException], limit: float | None
):
    def does(question: Question) -> Any:
        raise kind

    driver, guard = guarded_round(does, limit=limit)
    assert driver.state.is_over
    assert at_fault(guard) == {"agent_error"}
    assert kind.__name__ in guard.faults[0].message


@pytest.mark.parametrize("kind", ENDS)
def test_whatever_a_player_ends_the_game_goes_on(kind: type[BaseException]):
    class Ends(FirstAgent):
        def begin_round(self, *args: Any) -> None:
            raise kind

        end_round = close = begin_round

    guard = Guard(Ends())
    play_match([guard, *(RandomAgent() for _ in range(3))], seed="ends", max_rounds=1)
    guard.close()
    assert [fault.where for fault in guard.faults] == ["begin_round", "end_round", "close"]
    assert at_fault(guard) == {"agent_error"}


def _presses(question: Question) -> Any:
    signal.raise_signal(signal.SIGINT)
    time.sleep(1)


def _presses_in_a_comparison(question: Question) -> Any:
    return hostile(lambda *_: _presses(question))


@pytest.mark.parametrize("limit", [None, 5.0])
@pytest.mark.parametrize("does", [_presses, _presses_in_a_comparison])
def test_ctrl_c_is_the_users(does: Callable[[Question], Any], limit: float | None):
    with pytest.raises(KeyboardInterrupt):
        guarded_round(does, ("exchange",), limit)


def test_what_somebodys_handler_of_a_signal_raises_ends_the_program():
    class Stop:
        def end(self, *args: Any) -> None:
            raise EndError

    def handler(*args: Any) -> None:
        sys.exit(7)

    def terminated(question: Question) -> Any:
        signal.raise_signal(signal.SIGTERM)

    for does, number in ((terminated, signal.SIGTERM), (_presses, signal.SIGINT)):
        for handle, kind in ((handler, SystemExit), (Stop().end, EndError)):
            before = signal.signal(number, handle)
            try:
                with pytest.raises(kind):
                    guarded_round(does, ("grand",))
            finally:
                signal.signal(number, before)


def test_in_another_thread_no_interrupt_is_the_users():
    results: list[Guard] = []

    def does(question: Question) -> Any:
        raise KeyboardInterrupt

    thread = threading.Thread(target=lambda: results.append(guarded_round(does)[1]))
    thread.start()
    thread.join()
    assert at_fault(results[0]) == {"agent_error"}


def test_a_player_that_fails_when_it_begins_ends_and_closes():
    class Failing(FirstAgent):
        def begin_round(self, *args: Any) -> None:
            raise OSError("begin")

        def end_round(self, view: Any) -> None:
            raise OSError("end")

        def close(self) -> None:
            raise OSError("close")

    guard = Guard(Failing())
    players = [RandomAgent(), RandomAgent(), RandomAgent(), guard]
    history = play_match(players, seed="fails", max_rounds=2)
    guard.close()
    assert len(history.rounds) == 2
    places = [(fault.round, fault.where) for fault in guard.faults]
    assert places == [
        (1, "begin_round"),
        (1, "end_round"),
        (2, "begin_round"),
        (2, "end_round"),
        (2, "close"),
    ]
    assert all(fault.seat == 3 for fault in guard.faults)


def test_a_player_without_close_is_let_go():
    class Bare:
        def begin_round(self, *args: Any) -> None: ...

    guard = Guard(Bare())
    guard.close()
    assert guard.faults == []
    driver = play_round([guard] * 4, start_round(tichu.deal_for("guard", 2)))
    assert driver.state.is_over
    assert at_fault(guard) == {"agent_error"}


def test_the_first_faults_are_kept_and_all_are_counted():
    def does(question: Question) -> Any:
        raise ValueError

    guard = Guard(Misbehaves(does, KINDS))
    play_match([guard, *(FirstAgent() for _ in range(3))], seed="many", max_rounds=5)
    assert len(guard.faults) == FAULTS_KEPT < guard.fault_count


def test_a_good_player_plays_as_without_a_guard():
    start = start_round(tichu.deal_for("guard", 3))
    plain = play_round([RandomAgent() for _ in SEATS], start, seed=5)
    guards = [Guard(RandomAgent(), limit) for limit in (None, 10.0, None, 10.0)]
    guarded = play_round(guards, start, seed=5)
    assert guarded.actions == plain.actions
    assert [guard.fault_count for guard in guards] == [0] * 4
    assert all(guard.answers > 0 and guard.seconds > 0 for guard in guards)


# --- answers that are none -----------------------------------------------------------------------


DOES: dict[str, Callable[[Question], Any]] = {
    "nothing": lambda q: None,
    "true": lambda q: True,
    "text": lambda q: "1 pass",
    "the first action as text": lambda q: str(next(iter(q.legal))),
    "all actions": lambda q: list(q.legal)[:2],
    "the question": lambda q: q,
    "a class": lambda q: Pass,
    "an object": lambda q: object(),
    "hostile": lambda q: hostile(fails),
    "hostile that leaves": lambda q: GiveDragon(q.seat, hostile(leaves)),
    "no seat": lambda q: Pass(None),
    "true for a seat": lambda q: Pass(True),
    "another seat's pass": lambda q: Pass((q.seat + 1) % 4),
    "another seat's action": lambda q: replace(next(iter(q.legal)), seat=(q.seat + 2) % 4),
    "hostile seat": lambda q: Pass(hostile(fails)),
    "hostile cards": lambda q: Play(q.seat, hostile(fails)),
    "hostile gifts": lambda q: Exchange(q.seat, hostile(fails), hostile(fails), hostile(fails)),
    "hostile recipient": lambda q: GiveDragon(q.seat, hostile(fails)),
    "hostile call": lambda q: GrandTichu(q.seat, hostile(fails)),
    "no call": lambda q: GrandTichu(q.seat, 1),
    "no cards": lambda q: Play(q.seat, CardSet()),
    "all cards": lambda q: Play(q.seat, tichu.DECK),
    "cards as text": lambda q: Play(q.seat, "2j"),
    "one gift thrice": lambda q: Exchange(q.seat, Card("2j"), Card("2j"), Card("2j")),
    "the dragon to oneself": lambda q: GiveDragon(q.seat, q.seat),
    "the dragon to the partner": lambda q: GiveDragon(q.seat, (q.seat + 2) % 4),
    "a huge number": lambda q: GiveDragon(q.seat, 10**5000),
    "a number": lambda q: 0,
    "an error": lambda q: ValueError("returned"),
}


def is_right(question: Question, answer: Any) -> bool:
    """Some of these answers happen to be right for some question."""
    if answer is None:
        return question.may_decline
    return type(answer) in (Pass, Tichu, Exchange) and answer in question.legal


@pytest.mark.parametrize("does", DOES.values(), ids=DOES)
def test_answers_that_are_none(does: Callable[[Question], Any]):
    wrong = 0

    def answer(question: Question) -> Any:
        nonlocal wrong
        given = does(question)
        wrong += not is_right(question, given)
        return given

    driver, guard = guarded_round(answer)
    assert driver.state.is_over
    assert wrong == guard.fault_count > 0
    assert at_fault(guard) == {"bad_answer"}
    assert all(fault.where in fault.message for fault in guard.faults)
    assert all(len(fault.message) < 200 for fault in guard.faults)


@pytest.mark.parametrize("rank", [True, 5.0, "5", 10**30, -5, 1, 15])
def test_a_wish_and_a_phoenix_of_odd_kinds(rank: Any):
    def does(question: Question) -> Any:
        plays = list(question.legal.plays)
        if not plays:
            return Pass(question.seat)
        return Play(question.seat, plays[0].cards, rank, rank)

    driver, guard = guarded_round(does, ("play",))
    assert driver.state.is_over
    assert at_fault(guard) == {"bad_answer"}


class Five:
    """Passes for a 5 where a whole number is asked for."""

    def __index__(self) -> int:
        return 5

    def __eq__(self, other: object) -> bool:
        return other == 5

    def __hash__(self) -> int:
        return hash(5)


@pytest.mark.parametrize("rank", [Five(), type("Int", (int,), {})(5)], ids=["index", "subclass"])
def test_what_passes_for_a_number_is_none(rank: Any):
    state = at("play 5jPh/3j/4j/6j", "turn:0")
    question = RoundDriver(Step(state, ())).question
    assert question is not None
    honest = Play(0, CardSet("5j Ph"), 5)
    assert Guard(FirstAgent()).checked(question, honest) == honest
    guard = Guard(FirstAgent())
    answer = guard.checked(question, Play(0, CardSet("5j Ph"), rank))
    assert guard.fault_count == 1
    assert answer == Play(0, CardSet("Ph"))


def test_what_is_done_instead_is_harmless():
    def instead(text: str, *fields: str) -> Any:
        question = RoundDriver(Step(at(text, *fields), ())).question
        assert question is not None
        return harmless_answer(question)

    table = "owner:0 top:4j trick:4j"
    assert instead("play 3j/9jAs/7j/8j", f"turn:1 {table}") == Pass(1)
    assert instead("play 9j3sAs/4j/7j/8j", "turn:0") == Play(0, CardSet("3s"))
    bombs = "turn:1 owner:0 top:4j trick:4j rules:bomb_out_of_turn=true"
    assert instead("play 3j/9j/9s9p9tTj/8j", bombs) == Pass(1)
    ripe = "owner:0 top:Dg trick:Dg passes:3"
    assert instead("ripe 3j/4j/5j/6j7j", ripe) == GiveDragon(0, 3)


def test_all_four_may_misbehave_at_once():
    class Rude(Agent):
        def answer(self, question: Question) -> Any:
            return DOES[list(DOES)[self.rng.randrange(len(DOES))]](question)

    guards = [Guard(Rude()) for _ in SEATS]
    history = play_match(guards, seed="rude", max_rounds=3)
    assert len(history.rounds) == 3
    assert all(guard.fault_count > 0 for guard in guards)
