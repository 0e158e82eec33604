"""The matches of a server: the hub, its journal on disk, its timers and its connections.

What comes in goes to the hub at once. What comes out waits until the journal entries that it rests
on are on disk: :meth:`Host._flush` takes a batch, a thread commits its entries, and then its
messages are sent; meanwhile the next batch grows, so that under load many actions share a commit.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

from tichu.protocol.hub import Batch, Hub
from tichu.protocol.session import Session
from tichu.server.connection import Backlog, Connection
from tichu.server.faults import DAMAGE, ServerError
from tichu.server.limits import ServerLimits
from tichu.server.metrics import Metrics
from tichu.server.share import Share
from tichu.server.store import Store

__all__ = ["Host"]

DRAIN_STEPS = 100
"""At the end, clients have so many hundredths of a second to read what is still to be sent."""

FAIR_BYTES = 65_536
"""What may wait for one client while too much waits for all of them together."""

SPARE_PART = 0.25
"""Agents that play among themselves have at most this part of the time, with what it takes to store
what they do."""

SPARE_SECONDS = 0.004
"""At most so long at once, or one slice (:attr:`tichu.protocol.bounds.Limits.spare_moves`)."""

SPARE_PATIENCE = 1.0
"""After so many seconds they go on although others wait."""

logger = logging.getLogger("tichu.server")


class Host:
    """Everything that a server keeps going.

    Args:
        make_hub: makes the hub.
        open_store: opens the journal.
        limits: the bounds of the transport.

    Attributes:
        hub: the matches; a new one each time that the host runs.
        limits: the bounds of the transport.
        metrics: what was counted since it was made.
        failed: why nothing can be kept any more, and so nothing goes on; None while all is well.
        on_failure: is called when that happens.
    """

    def __init__(
        self,
        make_hub: Callable[[], Hub],
        open_store: Callable[[], Store],
        limits: ServerLimits,
    ) -> None:
        self.limits = limits
        self.metrics = Metrics()
        self.failed: str | None = None
        self.on_failure: Callable[[str], None] | None = None
        self._make_hub = make_hub
        self._open_store = open_store
        self._backlog = Backlog()
        self._connections: dict[Session, Connection] = {}
        self._storing = False
        self._turn_is_due = False
        self._spare = Share(SPARE_PART)
        self._timer: asyncio.TimerHandle | None = None
        self._idle: asyncio.Event = asyncio.Event()
        self._running = False
        self._draining = False

    # --- its life ---

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Host]:
        """Open the journal, go on with its matches, and close everything in the end.

        Raises:
            StoreError: the database cannot be used.
            ServerError: it is running already (``running``).
        """
        if self._running:
            raise ServerError("This server is running already.", code="running")
        self._loop = asyncio.get_running_loop()
        self.store = self._open_store()
        try:
            self.hub = self._make_hub()
            self.hub.elsewhere = self._run_elsewhere
            self._restore()
            self.failed = None
            self._writer = ThreadPoolExecutor(1, "tichu-journal")
            self.reader = ThreadPoolExecutor(1, "tichu-records")
            self._running, self._draining = True, False
            self._poke()
            try:
                yield self
            finally:
                await self.drain()
                self._running = False
                self._stop_timer()
                self.hub.close()
                self._writer.shutdown()
                self.reader.shutdown(cancel_futures=True)
        finally:
            self.store.close()

    def _restore(self) -> None:
        """Go on with every match that can be read; one that cannot does not stop the others."""
        kept = self.hub.limits.kept
        since = time.time() - (float("inf") if kept is None else kept)
        for entries in self.store.unfinished(since):
            try:
                self.hub.restore(entries, self._loop.time())
            except DAMAGE as error:
                name = entries[0].match if entries else "?"
                logger.error("match %s is left out, its journal does not fit: %s", name, error)

    @property
    def is_running(self) -> bool:
        """It takes messages."""
        return self._running and self.failed is None

    async def drain(self) -> None:
        """Tell all connections that it is over, and let what is under way come to its end."""
        self._draining = True
        now = self._loop.time()
        for connection in list(self._connections.values()):
            connection.session.cut("shutdown", now)
        self._turn()
        while self._storing:
            self._idle.clear()
            await self._idle.wait()
        for _ in range(DRAIN_STEPS):
            if not any(connection.waiting for connection in self._connections.values()):
                break
            await asyncio.sleep(0.01)

    # --- connections ---

    def connect(self, cut: Callable[[], None]) -> Connection:
        """A new connection; it may have ended already, if there are too many.

        Args:
            cut: ends it at once, for a client that does not read.
        """
        session = self.hub.open(self._loop.time())
        connection = Connection(session, self._backlog, cut)
        self._connections[session] = connection
        self.metrics.connections += 1
        self._poke()
        return connection

    def receive(self, connection: Connection, data: bytes) -> None:
        """A message of the client."""
        self.metrics.received += 1
        connection.session.receive(data, self._loop.time())
        self._poke()

    def expect_hello(self, connection: Connection) -> asyncio.TimerHandle:
        """Cut the connection if it says nothing useful for long."""
        return self._loop.call_later(self.limits.hello, self._check_hello, connection)

    def _check_hello(self, connection: Connection) -> None:
        if not connection.session.greeted and connection.ended is None and self._running:
            connection.session.cut("idle", self._loop.time())
            self._poke()

    def disconnect(self, connection: Connection) -> None:
        """The client is gone."""
        if self._connections.pop(connection.session, None) is not None:
            connection.session.close(self._loop.time())
            connection.end("gone")
            if self._running:
                self._poke()

    def _run_elsewhere(self, work: Callable[[], None], then: Callable[[], None]) -> None:
        """Do work in the thread that makes records, then the rest of it here."""

        def done(future: asyncio.Future[None]) -> None:
            if not future.cancelled() and self._running:
                future.result()
                then()
                self._poke()

        self._loop.run_in_executor(self.reader, work).add_done_callback(done)

    # --- one turn: what is due, what is to be stored, what is to be sent ---

    def _poke(self) -> None:
        """Take a turn once everything that is already here was read."""
        if not self._turn_is_due:
            self._turn_is_due = True
            self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        """Go on; while a commit is under way, time stands still, and agents do not run ahead."""
        self._turn_is_due = False
        if not self.is_running or self._storing:
            return
        now = self._loop.time()
        due = self.hub.next_deadline()
        if due is not None and due <= now and not self._draining:
            self.hub.tick(now)
        if not self._draining:
            self._spend(now)
        self._flush()
        if not self._storing:
            self._spare.end(self._loop.time())
        self._set_timer()

    def _spend(self, now: float) -> None:
        """Let agents that play among themselves go on a little, while nobody waits for anything, or
        if they have not done so for long.
        """
        waited = now - self._spare.free_at
        if waited < 0.0 or (waited < SPARE_PATIENCE and not self.hub.is_quiet):
            return
        ends = now + SPARE_SECONDS
        while now < ends and (due := self.hub.next_spare()) is not None and due <= now:
            self._spare.begin(now)
            self.hub.spend(now)
            now = self._loop.time()

    def _next_due(self) -> float | None:
        due, spare = self.hub.next_deadline(), self.hub.next_spare()
        if spare is None:
            return due
        spare = max(spare, self._spare.free_at)
        return spare if due is None else min(due, spare)

    def _set_timer(self) -> None:
        due = self._next_due()
        self._stop_timer()
        if due is not None and not self._draining:
            # A little late, so that it is due for sure when it rings.
            self._timer = self._loop.call_at(due + 0.0005, self._poke)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _flush(self) -> None:
        batch = self.hub.take_batch()
        if batch.entries:
            self._store(batch)
        else:
            self._send(batch.outputs)

    def _store(self, batch: Batch) -> None:
        self._storing = True
        began = self._loop.time()
        done = self._loop.run_in_executor(self._writer, self.store.append, batch.entries)
        done.add_done_callback(lambda future: self._stored(batch, began, future))

    def _stored(self, batch: Batch, began: float, done: asyncio.Future[None]) -> None:
        self._storing = False
        error = done.exception()
        if error is not None:
            self._fail(error)
        else:
            self.metrics.stored(batch.entries, self._loop.time() - began)
            self._send(batch.outputs)
            self._spare.end(self._loop.time())
            self._turn()
        if not self._storing:
            self._idle.set()

    def _send(self, outputs: Iterable[tuple[Session, list[bytes]]]) -> None:
        most, in_all = self.hub.limits.backlog_bytes, self.limits.backlog_bytes
        for session, messages in outputs:
            connection = self._connections.get(session)
            if connection is None:
                continue
            self.metrics.sent += len(messages)
            connection.push(messages)
            if session.closed is not None:
                self.metrics.cut(session.closed)
                connection.end(session.closed)
                self._loop.call_later(self.limits.close, connection.cut)
            elif connection.waiting > (most if self._backlog.total <= in_all else FAIR_BYTES):
                self.metrics.cut("slow_reader")
                self.disconnect(connection)
                connection.cut()

    def _fail(self, error: BaseException) -> None:
        """What the hub holds is no longer what is on disk: say nothing more, to anybody."""
        self.failed = str(error)
        self._stop_timer()
        for connection in list(self._connections.values()):
            connection.cut()
        if self.on_failure is not None:
            self.on_failure(self.failed)
