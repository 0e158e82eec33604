"""Agents for tests of the arena: some answer in batches, others misbehave."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tichu.agents import Agent, RandomAgent
from tichu.question import Question

HERE = Path(__file__)


def bot(name: str) -> str:
    """The name under which the arena finds a class of this file."""
    return f"{HERE}:{name}"


class Batch(RandomAgent):
    """Plays as ``random`` does, for many tables in one call."""

    calls: list[int] = []  # noqa: RUF012 - how many tables each call was for

    @classmethod
    def answer_many(cls, agents: Sequence[Any], questions: Sequence[Question]) -> list[Any]:
        cls.calls.append(len(questions))
        assert all(type(agent) is cls for agent in agents)
        return [agent.answer(asked) for agent, asked in zip(agents, questions, strict=True)]


class BrokenBatch(RandomAgent):
    """Its batches fail, its single answers are good."""

    @classmethod
    def answer_many(cls, agents: Sequence[Any], questions: Sequence[Question]) -> list[Any]:
        raise RuntimeError("out of memory")


class ShortBatch(RandomAgent):
    """Forgets its answers."""

    @classmethod
    def answer_many(cls, agents: Sequence[Any], questions: Sequence[Question]) -> list[Any]:
        return []


class Closes(RandomAgent):
    """Counts those that are made and those that are let go, in this process."""

    made = closed = 0

    def __init__(self) -> None:
        super().__init__()
        Closes.made += 1

    def close(self) -> None:
        Closes.closed += 1


class Raises(Agent):
    def play(self, question: Question) -> Any:
        raise RuntimeError("boom")


class Leaves(Agent):
    def play(self, question: Question) -> Any:
        sys.exit("I give up")


class Interrupts(Agent):
    """Raises what ends a program, wherever it can."""

    def begin_round(self, *arguments: Any) -> None:
        super().begin_round(*arguments)
        raise GeneratorExit

    def play(self, question: Question) -> Any:
        raise KeyboardInterrupt

    def end_round(self, view: Any) -> None:
        raise KeyboardInterrupt

    def close(self) -> None:
        raise KeyboardInterrupt


class InterruptsBatch(RandomAgent):
    @classmethod
    def answer_many(cls, agents: Sequence[Any], questions: Sequence[Question]) -> list[Any]:
        raise KeyboardInterrupt


class EndlessBatch(RandomAgent):
    """Answers more than it is asked."""

    @classmethod
    def answer_many(cls, agents: Sequence[Any], questions: Sequence[Question]) -> Any:
        while True:
            yield None


class InterruptsWhenMade(Agent):
    """Is made once in a process, and then no more."""

    made = 0

    def __init__(self) -> None:
        InterruptsWhenMade.made += 1
        if InterruptsWhenMade.made > 1:
            raise KeyboardInterrupt


class NeverMade(Agent):
    def __init__(self) -> None:
        raise KeyboardInterrupt


class WordlessError(Exception):
    def __str__(self) -> str:  # noqa: PLE0307 - it never does
        while True:
            pass


class Wordless(Agent):
    def exchange(self, question: Question) -> Any:
        raise WordlessError


class Unclosable(Agent):
    @property
    def close(self) -> Any:  # type: ignore[override]
        raise KeyboardInterrupt


class SlowToClose(Agent):
    def close(self) -> None:
        while True:
            pass


class Late(Agent):
    def answer(self, question: Question) -> Any:
        time.sleep(100)


class LateBatch(Late):
    @classmethod
    def answer_many(cls, agents: Sequence[Any], questions: Sequence[Question]) -> Any:
        time.sleep(100)


class Shallow(Agent):
    def play(self, question: Question) -> Any:
        sys.setrecursionlimit(sys.getrecursionlimit() // 8)
        return super().play(question)


class Mute(Agent):
    """Closes the standard files of its process."""

    def grand(self, question: Question) -> bool:
        for number in range(3):
            with suppress(OSError):
                os.close(number)
        return False


class Stops(Agent):
    """Wants a debugger."""

    def exchange(self, question: Question) -> Any:
        breakpoint()  # noqa: T100
        return super().exchange(question)


class Nonsense(Agent):
    def answer(self, question: Question) -> Any:
        return "7j"


class Prints(Agent):
    def grand(self, question: Question) -> bool:
        print("thinking aloud")
        return False


class Sleeps(Agent):
    """Sleeps once a round."""

    def grand(self, question: Question) -> bool:
        time.sleep(100)
        return False


class Alarmed(Sleeps):
    """Stops the system's alarm, and sleeps again in the next round."""

    def tichu(self, question: Question) -> bool:
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        signal.alarm(0)
        return False


class Loops(Agent):
    """Cannot be interrupted, once in a while."""

    def grand(self, question: Question) -> bool:
        is_odd = _is_odd(self)
        while is_odd:
            with suppress(BaseException):
                time.sleep(100)
        return False


class Holds(Agent):
    """Keeps the interpreter to itself, once in a while: neither signals nor threads get in."""

    def grand(self, question: Question) -> bool:
        if _is_odd(self):
            sum(range(10**12))
        return False


class Dies(Agent):
    """Takes its process with it, in every other deal of a run."""

    def grand(self, question: Question) -> bool:
        if _is_odd(self):
            os._exit(9)
        return False


class Noted(RandomAgent):
    """Writes down in which process it plays, and takes its time."""

    def begin_round(self, *arguments: Any) -> None:
        super().begin_round(*arguments)
        with Path(os.environ["ARENA_TEST_PIDS"]).open("a") as file:
            file.write(f"{os.getpid()}\n")
        time.sleep(0.01)


class Unmade(Agent):
    """Can be made where the test runs, not in a worker."""

    def __init__(self) -> None:
        if os.environ.get("ARENA_TEST_PARENT") != str(os.getpid()):
            raise FileNotFoundError("weights.bin")


def _is_odd(agent: Agent) -> bool:
    """Whether this is a deal of the odd half; the same for the same deal and seat."""
    return agent.rng.randrange(8) == 0
