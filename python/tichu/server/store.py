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

from tichu.protocol.entries import Entry
from tichu.server.faults import StoreError
from tichu.server.lock import FileLock
from tichu.server.paths import MEMORY

__all__ = ["SCHEMA_VERSION", "KeptMatch", "Store"]

SCHEMA_VERSION = 1
"""The version of the tables, kept in the database's ``user_version``."""

APPLICATION = 0x54694368
"""``TiCh``: SQLite's ``application_id`` of our databases."""

_TABLES = (
    """
    CREATE TABLE matches (
        id      INTEGER PRIMARY KEY,
        name    TEXT    NOT NULL,          -- short and random; unique among those going on
        listed  INTEGER NOT NULL,
        created REAL    NOT NULL,          -- seconds since 1970
        over    REAL                       -- the same; NULL while the match is going on
    ) STRICT
    """,
    "CREATE INDEX matches_name ON matches (name)",
    "CREATE INDEX matches_over ON matches (over)",
    """
    CREATE TABLE entries (
        match   INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        number  INTEGER NOT NULL,          -- 1, 2, 3 and so on in each match
        kind    TEXT    NOT NULL,
        payload TEXT    NOT NULL,          -- JSON
        PRIMARY KEY (match, number)
    ) STRICT, WITHOUT ROWID
    """,
)


# One statement for all rows: SQLite gives the interpreter up and takes it again once, not once a
# row, which matters while the event loop's thread is busy.
_INSERT = """
    INSERT INTO entries (match, number, kind, payload)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
        json_extract(value, '$[3]')
    FROM json_each(?)
"""

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
        self._ids: dict[str, int] = {}
        self._lock: FileLock | None = None
        self._writing = threading.Lock()
        if self.target == MEMORY:
            self._writer = self._reader = self._connect(MEMORY)
            self._reading = self._writing
        else:
            path = Path(target).expanduser().resolve()
            self.target = str(path)
            _prepare(path)
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
            application = _pragma(database, "application_id")
            version = _pragma(database, "user_version")
            empty = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
            if not empty and application != APPLICATION:
                raise StoreError(
                    f"{self.target} is a database, but of something else; name another file.",
                    code="not_a_store",
                )
            if not empty and version != SCHEMA_VERSION:
                raise StoreError(
                    f"{self.target} has tables of version {version}, and this tichu knows version"
                    f" {SCHEMA_VERSION}: use the tichu that wrote it, or name another file.",
                    code="unknown_schema",
                )
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=FULL")
            database.execute("PRAGMA foreign_keys=ON")
            if empty:
                self._create()
        except sqlite3.DatabaseError as error:
            kind = "cannot_open" if isinstance(error, sqlite3.OperationalError) else "not_a_store"
            raise StoreError(
                f"{self.target} cannot be used as a database: {error}.", code=kind
            ) from error

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
            fresh: dict[str, int] = {}
            try:
                database.execute("BEGIN IMMEDIATE")
                self._insert(entries, fresh)
                database.execute("COMMIT")
            except sqlite3.Error as error:
                for name in fresh:
                    self._ids.pop(name, None)
                if database.in_transaction:
                    database.execute("ROLLBACK")
                raise StoreError(
                    f"The database {self.target} cannot be written: {error}.", code="cannot_write"
                ) from error
            for entry in entries:
                if entry.over:
                    self._ids.pop(entry.match, None)

    def _insert(self, entries: Sequence[Entry], fresh: dict[str, int]) -> None:
        database, ids, now = self._writer, self._ids, time.time()
        for entry in entries:
            if entry.number == 1:
                listed = b'"listed":false' not in entry.payload
                made = database.execute(
                    "INSERT INTO matches (name, listed, created) VALUES (?, ?, ?)",
                    (entry.match, listed, now),
                )
                ids[entry.match] = fresh[entry.match] = made.lastrowid or 0
        rows = [(ids[entry.match], entry.number, entry.kind, entry.payload) for entry in entries]
        database.execute(_INSERT, (_encode_rows(rows),))
        for entry in entries:
            if entry.over:
                self._end(ids[entry.match], now)

    def _end(self, match: int, now: float) -> None:
        """The match is over; one that never began is forgotten."""
        dealt = self._writer.execute(
            "SELECT 1 FROM entries WHERE match = ? AND kind = 'deal' LIMIT 1", (match,)
        ).fetchone()
        if dealt:
            self._writer.execute("UPDATE matches SET over = ? WHERE id = ?", (now, match))
        else:
            self._writer.execute("DELETE FROM matches WHERE id = ?", (match,))

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
            found = self._read(
                "SELECT id, name, over FROM matches WHERE over IS NULL OR over > ? ORDER BY id",
                (since,),
            )
            for number, name, over in found:
                if over is None:
                    self._ids[name] = number
                yield self._entries(number, name, is_over=over is not None)

    def entries(self, match: str) -> list[Entry] | None:
        """The journal of a match that is over; None if there is none of that name.

        Raises:
            StoreError: the database cannot be read (``cannot_read``).
        """
        with self._reading:
            found = self._read(
                "SELECT id FROM matches WHERE name = ? AND over IS NOT NULL"
                " ORDER BY id DESC LIMIT 1",
                (match,),
            )
            return self._entries(found[0][0], match, is_over=True) if found else None

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

    def _entries(self, number: int, name: str, *, is_over: bool) -> list[Entry]:
        rows = self._read(
            "SELECT number, kind, payload FROM entries WHERE match = ? ORDER BY number", (number,)
        )
        last = len(rows) if is_over else 0
        return [
            Entry(match=name, number=n, kind=kind, payload=payload.encode(), over=n == last)
            for n, kind, payload in rows
        ]

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
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    except OSError as error:
        raise StoreError(
            f"The database {path} cannot be opened: {error.strerror}.", code="cannot_open"
        ) from error


def _encode_rows(rows: list[tuple[int, int, str, bytes]]) -> str:
    return msgspec.json.encode([(m, n, kind, data.decode()) for m, n, kind, data in rows]).decode()


def _pragma(database: sqlite3.Connection, name: str) -> int:
    value: int = database.execute(f"PRAGMA {name}").fetchone()[0]
    return value
