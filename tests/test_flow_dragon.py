"""The Dragon and its gift (R-087 to R-094)."""

from __future__ import annotations

import pytest

from scenes import at, cards, go, options, refused, told
from tichu import RoundState
from tichu.events import PlayerOut, RoundOver, TrickTaken


def won(*fields: str, hands: str = "Dg3j/4j5j/6j7j/8j9j") -> RoundState:
    """Seat 0 has won the trick with the Dragon."""
    return go(at(f"play {hands}", "turn:0", *fields), "0 play Dg", "1 pass", "2 pass", "3 pass")


def test_the_dragon_is_the_highest_single():
    """R-087, R-034."""
    state = go(at("play Aj3j/Dg4j/Ph5j/6j7j7s", "turn:0"), "0 play Aj", "1 play Dg")
    refused(state, "2 play Ph", "does_not_beat", "R-044")
    pair = go(at("play 3s3j/Dg4j/Ph5j/6j7j7s", "turn:0"), "0 play 3s 3j")
    refused(pair, "1 play Dg", "does_not_beat", "R-044")
    refused(pair, "1 play Dg 4j", "not_a_combination", "R-028")


def test_the_trick_is_given_to_an_opponent():
    """R-088."""
    state = won()
    assert state.phase == "ripe"
    assert [options(state, seat) for seat in range(4)] == [["0 dragon 1", "0 dragon 3"], [], [], []]
    for to in (1, 3):
        after = go(state, f"0 dragon {to}")
        assert after.piles[to] == cards("Dg")
        # The owner leads on.
        assert (after.phase, after.turn, after.top) == ("play", 0, None)
        assert told(state, f"0 dragon {to}") == (TrickTaken(0, to, cards("Dg")),)


def test_who_may_give_what_to_whom():
    state = won()
    refused(state, "0 collect", "dragon_to_give", "R-088")
    refused(state, "0 dragon 2", "not_opponent", "R-088")
    refused(state, "0 dragon 0", "not_opponent", "R-088")
    refused(state, "1 dragon 0", "not_owner", "R-088")
    refused(state, "2 dragon 1", "not_owner", "R-088")
    refused(state, "1 collect", "not_owner", "R-053")
    refused(go(state, "0 dragon 1"), "0 dragon 1", "no_dragon", "R-088")


def test_not_before_the_trick_is_ripe():
    state = go(at("play Dg3j/4j5j/6j7j/8j9j", "turn:0"), "0 play Dg", "1 pass")
    refused(state, "0 dragon 1", "no_dragon", "R-088")


def test_no_gift_without_a_dragon():
    state = go(at("play Aj3j/4j5j/6j7j/8j9j", "turn:0"), "0 play Aj", "1 pass", "2 pass", "3 pass")
    refused(state, "0 dragon 1", "no_dragon", "R-088")


def test_a_bombed_dragon_gives_nothing():
    """R-089."""
    state = won(hands="Dg3j/4j5j/6j7j/8j8s8p8t9j")
    bombed = go(state, "3 play 8j 8s 8p 8t")
    refused(bombed, "0 dragon 1", "no_dragon", "R-088")
    ripe = go(bombed, "0 pass", "1 pass", "2 pass")
    refused(ripe, "3 dragon 0", "no_dragon", "R-088")
    assert go(ripe, "3 collect").piles[3] == cards("Dg 8j 8s 8p 8t")


def test_the_owner_may_bomb_his_own_dragon():
    state = won(hands="Dg3j8j8s8p8t/4j5j/6j7j/9j9s")
    ripe = go(state, "0 play 8j 8s 8p 8t", "1 pass", "2 pass", "3 pass")
    assert go(ripe, "0 collect").piles[0] == cards("Dg 8j 8s 8p 8t")


# --- to a player who is out, R-090 ---------------------------------------------------------------


def test_an_opponent_who_is_out_may_get_it():
    state = at("play Dg3j/-/6j7j/8j9j", "turn:0 out:1")
    ripe = go(state, "0 play Dg", "2 pass", "3 pass")
    assert options(ripe, 0) == ["0 dragon 1", "0 dragon 3"]
    assert go(ripe, "0 dragon 1").piles[1] == cards("Dg")


def test_or_only_one_with_cards():
    """R-090, dragon_gift_only_active."""
    rules = "rules:dragon_gift_only_active=true"
    ripe = go(at("play Dg3j/-/6j7j/8j9j", "turn:0 out:1", rules), "0 play Dg", "2 pass", "3 pass")
    assert options(ripe, 0) == ["0 dragon 3"]
    refused(ripe, "0 dragon 1", "recipient_out", "R-090")
    refused(ripe, "0 dragon 2", "not_opponent", "R-088")
    assert go(ripe, "0 dragon 3").piles[3] == cards("Dg")


def test_an_owner_who_is_out_chooses_and_the_seat_after_him_leads():
    """R-093."""
    state = won(hands="Dg/4j5j/6j7j/8j9j")
    assert (state.phase, state.out) == ("ripe", (0,))
    assert options(state, 0) == ["0 dragon 1", "0 dragon 3"]
    after = go(state, "0 dragon 3")
    assert (after.turn, after.piles[3]) == (1, cards("Dg"))


# --- the last trick, R-091, R-092, R-094 ----------------------------------------------------------


def last_trick(*fields: str) -> RoundState:
    """Seat 1 is out first, seat 2 second; seat 3 ends the round on a king; 0 is the tail."""
    state = at("play KjAs/-/-/Dg", "turn:0 out:12 piles:Ts/5j/5s/5p", *fields)
    return go(state, "0 play Kj", "3 play Dg")


def test_the_last_trick_is_given_away_too():
    state = last_trick()
    assert (state.phase, state.turn, state.owner, state.out) == ("gift", 3, 3, (1, 2, 3))
    assert state.score is None
    assert [options(state, seat) for seat in range(4)] == [[], [], [], ["3 dragon 0", "3 dragon 2"]]


def test_given_to_the_player_who_is_out():
    """R-090: seat 2 keeps the 35 points."""
    over = go(last_trick(), "3 dragon 2")
    assert over.phase == "over"
    assert over.piles[2] == cards("5s Kj Dg")
    assert over.score is not None
    # The tail's ten go to seat 1; its ace is worth nothing.
    assert over.score.card == (5 + 35, 5 + 5 + 10)
    assert told(last_trick(), "3 dragon 2") == (
        TrickTaken(3, 2, cards("Kj Dg")),
        RoundOver((1, 2, 3), over.score),
    )


def test_given_to_the_tail_it_goes_on_to_the_first_finisher():
    """R-094, R-099: and here that is the giver's partner."""
    over = go(last_trick(), "3 dragon 0")
    assert over.piles[0] == cards("Ts Kj Dg")
    assert over.score is not None
    assert over.score.card == (5, 5 + 5 + 10 + 35)


def test_in_the_gift_phase_there_is_only_the_gift():
    state = at("play KjAjAsApAt/-/-/Dg", "turn:3 out:12")
    state = go(state, "3 play Dg")
    assert state.phase == "gift"
    refused(state, "0 play Aj As Ap At", "round_over", "R-064")
    refused(state, "0 play Kj", "round_over", "R-064")
    refused(state, "0 pass", "not_on_turn", "R-050")
    refused(state, "3 pass", "not_on_turn", "R-050")
    refused(state, "0 tichu", "tichu_too_late", "R-016")
    refused(state, "3 collect", "trick_not_ripe", "R-052")
    refused(state, "3 dragon 1", "not_opponent", "R-088")
    refused(state, "0 dragon 3", "not_owner", "R-088")
    refused(state, "0 grand", "grand_closed", "R-010")


def test_the_gift_of_the_last_trick_may_be_for_the_tail_only():
    """R-090: with only_active the one who is out gets nothing."""
    state = last_trick("rules:dragon_gift_only_active=true")
    assert options(state, 3) == ["3 dragon 0"]
    refused(state, "3 dragon 2", "recipient_out", "R-090")


def test_the_last_trick_may_be_kept():
    """R-091, dragon_gift_last_trick off."""
    over = last_trick("rules:dragon_gift_last_trick=false")
    assert over.phase == "over"
    assert over.piles[3] == cards("5p Kj Dg")
    assert over.score is not None
    assert over.score.card == (5, 5 + 5 + 10 + 35)


def test_an_earlier_trick_is_given_away_all_the_same():
    state = won("rules:dragon_gift_last_trick=false")
    assert options(state, 0) == ["0 dragon 1", "0 dragon 3"]


@pytest.mark.parametrize("last", ["true", "false"])
def test_a_double_victory_with_the_dragon_gives_nothing(last: str):
    """R-092."""
    rules = f"rules:dragon_gift_last_trick={last}"
    state = at("play Dg/5j/-/Kj", "turn:0 out:2 piles:-/Ts/-/-", rules)
    over = go(state, "0 play Dg")
    assert (over.phase, over.out) == ("over", (2, 0))
    assert over.score is not None
    assert over.score.card == (200, 0)
    assert [type(event) for event in told(state, "0 play Dg")][1:] == [PlayerOut, RoundOver]


def test_the_third_finisher_bombing_the_dragon_keeps_the_trick():
    """R-089, R-097."""
    state = at("play DgAs/-/-/8j8s8p8t", "turn:0 out:12")
    over = go(state, "0 play Dg", "3 play 8j 8s 8p 8t")
    assert over.phase == "over"
    assert over.piles[3] == cards("Dg 8j 8s 8p 8t")
