"""A player under supervision: whatever it does, the game goes on, and what went wrong is known."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from msgspec import Struct

from tichu._core import Rng
from tichu.actions import Action
from tichu.checks import shown
from tichu.errors import TichuError
from tichu.harmless import harmless
from tichu.match import MatchState
from tichu.question import Player, Question
from tichu.view import SeatView

__all__ = [
    "Fault",
    "Guard",
    "OutOfTime",
    "harmless_answer",
    "interrupted_after",
    "keeping_time",
    "seconds_over",
]

_TICK = 0.05
"""Seconds between two looks at the clock, where one clock ticks for all."""

_is_ticking = False

_due: float | None = None
"""When the player at work in the main thread should be done."""

FAULTS_KEPT = 20
"""Of a player that always fails, the first so many faults are kept; all are counted."""


class OutOfTime(BaseException):
    """Raised into a player that thinks too long; no ``Exception``, so that few players catch it."""


class Fault(Struct, frozen=True):
    """What a player did wrong.

    Attributes:
        code: ``agent_error``, ``bad_answer``, ``agent_late``, or the code of a process.
        seat: the seat that it played for.
        round: the number of the round, from 1.
        where: the question, ``begin_round``, ``end_round``, ``close`` or ``answer_many``.
        message: what happened.
    """

    code: str
    seat: int
    round: int
    where: str
    message: str


def harmless_answer(question: Question) -> Action | None:
    """What is answered for a player that does not: no call, no bomb, else what is harmless."""
    if question.may_decline:
        return None
    return harmless(question.legal, question.view.hand_counts)


class Guard:
    """Plays as its player does; where that fails, or is late, it does what is harmless.

    Attributes:
        player: who plays.
        limit: seconds for each answer, None for no limit. Kept where the system can interrupt
            Python code (POSIX, in the main thread); other code cannot be interrupted.
        faults: the first faults.
        fault_count: how many there were.
        answers: how many questions were put.
        seconds: how long it took to answer them all.
    """

    def __init__(self, player: Player, limit: float | None = None) -> None:
        self.player = player
        self.limit = limit
        self.faults: list[Fault] = []
        self.fault_count = 0
        self.answers = 0
        self.seconds = 0.0
        self._seat = 0
        self._round = 0

    def begin_round(self, seat: int, rng: Rng, match: MatchState) -> None:
        """Begin a round."""
        self._seat, self._round = seat, match.rounds + 1
        try:
            with interrupted_after(self.limit):
                self.player.begin_round(seat, rng, match)
        except (Exception, OutOfTime, SystemExit) as error:  # noqa: BLE001
            self.note(error, "begin_round")

    def answer(self, question: Question) -> Action | None:
        """The player's answer, or what is harmless."""
        begun = time.perf_counter()
        try:
            with interrupted_after(self.limit):
                answer = self.checked(question, self.player.answer(question))
        except (Exception, OutOfTime, SystemExit) as error:  # noqa: BLE001
            self.note(error, question.kind)
            answer = harmless_answer(question)
        self.count(1, time.perf_counter() - begun)
        return answer

    def checked(self, question: Question, answer: object) -> Action | None:
        """The answer if it is one, else what is harmless."""
        try:
            if answer is None and question.may_decline:
                return None
            if answer in question.legal:
                return answer  # type: ignore[return-value]
            said = shown(answer)
        except (Exception, SystemExit) as error:  # noqa: BLE001
            # Even comparing or showing a strange answer may fail.
            said = f"a {type(answer).__name__} that fails with {type(error).__name__}"
        message = f"{said} is no answer to the question {question.kind!r}."
        self._keep(Fault("bad_answer", self._seat, self._round, question.kind, message))
        return harmless_answer(question)

    def end_round(self, view: SeatView) -> None:
        """End a round."""
        try:
            with interrupted_after(self.limit):
                self.player.end_round(view)
        except (Exception, OutOfTime, SystemExit) as error:  # noqa: BLE001
            self.note(error, "end_round")

    def close(self) -> None:
        """Let the player go."""
        close = getattr(self.player, "close", None)
        if close is None:
            return
        try:
            with interrupted_after(self.limit):
                close()
        except (Exception, OutOfTime, SystemExit) as error:  # noqa: BLE001
            self.note(error, "close")

    def count(self, answers: int, seconds: float) -> None:
        """Count answers, and the time that they took."""
        self.answers += answers
        self.seconds += seconds

    def note(self, error: BaseException, where: str) -> None:
        """Keep in mind what went wrong."""
        if isinstance(error, OutOfTime):
            code, message = "agent_late", f"It took more than {self.limit:g} seconds."
        else:
            code, message = _told(error)
        self._keep(Fault(code, self._seat, self._round, where, message[:300]))

    def _keep(self, fault: Fault) -> None:
        self.fault_count += 1
        if len(self.faults) < FAULTS_KEPT:
            self.faults.append(fault)


def _told(error: BaseException) -> tuple[str, str]:
    """A code, and what the error says, if it can."""
    name = type(error).__name__
    try:
        if isinstance(error, TichuError) and type(error.code) is str:
            return error.code, str(error)
        return "agent_error", f"{name}: {error}"
    except Exception:  # noqa: BLE001
        # A stranger's error may have a __str__ that fails.
        return "agent_error", f"{name}, which does not say why."


@contextmanager
def keeping_time() -> Iterator[None]:
    """In the block, :func:`interrupted_after` costs next to nothing: one clock ticks for them all.

    Does nothing where the system cannot interrupt Python code, or where a clock ticks already.
    """
    global _is_ticking  # noqa: PLW0603
    if _is_ticking or not _can_interrupt():
        yield
        return
    with _alarm(_TICK, _TICK):
        _is_ticking = True
        try:
            yield
        finally:
            _is_ticking = False


@contextmanager
def interrupted_after(limit: float | None) -> Iterator[None]:
    """Raise :class:`OutOfTime` in the block when time is up, again and again until it ends."""
    global _due  # noqa: PLW0603
    if limit is None or not _can_interrupt():
        yield
    elif _is_ticking:
        _wind_up()
        _due = time.monotonic() + limit
        try:
            yield
        finally:
            _due = None
    else:
        with _alarm(limit, 1.0):
            _due = time.monotonic() + limit
            try:
                yield
            finally:
                _due = None


def seconds_over() -> float:
    """How long ago the player at work in the main thread should have been done; 0 if it is not due.

    More than a moment means that it cannot be interrupted: only ending the process helps.
    """
    due = _due
    return 0.0 if due is None else max(0.0, time.monotonic() - due)


def _can_interrupt() -> bool:
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and hasattr(signal, "setitimer")


def _wind_up() -> None:
    """Let the clock go on ticking, whatever a player has done with the system's one alarm."""
    if signal.getsignal(signal.SIGALRM) is not _ring:
        signal.signal(signal.SIGALRM, _ring)
    if signal.getitimer(signal.ITIMER_REAL)[1] != _TICK:
        signal.setitimer(signal.ITIMER_REAL, _TICK, _TICK)


def _ring(_signum: int, _frame: FrameType | None) -> None:
    # A timer may ring a hair before its time.
    if _due is not None and time.monotonic() >= _due - 0.001:
        raise OutOfTime


@contextmanager
def _alarm(first: float, every: float) -> Iterator[None]:
    """Ring after a first time, and then every so many seconds."""
    handler = signal.signal(signal.SIGALRM, _ring)
    begun = time.monotonic()
    left, period = signal.setitimer(signal.ITIMER_REAL, first, every)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if left:
            # Somebody else's alarm goes on as if there had been none here.
            used = time.monotonic() - begun
            signal.setitimer(signal.ITIMER_REAL, max(left - used, 0.001), period)
