"""A plain client: requests wait for their replies, and what the server pushes waits in a queue.

It runs over anything that carries whole messages (:class:`Transport`), such as a child process
(:class:`EngineTransport`)::

    with Client(EngineTransport.start()) as client:
        match = client.create(seats=("me", "random", "random", "random")).match
        while (ask := client.next_ask(match)) is not None:
            client.act(ask, *first_answer(ask))
"""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import IO, Any, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from tichu.errors import TichuError
from tichu.protocol.messages import replies, requests
from tichu.protocol.messages.basics import VERSION, Combo
from tichu.protocol.messages.happenings import MatchOver
from tichu.protocol.messages.pushes import Ask, Detached, Event, Legal, Push
from tichu.protocol.messages.replies import Error, Ok, Result, ServerMessage
from tichu.protocol.messages.requests import AnyRequest

__all__ = [
    "Client",
    "ConnectionEnded",
    "Crossed",
    "EngineTransport",
    "Refused",
    "Transport",
    "first_answer",
    "listed_plays",
]

TOO_FAST_SECONDS = 0.25
"""What was too fast is sent again after so long."""

R = TypeVar("R", bound=Result)

Pushed: TypeAlias = Push

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


class Transport(Protocol):
    """Carries whole messages, without line ends."""

    def send(self, data: bytes) -> None:
        """Send a message.

        Raises:
            ConnectionEnded: it cannot be sent.
        """
        ...

    def receive(self, timeout: float | None) -> bytes | None:
        """The next message; None if there is none after so many seconds.

        Raises:
            ConnectionEnded: there will be none.
        """
        ...

    def close(self) -> object:
        """End the connection."""
        ...


class ConnectionEnded(TichuError):
    """The other side is gone."""


class Refused(TichuError):
    """The server has refused a request; the code, rule and message are the server's."""


class Crossed(Refused):
    """The server has refused an answer that is not for its newest question; never mind."""


class EngineTransport:
    """A child process that speaks the protocol on its standard input and output."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        source, self._target = process.stdout, process.stdin
        if source is None or self._target is None:
            raise ConnectionEnded("Start the process with both pipes.", code="no_pipes")
        threading.Thread(target=self._read, args=(source,), daemon=True).start()

    @classmethod
    def start(cls, command: Sequence[str] = ()) -> EngineTransport:
        """Start a process, ``tichu engine`` unless told otherwise."""
        line = list(command) or [sys.executable, "-m", "tichu", "engine"]
        pipe = subprocess.PIPE
        return cls(subprocess.Popen(line, stdin=pipe, stdout=pipe))  # noqa: S603

    def send(self, data: bytes) -> None:
        """Send a message."""
        try:
            self._target_open().write(data + b"\n")
            self._target_open().flush()
        except (OSError, ValueError) as error:
            raise _ended() from error

    def receive(self, timeout: float | None) -> bytes | None:
        """The next message."""
        try:
            line = self._lines.get(timeout=timeout)
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise _ended()
        return line

    def close(self) -> int:
        """End the input, wait for the process to end; its exit status."""
        # If it is gone already, its status says why.
        with suppress(OSError):
            self._target_open().close()
        return self._process.wait()

    def _target_open(self) -> IO[bytes]:
        if self._target is None:
            raise _ended()
        return self._target

    def _read(self, source: IO[bytes]) -> None:
        with source:
            for line in source:
                self._lines.put(line.rstrip(b"\r\n"))
        self._lines.put(None)


def _ended() -> ConnectionEnded:
    return ConnectionEnded("The connection is closed; make a new one.", code="connection_ended")


class Client:
    """One connection.

    Attributes:
        greeting: what the server said to ``hello``.
        asks: the last question to each of one's own seats, by match and seat.
        over: the matches of which the end has been told.
        last_seq: the last step seen of each match.

    Raises:
        Refused: the server does not speak this version.
    """

    def __init__(self, transport: Transport, *, name: str = "tichu", timeout: float = 30.0) -> None:
        self.asks: dict[tuple[str, int], Ask] = {}
        self.over: dict[str, MatchOver] = {}
        self.last_seq: dict[str, int] = {}
        self._transport = transport
        self._timeout = timeout
        self._count = 0
        self._pushed: deque[Pushed] = deque()
        hello = requests.Hello(id=self._next_id(), version=VERSION, client=name)
        self.greeting: replies.Greeting = self.ask(hello, replies.Greeting)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the connection; the seats stay one's own."""
        self._transport.close()

    # --- requests ---

    def ask(self, request: AnyRequest, kind: type[R]) -> R:
        """Send a request and wait for its result; if that was too fast, a little later again.

        Raises:
            Refused: the server refuses it.
            ConnectionEnded: there was no reply.
        """
        ends = time.monotonic() + self._timeout
        while True:
            reply = self._reply_to(request, ends)
            if isinstance(reply, Ok):
                return _of_kind(reply.result, kind)
            is_last = reply.id is None or time.monotonic() + TOO_FAST_SECONDS > ends
            if reply.code != "too_fast" or is_last:
                raise Refused(reply.message, code=reply.code, rule=reply.rule, where=reply.where)
            time.sleep(TOO_FAST_SECONDS)

    def _reply_to(self, request: AnyRequest, ends: float) -> Ok | Error:
        self._transport.send(_encoder.encode(request))
        while True:
            message = self._receive(max(0.0, ends - time.monotonic()))
            if message is None:
                raise ConnectionEnded("The server does not answer.", code="no_reply")
            if isinstance(message, Ok) and message.id == request.id:
                return message
            if isinstance(message, Error) and message.id in (request.id, None):
                return message

    def create(self, **settings: Any) -> replies.Created:
        """Make a match; see :class:`~tichu.protocol.messages.requests.Create`."""
        return self.ask(requests.Create(id=self._next_id(), **settings), replies.Created)

    def take(self, match: str, seat: int | None = None, name: str = "") -> replies.Taken:
        """Sit down on an open seat."""
        request = requests.Take(id=self._next_id(), match=match, seat=seat, name=name)
        return self.ask(request, replies.Taken)

    def resume(
        self, match: str, token: str, last_seq: int | None = None, name: str = ""
    ) -> replies.Resumed:
        """Come to a seat with its token."""
        request = requests.Resume(
            id=self._next_id(), match=match, token=token, last_seq=last_seq, name=name
        )
        return self.ask(request, replies.Resumed)

    def watch(self, match: str, last_seq: int | None = None) -> replies.Watching:
        """Watch a match."""
        request = requests.Watch(id=self._next_id(), match=match, last_seq=last_seq)
        return self.ask(request, replies.Watching)

    def leave(self, match: str, seat: int | None = None) -> None:
        """Give up a seat for good, or stop watching."""
        self.ask(requests.Leave(id=self._next_id(), match=match, seat=seat), replies.Left)

    def act(
        self,
        ask: Ask,
        action: str | None = None,
        play: int | None = None,
        wish: int | None = None,
    ) -> replies.Acted:
        """Answer a question: with an action as text, or with the number of a play.

        Raises:
            Crossed: it is refused, and was not for the newest question.
            Refused: it is refused.
        """
        self.asks.pop((ask.match, ask.seat), None)
        try:
            return self.ask(self._act(ask, action, play, wish), replies.Acted)
        except Refused as refused:
            if refused.code != "too_late" and (ask.match, ask.seat) not in self.asks:
                raise
            raise Crossed(
                refused.message, code=refused.code, rule=refused.rule, where=refused.where
            ) from refused

    def check(
        self,
        ask: Ask,
        action: str | None = None,
        play: int | None = None,
        wish: int | None = None,
    ) -> replies.Acted:
        """What :meth:`act` would be replied; nothing is done."""
        request = replace(self._act(ask, action, play, wish), check=True)
        return self.ask(request, replies.Acted)

    def _act(
        self, ask: Ask, action: str | None, play: int | None, wish: int | None
    ) -> requests.Act:
        return requests.Act(
            id=self._next_id(),
            match=ask.match,
            seat=ask.seat,
            position=ask.position,
            action=action,
            play=play,
            wish=UNSET if wish is None else wish,
        )

    def matches(self) -> tuple[replies.MatchInfo, ...]:
        """The matches that the server lists."""
        return self.ask(requests.List(id=self._next_id()), replies.Listed).matches

    def record(self, match: str) -> str:
        """The record of a match that is over."""
        request = requests.Record(id=self._next_id(), match=match)
        return self.ask(request, replies.RecordFound).record

    # --- what the server sends by itself ---

    def next_push(self, timeout: float | None = None) -> Pushed | None:
        """The next event, question or detachment; None if there is none after so many seconds.

        Raises:
            Refused: the server ends the connection, and says why.
            ConnectionEnded: it just ends.
        """
        ends = None if timeout is None else time.monotonic() + timeout
        while not self._pushed:
            left = None if ends is None else max(0.0, ends - time.monotonic())
            message = self._receive(left)
            if message is None:
                return None
            if isinstance(message, Error):
                raise Refused(message.message, code=message.code)
        return self._pushed.popleft()

    def next_ask(self, match: str, timeout: float | None = None) -> Ask | None:
        """A question that has to be answered in a match; None when the match is over, or if there
        is none after so many seconds. Events are let pass.
        """
        while match not in self.over:
            for ask in self.asks.values():
                if ask.match == match and ask.kind != "wait":
                    return ask
            if self.next_push(timeout) is None:
                return None
        return None

    # --- within ---

    def _next_id(self) -> str:
        self._count += 1
        return str(self._count)

    def _receive(self, timeout: float | None) -> ServerMessage | None:
        data = self._transport.receive(timeout)
        if data is None:
            return None
        message = _decoder.decode(data)
        if isinstance(message, Push):
            self._note(message)
            self._pushed.append(message)
        return message

    def _note(self, message: Pushed) -> None:
        match message:
            case Ask():
                self.asks[message.match, message.seat] = message
            case Event():
                self.last_seq[message.match] = message.seq
                for what in message.events:
                    if isinstance(what, MatchOver):
                        self.over[message.match] = what
            case Detached(match=name, seat=seat):
                if seat is not None:
                    self.asks.pop((name, seat), None)


def _of_kind(result: Result, kind: type[R]) -> R:
    if not isinstance(result, kind):
        raise Refused("The server answers something else.", code="bad_reply")
    return result


def listed_plays(legal: Legal | Ask) -> list[Combo]:
    """The plays of a list as combinations, in their order: their places are their numbers."""
    cards = [legal.hand[place : place + 2] for place in range(0, len(legal.hand), 2)]
    return [
        Combo(
            type=group.type,
            rank=group.rank,
            phoenix=group.phoenix,
            cards="".join(cards[ord(letter) - ord("a")] for letter in word),
        )
        for group in legal.plays
        for word in group.plays.split()
    ]


def first_answer(ask: Ask) -> tuple[str | None, int | None, int | None]:
    """The first answer that is possible, as action, play and wish for :meth:`Client.act`."""
    if ask.count:
        wish = ask.wishes[0] if ask.plays[0].wish else None
        return None, 0, wish
    if ask.actions:
        return ask.actions[0], None, None
    cards = [ask.give[place : place + 2] for place in (0, 2, 4)]
    return f"give {' '.join(cards)}", None, None
