"""uvicorn's connections with the bounds that it does not have.

Sockets are counted, a head must come in time, and a client that does not read is cut instead of
waited for.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.datastructures import Headers
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.http11 import Response as HttpAnswer

from tichu.server.answers import error_response
from tichu.server.headers import SAFE_HEADERS
from tichu.server.limits import ServerLimits
from tichu.server.play_socket import CUT_EXTENSION, SEND_EXTENSION

__all__ = ["http_protocol", "websocket_protocol"]


SWITCHING = 101
"""The status of an answer after which a connection is a WebSocket."""

LAST_SECONDS = 1.0
"""At the end of the server, connections have so long to come to theirs."""

_NO_HTTP = (400, "bad_http", "This is no HTTP; see the server's documentation for its addresses.")
_TOO_SLOW = (408, "too_slow", "The head of the request did not come in time.")
_TOO_LONG = (431, "head_too_large", "Send a shorter address and fewer or shorter headers.")


class _BoundedHead(h11.Connection):
    """An HTTP connection that refuses long heads, too, that have come in one piece."""

    def __init__(self, most: int) -> None:
        super().__init__(h11.SERVER, most)
        self._most = most

    def next_event(self) -> Any:
        """The next event.

        Raises:
            h11.RemoteProtocolError: this is no HTTP, or the head of a request is too long.
        """
        before = len(self.trailing_data[0]) if self.their_state is h11.IDLE else 0
        event = super().next_event()
        if isinstance(event, h11.Request) and before - len(self.trailing_data[0]) > self._most:
            raise h11.RemoteProtocolError("The head is too long.", error_status_hint=_TOO_LONG[0])
        return event


class _BoundedHttp(H11Protocol):
    """An HTTP connection whose requests must come in time."""

    limits: ClassVar[ServerLimits]
    _patience: asyncio.TimerHandle | None = None
    _refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._refused = len(self.connections) >= self.limits.sockets
        if self._refused:
            transport.abort()
            return
        super().connection_made(transport)
        self.conn = _BoundedHead(self.limits.head_bytes)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        if not self._refused:
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._refused:
            super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, in the form of all other refusals; uvicorn's own is plain text.

        It is called where h11's error is being handled, which is not handed on.
        """
        hint = getattr(sys.exc_info()[1], "error_status_hint", 400)
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self._refuse(*_TOO_LONG if hint == _TOO_LONG[0] else _NO_HTTP)
        self.transport.close()

    def _refuse(self, status: int, code: str, message: str) -> None:
        own = {**SAFE_HEADERS, "connection": "close"}
        refusal = error_response(status, code, message, own)
        for event in (
            h11.Response(status_code=status, headers=refusal.raw_headers),
            h11.Data(data=bytes(refusal.body)),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")

    def shutdown(self) -> None:
        super().shutdown()
        # A client that does not read, or does not finish what it says, is not waited for.
        self.loop.call_later(LAST_SECONDS, self.transport.abort)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing():
            self._await_head()

    def _await_head(self) -> None:
        self._stop_waiting()
        self._patience = self.loop.call_later(self.limits.head, self._check_head)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _check_head(self) -> None:
        self._patience = None
        # uvicorn has no cycle before the first request, whatever its types say.
        cycle: Any = self.cycle
        is_at_work = cycle is not None and not cycle.response_complete
        is_upgraded = self.transport.get_protocol() is not self
        if is_at_work or is_upgraded:
            return
        begun, _ = self.conn.trailing_data
        if begun and self.conn.our_state is h11.IDLE:
            self._refuse(*_TOO_SLOW)
            self.transport.close()
            self.loop.call_later(LAST_SECONDS, self.transport.abort)
        else:
            self.transport.abort()


class _BoundedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket connection that can be cut, and is not held up by its client."""

    limits: ClassVar[ServerLimits]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.close_timeout = self.limits.close
        accept = self.conn.accept

        def accept_or_refuse(request: Request) -> HttpAnswer:
            answer = accept(request)
            return answer if answer.status_code == SWITCHING else _refused_handshake(answer)

        self.conn.accept = accept_or_refuse  # type: ignore[method-assign]

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            # The application has not run yet: its task was only just made.
            scope["extensions"][CUT_EXTENSION] = self.transport.abort
            scope["extensions"][SEND_EXTENSION] = self._send_texts

    def shutdown(self) -> None:
        super().shutdown()
        self.loop.call_later(LAST_SECONDS, self.transport.abort)

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            # A refusal completes the handshake, too; uvicorn would say that something is missing.
            self.handshake_complete = True

    async def _send_texts(self, messages: list[bytes]) -> None:
        """Send text messages as they are: a server masks nothing, and nothing is compressed."""
        await self.writable.wait()
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        pieces: list[bytes] = []
        for message in messages:
            pieces += (_text_head(len(message)), message)
        self.transport.write(b"".join(pieces))

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= self.limits.frames:
            self.transport.abort()
            return
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        # As bytes, whatever it was: that it is UTF-8 is for the session to find out, once.
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_ping(self) -> None:
        if not self.writable.is_set():
            # It asks for answers and does not read them.
            self.transport.abort()
            return
        super().handle_ping()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        # What waits to be sent would keep the connection open for ever.
        self.transport.abort()


def _refused_handshake(answer: HttpAnswer) -> HttpAnswer:
    """A refusal by websockets, which is plain text, in the form of all other refusals."""
    reason = (answer.body or b"").decode("utf-8", "replace").strip().partition("\n")[0]
    refusal = error_response(answer.status_code, "bad_websocket", reason, SAFE_HEADERS)
    kept = {name: answer.headers[name] for name in ("Date", "Connection")}
    own = {name.decode(): value.decode() for name, value in refusal.raw_headers}
    return HttpAnswer(
        answer.status_code, answer.reason_phrase, Headers({**kept, **own}), bytes(refusal.body)
    )


def _text_head(length: int) -> bytes:
    """The head of a frame that holds a whole text message (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")


def http_protocol(limits: ServerLimits) -> type[H11Protocol]:
    """The class of HTTP connections with these bounds."""
    return type("BoundedHttp", (_BoundedHttp,), {"limits": limits})


def websocket_protocol(limits: ServerLimits) -> type[WebSocketsSansIOProtocol]:
    """The class of WebSocket connections with these bounds."""
    return type("BoundedWebSocket", (_BoundedWebSocket,), {"limits": limits})
