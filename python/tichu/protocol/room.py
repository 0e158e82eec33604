"""A table and the connections at it: who hears what, in which order, and when it stands still.

A match to which nobody is connected stands still, and with it the table's own time: clocks, windows
and the grace of players who are gone go on from there when somebody comes. Only matches that were
made of agents alone go on without anybody.
"""

from __future__ import annotations

import math

from msgspec import Struct

from tichu.protocol.entries import Entry
from tichu.protocol.game import Step
from tichu.protocol.messages import replies
from tichu.protocol.messages.pushes import Detached, Event
from tichu.protocol.messages.requests import Act
from tichu.protocol.progress import deadline, settle
from tichu.protocol.session import Session
from tichu.protocol.table import Table
from tichu.seats import SEATS

__all__ = ["Room"]


class _Listener(Struct):
    """A connection, and the last step that it knows."""

    session: Session
    seq: int
    wants_ask: bool = True


class Room:
    """One match of a host.

    Attributes:
        table: the match.
        sitting: by seat, the connection of its player.
        watching: the spectators.
        empty_since: since when nobody is connected.
        over_since: since when the match is over.
        record: its record, once somebody has asked for it.
        due: when it wants to be looked at next.
        is_of_agents: it was made of agents alone.
    """

    def __init__(self, table: Table, now: float) -> None:
        self.table = table
        self.sitting: dict[int, _Listener] = {}
        self.watching: dict[Session, _Listener] = {}
        self.empty_since: float | None = now
        self.over_since: float | None = None
        self.record: bytes | None = None
        self.due: float | None = None
        self.is_of_agents = all(seat.state == "agent" for seat in table.game.made.seats)
        self._stood = 0.0

    @property
    def stands_still(self) -> bool:
        """Nothing happens by itself until somebody comes."""
        return self.empty_since is not None and not self.is_of_agents

    @property
    def is_spare(self) -> bool:
        """Agents play it among themselves, so that nobody waits to act."""
        game = self.table.game
        if self.stands_still or game.life == "over":
            return False
        return all(seat.state in ("agent", "away") for seat in game.seats)

    def _time(self, now: float) -> float:
        """The table's own time."""
        still = self.empty_since if self.stands_still else None
        return (now if still is None else still) - self._stood

    def _outside(self, due: float) -> float:
        """Everybody's time, when the table's own has come to ``due``."""
        at = due + self._stood
        while at - self._stood < due:
            # Rounded down, it would come a little too early.
            at = math.nextafter(at, math.inf)
        return at

    def _attended(self, now: float) -> None:
        if self.empty_since is not None and self.stands_still:
            self._stood += now - self.empty_since
        self.empty_since = None

    # --- coming and going ---

    def sit(self, session: Session, seat: int, name: str, now: float) -> Session | None:
        """Connect a session to a seat; the one that had it, if it was another."""
        before = self.sitting.get(seat)
        self._attended(now)
        self.table.attach(seat, name, self._time(now))
        self.sitting[seat] = _Listener(session, self.table.game.seq)
        return before.session if before is not None and before.session is not session else None

    def watch(self, session: Session, now: float) -> None:
        """Connect a spectator."""
        self._attended(now)
        self.watching[session] = _Listener(session, self.table.game.seq)

    def part(self, session: Session, seat: int | None, now: float) -> None:
        """Disconnect a session from a seat, or a spectator (None)."""
        if seat is None:
            self.watching.pop(session, None)
        elif seat in self.sitting and self.sitting[seat].session is session:
            del self.sitting[seat]
            self.table.detach(seat, self._time(now))
        if not self.sitting and not self.watching and self.empty_since is None:
            self.empty_since = now

    def dismiss(self) -> None:
        """Tell everybody that the host keeps the match no longer."""
        name = self.table.game.name
        for seat, listener in list(self.sitting.items()):
            listener.session.lose_place(
                (name, seat), Detached(match=name, seat=seat, reason="gone")
            )
        for session in list(self.watching):
            session.lose_place((name, None), Detached(match=name, reason="gone"))
        self.sitting.clear()
        self.watching.clear()
        self.table.desk.close()

    # --- going on ---

    def act(self, seat: int, request: Act, now: float) -> replies.Acted:
        """Take a player's action.

        Raises:
            TichuError: it is refused, and nothing has changed.
        """
        return replies.Acted(held=self.table.act(seat, request, self._time(now)))

    def go_on(self, now: float, agent_moves: int) -> list[Entry]:
        """Let happen what is due and tell everybody; what is to be journalled."""
        table = self.table
        if not self.stands_still:
            settle(table, self._time(now), agent_moves)
        steps, table.steps = table.steps, []
        entries, table.entries = table.entries, []
        for step in steps:
            self._tell(step)
        self._ask(now)
        if table.game.life == "over" and self.over_since is None:
            self.over_since = now
        return entries

    def next_due(self, now: float, unattended: float | None, kept: float | None) -> float | None:
        """When to look again."""
        due = None if self.stands_still else deadline(self.table, self._time(now))
        dues = [None if due is None else self._outside(due)]
        if self.over_since is not None:
            dues.append(None if kept is None else self.over_since + kept)
        elif self.empty_since is not None and unattended is not None:
            dues.append(self.empty_since + unattended)
        return min((due for due in dues if due is not None), default=None)

    def _tell(self, step: Step) -> None:
        game = self.table.game
        for seat, listener in self.sitting.items():
            if listener.seq < step.seq:
                listener.seq = step.seq
                listener.session.push(game.event_for(step, seat))
        shown: Event | None = None
        for listener in self.watching.values():
            if listener.seq < step.seq:
                listener.seq = step.seq
                shown = shown or game.event_for(step, None)
                listener.session.push(shown)

    def _ask(self, now: float) -> None:
        changed = self.table.changed_asks()
        for seat in SEATS:
            listener = self.sitting.get(seat)
            if listener is None or not (seat in changed or listener.wants_ask):
                continue
            message = self.table.ask_message(seat, self._time(now))
            if message is not None:
                listener.wants_ask = False
                listener.session.push(message)

    def missed(self, seat: int | None, last_seq: int | None) -> tuple[Event, ...]:
        """The steps after the last that a client knows, as far as they are kept."""
        if last_seq is None:
            return ()
        game = self.table.game
        return tuple(
            game.event_for(step, seat) for step in self.table.recent if step.seq > last_seq
        )
