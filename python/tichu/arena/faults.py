"""What can go wrong around a run, as opposed to in a game."""

from __future__ import annotations

from tichu.errors import TichuError

__all__ = ["ArenaError"]


class ArenaError(TichuError):
    """A run cannot begin, or cannot go on; the message says why in one sentence."""
