"""The WebSocket at which matches are played: messages of the protocol, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.types import Receive, Scope, Send

from tichu.server.answers import error_response
from tichu.server.connection import Connection
from tichu.server.host import Host

__all__ = ["CUT_EXTENSION", "SEND_EXTENSION", "NoSocket", "PlaySocket"]

CUT_EXTENSION = "tichu.cut"
"""Among a scope's extensions: a function that ends the connection at once. Under other servers than
ours it is missing, and a client that does not read is left to their timeouts."""

SEND_EXTENSION = "tichu.send"
"""Among a scope's extensions: an asynchronous function that sends several messages at once, which
costs a tenth of sending each by itself. Under other servers it is missing, too."""

Sender = Callable[[list[bytes]], Awaitable[None]]

POLICY, RESTART, TRY_LATER = 1008, 1012, 1013
_CLOSE_CODES = {"too_many_sessions": TRY_LATER, "shutdown": RESTART}


class PlaySocket:
    """The ASGI application behind ``/ws``."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection, from its beginning to its end."""
        await receive()
        if not self._host.is_running:
            await send({"type": "websocket.close", "code": TRY_LATER, "reason": "not_running"})
            return
        await send({"type": "websocket.accept"})
        task = asyncio.current_task()
        extensions = scope.get("extensions") or {}
        cut: Callable[[], Any] = extensions.get(CUT_EXTENSION) or (lambda: task and task.cancel())
        send_all: Sender = extensions.get(SEND_EXTENSION) or _one_by_one(send)
        connection = self._host.connect(cut)
        hello = self._host.expect_hello(connection)
        writer = asyncio.create_task(self._write(connection, send, send_all))
        try:
            await self._read(connection, receive)
        except asyncio.CancelledError:
            # Whoever wanted this connection cut is content; anybody else is to hear of it.
            if connection.ended is None:
                raise
        finally:
            hello.cancel()
            self._host.disconnect(connection)
            writer.cancel()
            connection.forget()

    async def _read(self, connection: Connection, receive: Receive) -> None:
        burst = self._host.limits.burst
        left = burst
        while (data := _data(await receive())) is not None:
            self._host.receive(connection, data)
            left -= 1
            if not left:
                # Messages that came together are there without waiting; others want their turn.
                left = burst
                await asyncio.sleep(0)

    async def _write(self, connection: Connection, send: Send, send_all: Sender) -> None:
        try:
            while messages := await connection.take():
                await send_all(messages)
                connection.sent(messages)
            code = connection.ended or "gone"
            await send(
                {
                    "type": "websocket.close",
                    "code": _CLOSE_CODES.get(code, POLICY),
                    "reason": code,
                }
            )
        except OSError:
            # The client is gone; the reader hears of it too.
            return


class NoSocket:
    """The ASGI application behind every other address: there is no WebSocket."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a connection: with 404, where the server has words for that."""
        await receive()
        if "websocket.http.response" not in (scope.get("extensions") or {}):
            await send({"type": "websocket.close"})
            return
        refusal = error_response(404, "not_found", "There is no WebSocket at this address.")
        await refusal(scope, receive, send)


def _one_by_one(send: Send) -> Sender:
    async def send_all(messages: list[bytes]) -> None:
        for message in messages:
            await send({"type": "websocket.send", "text": message.decode()})

    return send_all


def _data(event: Mapping[str, Any]) -> bytes | None:
    """The message in an ASGI event; None when the connection is over."""
    if event["type"] != "websocket.receive":
        return None
    text: str | None = event.get("text")
    data: bytes | None = event.get("bytes")
    return text.encode("utf-8", "surrogatepass") if text is not None else data
