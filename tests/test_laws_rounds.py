"""Laws that every round obeys, under every option flipped alone and under any of them together."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings

import oracle
import rounds
import strategies
from rounds import Walk
from tichu import (
    DECK,
    DOG,
    DRAGON,
    MAHJONG,
    Action,
    CardSet,
    Pass,
    Play,
    RoundState,
    Rules,
    legal_actions,
)
from tichu.events import (
    CardsDealt,
    LeadPassed,
    Played,
    PlayerOut,
    RoundOver,
    TichuCalled,
    TrickTaken,
    WishFulfilled,
)
from tichu.seats import SEATS

Law = Callable[[Walk], None]
LAWS: list[Law] = []


def law(check: Law) -> Law:
    LAWS.append(check)
    return check


def names(cards: CardSet) -> list[str]:
    return [str(card) for card in cards]


def after_exchange(state: RoundState) -> bool:
    return state.phase not in ("grand", "exchange")


@law
def all_cards_are_accounted_for(walk: Walk) -> None:
    """R-001: each of the 56 cards lies in exactly one place."""
    for state in walk.states:
        assert sorted(rounds.cards_of(state)) == sorted(DECK)


@law
def somebody_can_act_until_the_end(walk: Walk) -> None:
    for state in walk.states:
        able = [seat for seat in SEATS if legal_actions(state, seat)]
        assert bool(able) == (not state.is_over)


@law
def rounds_end_in_time(walk: Walk) -> None:
    assert walk.end.is_over
    played = [moment for moment in walk.moments if after_exchange(moment.state)]
    assert len(played) <= rounds.MOST_STEPS


@law
def only_the_end_has_a_score(walk: Walk) -> None:
    for state in walk.states:
        assert (state.score is not None) == state.is_over == (state.phase == "over")


@law
def card_points_are_those_of_the_rules(walk: Walk) -> None:
    """R-096 to R-101, added up anew."""
    end, score = walk.end, walk.end.score
    assert score is not None
    first, second = end.out[:2]
    assert score.double == ((first + second) % 2 == 0)
    if score.double:
        won = [0, 0]
        won[first % 2] = end.rules.double_victory_points
    else:
        tail = ({0, 1, 2, 3} - set(end.out)).pop()
        won = [0, 0]
        for seat in SEATS:
            team = first % 2 if seat == tail else seat % 2
            won[team] += oracle.points(names(end.piles[seat]))
        won[1 - tail % 2] += oracle.points(names(end.hands[tail]))
        assert sum(won) == 100
        assert all(-25 <= points <= 125 for points in won)
    assert list(score.card) == won


@law
def calls_count_for_themselves(walk: Walk) -> None:
    """R-019, R-102."""
    end, score = walk.end, walk.end.score
    assert score is not None
    bonus = [0, 0]
    for seat in SEATS:
        worth = {None: 0, "tichu": 100, "grand": 200}[end.calls[seat]]
        bonus[seat % 2] += worth if seat == end.out[0] else -worth
    assert list(score.bonus) == bonus
    assert score.total == (score.card[0] + bonus[0], score.card[1] + bonus[1])


@law
def calls_are_never_changed_or_doubled(walk: Walk) -> None:
    """R-017."""
    for moment in walk.moments:
        before, after = moment.state.calls, moment.step.state.calls
        assert all(b is None or b == a for b, a in zip(before, after, strict=True))


@law
def small_tichu_is_called_with_a_full_hand(walk: Walk) -> None:
    """R-015, R-016."""
    for moment in walk.moments:
        for event in moment.step.events:
            if isinstance(event, TichuCalled):
                assert len(moment.state.hands[event.seat]) == 14
                assert not moment.state.is_over


@law
def the_mah_jong_opens(walk: Walk) -> None:
    """R-014."""
    opening = next(state for state in walk.states if after_exchange(state))
    assert opening.phase == "play"
    assert opening.turn == opening.opener
    assert opening.opener is not None
    assert MAHJONG in opening.hands[opening.opener]
    assert [len(hand) for hand in opening.hands] == [14] * 4
    assert all(state.opener == opening.opener for state in walk.states if after_exchange(state))


@law
def the_table_is_whole(walk: Walk) -> None:
    """R-052, R-053: what lies there, whose it is, and who has passed on it."""
    for state in walk.states:
        if not after_exchange(state) or state.is_over:
            assert (state.top, state.owner, state.turn, state.passes) == (None, None, None, 0)
            continue
        assert (state.top is None) == (state.owner is None) == (not state.trick)
        if state.top is not None:
            assert state.top.cards <= state.trick
        if state.phase == "play":
            assert state.turn is not None
            assert state.hands[state.turn]
            assert state.turn != state.owner
        if state.owner is not None and state.phase != "gift":
            assert state.passes == passed_since(state)


def passed_since(state: RoundState) -> int:
    """Seats with cards between the owner and the seat on turn, all others when it is ripe."""
    assert state.owner is not None
    count, seat = 0, (state.owner + 1) % 4
    while seat not in (state.turn, state.owner):
        count += bool(state.hands[seat])
        seat = (seat + 1) % 4
    return count


@law
def those_without_cards_are_out(walk: Walk) -> None:
    """R-095, R-096."""
    for state in walk.states:
        assert set(state.out) == {seat for seat in SEATS if not state.hands[seat]}
        assert len(set(state.out)) == len(state.out)
        partners = len(state.out) == 2 and state.out[0] % 2 == state.out[1] % 2
        decided = partners or len(state.out) == 3
        assert decided == (state.phase in ("gift", "over"))


@law
def plays_beat_what_they_are_played_on(walk: Walk) -> None:
    """R-044 to R-048, R-056, against the brute-force order."""
    for moment in walk.moments:
        state, action = moment.state, moment.action
        if not isinstance(action, Play):
            continue
        played = next(e for e in moment.step.events if isinstance(e, Played))
        laid = strategies.reading(played.combination)
        assert laid in [
            oracle.answering(r, None if state.top is None else strategies.reading(state.top))
            for r in oracle.readings(names(action.cards))
        ]
        if state.top is not None:
            assert oracle.beats(laid, strategies.reading(state.top))
        if not played.in_turn:
            assert laid.is_bomb
            assert state.top is not None
            assert state.rules.bomb_out_of_turn
        assert played.in_turn == (state.turn == action.seat)


@law
def wishes_live_as_they_should(walk: Walk) -> None:
    """R-066, R-075 to R-077."""
    for moment in walk.moments:
        before, action, after = moment.state, moment.action, moment.step.state
        fulfilled = [e for e in moment.step.events if isinstance(e, WishFulfilled)]
        expected = before.wish
        if isinstance(action, Play):
            if before.wish and any(oracle.is_natural(c, before.wish) for c in names(action.cards)):
                expected = None
                assert fulfilled == [WishFulfilled(action.seat, before.wish)]
            if MAHJONG in action.cards:
                expected = action.wish
                assert action.wish is not None or before.rules.wish_optional
            else:
                assert action.wish is None
        assert after.wish == (None if after.is_over else expected)
        assert bool(fulfilled) == (before.wish is not None and expected is None)


@law
def the_seat_on_turn_meets_the_wish(walk: Walk) -> None:
    """R-068, R-074, by brute force where the hand is small."""
    for moment in walk.moments:
        state, action = moment.state, moment.action
        if state.wish is None or state.turn != action.seat or state.phase != "play":
            continue
        hand = names(state.hands[action.seat])
        if len(hand) > 9 or not isinstance(action, Play | Pass):
            continue
        strict = state.rules.wish_bomb_in_turn == "strict"
        table = None if state.top is None else strategies.reading(state.top)
        plays, may_pass = oracle.legal(hand, table, state.wish, strict=strict)
        if isinstance(action, Play):
            assert set(names(action.cards)) in [set(play.cards) for play in plays]
        else:
            assert may_pass


@law
def tricks_go_to_their_winners(walk: Walk) -> None:
    """R-053, R-085, R-088 to R-092: the events say where every card of the piles came from."""
    piles = [CardSet()] * 4
    for moment in walk.moments:
        for event in moment.step.events:
            if isinstance(event, TrickTaken):
                top = moment.step.state.top or moment.state.top
                if isinstance(moment.action, Play):
                    # The play that closes the round takes its trick itself.
                    top = None
                if top is not None and DRAGON in top.cards:
                    assert event.to % 2 != event.owner % 2
                else:
                    assert event.to == event.owner
                piles[event.to] |= event.cards
            if isinstance(event, LeadPassed):
                assert is_dog(moment.action)
                piles[event.seat] |= CardSet(DOG)
        if moment.step.state.is_over and is_dog(moment.action):
            # The round is over, so no lead is passed on.
            assert not any(isinstance(event, LeadPassed) for event in moment.step.events)
            piles[moment.action.seat] |= CardSet(DOG)
        assert list(moment.step.state.piles) == piles


def is_dog(action: Action) -> bool:
    return isinstance(action, Play) and DOG in action.cards


@law
def going_out_is_told_in_order(walk: Walk) -> None:
    told = [
        (event.place, event.seat)
        for event in walk.events_up_to(len(walk.moments))
        if isinstance(event, PlayerOut)
    ]
    assert told == list(enumerate(walk.end.out, start=1))


@law
def the_end_is_told_once(walk: Walk) -> None:
    told = [e for e in walk.events_up_to(len(walk.moments)) if isinstance(e, RoundOver)]
    assert told == [RoundOver(walk.end.out, walk.end.score)]
    assert walk.moments[-1].step.events[-1] == told[0]


@law
def fourteen_cards_are_dealt_to_each(walk: Walk) -> None:
    """R-007."""
    dealt = [CardSet()] * 4
    for event in walk.events_up_to(len(walk.moments)):
        if isinstance(event, CardsDealt):
            assert not dealt[event.seat] & event.cards
            dealt[event.seat] |= event.cards
    together = zip(walk.deal.first, walk.deal.rest, strict=True)
    assert dealt == [first | rest for first, rest in together]


@law
def bombs_obey_their_options(walk: Walk) -> None:
    """R-056, R-060."""
    rules = walk.end.rules
    for moment in walk.moments:
        if moment.state.phase == "ripe" and isinstance(moment.action, Play):
            assert rules.bomb_out_of_turn
            assert rules.bomb_after_final_pass


def name_of(check: Law) -> str:
    return check.__name__


@pytest.mark.parametrize("flip", strategies.SINGLE_FLIPS)
@pytest.mark.parametrize("check", LAWS, ids=name_of)
def test_chaotic_rounds_under_each_option(check: Law, flip: str):
    for seed in range(30):
        check(rounds.walk(strategies.SINGLE_FLIPS[flip], seed))


@pytest.mark.parametrize("flip", strategies.SINGLE_FLIPS)
@pytest.mark.parametrize("check", LAWS, ids=name_of)
def test_driven_rounds_under_each_option(check: Law, flip: str):
    for seed in range(15):
        check(rounds.driven(strategies.SINGLE_FLIPS[flip], seed))


@given(strategies.rules(), strategies.seeds)
@settings(max_examples=300)
def test_rounds_under_any_options(rules: Rules, seed: int):
    for check in LAWS:
        check(rounds.walk(rules, seed))
        check(rounds.driven(rules, seed))


@pytest.mark.soak
@given(strategies.rules(), strategies.seeds)
@settings(max_examples=5_000)
def test_many_rounds_under_any_options(rules: Rules, seed: int):
    for check in LAWS:
        check(rounds.walk(rules, seed))
        check(rounds.driven(rules, seed))
