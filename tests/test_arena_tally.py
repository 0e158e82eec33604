"""What is counted of a round: calls and whether they were made, first places, bombs (R-019)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

import rounds
import strategies
from scenes import at
from tichu import (
    InvalidValue,
    Play,
    Question,
    RoundDriver,
    RoundState,
    Step,
    play_round,
    start_round,
)
from tichu.agents import FirstAgent, Guard, RandomAgent
from tichu.arena.game import Tally
from tichu.arena.tally import tally_round, with_answers
from tichu.events import Played
from tichu.seats import SEATS


class Bomber(FirstAgent):
    """Throws every bomb, and leads one if it can."""

    def play(self, question: Question):
        bombs = [play for play in question.legal.plays if play.is_bomb]
        return Play(question.seat, bombs[0].cards) if bombs else super().play(question)

    def bomb(self, question: Question):
        return next(iter(question.legal))


def played(state: RoundState, *agents: FirstAgent) -> RoundDriver:
    return play_round(agents or [FirstAgent() for _ in range(4)], Step(state, ()))


def test_a_double_victory_with_one_call_made_and_one_lost():
    """Seat 0 made its Tichu; its partner's Grand Tichu is lost by the same first place."""
    state = at("play Aj/3j3s/4j/5j6j", "turn:0", "calls:tichu/-/grand/-")
    ours, theirs = tally_round(played(state), 0)

    assert ours == Tally(
        rounds=1,
        points=200 + 100 - 200,
        tichu_called=1,
        tichu_made=1,
        grand_called=1,
        grand_made=0,
        double_victories=1,
        firsts=1,
    )
    assert theirs == Tally(rounds=1)


def test_a_partners_first_place_makes_no_call():
    """R-019: the caller himself must be first out."""
    state = at("play Aj/3j3s/4j/5j6j", "turn:0", "calls:-/-/tichu/grand")
    ours, theirs = tally_round(played(state), 0)

    assert (ours.tichu_called, ours.tichu_made) == (1, 0)
    assert (theirs.grand_called, theirs.grand_made, theirs.points) == (1, 0, -200)


def test_a_grand_tichu_made():
    state = at("play Aj/3j3s/4j/5j6j", "turn:0", "calls:grand/-/-/-")
    ours, _ = tally_round(played(state), 0)

    assert (ours.grand_called, ours.grand_made, ours.tichu_called, ours.points) == (1, 1, 0, 400)


def test_both_of_a_team_may_call():
    state = at("play Aj/3j3s/4j/5j6j", "turn:0", "calls:tichu/-/tichu/-")
    ours, _ = tally_round(played(state), 0)

    assert (ours.tichu_called, ours.tichu_made) == (2, 1)


def test_the_first_agent_may_sit_on_the_other_seats():
    driver = played(at("play Aj/3j3s/4j/5j6j", "turn:0", "calls:tichu/-/-/-"))

    assert tally_round(driver, 1) == tally_round(driver, 0)[::-1]
    assert tally_round(driver, 1)[1].tichu_made == 1


def test_a_first_place_without_double_victory():
    """Seats 1, 2 and 0 go out in this order, or 1, 0: nobody's partner is second."""
    state = at("play Aj/Kj/3j3s/4j4s5j", "turn:1")
    ours, theirs = tally_round(played(state), 0)

    assert (ours.firsts, ours.double_victories, theirs.firsts, theirs.double_victories) == (
        0,
        0,
        1,
        0,
    )


def test_bombs_thrown_out_of_turn_count_and_so_do_those_led():
    thrown = at("play 2jAj/3j4j/5j6j/7j9j9s9p9t", "turn:0")
    agents = [FirstAgent(), FirstAgent(), FirstAgent(), Bomber()]
    ours, theirs = tally_round(played(thrown, *agents), 0)
    assert (ours.bombs, theirs.bombs) == (0, 1)

    led = at("play 2jAj/3j4j/5j6j/7j9j9s9p9t", "turn:3")
    ours, theirs = tally_round(played(led, *agents), 0)
    assert (ours.bombs, theirs.bombs) == (0, 1)


def test_a_round_that_is_not_over_has_no_tally():
    driver = RoundDriver(Step(at("play 2jAj/3j4j/5j6j/7j8j", "turn:0"), ()))

    with pytest.raises(InvalidValue) as caught:
        tally_round(driver, 0)
    assert caught.value.code == "bad_finish"


def test_what_the_guards_of_a_team_counted_is_added():
    one, other = Guard(FirstAgent()), Guard(FirstAgent())
    one.count(3, 0.25)
    other.count(2, 0.5)
    other.blame("agent_error", "no", "play")

    tally = with_answers(Tally(rounds=1, bombs=2), (one, other))

    assert tally == Tally(rounds=1, bombs=2, answers=5, seconds=0.75, faults=1)


@given(strategies.rules(), strategies.seeds)
def test_the_tallies_agree_with_the_count_of_the_round(rules, seed):
    """The bonus of the count is what calls made are worth, less those lost (R-102)."""
    deal = rounds.random_deal(random.Random(seed))
    agents = [RandomAgent() for _ in SEATS]
    driver = play_round(agents, start_round(deal, rules), seed=seed)
    end, both = driver.state, tally_round(driver, 0)

    assert tuple(tally.points for tally in both) == end.score.total
    assert sum(tally.firsts for tally in both) == 1
    assert sum(tally.double_victories for tally in both) == end.score.double
    for team, tally in enumerate(both):
        seats = (team, team + 2)
        calls = [end.calls[seat] for seat in seats]
        assert (tally.tichu_called, tally.grand_called) == (
            calls.count("tichu"),
            calls.count("grand"),
        )
        made = 100 * tally.tichu_made + 200 * tally.grand_made
        called = 100 * tally.tichu_called + 200 * tally.grand_called
        assert made - (called - made) == end.score.bonus[team]
        assert tally.firsts == (end.out[0] in seats)
        plays = [event for event in driver.events if isinstance(event, Played)]
        assert tally.bombs == sum(
            play.combination.type.startswith("bomb") and play.seat in seats for play in plays
        )
