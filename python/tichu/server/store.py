"""The journal on disk: SQLite, in which an entry is safe once :meth:`Store.append` returns.

WAL with ``synchronous=FULL``: a commit returns after the system has put it on the disk. All entries
handed over at once go into one commit, whole or not at all. The file holds seeds of running matches
and hashes of tokens, never a token, and only its owner may read it.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tichu.database import DatabaseKind, is_special
from tichu.protocol.entries import Entry
from tichu.server.faults import StoreError
from tichu.server.lock import FileLock
from tichu.server.paths import MEMORY

__all__ = ["SCHEMA_VERSION", "KeptMatch", "Store"]

SCHEMA_VERSION = 1
"""The version of the tables, kept in the database's ``user_version``."""

APPLICATION = 0x54694368
"""``TiCh``: SQLite's ``application_id`` of our databases."""

_KIND = DatabaseKind(APPLICATION, SCHEMA_VERSION, StoreError)

_TABLES = (
    """
    CREATE TABLE matches (
        id      INTEGER PRIMARY KEY,
        name    TEXT    NOT NULL,          -- short and random; unique among those going on
        listed  INTEGER NOT NULL,
        created REAL    NOT NULL,          -- seconds since 1970
        first   INTEGER NOT NULL,          -- its first entry
        over    REAL,                      -- when it ended; NULL while it is going on
        last    INTEGER                    -- its last entry, once it is over
    ) STRICT
    """,
    "CREATE INDEX matches_name ON matches (name)",
    "CREATE INDEX matches_over ON matches (over)",
    # Entries are only ever added at the end, whatever match they are of, and no index has to be
    # kept: else a commit for a thousand matches would write a thousand pages. Each names the entry
    # before it in its match, so that a match is found from its end.
    """
    CREATE TABLE entries (
        id      INTEGER PRIMARY KEY,
        match   INTEGER NOT NULL,
        number  INTEGER NOT NULL,          -- 1, 2, 3 and so on in each match
        kind    TEXT    NOT NULL,
        payload TEXT    NOT NULL,          -- JSON
        before  INTEGER                    -- the entry before it; NULL for the first
    ) STRICT
    """,
)

# One statement for all rows: SQLite gives the interpreter up and takes it again once, not once a
# row, which matters while the event loop's thread is busy.
_INSERT = """
    INSERT INTO entries (id, match, number, kind, payload, before)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
        json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]')
    FROM json_each(?)
"""

_CHAIN = """
    WITH RECURSIVE chain (id, number, kind, payload, before) AS (
        SELECT id, number, kind, payload, before FROM entries WHERE id = ?
        UNION ALL
        SELECT e.id, e.number, e.kind, e.payload, e.before
        FROM chain JOIN entries AS e ON e.id = chain.before
    )
    SELECT {} FROM chain ORDER BY number
"""

_Row = tuple[int, int, int, str, str, int | None]

OLDEST_SQLITE = (3, 37)


class KeptMatch(Struct, frozen=True, kw_only=True):
    """A match that is over.

    Attributes:
        match: its name.
        created: when it was made, in seconds since 1970.
        over: when it ended.
    """

    match: str
    created: float
    over: float


class _Live(Struct):
    """A match that is going on: its row, and its last entry."""

    id: int
    last: int | None = None


class Store:
    """The journal of all matches of a host.

    Threads may share it: one appends, another reads.

    Args:
        target: the file, made if it is not there; ``:memory:`` keeps nothing.

    Raises:
        StoreError: it cannot be opened (``cannot_open``), is no database of matches
            (``not_a_store``), is of a version unknown here (``unknown_schema``), or belongs to
            another process (``store_in_use``).
    """

    def __init__(self, target: str | Path) -> None:
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise StoreError(
                f"SQLite {sqlite3.sqlite_version} is too old; Python needs one from 3.37 on.",
                code="cannot_open",
            )
        self.target = str(target)
        self._live: dict[str, _Live] = {}
        self._next = 1
        self._lock: FileLock | None = None
        self._writing = threading.Lock()
        if self.target == MEMORY:
            self._writer = self._reader = self._connect(MEMORY)
            self._reading = self._writing
        else:
            path = Path(target).expanduser().resolve()
            self.target = str(path)
            _prepare(path)
            # What is refused is left alone, and so is its folder: no lock beside it.
            _refuse_foreign(path)
            self._lock = FileLock(path)
            self._reading = threading.Lock()
        try:
            if self.target != MEMORY:
                self._writer = self._connect(self.target)
                self._reader = self._writer
            self._check()
            if self.target != MEMORY:
                self._reader = self._connect(self.target)
        except BaseException:
            self._release()
            raise

    def _connect(self, target: str) -> sqlite3.Connection:
        try:
            made = sqlite3.connect(target, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as error:
            raise StoreError(
                f"The database {target} cannot be opened: {error}.", code="cannot_open"
            ) from error
        return made

    def _check(self) -> None:
        database = self._writer
        try:
            empty = _KIND.is_empty(database, self.target)
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=FULL")
            if empty:
                self._create()
            self._next = (
                1 + database.execute("SELECT ifnull(max(id), 0) FROM entries").fetchone()[0]
            )
        except sqlite3.DatabaseError as error:
            raise _KIND.unusable(self.target, error) from error

    def _create(self) -> None:
        database = self._writer
        database.execute("BEGIN IMMEDIATE")
        for statement in _TABLES:
            database.execute(statement)
        database.execute(f"PRAGMA application_id={APPLICATION}")
        database.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        database.execute("COMMIT")

    # --- writing ---

    def append(self, entries: Sequence[Entry]) -> None:
        """Keep entries, all or none; when this returns they are on disk.

        Raises:
            StoreError: they could not be written (``cannot_write``), and none is kept.
        """
        with self._writing:
            database = self._writer
            live = {entry.match: self._live.get(entry.match) for entry in entries}
            live = {name: found and replace(found) for name, found in live.items()}
            try:
                database.execute("BEGIN IMMEDIATE")
                self._insert(entries, live)
                database.execute("COMMIT")
            except sqlite3.Error as error:
                if database.in_transaction:
                    database.execute("ROLLBACK")
                raise StoreError(
                    f"The database {self.target} cannot be written: {error}.", code="cannot_write"
                ) from error
            self._next += len(entries)
            self._live.update((name, found) for name, found in live.items() if found is not None)
            for entry in entries:
                if entry.over:
                    self._live.pop(entry.match, None)

    def _insert(self, entries: Sequence[Entry], live: dict[str, _Live | None]) -> None:
        database, now = self._writer, time.time()
        rows: list[_Row] = []
        for place, entry in enumerate(entries, start=self._next):
            if entry.number == 1:
                live[entry.match] = self._begin(entry, place, now)
            found = live[entry.match]
            if found is None:
                raise sqlite3.IntegrityError(f"match {entry.match} has not begun")
            payload = entry.payload.decode()
            rows.append((place, found.id, entry.number, entry.kind, payload, found.last))
            found.last = place
        database.execute(_INSERT, (msgspec.json.encode(rows).decode(),))
        for entry in entries:
            found = live[entry.match]
            if entry.over and found is not None:
                self._end(found, now)

    def _begin(self, entry: Entry, place: int, now: float) -> _Live:
        made = self._writer.execute(
            "INSERT INTO matches (name, listed, created, first) VALUES (?, ?, ?, ?)",
            (entry.match, b'"listed":false' not in entry.payload, now, place),
        )
        return _Live(made.lastrowid or 0)

    def _end(self, match: _Live, now: float) -> None:
        """The match is over; one that never began is forgotten."""
        kinds = self._writer.execute(_CHAIN.format("kind"), (match.last,)).fetchall()
        if ("deal",) in kinds:
            self._writer.execute(
                "UPDATE matches SET over = ?, last = ? WHERE id = ?", (now, match.last, match.id)
            )
        else:
            chain = _CHAIN.format("id")
            self._writer.execute(f"DELETE FROM entries WHERE id IN ({chain})", (match.last,))  # noqa: S608
            self._writer.execute("DELETE FROM matches WHERE id = ?", (match.id,))

    # --- reading ---

    def unfinished(self, over_since: float | None = None) -> Iterator[list[Entry]]:
        """The entries of each match that is going on, or was over only after a time.

        Args:
            over_since: seconds since 1970; None for none of the matches that are over.

        Raises:
            StoreError: the database cannot be read (``cannot_read``).
        """
        since = float("inf") if over_since is None else over_since
        with self._reading:
            live = self._read_live()
            over = self._read("SELECT id, name, last FROM matches WHERE over > ?", (since,))
        found = [(number, entries) for number, entries in live.items()]
        found += [(number, self._chain(name, last)) for number, name, last in over]
        for _, entries in sorted(found, key=lambda pair: pair[0]):
            yield entries

    def _read_live(self) -> dict[int, list[Entry]]:
        """The entries of all matches that are going on, in one reading from the first on."""
        rows = self._read("SELECT id, name, first FROM matches WHERE over IS NULL", ())
        names = {number: name for number, name, _ in rows}
        self._live = {name: _Live(number) for number, name in names.items()}
        first = min((place for _, _, place in rows), default=self._next)
        found: dict[int, list[Entry]] = {number: [] for number in names}
        for place, match, number, kind, payload in self._read(
            "SELECT id, match, number, kind, CAST(payload AS BLOB) FROM entries"
            " WHERE id >= ? AND match IN"
            " (SELECT id FROM matches WHERE over IS NULL) ORDER BY id",
            (first,),
        ):
            name = names[match]
            self._live[name].last = place
            found[match].append(Entry(match=name, number=number, kind=kind, payload=payload))
        return found

    def entries(self, match: str) -> list[Entry] | None:
        """The journal of a match that is over; None if there is none of that name.

        Raises:
            StoreError: the database cannot be read (``cannot_read``).
        """
        with self._reading:
            found = self._read(
                "SELECT last FROM matches WHERE name = ? AND over IS NOT NULL"
                " ORDER BY id DESC LIMIT 1",
                (match,),
            )
        return self._chain(match, found[0][0]) if found else None

    def _chain(self, name: str, last: int) -> list[Entry]:
        """The entries of a match that is over."""
        with self._reading:
            rows = self._read(_CHAIN.format("id, number, kind, CAST(payload AS BLOB)"), (last,))
        return [
            Entry(match=name, number=n, kind=kind, payload=payload, over=place == last)
            for place, n, kind, payload in rows
        ]

    def finished(self, most: int) -> list[KeptMatch]:
        """The matches that are over and may be listed, the newest first.

        Raises:
            StoreError: the database cannot be read (``cannot_read``).
        """
        with self._reading:
            found = self._read(
                "SELECT name, created, over FROM matches WHERE over IS NOT NULL AND listed"
                " ORDER BY over DESC, id DESC LIMIT ?",
                (most,),
            )
        return [KeptMatch(match=name, created=made, over=over) for name, made, over in found]

    def _read(self, question: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        try:
            return self._reader.execute(question, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError(
                f"The database {self.target} cannot be read: {error}.", code="cannot_read"
            ) from error

    # --- the end ---

    def close(self) -> None:
        """Give the database back; may be called again."""
        with self._writing:
            self._release()

    def _release(self) -> None:
        for name in ("_reader", "_writer"):
            database = getattr(self, name, None)
            if database is not None:
                database.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def _prepare(path: Path) -> None:
    """A file that only its owner can read is there; SQLite gives its side files the same rights."""
    try:
        if is_special(path):
            raise StoreError(
                f"{path} is no ordinary file; name another with --db.", code="cannot_open"
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            if not os.fstat(file).st_size:
                path.chmod(0o600)  # It may have been there, and empty.
        finally:
            os.close(file)
    except OSError as error:
        raise StoreError(
            f"The database {path} cannot be opened: {error.strerror}.", code="cannot_open"
        ) from error


def _refuse_foreign(path: Path) -> None:
    """Refuse a file that is no database of ours, without touching it.

    One with a journal of SQLite beside it is in use or was left in mid-work: what the file itself
    says may be old, and is checked later, under the lock.
    """
    if (
        path.with_name(path.name + "-wal").exists()
        or path.with_name(path.name + "-journal").exists()
    ):
        return
    try:
        database = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            _KIND.is_empty(database, str(path))
        finally:
            database.close()
    except sqlite3.DatabaseError as error:
        raise _KIND.unusable(str(path), error) from error
