"""Randomness: one seed a match, and a stream of its own for every purpose (docs/NOTATION.md).

A stream is the generator :class:`tichu.Rng` seeded with the SHA-256 of a line of text, so streams
are independent of each other and the same on every platform.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Protocol, TypeVar

from tichu._core import Rng
from tichu.checks import check_int, shown
from tichu.errors import InvalidValue

__all__ = ["RandomSource", "check_seed", "draw", "shuffled", "stream"]

T = TypeVar("T")


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
    if type(seed) is str and len(seed) <= 200 and seed.isascii() and seed.isprintable():
        return seed
    raise InvalidValue(
        "A seed is a whole number or up to 200 printable ASCII characters.", code="bad_seed"
    )


def stream(seed: str | int, purpose: str, round_number: int = 0, seat: int = 0) -> Rng:
    """The random stream of a purpose, a round (from 1) and a seat under a match's seed.

    The engine's own purposes are ``deal``, ``agent`` and ``determinize``; others are the caller's.

    Raises:
        InvalidValue: a bad seed (``bad_seed``), purpose (``bad_purpose``: a word of lower case
            letters, digits and ``_``), round (``bad_round``) or seat (``bad_seat``).
    """
    text = check_seed(seed)
    if type(purpose) is not str or not re.fullmatch("[a-z][a-z0-9_]{0,39}", purpose):
        raise InvalidValue(
            f"{shown(purpose)} is no purpose; name it by a word of lower case letters.",
            code="bad_purpose",
        )
    check_int(round_number, 0, 10**9, "round_number", code="bad_round")
    check_int(seat, 0, 3, "seat", code="bad_seat")
    line = f"tichu/1|{text}|{purpose}|{round_number}|{seat}"
    return Rng(hashlib.sha256(line.encode("ascii")).digest())


def draw(rng: RandomSource, stop: int) -> int:
    """One number from 0 to ``stop - 1``, checked: a strange source draws no wrong card.

    Raises:
        InvalidValue: the source gave something else (``bad_random_source``).
    """
    number = rng.randrange(stop)
    if type(number) is not int or not 0 <= number < stop:
        raise InvalidValue(
            f"The random source gave {shown(number)}; it must give a whole number below {stop}.",
            code="bad_random_source",
        )
    return number


def shuffled(items: Sequence[T], rng: RandomSource) -> list[T]:
    """The items in a uniformly random order (Fisher and Yates, from the end down).

    Raises:
        InvalidValue: the source gave no number within bounds (``bad_random_source``).
    """
    if isinstance(rng, Rng):
        return rng.shuffled(items)
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        chosen = draw(rng, last + 1)
        result[last], result[chosen] = result[chosen], result[last]
    return result
