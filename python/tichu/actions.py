"""What a seat can do: the actions, each a frozen value with one line of text.

=============  ======================================  ==========================
action         text                                    rules
=============  ======================================  ==========================
GrandTichu     ``0 grand``, ``0 nogrand``              R-008 to R-010
Tichu          ``2 tichu``                             R-015 to R-021
Exchange       ``0 give 7j 9t Mj``                     R-011 to R-013
Play           ``0 play 6j 7s 8p 9t Ph=5``             R-049, R-050, R-056
               ``0 play Mj wish=9``                    R-066
Pass           ``1 pass``                              R-050
Collect        ``3 collect``                           R-052, R-053, R-060
GiveDragon     ``3 dragon 0``                          R-088 to R-094
=============  ======================================  ==========================

A bomb is a Play, in or out of turn. Making an action checks nothing: ``apply`` does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from tichu._core import PHOENIX, Card, CardSet
from tichu.errors import NotationError, TichuError
from tichu.notation import RANKS, format_rank, parse_number, parse_rank

__all__ = [
    "Action",
    "Collect",
    "Exchange",
    "GiveDragon",
    "GrandTichu",
    "Pass",
    "Play",
    "Tichu",
    "parse_action",
]


class GrandTichu(Struct, frozen=True, gc=False):
    """The one answer to the Grand Tichu question; ``call`` is yes or no (R-008, R-010)."""

    seat: int
    call: bool

    def __str__(self) -> str:
        return f"{self.seat} grand" if self.call else f"{self.seat} nogrand"


class Tichu(Struct, frozen=True, gc=False):
    """A small Tichu (R-015)."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} tichu"


class Exchange(Struct, frozen=True, gc=False):
    """One card to the next seat, the partner and the previous seat (R-011)."""

    seat: int
    to_next: Card
    to_partner: Card
    to_previous: Card

    @property
    def gifts(self) -> tuple[Card, Card, Card]:
        """The three cards: for the next seat, the partner, the previous seat."""
        return self.to_next, self.to_partner, self.to_previous

    def __str__(self) -> str:
        return f"{self.seat} give {self.to_next} {self.to_partner} {self.to_previous}"


class Play(Struct, frozen=True, gc=False):
    """Cards played, a bomb included.

    Attributes:
        cards: the cards.
        phoenix_rank: the rank declared for a Phoenix among other cards, 2 to 14; without it the
            higher reading holds (R-041). A Phoenix alone takes none (R-039).
        wish: the rank wished for with the Mah Jong, 2 to 14, or none (R-066).
    """

    seat: int
    cards: CardSet
    phoenix_rank: int | None = None
    wish: int | None = None

    def __str__(self) -> str:
        cards = str(self.cards)
        if self.phoenix_rank is not None:
            cards = cards.replace("Ph", f"Ph={self.phoenix_rank}")
        return f"{self.seat} play {cards}{self._wish_text()}"

    def _wish_text(self) -> str:
        if self.wish is None:
            return ""
        # An action may be malformed, and is shown then too.
        known = type(self.wish) is int and self.wish in RANKS.values()
        return f" wish={format_rank(self.wish) if known else self.wish}"


class Pass(Struct, frozen=True, gc=False):
    """No card on the regular turn (R-050)."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} pass"


class Collect(Struct, frozen=True, gc=False):
    """The owner takes the trick after the last pass (R-053)."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} collect"


class GiveDragon(Struct, frozen=True, gc=False):
    """The owner of a trick won by the Dragon gives it to an opponent (R-088)."""

    seat: int
    to: int

    def __str__(self) -> str:
        return f"{self.seat} dragon {self.to}"


Action: TypeAlias = GrandTichu | Tichu | Exchange | Play | Pass | Collect | GiveDragon


def parse_action(text: str) -> Action:
    """The action that a line of text means; the inverse of ``str(action)``.

    Raises:
        NotationError: the text is no action; ``where`` holds the text.
    """
    if not isinstance(text, str):
        raise NotationError("An action is a line of text.", code="wrong_type")
    try:
        return _parse_words(text.split())
    except TichuError as error:
        raise error.at(f"action {text[:80]!r}") from None


def _parse_words(words: list[str]) -> Action:
    if len(words) < 2:
        raise NotationError("An action is a seat and a verb, as in '0 pass'.", code="bad_action")
    seat = parse_number(words[0], 0, 3, "seat")
    verb, rest = words[1], words[2:]
    if verb == "play":
        return _parse_play(seat, rest)
    if verb == "give":
        if len(rest) != 3:
            raise NotationError(
                "Give three cards: to the next seat, the partner, the previous seat.",
                code="bad_action",
                rule="R-011",
            )
        return Exchange(seat, Card(rest[0]), Card(rest[1]), Card(rest[2]))
    if verb == "dragon":
        if len(rest) != 1:
            raise NotationError("Say which seat gets the Dragon's trick.", code="bad_action")
        return GiveDragon(seat, parse_number(rest[0], 0, 3, "seat"))
    if rest or verb not in _PLAIN:
        raise NotationError(
            "The verbs are grand, nogrand, tichu, give, play, pass, collect and dragon.",
            code="bad_action",
        )
    return _PLAIN[verb](seat)


_PLAIN: dict[str, Callable[[int], Action]] = {
    "grand": lambda seat: GrandTichu(seat, True),
    "nogrand": lambda seat: GrandTichu(seat, False),
    "tichu": Tichu,
    "pass": Pass,
    "collect": Collect,
}


def _parse_play(seat: int, words: list[str]) -> Play:
    wish: int | None = None
    if words and words[-1].startswith("wish="):
        wish = parse_rank(words[-1].removeprefix("wish="))
        words = words[:-1]
    phoenix_rank: int | None = None
    cards: list[str] = []
    for word in words:
        if not word.startswith("Ph="):
            cards.append(word)
        else:
            if phoenix_rank is not None:
                raise NotationError(
                    "The Phoenix stands for one rank only.", code="two_phoenix_ranks", rule="R-037"
                )
            phoenix_rank = parse_number(word.removeprefix("Ph="), 2, 14, "rank of the Phoenix")
            cards.append(str(PHOENIX))
    return Play(seat, CardSet(" ".join(cards)), phoenix_rank, wish)
