"""The other end of the table: a connection that holds seats and plays them as a test wants."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tichu.errors import TichuError
from tichu.protocol.client import Client, ConnectionEnded
from tichu.protocol.messages.pushes import Ask

Answer = tuple[str | None, int | None, int | None]
"""An action, a play and a wish, as :meth:`Client.act` takes them."""


class Server:
    """``tichu serve`` as a child process."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        command = [sys.executable, "-m", "tichu", "serve", "--port", str(port)]
        self.process = subprocess.Popen(
            [*command, "--db", str(folder / "matches.db")],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        if found is None:
            self.stop()
            raise AssertionError("the server does not say where it is")
        self.url = found.group()
        self.port = int(self.url.rstrip("/").rpartition(":")[2])

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)
        if self.process.stdout is not None:
            self.process.stdout.close()


class SocketTransport:
    """Messages over a WebSocket."""

    def __init__(self, url: str) -> None:
        self._stack = ExitStack()
        address = url.replace("http", "ws", 1) + "ws"
        self._socket = self._stack.enter_context(connect(address, compression=None))

    def send(self, data: bytes) -> None:
        try:
            self._socket.send(data.decode())
        except ConnectionClosed as error:
            raise ConnectionEnded("The server is gone.", code="connection_ended") from error

    def receive(self, timeout: float | None) -> bytes | None:
        try:
            message = self._socket.recv(timeout)
        except TimeoutError:
            return None
        except ConnectionClosed as error:
            raise ConnectionEnded("The server is gone.", code="connection_ended") from error
        return message.encode() if isinstance(message, str) else message

    def close(self) -> None:
        self._stack.close()


def calm(ask: Ask) -> Answer:
    """Call nothing, give the first three cards, pass or decline, lead the first play."""
    for action in ("nogrand", "decline", "pass", "next"):
        if action in ask.actions:
            return action, None, None
    if ask.kind == "dragon":
        return next(action for action in ask.actions if action.startswith("dragon")), None, None
    if ask.give:
        cards = [ask.give[place : place + 2] for place in (0, 2, 4)]
        return f"give {' '.join(cards)}", None, None
    return None, 0, (ask.wishes[0] if ask.plays[0].wish else None)


class Puppets:
    """A match of which the test plays some seats, and browsers the others.

    Attributes:
        match: the match.
        tokens: the token of each seat.
        answer: what the seats of the test do; it may be replaced at any time. None waits.
    """

    def __init__(
        self,
        url: str,
        seats: tuple[int, ...] = (1, 2, 3),
        answer: Callable[[Ask], Answer | None] = calm,
        **settings: Any,
    ) -> None:
        self.url = url
        self.client = Client(SocketTransport(url), name="puppets")
        created = self.client.create(seats=("invite",) * 4, **{"grace": None, **settings})
        self.match = created.match
        self.tokens = created.tokens
        self.answer = answer
        self._muted: set[int] = set()
        for seat in seats:
            token = self.tokens[seat]
            assert token is not None
            self.client.resume(self.match, token, name=f"Puppet {seat}")
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def link(self, seat: int) -> str:
        """The address of a seat."""
        return f"{self.url}#match={self.match}&token={self.tokens[seat]}"

    def mute(self, seat: int) -> None:
        """Leave a seat to the browser."""
        self._muted.add(seat)

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join(timeout=10)
        self.client.close()

    def _run(self) -> None:
        try:
            while not self._stopped.is_set():
                self.client.next_push(0.05)
                for ask in list(self.client.asks.values()):
                    self._answer(ask)
        except ConnectionEnded:
            return

    def _answer(self, ask: Ask) -> None:
        if ask.kind == "wait" or ask.seat in self._muted:
            return
        answer = self.answer(ask)
        if answer is None:
            return
        try:
            self.client.act(ask, *answer)
        except ConnectionEnded:
            raise
        except TichuError:
            # The question has changed meanwhile; the next one is on its way.
            return
