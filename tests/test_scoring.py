"""Counting rounds (R-003, R-019, R-094 to R-103)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings

import oracle
import strategies
from tichu import DECK, CardSet, InvalidValue, Rules, score_round

NOTHING = CardSet()
NO_CALLS = (None, None, None, None)


def piles(**cards: str) -> list[CardSet]:
    """Piles by seat: ``piles(s0="Kj")``."""
    return [CardSet(cards.get(f"s{seat}", "")) for seat in range(4)]


def test_points_of_the_cards():
    """R-003."""
    worth = {"5": 5, "T": 10, "K": 10}
    for card in DECK:
        expected = {"Dg": 25, "Ph": -25, "Mj": 0, "Do": 0}.get(
            str(card), worth.get(str(card)[0], 0)
        )
        assert card.points == expected
    assert DECK.points == 100


def test_each_team_counts_its_piles():
    score = score_round((0, 1, 2), piles(s0="Kj", s1="5j", s2="Ts"), NOTHING, NO_CALLS)
    assert (score.double, score.card, score.bonus) == (False, (20, 5), (0, 0))
    assert score.total == (20, 5)


def test_the_tails_tricks_go_to_the_first():
    """R-099."""
    score = score_round((1, 0, 2), piles(s3="Kj Dg"), NOTHING, NO_CALLS)
    assert score.card == (0, 35)
    score = score_round((0, 1, 2), piles(s3="Kj Dg"), NOTHING, NO_CALLS)
    assert score.card == (35, 0)


def test_the_tails_hand_goes_to_the_opponents():
    """R-098, also when the first finisher is the tail's partner (R-100)."""
    assert score_round((0, 1, 2), piles(), CardSet("Kj Ks"), NO_CALLS).card == (20, 0)
    assert score_round((1, 0, 2), piles(s3="5j"), CardSet("Kj Ks"), NO_CALLS).card == (20, 5)


def test_the_phoenix_takes_points_away():
    """R-101."""
    score = score_round((0, 1, 2), piles(s0="Ph"), NOTHING, NO_CALLS)
    assert score.card == (-25, 0)


def test_double_victory():
    """R-096: the cards do not count."""
    full = piles(s0="Kj", s1="Ph", s3="Dg")
    assert score_round((0, 2), full, NOTHING, NO_CALLS).card == (200, 0)
    assert score_round((3, 1), full, NOTHING, NO_CALLS).card == (0, 200)
    assert score_round((3, 1), full, NOTHING, NO_CALLS).double
    short = Rules(double_victory_points=100)
    assert score_round((2, 0), full, NOTHING, NO_CALLS, short).card == (100, 0)


@pytest.mark.parametrize(
    ("calls", "bonus"),
    [
        (("tichu", None, None, None), (100, 0)),
        ((None, None, "tichu", None), (-100, 0)),
        ((None, "tichu", None, None), (0, -100)),
        (("grand", None, None, None), (200, 0)),
        ((None, None, None, "grand"), (0, -200)),
        (("tichu", "grand", "grand", "tichu"), (100 - 200, -200 - 100)),
        (("grand", None, "tichu", None), (200 - 100, 0)),
    ],
)
def test_calls(calls: Any, bonus: tuple[int, int]):
    """R-018, R-019, R-102: each for itself, won by the caller's own first place only."""
    score = score_round((0, 1, 2), piles(), NOTHING, calls)
    assert score.bonus == bonus
    double = score_round((0, 2), piles(), NOTHING, calls)
    assert double.bonus == bonus
    assert double.total == (200 + bonus[0], bonus[1])


def test_four_finishers_may_be_named():
    assert score_round((0, 1, 2, 3), piles(s3="Kj"), NOTHING, NO_CALLS).card == (10, 0)


@pytest.mark.parametrize(
    "out", [(), (0,), (0, 1), (0, 0, 1), (0, 1, 4), (0, 1, 2, 3, 0), (-1, 0, 1), (0, 1, 1)]
)
def test_bad_finishing_orders(out: tuple[int, ...]):
    with pytest.raises(InvalidValue) as caught:
        score_round(out, piles(), NOTHING, NO_CALLS)
    assert (caught.value.code, caught.value.rule) == ("bad_finish", "R-095")


@given(strategies.seeds)
@settings(max_examples=300)
def test_a_counted_round_is_worth_a_hundred(seed: int):
    """R-101."""
    rng = random.Random(seed)
    parts: list[list[str]] = [[], [], [], [], []]
    for card in DECK:
        parts[rng.randrange(5)].append(str(card))
    out = rng.choice([(0, 1, 2), (1, 0, 3), (2, 3, 0), (3, 2, 1), (0, 3, 1), (1, 2, 0)])
    score = score_round(out, [CardSet(part) for part in parts[:4]], CardSet(parts[4]), NO_CALLS)
    tail = 6 - sum(out)
    mine = sum(
        oracle.points(parts[seat])
        for seat in range(4)
        if (out[0] if seat == tail else seat) % 2 == 0
    )
    mine += oracle.points(parts[4]) if tail % 2 == 1 else 0
    assert score.card == (mine, 100 - mine)
    assert all(-25 <= points <= 125 for points in score.card)
