"""The small words of the notation: ranks, seats, compact cards (docs/NOTATION.md).

Cards, card sets and combinations are read and written by the core; actions by
:mod:`tichu.actions`; positions by :mod:`tichu.position`. All of them use these.
"""

from __future__ import annotations

from tichu._core import CardSet
from tichu.errors import NotationError

__all__ = ["RANKS", "compact", "format_rank", "parse_compact", "parse_number", "parse_rank"]

RANKS: dict[str, int] = {letter: rank for rank, letter in enumerate("23456789TJQKA", start=2)}
"""The ordinary ranks by their letters, ``2`` to ``A``: 2 to 14."""

_LETTERS = {rank: letter for letter, rank in RANKS.items()}


def format_rank(rank: int) -> str:
    """The letter of a rank 2 to 14."""
    return _LETTERS[rank]


def parse_rank(text: str) -> int:
    """A rank from its letter (``T``) or its number (``10``).

    Raises:
        NotationError: neither (``bad_rank``).
    """
    if text in RANKS:
        return RANKS[text]
    if text.isascii() and text.isdigit() and len(text) <= 2 and int(text) in _LETTERS:
        return int(text)
    raise NotationError(
        f"{text[:20]!r} is no rank; write 2 to 9, T, J, Q, K or A.", code="bad_rank"
    )


def parse_number(text: str, low: int, high: int, what: str) -> int:
    """A whole number within bounds, written in plain digits.

    Raises:
        NotationError: not a number from ``low`` to ``high`` (``bad_number``).
    """
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= 9 and low <= int(text) <= high:
        return int(text)
    raise NotationError(
        f"{text[:20]!r} is no {what}; write a whole number from {low} to {high}.",
        code="bad_number",
    )


def compact(cards: CardSet) -> str:
    """The cards without blanks, in deck order; ``-`` for none."""
    return str(cards).replace(" ", "") or "-"


def parse_compact(text: str) -> CardSet:
    """The inverse of :func:`compact`.

    Raises:
        NotationError: unknown or repeated cards, or an empty text.
    """
    if text == "-":
        return CardSet()
    if not text:
        raise NotationError("Cards are missing; write - for none.", code="missing_cards")
    return CardSet(text)
