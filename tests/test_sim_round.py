"""`tichu.sim.Round`: what search authors rely on."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import threading
from types import SimpleNamespace

import pytest

import sim_pairs
from rounds import random_deal
from tichu import (
    STANDARD,
    CardSet,
    Collect,
    Combination,
    Exchange,
    GiveDragon,
    GrandTichu,
    IllegalAction,
    InvalidValue,
    Pass,
    Play,
    RoundState,
    Tichu,
    parse_action,
    parse_position,
    start_round,
)
from tichu.sim import Round, action_of, code_of
from tichu.sim.codes import PASS

SMALL = parse_position("tichu1 play hands:7jMj/8j/9j/Tj turn:0")
RIPE = parse_position("tichu1 ripe hands:3j/4j/5j/6j owner:1 top:Dg trick:Dg passes:3")


def an_opening(seed: int) -> RoundState:
    rng = random.Random(seed)
    return sim_pairs.opening(random_deal(rng), STANDARD, rng)


def test_a_round_shows_its_state():
    game = Round(SMALL)

    assert (game.phase, game.turn, game.mover, game.is_over) == ("play", 0, 0, False)
    assert (game.top, game.owner, game.passes, game.wish) == (None, None, 0, None)
    assert game.hands == SMALL.hands
    assert game.piles == (CardSet(),) * 4
    assert (game.trick, game.out, game.calls) == (CardSet(), (), (None,) * 4)
    assert game.scores is None


def test_actions_are_numbers_with_the_wish_in_them():
    codes = list(Round(SMALL).legal())

    actions = {str(action_of(0, code)) for code in codes}

    wishes = {f"0 play Mj wish={rank}" for rank in "23456789TJQKA"}
    assert actions == wishes | {"0 play Mj", "0 play 7j"}
    assert len(codes) == len(set(codes)) == Round(SMALL).count_legal() == 15


def test_legal_actions_are_a_read_only_view_of_64_bit_numbers():
    view = Round(SMALL).legal(0)

    assert (view.format, view.itemsize, view.readonly, view.ndim) == ("Q", 8, True, 1)
    assert list(Round(SMALL).legal(1)) == []


def test_applying_changes_the_round_and_a_copy_goes_its_own_way():
    game = Round(SMALL)
    other = game.copy()

    game.apply(code_of(SMALL, parse_action("0 play Mj wish=8")))

    assert (game.turn, game.wish, str(game.top)) == (1, 8, "Mj")
    assert other == Round(SMALL) != game
    assert copy.copy(game) == game
    # The wish can be met, so it must be.
    assert [str(action_of(1, code)) for code in game.legal()] == ["1 play 8j"]


def test_without_a_seat_the_mover_is_meant():
    game = Round(RIPE)

    assert (game.turn, game.mover) == (None, 1)
    assert [action_of(1, code) for code in game.legal()] == [GiveDragon(1, 2), GiveDragon(1, 0)]
    game.apply(game.legal()[0])
    assert (game.phase, game.turn, game.piles[2]) == ("play", 1, CardSet("Dg"))


def test_what_is_not_legal_is_refused():
    game = Round(SMALL)

    for seat in (None, 0, 1):
        with pytest.raises(IllegalAction) as caught:
            game.apply(PASS, seat)
        assert caught.value.code == "illegal_code"
        assert not game.allows(PASS, seat)
    assert game == Round(SMALL)


def test_a_round_that_is_over_allows_nothing():
    game = Round(parse_position("tichu1 over hands:-/-/-/5j out:102 calls:-/tichu/-/-"))

    assert (game.mover, list(game.legal()), game.count_legal()) == (None, [], 0)
    assert game.scores == (5, 100)
    with pytest.raises(IllegalAction):
        game.apply(PASS)


def test_calls():
    game = Round(an_opening(1))
    seat = next(seat for seat in range(4) if game.calls[seat] is None)

    assert game.may_call(seat)
    game.call_tichu(seat)

    assert game.calls[seat] == "tichu"
    with pytest.raises(IllegalAction) as caught:
        game.call_tichu(seat)
    assert caught.value.code == "illegal_call"


def test_equal_rounds_have_equal_keys_and_pickles():
    state = an_opening(2)
    game = Round(state)
    restored = pickle.loads(pickle.dumps(game))

    assert restored == game == Round(state)
    assert restored.key == game.key
    with pytest.raises(TypeError):
        hash(game)


def test_pickles_hold_every_field():
    for seed in range(12):
        rng = random.Random(seed)
        rules = sim_pairs.rules_for(seed)
        state = sim_pairs.opening(random_deal(rng), rules, rng)
        game = Round(state)
        while not state.is_over:
            state = sim_pairs.step(state, game, rng)
            assert pickle.loads(pickle.dumps(game)) == game


def test_the_key_is_the_same_in_another_process():
    program = (
        "from tichu import parse_position; from tichu.sim import Round;"
        "print(Round(parse_position('tichu1 play hands:7jMj/8j/9j/Tj turn:0')).key)"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert int(done.stdout) == Round(SMALL).key


def test_keys_differ_with_everything_that_matters():
    lines = [
        "tichu1 play hands:7jMj/8j/9j/Tj turn:0",
        "tichu1 play hands:7jMj/8j/9j/Tj turn:1",
        "tichu1 play hands:7jMj/9j/8j/Tj turn:0",
        "tichu1 play hands:7jMj/8j/9j/Tj turn:0 wish:8",
        "tichu1 play hands:7jMj/8j/9j/Tj turn:0 piles:2j/-/-/-",
        "tichu1 play hands:7jMj/8j/9j/Tj turn:0 calls:tichu/-/-/-",
        "tichu1 play hands:7jMj/8j/9j/Tj turn:0 rules:wish_optional=false",
        "tichu1 play hands:7jMj/8j/9j/Tj turn:0 rules:double_victory_points=100",
    ]

    assert len({Round(parse_position(line)).key for line in lines}) == len(lines)


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (start_round(random_deal(random.Random(1))).state, "bad_phase"),
        (None, "wrong_type"),
        ("tichu1 play", "wrong_type"),
        (SimpleNamespace(phase="play"), "wrong_type"),
    ],
)
def test_states_that_are_none_are_refused(state: object, code: str):
    with pytest.raises(InvalidValue) as caught:
        Round(state)  # type: ignore[arg-type]
    assert caught.value.code == code


def test_states_that_cannot_be_are_refused():
    for changes in ({"turn": None}, {"phase": "ripe"}, {"out": (0,)}, {"passes": 3}, {"wish": 1}):
        fields = {name: getattr(SMALL, name) for name in SMALL.__struct_fields__} | changes
        with pytest.raises(InvalidValue) as caught:
            Round(SimpleNamespace(**fields))  # type: ignore[arg-type]
        assert caught.value.code == "bad_state"


@pytest.mark.parametrize("seat", [-1, 4, 2**70])
def test_seats_are_0_to_3(seat: int):
    game = Round(SMALL)
    for ask in (game.legal, game.count_legal, game.may_call, game.call_tichu):
        with pytest.raises(InvalidValue) as caught:
            ask(seat)
        assert caught.value.code == "bad_seat"


@pytest.mark.parametrize("code", [-1, 2**64])
def test_codes_have_64_bits(code: int):
    with pytest.raises(InvalidValue) as caught:
        Round(SMALL).apply(code)
    assert caught.value.code == "bad_code"


def test_codes_and_actions_translate_both_ways():
    state = an_opening(3)
    plays = [
        Play(0, CardSet("5j 5s 9j 9s Ph"), 9),
        Play(0, CardSet("5j 5s 9j 9s Ph"), 5),
        Play(1, CardSet("Mj 2j 3s 4p 5t"), wish=14),
        Play(1, CardSet("Mj")),
        Play(2, CardSet("Ph")),
        Pass(3),
        Collect(0),
        GiveDragon(1, 2),
    ]
    for action in plays:
        assert action_of(action.seat, code_of(state, action)) == action
    assert code_of(state, Play(0, CardSet("7j"))) == Combination("7j").code


@pytest.mark.parametrize("action", [Tichu(0), GrandTichu(0, True)])
def test_other_actions_have_no_code_here(action: Tichu | GrandTichu):
    with pytest.raises(InvalidValue) as caught:
        code_of(SMALL, action)
    assert caught.value.code == "bad_action"


def test_codes_of_the_exchange_and_the_calls_can_be_read():
    assert action_of(2, 0xC0 << 56) == Tichu(2)
    assert action_of(2, 0xC1 << 56) == GrandTichu(2, True)
    assert action_of(2, 0xC2 << 56) == GrandTichu(2, False)
    one, two, three = CardSet("7j 8s Ph")
    code = 0x9E << 56 | one.index | two.index << 6 | three.index << 12
    assert action_of(1, code) == Exchange(1, one, two, three)


@pytest.mark.parametrize("code", [0, 0xFF << 56, 0xB0 << 56 | 7, 0x9E << 56 | 63, 2**64, -1])
def test_numbers_that_are_no_codes_are_refused(code: int):
    with pytest.raises(InvalidValue):
        action_of(0, code)


def test_threads_may_share_a_round():
    state = an_opening(4)
    game = Round(state)
    count = game.count_legal()
    failures = []

    def work() -> None:
        good = [game.copy().key == game.key and len(game.legal()) == count for _ in range(300)]
        failures.append(good.count(False))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failures == [0, 0, 0, 0]


def test_repr_says_what_it_is():
    assert repr(Round(SMALL)).startswith("<tichu.sim.Round, phase play, on turn 0, key 0x")
