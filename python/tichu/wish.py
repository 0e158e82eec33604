"""The wish: who may make one, which, and when it is fulfilled (R-066 to R-080).

Which plays a pending wish leaves legal is arithmetic of cards and lives in the core
(``legal_plays``); this is the rest.
"""

from __future__ import annotations

from tichu._core import MAHJONG, CardSet, Combination
from tichu.refusal import Refusal
from tichu.rules import Rules

__all__ = ["WISH_RANKS", "choices", "standing_after", "wish_refusal"]

WISH_RANKS = tuple(range(2, 15))
"""The ranks that may be wished for, held by somebody or not (R-066, R-067)."""

_OPTIONAL: tuple[int | None, ...] = (None, *WISH_RANKS)

_NO_MAHJONG = Refusal("no_mahjong", "R-066", "Only a play with the Mah Jong carries a wish.")
_WISH_DUE = Refusal("wish_due", "R-066", "These rules ask for a wish; name a rank from 2 to 14.")
_BAD_RANK = Refusal("bad_wish", "R-066", "Wish for a rank from 2 to 14, the ace being 14.")


def choices(rules: Rules) -> tuple[int | None, ...]:
    """What may be wished for with the Mah Jong; None is no wish (R-066)."""
    return _OPTIONAL if rules.wish_optional else WISH_RANKS


def wish_refusal(cards: CardSet, wish: int | None, rules: Rules) -> Refusal | None:
    """Why these cards cannot be played with this wish; None if they can."""
    if MAHJONG not in cards:
        return None if wish is None else _NO_MAHJONG
    if wish is None:
        return None if rules.wish_optional else _WISH_DUE
    return None if type(wish) is int and wish in WISH_RANKS else _BAD_RANK


def standing_after(standing: int | None, played: Combination, made: int | None) -> int | None:
    """The wish that stands after a play.

    A play with a natural card of the rank fulfils it, bombs out of turn included (R-075). The play
    that makes a wish does not fulfil its own (R-077).
    """
    if made is not None:
        return made
    if standing is not None and played.contains_rank(standing):
        return None
    return standing
