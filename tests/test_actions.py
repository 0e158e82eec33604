"""Actions as values and as lines of text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

import oracle
from tichu import (
    PHOENIX,
    Action,
    Card,
    CardSet,
    Collect,
    Exchange,
    GiveDragon,
    GrandTichu,
    NotationError,
    Pass,
    Play,
    Tichu,
    parse_action,
)

TEXTS: dict[str, Action] = {
    "0 grand": GrandTichu(0, True),
    "3 nogrand": GrandTichu(3, False),
    "2 tichu": Tichu(2),
    "0 give 7j 9t Mj": Exchange(0, Card("7j"), Card("9t"), Card("Mj")),
    "0 give Mj 9t 7j": Exchange(0, Card("Mj"), Card("9t"), Card("7j")),
    "1 play 6j 7s 8p 9t Ph=5": Play(1, CardSet("6j 7s 8p 9t Ph"), 5),
    "1 play 6j 7s 8p 9t Ph": Play(1, CardSet("6j 7s 8p 9t Ph")),
    "1 play Tj Js Qp Kt Ph=14": Play(1, CardSet("Tj Js Qp Kt Ph"), 14),
    "0 play Ph": Play(0, CardSet("Ph")),
    "0 play Dg": Play(0, CardSet("Dg")),
    "0 play Mj": Play(0, CardSet("Mj")),
    "0 play Mj wish=9": Play(0, CardSet("Mj"), None, 9),
    "0 play 2j 3s 4p 5t Mj wish=A": Play(0, CardSet("Mj 2j 3s 4p 5t"), None, 14),
    "0 play 2j 3s 4p Mj Ph=5 wish=T": Play(0, CardSet("Mj 2j 3s 4p Ph"), 5, 10),
    "1 pass": Pass(1),
    "3 collect": Collect(3),
    "3 dragon 0": GiveDragon(3, 0),
}


@pytest.mark.parametrize(("text", "action"), TEXTS.items(), ids=TEXTS)
def test_text_of_actions(text: str, action: Action):
    assert str(action) == text
    assert parse_action(text) == action
    assert parse_action(f"  {text.replace(' ', '   ')}\n") == action


def test_cards_may_be_written_in_any_order_and_without_blanks():
    assert parse_action("0 play 9t 8p Ph=5 6j 7s") == parse_action("0 play 6j 7s 8p 9t Ph=5")
    assert parse_action("0 play 7j7s") == Play(0, CardSet("7j 7s"))


seats = st.integers(0, 3)
cards = st.sampled_from(oracle.DECK).map(Card)


@st.composite
def plays(draw: st.DrawFn) -> Play:
    held = CardSet(draw(st.lists(cards, min_size=1, max_size=14, unique=True)))
    rank = draw(st.none() | st.integers(2, 14)) if PHOENIX in held else None
    return Play(draw(seats), held, rank, draw(st.none() | st.integers(2, 14)))


actions: SearchStrategy[Action] = st.one_of(
    st.builds(GrandTichu, seats, st.booleans()),
    st.builds(Tichu, seats),
    st.builds(Exchange, seats, cards, cards, cards),
    plays(),
    st.builds(Pass, seats),
    st.builds(Collect, seats),
    st.builds(GiveDragon, seats, seats),
)


@given(actions)
@settings(max_examples=1_000)
def test_every_action_comes_back_from_its_text(action: Action):
    assert parse_action(str(action)) == action


WORDS = st.sampled_from(
    [
        "0",
        "1",
        "2",
        "3",
        "4",
        "5",
        "9",
        "play",
        "pass",
        "give",
        "dragon",
        "tichu",
        "grand",
        "collect",
        "nogrand",
        "-1",
        "wish=9",
        "wish=",
        "wish=1",
        "Ph=5",
        "Ph=",
        "Ph=99",
        "Ph",
        "Mj",
        "7j",
        "7j8j",
        "7",
        "Xx",
        "PH",
    ]
)


@given(st.lists(WORDS, max_size=7).map(" ".join) | st.text(max_size=30))
@settings(max_examples=1_500)
def test_any_text_is_an_action_or_refused(text: str):
    try:
        action = parse_action(text)
    except NotationError as error:
        refused = error
    else:
        assert parse_action(str(action)) == action
        return
    assert refused.code
    assert refused.where is not None
    assert refused.where.startswith("action ")


@pytest.mark.parametrize(
    ("text", "code", "rule"),
    [
        ("", "bad_action", None),
        ("0", "bad_action", None),
        ("play 7j", "bad_number", None),
        ("4 pass", "bad_number", None),
        ("-1 pass", "bad_number", None),
        ("99999999999999999999 pass", "bad_number", None),
        ("² pass", "bad_number", None),
        ("0 fly", "bad_action", None),
        ("0 PASS", "bad_action", None),
        ("0 pass now", "bad_action", None),
        ("0 tichu 1", "bad_action", None),
        ("0 play 7x", "unknown_card", None),
        ("0 play 7J", "unknown_card", None),
        ("0 play 7j 7j", "duplicate_card", "R-001"),
        ("0 play Ph Ph=7", "duplicate_card", "R-001"),
        ("0 play 7j Ph=7 Ph=8", "two_phoenix_ranks", "R-037"),
        ("0 play 7j Ph=7 Ph=7", "two_phoenix_ranks", "R-037"),
        ("0 play 7j Ph=1", "bad_number", None),
        ("0 play 7j Ph=15", "bad_number", None),
        ("0 play 7j Ph=", "bad_number", None),
        ("0 play Mj wish=1", "bad_rank", None),
        ("0 play Mj wish=15", "bad_rank", None),
        ("0 play Mj wish=", "bad_rank", None),
        ("0 play Mj wish=9 wish=8", "unknown_card", None),
        ("0 play wish=9 Mj", "unknown_card", None),
        ("0 give 2j 2s", "bad_action", "R-011"),
        ("0 give 2j 2s 2p 2t", "bad_action", "R-011"),
        ("0 give 2j 2s xx", "unknown_card", None),
        ("0 give 2j2s 2p 2t", "unknown_card", None),
        ("0 dragon", "bad_action", None),
        ("0 dragon 4", "bad_number", None),
        ("0 dragon 1 2", "bad_action", None),
    ],
)
def test_what_is_no_action(text: str, code: str, rule: str | None):
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert (caught.value.code, caught.value.rule) == (code, rule)
    assert caught.value.where is not None


def test_an_empty_play_can_be_written_though_not_played():
    assert parse_action("0 play") == Play(0, CardSet())
    assert str(Play(0, CardSet())).split() == ["0", "play"]


@pytest.mark.parametrize("wish", [0, 1, 15, 99, True, "x", [], 9.0])
def test_a_malformed_action_can_be_shown(wish: Any):
    assert str(Play(0, CardSet("Mj"), None, wish)) == f"0 play Mj wish={wish}"


@pytest.mark.parametrize("text", [None, 7, b"0 pass", ["0", "pass"]])
def test_text_is_text(text: Any):
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert caught.value.code == "wrong_type"
