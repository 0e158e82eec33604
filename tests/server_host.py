"""Servers for tests: one in a thread with bounds of its own, or ``tichu serve`` as a process."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tichu.server.app import TichuApp
from tichu.server.serving import Address, bind, make_server

LOOPBACK = "127.0.0.1"


@contextmanager
def served(app: TichuApp) -> Iterator[Address]:
    """The application on a free port, in a thread."""
    listener, address = bind(LOOPBACK, 0)
    started = threading.Event()
    server = make_server(app, started.set)
    failure: list[BaseException] = []

    def run() -> None:
        try:
            server.run(sockets=[listener])
        except BaseException as error:  # noqa: BLE001
            failure.append(error)
            started.set()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        assert started.wait(30)
        if not failure:
            yield address
    finally:
        server.should_exit = True
        thread.join(30)
        listener.close()
    assert not thread.is_alive()
    if failure:
        raise failure[0]


class ServeProcess:
    """``tichu serve`` on a free port."""

    def __init__(self, db: Path | str, *arguments: str) -> None:
        command = [sys.executable, "-m", "tichu", "serve", "--port", "0", "--db", str(db)]
        self.process = subprocess.Popen(
            [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.greeting = self.process.stdout.readline()
        if not self.greeting:
            raise AssertionError(self.process.communicate()[1])
        self.port = int(self.greeting.rsplit(":", 1)[1].strip(" /\n"))

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str, str]:
        """Send a signal, wait; the status and what was printed after the greeting."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, out, err

    def __enter__(self) -> ServeProcess:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.end(signal.SIGKILL)


class Answer:
    """What came back over HTTP."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.status = answer.status
        self.headers = {name.lower(): value for name, value in answer.getheaders()}
        self.body = answer.read()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def ask(
    port: int,
    path: str,
    method: str = "GET",
    body: Any = None,
    headers: dict[str, str] | None = None,
) -> Answer:
    """One request over HTTP."""
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=30)
    data = json.dumps(body).encode() if body is not None and not isinstance(body, bytes) else body
    own = {"Content-Type": "application/json"} if data is not None else {}
    try:
        connection.request(method, path, data, {**own, **(headers or {})})
        return Answer(connection.getresponse())
    finally:
        connection.close()


def create(port: int, **settings: Any) -> Any:
    """Make a match over HTTP; the reply."""
    answer = ask(port, "/api/matches", "POST", settings)
    assert answer.status == 201, answer.body
    return answer.json


class Talk:
    """A WebSocket and plain messages as dicts."""

    def __init__(self, port: int, path: str = "/ws", **options: Any) -> None:
        self._connection = connect(
            f"ws://{LOOPBACK}:{port}{path}", compression=None, proxy=None, **options
        )
        self.socket: ClientConnection = self._connection.__enter__()
        self.count = 0

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.__exit__(None, None, None)

    def hello(self) -> Any:
        return self.request("hello", version=1)

    def send(self, kind: str, **fields: Any) -> str:
        """Send a request; its id."""
        self.count += 1
        self.socket.send(json.dumps({"type": kind, "id": str(self.count), **fields}))
        return str(self.count)

    def receive(self, timeout: float = 30) -> Any:
        return json.loads(self.socket.recv(timeout))

    def request(self, kind: str, **fields: Any) -> Any:
        """Send a request; its reply. What is pushed meanwhile is let pass."""
        number = self.send(kind, **fields)
        while True:
            message = self.receive()
            if message["type"] in ("ok", "error") and message["id"] in (number, None):
                return message

    def until(self, kind: str) -> Any:
        """The next message of a type."""
        while (message := self.receive())["type"] != kind:
            pass
        return message


def raw(port: int, data: bytes = b"") -> socket.socket:
    """A bare connection that has said something."""
    made = socket.create_connection((LOOPBACK, port), timeout=20)
    made.sendall(data)
    return made


def ends_within(made: socket.socket, seconds: float) -> bool:
    """Whether the other side ends the connection in that time."""
    made.settimeout(seconds)
    try:
        while made.recv(65_536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True
