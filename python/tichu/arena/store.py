"""Finished games on disk: SQLite, in which a game is kept once, and a run finds its own again.

Games are kept by pairing: two agents, in this order, under the same settings. So a run with more
deals, or with one more agent, goes on from what is there. WAL with ``synchronous=NORMAL``: whatever
ends the process, what was committed is there and nothing is half there; if the machine itself dies,
the last games may have to be played again.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from tichu.agents.guard import Fault
from tichu.arena.faults import ArenaError
from tichu.arena.game import Game, GameResult, RunSettings, Tally
from tichu.arena.identity import Known
from tichu.arena.schedule import pairs_of
from tichu.database import DatabaseKind, is_special

__all__ = ["SCHEMA_VERSION", "Store"]

SCHEMA_VERSION = 1
"""The version of the tables, kept in the database's ``user_version``."""

APPLICATION = 0x54694172
"""``TiAr``: SQLite's ``application_id`` of our databases."""

_KIND = DatabaseKind(APPLICATION, SCHEMA_VERSION, ArenaError)

OLDEST_SQLITE = (3, 37)

_BUSY_SECONDS = 60.0

_TABLES = (
    """
    CREATE TABLE pairings (
        id       INTEGER PRIMARY KEY,
        key      TEXT    NOT NULL UNIQUE,   -- SHA-256 of the settings
        settings TEXT    NOT NULL,          -- JSON: two agents, mode, rules, seed, limit and more
        first    TEXT    NOT NULL,          -- the agents' names
        second   TEXT    NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE games (
        pairing  INTEGER NOT NULL REFERENCES pairings (id),
        deal     INTEGER NOT NULL,          -- from 0
        swapped  INTEGER NOT NULL,          -- 0: the first agent sits on 0 and 2; 1: on 1 and 3
        first    INTEGER NOT NULL,          -- points of the first agent
        second   INTEGER NOT NULL,          -- points of the second
        won      REAL    NOT NULL,          -- 1 the first, 0 the second, 0.5 nobody
        rounds   INTEGER NOT NULL,
        tallies  TEXT    NOT NULL,          -- JSON: what each of the two did
        faults   TEXT    NOT NULL,          -- JSON: what went wrong
        moves    BLOB    NOT NULL,          -- the actions, deflated
        PRIMARY KEY (pairing, deal, swapped)
    ) STRICT, WITHOUT ROWID
    """,
)

_COLUMNS = "deal, swapped, first, second, won, rounds, tallies, faults, moves"

# A game that is there stays: two runs that share a database may both have played it.
_INSERT = f"INSERT OR IGNORE INTO games (pairing, {_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?)"  # noqa: S608

Pair: TypeAlias = tuple[int, int]
_Tallies: TypeAlias = tuple[Tally, Tally]
_Faults: TypeAlias = tuple[Fault, ...]


class Store:
    """The kept games of one run's settings; void games are not kept, and tried again next time.

    Args:
        target: the file, made if it is not there.
        settings: those of the run.
        agents: what is known of them, by their names.

    Raises:
        ArenaError: it cannot be opened or made (``cannot_open``), is no database of an arena
            (``not_a_store``), or is of a version unknown here (``unknown_schema``).
    """

    def __init__(
        self, target: str | Path, settings: RunSettings, agents: Mapping[str, Known]
    ) -> None:
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise ArenaError(
                f"SQLite {sqlite3.sqlite_version} is too old; Python needs one from 3.37 on.",
                code="cannot_open",
            )
        self._agents = agents
        path = Path(target).expanduser()
        self.target = str(path)
        _refuse_special(path)
        self._database = _connect(path)
        try:
            self._open()
            with self._writing():
                self._pairings = {
                    pair: self._pairing(settings, pair) for pair in pairs_of(len(settings.agents))
                }
        except BaseException:
            self._database.close()
            raise

    def _open(self) -> None:
        database = self._database
        try:
            is_empty = _KIND.is_empty(database, self.target)
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=NORMAL")
            if is_empty:
                self._create()
        except sqlite3.DatabaseError as error:
            raise _KIND.unusable(self.target, error) from error

    def _create(self) -> None:
        database = self._database
        database.execute("BEGIN IMMEDIATE")
        # Another arena may have been faster.
        if _KIND.is_empty(database, self.target):
            for statement in _TABLES:
                database.execute(statement)
            database.execute(f"PRAGMA application_id={APPLICATION}")
            database.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        database.execute("COMMIT")

    def _pairing(self, settings: RunSettings, pair: Pair) -> int:
        """The row of a pair of agents under these settings."""
        names = tuple(settings.agents[place] for place in pair)
        own = msgspec.structs.replace(settings, agents=names)
        more = {
            "marks": [self._agents[name].mark for name in names],
            # The same name twice in a run: its games with a third are not the same games.
            "copies": [settings.agents[:place].count(settings.agents[place]) for place in pair],
        }
        text = msgspec.json.encode({**msgspec.to_builtins(own), **more}).decode()
        key = hashlib.sha256(text.encode()).hexdigest()
        self._database.execute(
            "INSERT OR IGNORE INTO pairings (key, settings, first, second) VALUES (?, ?, ?, ?)",
            (key, text, *names),
        )
        found: int = self._database.execute(
            "SELECT id FROM pairings WHERE key = ?", (key,)
        ).fetchone()[0]
        return found

    def keep(self, results: Iterable[GameResult]) -> None:
        """Keep finished games, all or none.

        Raises:
            ArenaError: they could not be written (``cannot_write``), and none is kept.
        """
        rows = [
            (self._pairings[result.game.pair], *_row(result))
            for result in results
            if not result.void
        ]
        with self._writing():
            self._database.executemany(_INSERT, rows)

    def kept(self, deals: int) -> Iterator[GameResult]:
        """The games of the first so many deals that are kept.

        Raises:
            ArenaError: the database cannot be read, or is damaged (``cannot_read``).
        """
        question = f"SELECT {_COLUMNS} FROM games WHERE pairing = ? AND deal < ?"  # noqa: S608
        try:
            for pair, pairing in self._pairings.items():
                for row in self._database.execute(question, (pairing, deals)):
                    yield _result(pair, row)
        except (sqlite3.Error, msgspec.MsgspecError) as error:
            raise ArenaError(
                f"The database {self.target} cannot be read: {error}.", code="cannot_read"
            ) from error

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction."""
        database = self._database
        try:
            database.execute("BEGIN IMMEDIATE")
            yield
            database.execute("COMMIT")
        except sqlite3.Error as error:
            raise ArenaError(
                f"The database {self.target} cannot be written: {error}.", code="cannot_write"
            ) from error
        finally:
            if database.in_transaction:
                database.execute("ROLLBACK")

    def close(self) -> None:
        """Give the database back; may be called again."""
        self._database.close()


def _connect(path: Path) -> sqlite3.Connection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return sqlite3.connect(path, isolation_level=None, timeout=_BUSY_SECONDS)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise ArenaError(
            f"The database {path} cannot be opened: {reason}.", code="cannot_open"
        ) from error


def _refuse_special(path: Path) -> None:
    if is_special(path):
        raise ArenaError(f"{path} is no ordinary file; name another.", code="cannot_open")


def _row(result: GameResult) -> tuple[Any, ...]:
    return (
        result.game.deal,
        int(result.game.swapped),
        *result.points,
        result.won,
        result.rounds,
        msgspec.json.encode(result.tallies).decode(),
        msgspec.json.encode(result.faults).decode(),
        result.moves or b"",
    )


def _result(pair: Pair, row: tuple[Any, ...]) -> GameResult:
    deal, swapped, first, second, won, rounds, tallies, faults, moves = row
    return GameResult(
        game=Game(pair=pair, deal=deal, swapped=bool(swapped)),
        points=(first, second),
        won=won,
        rounds=rounds,
        tallies=msgspec.json.decode(tallies, type=_Tallies),
        faults=msgspec.json.decode(faults, type=_Faults),
        moves=moves,
    )
