"""The way to a web server for :class:`tichu.protocol.client.Client`::

    with Client(WebSocketTransport("ws://127.0.0.1:8000/ws")) as client:
        match = client.create(seats=("me", "random", "random", "random")).match

It needs the package ``websockets``, which the extra ``server`` brings.
"""

from __future__ import annotations

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.sync.client import connect

from tichu.protocol.client import ConnectionEnded

__all__ = ["WebSocketTransport"]


class WebSocketTransport:
    """A WebSocket that carries whole messages.

    Args:
        url: the server's address, such as ``ws://127.0.0.1:8000/ws``.
        timeout: seconds to wait for the connection, and for its end.

    Raises:
        ConnectionEnded: there is no connection to be had.
    """

    def __init__(self, url: str, timeout: float = 10.0) -> None:
        try:
            self._connection = connect(
                url,
                compression=None,
                proxy=None,
                max_size=None,
                open_timeout=timeout,
                close_timeout=timeout,
            )
            self._socket = self._connection.__enter__()
        except (OSError, InvalidHandshake, InvalidURI) as error:
            raise ConnectionEnded(
                f"There is no connection to {url}: {error}.", code="cannot_connect"
            ) from error

    def send(self, data: bytes) -> None:
        """Send a message.

        Raises:
            ConnectionEnded: it cannot be sent.
        """
        try:
            self._socket.send(data, text=True)
        except ConnectionClosed as error:
            raise _ended(error) from error

    def receive(self, timeout: float | None) -> bytes | None:
        """The next message; None if there is none after so many seconds.

        Raises:
            ConnectionEnded: there will be none.
        """
        try:
            return self._socket.recv(timeout, decode=False)
        except TimeoutError:
            return None
        except ConnectionClosed as error:
            raise _ended(error) from error

    def close(self) -> None:
        """End the connection."""
        self._connection.__exit__(None, None, None)


def _ended(error: ConnectionClosed) -> ConnectionEnded:
    reason = error.rcvd.reason if error.rcvd is not None else ""
    detail = f" ({reason})" if reason else ""
    return ConnectionEnded(
        f"The connection is closed{detail}; make a new one.", code="connection_ended"
    )
