"""Expected and actual values: comparing them, combinations and lists of plays included."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeAlias

from tichu._core import CardSet, Combination, Plays
from tichu.conform.fields import Fields, card_set, rank, shown, text, whole
from tichu.conform.report import Difference
from tichu.round_score import RoundScore
from tichu.seats import TEAM_NAMES

__all__ = [
    "Reading",
    "compare_counts",
    "differ",
    "digest",
    "json_score",
    "listed_play",
    "reading",
    "reading_of",
    "readings_text",
    "same",
    "says_something",
    "within",
]

Reading: TypeAlias = tuple[str, float, int, int | None]
"""A combination without its cards: type, rank, number of cards, rank of the Phoenix."""


def reading_of(combination: Combination) -> Reading:
    """The combination's reading."""
    return (
        combination.type,
        combination.rank,
        combination.length,
        combination.phoenix_rank,
    )


def reading(value: object, where: str) -> Reading:
    """A reading from ``{type, rank, len, ph?}``."""
    fields = Fields(value, where)
    result = _take_reading(fields)
    fields.end()
    return result


def listed_play(value: object, where: str) -> tuple[CardSet, Reading]:
    """A play from ``{cards, type, rank, len, ph?}``."""
    fields = Fields(value, where)
    cards = fields.need("cards", card_set)
    result = _take_reading(fields)
    fields.end()
    return cards, result


def _take_reading(fields: Fields) -> Reading:
    return (
        fields.need("type", text),
        fields.need("rank", rank),
        fields.need("len", whole),
        fields.get("ph", whole),
    )


def _reading_text(value: Reading) -> str:
    kind, value_rank, length, phoenix_rank = value
    phoenix = "" if phoenix_rank is None else f" Ph={phoenix_rank}"
    return f"{kind} {value_rank:g} of {length}{phoenix}"


def readings_text(values: Iterable[Reading]) -> str:
    """Readings as text."""
    return ", ".join(sorted(map(_reading_text, values))) or "nothing playable"


def same(expected: object, actual: object) -> bool:
    """Equal as JSON values are: 1 is 1.0, but true is not 1."""
    if isinstance(expected, bool) or isinstance(actual, bool):
        return expected is actual
    return expected == actual


def differ(where: str, expected: object, actual: object) -> list[Difference]:
    """No difference, or the one."""
    if same(expected, actual):
        return []
    return [Difference(where, shown(expected), shown(actual))]


def says_something(expected: object) -> bool:
    """Whether there is any value in it, and not only objects without one."""
    if isinstance(expected, dict):
        return any(map(says_something, expected.values()))
    return True


def within(expected: object, actual: object, where: str) -> list[Difference]:
    """Differences of a partial value: of objects, only the fields that are expected count."""
    if not isinstance(expected, dict):
        return differ(where, expected, actual)
    if not isinstance(actual, dict):
        return [Difference(where, shown(expected), shown(actual))]
    differences = []
    for name, value in expected.items():
        place = f"{where}.{name}" if where else name
        if name in actual:
            differences += within(value, actual[name], place)
        else:
            known = ", ".join(map(str, actual))
            differences.append(
                Difference(place, f"one of the fields {known}", f"the unknown field {shown(name)}")
            )
    return differences


def json_score(score: RoundScore | None) -> dict[str, Any] | None:
    """A round's score in the shape of the case books."""
    if score is None:
        return None
    return {
        "double": score.double,
        "card": dict(zip(TEAM_NAMES, score.card, strict=True)),
        "bonus": dict(zip(TEAM_NAMES, score.bonus, strict=True)),
        "round": dict(zip(TEAM_NAMES, score.total, strict=True)),
    }


def digest(plays: Iterable[Combination]) -> str:
    """The first 16 hex digits of the SHA-256 over the sorted lines ``cards=type/rank/len/ph``."""
    lines = sorted(
        f"{str(play.cards).replace(' ', '')}={play.type}/{play.rank:g}/{play.length}"
        f"/{play.phoenix_rank or 0}"
        for play in plays
    )
    return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()[:16]


def compare_counts(wanted: Fields, plays: Plays) -> list[Difference]:
    """Differences between a list of plays and what is said of it.

    Reads the fields ``pass`` (null out of turn), ``n_sets``, ``n_readings``, ``types`` and ``sha``
    as far as they are there.
    """
    found: dict[str, object] = {
        "pass": plays.may_pass if plays.in_turn else None,
        "n_sets": len({play.cards for play in plays}),
        "n_readings": len(plays),
        "types": dict(Counter(play.type for play in plays)),
        "sha": digest(plays),
    }
    differences = []
    for name, actual in found.items():
        if wanted.has(name):
            expected = wanted.raw(name)
            if isinstance(expected, dict):
                # A type with no plays may be left out or stand with a 0.
                expected = {kind: n for kind, n in expected.items() if not same(n, 0)}
            differences += differ(name, expected, actual)
    return differences
