"""Records of matches that are over: from memory while they are there, then from the journal."""

from __future__ import annotations

import asyncio

from tichu.protocol.entries import Created, Entry, decode_entry
from tichu.protocol.game import Game
from tichu.record import encode_record
from tichu.server.faults import DAMAGE, ServerError
from tichu.server.host import Host

__all__ = ["Records"]

REMEMBERED = 32
"""So many records that were made are kept for the next who asks."""


class Records:
    """Finds records; they are made one after the other, from memory or from the journal.

    Args:
        host: the host.
        engine: what makes the records.
    """

    def __init__(self, host: Host, engine: str) -> None:
        self._host = host
        self._engine = engine
        self._made: dict[str, bytes] = {}
        self._waiting = 0

    async def find(self, match: str) -> bytes | None:
        """The record of a match that is over; None if there is none.

        Raises:
            ServerError: too many ask at once (``busy``), or its journal does not fit
                (``damaged``).
            StoreError: the database cannot be read.
        """
        found = self._made.get(match)
        if found is not None:
            return found
        if self._waiting >= self._host.limits.records:
            raise ServerError("Too many ask for records; try again later.", code="busy")
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            made = await loop.run_in_executor(self._host.reader, self._make, match)
        finally:
            self._waiting -= 1
        if made is not None:
            self._made[match] = made
            if len(self._made) > REMEMBERED:
                del self._made[next(iter(self._made))]
        return made

    def _make(self, match: str) -> bytes | None:
        """In a thread, for a long match takes a second; one that is over does not change."""
        found = self._host.hub.record(match)
        if found is not None:
            return found
        entries = self._host.store.entries(match)
        try:
            return None if not entries else record_of(entries, self._engine)
        except DAMAGE as error:
            raise ServerError(
                f"The journal of this match does not fit: {error}", code="damaged"
            ) from error


def record_of(entries: list[Entry], engine: str) -> bytes | None:
    """The record that a journal makes; None for one that does not begin with a creation."""
    made = decode_entry(entries[0])
    if not isinstance(made, Created):
        return None
    game = Game(entries[0].match, made)
    for entry in entries:
        game.apply(decode_entry(entry))
    return encode_record(game.history(), engine=engine)
