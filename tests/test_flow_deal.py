"""The deal, Grand Tichu, the exchange and small Tichu, rule by rule (R-007 to R-021)."""

from __future__ import annotations

import pytest

from scenes import at, cards, go, options, refused, told
from tichu import (
    BRETTSPIELWELT,
    CardSet,
    Deal,
    InvalidValue,
    RoundState,
    Rules,
    deal_for,
    legal_actions,
    start_round,
)
from tichu.events import (
    CardsDealt,
    ExchangeDone,
    ExchangePicked,
    GrandAnswered,
    GrandClosed,
    PicksWithdrawn,
    TichuCalled,
)
from tichu.seats import SEATS

FIRST = tuple(
    map(
        CardSet,
        (
            "2j 2s 2p 2t 3j 3s 3p 3t",
            "4j 4s 4p 4t 5j 5s 5p 5t",
            "6j 6s 6p 6t 7j 7s 7p 7t",
            "8j 8s 8p 8t 9j 9s 9p 9t",
        ),
    )
)
REST = tuple(
    map(
        CardSet,
        ("Tj Ts Tp Tt Jj Js", "Jp Jt Qj Qs Qp Qt", "Kj Ks Kp Kt Aj As", "Ap At Mj Do Ph Dg"),
    )
)
DEAL = Deal(FIRST, REST)
NO_GRAND = ("0 nogrand", "1 nogrand", "2 nogrand", "3 nogrand")


def grand() -> RoundState:
    return start_round(DEAL).state


def exchange(**options: object) -> RoundState:
    return go(start_round(DEAL, Rules(**options)).state, *NO_GRAND)


# --- the deal, R-007 ---------------------------------------------------------------------------


def test_eight_cards_and_six_to_come():
    state = grand()
    assert state.phase == "grand"
    assert state.hands == FIRST
    assert state.stock == REST
    assert start_round(DEAL).events == tuple(CardsDealt(seat, FIRST[seat]) for seat in SEATS)


def test_the_six_are_dealt_with_the_fourth_answer():
    before = go(grand(), *NO_GRAND[:3])
    assert (before.phase, len(before.hands[0])) == ("grand", 8)
    after = go(before, NO_GRAND[3])
    assert after.phase == "exchange"
    assert after.hands == tuple(first | rest for first, rest in zip(FIRST, REST, strict=True))
    assert not any(after.stock)
    assert told(before, "3 grand") == (
        GrandAnswered(3, True),
        GrandClosed((False, False, False, True)),
        *(CardsDealt(seat, REST[seat]) for seat in SEATS),
    )


def test_without_grand_tichu_all_fourteen_are_dealt():
    step = start_round(DEAL, Rules(grand_enabled=False))
    assert step.state.phase == "exchange"
    assert [len(hand) for hand in step.state.hands] == [14] * 4
    assert step.events == tuple(CardsDealt(seat, FIRST[seat] | REST[seat]) for seat in SEATS)
    refused(step.state, "0 grand", "grand_disabled", "R-008")
    refused(step.state, "0 nogrand", "grand_closed", "R-010")


@pytest.mark.parametrize(
    ("first", "rest"),
    [
        ((FIRST[0], FIRST[0], *FIRST[2:]), REST),
        ((*FIRST[:3], FIRST[3] | REST[0]), REST),
        ((*FIRST[:3], cards("8j")), REST),
        (FIRST, (*REST[:3], REST[2])),
    ],
)
def test_a_deal_is_the_whole_deck(first: tuple, rest: tuple):
    with pytest.raises(InvalidValue) as caught:
        Deal(first, rest)
    assert caught.value.code == "bad_deal"


def test_deals_come_from_the_seed_and_the_round():
    assert deal_for("7", 1) == deal_for("7", 1)
    assert len({deal_for(seed, n) for seed in ("7", "8") for n in (1, 2)}) == 4


# --- Grand Tichu, R-008 to R-010 -----------------------------------------------------------------


def test_grand_is_answered_in_any_order_and_once():
    state = go(grand(), "2 nogrand", "1 grand")
    assert state.calls == (None, "grand", None, None)
    assert state.grand_answers == (None, True, False, None)
    refused(state, "1 grand", "grand_answered", "R-010")
    refused(state, "2 grand", "grand_answered", "R-010")
    assert options(state, 0) == ["0 nogrand", "0 grand"]


def test_grand_closes_when_all_have_answered():
    refused(exchange(), "0 grand", "grand_closed", "R-010")
    refused(exchange(), "0 nogrand", "grand_closed", "R-010")


def test_both_partners_may_call_grand():
    state = go(grand(), "0 grand", "2 grand", "1 nogrand", "3 nogrand")
    assert state.calls == ("grand", None, "grand", None)


def test_in_the_grand_phase_nothing_else_is_possible():
    state = go(grand(), "0 nogrand")
    refused(state, "0 tichu", "tichu_too_early", "R-007")
    refused(state, "1 tichu", "tichu_too_early", "R-007")
    refused(state, "0 give 2j 2s 2p", "no_exchange", "R-011")
    refused(state, "0 play 2j", "not_yet", "R-014")
    refused(state, "0 play 2j 2s 2p 2t", "not_yet", "R-014")
    refused(state, "0 pass", "not_on_turn", "R-050")
    refused(state, "0 collect", "trick_not_ripe", "R-052")
    refused(state, "0 dragon 1", "no_dragon", "R-088")
    assert options(state, 0) == []


# --- the exchange, R-011 to R-014 ----------------------------------------------------------------


def test_three_cards_go_to_three_seats():
    state = go(
        exchange(),
        "0 give 2j 2s 2p",
        "1 give 4j 4s 4p",
        "2 give 6j 6s 6p",
        "3 give 8j 8s Mj",
    )
    assert state.phase == "play"
    # To the next seat, the partner, the previous seat.
    assert state.hands[0] == cards("2t 3j 3s 3p 3t Tj Ts Tp Tt Jj Js") | cards("8j 6s 4p")
    assert state.hands[1] == cards("4t 5j 5s 5p 5t Jp Jt Qj Qs Qp Qt") | cards("2j 8s 6p")
    assert state.hands[2] == cards("6t 7j 7s 7p 7t Kj Ks Kp Kt Aj As") | cards("4j 2s Mj")
    assert state.hands[3] == cards("8p 8t 9j 9s 9p 9t Ap At Do Ph Dg") | cards("6j 4s 2p")
    # the Mah Jong's new holder opens.
    assert (state.opener, state.turn) == (2, 2)


def test_the_opener_is_told_to_all():
    state = go(exchange(), "0 give 2j 2s 2p", "1 give 4j 4s 4p", "2 give 6j 6s 6p")
    events = told(state, "3 give 8j 8s 8p")
    assert events[:2] == (ExchangePicked(3), ExchangeDone(3))
    assert [event.private_to for event in events] == [None, None, 0, 1, 2, 3]


def test_any_card_may_be_given():
    """R-012."""
    state = go(exchange(), "3 give Do Ph Dg", "3 give Mj Ap At")
    assert [str(card) for card in state.exchange[3] or ()] == ["Mj", "Ap", "At"]


def test_picks_are_revised_until_the_fourth_is_in():
    """R-013."""
    state = go(exchange(), "0 give 2j 2s 2p", "1 give 4j 4s 4p", "0 give 3j 3s 3p")
    assert state.phase == "exchange"
    state = go(state, "2 give 6j 6s 6p", "3 give 8j 8s 8p")
    assert cards("2j 2s 2p") <= state.hands[0]
    assert cards("3j") <= state.hands[1]
    refused(state, "0 give 2j 2s 2p", "no_exchange", "R-011")


def test_bad_picks():
    state = exchange()
    refused(state, "0 give 2j 2j 2s", "same_card", "R-011")
    refused(state, "0 give 2j 2s 4j", "not_held", "R-011")
    # No received card can be passed on: what is picked for one does not show in his hand.
    state = go(state, "0 give 2j 2s 2p")
    refused(state, "1 give 2j 4j 4s", "not_held", "R-011")


def test_in_the_exchange_nothing_is_played():
    state = go(exchange(), "3 give 8j 8s 8p")
    refused(state, "3 play Mj", "not_yet", "R-014")
    refused(state, "0 play 2j 2s 2p 2t", "not_yet", "R-014")
    refused(state, "0 play", "not_yet", "R-014")
    refused(state, "0 pass", "not_on_turn", "R-050")
    refused(state, "0 collect", "trick_not_ripe", "R-052")
    refused(state, "3 dragon 0", "no_dragon", "R-088")


def test_the_number_of_picks():
    legal = legal_actions(exchange(tichu_before_exchange=False), 1)
    assert len(legal) == 14 * 13 * 12


# --- small Tichu, R-015 to R-021 -----------------------------------------------------------------


def test_tichu_before_the_exchange():
    """R-015."""
    assert go(exchange(), "1 tichu").calls == (None, "tichu", None, None)
    refused(exchange(tichu_before_exchange=False), "1 tichu", "tichu_too_early", "R-015")


def test_without_grand_tichu_one_may_call_at_once():
    state = start_round(DEAL, Rules(grand_enabled=False)).state
    assert go(state, "0 tichu").calls == ("tichu", None, None, None)


PICKS = ("0 give 2j 2s 2p", "2 give 6j 6s 6p")


def test_a_call_withdraws_all_picks():
    """R-021, reopen: the caller's own picks too."""
    state = go(exchange(), *PICKS)
    after = go(state, "2 tichu")
    assert after.exchange == (None, None, None, None)
    assert after.calls == (None, None, "tichu", None)
    assert told(state, "2 tichu") == (TichuCalled(2), PicksWithdrawn())


def test_a_call_before_the_first_pick_withdraws_nothing():
    assert told(exchange(), "2 tichu") == (TichuCalled(2),)


def test_a_call_may_leave_the_picks():
    """R-021, keep."""
    state = go(exchange(tichu_during_exchange="keep"), *PICKS)
    after = go(state, "2 tichu")
    assert after.exchange == state.exchange
    assert told(state, "2 tichu") == (TichuCalled(2),)
    assert BRETTSPIELWELT.tichu_during_exchange == "keep"


def test_a_call_may_be_forbidden_while_picks_are_in():
    """R-021, forbid: only while some picks are in."""
    state = exchange(tichu_during_exchange="forbid")
    assert go(state, "2 tichu").calls[2] == "tichu"
    state = go(state, PICKS[0])
    refused(state, "0 tichu", "tichu_during_exchange", "R-021")
    refused(state, "2 tichu", "tichu_during_exchange", "R-021")
    state = go(state, "1 give 4j 4s 4p", "2 give 6j 6s 6p", "3 give 8j 8s 8p")
    assert go(state, "2 tichu").calls[2] == "tichu"


@pytest.mark.parametrize("during", ["reopen", "keep", "forbid"])
def test_only_the_small_tichu_before_the_exchange_can_be_switched_off(during: str):
    state = exchange(tichu_before_exchange=False, tichu_during_exchange=during)
    state = go(state, PICKS[0])
    refused(state, "2 tichu", "tichu_too_early", "R-015")
    state = go(state, "1 give 4j 4s 4p", "2 give 6j 6s 6p", "3 give 8j 8s 8p", "2 tichu")
    assert state.calls[2] == "tichu"


def opened() -> RoundState:
    """After the exchange; seat 3 has the Mah Jong."""
    return go(
        exchange(), "0 give 2j 2s 2p", "1 give 4j 4s 4p", "2 give 6j 6s 6p", "3 give 8j 8s 8p"
    )


def test_tichu_out_of_turn_after_others_have_played_and_after_a_wish():
    """R-015."""
    state = go(opened(), "3 play Mj wish=9", "1 tichu", "0 tichu")
    assert state.calls == ("tichu", "tichu", None, None)
    assert (state.turn, state.wish) == (0, 9)


def test_tichu_after_passing():
    state = go(opened(), "3 play 9j", "0 pass", "0 tichu")
    assert state.calls[0] == "tichu"


def test_too_late_after_the_first_card():
    """R-016, the Dog and a bomb out of turn included."""
    refused(go(opened(), "3 play 9j"), "3 tichu", "tichu_too_late", "R-016")
    refused(go(opened(), "3 play Do"), "3 tichu", "tichu_too_late", "R-016")
    bombed = go(opened(), "3 play 9j", "2 play 7j 7s 7p 7t")
    refused(bombed, "2 tichu", "tichu_too_late", "R-016")


def test_the_first_bomb_may_follow_a_call():
    state = go(opened(), "3 play 9j", "2 tichu", "2 play 7j 7s 7p 7t")
    assert state.calls[2] == "tichu"


def test_one_call_a_round():
    """R-017."""
    state = go(opened(), "0 tichu")
    refused(state, "0 tichu", "already_called", "R-017")
    called = go(grand(), "0 grand", "1 nogrand", "2 nogrand", "3 nogrand")
    refused(called, "0 tichu", "already_called", "R-017")


def test_partners_call_for_themselves():
    """R-018."""
    assert go(opened(), "0 tichu", "2 tichu").calls == ("tichu", None, "tichu", None)


FOURTEEN = "2j2s2p2t3j3s3p3t4j4s4p4t5j5s"


def test_a_call_while_the_trick_is_ripe():
    """R-015, R-060."""
    state = at(f"play {FOURTEEN}/6j7j/8j8s/9j9s", "turn:1")
    state = go(state, "1 play 7j", "2 pass", "3 pass", "0 pass")
    assert state.phase == "ripe"
    assert go(state, "0 tichu").phase == "ripe"


def test_a_call_when_somebody_is_out():
    """R-020: legal, though it cannot succeed."""
    state = at(f"play {FOURTEEN}/-/8j8s/9j9s", "turn:2 out:1")
    assert go(state, "0 tichu").calls[0] == "tichu"


def test_no_call_once_three_are_out():
    """R-020, R-095: not even while the last gift is pending."""
    gift = go(at(f"play {FOURTEEN}/-/-/Dg", "turn:3 out:12"), "3 play Dg")
    assert gift.phase == "gift"
    refused(gift, "0 tichu", "tichu_too_late", "R-020")
    refused(go(gift, "3 dragon 0"), "0 tichu", "tichu_too_late", "R-020")
