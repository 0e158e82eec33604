"""Checks of what callers hand in: wrong types are refused with a sentence, like everything else.

Values are shown in messages by :func:`shown`, which cannot fail, whatever they are.
"""

from __future__ import annotations

from types import UnionType
from typing import Any

from tichu.errors import InvalidValue

__all__ = ["check_int", "check_kind", "check_quad", "shown"]

_LONGEST = 60


def shown(value: object) -> str:
    """A short repr of any value, even of one that has none or too long a one."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a stranger's __repr__ may raise anything
        text = f"<{type(value).__name__}>"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def check_kind(value: object, kind: type | UnionType, name: str) -> None:
    """Refuse a value that is not of the kind.

    Raises:
        InvalidValue: it is not (``wrong_type``); ``where`` is the argument's name.
    """
    if not isinstance(value, kind):
        wanted = f"a {kind.__name__}" if isinstance(kind, type) else "one of the kinds known here"
        raise InvalidValue(
            f"{shown(value)} does not do; give {wanted}.", code="wrong_type", where=name
        )


def check_quad(value: object, kind: type, name: str) -> None:
    """Refuse what is not a tuple of four values of the kind, one a seat.

    Raises:
        InvalidValue: it is not (``wrong_type``); ``where`` is the argument's name.
    """
    check_kind(value, tuple, name)
    if not isinstance(value, tuple) or len(value) != 4:
        raise InvalidValue(
            f"{shown(value)} does not do; give four values, one a seat.",
            code="wrong_type",
            where=name,
        )
    for each in value:
        check_kind(each, kind, name)


def check_int(value: Any, low: int, high: int, name: str, *, code: str = "bad_number") -> None:
    """Refuse what is not a whole number within bounds; True and 1.0 are none.

    Raises:
        InvalidValue: it is not; ``where`` is the argument's name.
    """
    if type(value) is not int or not low <= value <= high:
        raise InvalidValue(
            f"{shown(value)} does not do; give a whole number from {low} to {high}.",
            code=code,
            where=name,
        )
