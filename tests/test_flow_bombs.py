"""Bombs: at any moment while something lies in the trick (R-047, R-056 to R-064)."""

from __future__ import annotations

from scenes import at, cards, go, options, refused, told
from tichu import RoundState
from tichu.events import Played

SEVENS = "7j7s7p7t"
SEVEN_BOMB = "7j 7s 7p 7t"


def table(*fields: str, hands: str = f"3j4j/5j6j/{SEVENS}8j/9j9s9p9tTj") -> RoundState:
    return at(f"play {hands}", "turn:0", *fields)


def ripe(*fields: str, hands: str = f"Aj4j/5j6j/{SEVENS}8j/9j9s9p9tTj") -> RoundState:
    return go(at(f"play {hands}", "turn:0", *fields), "0 play Aj", "1 pass", "2 pass", "3 pass")


def test_a_bomb_out_of_turn():
    """R-056, R-061."""
    state = go(table(), "0 play 3j")
    assert options(state, 2) == [f"2 play {SEVEN_BOMB}"]
    after = go(state, f"2 play {SEVEN_BOMB}")
    assert (after.owner, after.turn, after.passes, after.phase) == (2, 3, 0, "play")
    assert after.top is not None
    assert told(state, f"2 play {SEVEN_BOMB}") == (Played(2, after.top, None, False),)


def test_out_of_turn_only_bombs():
    state = go(table(), "0 play 3j")
    refused(state, "2 play 8j", "not_on_turn", "R-056")
    refused(state, "3 play 9j 9s", "not_on_turn", "R-056")


def test_a_bomb_in_turn_is_told_as_such():
    state = go(table(), "0 play 3j", "1 pass")
    events = told(state, f"2 play {SEVEN_BOMB}")
    assert isinstance(events[0], Played)
    assert events[0].in_turn


def test_the_passes_before_a_bomb_count_for_nothing():
    """R-061."""
    state = go(
        table(hands=f"Aj4j/5j6j/{SEVENS}8j/Tj9s"), "0 play Aj", "1 pass", f"2 play {SEVEN_BOMB}"
    )
    assert go(state, "3 pass", "0 pass").phase == "play"
    assert go(state, "3 pass", "0 pass", "1 pass").phase == "ripe"


def test_who_has_passed_may_still_bomb():
    """R-051, R-056."""
    state = go(table(hands=f"AjAs/{SEVENS}8j/5j6j/9jTj"), "0 play Aj", "1 pass")
    assert go(state, f"1 play {SEVEN_BOMB}").turn == 2


def test_the_empty_table_is_not_bombed():
    """R-057."""
    refused(table(), f"2 play {SEVEN_BOMB}", "empty_table", "R-057")
    refused(table(), "3 play 9j 9s 9p 9t", "empty_table", "R-057")
    collected = go(ripe(), "0 collect")
    refused(collected, f"2 play {SEVEN_BOMB}", "empty_table", "R-057")


def test_the_leader_may_lead_a_bomb():
    state = at(f"play {SEVENS}8j/5j6j/3j4j/9jTj", "turn:0")
    assert go(state, f"0 play {SEVEN_BOMB}").turn == 1


def test_the_dog_is_not_bombed():
    """R-058."""
    state = go(table(hands=f"Do4j/5j6j/{SEVENS}8j/9j9s9p9tTj"), "0 play Do")
    assert state.top is None
    refused(state, "3 play 9j 9s 9p 9t", "empty_table", "R-057")


def test_own_and_partners_plays_may_be_bombed():
    """R-059."""
    state = go(table(hands=f"3j{SEVENS}8j/5j6j/Aj4j/9jTj"), "0 play 3j")
    assert go(state, f"0 play {SEVEN_BOMB}").turn == 1
    state = go(state, "1 pass", "2 play Aj")
    assert go(state, f"0 play {SEVEN_BOMB}").owner == 0


def test_a_bomb_is_beaten_by_a_higher_or_longer_one():
    """R-047."""
    hands = f"3s4s/{SEVENS}5s/9j9s9p9tTj/2j3j4j5j6j"
    state = go(table(hands=hands), "0 play 3s", f"1 play {SEVEN_BOMB}")
    assert go(state, "2 play 9j 9s 9p 9t").owner == 2
    run = go(state, "3 play 2j 3j 4j 5j 6j")
    refused(run, "2 play 9j 9s 9p 9t", "does_not_beat", "R-047")
    nines = go(table(hands=hands), "0 play 3s", "2 play 9j 9s 9p 9t")
    refused(nines, f"1 play {SEVEN_BOMB}", "does_not_beat", "R-047")


def test_a_lower_bomb_in_turn_is_told_why():
    nines = go(table(hands=f"9j9s9p9t4j/{SEVENS}5s/Tj/Jj"), "0 play 9j 9s 9p 9t")
    refused(nines, f"1 play {SEVEN_BOMB}", "does_not_beat", "R-047")
    refused(nines, "1 play 5s", "does_not_beat", "R-047")


def test_bombing_after_the_last_pass():
    """R-060."""
    state = ripe()
    assert [options(state, seat) for seat in (0, 1)] == [["0 collect"], []]
    after = go(state, f"2 play {SEVEN_BOMB}")
    assert (after.phase, after.owner, after.turn, after.passes) == ("play", 2, 3, 0)
    assert after.trick == cards(f"Aj {SEVEN_BOMB}")
    again = go(after, "3 pass", "0 pass", "1 pass")
    assert again.phase == "ripe"
    assert go(again, "3 play 9j 9s 9p 9t", "0 pass", "1 pass", "2 pass", "3 collect").turn == 3


def test_the_owner_may_bomb_his_own_ripe_trick():
    state = ripe(hands=f"Aj{SEVENS}4j/5j6j/8j8s/9jTj")
    assert options(state, 0) == ["0 collect", f"0 play {SEVEN_BOMB}"]
    after = go(state, f"0 play {SEVEN_BOMB}")
    assert (after.owner, after.turn, after.phase) == (0, 1, "play")


def test_the_ripe_trick_may_be_closed_to_bombs():
    """R-060, bomb_after_final_pass off: it is ripe all the same."""
    state = ripe("rules:bomb_after_final_pass=false")
    assert state.phase == "ripe"
    refused(state, f"2 play {SEVEN_BOMB}", "trick_closed", "R-060")
    refused(state, "2 play 8j", "trick_ripe", "R-054")
    assert [options(state, seat) for seat in range(4)] == [["0 collect"], [], [], []]
    before = go(table("rules:bomb_after_final_pass=false"), "0 play 3j", "1 pass")
    assert go(before, "3 play 9j 9s 9p 9t").owner == 3


def test_bombs_may_be_for_the_seat_on_turn_only():
    """R-056, bomb_out_of_turn off."""
    state = go(table("rules:bomb_out_of_turn=false"), "0 play 3j")
    refused(state, f"2 play {SEVEN_BOMB}", "bomb_in_turn_only", "R-056")
    refused(state, "2 play 8j", "not_on_turn", "R-056")
    assert options(state, 2) == []
    assert go(state, "1 pass", f"2 play {SEVEN_BOMB}").owner == 2
    closed = ripe("rules:bomb_out_of_turn=false")
    assert closed.phase == "ripe"
    refused(closed, f"2 play {SEVEN_BOMB}", "bomb_in_turn_only", "R-056")
    refused(closed, "0 play 4j", "trick_ripe", "R-054")
    assert go(closed, "0 collect").turn == 0


def test_going_out_with_a_bomb_out_of_turn():
    """R-063."""
    state = go(table(hands=f"3j4j/5j6j/{SEVENS}/9jTj"), "0 play 3j", f"2 play {SEVEN_BOMB}")
    assert (state.out, state.turn, state.owner) == ((2,), 3, 2)
    after = go(state, "3 pass", "0 pass", "1 pass", "2 collect")
    assert (after.turn, after.piles[2]) == (3, cards(f"3j {SEVEN_BOMB}"))


def test_a_bomb_out_of_turn_can_end_the_round():
    state = go(at(f"play 3j/5j6j/{SEVENS}/-", "turn:0 out:3"), "0 play 3j")
    assert (state.turn, state.out) == (1, (3, 0))
    over = go(state, f"2 play {SEVEN_BOMB}")
    assert over.phase == "over"
    assert over.out == (3, 0, 2)
    assert over.piles[2] == cards(f"3j {SEVEN_BOMB}")


def test_the_last_play_of_the_round_is_not_bombed():
    """R-064."""
    state = go(at(f"play 3j/-/-/{SEVENS}8j", "turn:0 out:12"), "0 play 3j")
    assert state.phase == "over"
    refused(state, f"3 play {SEVEN_BOMB}", "round_over", "R-064")


def test_a_player_who_is_out_throws_nothing():
    state = go(at("play 3j4j/5j6j/-/9j9s9p9tTj", "turn:0 out:2"), "0 play 3j")
    refused(state, f"2 play {SEVEN_BOMB}", "not_held", "R-050")


def test_a_one_suit_run_with_the_phoenix_is_no_bomb():
    """R-038."""
    state = at("play 4j5j/3s4s5s6sPh8s/Ts9p/JjQj", "turn:0")
    single = go(state, "0 play 4j")
    refused(single, "1 play 3s 4s 5s 6s Ph", "does_not_beat", "R-044")
    refused(single, "1 play 3s 4s 5s 6s Ph=3", "bad_phoenix_rank", "R-037")
    led = go(at("play 3s4s5s6sPh8s/4j/Ts9p/JjQj", "turn:0"), "0 play 3s 4s 5s 6s Ph")
    assert led.top is not None
    assert led.top.type == "straight"


def test_a_one_suit_run_is_a_bomb_and_no_straight():
    """R-031."""
    state = at("play 3j4s5j6j7jAj/3s4p5s6s7s9s/4t5p6p7p8pAp/JjQj", "turn:0")
    run = go(state, "0 play 3j 4s 5j 6j 7j", "1 pass", "2 play 4t 5p 6p 7p 8p")
    assert run.owner == 2
    bombs = at("play 3j4j5j6j7jAj/4s5s6s7p8s/9s/JjQj", "turn:0")
    bombed = go(bombs, "0 play 3j 4j 5j 6j 7j")
    refused(bombed, "1 play 4s 5s 6s 7p 8s", "does_not_beat", "R-047")


def test_three_of_a_rank_and_the_phoenix_are_nothing():
    state = at("play 7j7s7pPh4j/3s/Ts9p/JjQj", "turn:0")
    refused(state, "0 play 7j 7s 7p Ph", "not_a_combination", "R-028")
    refused(state, "0 play 7j 7s 7p Ph=7", "not_a_combination", "R-028")
