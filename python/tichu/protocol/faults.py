"""Why a request is refused where no rule of the game decides."""

from __future__ import annotations

from tichu.errors import TichuError

__all__ = ["RequestRefused"]


class RequestRefused(TichuError):
    """A request that the protocol refuses; its code and message go to the client."""
