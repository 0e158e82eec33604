"""Bad input to the rules of play: always a TichuError with a code, and nothing is changed."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rounds
import strategies
from scenes import at
from tichu import (
    DECK,
    Card,
    CardSet,
    Collect,
    Exchange,
    GiveDragon,
    GrandTichu,
    IllegalAction,
    InvalidValue,
    Pass,
    Play,
    RoundState,
    Rules,
    Tichu,
    TichuError,
    apply,
    legal_actions,
    parse_action,
    stream,
)

LEAD = at("play 3j4jMj/5j6j/7j8j/9jTj", "turn:0")
START = rounds.walk(Rules(), 0).start.state
EXCHANGE = next(s for s in rounds.walk(Rules(), 0).states if s.phase == "exchange")
RIPE = at("ripe 3j/4j/5j/6j", "owner:0 top:Dg trick:Dg passes:3")
OVER = rounds.walk(Rules(), 0).end
STATES = {"grand": START, "exchange": EXCHANGE, "lead": LEAD, "ripe": RIPE, "over": OVER}

JUNK: list[Any] = [
    None, True, False, -1, 4, 99, 10**40, 0.0, 1.5, float("nan"), "", "0", "7j", b"7j", [], [0], {},
    (), Card("7j"), CardSet("7j"), int, Pass(0), ...,
]  # fmt: skip


def assert_refused(state: RoundState, action: Any) -> TichuError:
    """Refused with an error of the family, not listed, and nothing has changed."""
    before = repr(state)
    with pytest.raises(TichuError) as caught:
        apply(state, action)
    assert caught.value.code
    assert caught.value.message
    for seat in range(4):
        assert action not in legal_actions(state, seat)
    assert repr(state) == before
    return caught.value


# --- what is no action ---------------------------------------------------------------------------


@pytest.mark.parametrize("action", [junk for junk in JUNK if junk != Pass(0)], ids=repr)
def test_what_is_no_action(action: Any):
    error = assert_refused(LEAD, action)
    assert (type(error), error.code) == (InvalidValue, "bad_action")


def test_a_child_of_an_action_is_none():
    class MyPass(Pass, frozen=True):
        pass

    state = at("play 3j/5j/7j/9j", "turn:1 owner:0 top:2j trick:2j")
    assert apply(state, Pass(1))
    assert assert_refused(state, MyPass(1)).code == "bad_action"


# --- seats ---------------------------------------------------------------------------------------

SEATS = [junk for junk in JUNK if junk is not False] + [False]


@pytest.mark.parametrize("seat", SEATS, ids=repr)
def test_seats_are_whole_numbers_from_0_to_3(seat: Any):
    with pytest.raises(InvalidValue) as caught:
        legal_actions(LEAD, seat)
    assert caught.value.code == "bad_seat"
    for action in (
        GrandTichu(seat, False),
        Tichu(seat),
        Exchange(seat, Card("2j"), Card("2s"), Card("2p")),
        Play(seat, CardSet("3j")),
        Pass(seat),
        Collect(seat),
        GiveDragon(seat, 1),
    ):
        for state in STATES.values():
            assert assert_refused(state, action).code == "bad_seat"


@pytest.mark.parametrize("to", SEATS, ids=repr)
def test_the_dragon_goes_to_a_seat(to: Any):
    assert assert_refused(RIPE, GiveDragon(0, to)).code == "bad_seat"


# --- values of actions ---------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [j for j in JUNK if not isinstance(j, CardSet)], ids=repr)
def test_a_play_holds_a_card_set(cards: Any):
    for state in STATES.values():
        assert assert_refused(state, Play(0, cards)).code == "wrong_type"


@pytest.mark.parametrize("card", [j for j in JUNK if not isinstance(j, Card)], ids=repr)
def test_gifts_are_cards(card: Any):
    one, two, three = list(EXCHANGE.hands[0])[:3]
    for gifts in ((card, two, three), (one, card, three), (one, two, card), (card,) * 3):
        assert assert_refused(EXCHANGE, Exchange(0, *gifts)).code == "wrong_type"


@pytest.mark.parametrize("call", [j for j in JUNK if type(j) is not bool], ids=repr)
def test_an_answer_is_yes_or_no(call: Any):
    assert assert_refused(START, GrandTichu(0, call)).code == "wrong_type"


@pytest.mark.parametrize("wish", [j for j in JUNK if j not in (None, 4)], ids=repr)
def test_a_wish_is_a_rank(wish: Any):
    error = assert_refused(LEAD, Play(0, CardSet("Mj"), None, wish))
    assert (type(error), error.code, error.rule) == (IllegalAction, "bad_wish", "R-066")
    error = assert_refused(LEAD, Play(0, CardSet("3j"), None, wish))
    assert (error.code, error.rule) == ("no_mahjong", "R-066")


@pytest.mark.parametrize("rank", [j for j in JUNK if j not in (None, 4)], ids=repr)
def test_the_phoenix_stands_for_a_rank(rank: Any):
    state = at("play 4jPh/5j6j/7j8j/9jTj", "turn:0")
    assert assert_refused(state, Play(0, CardSet("4j Ph"), rank)).code in (
        "bad_phoenix_rank",
        "wrong_type",
    )


# --- the list of the issue -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"), [("0 play 7x", "unknown_card"), ("0 play 3j 3j", "duplicate_card")]
)
def test_unknown_and_repeated_cards(text: str, code: str):
    with pytest.raises(TichuError) as caught:
        apply(LEAD, parse_action(text))
    assert caught.value.code == code


def test_an_empty_play():
    for state, code in ((LEAD, "no_cards"), (RIPE, "no_cards"), (START, "not_yet")):
        assert assert_refused(state, Play(0, CardSet())).code == code


def test_two_phoenix_ranks():
    with pytest.raises(TichuError) as caught:
        parse_action("0 play 4j 5s Ph=4 Ph=5")
    assert (caught.value.code, caught.value.rule) == ("two_phoenix_ranks", "R-037")


def test_a_rank_without_a_phoenix():
    error = assert_refused(LEAD, Play(0, CardSet("3j"), 3))
    assert (error.code, error.rule) == ("needless_phoenix_rank", "R-039")


def test_a_play_from_another_hand():
    error = assert_refused(LEAD, Play(0, CardSet("5j")))
    assert (error.code, error.rule) == ("not_held", "R-050")
    error = assert_refused(LEAD, Play(0, CardSet("3j 5j")))
    assert (error.code, error.rule) == ("not_held", "R-050")


def test_out_of_turn():
    assert assert_refused(LEAD, Pass(1)).rule == "R-050"
    assert assert_refused(LEAD, Play(1, CardSet("5j"))).rule == "R-056"


@pytest.mark.parametrize("seat", range(4))
def test_after_the_end(seat: int):
    cards = CardSet(list(OVER.hands[seat])[:1])
    for action in (
        GrandTichu(seat, True),
        Tichu(seat),
        Exchange(seat, Card("2j"), Card("2s"), Card("2p")),
        Play(seat, cards),
        Pass(seat),
        Collect(seat),
        GiveDragon(seat, (seat + 1) % 4),
    ):
        error = assert_refused(OVER, action)
        assert isinstance(error, IllegalAction)
        assert error.rule is not None


# --- anything at all -----------------------------------------------------------------------------

anything = st.sampled_from(JUNK) | st.integers(-2, 16) | st.sampled_from(list(DECK))


@given(st.data(), strategies.seeds)
@settings(max_examples=600)
def test_an_action_made_of_anything_is_listed_or_refused(data: st.DataObject, seed: int):
    walk = rounds.walk(Rules(), seed % 20)
    state = random.Random(seed).choice(list(walk.states))
    kind = data.draw(
        st.sampled_from([GrandTichu, Tichu, Exchange, Play, Pass, Collect, GiveDragon])
    )
    fields = [data.draw(anything) for _ in kind.__struct_fields__]
    action = kind(*fields)
    listed = [seat for seat in range(4) if action in legal_actions(state, seat)]
    before = repr(state)
    try:
        apply(state, action)
    except TichuError:
        assert listed == []
    else:
        assert listed == [fields[0]]
    assert str(action)
    assert repr(state) == before


@pytest.mark.parametrize("purpose", ["deal", "agent"])
@pytest.mark.parametrize("seed", [None, 1.5, "ü", "x" * 201, "a\nb", b"a", True, 10**300])
def test_seeds(purpose: Any, seed: Any):
    with pytest.raises(InvalidValue) as caught:
        stream(seed, purpose)
    assert caught.value.code == "bad_seed"
