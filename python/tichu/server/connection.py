"""What waits to be sent to one client, and how its connection ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tichu.protocol.session import Session

__all__ = ["Backlog", "Connection"]


class Backlog:
    """How many bytes wait for all clients together.

    Attributes:
        total: the bytes.
    """

    def __init__(self) -> None:
        self.total = 0


class Connection:
    """A session and its way to the client; its writer takes what :meth:`push` puts in.

    Args:
        session: the session.
        backlog: counts what waits here, too.
        cut: ends the connection at once, whatever still waits to be sent.

    Attributes:
        session: the session.
        waiting: bytes that are pushed and not yet sent.
        ended: why there is nothing more to come, None as long as there may be.
    """

    __slots__ = ("_backlog", "_cut", "_messages", "_wake", "ended", "session", "waiting")

    def __init__(self, session: Session, backlog: Backlog, cut: Callable[[], None]) -> None:
        self.session = session
        self._backlog = backlog
        self.waiting = 0
        self.ended: str | None = None
        self._cut = cut
        self._messages: list[bytes] = []
        self._wake: asyncio.Future[None] | None = None

    def push(self, messages: list[bytes]) -> None:
        """Have messages sent, in order."""
        size = sum(map(len, messages))
        self._messages += messages
        self.waiting += size
        self._backlog.total += size
        self._notify()

    def sent(self, messages: list[bytes]) -> None:
        """Messages that were taken are on their way."""
        self._count_out(sum(map(len, messages)))

    def forget(self) -> None:
        """What still waits is never going to be sent."""
        self._messages.clear()
        self._count_out(self.waiting)

    def _count_out(self, size: int) -> None:
        size = min(size, self.waiting)
        self.waiting -= size
        self._backlog.total -= size

    def end(self, code: str) -> None:
        """There is nothing more to come; what was pushed is still sent."""
        if self.ended is None:
            self.ended = code
            self._notify()

    def cut(self) -> None:
        """End the connection at once."""
        self._cut()

    async def take(self) -> list[bytes]:
        """Messages to send as soon as there are any; none if there is nothing more to come."""
        while not self._messages and self.ended is None:
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
            self._wake = None
        messages, self._messages = self._messages, []
        return messages

    def _notify(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)
