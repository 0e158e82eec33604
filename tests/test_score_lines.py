"""The count of a round line by line (R-095 to R-102): literal sheets, and the sum of the lines."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings

import oracle
import rounds
import strategies
from tichu import DECK, CardSet, Rules, score_round
from tichu.finish import shown_hand
from tichu.round_score import ScoreLine
from tichu.scoring import score_lines

NO_CALLS = (None, None, None, None)
PILES = (CardSet("Kj 5j"), CardSet("Ph"), CardSet(), CardSet("Ts"))


def test_a_sheet():
    """The last player's tricks go to the first, his hand to the others (R-098, R-099)."""
    lines = score_lines((0, 1, 2), PILES, CardSet("Dg 2j"), ("grand", "tichu", None, None))

    assert lines == (
        ScoreLine("tricks", 0, None, 0, 15, None),
        ScoreLine("tricks", 1, None, 1, -25, None),
        ScoreLine("tricks", 2, None, 0, 0, None),
        ScoreLine("tricks", 3, 0, 0, 10, "R-099"),
        ScoreLine("hand", 3, None, 0, 25, "R-098"),
        ScoreLine("call", 0, None, 0, 200, "R-102"),
        ScoreLine("call", 1, None, 1, -100, "R-102"),
    )


def test_tricks_stay_in_the_team_of_the_first_finisher():
    """R-100: only the hand is lost."""
    lines = score_lines((1, 0, 2), PILES, CardSet("Ks"), NO_CALLS)

    assert lines[3:] == (
        ScoreLine("tricks", 3, 1, 1, 10, "R-099"),
        ScoreLine("hand", 3, None, 0, 10, "R-098"),
    )


@pytest.mark.parametrize("points", [200, 100])
def test_a_double_victory_is_one_line(points: int):
    """R-096: no cards are counted; calls are (R-102)."""
    rules = Rules(double_victory_points=points)
    lines = score_lines((3, 1), PILES, CardSet(), ("tichu", "tichu", None, None), rules)

    assert lines == (
        ScoreLine("double", 3, None, 1, points, "R-096"),
        ScoreLine("call", 0, None, 0, -100, "R-102"),
        ScoreLine("call", 1, None, 1, -100, "R-102"),
    )


def check_sums(lines: tuple[ScoreLine, ...], score: Any, piles: Any, hand: CardSet) -> None:
    """The lines give the score, and each what is on its cards."""
    for team in (0, 1):
        mine = [line for line in lines if line.team == team]
        calls = [line.points for line in mine if line.what == "call"]
        cards = [line.points for line in mine if line.what != "call"]
        assert (sum(cards), sum(calls)) == (score.card[team], score.bonus[team])
    tricks = [line for line in lines if line.what == "tricks"]
    hands = [line for line in lines if line.what == "hand"]
    if score.double:
        assert [line.what for line in lines[:1]] == ["double"]
        assert not tricks
        assert not hands
        return
    for line in tricks:
        assert line.points == oracle.points([str(card) for card in piles[line.seat]])
    assert [line.points for line in hands] == [oracle.points([str(card) for card in hand])]
    assert sum(line.points for line in (*tricks, *hands)) == 100


@given(strategies.seeds)
@settings(max_examples=200)
def test_the_lines_add_up(seed: int):
    rng = random.Random(seed)
    parts: list[list[str]] = [[], [], [], [], []]
    for card in DECK:
        parts[rng.randrange(5)].append(str(card))
    piles, hand = [CardSet(part) for part in parts[:4]], CardSet(parts[4])
    out = rng.sample(range(4), rng.choice([3, 4]))
    if rng.random() < 0.3:
        out = [out[0], (out[0] + 2) % 4]
    calls: Any = [rng.choice([None, "tichu", "grand"]) for _ in range(4)]

    check_sums(
        score_lines(out, piles, hand, calls), score_round(out, piles, hand, calls), piles, hand
    )


@pytest.mark.parametrize("seed", range(25))
def test_the_lines_of_whole_rounds_add_up(seed: int):
    end = rounds.walk(Rules(), seed).end
    assert end.score is not None
    left = shown_hand(end)

    lines = score_lines(end.out, end.piles, left, end.calls, end.rules)
    check_sums(lines, end.score, end.piles, left)
