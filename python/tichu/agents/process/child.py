"""A program and the pipes to it: nothing here waits longer than it is told to."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tichu.agents.process.bounds import (
    AT_LAST,
    FIRST_WORDS,
    GRACE,
    LAST_WORDS,
    LINE_BYTES,
    MESSAGES,
    OUTPUT_BYTES,
    UNREAD_BYTES,
)
from tichu.agents.process.faults import ProcessFault
from tichu.agents.process.words import Words

__all__ = ["Child"]

KEEPER = str(Path(__file__).with_name("keeper.py"))

_PIECE = 65_536


class Child:
    """A running program.

    Args:
        command: the program and its arguments.
        environment: what is added to the environment.

    Raises:
        ProcessFault: it cannot be started (``process_start``).
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self._lines: list[bytes] = []
        self._partial = b""
        self._unsent = bytearray()
        self._said = Words(FIRST_WORDS, LAST_WORDS)
        self._read = 0
        self._taken = 0
        try:
            self._process = self._started(command, environment)
        except OSError as error:
            raise ProcessFault(
                f"No process can be started: {error}.", code="process_start"
            ) from error
        self._input: int | None = _unblocked(self._process.stdin)
        self._output: int | None = _unblocked(self._process.stdout)
        self._error: int | None = _unblocked(self._process.stderr)

    def _started(
        self, command: Sequence[str], environment: Mapping[str, str]
    ) -> subprocess.Popen[bytes]:
        read_end, write_end = os.pipe()
        # An object, so that it is closed also when the agent is forgotten.
        self._line = open(write_end, "wb", buffering=0)  # noqa: PTH123, SIM115
        keeper = [sys.executable, "-I", "-S", KEEPER, str(read_end), str(os.getpid()), str(GRACE)]
        pipe = subprocess.PIPE
        try:
            return subprocess.Popen(  # noqa: S603
                [*keeper, *command],
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                bufsize=0,
                pass_fds=(read_end,),
                start_new_session=True,
                env={**os.environ, **environment},
            )
        except BaseException:
            self._line.close()
            raise
        finally:
            os.close(read_end)

    # --- talking ---

    def send(self, data: bytes) -> None:
        """Send, as soon as the program reads.

        Raises:
            ProcessFault: too much waits to be read (``process_deaf``).
        """
        if self._input is None:
            return
        self._unsent += data
        self._write()
        if len(self._unsent) > UNREAD_BYTES:
            raise ProcessFault(
                f"It has left more than {UNREAD_BYTES} bytes unread.", code="process_deaf"
            )

    def begin_decision(self) -> None:
        """From here on is counted what the program writes."""
        self._taken = 0
        self._read = len(self._partial) + sum(map(len, self._lines))

    def next_line(self, ends: float) -> bytes:
        """The next message of the program, waiting until that time.

        Raises:
            ProcessFault: there is none (``process_late``, ``process_ended``, ``process_flood``).
        """
        while not self._lines:
            if self._output is None:
                raise self._ended()
            left = ends - time.monotonic()
            # What has come in time counts, even if it is looked at late.
            if not self._exchange(max(0.0, left)) and left <= 0:
                raise ProcessFault("It has not answered in time.", code="process_late")
        self._taken += 1
        if self._taken > MESSAGES:
            raise ProcessFault(
                f"It has written more than {MESSAGES} messages for one decision.",
                code="process_flood",
            )
        return self._lines.pop(0)

    def _exchange(self, seconds: float) -> bool:
        """Wait for what can be read or written, and do it; whether there was output."""
        poll = select.poll()
        for number, events in (
            (self._output, select.POLLIN),
            (self._error, select.POLLIN),
            (self._input if self._unsent else None, select.POLLOUT),
        ):
            if number is not None:
                poll.register(number, events)
        heard = False
        for number, _ in poll.poll(seconds * 1_000):
            if number == self._output:
                self._hear()
                heard = True
            elif number == self._error:
                self._overhear()
            else:
                self._write()
        return heard

    def _hear(self) -> None:
        data = _read(self._output)
        if data is None:
            return
        if not data:
            self._output = None
            return
        self._read += len(data)
        *lines, self._partial = (self._partial + data).split(b"\n")
        longest = max(map(len, (*lines, self._partial)))
        if longest > LINE_BYTES or self._read > OUTPUT_BYTES:
            raise ProcessFault(
                f"It has written a line of more than {LINE_BYTES} bytes."
                if longest > LINE_BYTES
                else f"It has written more than {OUTPUT_BYTES} bytes for one decision.",
                code="process_flood",
            )
        self._lines += [line for line in (line.rstrip(b"\r") for line in lines) if line]

    def _overhear(self) -> None:
        data = _read(self._error)
        if data is None:
            return
        if not data:
            self._error = None
        self._said.add(data)

    def _write(self) -> None:
        if self._input is None or not self._unsent:
            return
        try:
            count = os.write(self._input, self._unsent[:_PIECE])
        except BlockingIOError:
            return
        except OSError:
            # It reads no more; whether that is its end is told by its output.
            self._input = None
            self._unsent.clear()
            return
        del self._unsent[:count]

    # --- ending ---

    def last_words(self) -> str:
        """The first and the last of what it has written to its standard error, as one line."""
        return self._said.told()

    def _ended(self) -> ProcessFault:
        """Its output has ended: see why."""
        ends = time.monotonic() + GRACE
        while self._error is not None and time.monotonic() < ends:
            self._exchange(max(0.0, ends - time.monotonic()))
        status: int | None = None
        with suppress(subprocess.TimeoutExpired):
            status = self._process.wait(max(0.01, ends - time.monotonic()))
        what = "has closed its output" if status is None else f"has ended with status {status}"
        words = self.last_words()
        said = f"; it had said: {words}" if words else ""
        return ProcessFault(f"It {what}{said}.", code="process_ended")

    def close(self) -> None:
        """End its input, and let it end; after a while it is killed, and all that it started."""
        self._end(b"")

    def kill(self) -> None:
        """Kill it at once, and all that it started."""
        self._end(b"k")

    def _end(self, how: bytes) -> None:
        """Tell the keeper, and wait for its end.

        Should the waiting be interrupted, the keeper does its work all the same: the line has
        ended.
        """
        process = self._process
        try:
            with self._line, suppress(OSError):
                self._line.write(how)
            if process.stdin is not None:
                process.stdin.close()
            self._input = None
            self._let_end(time.monotonic() + AT_LAST)
        finally:
            self._output = self._error = None
            for pipe in (process.stdin, process.stdout, process.stderr):
                if pipe is not None:
                    pipe.close()

    def _let_end(self, ends: float) -> None:
        # A program that still writes must not wait for a reader, or it could not end.
        poll = select.poll()
        unread = {number for number in (self._output, self._error) if number is not None}
        for number in unread:
            poll.register(number, select.POLLIN)
        while unread and (left := ends - time.monotonic()) > 0:
            for number, _ in poll.poll(left * 1_000):
                if _read(number) == b"":
                    poll.unregister(number)
                    unread.discard(number)
        try:
            self._process.wait(max(0.01, ends - time.monotonic()))
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _unblocked(pipe: object) -> int:
    number: int = pipe.fileno()  # type: ignore[attr-defined]
    os.set_blocking(number, False)
    return number


def _read(number: int | None) -> bytes | None:
    """What can be read now; None if nothing, no bytes at the end."""
    if number is None:
        return None
    try:
        return os.read(number, _PIECE)
    except BlockingIOError:
        return None
    except OSError:
        return b""
