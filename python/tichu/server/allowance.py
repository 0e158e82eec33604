"""How often something may be done: so many at once, and so many a second in the long run."""

from __future__ import annotations

__all__ = ["Allowance"]


class Allowance:
    """Counts what is done, and forgets it at a rate.

    Args:
        rate: how many a second; None for no limit.
        burst: how many at once.
    """

    def __init__(self, rate: float | None, burst: int) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._left = float(burst)
        self._counted: float | None = None

    def take(self, now: float) -> bool:
        """Do it once more at a time in seconds; whether it may be done."""
        if self._rate is None:
            return True
        if self._counted is not None:
            passed = max(0.0, now - self._counted)
            self._left = min(self._burst, self._left + passed * self._rate)
        self._counted = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True
