"""Seats, partners and teams (R-004, R-005).

Seats are the numbers 0 to 3; the next seat in play order is ``(seat + 1) % 4``. Partners sit
opposite: team 0 holds the seats 0 and 2 and is written ``02``, team 1 the seats 1 and 3, ``13``.
"""

from __future__ import annotations

from typing import TypeAlias, TypeVar

T = TypeVar("T")

Quad: TypeAlias = tuple[T, T, T, T]
"""One value for each seat, in the order of the seats."""

SEATS: Quad[int] = (0, 1, 2, 3)
AFTER: Quad[tuple[int, int, int]] = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))
"""The seats that follow each seat, in play order (R-005)."""

TEAM_NAMES: tuple[str, str] = ("02", "13")


def next_seat(seat: int) -> int:
    """The seat that follows in play order (R-005)."""
    return (seat + 1) % 4


def partner_of(seat: int) -> int:
    """The seat opposite (R-004)."""
    return (seat + 2) % 4


def previous_seat(seat: int) -> int:
    """The seat before this one in play order (R-005)."""
    return (seat + 3) % 4


def team_of(seat: int) -> int:
    """0 for the seats 0 and 2, 1 for the seats 1 and 3 (R-004)."""
    return seat % 2


def opponents_of(seat: int) -> tuple[int, int]:
    """The two opponents, the next seat first."""
    return next_seat(seat), previous_seat(seat)


def with_seat(values: Quad[T], seat: int, value: T) -> Quad[T]:
    """``values`` with the value of one seat exchanged."""
    a, b, c, d = values
    if seat == 0:
        return (value, b, c, d)
    if seat == 1:
        return (a, value, c, d)
    if seat == 2:
        return (a, b, value, d)
    return (a, b, c, value)
