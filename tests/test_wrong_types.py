"""A wrong type or a wrong value is a ``TichuError`` with a code, in every public function."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from typing import Any

import pytest

import tichu
from tichu import CardSet, InvalidValue, MatchHistory, MatchState, Pass, Play, Rules, TichuError
from tichu.agents import FirstAgent, make_agent
from tichu.record import RecordWriter, read_record, write_record
from tichu.rng import shuffled

DEAL = tichu.deal_for("types", 1)
STATE = tichu.start_round(DEAL).state
LEAD = tichu.parse_position("tichu1 play hands:7j8j/9j/Tj/Jj turn:0")
HUGE = 10**5000
HISTORY = MatchHistory()


class NoRepr:
    def __repr__(self) -> str:
        raise RuntimeError("no repr for you")


def kind_of(value: object) -> str:
    return type(value).__name__


NONSENSE: list[Any] = [None, "x", 3, 1.5, True, object(), NoRepr(), [], {}, HUGE, -1, b"x"]

CALLS: dict[str, Callable[[Any], object]] = {
    "legal_actions state": lambda x: tichu.legal_actions(x, 0),
    "apply state": lambda x: tichu.apply(x, Pass(0)),
    "apply action": lambda x: tichu.apply(STATE, x),
    "apply seat": lambda x: tichu.apply(LEAD, Pass(x)),
    "apply cards": lambda x: tichu.apply(LEAD, Play(0, x)),
    "view state": lambda x: tichu.view(x, 0),
    "determinize view": lambda x: tichu.determinize(x, random.Random(1)),
    "format_position": tichu.format_position,
    "check_state": tichu.check_state,
    "start_round deal": tichu.start_round,
    "start_round rules": lambda x: tichu.start_round(DEAL, x),
    "deal rng": tichu.deal,
    "Deal": lambda x: tichu.Deal(x, x),
    "add_round match": lambda x: tichu.add_round(x, (1, 0)),
    "add_round points": lambda x: tichu.add_round(MatchState(), x),
    "make_agent": make_agent,
    "play_match players": lambda x: tichu.play_match(x, seed=1),
    "play_match rules": lambda x: tichu.play_match([FirstAgent()] * 4, seed=1, rules=x),
    "play_match names": lambda x: tichu.play_match([FirstAgent()] * 4, seed=1, names=x),
    "play_round start": lambda x: tichu.play_round([FirstAgent()] * 4, x),
    "parse_position": tichu.parse_position,
    "parse_action": tichu.parse_action,
    "stream purpose": lambda x: tichu.stream("s", x) if x != "x" else tichu.stream("s", "X"),
    "read_record": read_record,
    "write_record history": lambda x: write_record(x, io.BytesIO()),
    "write_record target": lambda x: write_record(HISTORY, x) if x != "x" else read_record(3),
    "RecordWriter target": lambda x: RecordWriter(x) if x != "x" else read_record(3),
    "RecordWriter seats": lambda x: RecordWriter(io.BytesIO(), seats=x),
}


@pytest.mark.parametrize("value", NONSENSE, ids=kind_of)
@pytest.mark.parametrize("name", CALLS)
def test_nonsense_is_refused_with_a_code(name: str, value: Any):
    with pytest.raises(TichuError) as caught:
        CALLS[name](value)
    assert caught.value.code
    assert str(caught.value).strip()


@pytest.mark.parametrize("seat", [None, "0", 4, -1, True, 1.0, HUGE], ids=kind_of)
def test_no_seat(seat: Any):
    for call in (tichu.legal_actions, tichu.view):
        with pytest.raises(InvalidValue) as caught:
            call(STATE, seat)
        assert caught.value.code == "bad_seat"


@pytest.mark.parametrize("number", [0, -3, True, 1.0, "1", None, HUGE], ids=kind_of)
def test_rounds_are_counted_from_one(number: Any):
    with pytest.raises(InvalidValue) as caught:
        tichu.deal_for("x", number)
    assert caught.value.code == "bad_round"


@pytest.mark.parametrize("purpose", ["", "b|agent", "Deal", "ü", "a b", "deal\n", "x" * 41])
def test_a_purpose_is_a_word(purpose: str):
    with pytest.raises(InvalidValue) as caught:
        tichu.stream("a", purpose)
    assert caught.value.code == "bad_purpose"


def test_a_seed_may_be_a_number_everywhere():
    assert tichu.deal_for(7, 1) == tichu.deal_for("7", 1)
    assert tichu.stream(7, "mine").next_u64() == tichu.stream("7", "mine").next_u64()


@pytest.mark.parametrize(
    "points", [(1.5, 0), (float("nan"), 0), (1, 2, 3), (True, 0), (HUGE, 0)], ids=kind_of
)
def test_points_are_two_whole_numbers(points: Any):
    with pytest.raises(InvalidValue) as caught:
        tichu.add_round(MatchState(), points)
    assert caught.value.code == "bad_points"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"out": (True, 1, 2)}, "bad_finish"),
        ({"out": (0, 1)}, "bad_finish"),
        ({"piles": (CardSet(),) * 3}, "wrong_type"),
        ({"piles": ("5j",) * 4}, "wrong_type"),
        ({"last_hand": "5j"}, "wrong_type"),
        ({"calls": ("foo",) * 4}, "bad_calls"),
        ({"calls": (None,) * 7}, "bad_calls"),
    ],
)
def test_what_cannot_be_counted(changed: dict[str, Any], code: str):
    sheet: dict[str, Any] = {
        "out": (0, 1, 2),
        "piles": (CardSet(),) * 4,
        "last_hand": CardSet(),
        "calls": (None,) * 4,
    }
    assert tichu.score_round(**sheet).total == (0, 0)
    with pytest.raises(InvalidValue) as caught:
        tichu.score_round(**{**sheet, **changed})
    assert caught.value.code == code


@pytest.mark.parametrize("option", Rules.__struct_fields__)
def test_an_option_of_huge_or_shy_value(option: str):
    for value in (HUGE, NoRepr(), None):
        with pytest.raises(InvalidValue) as caught:
            Rules(**{option: value})
        assert (caught.value.code, caught.value.where) == ("bad_option", option)


class Source:
    def __init__(self, value: Any) -> None:
        self.value = value

    def randrange(self, stop: int, /) -> Any:
        return self.value


@pytest.mark.parametrize("value", [-1, 10**6, "x", None, 0.5, HUGE], ids=kind_of)
def test_a_strange_random_source_draws_nothing(value: Any):
    source = Source(value)
    legal = tichu.legal_actions(LEAD, 0)
    exchange = tichu.legal_actions(tichu.start_round(DEAL, tichu.TOURNAMENT).state, 0)
    seen = tichu.view(STATE, 0)
    draws: list[Callable[[], object]] = [
        lambda: legal.sample(source),
        lambda: exchange.sample(source),
        lambda: legal.plays.sample(source),
        lambda: tichu.determinize(seen, source),
        lambda: shuffled("abc", source),
    ]
    for draw in draws:
        with pytest.raises(InvalidValue) as caught:
            draw()
        assert caught.value.code in ("bad_random_source", "wrong_type")
