"""Cases of the kind ``score``: counting a finished round (R-095 to R-103)."""

from __future__ import annotations

from tichu._core import DECK, CardSet
from tichu.conform.fields import Fields, call, card_set, flag, list_of, quad_of, seat
from tichu.conform.report import Difference
from tichu.conform.values import json_score, says_something, within
from tichu.errors import InvalidValue
from tichu.rules import Rules
from tichu.scoring import score_round

__all__ = ["check_score"]


def check_score(case: object, expect: object, rules: Rules) -> list[Difference]:
    """Compare the parts of the score that are expected.

    Raises:
        TichuError: the case is malformed, or expects nothing.
    """
    fields = Fields(case, "input")
    out = fields.need("out", list_of(seat))
    piles = fields.get("piles", quad_of(card_set, CardSet())) or (CardSet(),) * 4
    last_hand = fields.get("last_hand", card_set) or CardSet()
    calls = fields.get("calls", quad_of(call, None)) or (None,) * 4
    full_deck = fields.get("full_deck", flag) or False
    scoring_cards = fields.get("scoring_cards", flag) or False
    fields.end()
    if not says_something(expect):
        raise InvalidValue("Nothing is expected.", code="bad_case", where="expect")
    _check_cards([*piles, last_hand], full_deck=full_deck, scoring_cards=scoring_cards)
    found = json_score(score_round(out, piles, last_hand, calls, rules))
    return within(expect, found, "")


def _check_cards(places: list[CardSet], *, full_deck: bool, scoring_cards: bool) -> None:
    """What the case says of its own cards must be so."""
    seen = CardSet()
    for cards in places:
        if seen & cards:
            raise InvalidValue(
                f"{seen & cards} is in two places.", code="card_twice", rule="R-001", where="input"
            )
        seen |= cards
    if full_deck and seen != DECK:
        raise InvalidValue(
            f"The full deck lacks {DECK - seen}.", code="bad_case", rule="R-001", where="input"
        )
    idle = [card for card in seen if not card.points]
    if scoring_cards and idle:
        raise InvalidValue(
            f"Only cards that count are listed, but {idle[0]} counts nothing.",
            code="bad_case",
            rule="R-003",
            where="input",
        )
