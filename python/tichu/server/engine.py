"""The protocol as JSON lines on a pair of streams: the engine as a child process.

One line in is one message, and so is one line out. A thread reads, so that clocks and windows go
on while nothing comes in; all else happens in the one that calls :func:`run_engine`.
"""

from __future__ import annotations

import queue
import select
import sys
import threading
import time
from collections.abc import Callable
from io import FileIO
from typing import BinaryIO, Protocol

from tichu.protocol.bounds import Limits
from tichu.protocol.hub import Hub
from tichu.server.faults import ServerError

__all__ = ["ENGINE_LIMITS", "Source", "run_engine", "standard_input"]

ENGINE_LIMITS = Limits(
    requests_per_second=None,
    backlog_bytes=2**53 - 1,
    matches=100_000,
    agent_matches=None,
    target=None,
    matches_per_session=None,
    unattended=None,
    spare_moves=50,
)
"""The bounds of an engine: its one client is its parent, and may ask as fast as it likes."""

_WAITING = 1_000
"""Lines read ahead; whoever writes more has to wait."""

_AT_ONCE = 65_536
"""Bytes that are read at once."""


class Source(Protocol):
    """An input without a buffer, such as :class:`io.FileIO`."""

    def read(self, size: int, /) -> bytes | None:
        """What is there, up to so many bytes; None if that is nothing yet, nothing at the end."""
        ...

    def fileno(self) -> int:
        """Its file descriptor."""
        ...


def standard_input() -> FileIO:
    """The standard input, without a buffer; to close it leaves the descriptor open.

    Raises:
        ServerError: it is closed (``no_pipes``).
    """
    if sys.stdin is None:
        raise ServerError("Standard input is closed; give the engine a pipe.", code="no_pipes")
    return FileIO(sys.stdin.fileno(), closefd=False)


def run_engine(
    source: Source,
    target: BinaryIO,
    hub: Hub,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Serve one client until its input ends.

    Args:
        source: the input, without a buffer: reading gives what is there. A buffer would be locked
            by the thread that reads, and the interpreter cannot end while one is.
        target: the output.
        hub: the matches.
        clock: seconds.

    Raises:
        OSError: the output cannot be written.
    """
    lines: queue.Queue[bytes | None] = queue.Queue(_WAITING)
    most = hub.limits.message_bytes
    threading.Thread(target=_read_lines, args=(source, lines, most), daemon=True).start()
    session = hub.open(clock())
    try:
        while session.closed is None:
            line = _next_line(lines, _next_due(hub), clock)
            if line is None:
                break
            if line.strip():
                session.receive(line, clock())
            hub.tick(clock())
            hub.spend(clock())
            _write(hub, target)
        session.close(clock())
    finally:
        hub.close()


def _next_due(hub: Hub) -> float | None:
    """When there is something to do; nobody is here whom agents among themselves would hold up."""
    dues = (hub.next_deadline(), hub.next_spare())
    return min((due for due in dues if due is not None), default=None)


def _next_line(
    lines: queue.Queue[bytes | None], deadline: float | None, clock: Callable[[], float]
) -> bytes | None:
    """The next line; an empty one if none has come by the deadline; None at the end."""
    left = None if deadline is None else max(0.0, deadline - clock())
    try:
        return lines.get_nowait() if left == 0.0 else lines.get(timeout=left)
    except queue.Empty:
        return b""


def _write(hub: Hub, target: BinaryIO) -> None:
    written = False
    for _, messages in hub.take_batch().outputs:
        for message in messages:
            target.write(message + b"\n")
            written = True
    if written:
        target.flush()


def _read_lines(source: Source, lines: queue.Queue[bytes | None], most: int) -> None:
    """Put lines into the queue, and None at the end; of one that is too long, just its start."""
    line = b""
    while part := _next_part(source):
        first, *others = part.split(b"\n")
        line += first[: most + 2 - len(line)]
        for following in others:
            lines.put(line.removesuffix(b"\r"))
            line = following[: most + 2]
    if line:
        lines.put(line.removesuffix(b"\r"))
    lines.put(None)


def _next_part(source: Source) -> bytes:
    """What has come in, at least one byte; nothing at the end."""
    try:
        while (part := source.read(_AT_ONCE)) is None:
            # Whoever made the stream has asked not to wait for it.
            select.select([source], [], [])
    except (OSError, ValueError):
        return b""
    return part
