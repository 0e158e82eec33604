"""What can go wrong around the server, as opposed to in a game."""

from __future__ import annotations

import msgspec

from tichu.errors import TichuError

__all__ = ["DAMAGE", "ServerError", "StoreError"]

DAMAGE = (TichuError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What comes of a journal that does not fit."""


class ServerError(TichuError):
    """The server cannot start, or cannot go on; the message says why in one sentence."""


class StoreError(ServerError):
    """The database cannot be opened, read or written."""
