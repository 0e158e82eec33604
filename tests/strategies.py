"""What hypothesis draws from: hands rich in bombs, runs and the Phoenix, tables, wishes, rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

import oracle
from tichu import STANDARD, CardSet, Combination, Rules
from tichu.rules import rules_from

FLIPS: dict[str, dict[str, Any]] = {
    "grand_enabled": {"grand_enabled": False},
    "tichu_before_exchange": {"tichu_before_exchange": False},
    "exchange_keep": {"tichu_during_exchange": "keep"},
    "exchange_forbid": {"tichu_during_exchange": "forbid"},
    "wish_optional": {"wish_optional": False},
    "wish_bomb_in_turn": {"wish_bomb_in_turn": "strict"},
    "bomb_out_of_turn": {"bomb_out_of_turn": False},
    "bomb_after_final_pass": {"bomb_after_final_pass": False},
    "dragon_gift_last_trick": {"dragon_gift_last_trick": False},
    "dragon_gift_only_active": {"dragon_gift_only_active": True},
    "double_victory_points": {"double_victory_points": 100},
    "target": {"target": 600},
    "tie_rule": {"tie_rule": "draw"},
}
"""Every option away from its default, one at a time."""

SINGLE_FLIPS: dict[str, Rules] = {
    "standard": STANDARD,
    **{name: rules_from(options) for name, options in FLIPS.items()},
}

seeds: SearchStrategy[int] = st.integers(0, 2**32 - 1)
wishes: SearchStrategy[int] = st.integers(2, 14)


def rules() -> SearchStrategy[Rules]:
    """Any combination of options."""
    return st.fixed_dictionaries(
        {
            "grand_enabled": st.booleans(),
            "tichu_before_exchange": st.booleans(),
            "tichu_during_exchange": st.sampled_from(["reopen", "keep", "forbid"]),
            "wish_optional": st.booleans(),
            "wish_bomb_in_turn": st.sampled_from(["free", "strict"]),
            "bomb_out_of_turn": st.booleans(),
            "bomb_after_final_pass": st.booleans(),
            "dragon_gift_last_trick": st.booleans(),
            "dragon_gift_only_active": st.booleans(),
            "double_victory_points": st.sampled_from([0, 100, 200, 300]),
            "target": st.sampled_from([1, 600, 1000]),
            "tie_rule": st.sampled_from(["play_on", "draw"]),
        }
    ).map(rules_from)


@st.composite
def pools(draw: DrawFn) -> tuple[str, ...]:
    """Cards to draw hands from: the deck, neighbouring ranks, one suit and a half, few ranks."""
    kind = draw(st.sampled_from(["deck", "window", "window", "suits", "ranks"]))
    letters, suits = oracle.LETTERS, oracle.SUITS
    if kind == "deck":
        return oracle.DECK
    if kind == "window":
        width = draw(st.integers(3, 7))
        low = draw(st.integers(0, len(letters) - width))
        letters = letters[low : low + width]
    elif kind == "suits":
        suits = suits[: draw(st.integers(1, 2))]
    else:
        letters = "".join(draw(st.permutations(letters))[:3])
    specials = oracle.SPECIALS if kind == "window" else (oracle.PHOENIX, oracle.MAHJONG)
    return tuple(letter + suit for letter in letters for suit in suits) + specials


@st.composite
def hands(draw: DrawFn, max_size: int = 8) -> frozenset[str]:
    """One to ``max_size`` cards."""
    pool = draw(pools())
    return frozenset(
        draw(st.lists(st.sampled_from(pool), min_size=1, max_size=max_size, unique=True))
    )


@dataclass(frozen=True)
class Situation:
    """A hand that answers, the table it answers (None for a lead), and a pending wish."""

    hand: frozenset[str]
    table: oracle.Reading | None
    wish: int | None
    strict: bool


@st.composite
def situations(draw: DrawFn, max_hand: int = 8) -> Situation:
    """A hand and a table of other cards from the same pool, so that they often match."""
    pool = draw(pools())
    playable = [card for card in pool if card != oracle.DOG]
    laid = draw(st.lists(st.sampled_from(playable), min_size=1, max_size=6, unique=True))
    rest = [card for card in pool if card not in laid]
    hand = draw(st.lists(st.sampled_from(rest), min_size=1, max_size=max_hand, unique=True))
    return Situation(
        frozenset(hand), draw(tables(laid)), draw(st.none() | wishes), draw(st.booleans())
    )


@st.composite
def tables(draw: DrawFn, cards: list[str]) -> oracle.Reading:
    """Something that lies on a table, made of some of these cards; long plays come up often."""
    possible = oracle.every_reading(cards)
    possible.sort(key=lambda play: (play.length, play.type, play.rank, sorted(play.cards)))
    longest = [play for play in possible if play.length == possible[-1].length]
    play = draw(st.sampled_from(longest) | st.sampled_from(possible))
    if play.cards == {oracle.PHOENIX}:
        below = draw(st.integers(1, 14))
        return oracle.Reading(play.cards, "single", below + 0.5)
    return play


def card_set(cards: frozenset[str]) -> CardSet:
    """The engine's value for the oracle's cards."""
    return CardSet(sorted(cards))


def combination(reading: oracle.Reading) -> Combination:
    """The engine's value for the oracle's reading."""
    if reading.cards == {oracle.PHOENIX}:
        return Combination(f"Ph={reading.rank:g}")
    return Combination.of(card_set(reading.cards), reading.phoenix)


def reading(play: Combination) -> oracle.Reading:
    """The oracle's value for the engine's combination."""
    cards = frozenset(map(str, play.cards))
    return oracle.Reading(cards, play.type, play.rank, play.phoenix_rank)
