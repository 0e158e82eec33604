"""The Dog (R-035, R-083 to R-086)."""

from __future__ import annotations

import pytest

from scenes import at, cards, go, options, refused, told
from tichu.events import LeadPassed, Played, PlayerOut, RoundOver


def test_the_lead_passes_to_the_partner():
    """R-083, R-085."""
    state = at("play Do3j/4j5j/6j7j/8j9j", "turn:0")
    after = go(state, "0 play Do")
    assert (after.phase, after.turn, after.top, after.owner, after.trick) == (
        "play", 2, None, None, cards(""),
    )  # fmt: skip
    assert after.piles[0] == cards("Do")
    events = told(state, "0 play Do")
    assert isinstance(events[0], Played)
    assert events[1:] == (LeadPassed(0, 2),)


def test_the_partner_must_lead():
    state = go(at("play Do3j/4j5j/6j7j/8j9j", "turn:0"), "0 play Do")
    refused(state, "2 pass", "must_lead", "R-049")
    assert options(state, 2) == ["2 play 6j", "2 play 7j"]


def test_the_dog_is_only_led():
    """R-035."""
    state = go(at("play 3j4j/Do5j/6j7j/8j9j", "turn:0"), "0 play 3j")
    refused(state, "1 play Do", "dog_is_led", "R-035")
    refused(at("play Do3j/4j/5j/6j", "turn:0"), "0 play Do 3j", "not_a_combination", "R-028")


@pytest.mark.parametrize(
    ("seat", "hands", "out", "leader"),
    [
        (0, "Do3j/4j/-/8j", "2", 3),
        (1, "8j/Do3j/4j/-", "3", 0),
        (2, "-/8j/Do3j/4j", "0", 1),
        (3, "4j/-/8j/Do3j", "1", 2),
        (0, "Do3j/4j/-/-", "23", 0),
        (0, "Do3j/-/-/4j", "21", 3),
    ],
)
def test_the_lead_goes_on_from_a_partner_who_is_out(seat: int, hands: str, out: str, leader: int):
    """R-084: to the next player with cards after the partner, perhaps the Dog's own."""
    state = at(f"play {hands}", f"turn:{seat} out:{out}")
    assert go(state, f"{seat} play Do").turn == leader


def test_the_dog_as_last_card():
    """R-086."""
    state = at("play Do/4j/6j/8j", "turn:0")
    after = go(state, "0 play Do")
    assert (after.out, after.turn, after.phase) == ((0,), 2, "play")
    kinds = [type(event) for event in told(state, "0 play Do")]
    assert kinds == [Played, PlayerOut, LeadPassed]


def test_the_dog_as_last_card_after_the_partner_is_a_double_victory():
    state = at("play Do/4j/-/8j", "turn:0 out:2")
    over = go(state, "0 play Do")
    assert (over.phase, over.out) == ("over", (2, 0))
    assert over.score is not None
    assert over.score.card == (200, 0)
    kinds = [type(event) for event in told(state, "0 play Do")]
    assert kinds == [Played, PlayerOut, RoundOver]


def test_the_dog_as_the_third_players_last_card_ends_the_round():
    state = at("play Do/5j/-/-", "turn:0 out:32 piles:Tj/Kj/-/5s")
    over = go(state, "0 play Do")
    assert over.phase == "over"
    assert over.score is not None
    # The tail 1's ten go to seat 3, his five in hand to the others; there is no trick to award.
    assert over.score.card == (10 + 5, 10 + 5)
    assert over.piles[0] == cards("Tj Do")
