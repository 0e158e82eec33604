"""SQLite files of this program, told from those of others: what every store asks first."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from msgspec import Struct

from tichu.errors import TichuError

__all__ = ["DatabaseKind", "is_special"]


class DatabaseKind(Struct, frozen=True):
    """One kind of database.

    Attributes:
        application: SQLite's ``application_id`` of its files.
        version: the version of its tables, kept in the file's ``user_version``.
        error: what is raised about its files.
    """

    application: int
    version: int
    error: type[TichuError]

    def is_empty(self, database: sqlite3.Connection, target: str) -> bool:
        """Whether a database has no tables yet.

        Raises:
            TichuError: it has tables of something else (``not_a_store``), or of a version unknown
                here (``unknown_schema``).
        """
        application = _pragma(database, "application_id")
        version = _pragma(database, "user_version")
        if database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
            return True
        if application != self.application:
            raise self.error(
                f"{target} is a database, but of something else; name another file.",
                code="not_a_store",
            )
        if version != self.version:
            raise self.error(
                f"{target} has tables of version {version}, and this tichu knows version"
                f" {self.version}: use the tichu that wrote it, or name another file.",
                code="unknown_schema",
            )
        return False

    def unusable(self, target: str, error: sqlite3.DatabaseError) -> TichuError:
        """What is raised when SQLite cannot use a file as a database."""
        kind = "cannot_open" if isinstance(error, sqlite3.OperationalError) else "not_a_store"
        return self.error(f"{target} cannot be used as a database: {error}.", code=kind)


def is_special(path: Path) -> bool:
    """Whether this is a device, a folder, a pipe, or would be a file among the devices."""
    is_device = path.is_relative_to("/dev") and not path.is_relative_to("/dev/shm")  # noqa: S108
    return is_device or (path.exists() and not path.is_file())


def _pragma(database: sqlite3.Connection, name: str) -> int:
    value: int = database.execute(f"PRAGMA {name}").fetchone()[0]
    return value
