"""Views show what one seat may know, and nothing else."""

from __future__ import annotations

import io
import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

import hidden
import rounds
import strategies
from rounds import Walk
from tichu import (
    MAHJONG,
    Card,
    CardSet,
    Deal,
    InvalidValue,
    RoundState,
    Rules,
    TichuError,
    apply,
    legal_actions,
    parse_action,
    parse_position,
    start_round,
    view,
)
from tichu.events import CardsDealt, CardsReceived, ExchangePicked, GrandAnswered, GrandClosed
from tichu.seats import SEATS


def frozen(value: Any) -> tuple[str, bytes]:
    """The value byte for byte, whatever objects it shares with others."""
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer)
    pickler.fast = True
    pickler.dump(value)
    return repr(value), buffer.getvalue()


def check_hidden(walk: Walk, seed: int) -> None:
    """Permuting what the seat cannot know changes neither its view nor its legal actions."""
    rng = random.Random(seed)
    for place, state in enumerate(walk.states):
        events = walk.events_up_to(place)
        for seat in SEATS:
            other = hidden.other_world(state, seat, rng)
            told = hidden.other_history(events, seat, rng)
            assert frozen(view(other, seat, told)) == frozen(view(state, seat, events))
            assert frozen(legal_actions(other, seat)) == frozen(legal_actions(state, seat))


@pytest.mark.parametrize("flip", strategies.SINGLE_FLIPS)
def test_what_is_hidden_does_not_show(flip: str):
    for seed in range(3):
        check_hidden(rounds.walk(strategies.SINGLE_FLIPS[flip], seed), seed)


@given(strategies.rules(), strategies.seeds)
@settings(max_examples=20)
def test_what_is_hidden_does_not_show_under_any_options(rules: Rules, seed: int):
    check_hidden(rounds.walk(rules, seed), seed)


@pytest.mark.soak
@given(strategies.rules(), strategies.seeds)
@settings(max_examples=800)
def test_what_is_hidden_does_not_show_in_many_rounds(rules: Rules, seed: int):
    check_hidden(rounds.walk(rules, seed), seed)


def test_the_permutations_do_change_the_hidden_cards():
    walk = rounds.walk(Rules(), 2)
    rng = random.Random(0)
    different = [hidden.other_world(state, 0, rng) != state for state in walk.states]
    assert sum(different) > len(different) // 2


def swapped(deal: Deal, one: Card, two: Card) -> Deal:
    """The deal with two cards in each other's place."""

    def swap(cards: CardSet) -> CardSet:
        return CardSet({one: two, two: one}.get(card, card) for card in cards)

    a, b, c, d = map(swap, deal.first)
    w, x, y, z = map(swap, deal.rest)
    return Deal((a, b, c, d), (w, x, y, z))


def unmoved_cards(walk: Walk, seat: int) -> list[Card]:
    """Cards that stayed hidden from the seat, neither played nor picked; all know who opens."""
    moved = "".join(str(moment.action) for moment in walk.moments)
    others = CardSet()
    for other in SEATS:
        if other != seat:
            others |= walk.deal.first[other] | walk.deal.rest[other]
    return [card for card in others - CardSet(MAHJONG) if str(card) not in moved]


def check_other_deal(walk: Walk, seat: int, one: Card, two: Card) -> int:
    """The same actions after another deal of cards that nobody plays: how many steps that took."""
    start = start_round(swapped(walk.deal, one, two), walk.start.state.rules)
    state, events, steps = start.state, list(start.events), 0
    for moment in walk.moments:
        try:
            step = apply(state, moment.action)
        except TichuError:
            break
        if step.state.is_over:
            break
        state, steps = step.state, steps + 1
        events.extend(step.events)
        expected = view(moment.step.state, seat, walk.events_up_to(steps))
        assert frozen(view(state, seat, events)) == frozen(expected)
    return steps


def test_rounds_that_differ_in_hidden_cards_look_the_same():
    rng = random.Random(3)
    steps = 0
    for seed in range(60):
        walk = rounds.walk(Rules(), seed)
        cards = unmoved_cards(walk, seed % 4)
        if len(cards) >= 2:
            one, two = rng.sample(cards, 2)
            steps += check_other_deal(walk, seed % 4, one, two)
    assert steps > 1000


# --- literal views -----------------------------------------------------------------------------

GRAND = rounds.walk(Rules(), 11).start


def test_grand_answers_stay_hidden_until_all_are_in():
    """R-009."""
    state = apply(GRAND.state, parse_action("1 grand")).state
    state = apply(state, parse_action("0 nogrand")).state

    assert view(state, 1).calls == (None, "grand", None, None)
    assert view(state, 1).own_grand_answer is True
    assert view(state, 0).calls == (None, None, None, None)
    assert view(state, 0).own_grand_answer is False
    assert view(state, 2).own_grand_answer is None
    state = apply(apply(state, parse_action("2 nogrand")).state, parse_action("3 nogrand")).state
    assert [view(state, seat).calls for seat in SEATS] == [(None, "grand", None, None)] * 4


def test_an_answer_is_told_to_its_seat_only():
    step = apply(GRAND.state, parse_action("1 grand"))

    assert view(step.state, 1, step.events).history == (GrandAnswered(1, True),)
    assert view(step.state, 0, step.events).history == ()


def test_the_deal_is_told_to_its_seat_only():
    for seat in SEATS:
        history = view(GRAND.state, seat, GRAND.events).history
        assert history == (CardsDealt(seat, GRAND.state.hands[seat]),)


def exchange_phase() -> RoundState:
    state = GRAND.state
    for seat in SEATS:
        step = apply(state, parse_action(f"{seat} nogrand"))
        state = step.state
    assert any(isinstance(event, GrandClosed) for event in step.events)
    return state


def test_picks_show_that_they_are_in_and_only_ones_own():
    state = exchange_phase()
    one, two, three = list(state.hands[2])[:3]
    step = apply(state, parse_action(f"2 give {one} {two} {three}"))

    assert view(step.state, 2).given == (one, two, three)
    assert view(step.state, 0).given is None
    assert [view(step.state, seat).picks_in for seat in SEATS] == [(2,)] * 4
    assert view(step.state, 0, step.events).history == (ExchangePicked(2),)
    assert len(view(step.state, 2).hand) == 14


def test_after_the_exchange_a_seat_knows_what_it_gave_and_got():
    state = exchange_phase()
    picks = {seat: list(state.hands[seat])[:3] for seat in SEATS}
    events = []
    for seat in SEATS:
        one, two, three = picks[seat]
        step = apply(state, parse_action(f"{seat} give {one} {two} {three}"))
        state = step.state
        events.extend(step.events)
    for seat in SEATS:
        seen = view(state, seat, events)
        # From the next seat what it gave to its previous one, and so on round the table.
        got = (picks[(seat + 1) % 4][2], picks[(seat + 2) % 4][1], picks[(seat + 3) % 4][0])
        assert seen.given == tuple(picks[seat])
        assert seen.received == got
        received = [event for event in seen.history if isinstance(event, CardsReceived)]
        assert received == [CardsReceived(seat, got)]
        assert seen.picks_in == ()


def test_a_view_in_the_play():
    state = parse_position(
        "tichu1 play hands:3j4j/Ph8s/9j/Kt turn:2 owner:1 top:7j7s trick:5j5s7j7s passes:0 wish:9 "
        "calls:-/tichu/-/- piles:Do/-/-/TjTs"
    )
    seen = view(state, 3)

    assert seen.hand == CardSet("Kt")
    assert seen.hand_counts == (2, 2, 1, 1)
    assert str(seen.top) == "7j 7s"
    assert seen.trick == CardSet("5j 5s 7j 7s")
    assert (seen.turn, seen.owner, seen.passes, seen.wish) == (2, 1, 0, 9)
    assert seen.calls == (None, "tichu", None, None)
    assert seen.piles == (CardSet("Do"), CardSet(), CardSet(), CardSet("Tj Ts"))
    assert (seen.given, seen.received, seen.opener, seen.out) == (None, None, None, ())


@pytest.mark.parametrize("seat", [-1, 4, True, "0", None, 1.0])
def test_there_are_four_seats_to_look_from(seat: Any):
    with pytest.raises(InvalidValue) as caught:
        view(GRAND.state, seat)
    assert caught.value.code == "bad_seat"


def test_a_view_does_not_hold_the_state():
    state = rounds.walk(Rules(), 1).end
    seen = view(replace(state, phase="play", score=None), 0)
    assert not any(isinstance(getattr(seen, name), RoundState) for name in seen.__struct_fields__)
