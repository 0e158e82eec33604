"""Players under guard that misbehave, for the tests of the guard."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Any

import pytest

import tichu
from tichu import (
    Question,
    RoundDriver,
    play_round,
    start_round,
)
from tichu.agents import Guard, RandomAgent

LIMIT = 0.02

needs_alarm = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="the system cannot interrupt Python code"
)


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


SPECIAL = (
    "__eq__ __ne__ __hash__ __repr__ __str__ __bool__ __len__ __iter__ __index__ __int__ "
    "__contains__ __reduce__ __getattr__"
)


def hostile(does: Callable[..., Any]) -> Any:
    """Something that does this with whoever touches it."""
    return type("Hostile", (), dict.fromkeys(SPECIAL.split(), does))()


def fails(*args: Any) -> Any:
    raise RuntimeError("hands off")


def leaves(*args: Any) -> Any:
    raise SystemExit


def turns_forever(*args: Any) -> Any:
    while True:
        pass
