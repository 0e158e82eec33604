"""The options of the rules: :class:`Rules`, frozen, with its presets.

Every other contested point of the ledger is fixed at its default (docs/RULES.md).
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from tichu.checks import shown
from tichu.errors import InvalidValue

__all__ = ["BRETTSPIELWELT", "PRESETS", "STANDARD", "TOURNAMENT", "Rules", "rules_from"]

DuringExchange = Literal["reopen", "keep", "forbid"]
WishBomb = Literal["free", "strict"]
TieRule = Literal["play_on", "draw"]

_LIMIT = 1_000_000


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The twelve options; the defaults are the standard game.

    Attributes:
        grand_enabled: Grand Tichu is asked for after eight cards (R-008).
        tichu_before_exchange: a small Tichu may be called before the exchange (R-015).
        tichu_during_exchange: a call while some picks are in withdraws all picks (``reopen``),
            leaves them (``keep``), or is refused (``forbid``) (R-021).
        wish_optional: the Mah Jong may be played without a wish (R-066).
        wish_bomb_in_turn: the seat on turn may throw any beating bomb under a wish (``free``) or
            owes the wish in bombs too (``strict``) (R-074).
        bomb_out_of_turn: bombs may be thrown out of turn (R-056).
        bomb_after_final_pass: bombs may be thrown while the trick is ripe (R-060).
        dragon_gift_last_trick: a Dragon that wins the last trick is given away too (R-091).
        dragon_gift_only_active: the Dragon may be given only to a player with cards (R-090).
        double_victory_points: points for a double victory (R-096).
        target: points that end the match (R-104).
        tie_rule: a tie at the target plays on or is a draw (R-106).

    Raises:
        InvalidValue: an option has a value outside its range (``bad_option``).
    """

    grand_enabled: bool = True
    tichu_before_exchange: bool = True
    tichu_during_exchange: DuringExchange = "reopen"
    wish_optional: bool = True
    wish_bomb_in_turn: WishBomb = "free"
    bomb_out_of_turn: bool = True
    bomb_after_final_pass: bool = True
    dragon_gift_last_trick: bool = True
    dragon_gift_only_active: bool = False
    double_victory_points: int = 200
    target: int = 1000
    tie_rule: TieRule = "play_on"

    def __post_init__(self) -> None:
        for name in _FLAGS:
            if type(getattr(self, name)) is not bool:
                raise _bad_option(name, getattr(self, name), "true or false")
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                raise _bad_option(name, getattr(self, name), " or ".join(choices))
        for name, least in _NUMBERS.items():
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= _LIMIT:
                raise _bad_option(name, value, f"a whole number from {least} to {_LIMIT}")

    def changes(self) -> dict[str, Any]:
        """The options that differ from the standard game, by name."""
        return {
            name: getattr(self, name)
            for name in self.__struct_fields__
            if getattr(self, name) != getattr(STANDARD, name)
        }


_FLAGS = (
    "grand_enabled",
    "tichu_before_exchange",
    "wish_optional",
    "bomb_out_of_turn",
    "bomb_after_final_pass",
    "dragon_gift_last_trick",
    "dragon_gift_only_active",
)
_CHOICES: dict[str, tuple[str, ...]] = {
    "tichu_during_exchange": get_args(DuringExchange),
    "wish_bomb_in_turn": get_args(WishBomb),
    "tie_rule": get_args(TieRule),
}
_NUMBERS = {"double_victory_points": 0, "target": 1}


def _bad_option(name: str, value: object, want: str) -> InvalidValue:
    return InvalidValue(
        f"The option {name} cannot be {shown(value)}; give {want}.", code="bad_option", where=name
    )


STANDARD = Rules()
"""The standard game: every option at its default."""

BRETTSPIELWELT = Rules(tichu_during_exchange="keep")
"""The game as the BrettspielWelt logs show it (docs/RULES.md says what they settle)."""

TOURNAMENT = Rules(grand_enabled=False, double_victory_points=100, dragon_gift_last_trick=False)
"""The changes that tournaments make (R-108)."""

PRESETS: dict[str, Rules] = {
    "standard": STANDARD,
    "brettspielwelt": BRETTSPIELWELT,
    "tournament": TOURNAMENT,
}


def rules_from(options: object, *, base: Rules = STANDARD) -> Rules:
    """Rules from a mapping of option names to values, over ``base``.

    Raises:
        InvalidValue: an unknown option (``unknown_option``) or a bad value (``bad_option``).
    """
    if not isinstance(options, dict):
        raise InvalidValue(
            "Rules are an object of options by name.", code="wrong_type", where="rules"
        )
    for name in options:
        if name not in Rules.__struct_fields__:
            known = ", ".join(Rules.__struct_fields__)
            raise InvalidValue(
                f"There is no option {shown(name)}; the options are {known}.",
                code="unknown_option",
                where="rules",
            )
    return msgspec.structs.replace(base, **options)
