"""One process for each database: a lock that the system takes back however the process ends."""

from __future__ import annotations

import os
from pathlib import Path

from tichu.server.faults import StoreError

try:
    import fcntl
except ImportError:  # Windows; SQLite itself still keeps writers apart there.
    fcntl = None  # type: ignore[assignment]

__all__ = ["FileLock"]


class FileLock:
    """An exclusive lock on ``FILE.lock``, held until :meth:`release` or the end of the process.

    The file stays: removing it would let two processes lock two files of the same name.

    Args:
        database: the file that shall be this process's alone.

    Raises:
        StoreError: another process has it (``store_in_use``), or the lock cannot be made
            (``cannot_open``).
    """

    def __init__(self, database: Path) -> None:
        path = database.with_name(database.name + ".lock")
        try:
            self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StoreError(
                f"The lock of the database, {path}, cannot be made: {error.strerror}.",
                code="cannot_open",
            ) from error
        try:
            if fcntl is not None:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.release()
            raise StoreError(
                f"Another server is using the database {database}: stop it, or name another"
                " file with --db.",
                code="store_in_use",
            ) from error

    def release(self) -> None:
        """Let others have the database; may be called again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
