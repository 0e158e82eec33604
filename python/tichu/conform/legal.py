"""Cases of the kind ``legal``: all that a hand may play (R-049 to R-080)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tichu._core import CardSet, Plays, legal_plays
from tichu.conform.fields import Fields, card_set, list_of, malformed, mapping, table, text, whole
from tichu.conform.report import Difference
from tichu.conform.values import Reading, compare_counts, listed_play, reading_of, readings_text
from tichu.errors import InvalidValue
from tichu.rules import Rules

__all__ = ["check_legal", "plays_asked_for"]


def check_legal(case: object, expect: object, rules: Rules) -> list[Difference]:
    """Compare the legal plays with the complete list, or with what is said of it.

    Raises:
        TichuError: the case is malformed, or expects nothing.
    """
    fields = Fields(case, "input")
    plays = plays_asked_for(fields, rules)
    fields.end()
    wanted = Fields(expect, "expect")
    if not _says_something(mapping(expect, "expect")):
        raise InvalidValue("Nothing is expected.", code="bad_case", where="expect")
    differences = compare_counts(wanted, plays)
    if wanted.has("plays"):
        differences += _compare_list(wanted.need("plays", list_of(listed_play)), plays)
    differences += _compare_sets(wanted, plays)
    wanted.end()
    return differences


def _says_something(expect: dict[str, Any]) -> bool:
    """Whether anything is expected: no sets that must be there, or must not, is nothing."""
    return any(value not in _IDLE.get(name, ()) for name, value in expect.items())


_IDLE: dict[str, tuple[Any, ...]] = {
    "includes": (None, []),
    "excludes": (None, []),
    "must_contain_rank": (None,),
}
"""Values with which these fields expect nothing."""


def plays_asked_for(fields: Fields, rules: Rules) -> Plays:
    """The legal plays for the fields ``hand``, ``table``, ``wish`` and ``turn``."""
    hand = fields.need("hand", card_set)
    below = fields.get("table", table)
    wish = fields.get("wish", whole)
    out_of_turn = fields.get("turn", _out_of_turn) or False
    return legal_plays(hand, below, wish, in_turn=not out_of_turn, rules=rules)


def _out_of_turn(value: object, where: str) -> bool:
    word = text(value, where)
    if word not in ("in", "out"):
        raise malformed(where, "in or out", word)
    return word == "out"


def _compare_list(expected: list[tuple[CardSet, Reading]], plays: Plays) -> list[Difference]:
    wanted = Counter(expected)
    found = Counter((play.cards, reading_of(play)) for play in plays)
    if wanted == found:
        return []
    return [Difference("plays", _plays_text(wanted - found), _plays_text(found - wanted))]


def _plays_text(plays: Iterable[tuple[CardSet, Reading]]) -> str:
    """Plays that are in one list only."""
    texts = sorted(f"{cards} as {readings_text([kind])}" for cards, kind in plays)
    return f"also {'; '.join(texts)}" if texts else "nothing else"


def _compare_sets(wanted: Fields, plays: Plays) -> list[Difference]:
    sets = {play.cards for play in plays}
    included = wanted.get("includes", list_of(card_set)) or []
    excluded = wanted.get("excludes", list_of(card_set)) or []
    due = wanted.get("must_contain_rank", whole)
    lacking = [cards for cards in included if cards not in sets]
    surplus = [cards for cards in excluded if cards in sets]
    return [
        *(Difference("includes", str(cards), "no such play") for cards in lacking),
        *(Difference("excludes", f"no {cards}", "such a play") for cards in surplus),
        *([] if due is None else _without_rank(due, plays)),
    ]


def _without_rank(due: int, plays: Plays) -> list[Difference]:
    """The first play without a natural card of the rank that all must contain."""
    for play in plays:
        if not play.contains_rank(due):
            return [Difference("must_contain_rank", f"a card of rank {due}", str(play))]
    return []
