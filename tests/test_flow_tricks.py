"""Tricks and passes, the Phoenix on the table, going out (R-037 to R-055, R-095 to R-097)."""

from __future__ import annotations

import pytest

from scenes import at, cards, go, options, refused, told
from tichu import RoundState
from tichu.events import Passed, Played, PlayerOut, RoundOver, TrickRipe, TrickTaken


def lead(hands: str = "3j4j/5j6j/7j8j/9jTj", *fields: str) -> RoundState:
    return at(f"play {hands}", "turn:0", *fields)


# --- turns, R-049, R-050 -------------------------------------------------------------------------


def test_the_leader_plays_anything_and_may_not_pass():
    state = lead("3j3s4j/5j6j/7j8j/9jTj")
    refused(state, "0 pass", "must_lead", "R-049")
    assert options(state, 0) == ["0 play 3j", "0 play 3s", "0 play 4j", "0 play 3j 3s"]


def test_only_the_seat_on_turn_moves():
    state = lead()
    assert [options(state, seat) for seat in (1, 2, 3)] == [[], [], []]
    refused(state, "1 play 5j", "not_on_turn", "R-056")
    refused(state, "2 pass", "not_on_turn", "R-050")
    refused(state, "0 collect", "trick_not_ripe", "R-052")


def test_beat_it_or_pass():
    state = go(lead("5j4j/5s6j6s/7j8j/9jTj"), "0 play 5j")
    assert (state.turn, str(state.top), state.owner) == (1, "5j", 0)
    refused(state, "1 play 5s", "does_not_beat", "R-044")
    refused(state, "1 play 6j 6s", "does_not_beat", "R-044")
    assert options(state, 1) == ["1 pass", "1 play 6j", "1 play 6s"]


def test_seats_that_are_out_are_skipped():
    state = go(lead("3j4j/-/7j8j/9jTj", "out:1"), "0 play 3j")
    assert state.turn == 2
    assert [options(state, 1), options(lead("3j4j/-/7j8j/9jTj", "out:1"), 1)] == [[], []]
    refused(state, "1 pass", "not_on_turn", "R-050")


def test_cards_must_be_held_and_be_something():
    state = lead("3j4j5s/5j6j/7j8j/9jTj")
    refused(state, "0 play 5j", "not_held", "R-050")
    refused(state, "0 play", "no_cards", "R-022")
    refused(state, "0 play 3j 4j", "not_a_combination", "R-028")
    refused(state, "0 play 3j 9j", "not_held", "R-050")


def test_one_may_beat_the_partner():
    """R-055."""
    assert go(lead(), "0 play 3j", "1 pass", "2 play 7j").owner == 2


def test_a_pass_shuts_nobody_out():
    """R-051."""
    state = go(lead("3jAj/4j6j/7j8j/9jTj"), "0 play 3j", "1 pass", "2 play 7j", "3 pass", "0 pass")
    assert state.turn == 1
    state = go(lead("3jAj/4jKj/7j8j/9jTj"), "0 play 3j", "1 pass", "2 play 7j", "3 pass", "0 pass")
    assert go(state, "1 play Kj").owner == 1


# --- the end of a trick, R-052 to R-054 ----------------------------------------------------------


def test_three_passes_end_the_trick():
    state = go(lead("Kj4j/5j6j/7j8j/9jTj"), "0 play Kj", "1 pass", "2 pass")
    assert told(state, "3 pass") == (Passed(3), TrickRipe(0))
    ripe = go(state, "3 pass")
    assert (ripe.phase, ripe.turn, ripe.owner, ripe.passes) == ("ripe", None, 0, 3)
    taken = go(ripe, "0 collect")
    assert (taken.phase, taken.turn, taken.top, taken.owner, taken.passes) == (
        "play",
        0,
        None,
        None,
        0,
    )
    assert taken.piles[0] == cards("Kj")
    assert told(ripe, "0 collect") == (TrickTaken(0, 0, cards("Kj")),)


def test_the_whole_trick_is_taken():
    state = go(
        lead(), "0 play 3j", "1 play 5j", "2 play 7j", "3 play 9j", "0 pass", "1 pass", "2 pass"
    )
    assert go(state, "3 collect").piles == (cards(""), cards(""), cards(""), cards("3j 5j 7j 9j"))
    assert go(state, "3 collect").turn == 3


def test_two_passes_end_it_with_three_players():
    state = go(lead("Kj4j/5j6j/-/9jTj", "out:2"), "0 play Kj", "1 pass", "3 pass")
    assert state.phase == "ripe"


def test_one_pass_ends_it_with_two():
    state = go(lead("Kj4j/5j6j/-/-", "out:23"), "0 play Kj", "1 pass")
    assert state.phase == "ripe"


def test_all_who_remain_must_pass_when_the_owner_is_out():
    state = go(lead("Kj/5j6j/7j8j/9jTj"), "0 play Kj", "1 pass", "2 pass")
    assert (state.phase, state.turn) == ("play", 3)
    ripe = go(state, "3 pass")
    assert (ripe.phase, ripe.owner) == ("ripe", 0)
    # the owner takes it although out; the next seat with cards leads.
    taken = go(ripe, "0 collect")
    assert (taken.turn, taken.piles[0]) == (1, cards("Kj"))


def test_the_lead_skips_seats_that_are_out():
    state = go(lead("Kj/-/7j8j/9jTj", "out:1"), "0 play Kj", "2 pass", "3 pass", "0 collect")
    assert state.turn == 2


def test_a_play_starts_the_passes_anew():
    state = go(lead(), "0 play 3j", "1 pass", "2 pass", "3 play 9j")
    assert state.passes == 0
    assert go(state, "0 pass", "1 pass").phase == "play"


def test_only_the_owner_collects_and_only_once():
    ripe = go(lead("Kj4j/5j6j/7j8j/9jTj"), "0 play Kj", "1 pass", "2 pass", "3 pass")
    refused(ripe, "1 collect", "not_owner", "R-053")
    refused(ripe, "2 collect", "not_owner", "R-053")
    refused(go(ripe, "0 collect"), "0 collect", "trick_not_ripe", "R-052")
    assert [options(ripe, seat) for seat in range(4)] == [["0 collect"], [], [], []]


def test_nobody_covers_his_own_play():
    """R-054."""
    ripe = go(lead("Kj4jAj/5j6j/7j8j/9jTj"), "0 play Kj", "1 pass", "2 pass", "3 pass")
    refused(ripe, "0 play Aj", "trick_ripe", "R-054")
    refused(ripe, "0 pass", "not_on_turn", "R-050")
    refused(ripe, "1 play 5j", "trick_ripe", "R-054")


# --- the Phoenix, R-037 to R-042 -----------------------------------------------------------------


def test_the_phoenix_is_half_a_rank_higher():
    state = go(lead("3jAj/PhTj/7j4j/3sTs"), "0 play 3j", "1 play Ph")
    assert str(state.top) == "Ph=3.5"
    assert state.top is not None
    assert state.top.rank == 3.5
    # it keeps that value.
    assert go(state, "2 play 4j").owner == 2
    assert go(state, "2 pass").passes == 1
    refused(go(state, "2 pass"), "3 play 3s", "does_not_beat", "R-044")


def test_the_phoenix_on_an_ace_and_the_dragon_on_it():
    state = go(lead("Aj3j/Ph4j/As5j/Dg6j"), "0 play Aj", "1 play Ph")
    assert str(state.top) == "Ph=14.5"
    refused(state, "2 play As", "does_not_beat", "R-044")
    assert go(state, "2 pass", "3 play Dg").owner == 3


def test_the_phoenix_does_not_beat_the_dragon():
    state = go(lead("Dg3j/Ph4j/As5j/5s6j"), "0 play Dg")
    refused(state, "1 play Ph", "does_not_beat", "R-044")


def test_the_phoenix_led_is_one_and_a_half():
    """R-040."""
    state = go(lead("Ph3j/Mj4j/2s5j/5s6j"), "0 play Ph")
    assert str(state.top) == "Ph=1.5"
    refused(state, "1 play Mj", "does_not_beat", "R-044")
    assert go(state, "1 pass", "2 play 2s").owner == 2


def test_the_phoenix_stands_for_the_rank_declared_or_the_higher_one():
    """R-041."""
    hand = lead("Ph6j7s8p9t3j/TjJsQpKtAj/7j8j/9jTs")
    assert str(go(hand, "0 play 6j 7s 8p 9t Ph").top) == "6j 7s 8p 9t Ph=10"
    low = go(hand, "0 play 6j 7s 8p 9t Ph=5")
    assert str(low.top) == "6j 7s 8p 9t Ph=5"
    assert low.top is not None
    assert low.top.rank == 9
    pairs = lead("Ph6j6s8p8t3j/TjJsQpKtAj/7j8j/9jTs")
    assert go(pairs, "0 play 6j 6s 8p 8t Ph").top.rank == 8
    assert go(pairs, "0 play 6j 6s 8p 8t Ph=6").top.rank == 6


@pytest.mark.parametrize("rank", [2, 4, 6, 9, 11, 14])
def test_a_declared_rank_must_fit(rank: int):
    hand = lead("Ph6j7s8p9t3j/TjJsQpKtAj/7j8j/9jTs")
    refused(hand, f"0 play 6j 7s 8p 9t Ph={rank}", "bad_phoenix_rank", "R-037")


def test_a_phoenix_alone_takes_no_declared_rank():
    hand = lead("Ph6j/5j/7j8j/9jTs")
    refused(hand, "0 play Ph=7", "needless_phoenix_rank", "R-039")


# --- going out and the end, R-095 to R-097 -------------------------------------------------------


def test_going_out_is_told_with_the_place():
    state = lead("3j/-/7j8j/9jTj", "out:1")
    assert told(state, "0 play 3j")[1:] == (PlayerOut(0, 2),)


def test_the_third_player_out_ends_the_round_at_once():
    state = go(at("play -/5j/Tj/KjKs", "turn:1 out:0 piles:5s5p/-/-/-"), "1 play 5j")
    assert (state.phase, state.turn) == ("play", 2)
    events = told(state, "2 play Tj")
    over = go(state, "2 play Tj")
    assert over.phase == "over"
    assert over.out == (0, 1, 2)
    # the last trick is the third finisher's.
    assert over.piles[2] == cards("5j Tj")
    assert events[1:3] == (PlayerOut(2, 3), TrickTaken(2, 2, cards("5j Tj")))
    assert over.score is not None
    # Seat 0 keeps ten, seat 2 has fifteen; R-098: the tail's two kings go to the other team.
    assert over.score.card == (10 + 15 + 20, 0)
    assert events[3] == RoundOver((0, 1, 2), over.score)
    assert (over.top, over.owner, over.wish, over.passes, over.trick) == (
        None,
        None,
        None,
        0,
        cards(""),
    )


def test_the_tails_tricks_are_the_first_finishers():
    """R-099."""
    state = at("play 3j4j/5j/-/-", "turn:1 out:23 piles:TjKjKs/5s/Ts/5p")
    over = go(state, "1 play 5j")
    assert over.score is not None
    # The tail 0's thirty go to seat 2 (R-100: his partner); its hand is worth nothing.
    assert over.score.card == (30 + 10, 5 + 5 + 5)


def test_double_victory_ends_the_round_at_once():
    """R-096."""
    state = at("play -/5jTj/7s/KjKs", "turn:2 out:0 piles:-/Ts/5s/-")
    events = told(state, "2 play 7s")
    over = go(state, "2 play 7s")
    assert over.phase == "over"
    assert over.out == (0, 2)
    assert over.score is not None
    assert (over.score.double, over.score.card) == (True, (200, 0))
    # Nothing is counted: the last trick is nobody's.
    assert over.trick == cards("7s")
    assert over.piles[2] == cards("5s")
    assert events[1:] == (PlayerOut(2, 2), RoundOver((0, 2), over.score))


def test_double_victory_on_the_opponents_trick():
    state = at("play 2j3j/-/7s8s/Ks", "turn:2 out:1", "piles:-/Ts/5s/-")
    over = go(state, "2 play 7s", "3 play Ks")
    assert (over.phase, over.out) == ("over", (1, 3))
    assert over.score is not None
    assert over.score.card == (0, 200)


def test_opponents_first_and_second_are_no_double_victory():
    state = at("play -/5j/7s/KjKs", "turn:1 out:0")
    assert go(state, "1 play 5j").phase == "play"


def test_nothing_is_possible_after_the_end():
    over = go(at("play -/5j/Tj/KjKsKpKt", "turn:1 out:0"), "1 play 5j", "2 play Tj")
    for seat in range(4):
        assert options(over, seat) == []
    refused(over, "3 play Kj", "round_over", "R-064")
    # the play that ends the round cannot be bombed.
    refused(over, "3 play Kj Ks Kp Kt", "round_over", "R-064")
    refused(over, "3 pass", "not_on_turn", "R-050")
    refused(over, "2 collect", "trick_not_ripe", "R-052")
    refused(over, "2 dragon 3", "no_dragon", "R-088")
    refused(over, "3 grand", "grand_closed", "R-010")
    refused(over, "3 give Kj Ks Kp", "no_exchange", "R-011")


def test_a_play_is_told():
    state = lead()
    combination = go(state, "0 play 3j").top
    assert combination is not None
    assert told(state, "0 play 3j") == (Played(0, combination, None, True),)
