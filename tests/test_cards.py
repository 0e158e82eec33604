"""Card: its notation, its properties, and its place in the deck (R-001 to R-003)."""

from __future__ import annotations

import pytest

from tichu import DECK, DOG, DRAGON, MAHJONG, PHOENIX, Card, InvalidValue, NotationError

DECK_ORDER = (
    "2j 2s 2p 2t 3j 3s 3p 3t 4j 4s 4p 4t 5j 5s 5p 5t 6j 6s 6p 6t 7j 7s 7p 7t 8j 8s 8p 8t "
    "9j 9s 9p 9t Tj Ts Tp Tt Jj Js Jp Jt Qj Qs Qp Qt Kj Ks Kp Kt Aj As Ap At Mj Do Ph Dg"
)


@pytest.mark.parametrize(
    ("text", "rank", "suit", "points", "index"),
    [
        ("Mj", 1, None, 0, 0),
        ("Do", None, None, 0, 1),
        ("Ph", None, None, -25, 2),
        ("Dg", 15, None, 25, 3),
        ("2j", 2, "jade", 0, 4),
        ("2s", 2, "sword", 0, 5),
        ("2p", 2, "pagoda", 0, 6),
        ("2t", 2, "star", 0, 7),
        ("5p", 5, "pagoda", 5, 18),
        ("9t", 9, "star", 0, 35),
        ("Tj", 10, "jade", 10, 36),
        ("Js", 11, "sword", 0, 41),
        ("Qp", 12, "pagoda", 0, 46),
        ("Kt", 13, "star", 10, 51),
        ("Aj", 14, "jade", 0, 52),
        ("At", 14, "star", 0, 55),
    ],
)
def test_a_card_has_rank_suit_points_and_index(text, rank, suit, points, index):
    card = Card(text)

    assert (card.rank, card.suit, card.points, card.index) == (rank, suit, points, index)
    assert str(card) == text
    assert repr(card) == f"Card('{text}')"
    assert Card.from_index(index) == card


def test_the_deck_is_printed_and_ordered_suit_by_suit_and_ends_with_the_special_cards():
    assert " ".join(str(card) for card in DECK) == DECK_ORDER
    assert " ".join(str(card) for card in sorted(DECK, key=lambda card: card.index)[:5]) == (
        "Mj Do Ph Dg 2j"
    )
    assert " ".join(str(card) for card in sorted(set(DECK))) == DECK_ORDER


def test_order_is_that_of_the_deck():
    assert Card("2j") < Card("2s") < Card("3j") < Card("At") < MAHJONG < DOG < PHOENIX < DRAGON
    assert Card("2s") > Card("2j")
    assert Card("2j") <= Card("2j") >= Card("2j")
    assert Card("2j") != Card("2s")


def test_the_special_cards_have_names():
    assert [str(card) for card in (MAHJONG, DOG, PHOENIX, DRAGON)] == ["Mj", "Do", "Ph", "Dg"]


def test_the_points_of_the_deck_are_100():
    assert sum(card.points for card in DECK) == 100


def test_a_card_is_one_object():
    assert Card("7j") is Card("7j")
    assert Card(Card("Dg")) is DRAGON
    assert next(iter(DECK)) is Card("2j")


@pytest.mark.parametrize(
    "text",
    ["", "7", "7jx", " 7j", "7j ", "7J", "jj", "1j", "10j", "mj", "MJ", "0j", "\uff17j", "7\0"],
)
def test_other_texts_are_refused(text):
    with pytest.raises(NotationError) as caught:
        Card(text)

    assert caught.value.code == "unknown_card"
    assert caught.value.where == "position 0"


@pytest.mark.parametrize("index", [-1, 56, 2**8, 2**64, -(2**70)])
def test_there_are_56_indices(index):
    with pytest.raises(InvalidValue) as caught:
        Card.from_index(index)

    assert (caught.value.code, caught.value.where) == ("bad_index", "index")


def test_a_card_is_not_equal_to_its_text():
    assert Card("7j") != "7j"
    assert Card("7j") != 24
