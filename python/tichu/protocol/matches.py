"""The matches of a host: made, found, restored, forgotten."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from tichu.errors import InvalidValue
from tichu.protocol.bounds import MISSED_KEPT, Limits
from tichu.protocol.desk import MakeAgent
from tichu.protocol.entries import Created, Entry, JournalSeat, decode_entry
from tichu.protocol.faults import RequestRefused
from tichu.protocol.game import Game, Step
from tichu.protocol.messages import replies, requests
from tichu.protocol.questions import chosen_rules
from tichu.protocol.room import Room
from tichu.protocol.table import Table
from tichu.protocol.tokens import Entropy, hash_of, new_match_name, new_seed, new_token
from tichu.record import encode_record
from tichu.seats import SEATS, Quad

__all__ = ["Matches"]

OPEN, INVITE, ME = "open", "invite", "me"


class Matches:
    """All matches of a host.

    Attributes:
        limits: the bounds of the host.
        agents: the names of the agents that may be seated.
        engine: what this is, for the ``hello`` reply and for records.
        rooms: the matches by name, the oldest first.
        touched: those that something was done in, so that they have to be gone on with.
    """

    def __init__(
        self,
        make_agent: MakeAgent,
        agents: Sequence[str],
        limits: Limits,
        entropy: Entropy,
        engine: str,
    ) -> None:
        self.limits = limits
        self.agents = tuple(agents)
        self.engine = engine
        self.rooms: dict[str, Room] = {}
        self.touched: dict[str, Room] = {}
        self._make_agent = make_agent
        self._entropy = entropy

    def room(self, match: str) -> Room:
        """The match of that name.

        Raises:
            RequestRefused: there is none (``unknown_match``).
        """
        room = self.rooms.get(match)
        if room is None:
            raise RequestRefused(
                "There is no such match here.", code="unknown_match", where="match"
            )
        return room

    def touch(self, room: Room) -> None:
        """Something was done there; :meth:`deliver` goes on with it."""
        self.touched[room.table.game.name] = room

    def forget(self, room: Room) -> None:
        """Keep a match no longer."""
        name = room.table.game.name
        room.dismiss()
        del self.rooms[name]
        self.touched.pop(name, None)

    def restore(self, entries: Iterable[Entry], now: float) -> None:
        """Make the matches of a journal again.

        Raises:
            TichuError: the journal does not fit together.
            msgspec.ValidationError: an entry is none.
        """
        found: dict[str, _Restored] = {}
        for entry in entries:
            if entry.match not in found:
                found[entry.match] = _Restored(entry)
            found[entry.match].take(entry)
        for restored in found.values():
            game = restored.game
            table = Table.restored(game, self._make_agent, restored.recent, restored.count, now)
            self.rooms[game.name] = Room(table, now)
            self.touch(self.rooms[game.name])

    def record(self, match: str) -> bytes | None:
        """The record of a match that is over; None if it is not, or there is none."""
        room = self.rooms.get(match)
        if room is None or room.table.game.life != "over":
            return None
        return self.record_of(room)

    def record_of(self, room: Room) -> bytes:
        """The record of a match that is over; a thread may make it, as nothing of that changes."""
        if room.record is None:
            room.record = encode_record(room.table.game.history(), engine=self.engine)
        return room.record

    def infos(self) -> tuple[replies.MatchInfo, ...]:
        """The matches that are listed, the newest first."""
        return tuple(self._listed())

    def new_token(self) -> str:
        """A token for a seat."""
        return new_token(self._entropy)

    def create(
        self, request: requests.Create, now: float
    ) -> tuple[Room, Quad[str | None], list[int]]:
        """Make a match: its tokens by seat, and the seats of the client itself.

        Raises:
            TichuError: it cannot be made so.
        """
        self._check_room(request)
        rules = chosen_rules(request.preset, request.options)
        if request.target is not None:
            rules = replace(rules, target=request.target)
        self._check_target(rules.target)
        substitute = request.substitute or self.agents[0]
        self._check_agent(substitute, "substitute")
        for wish in request.seats:
            if wish not in (OPEN, INVITE, ME):
                self._check_agent(wish, "seats")
        tokens = [self.new_token() if wish in (INVITE, ME) else None for wish in request.seats]
        seats = [
            _journal_seat(wish, request.name, token)
            for wish, token in zip(request.seats, tokens, strict=True)
        ]
        made = Created(
            seed=new_seed(self._entropy) if request.seed is None else request.seed,
            open_seed=request.seed is not None,
            rules=rules.changes(),
            seats=(seats[0], seats[1], seats[2], seats[3]),
            bomb_window=request.bomb_window,
            pause=request.pause,
            clock=request.clock,
            grace=request.grace,
            substitute=substitute,
            pace=request.pace,
            listed=request.listed,
        )
        room = self._add(made, now)
        own = [seat for seat in SEATS if request.seats[seat] == ME]
        return room, (tokens[0], tokens[1], tokens[2], tokens[3]), own

    def _check_room(self, request: requests.Create) -> None:
        most, most_of_agents = self.limits.matches, self.limits.agent_matches
        if most is not None and len(self.rooms) >= most:
            raise RequestRefused(
                "This host has as many matches as it can; try again later.",
                code="too_many_matches",
            )
        if most_of_agents is None or any(wish in (OPEN, INVITE, ME) for wish in request.seats):
            return
        of_agents = sum(
            room.is_of_agents and room.table.game.life != "over" for room in self.rooms.values()
        )
        if of_agents >= most_of_agents:
            raise RequestRefused(
                "This host has as many matches of agents alone as it can; try again later.",
                code="too_many_matches",
            )

    def _check_target(self, target: int) -> None:
        most = self.limits.target
        if most is not None and target > most:
            raise RequestRefused(
                f"A match is played to {most} points at most here.",
                code="bad_field",
                where="target",
            )

    def _add(self, made: Created, now: float) -> Room:
        name = new_match_name(self._entropy)
        while name in self.rooms:
            name = new_match_name(self._entropy)
        table = Table(Game(name, made), self._make_agent, now)
        table.commit(made)
        self.rooms[name] = self.touched[name] = room = Room(table, now)
        return room

    def _check_agent(self, name: str, where: str) -> None:
        if name not in self.agents:
            raise InvalidValue(
                f"There is no agent {name!r}; the agents are {', '.join(self.agents)}.",
                code="unknown_agent",
                where=where,
            )

    def _listed(self) -> Iterator[replies.MatchInfo]:
        shown = 0
        for room in reversed(self.rooms.values()):
            game = room.table.game
            if game.made.listed and game.life != "over" and shown < self.limits.listed:
                shown += 1
                yield game.info()


class _Restored:
    """A match as far as its entries are read."""

    def __init__(self, first: Entry) -> None:
        made = decode_entry(first)
        if not isinstance(made, Created):
            raise InvalidValue(
                "The journal of a match begins with its creation.",
                code="bad_journal",
                where=f"match {first.match}",
            )
        self.game = Game(first.match, made)
        self.recent: deque[Step] = deque(maxlen=MISSED_KEPT)
        self.count = 0

    def take(self, entry: Entry) -> None:
        """Read an entry."""
        if entry.number != self.count + 1:
            raise InvalidValue(
                f"Entry {self.count + 1} is missing from the journal.",
                code="bad_journal",
                where=f"match {entry.match}",
            )
        step = self.game.apply(decode_entry(entry))
        self.count += 1
        if step is not None:
            self.recent.append(step)


def _journal_seat(wish: str, name: str, token: str | None) -> JournalSeat:
    token_hash = None if token is None else hash_of(token)
    if wish == OPEN:
        return JournalSeat(state="open")
    if wish == INVITE:
        return JournalSeat(state="invited", token_hash=token_hash)
    if wish == ME:
        return JournalSeat(state="player", name=name, token_hash=token_hash)
    return JournalSeat(state="agent", name=wish)
