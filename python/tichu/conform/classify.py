"""Cases of the kind ``classify``: what a set of cards can be (R-022 to R-042)."""

from __future__ import annotations

from tichu._core import CardSet, Combination, classify
from tichu.conform.fields import Fields, card_set, list_of, option, whole
from tichu.conform.report import Difference
from tichu.conform.values import reading, reading_of, readings_text
from tichu.errors import TichuError
from tichu.rules import Rules

__all__ = ["check_classify"]


def check_classify(case: object, expect: object, _: Rules) -> list[Difference]:
    """Compare the readings of the cards, and the one that holds if nothing is declared.

    Raises:
        TichuError: the case is malformed.
    """
    fields = Fields(case, "input")
    cards = fields.need("cards", _cards_or_nothing)
    phoenix_rank = fields.get("ph", whole)
    fields.end()
    wanted = Fields(expect, "expect")
    differences = []
    expected = sorted(wanted.need("readings", list_of(reading)), key=str)
    found = sorted(map(reading_of, readings(cards, phoenix_rank)), key=str)
    if expected != found:
        differences.append(Difference("readings", readings_text(expected), readings_text(found)))
    if wanted.has("default"):
        default = wanted.need("default", option(reading))
        differences += _compare_default(default, cards, phoenix_rank)
    wanted.end()
    return differences


def readings(cards: CardSet, phoenix_rank: int | None) -> tuple[Combination, ...]:
    """Every combination that the cards can be, or the declared one."""
    if phoenix_rank is None:
        return classify(cards)
    try:
        return (Combination.of(cards, phoenix_rank),)
    except TichuError:
        return ()


def _cards_or_nothing(value: object, where: str) -> CardSet:
    """The cards; the same card twice is no card set and so nothing playable, like no cards."""
    try:
        return card_set(value, where)
    except TichuError as error:
        if error.code == "duplicate_card":
            return CardSet()
        raise


def _compare_default(
    expected: object, cards: CardSet, phoenix_rank: int | None
) -> list[Difference]:
    try:
        found = reading_of(Combination.of(cards, phoenix_rank))
    except TichuError:
        found = None
    if expected == found:
        return []
    return [Difference("default", _one(expected), _one(found))]


def _one(value: object) -> str:
    return readings_text([value] if isinstance(value, tuple) else [])
