"""The acts of the case books as actions, and doing them."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from tichu._core import Card, CardSet, Combination
from tichu.actions import (
    Action,
    Collect,
    Exchange,
    GiveDragon,
    GrandTichu,
    Pass,
    Play,
    Tichu,
)
from tichu.conform.fields import Fields, card_set, malformed, mapping, seat, text, whole
from tichu.errors import TichuError
from tichu.flow import apply, legal_actions
from tichu.seats import next_seat, partner_of, previous_seat
from tichu.state import RoundState

__all__ = ["Outcome", "perform"]


class Outcome(Struct, frozen=True):
    """What came of an act: the state after it, or why it was refused.

    Attributes:
        state: the state afterwards; the one before if the act was refused.
        refused: the reason as a sentence; None if the act was done.
        disagreement: the list of legal actions says otherwise than ``apply``; None if they agree.
    """

    state: RoundState
    refused: str | None
    disagreement: str | None = None


class _Refused(Exception):
    """The act can be refused before it is an action: none of ours says the like."""


def perform(state: RoundState, act: object) -> Outcome:
    """Do an act ``{do, ...}``.

    Raises:
        TichuError: the act is malformed.
    """
    fields = Fields(act, "act")
    verb = fields.need("do", text)
    if verb not in _READERS:
        raise malformed("act.do", f"one of {', '.join(_READERS)}", verb)
    try:
        action = _READERS[verb](state, fields)
    except _Refused as reason:
        return Outcome(state, str(reason))
    fields.end()
    return _apply(state, action)


def _apply(state: RoundState, action: Action) -> Outcome:
    listed = action in legal_actions(state, action.seat)
    try:
        after = apply(state, action).state
    except TichuError as error:
        disagreement = f"the list of legal actions holds {action}" if listed else None
        return Outcome(state, str(error), disagreement)
    disagreement = None if listed else f"the list of legal actions lacks {action}"
    return Outcome(after, None, disagreement)


def _play(_: RoundState, fields: Fields) -> Play:
    player = fields.need("seat", seat)
    try:
        cards = fields.need("cards", card_set)
    except TichuError as error:
        if error.code == "duplicate_card":
            raise _Refused(str(error)) from None
        raise
    phoenix_rank = fields.get("ph", whole)
    wish = fields.get("wish", whole)
    return Play(player, cards, phoenix_rank, wish)


def _bomb(state: RoundState, fields: Fields) -> Play:
    """An interruption is a play like others, but nothing else than a bomb interrupts (R-056)."""
    play = _play(state, fields)
    if not _is_bomb(play):
        raise _Refused(f"{play.cards} is no bomb.")
    return play


def _is_bomb(play: Play) -> bool:
    try:
        return Combination.of(play.cards, play.phoenix_rank).is_bomb
    except TichuError:
        return False


def _collect(state: RoundState, fields: Fields) -> Collect:
    """The trick is its owner's to collect; without one, whoever asks is refused."""
    named = fields.get("seat", seat)
    if named is not None:
        return Collect(named)
    return Collect(0 if state.owner is None else state.owner)


def _gift(_: RoundState, fields: Fields) -> GiveDragon:
    return GiveDragon(fields.need("seat", seat), fields.need("to", seat))


def _give(_: RoundState, fields: Fields) -> Exchange:
    player = fields.need("seat", seat)
    gifts = fields.need("to", _gifts)
    receivers = [next_seat(player), partner_of(player), previous_seat(player)]
    if sorted(gifts) != sorted(map(str, receivers)):
        raise _Refused("Give one card to each other seat. (R-011)")
    one, two, three = (gifts[str(receiver)] for receiver in receivers)
    return Exchange(player, one, two, three)


def _gifts(value: object, where: str) -> dict[str, Card]:
    return {
        name: next(iter(CardSet([text(card, f"{where}.{name}")])))
        for name, card in mapping(value, where).items()
    }


_READERS: dict[str, Callable[[RoundState, Fields], Action]] = {
    "play": _play,
    "bomb": _bomb,
    "pass": lambda _, fields: Pass(fields.need("seat", seat)),
    "collect": _collect,
    "gift": _gift,
    "give": _give,
    "tichu": lambda _, fields: Tichu(fields.need("seat", seat)),
    "grand": lambda _, fields: GrandTichu(fields.need("seat", seat), True),
    "nogrand": lambda _, fields: GrandTichu(fields.need("seat", seat), False),
}
