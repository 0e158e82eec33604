"""What a seat is asked at a moment, and everything that it may do then."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from tichu.flow import legal_actions
from tichu.legal import LegalActions
from tichu.play import NO_PLAYS
from tichu.protocol.game import Game
from tichu.protocol.messages.pushes import AskKind
from tichu.protocol.window import Window
from tichu.state import RoundState

__all__ = ["DECLINE", "NEXT", "Asked", "asked", "kind_of"]

DECLINE = "decline"
NEXT = "next"


class Asked(Struct, frozen=True):
    """What a seat is asked.

    Attributes:
        kind: the question.
        legal: the actions of the game that it may answer with.
        extra: the answers that are no actions of the game.
    """

    kind: AskKind
    legal: LegalActions
    extra: tuple[str, ...] = ()


def kind_of(game: Game, window: Window | None, ready: Collection[int], seat: int) -> AskKind:
    """The question alone."""
    state = game.state
    if game.life == "between":
        return "wait" if seat in ready else "next"
    if state is None or game.life != "playing" or seat in game.held:
        return "wait"
    if state.phase == "grand":
        return "grand"
    if state.phase == "exchange":
        return "exchange" if state.exchange[seat] is None else "wait"
    if window is not None:
        if not state.hands[seat] or seat in window.answered:
            return "wait"
        return "play" if state.turn == seat else "bomb"
    if state.phase == "play":
        return "play" if state.turn == seat else "wait"
    return "dragon" if state.owner == seat and state.dragon_on_top else "wait"


def asked(game: Game, window: Window | None, ready: Collection[int], seat: int) -> Asked:
    """The question, and all possible answers."""
    kind = kind_of(game, window, ready, seat)
    if kind == "next":
        return Asked(kind, LegalActions(seat, NO_PLAYS), (NEXT,))
    state = game.state
    if state is None or game.life != "playing":
        return Asked(kind, LegalActions(seat, NO_PLAYS))
    legal = _possible(game, state, window, seat)
    extra = (DECLINE,) if window is not None and kind in ("play", "bomb") else ()
    return Asked(kind, legal, extra)


def _possible(game: Game, state: RoundState, window: Window | None, seat: int) -> LegalActions:
    legal = legal_actions(state, seat)
    if seat in game.held:
        return LegalActions(seat, NO_PLAYS, may_call_tichu=legal.may_call_tichu)
    # The table takes the trick itself, and a Dragon's trick is given when the window is over.
    recipients = legal.recipients if window is None else ()
    if not legal.plays and legal.plays is not NO_PLAYS:
        # So that two empty lists are equal.
        return replace(legal, plays=NO_PLAYS, may_collect=False, recipients=recipients)
    return replace(legal, may_collect=False, recipients=recipients)
