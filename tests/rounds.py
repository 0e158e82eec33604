"""Whole random rounds to test laws on: deals rich in bombs, and players who do anything legal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tichu import (
    DECK,
    Action,
    Card,
    CardSet,
    Deal,
    Event,
    Exchange,
    LegalActions,
    Pass,
    RoundState,
    Rules,
    Step,
    apply,
    legal_actions,
    play_round,
    start_round,
    stream,
)
from tichu.agents import RandomAgent
from tichu.seats import SEATS

BOMB_DEALS = 4
"""Of so many deals all but one are nearly sorted, so that most hands hold bombs and runs."""

IN_TURN = 0.7
"""How often it is the seat on turn that acts, if it can."""

MOST_STEPS = 4 + 4 + 56 + 56 * 3 + 56
"""After the exchange: calls, each card a play, three passes and a collection for each play."""


@dataclass(frozen=True)
class Moment:
    """One step of a round: what was done where, and what came of it."""

    state: RoundState
    action: Action
    step: Step


@dataclass(frozen=True)
class Walk:
    """A round from its deal to its end."""

    deal: Deal
    start: Step
    moments: tuple[Moment, ...]

    @property
    def states(self) -> Iterator[RoundState]:
        yield self.start.state
        for moment in self.moments:
            yield moment.step.state

    @property
    def end(self) -> RoundState:
        return self.moments[-1].step.state

    def events_up_to(self, count: int) -> list[Event]:
        """What happened with the deal and the first ``count`` actions."""
        steps = (self.start, *(moment.step for moment in self.moments[:count]))
        return [event for step in steps for event in step.events]


def random_deal(rng: random.Random) -> Deal:
    """A deal; usually from a deck sorted by rank or by suit, with a few cards exchanged."""
    deck = list(DECK)
    kind = rng.randrange(BOMB_DEALS)
    if kind == 0:
        rng.shuffle(deck)
    else:
        if kind == 1:
            deck.sort(key=lambda card: (str(card)[1], card.index))
        for _ in range(rng.choice([0, 4, 8, 12])):
            one, two = rng.sample(range(56), 2)
            deck[one], deck[two] = deck[two], deck[one]
    hands = [deck[14 * seat : 14 * seat + 14] for seat in SEATS]
    rng.shuffle(hands)
    for hand in hands:
        rng.shuffle(hand)
    a, b, c, d = (CardSet(hand[:8]) for hand in hands)
    w, x, y, z = (CardSet(hand[8:]) for hand in hands)
    return Deal((a, b, c, d), (w, x, y, z))


@lru_cache(maxsize=1024)
def walk(rules: Rules, seed: int) -> Walk:
    """A round in which any seat does anything legal at any time."""
    rng = random.Random(seed)
    deal = random_deal(rng)
    start = start_round(deal, rules)
    state, moments = start.state, []
    while not state.is_over:
        action = any_action(state, rng)
        step = apply(state, action)
        moments.append(Moment(state, action, step))
        state = step.state
    return Walk(deal, start, tuple(moments))


@lru_cache(maxsize=512)
def driven(rules: Rules, seed: int) -> Walk:
    """A round of random agents under the driver, its actions applied again one by one."""
    deal = random_deal(random.Random(seed))
    start = start_round(deal, rules)
    agents = [RandomAgent() for _ in SEATS]
    for seat, agent in enumerate(agents):
        agent.begin_round(seat, stream(str(seed), "agent", 1, seat))
    driver = play_round(agents, start)
    state, moments = start.state, []
    for action in driver.actions:
        step = apply(state, action)
        moments.append(Moment(state, action, step))
        state = step.state
    assert state == driver.state
    return Walk(deal, start, tuple(moments))


def any_action(state: RoundState, rng: random.Random) -> Action:
    """One legal action of any seat: mostly of the seat on turn, sometimes out of turn."""
    legal = {seat: legal_actions(state, seat) for seat in SEATS}
    able = [seat for seat in SEATS if legal[seat]]
    in_turn = state.turn in able and rng.random() < IN_TURN
    seat = state.turn if state.turn is not None and in_turn else rng.choice(able)
    action = some_action(legal[seat], rng)
    if isinstance(action, Exchange):
        return a_pick(state, rng)
    return action


def a_pick(state: RoundState, rng: random.Random) -> Exchange:
    """Usually a new pick, sometimes a changed one."""
    missing = [seat for seat in SEATS if state.exchange[seat] is None]
    seat = rng.choice(missing) if rng.random() < 0.8 else rng.choice(SEATS)
    one, two, three = rng.sample(list(state.hands[seat]), 3)
    return Exchange(seat, one, two, three)


def some_action(legal: LegalActions, rng: random.Random) -> Action:
    """Passes are as likely as plays together, and small plays as likely as great ones."""
    if legal.may_pass and rng.random() < 0.4:
        return Pass(legal.seat)
    if legal.plays and rng.random() < 0.9:
        kind = rng.choice(sorted(name for name, n in legal.plays.count_by_type().items() if n))
        play = rng.choice([play for play in legal.plays if play.type == kind])
        return rng.choice(list(legal.plays_with(play)))
    return legal.sample(rng)


def cards_of(state: RoundState) -> list[Card]:
    """Every card that the state accounts for, as often as it does."""
    parts = (*state.hands, *state.stock, *state.piles, state.trick)
    return [card for part in parts for card in part]
