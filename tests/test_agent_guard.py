"""A player under guard: whatever it does, the round goes on, and what went wrong is known."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any

import pytest
from msgspec.structs import replace

import tichu
from scenes import at
from tichu import (
    Card,
    CardSet,
    Exchange,
    GiveDragon,
    GrandTichu,
    InvalidValue,
    MatchState,
    Pass,
    Play,
    Question,
    RoundDriver,
    Step,
    Tichu,
    play_match,
    play_round,
    start_round,
    stream,
)
from tichu.agents import Agent, FirstAgent, Guard, RandomAgent
from tichu.agents.guard import FAULTS_KEPT, harmless_answer
from tichu.agents.limits import OutOfTime, keeping_time, seconds_over
from tichu.seats import SEATS

needs_alarm = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="the system cannot interrupt Python code"
)


@pytest.fixture(autouse=True)
def _an_alarm_of_ones_own() -> Iterator[None]:
    """The test runner's own alarm waits while these tests use theirs."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    left, every = signal.setitimer(signal.ITIMER_REAL, 0)
    yield
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    signal.setitimer(signal.ITIMER_REAL, left, every)


class Misbehaves(RandomAgent):
    """Plays at random, and for some questions does something else."""

    def __init__(self, does: Callable[[Question], Any], kinds: tuple[str, ...]) -> None:
        super().__init__()
        self.does = does
        self.kinds = kinds

    def answer(self, question: Question) -> Any:
        if question.kind in self.kinds:
            return self.does(question)
        return super().answer(question)


KINDS = ("grand", "tichu", "exchange", "play", "bomb", "dragon")


def guarded_round(
    does: Callable[[Question], Any], kinds: tuple[str, ...] = KINDS, limit: float | None = None
) -> tuple[RoundDriver, Guard]:
    """A whole round in which seat 1 misbehaves."""
    guard = Guard(Misbehaves(does, kinds), limit)
    players = [RandomAgent(), guard, RandomAgent(), RandomAgent()]
    return play_round(players, start_round(tichu.deal_for("guard", 1)), seed="guard"), guard


def at_fault(guard: Guard) -> set[str]:
    return {fault.code for fault in guard.faults}


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


SPECIAL = (
    "__eq__ __ne__ __hash__ __repr__ __str__ __bool__ __len__ __iter__ __index__ __int__ "
    "__contains__ __reduce__ __getattr__"
)


def hostile(does: Callable[..., Any]) -> Any:
    """Something that does this with whoever touches it."""
    return type("Hostile", (), dict.fromkeys(SPECIAL.split(), does))()


def _fails(*args: Any) -> Any:
    raise RuntimeError("hands off")


def _leaves(*args: Any) -> Any:
    raise SystemExit


def _turns_round(*args: Any) -> Any:
    while True:
        pass


DOES: dict[str, Callable[[Question], Any]] = {
    "nothing": lambda q: None,
    "true": lambda q: True,
    "text": lambda q: "1 pass",
    "the first action as text": lambda q: str(next(iter(q.legal))),
    "all actions": lambda q: list(q.legal)[:2],
    "the question": lambda q: q,
    "a class": lambda q: Pass,
    "an object": lambda q: object(),
    "hostile": lambda q: hostile(_fails),
    "hostile that leaves": lambda q: GiveDragon(q.seat, hostile(_leaves)),
    "no seat": lambda q: Pass(None),
    "true for a seat": lambda q: Pass(True),
    "another seat's pass": lambda q: Pass((q.seat + 1) % 4),
    "another seat's action": lambda q: replace(next(iter(q.legal)), seat=(q.seat + 2) % 4),
    "hostile seat": lambda q: Pass(hostile(_fails)),
    "hostile cards": lambda q: Play(q.seat, hostile(_fails)),
    "hostile gifts": lambda q: Exchange(q.seat, hostile(_fails), hostile(_fails), hostile(_fails)),
    "hostile recipient": lambda q: GiveDragon(q.seat, hostile(_fails)),
    "hostile call": lambda q: GrandTichu(q.seat, hostile(_fails)),
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


# --- players that are late -----------------------------------------------------------------------

LIMIT = 0.02


def sleeps(question: Question) -> Any:
    time.sleep(60)


def turns_round(question: Question) -> Any:
    _turns_round()


def swallows(question: Question) -> Any:
    while True:
        try:
            time.sleep(60)
        except Exception:  # noqa: BLE001, S112
            continue


def gives_what_is_slow_to_compare(question: Question) -> Any:
    return GiveDragon(question.seat, hostile(_turns_round))


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


def test_all_four_may_misbehave_at_once():
    class Rude(Agent):
        def answer(self, question: Question) -> Any:
            return DOES[list(DOES)[self.rng.randrange(len(DOES))]](question)

    guards = [Guard(Rude()) for _ in SEATS]
    history = play_match(guards, seed="rude", max_rounds=3)
    assert len(history.rounds) == 3
    assert all(guard.fault_count > 0 for guard in guards)


# --- what is said --------------------------------------------------------------------------------


def said(error: BaseException) -> str:
    def does(question: Question) -> Any:
        raise error

    _, guard = guarded_round(does, ("exchange",))
    return guard.faults[0].message


@pytest.mark.parametrize(
    ("error", "begins"),
    [
        (KeyError(5), "KeyError: 5 (test_agent_guard.py, line "),
        (MemoryError(), "MemoryError (test_agent_guard.py, line "),
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
        assert guard.faults[0].message.endswith(f"(test_agent_guard.py, line {line})")


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
@pytest.mark.parametrize("does", [_fails, _leaves, _turns_round, lambda *_: Cunning("x")])
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
    assert at_fault(guard) == {"agent_error"}
    assert guard.faults[0].message.startswith("Odd")
    assert type(guard.faults[0].message) is str


@needs_alarm
@pytest.mark.parametrize("does", [_fails, _leaves, _turns_round])
def test_answers_whose_own_code_misbehaves(does: Callable[..., Any]):
    driver, guard = guarded_round(lambda q: hostile(does), ("exchange",), LIMIT)
    assert driver.state.is_over
    assert at_fault(guard) <= {"bad_answer", "agent_late"}
    assert guard.fault_count == 1


@needs_alarm
@pytest.mark.parametrize("does", [_fails, _leaves, _turns_round])
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


def test_a_players_smaller_stack_is_not_left_to_others():
    before = sys.getrecursionlimit()

    def does(question: Question) -> Any:
        sys.setrecursionlimit(150)

    driver, _ = guarded_round(does)
    assert driver.state.is_over
    assert sys.getrecursionlimit() == before


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
