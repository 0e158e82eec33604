"""What can go wrong around the server, as opposed to in a game."""

from __future__ import annotations

from tichu.errors import TichuError

__all__ = ["ServerError", "StoreError"]


class ServerError(TichuError):
    """The server cannot start, or cannot go on; the message says why in one sentence."""


class StoreError(ServerError):
    """The database cannot be opened, read or written."""
