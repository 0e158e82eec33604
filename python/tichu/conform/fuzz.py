"""Fuzz positions: brute-force answers for random hands, as counts and a digest."""

from __future__ import annotations

from tichu.conform.fields import Fields
from tichu.conform.legal import plays_asked_for
from tichu.conform.report import Difference
from tichu.conform.values import compare_counts
from tichu.errors import InvalidValue
from tichu.rules import Rules

__all__ = ["check_fuzz"]

_COUNTS = ("pass", "n_sets", "n_readings", "types", "sha")


def check_fuzz(case: object, expect: object, rules: Rules) -> list[Difference]:
    """Compare the legal plays of a position with their counts and their digest.

    Raises:
        TichuError: the position is malformed, or expects nothing.
    """
    fields = Fields(case, "")
    plays = plays_asked_for(fields, rules)
    fields.end()
    wanted = Fields(expect, "")
    if not any(wanted.has(name) for name in _COUNTS):
        raise InvalidValue("Nothing is expected.", code="bad_case")
    differences = compare_counts(wanted, plays)
    wanted.end()
    return differences
