"""The records of a run's games: a folder with a file for each."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tichu.arena.faults import ArenaError
from tichu.arena.folder import made_folder
from tichu.arena.game import GameResult, RunSettings
from tichu.arena.moves import record_name, record_of
from tichu.errors import TichuError

__all__ = ["RecordFolder"]


class RecordFolder:
    """Writes the record of each game, whole or not at all; one that is there is overwritten.

    Args:
        target: the folder, made if it is not there.
        settings: those of the run.

    Raises:
        ArenaError: the folder cannot be made or written (``cannot_open``).
    """

    def __init__(self, target: str | Path, settings: RunSettings) -> None:
        self._folder = made_folder(target)
        self._settings = settings
        self._engine = f"tichu {_version()}"

    def write(self, results: Iterable[GameResult]) -> None:
        """Write the games' records; a void game has none.

        Raises:
            ArenaError: it cannot be written (``cannot_write``), or the kept moves are damaged
                (``cannot_read``).
        """
        for result in results:
            self._write(result)

    def _write(self, result: GameResult) -> None:
        try:
            record = record_of(self._settings, result, self._engine)
        except (TichuError, zlib.error, ValueError) as error:
            raise ArenaError(
                f"The moves that are kept of deal {result.game.deal} are damaged: {error}",
                code="cannot_read",
            ) from error
        if record is None:
            return
        path = self._folder / record_name(result)
        part = path.with_name(path.name + ".part")
        try:
            part.write_bytes(record)
            part.replace(path)
        except OSError as error:
            raise ArenaError(
                f"The record {path} cannot be written: {error.strerror}.", code="cannot_write"
            ) from error


def _version() -> str:
    try:
        return version("tichu")
    except PackageNotFoundError:
        return "unknown"
