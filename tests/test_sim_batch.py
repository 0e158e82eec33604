"""Many rounds at once: asked as the driver asks, in buffers."""

from __future__ import annotations

import random
from array import array
from collections.abc import Generator
from itertools import pairwise
from typing import Any

import pytest

import sim_pairs
from rounds import random_deal
from tichu import (
    IllegalAction,
    InvalidValue,
    Play,
    Question,
    RoundDriver,
    RoundState,
    Rules,
    Step,
    parse_position,
)
from tichu.finish import count_round
from tichu.sim import NUMBERS, Batch, Round, action_of, deal_batch, simulate_rounds
from tichu.sim.codes import DECLINE, GIVE_DRAGON, PASS, code_of

KINDS = {1: "tichu", 3: "play", 4: "bomb", 5: "dragon"}
TICHU = 0xC0 << 56


def rows(batch: Batch) -> list[list[int]]:
    """The possible answers of each table."""
    offsets, codes = batch.answers()
    return [list(codes[one:end]) for one, end in pairwise(offsets)]


def random_answers(batch: Batch, rng: random.Random) -> list[int]:
    return [rng.choice(codes) if codes else 0 for codes in rows(batch)]


def openings(seeds: range) -> list[RoundState]:
    states = []
    for seed in seeds:
        rng = random.Random(seed)
        states.append(sim_pairs.opening(random_deal(rng), sim_pairs.rules_for(seed), rng))
    return states


class Follower:
    """The driver at one table, given the same answers."""

    def __init__(self, state: RoundState) -> None:
        self.driver = RoundDriver(Step(state, ()))
        self.questions: Generator[Question, Any, None] = self.driver.questions()
        self.question: Question | None = next(self.questions)

    def answers(self) -> list[int]:
        assert self.question is not None
        state, legal = self.driver.state, self.question.legal
        if self.question.kind == "tichu":
            return [DECLINE, TICHU]
        declines = [DECLINE] if self.question.kind == "bomb" else []
        return declines + [code_of(state, action) for action in legal]

    def answer(self, code: int) -> None:
        assert self.question is not None
        action = None if code == DECLINE else action_of(self.question.seat, code)
        try:
            self.question = self.questions.send(action)
        except StopIteration:
            self.question = None


def test_every_table_is_asked_as_the_driver_asks():
    states = openings(range(48))
    batch, rng = Batch(states), random.Random(1)
    followers = [Follower(state) for state in states]

    while not all(batch.done):
        questions, seats, possible = batch.questions, batch.seats, rows(batch)
        answers = random_answers(batch, rng)
        for place, follower in enumerate(followers):
            if follower.question is None:
                assert (questions[place], seats[place], possible[place]) == (6, -1, [])
                continue
            assert KINDS[questions[place]] == follower.question.kind
            assert seats[place] == follower.question.seat
            assert sorted(possible[place]) == sorted(follower.answers())
            follower.answer(answers[place])
        batch.step(array("Q", answers))

    for follower, score in zip(followers, batch.scores.tolist(), strict=True):
        assert follower.question is None
        assert count_round(follower.driver.state).total == tuple(score)


def test_views_show_the_rounds():
    batch, rng = deal_batch(20, 3), random.Random(2)
    for _ in range(60):
        batch.step(random_answers(batch, rng))

    for place in range(20):
        game = batch.round(place)
        assert batch.hands.tolist()[place] == [hand.mask for hand in game.hands]
        assert batch.piles.tolist()[place] == [pile.mask for pile in game.piles]
        assert batch.tops[place] == (game.top.code if game.top else 0)
        assert batch.wishes[place] == (game.wish or 0)
        assert batch.done[place] == game.is_over
        assert tuple(batch.scores.tolist()[place]) == (game.scores or (0, 0))


def test_views_are_read_only_and_typed():
    batch = deal_batch(5, 1)
    offsets, codes = batch.answers()
    views = {
        "B": [batch.questions, batch.wishes],
        "b": [batch.seats],
        "?": [batch.done, batch.mask()],
        "i": [batch.scores],
        "Q": [batch.hands, batch.piles, batch.tops, offsets, codes],
        "H": [batch.numbers()],
    }

    for form, found in views.items():
        for view in found:
            assert (view.format, view.readonly) == (form, True)
    assert batch.scores.shape == (5, 2)
    assert batch.hands.shape == batch.piles.shape == (5, 4)
    assert batch.mask().shape == (5, NUMBERS)
    assert (len(offsets), offsets[0], offsets[5]) == (6, 0, len(codes))


def test_numbers_name_the_answers_up_to_suits():
    batch, rng = deal_batch(30, 5), random.Random(3)
    for _ in range(25):
        offsets, codes = batch.answers()
        numbers, mask = batch.numbers(), batch.mask().tolist()
        seats = batch.seats
        assert len(numbers) == len(codes)
        for place in range(30):
            own = numbers[offsets[place] : offsets[place + 1]]
            assert {n for n, flag in enumerate(mask[place]) if flag} == set(own)
            by_number: dict[int, set[str]] = {}
            for code, number in zip(codes[offsets[place] : offsets[place + 1]], own, strict=True):
                by_number.setdefault(number, set()).add(without_suits(seats[place], code))
            assert all(len(texts) == 1 for texts in by_number.values())
            assert len({text for (text,) in by_number.values()}) == len(by_number)
        batch.step(random_answers(batch, rng))


def without_suits(seat: int, code: int) -> str:
    if code in (DECLINE, TICHU, PASS) or code & ~3 == GIVE_DRAGON:
        return hex(code)
    action = action_of(seat, code)
    assert isinstance(action, Play)
    kind = code >> 60
    ranks = sorted(str(card)[0] if card.suit else str(card) for card in action.cards)
    return f"{kind} {ranks} {action.phoenix_rank} {action.wish}"


def test_deals_are_those_of_the_rollouts():
    batch, again = deal_batch(50, "seed"), deal_batch(20, "seed")

    assert batch.hands.tolist()[:20] == again.hands.tolist()
    assert batch.hands.tolist() != deal_batch(50, "other").hands.tolist()
    assert len(simulate_rounds(50, "seed")) == len(batch) == 50


def test_finished_tables_get_new_deals():
    batch, rng = deal_batch(8, 1), random.Random(4)
    first = batch.hands.tolist()
    while sum(batch.done) < 3:
        batch.step(random_answers(batch, rng))
    over = list(batch.done)
    before = batch.hands.tolist()

    assert batch.renew() == sum(over)

    assert not any(batch.done)
    for place, hands in enumerate(batch.hands.tolist()):
        assert (hands != before[place]) == over[place]
        assert hands not in first or not over[place]
    fresh = deal_batch(8 + sum(over), 1).hands.tolist()[8:]
    assert [hands for hands, done in zip(batch.hands.tolist(), over, strict=True) if done] == fresh


def test_an_impossible_answer_changes_nothing():
    batch = deal_batch(6, 1)
    before, answers = batch.hands.tolist(), [codes[0] for codes in rows(batch)]
    questions = list(batch.questions)

    with pytest.raises(IllegalAction) as caught:
        batch.step([*answers[:4], 12345, answers[5]])

    assert (caught.value.code, caught.value.where) == ("illegal_code", "table 4")
    assert batch.hands.tolist() == before
    assert list(batch.questions) == questions


@pytest.mark.parametrize(
    ("answers", "code"),
    [([], "bad_count"), ([PASS] * 7, "bad_count"), ([-1] * 6, "wrong_type"), (5, "wrong_type")],
)
def test_answers_are_one_number_for_each_table(answers: Any, code: str):
    with pytest.raises(InvalidValue) as caught:
        deal_batch(6, 1).step(answers)
    assert caught.value.code == code


def test_copies_go_their_own_way():
    batch = deal_batch(4, 1)
    other = batch.copy()

    batch.step([codes[-1] for codes in rows(batch)])

    assert list(other.questions) == list(deal_batch(4, 1).questions)
    assert rows(batch) != rows(other)


def test_rounds_can_be_taken_out():
    state = parse_position("tichu1 play hands:7jMj/8j/9j/Tj turn:0")
    batch = Batch([state, state])

    assert batch.round(1) == Round(state)
    for index in (2, -1, 2**70):
        with pytest.raises(InvalidValue) as caught:
            batch.round(index)
        assert caught.value.code == "bad_index"
    assert repr(batch) == "<tichu.sim.Batch, 2 rounds, 0 over>"


def test_a_batch_may_be_empty_or_too_large():
    empty = Batch([])

    empty.step([])
    assert (len(empty), len(empty.done), len(empty.answers()[1])) == (0, 0, 0)
    for count in (0, 10**6 + 1):
        with pytest.raises(InvalidValue) as caught:
            deal_batch(count, 1)
        assert caught.value.code == "bad_count"


def test_rules_hold_for_the_deals():
    rules = Rules(wish_optional=False, bomb_out_of_turn=False)
    batch, rng = deal_batch(40, 1, rules), random.Random(5)

    while not all(batch.done):
        assert 4 not in list(batch.questions)
        batch.step(random_answers(batch, rng))
