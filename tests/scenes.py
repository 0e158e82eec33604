"""Small scenes of play, written as a position and the actions that follow, all as text."""

from __future__ import annotations

import pytest

from tichu import (
    CardSet,
    Event,
    IllegalAction,
    RoundState,
    apply,
    legal_actions,
    parse_action,
    parse_position,
)


def at(phase_and_hands: str, *fields: str) -> RoundState:
    """A state from its phase and hands, as in ``at("play 3j/4j/5j/6j", "turn:0")``."""
    phase, hands = phase_and_hands.split()
    return parse_position(" ".join(["tichu1", phase, f"hands:{hands}", *fields]))


def go(state: RoundState, *actions: str) -> RoundState:
    """The state after these actions; each must be listed, too."""
    for text in actions:
        action = parse_action(text)
        assert action in legal_actions(state, action.seat), text
        state = apply(state, action).state
    return state


def told(state: RoundState, action: str) -> tuple[Event, ...]:
    """What the action makes happen."""
    return apply(state, parse_action(action)).events


def refused(state: RoundState, action: str, code: str, rule: str) -> None:
    """The action is neither listed nor taken, for this reason, and changes nothing."""
    before = repr(state)
    parsed = parse_action(action)
    assert parsed not in legal_actions(state, parsed.seat)
    assert parsed not in list(legal_actions(state, parsed.seat))
    with pytest.raises(IllegalAction) as caught:
        apply(state, parsed)
    assert (caught.value.code, caught.value.rule) == (code, rule)
    assert repr(state) == before


def options(state: RoundState, seat: int) -> list[str]:
    """The seat's legal actions as text."""
    return [str(action) for action in legal_actions(state, seat)]


def cards(text: str) -> CardSet:
    return CardSet(text)
