"""CardSet: parsing, printing, the vocabulary of a set, and the layout of the mask."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tichu import DECK, DOG, DRAGON, MAHJONG, PHOENIX, Card, CardSet, InvalidValue, NotationError

masks = st.integers(0, 2**56 - 1)


@pytest.mark.parametrize(
    ("text", "printed", "mask"),
    [
        ("", "", 0),
        ("Mj", "Mj", 1),
        ("Do", "Do", 2),
        ("Ph", "Ph", 4),
        ("Dg", "Dg", 8),
        ("2j", "2j", 1 << 4),
        ("At", "At", 1 << 55),
        ("7j Ts Mj", "7j Ts Mj", (1 << 24) | (1 << 37) | 1),
        ("MjTs7j", "7j Ts Mj", (1 << 24) | (1 << 37) | 1),
        ("  Dg\t7j\nAt ", "7j At Dg", (1 << 24) | (1 << 55) | 8),
    ],
)
def test_texts_are_read_with_any_blanks_and_printed_in_deck_order(text, printed, mask):
    cards = CardSet(text)

    assert str(cards) == printed
    assert cards.mask == mask
    assert CardSet.from_mask(mask) == cards
    assert repr(cards) == f"CardSet('{printed}')"


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        ("7", "unknown_card", "position 0"),
        ("7j x", "unknown_card", "position 3"),
        ("7j Tx", "unknown_card", "position 3"),
        ("7j, Ts", "unknown_card", "position 2"),
        ("7 j", "unknown_card", "position 0"),
        ("7j Ts 7j", "duplicate_card", "position 6"),
        ("äöü7j", "unknown_card", "position 0"),
        ("7jä", "unknown_card", "position 2"),
    ],
)
def test_a_bad_text_is_refused_with_the_place(text, code, where):
    with pytest.raises(NotationError) as caught:
        CardSet(text)

    assert (caught.value.code, caught.value.where) == (code, where)


def test_cards_come_in_many_forms():
    wanted = CardSet("7j Ts Mj")

    assert CardSet(wanted) == wanted
    assert CardSet([Card("7j"), "Ts", MAHJONG]) == wanted
    assert CardSet({"7j": 1, "Ts": 2, "Mj": 3}) == wanted
    assert CardSet(card for card in DECK if str(card) in {"7j", "Ts", "Mj"}) == wanted
    assert CardSet(Card("7j")) == CardSet("7j")
    assert CardSet() == CardSet("") == CardSet([]) == CardSet(()) == CardSet.from_mask(0)


def test_a_card_twice_is_refused():
    with pytest.raises(InvalidValue) as caught:
        CardSet(["7j", "Ts", Card("7j")])

    assert (caught.value.code, caught.value.rule) == ("duplicate_card", "R-001")
    assert caught.value.where == "item 2"


def test_the_deck():
    assert len(DECK) == 56
    assert DECK.points == 100
    assert DECK.mask == 2**56 - 1


def test_the_operators_are_those_of_a_set():
    a, b = CardSet("2j 3j 4j"), CardSet("4j 5j")

    assert a | b == CardSet("2j 3j 4j 5j")
    assert a & b == CardSet("4j")
    assert a - b == CardSet("2j 3j")
    assert a ^ b == CardSet("2j 3j 5j")
    assert CardSet("2j") < a <= a
    assert a > CardSet("2j")
    assert a >= a
    assert not a < a
    assert not a <= b
    assert not b <= a
    assert a.isdisjoint("5j 6j")
    assert not a.isdisjoint([Card("4j")])
    assert bool(a)
    assert not CardSet()


def test_membership():
    cards = CardSet("7j Ph")

    assert Card("7j") in cards
    assert "Ph" in cards
    assert Card("7s") not in cards
    assert DOG not in cards
    assert 7 not in cards
    assert None not in cards
    with pytest.raises(NotationError):
        _ = "7j Ph" in cards


def test_iteration_is_in_deck_order():
    assert [str(card) for card in CardSet("Dg Mj 2t 2j As")] == [
        "2j",
        "2t",
        "As",
        "Mj",
        "Dg",
    ]


def test_points_of_a_set():
    assert CardSet("5j Ts Kp Dg").points == 50
    assert CardSet("Ph 5j").points == -20
    assert CardSet("2j Aj Mj Do").points == 0


def test_cards_of_a_rank():
    cards = CardSet("7j 7s 8j Mj Ph Dg Do")

    assert cards.of_rank(7) == CardSet("7j 7s")
    assert cards.of_rank(9) == CardSet()
    assert cards.of_rank(1) == CardSet("Mj")
    assert cards.of_rank(15) == CardSet("Dg")


@pytest.mark.parametrize(
    ("text", "bomb"),
    [
        ("7j 7s 7p 7t", True),
        ("2j 3j 4j 5j 6j", True),
        ("Tt Jt Qt Kt At 3s", True),
        ("7j 7s 7p Ph", False),
        ("2j 3j 4j 5j Ph", False),
        ("2j 3j 4j 5j 6s", False),
        ("Mj 2j 3j 4j 5j", False),
        ("Aj 2j 3j 4j 5j", False),
        ("", False),
    ],
)
def test_bombs_in_a_set(text, bomb):
    assert CardSet(text).has_bomb() is bomb


@pytest.mark.parametrize("mask", [-1, 2**56, 2**64, 2**1000])
def test_masks_have_56_bits(mask):
    with pytest.raises(InvalidValue) as caught:
        CardSet.from_mask(mask)

    assert (caught.value.code, caught.value.where) == ("bad_mask", "mask")


@pytest.mark.parametrize("rank", [-1, 0, 16, 300, 2**70])
def test_ranks_are_1_to_15(rank):
    with pytest.raises(InvalidValue) as caught:
        DECK.of_rank(rank)

    assert caught.value.code == "bad_rank"


@given(masks, masks)
def test_sets_of_cards_are_like_sets_of_cards(first, second):
    a, b = CardSet.from_mask(first), CardSet.from_mask(second)
    x, y = set(a), set(b)

    assert len(a) == len(x)
    assert set(a | b) == x | y
    assert set(a & b) == x & y
    assert set(a - b) == x - y
    assert set(a ^ b) == x ^ y
    assert (a <= b, a < b, a >= b, a > b, a == b) == (x <= y, x < y, x >= y, x > y, x == y)
    assert a.isdisjoint(b) == x.isdisjoint(y)
    assert a.points == sum(card.points for card in x)
    assert a.mask == sum(1 << card.index for card in x)
    assert list(a) == sorted(x)


@given(masks)
def test_texts_and_masks_go_round(mask):
    cards = CardSet.from_mask(mask)

    assert CardSet(str(cards)) == cards
    assert CardSet(str(cards).replace(" ", "")) == cards
    assert CardSet(list(cards)) == cards
    assert hash(CardSet(str(cards))) == hash(cards)


def test_operators_want_sets():
    for other in ("7j", Card("7j"), 5, None, {Card("7j")}):
        with pytest.raises(TypeError):
            _ = DECK & other
        assert other != DECK


def test_special_cards_are_cards_like_others():
    specials = CardSet([MAHJONG, DOG, PHOENIX, DRAGON])

    assert specials.mask == 0b1111
    assert len(DECK - specials) == 52
