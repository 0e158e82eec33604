"""The agent that asks a program."""

from __future__ import annotations

import shlex
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tichu._core import Rng
from tichu.actions import Action
from tichu.agents.base import FIRST_ROUND, Agent
from tichu.agents.process.bounds import MISTAKES, SILENCES, TOLD
from tichu.agents.process.child import Child
from tichu.agents.process.faults import ProcessFault
from tichu.checks import check_kind, shown
from tichu.errors import InvalidValue
from tichu.match import MatchState
from tichu.protocol.started import StartedClient
from tichu.question import Question
from tichu.view import SeatView

__all__ = ["ProcessAgent"]

LONGEST = 86_400.0
SHORTEST = 0.05


class ProcessAgent(Agent):
    """A program that speaks the protocol on its standard input and output (docs/AGENTS.md).

    It is started when a match begins, that is, with a round before which none was counted, and
    ended by :meth:`close`; with it ends whatever it has started. After most faults it is ended at
    once, and then it is not asked again in the match (:class:`ProcessFault` says after which).

    Args:
        command: the program and its arguments, quoted as for a shell; no shell is involved.
        limit: seconds for each decision.
        start: seconds to start and to say ``hello``.

    Raises:
        InvalidValue: the command is empty or badly quoted, or a time is out of range
            (``bad_agent_option``), or there is no such program (``bad_agent``).
    """

    def __init__(self, command: str, limit: float = 5.0, start: float = 10.0) -> None:
        self._command = _words(command)
        self._limit = _seconds(limit, "limit")
        self._start = _seconds(start, "start")
        _check_program(self._command[0])
        self._child: Child | None = None
        self._client: StartedClient | None = None
        self._silences = 0

    def begin_round(self, seat: int, rng: Rng, match: MatchState = FIRST_ROUND) -> None:
        """Take a seat; at the beginning of a match, start the program.

        Raises:
            ProcessFault: it does not start.
        """
        super().begin_round(seat, rng, match)
        if match.rounds == 0 or self._client is None:
            self._begin_match(seat, rng, match)
        elif self._child is not None:
            self._client.begin_round(match)

    def _begin_match(self, seat: int, rng: Rng, match: MatchState) -> None:
        self.close()
        self._silences = 0
        client = self._client = StartedClient("tichu", self._limit, TOLD)
        # A bot that draws from this number plays the same match again.
        self._child = Child(self._command, {"TICHU_SEED": str(rng.randrange(2**32))})
        with self._ending():
            try:
                self._converse(self._child, client, self._start, lambda: client.greeted)
            except ProcessFault as fault:
                raise ProcessFault(fault.message, code="process_start") from fault
            client.begin_match(seat, match)
            self._send(self._child, client)

    def answer(self, question: Question) -> Action | None:
        """Ask the program.

        Raises:
            ProcessFault: it does not answer as it should.
        """
        child, client = self._child, self._client
        if child is None or client is None:
            raise ProcessFault("The program was ended before.", code="process_gone")
        with self._ending():
            client.ask(question)
            self._converse(child, client, self._limit, lambda: client.question is None)
        return client.answer

    def end_round(self, view: SeatView) -> None:
        """Tell the program how the round has ended."""
        if self._child is not None and self._client is not None:
            with self._ending():
                self._client.tell(view)
                self._send(self._child, self._client)

    def close(self) -> None:
        """End the program."""
        child, self._child, self._client = self._child, None, None
        if child is not None:
            child.close()

    def _converse(
        self, child: Child, client: StartedClient, seconds: float, is_done: Callable[[], bool]
    ) -> None:
        """Listen until all is said, and reply."""
        ends = time.monotonic() + seconds
        child.begin_decision()
        self._send(child, client)
        while not is_done():
            if len(client.refused) >= MISTAKES:
                raise self._mistakes(client)
            try:
                line = child.next_line(ends)
            except ProcessFault as fault:
                if fault.code == "process_late" and client.refused:
                    self._silences += 1
                    if self._silences < SILENCES:
                        raise self._mistakes(client) from fault
                raise
            client.hear(line)
            self._send(child, client)

    def _send(self, child: Child, client: StartedClient) -> None:
        output = client.take_output()
        if output:
            child.send(b"".join(message + b"\n" for message in output))

    def _mistakes(self, client: StartedClient) -> ProcessFault:
        last = client.refused[-1]
        return ProcessFault(
            f"{last.code}: {last.message}",
            code="process_nonsense" if client.talks_nonsense else "process_illegal",
            rule=last.rule,
        )

    @contextmanager
    def _ending(self) -> Iterator[None]:
        """After most faults the program is ended, and so it is when somebody loses patience."""
        try:
            yield
        except BaseException as error:
            if self._client is not None:
                self._client.give_up()
            if getattr(error, "code", "") not in ("process_illegal", "process_nonsense"):
                child, self._child = self._child, None
                if child is not None:
                    child.kill()
            raise


def _words(command: str) -> list[str]:
    check_kind(command, str, "command")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InvalidValue(
            f"Quote the command as for a shell: {error}.", code="bad_agent_option"
        ) from error
    if not words or not words[0] or "\0" in command:
        raise InvalidValue(
            "Say which program to run, as in 'process:node bot.js'.", code="bad_agent_option"
        )
    return words


def _check_program(program: str) -> None:
    if shutil.which(program) is None:
        raise InvalidValue(
            f"{shown(program)} is no program that can be run: no such command is found, or it is"
            " not executable.",
            code="bad_agent",
        )


def _seconds(value: float, name: str) -> float:
    if type(value) not in (int, float) or not SHORTEST <= value <= LONGEST:
        raise InvalidValue(
            f"Choose {name} from {SHORTEST:g} to {LONGEST:g} seconds, not {shown(value)}.",
            code="bad_agent_option",
        )
    return float(value)
