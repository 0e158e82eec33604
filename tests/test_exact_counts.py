"""Counts known exactly from the rules; those over the whole deck are tests of the Rust core."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import oracle
from tichu import DECK, CardSet, legal_plays

GREATEST = "Tj Ts Jj Js Jp Jt Qj Qs Qp Qt Kj Ks Kp Ph"

SAMPLE = 100_000

# The 50th percentile is 34 leads: fewer than half of all hands have fewer, half have no more.
PERCENTILES = {34: 0.50, 128: 0.90, 380: 0.99, 733: 0.999}

MEAN_BY_TYPE = {
    "single": 13.75,
    "dog": 0.25,
    "pair": 7.681818,
    "triple": 1.707071,
    "stairs": 3.515729,
    "fullhouse": 6.213836,
    "straight": 28.077451,
    "bomb4": 0.035430,
    "bombsf": 0.022298,
}


def hands(seed: int, size: int, count: int) -> Iterator[CardSet]:
    rng = random.Random(seed)
    deck = list(DECK)
    for _ in range(count):
        yield CardSet(rng.sample(deck, size))


def test_the_greatest_hand_has_1857_leads():
    plays = legal_plays(GREATEST)

    assert len(plays) == len(list(plays)) == len(set(plays)) == 1857


def test_brute_force_finds_1857_leads_too():
    assert len(oracle.every_reading(GREATEST.split())) == 1857


@pytest.mark.parametrize(("size", "most"), [(8, 157), (13, 1348), (14, 1857)])
def test_no_hand_has_more_leads_than_the_most(size: int, most: int):
    assert max(len(legal_plays(hand)) for hand in hands(size, size, 20_000)) <= most


def test_no_hand_of_fourteen_has_fewer_than_fourteen_leads():
    assert min(len(legal_plays(hand)) for hand in hands(1, 14, 20_000)) >= 14


def test_fourteen_different_singles_are_the_fewest_leads():
    # No pair, no five in a row, no Phoenix: every card alone.
    assert len(legal_plays("Mj 2j 3s 4p 6t 7j 8s 9p Jt Qj Ks Ap Do Dg")) == 14


@pytest.fixture(scope="module")
def counts() -> list[int]:
    return [len(legal_plays(hand)) for hand in hands(20_261_129, 14, SAMPLE)]


def test_mean_of_fourteen_cards(counts: list[int]):
    mean = sum(counts) / SAMPLE
    spread = (sum((n - mean) ** 2 for n in counts) / (SAMPLE - 1)) ** 0.5

    # Five standard errors: a right engine fails this for fewer than one seed in a million.
    assert abs(mean - 14815038414541 / 241863831825) < 5 * spread / SAMPLE**0.5


@pytest.mark.parametrize(("leads", "share"), PERCENTILES.items())
def test_percentiles_of_fourteen_cards(counts: list[int], leads: int, share: float):
    below = sum(n < leads for n in counts) / SAMPLE
    up_to = sum(n <= leads for n in counts) / SAMPLE

    # Five standard errors of a share.
    margin = 5 * (share * (1 - share) / SAMPLE) ** 0.5
    assert below < share + margin
    assert up_to > share - margin


@pytest.mark.parametrize(("size", "mean"), [(8, 11.397075709), (13, 43.035185400)])
def test_means_of_smaller_hands(size: int, mean: float):
    found = [len(legal_plays(hand)) for hand in hands(size + 77, size, 30_000)]
    average = sum(found) / len(found)
    spread = (sum((n - average) ** 2 for n in found) / (len(found) - 1)) ** 0.5

    assert abs(average - mean) < 5 * spread / len(found) ** 0.5


def test_means_by_type():
    sample = 30_000
    sums = dict.fromkeys(MEAN_BY_TYPE, 0)
    squares = dict.fromkeys(MEAN_BY_TYPE, 0)
    for hand in hands(3, 14, sample):
        for kind, n in legal_plays(hand).count_by_type().items():
            sums[kind] += n
            squares[kind] += n * n
    for kind, expected in MEAN_BY_TYPE.items():
        mean = sums[kind] / sample
        variance = squares[kind] / sample - mean**2
        assert abs(mean - expected) < 5 * (variance / sample) ** 0.5, kind
