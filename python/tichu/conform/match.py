"""Cases of the kind ``match``: when a match ends, and who wins (R-104 to R-107)."""

from __future__ import annotations

from tichu.conform.fields import Fields, list_of, malformed, whole
from tichu.conform.report import Difference
from tichu.conform.values import differ
from tichu.errors import IllegalAction, InvalidValue
from tichu.match import MatchState, add_round
from tichu.rules import Rules

__all__ = ["check_match"]


def check_match(case: object, expect: object, rules: Rules) -> list[Difference]:
    """Compare after which round the match is over, who wins, and the totals.

    Raises:
        TichuError: the case is malformed, or expects nothing.
    """
    fields = Fields(case, "input")
    rounds = fields.need("rounds", list_of(_pair))
    start = fields.get("start", _pair) or (0, 0)
    fields.end()
    if not expect:
        raise InvalidValue("Nothing is expected.", code="bad_case", where="expect")
    match = MatchState(rules=rules, totals=start)
    differences = []
    for points in rounds:
        if match.is_over:
            differences += _refuses(match, points)
            break
        match = add_round(match, points)
    found = {
        "over_after": match.rounds if match.is_over else None,
        "winner": match.winner,
        "totals": list(match.totals),
    }
    wanted = Fields(expect, "expect")
    for name, actual in found.items():
        if wanted.has(name):
            differences += differ(name, wanted.raw(name), actual)
    wanted.end()
    return differences


def _refuses(match: MatchState, points: tuple[int, int]) -> list[Difference]:
    """A match that is over takes no further round."""
    try:
        add_round(match, points)
    except IllegalAction:
        return []
    return [Difference("rounds", f"none after round {match.rounds}", "another round")]


def _pair(value: object, where: str) -> tuple[int, int]:
    numbers = list_of(whole)(value, where)
    if len(numbers) != 2:
        raise malformed(where, "two numbers, for 02 and 13", value)
    return numbers[0], numbers[1]
