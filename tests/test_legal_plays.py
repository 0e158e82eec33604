"""legal_plays and Plays: which plays, in which order, and how a lazy sequence behaves."""

from __future__ import annotations

import random
from collections.abc import Sequence
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tichu import (
    STANDARD,
    Card,
    CardSet,
    Combination,
    InvalidValue,
    NotationError,
    Plays,
    Rng,
    Rules,
    legal_plays,
)
from tichu._core import DECK, TYPES

BIGGEST = "Tj Ts Jj Js Jp Jt Qj Qs Qp Qt Kj Ks Kp Ph"
STRICT = Rules(wish_bomb_in_turn="strict")
IN_TURN_ONLY = Rules(bomb_out_of_turn=False)

hands = st.integers(0, 2**32).map(lambda seed: CardSet(random.Random(seed).sample(list(DECK), 14)))


def texts(plays: Plays) -> list[str]:
    return [str(play) for play in plays]


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("", []),
        ("Do", ["Do"]),
        ("Mj Ph 2j", ["Mj", "Ph=1.5", "2j", "2j Ph=2"]),
        ("7j 7s 8p", ["7j", "7s", "8p", "7j 7s"]),
        ("7j 7s Ph", ["Ph=1.5", "7j", "7s", "7j 7s", "7j Ph=7", "7s Ph=7", "7j 7s Ph=7"]),
        ("9j 9s 9p 9t", None),
    ],
)
def test_leads(hand, plays):
    if plays is None:
        assert legal_plays(hand).count_by_type() == {
            **dict.fromkeys(TYPES, 0),
            "single": 4,
            "pair": 6,
            "triple": 4,
            "bomb4": 1,
        }
    else:
        assert texts(legal_plays(hand)) == plays
    assert not legal_plays(hand).may_pass


def test_the_hand_with_the_most_plays():
    plays = legal_plays(BIGGEST)

    assert len(plays) == 1857
    assert len(set(plays)) == 1857
    assert [str(play) for play in plays.patterns()][:2] == ["Ph=1.5", "Tj"]


def test_answers_to_a_pair():
    plays = legal_plays("7j 7s 8p Ph Mj Do 2j 2s 2p 2t", table="5j 5s")

    assert texts(plays) == ["7j 7s", "7j Ph=7", "7s Ph=7", "8p Ph=8", "2j 2s 2p 2t"]
    assert plays.may_pass
    assert plays.table == Combination("5j 5s")


@pytest.mark.parametrize(
    ("hand", "table", "plays"),
    [
        ("Ph Dg 2j", "Aj", ["Ph=14.5", "Dg"]),
        ("Ph Aj 2j", "Dg", []),
        ("Mj 2j Dg Do", "Ph", ["2j", "Dg"]),
        ("Ph 2j", "Mj", ["Ph=1.5", "2j"]),
        ("Aj Dg", "Ph=14.5", ["Dg"]),
        ("3j 4j 5s 6j Ph", "2j 3s 4s 5j 6s", ["3j 4j 5s 6j Ph=7"]),
        ("7j 7s 8p 8j Ph", "3j 3s 3p 9j 9s", ["7j 7s 8j 8p Ph=7", "7j 7s 8j 8p Ph=8"]),
        ("9j 9s 9p 9t", "2j 3j 4j 5j 6j", []),
        ("3s 4s 5s 6s 7s", "2j 3j 4j 5j 6j", ["3s 4s 5s 6s 7s"]),
    ],
)
def test_answers(hand, table, plays):
    assert sorted(texts(legal_plays(hand, table))) == sorted(plays)


def test_out_of_turn_only_bombs_are_legal():
    hand = "7j 7s 7p 7t Ph Dg"

    assert texts(legal_plays(hand, "Aj", in_turn=False)) == ["7j 7s 7p 7t"]
    assert texts(legal_plays(hand, "Aj", 9, in_turn=False)) == ["7j 7s 7p 7t"]
    assert texts(legal_plays(hand, None, in_turn=False)) == []
    assert texts(legal_plays(hand, "Aj", in_turn=False, rules=IN_TURN_ONLY)) == []
    assert not legal_plays(hand, "Aj", in_turn=False).may_pass


@pytest.mark.parametrize(
    ("hand", "table", "wish", "plays", "may_pass"),
    [
        ("7j 8j", "6j", 8, ["8j"], False),
        ("7j 8j", "9j", 8, [], True),
        ("7j 8j", "6j", 9, ["7j", "8j"], True),
        ("7j 8j Do", None, 8, ["8j"], False),
        ("7j Ph", "6j", 8, ["Ph=6.5", "7j"], True),
        ("8j Ph", "7j 7s", 8, ["8j Ph=8"], False),
        ("8j 8s 8p 8t 9j", "Dg", 8, ["8j 8s 8p 8t"], False),
        ("8j 7j 7s 7p 7t", "6j", 8, ["8j", "7j 7s 7p 7t"], False),
        ("7j 7s 7p 7t", "Aj", 8, ["7j 7s 7p 7t"], True),
    ],
)
def test_a_wish_in_turn(hand, table, wish, plays, may_pass):
    legal = legal_plays(hand, table, wish)

    assert texts(legal) == plays
    assert legal.may_pass is may_pass


def test_a_strict_wish_binds_bombs_too():
    assert texts(legal_plays("8j 7j 7s 7p 7t", "6j", 8, rules=STRICT)) == ["8j"]
    assert legal_plays("8j", "6j", 8, rules=STRICT).wish_bomb_in_turn == "strict"
    assert legal_plays("8j", "6j", 8, rules=STANDARD).wish_bomb_in_turn == "free"


def test_rules_may_be_any_object_with_the_two_options():
    rules = SimpleNamespace(wish_bomb_in_turn="strict", bomb_out_of_turn=False)

    plays = legal_plays("8j", rules=rules)

    assert (plays.wish_bomb_in_turn, plays.bomb_out_of_turn) == ("strict", False)


@pytest.mark.parametrize(
    "table", [Combination("5j 5s"), "5s 5j", CardSet("5j 5s"), ["5j", Card("5s")]]
)
def test_the_table_comes_in_many_forms(table):
    assert legal_plays("7j 7s", table) == legal_plays(CardSet("7j 7s"), Combination("5j 5s"))


@pytest.mark.parametrize(
    ("hand", "options", "error", "code", "rule"),
    [
        (DECK, {}, InvalidValue, "hand_too_large", "R-007"),
        ("7j", {"wish": 1}, InvalidValue, "bad_wish", "R-066"),
        ("7j", {"wish": 15}, InvalidValue, "bad_wish", "R-066"),
        ("7j", {"wish": -1}, InvalidValue, "bad_wish", "R-066"),
        ("7j", {"wish": 2**99}, InvalidValue, "bad_wish", "R-066"),
        ("7j", {"table": "Do"}, InvalidValue, "dog_on_table", "R-085"),
        ("7j", {"table": "7j 7s"}, InvalidValue, "card_twice", "R-001"),
        ("7j", {"table": CardSet("7s 8s")}, InvalidValue, "not_a_combination", "R-028"),
        ("7j", {"table": "7s 8s"}, NotationError, "not_a_combination", "R-028"),
        ("7j", {"table": "xx"}, NotationError, "unknown_card", None),
        ("7x", {}, NotationError, "unknown_card", None),
    ],
)
def test_what_makes_no_sense_is_refused(hand, options, error, code, rule):
    with pytest.raises(error) as caught:
        legal_plays(hand, **options)

    assert (caught.value.code, caught.value.rule) == (code, rule)


@pytest.fixture
def plays() -> Plays:
    return legal_plays("2j 2s 3j 3s 4p Ph Mj Dg 9j Tj Jj Qj Kj Do")


def test_it_is_a_sequence(plays):
    everything = tuple(plays)

    assert isinstance(plays, Sequence)
    assert len(plays) == len(everything) > 20
    assert [plays[place] for place in range(len(plays))] == list(everything)
    assert plays[-1] == everything[-1]
    assert plays[-len(plays)] == everything[0]
    for cut in (slice(None), slice(3, 9), slice(-5, None), slice(None, None, -2), slice(9, 3)):
        assert plays[cut] == everything[cut]
    assert tuple(reversed(plays)) == everything[::-1]
    assert bool(plays)
    assert not legal_plays("")
    match plays:
        case [first, *_, last]:
            assert (first, last) == (everything[0], everything[-1])
        case _:
            pytest.fail("not matched as a sequence")


def test_indices_end_where_a_list_ends(plays):
    for index in (len(plays), -len(plays) - 1, 2**70, -(2**70)):
        with pytest.raises(IndexError):
            plays[index]


def test_finding_a_play(plays):
    wanted = Combination("2j 2s 3j 3s")

    assert wanted in plays
    assert plays.count(wanted) == 1
    assert plays[plays.index(wanted)] == wanted
    assert plays.index(wanted, -(10**30), 10**30) == plays.index(wanted)
    for missing in (Combination("5j"), "2j", None, 7):
        assert missing not in plays
        assert plays.count(missing) == 0
        with pytest.raises(InvalidValue) as caught:
            plays.index(missing)
        assert caught.value.code == "no_such_play"
    with pytest.raises(InvalidValue):
        plays.index(wanted, plays.index(wanted) + 1)
    with pytest.raises(InvalidValue):
        plays.index(wanted, 0, plays.index(wanted))


def test_a_single_phoenix_is_in_it_with_the_rank_it_takes():
    plays = legal_plays("Ph", "Kj")

    assert Combination("Ph=13.5") in plays
    assert Combination("Ph") not in plays
    assert Combination("Ph").answering(plays.table) in plays


def test_the_order_is_by_type_and_then_ascending(plays):
    types = [TYPES.index(play.type) for play in plays]

    assert types == sorted(types)
    assert str(plays[0]) == "Mj"
    assert [play.rank for play in plays if play.type == "single"] == sorted(
        play.rank for play in plays if play.type == "single"
    )


def test_counts_by_type(plays):
    counts = plays.count_by_type()

    assert tuple(counts) == TYPES
    assert counts == {name: sum(play.type == name for play in plays) for name in TYPES}


@given(hands, st.none() | st.integers(2, 14), st.booleans())
def test_every_way_of_asking_gives_the_same(hand, wish, strict):
    def ask() -> Plays:
        return legal_plays(hand, wish=wish, rules=STRICT if strict else STANDARD)

    everything = list(ask())
    assert len(ask()) == len(everything) == len(set(everything))
    assert [ask()[place] for place in range(0, len(everything), 7)] == everything[::7]
    assert all(play in ask() for play in everything)
    assert list(ask().codes()) == [play.code for play in everything]
    assert list(ask().masks()) == [play.cards.mask for play in everything]
    assert [pattern(play) for play in ask().patterns()] == list(
        dict.fromkeys(pattern(play) for play in everything)
    )


def pattern(play: Combination) -> tuple[object, ...]:
    ranks = tuple(card.rank or str(card) for card in play.cards)
    return play.type, ranks, play.phoenix_rank


def test_patterns_spare_bombs():
    plays = legal_plays("7j 7s 7p 7t 8j 8s")

    assert [str(play) for play in plays.patterns()] == [
        "7j",
        "8j",
        "7j 7s",
        "8j 8s",
        "7j 7s 7p",
        "7j 7s 8j 8s",
        "7j 7s 7p 8j 8s",
        "7j 7s 7p 7t",
    ]
    run_and_pair = legal_plays("5j 6j 7j 8j 9j 7s")
    assert next(str(play) for play in run_and_pair.patterns() if play.rank == 7) == "7s"


def test_samples_are_plays_and_all_of_them_come(plays):
    rng = Rng(bytes(range(32)))

    seen = {plays.sample(rng) for _ in range(40 * len(plays))}

    assert seen == set(plays)
    assert plays.sample(random.Random(5)) in plays
    assert plays.sample(SimpleNamespace(randrange=lambda n: n - 1)) == plays[-1]


def test_a_draw_is_a_number_of_the_others_or_a_play(plays):
    def drawn(place: int, others: int) -> Combination | int:
        bounds: list[int] = []
        source = SimpleNamespace(randrange=lambda n: bounds.append(n) or place)
        found = plays.draw(source, others)
        assert bounds == [others + len(plays)]
        return found

    everything = list(plays)
    assert [drawn(place, 0) for place in range(len(plays))] == everything
    assert [drawn(place, 3) for place in range(3 + len(plays))] == [0, 1, 2, *everything]
    assert legal_plays("").draw(Rng(bytes(32)), 1) == 0


def test_a_draw_from_nothing_is_an_index_error_and_draws_nothing():
    rng = Rng(bytes(32))
    with pytest.raises(IndexError):
        legal_plays("").draw(rng, 0)

    assert rng == Rng(bytes(32))
    for others in (-1, 10**6 + 1):
        with pytest.raises(InvalidValue) as caught:
            legal_plays("7j").draw(rng, others)
        assert caught.value.code == "bad_count"


def test_the_places_of_the_plays_with_a_card(plays):
    everything = list(plays)
    for card in DECK:
        places = tuple(n for n, play in enumerate(everything) if card in play.cards)
        assert plays.places_with(card) == plays.places_with(str(card)) == places


def test_a_sample_of_nothing_is_refused_and_draws_nothing():
    rng = Rng(bytes(32))
    with pytest.raises(InvalidValue) as caught:
        legal_plays("").sample(rng)

    assert caught.value.code == "no_plays"
    assert rng == Rng(bytes(32))


def test_plays_are_equal_if_the_question_is():
    first = legal_plays("7j 7s", "5j 5s", 7)

    assert first == legal_plays("7s 7j", "5s 5j", 7)
    assert hash(first) == hash(legal_plays("7s 7j", "5s 5j", 7))
    list(first)
    assert first == legal_plays("7s 7j", "5s 5j", 7)
    others = [
        legal_plays("7j", "5j 5s", 7),
        legal_plays("7j 7s", "4j 4s", 7),
        legal_plays("7j 7s", None, 7),
        legal_plays("7j 7s", "5j 5s"),
        legal_plays("7j 7s", "5j 5s", 7, in_turn=False),
        legal_plays("7j 7s", "5j 5s", 7, rules=STRICT),
        legal_plays("7j 7s", "5j 5s", 7, rules=IN_TURN_ONLY),
    ]
    assert len({first, *others}) == 8


def test_the_question_can_be_read():
    plays = legal_plays("7j 7s", "5j 5s", 7, in_turn=False)

    assert plays.hand == CardSet("7j 7s")
    assert plays.table == Combination("5j 5s")
    assert (plays.wish, plays.in_turn) == (7, False)
    assert legal_plays("7j").table is None
    assert legal_plays("7j").wish is None
    assert legal_plays("7j").in_turn
    assert repr(plays) == (
        "Plays(CardSet('7j 7s'), table=Combination('5j 5s'), wish=7, in_turn=False)"
    )
    assert repr(legal_plays("7j", rules=STRICT)) == (
        "Plays(CardSet('7j'), wish_bomb_in_turn='strict')"
    )
