"""A share of the time: who has worked rests, so that it is never more than that."""

from __future__ import annotations

__all__ = ["Share"]

LONGEST_REST = 1.0
"""Seconds: whatever has held work up, it goes on after so long."""


class Share:
    """Times of work and of rest.

    Args:
        part: the share of the time that is work at most, above 0 to 1.

    Attributes:
        free_at: when work may begin again, in seconds.
    """

    def __init__(self, part: float) -> None:
        self.free_at = float("-inf")
        self._rest = 1.0 / part - 1.0
        self._began: float | None = None

    def begin(self, now: float) -> None:
        """Work begins, or goes on."""
        if self._began is None:
            self._began = now

    def end(self, now: float) -> None:
        """Work has come to its end, if there was any."""
        if self._began is None:
            return
        worked = max(0.0, now - self._began)
        self.free_at = now + min(LONGEST_REST, worked * self._rest)
        self._began = None
