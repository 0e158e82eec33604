"""Randomness: one seed a match, and a stream of its own for every purpose (docs/NOTATION.md).

A stream is the generator :class:`tichu.Rng` seeded with the SHA-256 of a line of text, so streams
are independent of each other and the same on every platform.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Literal, Protocol, TypeVar

from tichu._core import Rng
from tichu.errors import InvalidValue

__all__ = ["RandomSource", "check_seed", "shuffled", "stream"]

T = TypeVar("T")

Purpose = Literal["deal", "agent", "determinize"]


class RandomSource(Protocol):
    """What sampling needs: :class:`tichu.Rng` and ``random.Random`` both have it."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to ``stop - 1``, each as likely."""
        ...


def check_seed(seed: object) -> str:
    """A seed as its text: a text of printable ASCII up to 200 long, or a whole number.

    Raises:
        InvalidValue: anything else (``bad_seed``).
    """
    if type(seed) is int and abs(seed) < 10**200:
        return str(seed)
    if isinstance(seed, str) and len(seed) <= 200 and seed.isascii() and seed.isprintable():
        return seed
    raise InvalidValue(
        "A seed is a whole number or up to 200 printable ASCII characters.", code="bad_seed"
    )


def stream(seed: str, purpose: Purpose, round_number: int = 0, seat: int = 0) -> Rng:
    """The random stream of a purpose, a round (from 1) and a seat under a match's seed."""
    text = f"tichu/1|{check_seed(seed)}|{purpose}|{round_number}|{seat}"
    return Rng(hashlib.sha256(text.encode("ascii")).digest())


def shuffled(items: Sequence[T], rng: RandomSource) -> list[T]:
    """The items in a uniformly random order (Fisher and Yates, from the end down)."""
    if isinstance(rng, Rng):
        return rng.shuffled(items)
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        chosen = rng.randrange(last + 1)
        result[last], result[chosen] = result[chosen], result[last]
    return result
