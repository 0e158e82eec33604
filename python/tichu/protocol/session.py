"""One connection: whole messages in, whole messages out, whatever carries them.

:meth:`Session.receive` never raises, whatever it is given. What it leads to is put into the outputs
of the sessions concerned; the transport takes them from :meth:`tichu.protocol.hub.Hub.take_batch`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Protocol, TypeAlias

import msgspec

from tichu.errors import TichuError
from tichu.protocol.bounds import EXCESS_SECONDS, HEAVY_REQUEST, IDS_REMEMBERED, Limits
from tichu.protocol.faults import RequestRefused
from tichu.protocol.later import Later
from tichu.protocol.messages.pushes import Detached
from tichu.protocol.messages.replies import Error, Ok, Result, ServerMessage
from tichu.protocol.messages.requests import AnyRequest, Create, Hello, Record
from tichu.protocol.reading import read_request, request_id

__all__ = ["Host", "Place", "Session"]

Place: TypeAlias = tuple[str, int | None]
"""A match, and the seat that is held there; None for a spectator."""

_encoder = msgspec.json.Encoder()

_CUT = {
    "too_many_sessions": "This host has as many connections as it can; try again later.",
    "too_fast": "Too many requests, for too long; the connection is closed.",
    "slow_reader": "Too much waits to be read; the connection is closed.",
    "idle": "Nothing has been heard for too long; the connection is closed.",
    "shutdown": "The host is shutting down; come back with your token.",
}


class Host(Protocol):
    """What a session needs of the hub that it belongs to."""

    limits: Limits

    def handle(self, session: Session, request: AnyRequest, now: float) -> Result | Later:
        """Do what a request asks.

        Raises:
            TichuError: it is refused, and nothing has changed.
        """
        ...

    def deliver(self, now: float) -> None:
        """Go on with the matches that something was done in."""
        ...

    def run_elsewhere(self, work: Callable[[], None], then: Callable[[], None]) -> None:
        """Do work that takes long, and when it is done the rest of it."""
        ...

    def has_output(self, session: Session) -> None:
        """The session has something to send."""
        ...

    def closed(self, session: Session, now: float) -> None:
        """The session is gone from all its places."""
        ...


class Session:
    """The state of one connection.

    Attributes:
        places: the matches that it is at, and its seats there.
        greeted: it has said ``hello``.
        closed: why the host is done with it; None while it is not. What is still in its output is
            to be sent, and then the connection to be closed.
    """

    def __init__(self, host: Host, now: float) -> None:
        self._host = host
        self.places: dict[Place, None] = {}
        self.greeted = False
        self.closed: str | None = None
        self._ids: set[str] = set()
        self._id_order: deque[str] = deque()
        self._allowance = float(host.limits.burst)
        self._counted = now
        self._excess = 0.0
        self._output: list[bytes] = []
        self._output_bytes = 0

    # --- for transports ---

    def receive(self, data: bytes, now: float) -> None:
        """Take one message of the client."""
        if self.closed is not None:
            return
        try:
            self._check_size_and_rate(data, now)
            request = self._read(data)
            if isinstance(request, Create | Record):
                # These are as much work as many others.
                self._allowance -= HEAVY_REQUEST - 1
        except TichuError as error:
            few = len(data) <= self._host.limits.message_bytes
            self._refuse(request_id(data) if few else None, error)
            if self._excess > self._host.limits.excess:
                self.cut("too_fast", now)
            return
        try:
            result = self._host.handle(self, request, now)
        except TichuError as error:
            self._refuse(request.id, error)
        else:
            if isinstance(result, Later):
                self._reply_later(request.id, result)
            else:
                self.push(Ok(id=request.id, result=result))
        self._host.deliver(now)

    def take_output(self) -> list[bytes]:
        """What is to be sent, once."""
        output, self._output = self._output, []
        self._output_bytes = 0
        return output

    def close(self, now: float) -> None:
        """The connection is gone."""
        if self.closed is None:
            self.closed = "closed"
        self._host.closed(self, now)

    def cut(self, code: str, now: float) -> None:
        """Tell the client why, and be done with it."""
        if self.closed is not None:
            return
        if code == "slow_reader":
            self._output.clear()
        message = _CUT.get(code, "The connection is closed.")
        self.push(Error(id=None, code=code, message=message))
        self.closed = code
        self._host.closed(self, now)

    # --- for the hub ---

    def push(self, message: ServerMessage) -> None:
        """Put a message into the output."""
        if self.closed is not None:
            return
        self._put(_encoder.encode(message))

    def _put(self, data: bytes) -> None:
        self._output.append(data)
        self._output_bytes += len(data)
        self._host.has_output(self)

    def lose_place(self, place: Place, message: Detached) -> None:
        """Tell the client that it is no longer at a seat or a match."""
        self.places.pop(place, None)
        self.push(message)

    @property
    def backlog(self) -> int:
        """How many bytes wait to be taken."""
        return self._output_bytes

    # --- one message ---

    def _check_size_and_rate(self, data: bytes, now: float) -> None:
        limits = self._host.limits
        rate = limits.requests_per_second
        if rate is not None:
            passed = max(0.0, now - self._counted)
            self._counted = now
            self._allowance = min(float(limits.burst), self._allowance + passed * rate)
            # What is granted in between does not forgive the flood around it.
            forgiven = passed * limits.excess / EXCESS_SECONDS
            self._excess = max(0.0, self._excess - forgiven)
            if self._allowance < 1.0:
                self._excess += 1.0
                raise RequestRefused(
                    f"Slow down: {rate:g} requests a second, {limits.burst} at once.",
                    code="too_fast",
                )
            self._allowance -= 1.0
        if len(data) > limits.message_bytes:
            raise RequestRefused(
                f"A message has at most {limits.message_bytes} bytes.", code="too_large"
            )

    def _read(self, data: bytes) -> AnyRequest:
        request = read_request(data)
        if request.id in self._ids:
            raise RequestRefused(
                "Every request has an id of its own; this one was used before.",
                code="repeated_id",
                where="id",
            )
        self._ids.add(request.id)
        self._id_order.append(request.id)
        if len(self._id_order) > IDS_REMEMBERED:
            self._ids.discard(self._id_order.popleft())
        if not self.greeted and not isinstance(request, Hello):
            raise RequestRefused('Begin with {"type":"hello","version":1,...}.', code="hello_first")
        return request

    def _reply_later(self, request: str, later: Later) -> None:
        """Reply when the result is made; other requests may be replied to before."""
        made: list[bytes] = []

        def work() -> None:
            try:
                reply: Ok | Error = Ok(id=request, result=later.make())
            except TichuError as error:
                reply = _error(request, error)
            made.append(_encoder.encode(reply))

        def then() -> None:
            if self.closed is None:
                self._put(made[0])

        self._host.run_elsewhere(work, then)

    def _refuse(self, request: str | None, error: TichuError) -> None:
        self.push(_error(request, error))


def _error(request: str | None, error: TichuError) -> Error:
    return Error(
        id=request, code=error.code, rule=error.rule, message=error.message, where=error.where
    )
