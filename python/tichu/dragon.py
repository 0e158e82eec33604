"""The Dragon's gift: a trick that the Dragon wins goes to an opponent (R-088 to R-094)."""

from __future__ import annotations

from msgspec.structs import replace

from tichu._core import CardSet
from tichu.actions import GiveDragon
from tichu.events import TrickTaken
from tichu.finish import end_round
from tichu.refusal import Refusal
from tichu.seats import opponents_of
from tichu.state import RoundState, Step
from tichu.trick import award

__all__ = ["gift_refusal", "give_dragon", "recipients"]

_NO_DRAGON = Refusal("no_dragon", "R-088", "No Dragon has won a trick that waits to be given.")
_NOT_OWNER = Refusal("not_owner", "R-088", "The seat that played the Dragon gives its trick.")
_NOT_OPPONENT = Refusal("not_opponent", "R-088", "The Dragon's trick goes to an opponent.")
_NOT_ACTIVE = Refusal(
    "recipient_out", "R-090", "These rules give the Dragon only to an opponent with cards."
)


def recipients(state: RoundState) -> tuple[int, ...]:
    """The opponents that the owner of a won Dragon may choose from; none if nothing is to give."""
    if state.owner is None or not state.dragon_on_top or state.phase not in ("ripe", "gift"):
        return ()
    both = opponents_of(state.owner)
    if not state.rules.dragon_gift_only_active:
        return both
    return tuple(seat for seat in both if state.hands[seat])


def gift_refusal(state: RoundState, action: GiveDragon) -> Refusal | None:
    """Why the Dragon's trick cannot be given so; None if it can."""
    allowed = recipients(state)
    if not allowed or state.owner is None:
        return _NO_DRAGON
    if action.seat != state.owner:
        return _NOT_OWNER
    if action.to in allowed:
        return None
    return _NOT_ACTIVE if action.to in opponents_of(state.owner) else _NOT_OPPONENT


def give_dragon(state: RoundState, action: GiveDragon) -> Step:
    """Move the trick; the owner leads on, or the round that it closed is counted (R-091)."""
    if state.phase == "ripe":
        return award(state, action.to)
    taken = TrickTaken(action.seat, action.to, state.trick)
    piles = list(state.piles)
    piles[action.to] |= state.trick
    a, b, c, d = piles
    return end_round(replace(state, piles=(a, b, c, d), trick=CardSet()), (taken,))
