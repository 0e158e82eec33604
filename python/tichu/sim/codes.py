"""Actions as numbers ("codes", docs/NOTATION.md), for :class:`tichu.sim.Round` and rollouts.

In the code of a play with the Mah Jong, whose key is always 1, the four bits of the key are the
wish: 2 to 14, or 1 for none.
"""

from __future__ import annotations

from collections.abc import Callable

from tichu._core import MAHJONG, Card, Combination
from tichu.actions import Action, Collect, Exchange, GiveDragon, GrandTichu, Pass, Play, Tichu
from tichu.errors import InvalidValue
from tichu.play import reading_of
from tichu.state import RoundState

__all__ = ["COLLECT", "DECLINE", "GIVE_DRAGON", "PASS", "action_of", "code_of"]

PASS = 0xF0 << 56
DECLINE = 0xE0 << 56
COLLECT = 0xD0 << 56
GIVE_DRAGON = 0xB0 << 56
"""To this the seat that gets the trick is added."""

_EXCHANGE = 0x9E << 56
_GRAND = 0xC1 << 56
_NO_GRAND = 0xC2 << 56
_TICHU = 0xC0 << 56

_KEY = 0xF << 56
_MAHJONG_KEY = 1 << 56
_MAHJONG_BIT = 1 << MAHJONG.index
_LAST_COMBINATION = 0x80


def code_of(state: RoundState, action: Action) -> int:
    """The code of an action of the play: a play (its wish included), pass, collect or a gift.

    The state says what a Phoenix alone is worth; whether the action is legal is not asked.

    Raises:
        InvalidValue: the cards are no combination, or the action is none of these (``bad_action``).
    """
    match action:
        case Play():
            code = reading_of(state, action).code
            if action.wish is not None and MAHJONG in action.cards:
                code = code & ~_KEY | action.wish << 56
            return code
        case Pass():
            return PASS
        case Collect():
            return COLLECT
        case GiveDragon():
            return GIVE_DRAGON | action.to
    raise InvalidValue(
        f"{action!s:.60} has no code here; give an action of the play.", code="bad_action"
    )


def action_of(seat: int, code: int) -> Action:
    """The action of a seat that a code means.

    Raises:
        InvalidValue: no such code (``bad_code``).
    """
    if code in _PLAIN:
        return _PLAIN[code](seat)
    if code & ~3 == GIVE_DRAGON:
        return GiveDragon(seat, code & 3)
    if code & ~0x3FFFF == _EXCHANGE:
        one, two, three = (Card.from_index(code >> shift & 63) for shift in (0, 6, 12))
        return Exchange(seat, one, two, three)
    wish = None
    if code & _MAHJONG_BIT and code >> 56 < _LAST_COMBINATION:
        key = code >> 56 & 15
        wish = key if key > 1 else None
        code = code & ~_KEY | _MAHJONG_KEY
    combination = Combination.from_code(code)
    return Play(seat, combination.cards, combination.phoenix_rank, wish)


_PLAIN: dict[int, Callable[[int], Action]] = {
    PASS: Pass,
    COLLECT: Collect,
    _TICHU: Tichu,
    _GRAND: lambda seat: GrandTichu(seat, True),
    _NO_GRAND: lambda seat: GrandTichu(seat, False),
}
