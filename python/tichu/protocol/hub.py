"""All matches of a host: made, found, kept going; no input or output, and time is handed in.

A transport opens a session for each connection, hands it the messages that come in, calls
:meth:`Hub.tick` when :meth:`Hub.next_deadline` has come, and after each of these takes the
:class:`Batch`: it stores the entries, and then sends the outputs. When it has nothing else to do it
lets agents that play among themselves go on, with :meth:`Hub.spend`.
"""

from __future__ import annotations

import heapq
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from tichu.protocol.bounds import ROOMS_AT_ONCE, Limits
from tichu.protocol.desk import MakeAgent
from tichu.protocol.entries import Entry
from tichu.protocol.handlers import handle
from tichu.protocol.later import Elsewhere, Later
from tichu.protocol.matches import Matches
from tichu.protocol.messages import replies
from tichu.protocol.messages.requests import AnyRequest
from tichu.protocol.room import Room
from tichu.protocol.session import Session
from tichu.protocol.tokens import Entropy

__all__ = ["Batch", "Hub"]


class Batch(Struct, frozen=True):
    """What has come up since the last batch.

    Attributes:
        entries: to be stored first.
        outputs: then to be sent: messages, each without a line end, by session.
    """

    entries: tuple[Entry, ...]
    outputs: tuple[tuple[Session, list[bytes]], ...]


class _Dues:
    """When matches are to be looked at; what was noted for one before counts no more."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, str]] = []
        self._count = 0

    def note(self, rooms: Mapping[str, Room], due: float, name: str) -> None:
        """Look at a match then."""
        # Of two that are due at the same time, the one that was noted first.
        self._count += 1
        heapq.heappush(self._heap, (due, self._count, name))
        if len(self._heap) > 4 * len(rooms) + 1_000:
            held = {entry[2]: entry for entry in self._heap if self._holds(rooms, entry)}
            self._heap = list(held.values())
            heapq.heapify(self._heap)

    def first(self, rooms: Mapping[str, Room]) -> float | None:
        """When the first of them is due."""
        while self._heap:
            if self._holds(rooms, self._heap[0]):
                return self._heap[0][0]
            heapq.heappop(self._heap)
        return None

    def take(self, rooms: Mapping[str, Room], now: float, most: int) -> list[Room]:
        """So many of the matches that are due, the ones due longest first."""
        found: list[Room] = []
        while len(found) < most and (due := self.first(rooms)) is not None and due <= now:
            _, _, name = heapq.heappop(self._heap)
            rooms[name].due = None
            found.append(rooms[name])
        return found

    def _holds(self, rooms: Mapping[str, Room], entry: tuple[float, int, str]) -> bool:
        due, _, name = entry
        room = rooms.get(name)
        return room is not None and room.due == due


class Hub:
    """The matches and sessions of one host.

    Args:
        make_agent: makes an agent from its name.
        agents: the names of the agents that may be seated; the first one plays for players who
            are gone, where a match does not say otherwise.
        limits: the bounds.
        entropy: the source of tokens, seeds and names of matches.
        engine: what this is, for the ``hello`` reply and for records.

    Attributes:
        limits: the bounds.
        elsewhere: where a transport does what takes long; None for at once.
    """

    def __init__(
        self,
        make_agent: MakeAgent,
        *,
        agents: Sequence[str],
        limits: Limits | None = None,
        entropy: Entropy = secrets.token_bytes,
        engine: str = "tichu",
    ) -> None:
        self.limits = Limits() if limits is None else limits
        self.elsewhere: Elsewhere | None = None
        self._matches = Matches(make_agent, agents, self.limits, entropy, engine)
        self._sessions: set[Session] = set()
        self._due = _Dues()
        self._spare = _Dues()
        self._journal: list[Entry] = []
        self._talking: dict[Session, None] = {}
        self._overfull: dict[Session, None] = {}

    # --- for transports ---

    def open(self, now: float) -> Session:
        """A session for a new connection; it is closed already if there are too many."""
        session = Session(self, now)
        most = self.limits.sessions
        if most is not None and len(self._sessions) >= most:
            session.cut("too_many_sessions", now)
        else:
            self._sessions.add(session)
        return session

    def tick(self, now: float) -> None:
        """Let happen what time brings to matches that people or programs play."""
        due = self._due.take(self._matches.rooms, now, ROOMS_AT_ONCE)
        for room in due:
            self._matches.touch(room)
            self._expire(room, now)
        self.deliver(now)

    def next_deadline(self) -> float | None:
        """When :meth:`tick` is to be called next."""
        return self._due.first(self._matches.rooms)

    def spend(self, now: float) -> None:
        """Let a match that agents play alone go on a little: the one that has waited longest."""
        for room in self._spare.take(self._matches.rooms, now, 1):
            self._expire(room, now)
            self._go_on(room, now, self.limits.spare_moves)
        self.deliver(now)

    def next_spare(self) -> float | None:
        """When :meth:`spend` may be called next."""
        return self._spare.first(self._matches.rooms)

    @property
    def is_quiet(self) -> bool:
        """There is nothing to be stored or sent."""
        return not self._journal and not self._talking

    def take_batch(self) -> Batch:
        """What is to be stored and sent; it is handed out once."""
        entries, self._journal = self._journal, []
        talking, self._talking = self._talking, {}
        outputs = tuple((session, session.take_output()) for session in talking)
        return Batch(tuple(entries), outputs)

    def close(self) -> None:
        """Let go of everything that the agents hold; nothing goes on after that."""
        for room in self._matches.rooms.values():
            room.table.desk.close()

    def restore(self, entries: Iterable[Entry], now: float) -> None:
        """Make the matches again from a journal; entries of a match stand in their order.

        Raises:
            TichuError: the journal does not fit together.
            msgspec.ValidationError: an entry is none.
        """
        self._matches.restore(entries, now)
        self.deliver(now)

    def record(self, match: str) -> bytes | None:
        """The record of a match that is over; None if it is not, or there is none."""
        return self._matches.record(match)

    def infos(self) -> tuple[replies.MatchInfo, ...]:
        """The matches that are listed, the newest first."""
        return self._matches.infos()

    def counts(self) -> dict[str, int]:
        """How much there is, for people who watch over a host."""
        lives = [room.table.game.life for room in self._matches.rooms.values()]
        counts = {life: lives.count(life) for life in ("open", "playing", "between", "over")}
        return {"sessions": len(self._sessions), "matches": len(lives), **counts}

    # --- for sessions ---

    def deliver(self, now: float) -> None:
        """Go on with what was touched, and note what is to be stored and sent."""
        while self._matches.touched:
            _, room = self._matches.touched.popitem()
            self._go_on(room, now, 0 if room.is_spare else self.limits.agent_moves)
        while self._overfull:
            session, _ = self._overfull.popitem()
            session.cut("slow_reader", now)

    def has_output(self, session: Session) -> None:
        """The session has something to send."""
        self._talking[session] = None
        if session.backlog > self.limits.backlog_bytes:
            self._overfull[session] = None

    def run_elsewhere(self, work: Callable[[], None], then: Callable[[], None]) -> None:
        """Do work that takes long, and when it is done the rest of it."""
        if self.elsewhere is not None:
            self.elsewhere(work, then)
            return
        work()
        then()

    def handle(self, session: Session, request: AnyRequest, now: float) -> replies.Result | Later:
        """Do what a request asks.

        Raises:
            TichuError: it is refused, and nothing has changed.
        """
        return handle(self._matches, session, request, now)

    def closed(self, session: Session, now: float) -> None:
        """The session is gone from all its places."""
        self._sessions.discard(session)
        for match, seat in session.places:
            room = self._matches.room(match)
            room.part(session, seat, now)
            self._matches.touch(room)
        session.places.clear()
        self.deliver(now)

    def _go_on(self, room: Room, now: float, agent_moves: int) -> None:
        """Go on with a match, and note when it is to be looked at next."""
        name = room.table.game.name
        if self._matches.rooms.get(name) is not room:
            return
        self._journal += room.go_on(now, agent_moves)
        room.due = room.next_due(now, self.limits.unattended, self.limits.kept)
        if room.due is not None:
            dues = self._spare if room.is_spare else self._due
            dues.note(self._matches.rooms, room.due, name)

    def _expire(self, room: Room, now: float) -> None:
        """Break off a match that nobody attends; forget one that is long over."""
        kept, unattended = self.limits.kept, self.limits.unattended
        if room.over_since is not None:
            if kept is not None and now >= room.over_since + kept:
                self._matches.forget(room)
        elif (
            room.empty_since is not None
            and unattended is not None
            and now >= room.empty_since + unattended
        ):
            room.table.break_off()
