"""The life of a wish (R-065 to R-080)."""

from __future__ import annotations

import pytest

from scenes import at, go, options, refused, told
from tichu import (
    CardSet,
    IllegalAction,
    Play,
    RoundState,
    apply,
    legal_actions,
    parse_action,
    parse_position,
)
from tichu.events import Played, WishFulfilled


def opening(hands: str = "Mj3j/9j4j/8s9s/TjJj", *fields: str) -> RoundState:
    return at(f"play {hands}", "turn:0", *fields)


# --- making it, R-065 to R-067 -------------------------------------------------------------------


def test_the_opener_need_not_play_the_mah_jong():
    assert go(opening(), "0 play 3j").wish is None


def test_a_wish_is_optional():
    state = opening()
    assert go(state, "0 play Mj").wish is None
    assert go(state, "0 play Mj wish=9").wish == 9
    listed = [f"0 play Mj wish={letter}" for letter in "23456789TJQKA"]
    assert options(state, 0) == ["0 play Mj", *listed, "0 play 3j"]


def test_wishes_are_offered_with_the_mah_jong_only():
    state = opening()
    assert legal_actions(state, 0).wishes == (None, *range(2, 15))
    assert [legal_actions(state, seat).wishes for seat in (1, 2, 3)] == [(), (), ()]
    assert legal_actions(go(state, "0 play Mj"), 1).wishes == ()


def test_a_wish_may_be_due():
    """R-066, wish_optional off."""
    state = opening("Mj3j/9j4j/8s9s/TjJj", "rules:wish_optional=false")
    refused(state, "0 play Mj", "wish_due", "R-066")
    assert go(state, "0 play Mj wish=2").wish == 2
    assert len(options(state, 0)) == 13 + 1


def test_any_rank_may_be_wished_for():
    """R-067: even one that its wisher holds all of."""
    assert go(opening("Mj2j2s2p2t/9j/8s/Tj"), "0 play Mj wish=2").wish == 2


def test_only_the_mah_jong_carries_a_wish():
    refused(opening(), "0 play 3j wish=9", "no_mahjong", "R-066")


@pytest.mark.parametrize("wish", [0, 1, 15, -3, True, 9.0, "9"])
def test_a_wish_is_a_rank(wish: object):
    action = Play(0, CardSet("Mj"), None, wish)
    assert action not in legal_actions(opening(), 0)
    with pytest.raises(IllegalAction) as caught:
        apply(opening(), action)
    assert (caught.value.code, caught.value.rule) == ("bad_wish", "R-066")


def test_a_wish_with_a_straight_and_with_the_last_card():
    run = opening("Mj2j3s4p5t6j/9j4j/8s9s/TjJj")
    assert go(run, "0 play Mj 2j 3s 4p 5t wish=K").wish == 13
    last = opening("Mj/9j4j/8s9s/TjJj")
    state = go(last, "0 play Mj wish=9")
    assert (state.wish, state.out) == (9, (0,))


def test_the_wish_is_told_with_the_play():
    event = told(opening(), "0 play Mj wish=9")[0]
    assert isinstance(event, Played)
    assert (event.seat, event.wish, str(event.combination)) == (0, 9, "Mj")


# --- owing it, R-068 to R-073 --------------------------------------------------------------------


def test_the_next_player_must_meet_it():
    state = go(opening(), "0 play Mj wish=9")
    assert options(state, 1) == ["1 play 9j"]
    refused(state, "1 pass", "wish_stands", "R-068")
    refused(state, "1 play 4j", "wish_stands", "R-068")
    after = go(state, "1 play 9j")
    assert after.wish is None
    assert told(state, "1 play 9j")[1] == WishFulfilled(1, 9)


def test_without_the_rank_one_is_free():
    """R-079."""
    state = go(opening("Mj3j/8j4j/8s9s/TjJj"), "0 play Mj wish=9")
    assert options(state, 1) == ["1 pass", "1 play 4j", "1 play 8j"]
    assert go(state, "1 pass").wish == 9
    assert go(state, "1 play 8j").wish == 9


def test_a_rank_that_cannot_be_played_lawfully_is_not_owed():
    """R-079: a nine does not beat the ten."""
    state = at("play 3j4j/Ts5j/9s2s/TjJj", "turn:1 wish:9")
    state = go(state, "1 play Ts")
    assert options(state, 2) == ["2 pass"]
    assert go(state, "2 pass", "3 play Jj").wish == 9


def test_it_binds_leads():
    """R-069."""
    state = at("play 3j9j9s/5j/8s/TjJj", "turn:0 wish:9")
    assert options(state, 0) == ["0 play 9j", "0 play 9s", "0 play 9j 9s"]
    refused(state, "0 play 3j", "wish_stands", "R-068")


def test_the_phoenix_completes_but_is_no_card_of_the_rank():
    """R-070, R-071."""
    state = go(at("play 3j3s/9jPh5j/8s/TjJj", "turn:0 wish:9"), "0 play 3j 3s")
    assert options(state, 1) == ["1 play 9j Ph=9"]
    other = go(at("play 3j4s/PhJs/8s/TjJj", "turn:0 wish:9"), "0 play 3j")
    assert sorted(options(other, 1)) == ["1 pass", "1 play Js", "1 play Ph"]
    assert go(other, "1 play Ph").wish == 9
    straight = at("play 7j8sTpJtPh/3s/4s/Tj", "turn:0 wish:9")
    assert go(straight, "0 play 7j 8s Tp Jt Ph=9").wish == 9


def test_a_bomb_with_the_rank_is_due():
    """R-072: over the Dragon, too."""
    state = at("play Dg3s/9j9s9p9t4j/8s/TjJj", "turn:0 wish:9")
    state = go(state, "0 play Dg")
    assert options(state, 1) == ["1 play 9j 9s 9p 9t"]
    refused(state, "1 pass", "wish_stands", "R-068")


def test_the_choice_among_fulfilling_plays_is_free():
    """R-073."""
    state = go(opening("Mj3j/9j9s9p9t4j/8s5s/TjJj"), "0 play Mj wish=9")
    assert options(state, 1) == [f"1 play 9{suit}" for suit in "jspt"] + ["1 play 9j 9s 9p 9t"]
    assert go(state, "1 play 9p").wish is None


# --- bombs under a wish, R-074, R-075, R-080 ------------------------------------------------------


def test_the_seat_on_turn_may_throw_any_bomb():
    """R-074, free."""
    state = go(opening("Mj3j/7j7s7p7t9j/8s5s/TjJj"), "0 play Mj wish=9")
    assert options(state, 1) == ["1 play 9j", "1 play 7j 7s 7p 7t"]
    after = go(state, "1 play 7j 7s 7p 7t")
    assert (after.wish, after.turn) == (9, 2)
    refused(state, "1 pass", "wish_stands", "R-068")
    refused(state, "1 play 7j", "wish_stands", "R-068")


def test_under_strict_the_seat_on_turn_owes_it_in_bombs_too():
    state = opening("Mj3j/7j7s7p7t9j/8s5s/TjJj", "rules:wish_bomb_in_turn=strict")
    state = go(state, "0 play Mj wish=9")
    assert options(state, 1) == ["1 play 9j"]
    refused(state, "1 play 7j 7s 7p 7t", "wish_stands", "R-068")
    without = opening("Mj3j/7j7s7p7t5j/8s5s/TjJj", "rules:wish_bomb_in_turn=strict")
    assert go(without, "0 play Mj wish=9", "1 play 7j 7s 7p 7t").wish == 9


def test_a_bomb_out_of_turn_owes_nothing():
    state = opening("Mj3j/9j4j/7j7s7p7t9s/TjJj", "rules:wish_bomb_in_turn=strict")
    state = go(state, "0 play Mj wish=9", "2 play 7j 7s 7p 7t")
    assert state.wish == 9


def test_a_lead_is_bound_though_a_bomb_is_held():
    state = at("play 7j7s7p7t9j/4j/8s/Tj", "turn:0 wish:9")
    assert options(state, 0) == ["0 play 9j"]
    refused(state, "0 play 7j 7s 7p 7t", "wish_stands", "R-068")


def test_a_bomb_out_of_turn_with_the_rank_fulfils_it():
    """R-075."""
    state = opening("Mj3j/4j5j/8s5s/9j9s9p9tTj")
    state = go(state, "0 play Mj wish=9")
    assert told(state, "3 play 9j 9s 9p 9t")[1] == WishFulfilled(3, 9)
    assert go(state, "3 play 9j 9s 9p 9t").wish is None


def test_the_owner_need_not_bomb_his_ripe_trick():
    """R-080: he may take the trick; then he leads, and is bound."""
    state = at("play As9j9s9p9t3j/4j4s/5s2s/6j6s", "turn:1 wish:9 owner:0 top:Aj trick:Aj")
    ripe = go(state, "1 pass", "2 pass", "3 pass")
    assert options(ripe, 0) == ["0 collect", "0 play 9j 9s 9p 9t"]
    lead = go(ripe, "0 collect")
    assert lead.wish == 9
    refused(lead, "0 play 3j", "wish_stands", "R-068")


# --- how long it stands, R-076 to R-078 ----------------------------------------------------------


def test_it_outlives_tricks_and_binds_all_four():
    state = opening("Mj8j5p/2j4j/3s2s/TjJj")
    state = go(state, "0 play Mj wish=9", "1 play 4j", "2 pass", "3 play Tj", "0 pass", "1 pass")
    state = go(state, "2 pass", "3 collect")
    assert (state.wish, state.turn) == (9, 3)
    # The wisher himself is bound.
    state = at("play 9j5p/2j/3s2s/8jJj", "turn:3 wish:9")
    assert options(go(state, "3 play 8j"), 0) == ["0 play 9j"]
    # And his partner.
    state = at("play 5p6p/2j/9s2s/8jJj", "turn:1 wish:9")
    assert options(go(state, "1 play 2j"), 2) == ["2 play 9s"]


def test_it_outlives_the_dragons_gift():
    state = at("play Dg3j/4j5j/6s7s/8j2j", "turn:0 wish:9")
    state = go(state, "0 play Dg", "1 pass", "2 pass", "3 pass", "0 dragon 1")
    assert (state.wish, state.turn) == (9, 0)


def test_it_ends_with_the_round():
    """R-076."""
    state = at("play 4j/3s/-/-", "turn:0 wish:9 out:23")
    over = go(state, "0 play 4j")
    assert (over.phase, over.wish) == ("over", None)


def test_the_straight_of_the_mah_jong_does_not_fulfil_its_own_wish():
    """R-077."""
    state = opening("Mj2j3s4p5t6j/5j4j/8s9s/TjJj")
    after = go(state, "0 play Mj 2j 3s 4p 5t wish=5")
    assert after.wish == 5
    assert len(told(state, "0 play Mj 2j 3s 4p 5t wish=5")) == 1


def test_the_dog_is_no_way_out():
    """R-078."""
    state = at("play Do9j/4j/8s/Tj", "turn:0 wish:9")
    refused(state, "0 play Do", "wish_stands", "R-068")
    free = at("play Do8j/4j/9s/Tj", "turn:0 wish:9")
    led = go(free, "0 play Do")
    assert (led.turn, led.wish) == (2, 9)
    assert options(led, 2) == ["2 play 9s"]


def test_a_wish_is_written_as_a_letter_or_a_number():
    assert parse_action("0 play Mj wish=T") == parse_action("0 play Mj wish=10")
    line = "tichu1 play hands:3j/4j/5j/6j turn:0 wish:"
    assert parse_position(line + "K") == parse_position(line + "13")
