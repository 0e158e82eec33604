"""Libraries that only the arena needs: one sentence says what to install when one is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tichu.arena.faults import ArenaError

__all__ = ["needs"]


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Around imports: they need the package's extra of that name.

    Raises:
        ArenaError: a library is not installed (``missing_extra``).
    """
    try:
        yield
    except ImportError as error:
        raise ArenaError(
            f"This needs {error.name}, which is not installed: install the extra `{extra}` of"
            f" tichu, in a clone of it with `pip install '.[{extra}]'`.",
            code="missing_extra",
        ) from error
