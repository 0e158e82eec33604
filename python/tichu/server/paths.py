"""Where the matches of a user are kept unless told otherwise."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["MEMORY", "default_database"]

MEMORY = ":memory:"
"""The name of a database that is kept nowhere."""


def default_database() -> Path:
    """The file ``matches.db`` in the place where this system keeps a user's data of programs."""
    return _data_home() / "tichu" / "matches.db"


def _data_home() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    stated = os.environ.get("XDG_DATA_HOME", "")
    # The specification says that a path that is not absolute is to be ignored.
    return Path(stated) if stated.startswith("/") else Path.home() / ".local" / "share"
