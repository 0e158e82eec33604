"""Reading the JSON of a case: every field by its type, and none left over."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from tichu._core import CardSet, Combination
from tichu.errors import InvalidValue, TichuError
from tichu.round_score import Call
from tichu.seats import SEATS, Quad

__all__ = [
    "SEAT_NAMES",
    "Fields",
    "card_set",
    "flag",
    "list_of",
    "malformed",
    "mapping",
    "option",
    "printable",
    "quad_of",
    "rank",
    "seat",
    "shown",
    "table",
    "text",
    "whole",
]

T = TypeVar("T")
D = TypeVar("D")
Reader = Callable[[object, str], T]

SEAT_NAMES: Quad[str] = ("0", "1", "2", "3")
CALLS: dict[str, Call] = {"T": "tichu", "G": "grand"}

_SHOWN = 120


def shown(value: object) -> str:
    """A value as short printable text: a text as it is, others as JSON writes them."""
    content = value if isinstance(value, str) else _json(value)
    if len(content) > _SHOWN:
        content = content[: _SHOWN - 3] + "..."
    return printable(content)


def _json(value: object) -> str:
    try:
        return json.dumps(value, default=str, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return repr(value)


def printable(content: str) -> str:
    """A text without control characters and the like: escapes stand for them."""
    return content if content.isprintable() else ascii(content)[1:-1]


def malformed(where: str, want: str, value: object) -> InvalidValue:
    """The error that says what should stand at a place instead of the value."""
    return InvalidValue(
        f"Here should stand {want}, not {shown(value)}.", code="bad_case", where=where
    )


class Fields:
    """The fields of one JSON object. What nobody has asked for by the end is a mistake."""

    def __init__(self, value: object, where: str) -> None:
        self._left = dict(mapping(value, where))
        self._where = where

    def _place(self, name: str) -> str:
        return f"{self._where}.{name}" if self._where else name

    def need(self, name: str, read: Reader[T]) -> T:
        """The field's value; it must be there."""
        self.need_all(name)
        return read(self._left.pop(name), self._place(name))

    def get(self, name: str, read: Reader[T]) -> T | None:
        """The field's value; None if it is absent or null."""
        value = self._left.pop(name, None)
        return None if value is None else read(value, self._place(name))

    def raw(self, name: str) -> object:
        """The field's value as it is; None if it is absent."""
        return self._left.pop(name, None)

    def has(self, name: str) -> bool:
        """The field is there and not yet read."""
        return name in self._left

    def need_all(self, *names: str) -> None:
        """All of these fields must be there; null counts.

        Raises:
            InvalidValue: one is missing (``bad_case``).
        """
        missing = [name for name in names if name not in self._left]
        if missing:
            raise InvalidValue(
                f"The field{'s' if len(missing) > 1 else ''} {', '.join(missing)} "
                f"{'are' if len(missing) > 1 else 'is'} missing.",
                code="bad_case",
                where=self._where or None,
            )

    def end(self) -> None:
        """No field may be left.

        Raises:
            InvalidValue: one is (``bad_case``).
        """
        if self._left:
            names = ", ".join(map(shown, self._left))
            raise InvalidValue(
                f"These fields mean nothing here: {names}.",
                code="bad_case",
                where=self._where or None,
            )


def mapping(value: object, where: str) -> dict[str, Any]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise malformed(where, "an object", value)
    return value


def text(value: object, where: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise malformed(where, "a text", value)
    return value


def flag(value: object, where: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise malformed(where, "true or false", value)
    return value


def whole(value: object, where: str) -> int:
    """A whole number."""
    if type(value) is not int:
        raise malformed(where, "a whole number", value)
    return value


def rank(value: object, where: str) -> int | float:
    """A rank as a number, halves included."""
    if type(value) is int or (type(value) is float and value % 1 == 0.5):
        return value
    raise malformed(where, "a rank", value)


def seat(value: object, where: str) -> int:
    """A seat."""
    if type(value) is not int or value not in SEATS:
        raise malformed(where, "a seat from 0 to 3", value)
    return value


def list_of(read: Reader[T]) -> Reader[list[T]]:
    """A reader of lists."""

    def read_list(value: object, where: str) -> list[T]:
        if not isinstance(value, list):
            raise malformed(where, "a list", value)
        return [read(item, f"{where}[{place}]") for place, item in enumerate(value)]

    return read_list


def option(read: Reader[T]) -> Reader[T | None]:
    """A reader that takes null too."""

    def read_option(value: object, where: str) -> T | None:
        return None if value is None else read(value, where)

    return read_option


def quad_of(read: Reader[T], default: D) -> Reader[Quad[T | D]]:
    """A reader of objects by seat; seats that are absent or null get the default."""

    def read_quad(value: object, where: str) -> Quad[T | D]:
        fields = Fields(value, where)
        a, b, c, d = (fields.get(name, read) for name in SEAT_NAMES)
        fields.end()
        return (
            default if a is None else a,
            default if b is None else b,
            default if c is None else c,
            default if d is None else d,
        )

    return read_quad


def call(value: object, where: str) -> Call:
    """A call by its letter, T or G."""
    letter = text(value, where)
    if letter not in CALLS:
        raise malformed(where, "T or G", letter)
    return CALLS[letter]


def card_set(value: object, where: str) -> CardSet:
    """A list of different cards.

    Raises:
        InvalidValue: it is no list of texts.
        TichuError: a card is unknown (``unknown_card``) or stands twice (``duplicate_card``).
    """
    cards = list_of(text)(value, where)
    try:
        return CardSet(cards)
    except TichuError as error:
        raise error.at(where) from None


def table(value: object, where: str) -> Combination:
    """What lies on the table: ``{cards, ph?, rank?}``, ``rank`` for a single Phoenix.

    Raises:
        TichuError: it is no combination, or not one of that rank.
    """
    fields = Fields(value, where)
    cards = fields.need("cards", card_set)
    phoenix_rank = fields.get("ph", whole)
    wanted = fields.get("rank", rank)
    fields.end()
    try:
        if wanted is not None and str(cards) == "Ph" and phoenix_rank is None:
            return Combination(f"Ph={wanted:g}")
        combination = Combination.of(cards, phoenix_rank)
    except TichuError as error:
        raise error.at(where) from None
    if wanted is not None and wanted != combination.rank:
        raise malformed(f"{where}.rank", f"{combination.rank:g}", wanted)
    return combination
