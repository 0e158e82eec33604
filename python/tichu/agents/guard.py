"""A player under supervision: whatever it does, the game goes on, and what went wrong is known."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from tichu._core import Rng
from tichu.actions import Action
from tichu.agents.limits import attempt, is_passed_on
from tichu.agents.telling import one_line, told
from tichu.checks import shown
from tichu.harmless import harmless
from tichu.match import MatchState
from tichu.question import Player, Question
from tichu.view import SeatView

__all__ = ["Fault", "Guard", "harmless_answer"]

FAULTS_KEPT = 20
"""Of a player that always fails, the first so many faults are kept; all are counted."""

_PATIENCE = 3
"""A player that was late so many times is not asked again."""


class Fault(Struct, frozen=True):
    """What a player did wrong.

    Attributes:
        code: ``agent_error``, ``bad_answer``, ``agent_late``, ``agent_gone``, or the code of a
            process.
        seat: the seat that it played for.
        round: the number of the round, from 1.
        where: the question, ``begin_round``, ``end_round``, ``close`` or ``answer_many``.
        message: what happened, in one line, and if it is known in which line of whose code.
    """

    code: str
    seat: int
    round: int
    where: str
    message: str


class _Wrong(Struct, frozen=True):
    """What is said of an answer that is none."""

    message: str


def harmless_answer(question: Question) -> Action | None:
    """What is answered for a player that does not: no call, no bomb, else what is harmless."""
    if question.may_decline:
        return None
    return harmless(question.legal, question.view.hand_counts)


class Guard:
    """Plays as its player does; where that fails, or is late, it does what is harmless.

    A guard is for one game: a player that was late three times is not asked again.

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
        self._late = 0

    @property
    def is_gone(self) -> bool:
        """Whether the player is not asked any more."""
        return self._late >= _PATIENCE

    def begin_round(self, seat: int, rng: Rng, match: MatchState) -> None:
        """Begin a round."""
        self._seat, self._round = seat, match.rounds + 1
        if not self.is_gone:
            self._try("begin_round", lambda: self.player.begin_round(seat, rng, match))

    def answer(self, question: Question) -> Action | None:
        """The player's answer, or what is harmless."""
        begun = time.perf_counter()
        if self.is_gone:
            message = f"It was late {_PATIENCE} times, and is not asked again in this game."
            self.blame("agent_gone", message, question.kind)
            answer = harmless_answer(question)
        else:
            answer = self._judge(question, self._ask, question)
        self.count(1, time.perf_counter() - begun)
        return answer

    def checked(self, question: Question, answer: object) -> Action | None:
        """The answer if it is one, else what is harmless."""
        return self._judge(question, _judged, question, answer)

    def end_round(self, view: SeatView) -> None:
        """End a round."""
        if not self.is_gone:
            self._try("end_round", lambda: self.player.end_round(view))

    def close(self) -> None:
        """Let the player go."""
        self._try("close", self._close)

    def count(self, answers: int, seconds: float) -> None:
        """Count answers, and the time that they took."""
        self.answers += answers
        self.seconds += seconds

    def blame(self, code: str, message: str, where: str) -> None:
        """Keep in mind what went wrong."""
        self.fault_count += 1
        if code == "agent_late":
            self._late += 1
        if len(self.faults) < FAULTS_KEPT:
            self.faults.append(Fault(code, self._seat, self._round, where, one_line(message)))

    def _ask(self, question: Question) -> Action | _Wrong | None:
        return _judged(question, self.player.answer(question))

    def _judge(
        self, question: Question, work: Callable[..., Action | _Wrong | None], *arguments: Any
    ) -> Action | None:
        """What the work gives, if it is an answer."""
        is_done, answer = self._try(question.kind, work, *arguments)
        if is_done and type(answer) is not _Wrong:
            found: Action | None = answer
            return found
        if is_done:
            self.blame("bad_answer", answer.message, question.kind)
        return harmless_answer(question)

    def _try(self, where: str, work: Callable[..., Any], *arguments: Any) -> tuple[bool, Any]:
        """Whether some work of the player's was done, and what came of it."""
        value, error = attempt(self.limit, work, *arguments)
        if error is None:
            return True, value
        errors = [error]
        del error
        code, message = told(errors, self.limit)
        self.blame(code, message, where)
        return False, None

    def _close(self) -> None:
        close = getattr(self.player, "close", None)
        if close is not None:
            close()


def _judged(question: Question, answer: object) -> Action | _Wrong | None:
    """The answer if it is one; else what is said of it."""
    try:
        if answer is None and question.may_decline:
            return None
        if answer in question.legal:
            return answer  # type: ignore[return-value]
        said = one_line(shown(answer))
    # Even comparing or showing a strange answer may fail.
    except BaseException as error:
        if is_passed_on(error):
            raise
        said = f"a {type(answer).__name__} that fails with {type(error).__name__}"
    return _Wrong(f"{said} is no answer to the question {question.kind!r}.")
