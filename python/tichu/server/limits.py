"""The bounds of the transport, beside those of the protocol (:mod:`tichu.protocol.bounds`)."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["ServerLimits"]


class ServerLimits(Struct, frozen=True, kw_only=True):
    """What the server allows, whatever is said inside; times are in seconds.

    Attributes:
        sockets: connections of any kind at once; one more is closed at once.
        hello: until the first message of a WebSocket connection (``idle``).
        head: for the head of an HTTP request, from the connection on.
        head_bytes: length of that head as far as it has come without its end (status 431).
        body: for the body of an HTTP request (status 408).
        body_bytes: length of that body (status 413).
        ping: between two pings.
        pong: for the answer to a ping; then the connection is cut.
        close: for the answer to a close; then the connection is cut.
        frames: pieces of one WebSocket message.
        burst: messages of one connection that are read before others have their turn.
        creates: matches made over HTTP in a second, by all clients together, in the long run
            (status 429); None for no limit. A WebSocket connection has its own limit.
        creates_burst: the same at once.
        backlog_bytes: what waits for all clients together; when it is more, those that do not read
            are cut although each may have that much.
        records: requests for records of finished matches that wait at once (status 503).
        finished: finished matches that are listed.
    """

    sockets: int = 12_000
    hello: float = 10.0
    head: float = 10.0
    head_bytes: int = 16_384
    body: float = 10.0
    body_bytes: int = 16_384
    ping: float = 20.0
    pong: float = 20.0
    close: float = 5.0
    frames: int = 256
    burst: int = 16
    creates: float | None = 5.0
    creates_burst: int = 100
    backlog_bytes: int = 256 * 1024 * 1024
    records: int = 16
    finished: int = 100
