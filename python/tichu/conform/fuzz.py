"""Fuzz positions: brute-force answers for random hands, as counts and a digest."""

from __future__ import annotations

from tichu.conform.fields import Fields
from tichu.conform.legal import plays_asked_for
from tichu.conform.report import Difference
from tichu.conform.values import compare_counts
from tichu.rules import Rules

__all__ = ["check_fuzz"]

_GIVEN = ("hand", "table", "wish", "turn")
_MAIN = ("pass", "n_sets", "n_readings", "types", "sha")
_STRICT = ("n_sets", "n_readings", "sha")


def check_fuzz(case: object, expect: object, rules: Rules, *, strict: bool) -> list[Difference]:
    """Compare the legal plays of a position with their counts and their digest.

    ``strict`` is the line under strict wishes, which says less.

    Raises:
        TichuError: the position is malformed, or lacks one of its fields.
    """
    fields = Fields(case, "")
    fields.need_all(*_GIVEN)
    plays = plays_asked_for(fields, rules)
    fields.end()
    wanted = Fields(expect, "strict" if strict else "")
    wanted.need_all(*(_STRICT if strict else _MAIN))
    differences = compare_counts(wanted, plays)
    wanted.end()
    return differences
