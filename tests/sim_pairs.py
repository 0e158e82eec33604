"""A round told twice, by the Python flow and by `sim.Round`, compared after every action."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from rounds import random_deal
from tichu import (
    STANDARD,
    Action,
    Deal,
    Exchange,
    GrandTichu,
    RoundState,
    Rules,
    Tichu,
    apply,
    legal_actions,
    start_round,
)
from tichu.finish import count_round
from tichu.rules import rules_from
from tichu.seats import SEATS
from tichu.sim import Round, action_of, code_of
from tichu.sim.codes import COLLECT, GIVE_DRAGON, PASS

OPTIONS: dict[str, tuple[Any, ...]] = {
    "grand_enabled": (True, False),
    "tichu_before_exchange": (True, False),
    "tichu_during_exchange": ("reopen", "keep", "forbid"),
    "wish_optional": (True, False),
    "wish_bomb_in_turn": ("free", "strict"),
    "bomb_out_of_turn": (True, False),
    "bomb_after_final_pass": (True, False),
    "dragon_gift_last_trick": (True, False),
    "dragon_gift_only_active": (False, True),
    "double_victory_points": (200, 100),
}
"""Every option of a round, its default first."""

MAHJONG, KEY = 1, 0xF << 56


def rules_for(seed: int) -> Rules:
    """The standard game, every option changed alone, and random mixtures: all in turn."""
    changes = [{name: value} for name, values in OPTIONS.items() for value in values[1:]]
    place = seed % (2 * len(changes) + 2)
    if place == 0:
        return STANDARD
    if place <= len(changes):
        return rules_from(changes[place - 1])
    rng = random.Random(seed)
    return rules_from({name: rng.choice(values) for name, values in OPTIONS.items()})


def opening(deal: Deal, rules: Rules, rng: random.Random) -> RoundState:
    """The first state of the play: random calls and a random exchange."""
    state = start_round(deal, rules).state
    while state.phase == "grand":
        seat = state.grand_answers.index(None)
        call = rules.grand_enabled and rng.random() < 0.1
        state = apply(state, GrandTichu(seat, call)).state
    for seat in SEATS:
        cards = rng.sample(list(state.hands[seat]), 3)
        state = apply(state, Exchange(seat, *cards)).state
    return state


def codes_by_flow(state: RoundState, seat: int) -> list[int]:
    """The seat's actions as the flow lists them, calls left out, as codes."""
    legal = legal_actions(state, seat)
    codes = [COLLECT] * legal.may_collect
    codes += [GIVE_DRAGON | to for to in legal.recipients]
    codes += [PASS] * legal.may_pass
    for code in legal.plays.codes():
        if legal.wishes and code & MAHJONG:
            codes += [code & ~KEY | (wish or 1) << 56 for wish in legal.wishes]
        else:
            codes.append(code)
    return codes


def differences(state: RoundState, game: Round) -> list[str]:
    """What the two tellings do not agree on; nothing, unless one of them is wrong."""
    pairs: dict[str, tuple[object, object]] = {
        "phase": (state.phase, game.phase),
        "turn": (state.turn, game.turn),
        "top": (state.top, game.top),
        "owner": (state.owner, game.owner),
        "passes": (state.passes, game.passes),
        "trick": (state.trick, game.trick),
        "wish": (state.wish, game.wish),
        "hands": (state.hands, game.hands),
        "piles": (state.piles, game.piles),
        "out": (state.out, game.out),
        "calls": (state.calls, game.calls),
        "over": (state.is_over, game.is_over),
        "scores": (count_round(state).total if state.is_over else None, game.scores),
    }
    for seat in SEATS:
        codes = codes_by_flow(state, seat)
        pairs[f"legal {seat}"] = (codes, list(game.legal(seat)))
        pairs[f"count {seat}"] = (len(codes), game.count_legal(seat))
        may_call = legal_actions(state, seat).may_call_tichu
        pairs[f"call {seat}"] = (may_call, game.may_call(seat))
    return [f"{name}: {one} / {two}" for name, (one, two) in pairs.items() if one != two]


def play_pair(state: RoundState, rng: random.Random) -> tuple[int, list[str]]:
    """Play a state of the play to its end, any seat doing anything legal: steps, differences."""
    game, steps = Round(state), 0
    found = differences(state, game)
    while not state.is_over and not found:
        state = step(state, game, rng)
        found = differences(state, game)
        steps += 1
    if Round(state) != game or Round(state).key != game.key:
        found.append(f"made anew from the state: {Round(state)} / {game}")
    return steps, found


def step(state: RoundState, game: Round, rng: random.Random) -> RoundState:
    """One random action, done to both."""
    callers = [seat for seat in SEATS if game.may_call(seat)]
    if callers and rng.random() < 0.03:
        seat = rng.choice(callers)
        game.call_tichu(seat)
        return apply(state, Tichu(seat)).state
    lists = [list(game.legal(seat)) for seat in SEATS]
    able = [seat for seat in SEATS if lists[seat]]
    mover = game.mover
    seat = mover if mover in able and rng.random() < 0.7 else rng.choice(able)
    assert seat is not None
    code = choose(lists[seat], rng)
    action = action_of(seat, code)
    assert code_of(state, action) == code
    check_refusals(game, lists, rng)
    game.apply(code, seat)
    return apply(state, action).state


def choose(codes: Sequence[int], rng: random.Random) -> int:
    """Passes often, and short plays as often as long ones."""
    if PASS in codes and rng.random() < 0.4:
        return PASS
    kind = rng.choice(sorted({code >> 60 for code in codes}))
    return rng.choice([code for code in codes if code >> 60 == kind])


def check_refusals(game: Round, lists: list[list[int]], rng: random.Random) -> None:
    """A code of one seat is legal for another exactly if it is in that one's list."""
    codes = [code for codes in lists for code in codes]
    seat, code = rng.choice(SEATS), rng.choice(codes)
    assert game.allows(code, seat) == (code in lists[seat])


def played_by(actions: Sequence[Action], state: RoundState) -> int:
    """Follow actions of the play in both; the number of steps. The first difference fails."""
    game = Round(state)
    for action in actions:
        if isinstance(action, Tichu):
            game.call_tichu(action.seat)
        else:
            game.apply(code_of(state, action), action.seat)
        state = apply(state, action).state
        assert differences(state, game) == []
    return len(actions)


def compare_rounds(seeds: range) -> tuple[int, int]:
    """Rounds of these seeds, each told twice: how many rounds, how many actions."""
    rounds = actions = 0
    for seed in seeds:
        rng = random.Random(seed)
        state = opening(random_deal(rng), rules_for(seed), rng)
        steps, found = play_pair(state, rng)
        assert found == [], f"seed {seed}"
        rounds, actions = rounds + 1, actions + steps
    return rounds, actions
