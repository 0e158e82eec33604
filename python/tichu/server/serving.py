"""``tichu serve``: the application on uvicorn, from binding the address to a clean end."""

from __future__ import annotations

import asyncio
import gc
import ipaddress
import logging
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from msgspec import Struct

from tichu.server.app import TichuApp
from tichu.server.faults import ServerError
from tichu.server.transport import http_protocol, websocket_protocol

__all__ = ["Address", "bind", "is_loopback", "make_server", "serve"]

BACKLOG = 2048
COLLECTING = (20_000, 20, 20)
"""How seldom Python looks for garbage: messages make much that is short-lived, and no cycles."""

GRACE = 2
"""In the end, what is under way has so many seconds; connections are cut sooner."""

SWITCH_SECONDS = 0.001
"""The thread that commits waits at most so long for its turn; a commit takes a few times that."""


class Address(Struct, frozen=True):
    """Where the server listens.

    Attributes:
        host: the address, as in a URL.
        port: the port.
    """

    host: str
    port: int

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://{self.host}:{self.port}/"


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches that address."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def bind(host: str, port: int) -> tuple[socket.socket, Address]:
    """A socket that listens, and its address; port 0 is any free one.

    Raises:
        ServerError: nothing can listen there (``cannot_bind``).
    """
    try:
        found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)
        # `localhost` may be several; the one that all programs try is the old one.
        family, kind, protocol, _, place = min(found, key=lambda entry: entry[0] != socket.AF_INET)
        made = socket.socket(family, kind, protocol)
    except OSError as error:
        raise _cannot_bind(host, port, error) from error
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(place)
        made.listen(BACKLOG)
        made.setblocking(False)
    except OSError as error:
        made.close()
        raise _cannot_bind(host, port, error) from error
    name, bound = made.getsockname()[:2]
    return made, Address(f"[{name}]" if ":" in name else name, bound)


def _cannot_bind(host: str, port: int, error: OSError) -> ServerError:
    reason = error.strerror or str(error)
    return ServerError(
        f"Nothing can listen at {host}, port {port}: {reason}; name another with --host or --port.",
        code="cannot_bind",
    )


def make_server(app: TichuApp, started: Callable[[], None]) -> uvicorn.Server:
    """uvicorn's server around the application; setting its ``should_exit`` ends it in order.

    Args:
        app: the application; it runs as long as the server does.
        started: is called once the server answers.
    """
    limits = app.host.limits
    config = uvicorn.Config(
        app,
        http=http_protocol(limits),
        ws=websocket_protocol(limits),
        loop="uvloop" if _has_uvloop() else "asyncio",
        # The application is started here, so that its errors come out as they are.
        lifespan="off",
        # A line of this log would have the address of a player, and whatever is in the query.
        access_log=False,
        log_config=None,
        server_header=False,
        h11_max_incomplete_event_size=limits.head_bytes,
        ws_max_size=4 * limits.body_bytes,
        ws_ping_interval=limits.ping,
        ws_ping_timeout=limits.pong,
        ws_per_message_deflate=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=GRACE,
    )
    # Its warnings are about what clients send; its errors would be faults of this program.
    logger = logging.getLogger("uvicorn.error")
    logger.setLevel(logging.ERROR)
    logger.addFilter(_is_a_fault)
    return _Server(config, app, started)


def _is_a_fault(record: logging.LogRecord) -> bool:
    """Whether uvicorn reports more than that it has cut short in the end what was under way."""
    kind = record.exc_info[0] if record.exc_info else None
    is_cut = kind is not None and issubclass(kind, asyncio.CancelledError)
    return not is_cut and not str(record.msg).startswith("Cancel %s running task")


def serve(app: TichuApp, listener: socket.socket, started: Callable[[], None]) -> None:
    """Serve until the process is told to end (SIGTERM, SIGINT); then end in order.

    Args:
        app: the application.
        listener: where it listens.
        started: is called once it does.

    Raises:
        ServerError: it cannot start, or its journal cannot be written any more.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    _raise_file_limit(app.host.limits.sockets + 64)

    def settle_down() -> None:
        # What was restored stays: the collector need not look at it again and again.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECTING)
        started()

    make_server(app, settle_down).run(sockets=[listener])
    if app.host.failed is not None:
        raise ServerError(
            f"{app.host.failed} Everything acknowledged is kept; start again when it is mended.",
            code="cannot_write",
        )


class _Server(uvicorn.Server):
    """uvicorn's server around a running host."""

    def __init__(self, config: uvicorn.Config, app: TichuApp, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._started_call = started
        app.host.on_failure = lambda _reason: self._stop()

    def _stop(self) -> None:
        self.should_exit = True

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        async with self._app.running():
            await super().serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._started_call()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await self._app.host.drain()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End in order when told to; uvicorn would raise the signal once more in the end."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {
            number: signal.signal(number, lambda *_: self._stop())
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _has_uvloop() -> bool:
    try:
        import uvloop  # noqa: F401, PLC0415
    except ImportError:
        return False
    return True


def _raise_file_limit(wanted: int) -> None:
    """Let this process have as many sockets as it may."""
    try:
        import resource  # noqa: PLC0415
    except ImportError:  # Windows has no such limit.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
