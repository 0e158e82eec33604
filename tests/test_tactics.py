"""The book of tactical positions: every entry is sound, and what an agent answers is in it."""

from __future__ import annotations

import random
import re
from collections import Counter
from math import factorial
from pathlib import Path

import pytest
from msgspec.structs import replace

import hidden
import tactics
from tactics import Position
from tichu import DECK, CardSet, RoundState, check_state, format_position, parse_position, view
from tichu.agents import make_agent
from tichu.agents.random import RandomAgent
from tichu.rng import stream
from tichu.seats import SEATS
from tichu.view import determinize

DOCUMENT = Path(__file__).parent.parent / "docs" / "TACTICS.md"

BOOK = tactics.book()

FEWEST = 50

MC = "mc:rollouts=2000"


def entries(*kinds: str) -> list[object]:
    return [
        pytest.param(each, id=each.name.replace(" ", "_"))
        for each in BOOK
        if not kinds or each.kind in kinds
    ]


def hidden_deals(state: RoundState, seat: int) -> int:
    """In how many ways the cards that the seat cannot place may lie."""
    known = hidden.known_to(state, seat)
    counts = [len(state.hands[other]) - len(known[other]) for other in SEATS if other != seat]
    counts += [len(cards) for cards in state.stock]
    ways = factorial(sum(counts))
    for count in counts:
        ways //= factorial(count)
    return ways


# --- the book as a whole ---


def test_there_are_enough_and_no_name_stands_twice():
    names = [each.name for each in BOOK]

    assert len(BOOK) >= FEWEST
    assert len(set(names)) == len(names)
    assert len({each.position + str(each.actions) + each.kind for each in BOOK}) == len(BOOK)


def test_every_kind_of_question_and_every_seat_is_asked():
    assert {each.kind for each in BOOK} == {"grand", "tichu", "exchange", "play", "bomb", "dragon"}
    assert {each.seat for each in BOOK} == set(SEATS)


def test_a_file_holds_its_theme():
    for path in sorted(tactics.FOLDER.glob("*.jsonl")):
        themes = set(re.findall(r'"theme": "(\w+)"', path.read_text(encoding="utf-8")))
        assert themes == {path.stem}


def test_enough_answers_are_bound_by_a_wish():
    """R-068, R-069: without the wish the seat could do more."""
    bound = 0
    for each in BOOK:
        if each.kind != "play" or tactics.state_of(each).wish is None:
            continue
        free = replace(each, position=re.sub(r" wish:\w", "", each.position))
        bound += len(tactics.answers(each)) < len(tactics.answers(free))
    assert bound >= 6


# --- each entry ---


@pytest.mark.parametrize("position", entries())
def test_an_entry_is_written_as_it_is_read(position: Position):
    state = parse_position(position.position)

    assert check_state(state) == state
    assert format_position(state) == position.position
    assert position.reason.endswith(".")
    assert bool(position.best) != bool(position.never)


@pytest.mark.parametrize("position", entries())
def test_all_cards_are_there(position: Position):
    """So that an agent can draw the hidden ones."""
    state = parse_position(position.position)
    parts = [*state.hands, *state.stock, *state.piles, state.trick]

    assert sum(len(part) for part in parts) == len(DECK)


@pytest.mark.parametrize("position", entries())
def test_the_driver_asks_this(position: Position):
    question = tactics.question_of(position)
    driver = tactics.driver_at(position)

    assert (question.kind, question.seat) == (position.kind, position.seat)
    assert [str(action) for action in driver.actions] == list(position.actions)
    assert question.view == view(driver.state, position.seat, driver.events)


@pytest.mark.parametrize("position", entries())
def test_some_answers_are_good_and_some_are_not(position: Position):
    answers = tactics.answers(position)
    good = tactics.good_answers(position)

    assert 0 < len(good) < len(answers)
    for pattern in (*position.best, *position.never):
        assert any(tactics.fits(text, (pattern,)) for text in answers), f"{pattern} fits nothing"
    for text, answer in answers.items():
        assert tactics.text_of(tactics.question_of(position), answer) == text
        assert tactics.is_good(position, answer) == (text in good)


@pytest.mark.parametrize("position", entries())
def test_the_answer_has_to_come_from_the_view(position: Position):
    """Other deals look the same, or the entry says that all cards are known."""
    state = tactics.state_of(position)
    seen = view(state, position.seat)
    rng = random.Random(1)

    assert (hidden_deals(state, position.seat) == 1) == position.open
    others = [hidden.other_world(state, position.seat, rng) for _ in range(20)]
    assert all(view(other, position.seat) == seen for other in others)
    assert any(other.hands != state.hands for other in others) or position.open


@pytest.mark.parametrize("position", entries())
def test_the_view_is_enough_to_draw_the_hidden_cards(position: Position):
    seen = tactics.question_of(position).view
    drawn = determinize(seen, stream(0, "determinize", 0, position.seat))

    assert view(drawn, position.seat) == view(tactics.state_of(position), position.seat)


# --- the loader ---


SCENE = Position(
    name="a scene",
    theme="loader",
    kind="play",
    seat=0,
    position="tichu1 play hands:6j7s8p9tPh/2j2s/3j3s/4j4s turn:0",
    best=("0 play 6? 7? 8? 9? Ph=10",),
    reason="For the test.",
)


def test_a_phoenix_that_says_nothing_has_the_higher_rank():
    """R-041."""
    answers = tactics.answers(SCENE)
    silent = replace(answers["0 play 6j 7s 8p 9t Ph=10"], phoenix_rank=None)

    assert tactics.is_good(SCENE, silent)
    assert not tactics.is_good(SCENE, answers["0 play 6j 7s 8p 9t Ph=5"])
    assert tactics.is_good(replace(SCENE, best=("0 play Ph",)), answers["0 play Ph"])


def test_a_question_that_is_not_asked_is_noticed():
    with pytest.raises(AssertionError, match="does not come to ask"):
        tactics.question_of(replace(SCENE, seat=2))
    with pytest.raises(AssertionError, match="does not come to ask"):
        tactics.question_of(replace(SCENE, actions=("0 play 5j",)))


def test_an_agent_is_told_its_seat_and_the_match_and_sees_a_view():
    told = []

    class Curious(RandomAgent):
        def answer(self, question):
            told.append((self.seat, self.match.totals, question.view.hand))
            return super().answer(question)

    answer = tactics.ask(Curious(), replace(SCENE, totals=(300, 400)))

    assert told == [(0, (300, 400), CardSet("6j 7s 8p 9t Ph"))]
    assert str(answer) in tactics.answers(SCENE)


def test_the_random_agent_does_not_know_the_book():
    right = sum(tactics.is_good(each, tactics.ask(RandomAgent(), each)) for each in BOOK)

    assert 0.2 * len(BOOK) < right < 0.8 * len(BOOK)


# --- the document ---


def test_the_document_counts_the_themes():
    rows = re.findall(
        r"^\| `(\w+)` \| (\d+) \|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE
    )

    assert {theme: int(count) for theme, count in rows} == Counter(each.theme for each in BOOK)


# --- agents ---


@pytest.mark.parametrize("position", entries())
def test_mc_plays_what_the_book_says(position: Position):
    answer = tactics.ask(make_agent(MC), position)

    assert tactics.is_good(position, answer), f"{answer}: {position.reason}"
