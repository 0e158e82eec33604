"""The engine's plays against brute force from the definitions (tests/oracle.py)."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
import strategies
from oracle import Reading
from strategies import Situation, card_set, combination, reading
from tichu import Combination, Plays, Rules, classify, legal_plays

STRICT = Rules(wish_bomb_in_turn="strict")


def keys(readings: Iterable[Reading]) -> set[tuple[str, str, float, int | None]]:
    return {("".join(sorted(r.cards)), r.type, r.rank, r.phoenix) for r in readings}


def engine_plays(case: Situation, *, in_turn: bool = True) -> Plays:
    return legal_plays(
        card_set(case.hand),
        None if case.table is None else combination(case.table),
        case.wish,
        in_turn=in_turn,
        rules=STRICT if case.strict else None,
    )


def assert_same(case: Situation, *, in_turn: bool = True) -> None:
    """The engine lists exactly the oracle's plays, and every way of asking agrees."""
    expected, may_pass = oracle.legal(
        case.hand, case.table, case.wish, in_turn=in_turn, strict=case.strict
    )
    plays = engine_plays(case, in_turn=in_turn)

    listed = list(plays)
    assert keys(map(reading, listed)) == keys(expected)
    assert len(plays) == len(listed) == len(expected)
    assert bool(plays) == bool(expected)
    assert plays.may_pass == may_pass
    assert [plays[i] for i in range(len(plays))] == listed
    assert [plays.index(play) for play in listed] == list(range(len(listed)))
    assert_contains(case, plays, expected)


def assert_contains(case: Situation, plays: Plays, expected: list[Reading]) -> None:
    legal = keys(expected)
    for possible in oracle.every_reading(case.hand, case.table):
        assert (combination(possible) in plays) == (keys([possible]) <= legal)
    if case.table is not None:
        assert combination(case.table) not in plays


@given(strategies.hands(max_size=9), st.none() | strategies.wishes)
@settings(max_examples=1500)
def test_leads(hand: frozenset[str], wish: int | None):
    assert_same(Situation(hand, None, wish, strict=False))


@given(strategies.situations())
@settings(max_examples=2500)
def test_answers_under_every_kind_of_wish(case: Situation):
    assert_same(case)


@given(strategies.situations())
@settings(max_examples=1500)
def test_bombs_out_of_turn(case: Situation):
    assert_same(case, in_turn=False)


@given(strategies.hands(max_size=7))
@settings(max_examples=1500)
def test_classify(cards: frozenset[str]):
    found = classify(card_set(cards))

    expected = oracle.readings(cards)
    assert [keys([reading(play)]) for play in found] == [keys([r]) for r in expected]
    if expected:
        assert Combination.of(card_set(cards)) == found[0]


@given(strategies.situations(max_hand=6))
@settings(max_examples=1500)
def test_beats(case: Situation):
    assert case.table is not None
    table = combination(case.table)
    for play in oracle.every_reading(case.hand, case.table):
        assert combination(play).beats(table) == oracle.beats(play, case.table)


@given(strategies.hands(max_size=9))
@settings(max_examples=200)
def test_points(cards: frozenset[str]):
    assert card_set(cards).points == oracle.points(cards)


def random_case(seed: int, size: int) -> Situation:
    """A full hand of one or two suits and the specials, or of any cards."""
    rng = random.Random(seed)
    suits = rng.sample(oracle.SUITS, rng.choice([2, 3, 4]))
    pool = [card for card in oracle.DECK if card in oracle.SPECIALS or card[1] in suits]
    cards = rng.sample(pool, size + 5)
    laid = [play for play in oracle.every_reading(cards[size:]) if play.type != "dog"]
    table = rng.choice([None, rng.choice(laid)]) if laid else None
    wish = rng.choice([None, rng.randint(2, 14)])
    return Situation(frozenset(cards[:size]), table, wish, strict=rng.random() < 0.5)


@pytest.mark.parametrize("seed", range(4))
def test_full_hands(seed: int):
    assert_same(random_case(seed, 14))


@pytest.mark.soak
def test_many_full_hands():
    for seed in range(1000, 1400):
        assert_same(random_case(seed, 14))
        assert_same(random_case(seed, 11), in_turn=False)


@pytest.mark.soak
@given(strategies.situations(max_hand=10))
@settings(max_examples=20_000)
def test_many_answers(case: Situation):
    assert_same(case)
    assert_same(case, in_turn=False)


@pytest.mark.soak
@given(strategies.hands(max_size=11), st.none() | strategies.wishes)
@settings(max_examples=15_000)
def test_many_leads(hand: frozenset[str], wish: int | None):
    assert_same(Situation(hand, None, wish, strict=False))
