"""The trick: passing, ripening, being taken, and who leads next (R-049 to R-054, R-060)."""

from __future__ import annotations

from msgspec.structs import replace

from tichu._core import CardSet
from tichu.actions import Collect, Pass
from tichu.events import Passed, TrickRipe, TrickTaken
from tichu.play import plays_of
from tichu.refusal import Refusal
from tichu.seats import SEATS, with_seat
from tichu.state import RoundState, Step, first_with_cards, next_with_cards

__all__ = ["award", "collect", "collect_refusal", "pass_refusal", "pass_turn", "passes_to_ripen"]

_NO_CARDS = CardSet()

# Nothing happens more often than these four, so they are made once.
_PASSED = tuple((Passed(seat),) for seat in SEATS)

_NOT_ON_TURN = Refusal("not_on_turn", "R-050", "Wait for this seat's turn.")
_MUST_LEAD = Refusal("must_lead", "R-049", "The leader may not pass; play any combination.")
_WISH_DUE = Refusal("wish_stands", "R-068", "A wish stands and can be met; passing is refused.")
_NOT_RIPE = Refusal("trick_not_ripe", "R-052", "The trick is taken when all others have passed.")
_NOT_OWNER = Refusal("not_owner", "R-053", "The trick is taken by the seat that holds it.")
_DRAGON = Refusal("dragon_to_give", "R-088", "The Dragon won this trick; give it to an opponent.")


def pass_refusal(state: RoundState, action: Pass) -> Refusal | None:
    """Why the seat may not pass now; None if it may."""
    seat = action.seat
    if state.phase != "play" or state.turn != seat:
        return _NOT_ON_TURN
    if state.top is None:
        return _MUST_LEAD
    if state.wish is not None and not plays_of(state, seat).may_pass:
        return _WISH_DUE
    return None


def passes_to_ripen(state: RoundState) -> int:
    """How many passes in a row end the trick: one for each other player with cards (R-052)."""
    with_cards = 4 - len(state.out)
    return with_cards if state.owner is None or state.owner in state.out else with_cards - 1


def pass_turn(state: RoundState, action: Pass) -> Step:
    """Pass; the last pass makes the trick ripe (R-052, R-060)."""
    seat = action.seat
    passes = state.passes + 1
    if passes >= passes_to_ripen(state) and state.owner is not None:
        ripe = replace(state, phase="ripe", turn=None, passes=passes)
        return Step(ripe, (*_PASSED[seat], TrickRipe(state.owner)))
    turn = next_with_cards(state.hands, seat)
    return Step(replace(state, turn=turn, passes=passes), _PASSED[seat])


def collect_refusal(state: RoundState, seat: int) -> Refusal | None:
    """Why the seat may not take the trick; None if it may."""
    if state.phase != "ripe":
        return _NOT_RIPE
    if state.owner != seat:
        return _NOT_OWNER
    return _DRAGON if state.dragon_on_top else None


def collect(state: RoundState, action: Collect) -> Step:
    """The owner takes the trick and leads (R-053)."""
    return award(state, action.seat)


def award(state: RoundState, to: int) -> Step:
    """Move a ripe trick to ``to``; the owner, or the next seat with cards, leads (R-053, R-093)."""
    owner = to if state.owner is None else state.owner
    after = replace(
        state,
        phase="play",
        turn=first_with_cards(state.hands, owner),
        top=None,
        owner=None,
        passes=0,
        trick=_NO_CARDS,
        piles=with_seat(state.piles, to, state.piles[to] | state.trick),
    )
    return Step(after, (TrickTaken(owner, to, state.trick),))
