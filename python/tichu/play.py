"""Laying cards: a combination on the regular turn, or a bomb out of it (R-049 to R-064)."""

from __future__ import annotations

from msgspec.structs import replace

from tichu._core import DOG, CardSet, Combination, Plays, legal_plays
from tichu.actions import Play
from tichu.dog import pass_the_lead
from tichu.errors import TichuError
from tichu.events import Event, Played, PlayerOut, WishFulfilled
from tichu.finish import close_last_trick, end_round, is_decided
from tichu.refusal import Refusal, malformed
from tichu.seats import with_seat
from tichu.state import RoundState, Step, next_with_cards
from tichu.wish import standing_after, wish_refusal

__all__ = ["lay", "play_refusal", "plays_of", "reading_of"]

combination_of = Combination.of
NO_PLAYS: Plays = legal_plays(CardSet(), in_turn=False)

_ROUND_OVER = Refusal("round_over", "R-064", "The round has ended; start the next one.")
_NOT_YET = Refusal("not_yet", "R-014", "Cards are played after the exchange.")
_NOT_HELD = Refusal("not_held", "R-050", "Play cards that this seat holds.")
_NO_CARDS = Refusal("no_cards", "R-022", "A play is at least one card; pass to play none.")
_NOT_ON_TURN = Refusal("not_on_turn", "R-056", "Out of turn only bombs may be played.")
_EMPTY_TABLE = Refusal("empty_table", "R-057", "The right to lead cannot be bombed; wait.")
_IN_TURN_ONLY = Refusal("bomb_in_turn_only", "R-056", "These rules allow bombs in turn only.")
_TRICK_CLOSED = Refusal("trick_closed", "R-060", "These rules allow no bomb after the last pass.")
_OWN_TRICK = Refusal(
    "trick_ripe", "R-054", "All have passed; only a bomb may still be put on the trick."
)
_DOG_IS_LED = Refusal("dog_is_led", "R-035", "The Dog is only ever led, alone.")
_WISH = Refusal("wish_stands", "R-068", "A wish stands; play a card of the rank wished for.")
_TOO_LOW = Refusal(
    "does_not_beat", "R-044", "Play the same type and length, strictly higher, or a bomb."
)
_BOMB_TOO_LOW = Refusal(
    "does_not_beat", "R-047", "A bomb is beaten by more cards, or as many of a higher rank."
)


def plays_of(state: RoundState, seat: int) -> Plays:
    """The combinations that the seat may lay now, bombs out of turn included (R-049, R-056)."""
    if state.phase == "play" and state.turn == seat:
        if state.wish is None:
            # Only under a wish there are rules to choose from.
            return legal_plays(state.hands[seat], state.top)
        return legal_plays(state.hands[seat], state.top, state.wish, rules=state.rules)
    if _bomb_window_refusal(state) is not None:
        return NO_PLAYS
    return legal_plays(state.hands[seat], state.top, in_turn=False)


def _bomb_window_refusal(state: RoundState) -> Refusal | None:
    """Why nobody may bomb out of turn now; None if one may (R-056 to R-060)."""
    rules = state.rules
    if state.phase == "play":
        if state.top is None:
            return _EMPTY_TABLE
        return None if rules.bomb_out_of_turn else _IN_TURN_ONLY
    if state.phase == "ripe":
        if not rules.bomb_out_of_turn:
            return _IN_TURN_ONLY
        return None if rules.bomb_after_final_pass else _TRICK_CLOSED
    return _NOT_YET if state.phase in ("grand", "exchange") else _ROUND_OVER


def reading_of(state: RoundState, action: Play) -> Combination:
    """What the cards are: as declared, else the higher reading (R-041); a lone Phoenix takes its
    rank from the table (R-039).

    Raises:
        InvalidValue: the cards are no combination, or not the one declared.
    """
    return combination_of(action.cards, action.phoenix_rank, state.top)


def play_refusal(state: RoundState, action: Play) -> Refusal | None:
    """Why these cards cannot be laid now; None if they can.

    Raises:
        InvalidValue: the cards are no ``CardSet`` (``wrong_type``).
    """
    if type(action.cards) is not CardSet:
        raise malformed(action)
    try:
        combination = combination_of(action.cards, action.phoenix_rank, state.top)
    except TichuError as error:
        unreadable = Refusal(error.code, error.rule or "R-028", error.message)
        return _early_refusal(state) or _cards_refusal(state, action) or unreadable
    if combination in plays_of(state, action.seat):
        return wish_refusal(action.cards, action.wish, state.rules)
    return (
        _early_refusal(state)
        or _cards_refusal(state, action)
        or _explain(state, action, combination)
    )


def _cards_refusal(state: RoundState, action: Play) -> Refusal | None:
    if not action.cards <= state.hands[action.seat]:
        return _NOT_HELD
    return None if action.cards else _NO_CARDS


def _early_refusal(state: RoundState) -> Refusal | None:
    if state.phase in ("play", "ripe"):
        return None
    return _bomb_window_refusal(state)


def _explain(state: RoundState, action: Play, combination: Combination) -> Refusal:
    """The reason, for a combination held by the seat but not among its plays."""
    if not (state.phase == "play" and state.turn == action.seat):
        if not combination.is_bomb:
            return _OWN_TRICK if state.phase == "ripe" else _NOT_ON_TURN
        return _bomb_window_refusal(state) or _BOMB_TOO_LOW
    if state.top is None or combination.beats(state.top):
        return _WISH
    if DOG in action.cards:
        return _DOG_IS_LED
    return _BOMB_TOO_LOW if state.top.is_bomb else _TOO_LOW


def lay(state: RoundState, action: Play) -> Step:
    """Lay the combination and move on: to the next seat, the Dog's leader, or the round's end."""
    seat, cards = action.seat, action.cards
    combination = combination_of(cards, action.phoenix_rank, state.top)
    hand = state.hands[seat] - cards
    in_turn = state.turn == seat
    events: tuple[Event, ...] = (Played(seat, combination, action.wish, in_turn),)
    wish = state.wish
    if wish is not None or action.wish is not None:
        wish = standing_after(wish, combination, action.wish)
        if wish is None and state.wish is not None:
            events += (WishFulfilled(seat, state.wish),)
    out = state.out
    if not hand:
        out = (*out, seat)
        events += (PlayerOut(seat, len(out)),)
    hands = with_seat(state.hands, seat, hand)
    if DOG in cards:
        led = replace(state, hands=hands, out=out)
        # The Dog makes no trick, so nothing is awarded when it ends the round.
        step = pass_the_lead(led, seat, cards, events)
        return end_round(step.state, events) if is_decided(out) else step
    laid = replace(
        state,
        phase="play",
        hands=hands,
        turn=next_with_cards(hands, seat),
        top=combination,
        owner=seat,
        passes=0,
        trick=state.trick | cards,
        wish=wish,
        out=out,
    )
    return Step(laid, events) if hand or not is_decided(out) else close_last_trick(laid, events)
