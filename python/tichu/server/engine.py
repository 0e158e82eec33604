"""The protocol as JSON lines on a pair of streams: the engine as a child process.

One line in is one message, and so is one line out. A thread reads, so that clocks and windows go
on while nothing comes in; all else happens in the one that calls :func:`run_engine`.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import BinaryIO

from tichu.protocol.bounds import Limits
from tichu.protocol.hub import Hub

__all__ = ["ENGINE_LIMITS", "run_engine"]

ENGINE_LIMITS = Limits(
    requests_per_second=None,
    matches=100_000,
    agent_matches=None,
    matches_per_session=None,
    unattended=None,
)
"""The bounds of an engine: its one client is its parent, and may ask as fast as it likes."""

_WAITING = 1_000
"""Lines read ahead; whoever writes more has to wait."""


def run_engine(
    source: BinaryIO,
    target: BinaryIO,
    hub: Hub,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Serve one client until its input ends.

    Raises:
        OSError: the output cannot be written.
    """
    lines: queue.Queue[bytes | None] = queue.Queue(_WAITING)
    most = hub.limits.message_bytes
    threading.Thread(target=_read_lines, args=(source, lines, most), daemon=True).start()
    session = hub.open(clock())
    while session.closed is None:
        line = _next_line(lines, hub.next_deadline(), clock)
        if line is None:
            break
        if line.strip():
            session.receive(line, clock())
        hub.tick(clock())
        _write(hub, target)
    session.close(clock())


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


def _read_lines(source: BinaryIO, lines: queue.Queue[bytes | None], most: int) -> None:
    """Put lines into the queue, and None at the end; of one that is too long, just its start."""
    while True:
        try:
            line = source.readline(most + 2)
            rest = line
            while rest and not rest.endswith(b"\n"):
                rest = source.readline(most + 2)
        except (OSError, ValueError):
            line = b""
        if not line:
            lines.put(None)
            return
        lines.put(line.removesuffix(b"\n").removesuffix(b"\r"))
