"""The bomb window: the pause after a play in which everybody may bomb it (R-056 to R-062).

Every seat with cards is asked alike, whatever it holds, and the window ends when its time is over
or when all have answered; so how long it lasts tells nothing about who could have bombed. What is
thrown inside is held, and takes effect at its end: bombs in play order from the last play on, each
of which must beat the one before; an ordinary play after them, if the turn is still its player's.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tichu._core import Combination, Plays, legal_plays
from tichu.actions import Action, Play, parse_action
from tichu.flow import apply_unchecked, legal_actions, refusal
from tichu.play import NO_PLAYS
from tichu.protocol.entries import Acted, Held, Refusal
from tichu.seats import SEATS
from tichu.state import RoundState

__all__ = ["Window", "bombs_in_window", "is_open_after", "order_from", "resolve"]


class Window:
    """One window.

    Attributes:
        closes: when its time is over; None if it waits for all answers.
        answered: the seats that have declined or acted.
    """

    def __init__(self, closes: float | None) -> None:
        self.closes = closes
        self.answered: set[int] = set()

    def is_complete(self, state: RoundState) -> bool:
        """All seats with cards have answered."""
        return all(seat in self.answered for seat in SEATS if state.hands[seat])


def is_open_after(state: RoundState) -> bool:
    """Whether the table pauses for bombs in this state; it does so whoever holds what."""
    rules = state.rules
    if not rules.bomb_out_of_turn or state.top is None:
        return False
    if state.phase == "ripe":
        return rules.bomb_after_final_pass
    return state.phase == "play"


def order_from(state: RoundState) -> list[int]:
    """The seats in play order from the last play on, its player last (R-062)."""
    first = 0 if state.owner is None else state.owner + 1
    return [(first + step) % 4 for step in SEATS]


def bombs_in_window(state: RoundState, seat: int) -> Plays:
    """The bombs with which a seat may beat the table in a window."""
    plays = legal_actions(state, seat).plays
    if state.turn == seat:
        if state.rules.wish_bomb_in_turn == "strict" and not plays.may_pass:
            # this seat owes the wish in every bomb, so it waits for its turn.
            return NO_PLAYS
        return legal_plays(state.hands[seat], state.top, in_turn=False)
    return plays


class _Wanted(Struct):
    held: Held
    action: Action


_BOMBED = Refusal(
    seat=0,
    action="",
    code="bombed",
    rule="R-062",
    message="A bomb came before this; wait for your turn.",
)


def resolve(state: RoundState, held: Mapping[int, Held]) -> list[Acted]:
    """What takes effect of what was held when the window ends, in order.

    Whatever has become impossible is refused along with the last action that takes effect.
    """
    wanted = [
        _Wanted(held[seat], parse_action(held[seat].action))
        for seat in order_from(state)
        if seat in held
    ]
    bombs = [want for want in wanted if _is_bomb(want.action)]
    others = [want for want in wanted if not _is_bomb(want.action)]
    done: list[Acted] = []
    refused: list[Refusal] = []
    for want in bombs or others:
        no = refusal(state, want.action)
        if no is None:
            state = apply_unchecked(state, want.action).state
            done.append(Acted(action=want.held.action, by=want.held.by))
        else:
            refused.append(_refused(want, no.code, no.rule, no.message))
    if bombs:
        refused += [_refused(want, _BOMBED.code, _BOMBED.rule, _BOMBED.message) for want in others]
    if done and refused:
        last = done[-1]
        done[-1] = Acted(action=last.action, by=last.by, refused=tuple(refused))
    return done


def _is_bomb(action: Action) -> bool:
    return isinstance(action, Play) and Combination.of(action.cards, action.phoenix_rank).is_bomb


def _refused(want: _Wanted, code: str, rule: str | None, message: str) -> Refusal:
    return Refusal(
        seat=want.held.seat, action=want.held.action, code=code, rule=rule, message=message
    )
