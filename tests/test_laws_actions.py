"""The generator is the validator: an action is accepted exactly when it is listed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

import rounds
import strategies
from rounds import Walk
from tichu import (
    DECK,
    DOG,
    MAHJONG,
    PHOENIX,
    Action,
    CardSet,
    Collect,
    Exchange,
    GiveDragon,
    GrandTichu,
    IllegalAction,
    LegalActions,
    Pass,
    Play,
    RoundState,
    Rules,
    Step,
    Tichu,
    apply,
    apply_unchecked,
    classify,
    legal_actions,
    legal_plays,
    parse_action,
)
from tichu.seats import SEATS

LONG = 60
"""Longer lists are looked at in so many places only."""


def some(items: list[Action], rng: random.Random) -> list[Action]:
    return items if len(items) <= LONG else rng.sample(items, LONG)


def accepted(state: RoundState, action: Action) -> Step | None:
    try:
        return apply(state, action)
    except IllegalAction as error:
        refused = error
    assert refused.code
    assert refused.rule is not None
    assert refused.rule.startswith("R-")
    assert refused.message
    return None


def declared(action: Action) -> Action:
    """The action as it is listed: with the rank that an undeclared Phoenix has (R-041)."""
    if isinstance(action, Play) and PHOENIX in action.cards and action.phoenix_rank is None:
        found = classify(action.cards)
        if found:
            return replace(action, phoenix_rank=found[0].phoenix_rank)
    return action


def candidates(state: RoundState, rng: random.Random) -> Iterator[Action]:
    """Actions of all kinds and seats, some of them legal."""
    for seat in SEATS:
        yield from (Pass(seat), Collect(seat), Tichu(seat))
        yield from (GrandTichu(seat, True), GrandTichu(seat, False))
        yield from (GiveDragon(seat, to) for to in SEATS)
        hand = list(state.hands[seat])
        for _ in range(3):
            yield Play(seat, CardSet(rng.sample(list(DECK), rng.randint(0, 3))))
            if len(hand) >= 3:
                one, two, three = rng.choices(hand, k=3)
                yield Exchange(seat, one, two, three)
                yield Exchange(seat, *rng.sample(list(DECK), 3))
        for _ in range(8):
            yield random_play(seat, hand, rng)


def random_play(seat: int, hand: list, rng: random.Random) -> Play:
    cards = CardSet(rng.sample(hand, min(len(hand), rng.choice([1, 1, 2, 2, 3, 4, 5]))))
    rank = rng.choice([None, None, *range(17)]) if PHOENIX in cards else None
    wish = rng.choice([None, *range(16)]) if MAHJONG in cards or rng.random() < 0.1 else None
    return Play(seat, cards, rank, wish)


def changed(action: Action, rng: random.Random) -> Iterator[Action]:
    """Neighbours of a legal action: by other seats, undeclared, with other ranks and wishes."""
    yield replace(action, seat=rng.choice(SEATS))
    if isinstance(action, Play):
        yield replace(action, phoenix_rank=None)
        yield replace(action, phoenix_rank=rng.randint(0, 16))
        yield replace(action, wish=rng.choice([None, *range(16)]))
        yield replace(action, cards=action.cards | CardSet(rng.choice(list(DECK))))
        yield replace(action, cards=CardSet(list(action.cards)[1:]))


def check_list(state: RoundState, legal: LegalActions, rng: random.Random) -> list[Action]:
    """The list in itself: counted, without repetition, sampled from, all of one seat."""
    listed = list(legal)
    assert len(listed) == len(legal)
    assert bool(listed) == bool(legal)
    assert len(set(listed)) == len(listed)
    assert list(legal) == listed
    assert all(action.seat == legal.seat for action in listed)
    assert all(action in legal for action in some(listed, rng))
    if listed:
        assert legal.sample(rng) in listed
    for place in some(list(range(len(listed))), rng):
        chosen = SimpleNamespace(randrange=lambda n, place=place: place)
        assert legal.sample(chosen) == listed[place]
    return listed


def check_state(state: RoundState, rng: random.Random) -> None:
    before = repr(state)
    legal = {seat: legal_actions(state, seat) for seat in SEATS}
    listed = {seat: check_list(state, legal[seat], rng) for seat in SEATS}
    sets = {seat: set(listed[seat]) for seat in SEATS}
    tried = list(candidates(state, rng))
    for seat in SEATS:
        for action in some(listed[seat], rng):
            step = accepted(state, action)
            assert step is not None, action
            assert step == apply_unchecked(state, action)
            assert parse_action(str(action)) == action
            tried.extend(changed(action, rng))
    for action in tried:
        taken = accepted(state, action) is not None
        assert taken == (action in legal[action.seat]), action
        assert taken == (declared(action) in sets[action.seat]), action
    assert repr(state) == before


def check_walk(walk: Walk, seed: int, every: int) -> None:
    rng = random.Random(seed)
    for place, state in enumerate(walk.states):
        if place % every == seed % every or state.is_over or state.phase == "gift":
            check_state(state, rng)


@pytest.mark.parametrize("flip", strategies.SINGLE_FLIPS)
def test_accepted_exactly_when_listed(flip: str):
    for seed in range(12):
        check_walk(rounds.walk(strategies.SINGLE_FLIPS[flip], seed), seed, every=5)


@given(strategies.rules(), strategies.seeds)
@settings(max_examples=40)
def test_accepted_exactly_when_listed_under_any_options(rules: Rules, seed: int):
    check_walk(rounds.walk(rules, seed), seed, every=5)


@pytest.mark.soak
@given(strategies.rules(), strategies.seeds)
@settings(max_examples=800)
def test_accepted_exactly_when_listed_in_many_rounds(rules: Rules, seed: int):
    check_walk(rounds.walk(rules, seed), seed, every=2)


@pytest.mark.parametrize("flip", strategies.SINGLE_FLIPS)
def test_an_undeclared_phoenix_has_the_higher_rank(flip: str):
    """R-041."""
    for seed in range(30):
        for state in rounds.walk(strategies.SINGLE_FLIPS[flip], seed).states:
            for seat in SEATS:
                if PHOENIX in state.hands[seat]:
                    check_undeclared(state, legal_actions(state, seat))


def check_undeclared(state: RoundState, legal: LegalActions) -> None:
    declared_plays = [
        a for a in list(legal)[-LONG:] if isinstance(a, Play) and a.phoenix_rank is not None
    ]
    for action in declared_plays[-3:]:
        undeclared = replace(action, phoenix_rank=None)
        assert undeclared in legal
        assert apply(state, undeclared) == apply(state, declared(undeclared))


def test_sampling_reaches_every_action_evenly():
    rules = Rules()
    start = next(s for s in rounds.walk(rules, 5).states if s.phase == "play")
    assert start.turn is not None
    hand = CardSet("Mj Ph 3j 3s 4p 4t 5j")
    hands = tuple(hand if seat == start.turn else CardSet() for seat in SEATS)
    legal = legal_actions(replace(start, hands=hands), start.turn)
    rng = random.Random(7)
    draws = 400 * len(legal)
    counts = dict.fromkeys(legal, 0)
    for _ in range(draws):
        counts[legal.sample(rng)] += 1
    # Chi-square with n-1 degrees of freedom; its mean is n-1, its variance 2(n-1).
    n = len(legal)
    chi = sum((count - 400) ** 2 / 400 for count in counts.values())
    assert abs(chi - (n - 1)) < 5 * (2 * (n - 1)) ** 0.5


def test_a_sample_from_any_list_stands_in_its_order():
    hand = CardSet("Mj 3j 4p 5j 6s")
    plays = legal_plays(hand)
    lists = [
        LegalActions(1, plays, exchange_from=hand),
        LegalActions(1, plays, (None, 2, 3), exchange_from=hand),
        LegalActions(1, plays, (4,), may_call_tichu=True),
        LegalActions(1, plays, may_pass=True, may_call_tichu=True),
        LegalActions(1, plays, may_collect=True),
    ]
    for legal in lists:
        chosen = [
            legal.sample(SimpleNamespace(randrange=lambda n, place=place: place))
            for place in range(len(legal))
        ]
        assert chosen == list(legal)


def test_sampling_nothing_is_an_index_error():
    over = rounds.walk(Rules(), 0).end
    with pytest.raises(IndexError):
        legal_actions(over, 0).sample(random.Random(0))


def test_the_dog_is_offered_on_a_lead_only():
    """R-035."""
    seen = set()
    for seed in range(40):
        for state in rounds.walk(Rules(), seed).states:
            for seat in SEATS:
                if DOG in state.hands[seat] and state.phase == "play":
                    offered = Play(seat, CardSet(DOG)) in legal_actions(state, seat)
                    seen.add(offered)
                    assert not offered or (state.is_lead and state.turn == seat)
    assert seen == {True, False}
