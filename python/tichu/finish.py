"""Going out and the end of a round (R-095 to R-097)."""

from __future__ import annotations

from msgspec.structs import replace

from tichu._core import CardSet
from tichu.events import Event, RoundOver, TrickTaken
from tichu.round_score import RoundScore
from tichu.scoring import is_double_victory, score_round
from tichu.seats import SEATS, with_seat
from tichu.state import RoundState, Step

__all__ = ["close_last_trick", "count_round", "end_round", "is_decided", "shown_hand"]

_NO_CARDS = CardSet()


def is_decided(out: tuple[int, ...]) -> bool:
    """Three are out, or the first two out are partners (R-095, R-096)."""
    return len(out) == 3 or (len(out) == 2 and is_double_victory(out))


def close_last_trick(state: RoundState, events: tuple[Event, ...]) -> Step:
    """End the round with the play that decided it (R-064, R-097).

    The trick is its player's; after a double victory it is nobody's (R-096); a Dragon on top is
    given away first (R-091).
    """
    owner = state.owner
    if owner is None or is_double_victory(state.out):
        return end_round(state, events)
    if state.dragon_on_top and state.rules.dragon_gift_last_trick:
        return Step(replace(state, phase="gift", turn=owner, passes=0), events)
    taken = TrickTaken(owner, owner, state.trick)
    piles = with_seat(state.piles, owner, state.piles[owner] | state.trick)
    return end_round(replace(state, piles=piles, trick=_NO_CARDS), (*events, taken))


def end_round(state: RoundState, events: tuple[Event, ...]) -> Step:
    """Close the table and count."""
    score = count_round(state)
    over = replace(
        state, phase="over", turn=None, top=None, owner=None, passes=0, wish=None, score=score
    )
    return Step(over, (*events, RoundOver(state.out, score)))


def count_round(state: RoundState) -> RoundScore:
    """The score of a decided round from its piles, calls and what is left in hand (R-096 to R-102).

    Raises:
        InvalidValue: the round is not decided (``bad_finish``).
    """
    last_hand = _NO_CARDS
    for seat in SEATS:
        if seat not in state.out:
            last_hand = state.hands[seat]
    return score_round(state.out, state.piles, last_hand, state.calls, state.rules)


def shown_hand(state: RoundState) -> CardSet:
    """The last player's cards, which everybody sees when they are counted (R-098).

    None before the round is over, and after a double victory, where no cards count (R-096).
    """
    if state.phase != "over" or is_double_victory(state.out):
        return _NO_CARDS
    return next((hand for hand in state.hands if hand), _NO_CARDS)
