"""A folder that a run writes to: better refused before hundreds of games than after them."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tichu.arena.faults import ArenaError

__all__ = ["made_folder"]


def made_folder(target: str | Path) -> Path:
    """The folder, made if it is not there.

    Raises:
        ArenaError: it cannot be made, or nothing can be written in it (``cannot_open``).
    """
    folder = Path(target).expanduser()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ArenaError(
            f"The folder {folder} cannot be made: {error.strerror}.", code="cannot_open"
        ) from error
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise ArenaError(
            f"The folder {folder} cannot be written: {error.strerror}.", code="cannot_open"
        ) from error
    return folder
