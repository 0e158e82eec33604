"""Combination and classify: readings, ranks, notation, codes, and what beats what."""

from __future__ import annotations

import pytest

from tichu import CardSet, Combination, InvalidValue, NotationError, classify
from tichu._core import RANKS, SUITS, TYPES

# cards, readings as (type, rank, length, Phoenix rank), the higher one first; and the rules
READINGS = [
    ("7j", [("single", 7, 1, None)]),
    ("Mj", [("single", 1, 1, None)]),
    ("Dg", [("single", 15, 1, None)]),
    ("Ph", [("single", 1.5, 1, None)]),
    ("Do", [("dog", 0, 1, None)]),
    ("7j 7t", [("pair", 7, 2, None)]),
    ("7j Ph", [("pair", 7, 2, 7)]),
    ("7j 7s 7t", [("triple", 7, 3, None)]),
    ("7j 7s Ph", [("triple", 7, 3, 7)]),
    ("2j 2s 3j 3s", [("stairs", 3, 4, None)]),
    ("Kj Ks Aj Ph", [("stairs", 14, 4, 14)]),
    ("2j 2s 3j Ph 4j 4s", [("stairs", 4, 6, 3)]),
    ("7j 7s 7p 8j 8s", [("fullhouse", 7, 5, None)]),
    ("7j 7s 7p 8j Ph", [("fullhouse", 7, 5, 8)]),
    ("7j 7s 8p 8j Ph", [("fullhouse", 8, 5, 8), ("fullhouse", 7, 5, 7)]),
    ("Mj 2j 3s 4j 5j", [("straight", 5, 5, None)]),
    ("Mj 2j 3j 4j 5j", [("straight", 5, 5, None)]),
    ("Tj Js Qj Kj Aj", [("straight", 14, 5, None)]),
    ("2j 3j 4j 5j Ph", [("straight", 6, 5, 6)]),  # never 1
    ("3j 4j 5j 6j Ph", [("straight", 7, 5, 7), ("straight", 6, 5, 2)]),
    ("Jj Qj Kj Aj Ph", [("straight", 14, 5, 10)]),
    ("Mj 2j 3j 4j Ph", [("straight", 5, 5, 5)]),
    ("2j 3j 5j 6j Ph", [("straight", 6, 5, 4)]),
    ("Mj 2j 3j 4j 5j 6j 7j 8j 9j Tj Jj Qj Kj Aj", [("straight", 14, 14, None)]),
    ("Mj 2j 3j 4j 5j 6j 7j 8j 9j Tj Jj Qj Kj Ph", [("straight", 14, 14, 14)]),
    ("7j 7s 7p 7t", [("bomb4", 7, 4, None)]),
    ("2j 3j 4j 5j 6j", [("bombsf", 6, 5, None)]),
    ("2t 3t 4t 5t 6t 7t 8t 9t Tt Jt Qt Kt At", [("bombsf", 14, 13, None)]),
    ("", []),
    ("7j 8j", []),
    ("Mj Ph", []),
    ("Mj 2j", []),
    ("Dg Ph", []),
    ("Do Ph", []),
    ("7j 7s 7p Ph", []),
    ("7j 7s 7p 7t Ph", []),
    ("7j 7s 7p 8j 8s 8p", []),
    ("2j 2s 4j 4s", []),
    ("Kj Ks Aj As 2j 2s", []),
    ("2j 3j 4j 5s", []),
    ("Jj Qj Kj Aj 2s", []),
    ("Jj Qj Kj Aj Dg", []),
    ("Ph Do Dg Mj", []),
]


def shape(combination: Combination) -> tuple[str, int | float, int, int | None]:
    return combination.type, combination.rank, combination.length, combination.phoenix_rank


@pytest.mark.parametrize(("cards", "readings"), READINGS)
def test_readings(cards, readings):
    found = classify(cards)

    assert [shape(combination) for combination in found] == readings
    assert all(combination.cards == CardSet(cards) for combination in found)


@pytest.mark.parametrize(("cards", "readings"), [case for case in READINGS if case[1]])
def test_the_higher_reading_holds_and_each_can_be_declared(cards, readings):
    assert shape(Combination.of(cards)) == readings[0]
    for reading in readings:
        if reading[3] is not None:
            assert shape(Combination.of(cards, reading[3])) == reading


@pytest.mark.parametrize("cards", [case[0] for case in READINGS if not case[1]])
def test_what_is_no_combination_is_refused(cards):
    with pytest.raises(InvalidValue) as caught:
        Combination.of(cards)
    assert (caught.value.code, caught.value.rule) == ("not_a_combination", "R-028")

    with pytest.raises(NotationError) as in_text:
        Combination(cards)
    assert in_text.value.code == "not_a_combination"


@pytest.mark.parametrize(
    ("cards", "rank", "code"),
    [
        ("7j 7s 8p 8j Ph", 9, "bad_phoenix_rank"),
        ("2j 3j 4j 5j Ph", 2, "bad_phoenix_rank"),
        ("7j Ph", 8, "bad_phoenix_rank"),
        ("7j Ph", 1, "bad_phoenix_rank"),
        ("7j Ph", 15, "bad_phoenix_rank"),
        ("7j Ph", -3, "bad_phoenix_rank"),
        ("7j Ph", 2**80, "bad_phoenix_rank"),
        ("7j 7s", 7, "needless_phoenix_rank"),
        ("Ph", 2, "needless_phoenix_rank"),
        ("Dg", 14, "needless_phoenix_rank"),
    ],
)
def test_an_impossible_declaration_is_refused(cards, rank, code):
    with pytest.raises(InvalidValue) as caught:
        Combination.of(cards, rank)

    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("7j", "7j"),
        ("Dg", "Dg"),
        ("Do", "Do"),
        ("Ph", "Ph=1.5"),
        ("Ph=1.5", "Ph=1.5"),
        ("Ph=13.5", "Ph=13.5"),
        ("5j 5s Ph=5", "5j 5s Ph=5"),
        ("5j5sPh", "5j 5s Ph=5"),
        ("Ph=5 5s 5j", "5j 5s Ph=5"),
        ("3j 4j 5j 6j Ph", "3j 4j 5j 6j Ph=7"),
        ("3j 4j 5j 6j Ph=2", "3j 4j 5j 6j Ph=2"),
        ("Jj Qs Kj Aj Ph=10", "Jj Qs Kj Aj Ph=10"),
    ],
)
def test_notation(text, printed):
    combination = Combination(text)

    assert str(combination) == printed
    assert Combination(printed) == combination
    assert repr(combination) == f"Combination('{printed}')"


@pytest.mark.parametrize(
    "text",
    [
        "5j 5s Ph=6",
        "5j 5s Ph=",
        "5j 5s Ph=x",
        "5j 5s Ph=99999999999999999999",
        "5j 5s=5",
        "5j Ph=5.5",
        "5j 6s",
        "5j 5j",
        "Ph Ph",
        "Ph=0.5",
        "Ph=1.25",
        "Ph=15.5",
        "Ph=-1.5",
        "Ph=2",
        "=",
    ],
)
def test_bad_notation_is_refused(text):
    with pytest.raises(NotationError):
        Combination(text)


@pytest.mark.parametrize(
    ("text", "number", "key"),
    [
        ("7j", 0, 7),
        ("Mj", 0, 1),
        ("Dg", 0, 15),
        ("Ph", 0, 1),
        ("Ph=14.5", 0, 14),
        ("9j 9s", 1, 9),
        ("9j 9s Ph", 2, 9),
        ("9j 9s Tj Ts", 3, 9),
        ("9j 9s 9p Tj Ts", 4, 9),
        ("9j 9s Tp Tj Ph=9", 4, 9),
        ("3j 4j 5j 6s Ph=7", 5, 3),
        ("3j 4j 5j 6s Ph=2", 5, 2),
        ("9j 9s 9p 9t", 6, 9),
        ("3j 4j 5j 6j 7j", 7, 3),
        ("Do", 8, 0),
    ],
)
def test_codes(text, number, key):
    combination = Combination(text)

    assert combination.code == (number << 60) | (key << 56) | combination.cards.mask
    assert Combination.from_code(combination.code) == combination
    assert TYPES[number] == combination.type


@pytest.mark.parametrize(
    "code",
    [
        0,
        1,
        -1,
        2**64,
        2**200,
        0x9E << 56,
        0xA0 << 56,
        0xF0 << 56,
        7 << 56,
        (15 << 56) | 4,
        (7 << 56) | CardSet("8j").mask,
        (1 << 60) | (8 << 56) | CardSet("7j 7s").mask,
    ],
)
def test_other_numbers_are_no_codes(code):
    with pytest.raises(InvalidValue) as caught:
        Combination.from_code(code)

    assert caught.value.code == "bad_code"


@pytest.mark.parametrize(
    ("challenger", "table", "beats"),
    [
        ("8j", "7s", True),
        ("8j", "8s", False),
        ("2j", "Mj", True),
        ("Mj", "Ph", False),
        ("2j", "Ph", True),
        ("Ph", "Aj", True),
        ("Ph", "Mj", True),
        ("Ph", "Dg", False),
        ("Aj", "Ph=13.5", True),
        ("Kj", "Ph=13.5", False),
        ("Dg", "Ph=14.5", True),
        ("Dg", "Aj", True),
        ("8j 8s", "7s", False),
        ("8j 8s", "7j 7s", True),
        ("9j 9s 9p 2j 2s", "8j 8s 8p Aj As", True),
        ("3j 4s 5j 6j 7j 8j", "2j 3s 4j 5j 6s", False),
        ("3j 4s 5j 6j 7j", "2j 3s 4j 5j 6s", True),
        ("3j 4j 5j 6j Ph=7", "2s 3j 4j 5j 6j", True),
        ("3j 4j 5j 6j Ph=2", "2s 3s 4s 5s 6j", False),
        ("2j 2s 2p 2t", "Dg", True),
        ("2j 2s 2p 2t", "Aj Ks Qj Jj Tj", True),
        ("3j 3s 3p 3t", "2j 2s 2p 2t", True),
        ("2j 2s 2p 2t", "3j 3s 3p 3t", False),
        ("2j 3j 4j 5j 6j", "Aj As Ap At", True),
        ("2j 3j 4j 5j 6j 7j", "Ts Js Qs Ks As", True),
        ("Ts Js Qs Ks As", "2j 3j 4j 5j 6j 7j", False),
        ("Do", "Mj", False),
        ("2j 2s 2p 2t", "Do", False),
    ],
)
def test_what_beats_what(challenger, table, beats):
    assert Combination(challenger).beats(Combination(table)) is beats


@pytest.mark.parametrize(
    ("text", "table", "answer"),
    [
        ("Ph", "Kj", "Ph=13.5"),
        ("Ph=5.5", "Kj", "Ph=13.5"),
        ("Ph", "Aj", "Ph=14.5"),
        ("Ph", "Mj", "Ph=1.5"),
        ("Ph=5.5", None, "Ph=1.5"),
        ("Ph=5.5", "Dg", "Ph=1.5"),
        ("Ph=5.5", "7j 7s", "Ph=1.5"),
        ("7j", "Kj", "7j"),
        ("5j 5s Ph", "Kj", "5j 5s Ph=5"),
    ],
)
def test_a_single_phoenix_takes_its_rank_from_the_table(text, table, answer):
    top = None if table is None else Combination(table)

    assert Combination(text).answering(top) == Combination(answer)
    shown = Combination(text)
    assert Combination.of(shown.cards, shown.phoenix_rank, top) == Combination(answer)


def test_ranks_are_whole_but_for_a_single_phoenix():
    assert type(Combination("7j").rank) is int
    assert type(Combination("5j 5s Ph").rank) is int
    assert type(Combination("Ph").rank) is float
    assert Combination("Ph=14.5").rank == 14.5


def test_natural_cards_of_a_rank():
    combination = Combination("3j 4j 5j 6j Ph=7")

    assert combination.contains_rank(3)
    assert not combination.contains_rank(7)
    assert Combination("Mj").contains_rank(1)
    assert Combination("Dg").contains_rank(15)


def test_bombs_and_points():
    assert Combination("5j 5s 5p 5t").is_bomb
    assert Combination("2j 3j 4j 5j 6j").is_bomb
    assert not Combination("2j 3j 4j 5j Ph").is_bomb
    assert Combination("5j 5s 5p 5t").points == 20
    assert Combination("5j 5s Ph").points == -15


def test_two_readings_of_the_same_cards_are_different_combinations():
    high, low = classify("7j 7s 8p 8j Ph")

    assert high != low
    assert high.cards == low.cards
    assert high.code > low.code
    assert len({high, low, Combination("7j 7s 8p 8j Ph")}) == 2


def test_the_words_of_the_module():
    assert SUITS == ("jade", "sword", "pagoda", "star")
    assert RANKS == (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)
    assert TYPES == (
        "single",
        "pair",
        "triple",
        "stairs",
        "fullhouse",
        "straight",
        "bomb4",
        "bombsf",
        "dog",
    )
    assert Combination("7j").type is Combination("8j").type is TYPES[0]
