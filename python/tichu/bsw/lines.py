"""Single lines of a BrettspielWelt log: cards, hands, calls, gifts, plays."""

from __future__ import annotations

import re
from typing import TypeAlias

from msgspec import Struct

from tichu._core import DECK, DOG, DRAGON, MAHJONG, PHOENIX, Card, CardSet
from tichu.errors import TichuError
from tichu.record.source import record_error

__all__ = [
    "BOMBS",
    "COURSE",
    "END_OF_GAME",
    "EXCHANGE",
    "FIRST_CARDS",
    "START_CARDS",
    "CallEvent",
    "DragonEvent",
    "Event",
    "PassEvent",
    "PlayEvent",
    "parse_call",
    "parse_event",
    "parse_gifts",
    "parse_hand",
    "parse_result",
    "parse_wish",
]

FIRST_CARDS = re.compile(r"-+Gr\.Tichukarten-+")
START_CARDS = re.compile(r"-+Startkarten-+")
EXCHANGE = re.compile(r"Schupfen:")
COURSE = re.compile(r"-+Rundenverlauf-+")
BOMBS = re.compile(r"BOMBE: .*")
END_OF_GAME = re.compile(r"-+END GAME-+")

_SUITS = {"sword": "S", "pagoda": "B", "star": "R", "jade": "G"}
_FACES = {11: "B", 12: "D", 13: "K", 14: "A"}
_SPECIALS = {MAHJONG: "Ma", DOG: "Hu", PHOENIX: "Ph", DRAGON: "Dr"}


def _token(card: Card) -> str:
    if card.suit is None or card.rank is None:
        return _SPECIALS[card]
    return _SUITS[card.suit] + _FACES.get(card.rank, str(card.rank))


_CARDS: dict[str, Card] = {_token(card): card for card in DECK}
_RANKS: dict[str, int] = {_FACES.get(rank, str(rank)): rank for rank in range(2, 15)}

_SEAT = re.compile(r"\(([0-3])\)(.*)")
_GIFT = re.compile(r": (Ph|Dr|Ma|Hu|[RGBS](?:10|[2-9BDKA])) -(?= |$)")
_RESULT = re.compile(r"Ergebnis: (-?\d{1,9}) - (-?\d{1,9})")


class PlayEvent(Struct, frozen=True):
    """Cards laid, in the order in which they are written."""

    line: int
    seat: int
    cards: tuple[Card, ...]
    wish: int | None = None


class PassEvent(Struct, frozen=True):
    """A pass; of the owner of a trick that all others passed on: he takes it."""

    line: int
    seat: int


class CallEvent(Struct, frozen=True):
    """A call, grand or small."""

    line: int
    seat: int
    grand: bool = False


class DragonEvent(Struct, frozen=True):
    """The trick that the Dragon won goes to this seat."""

    line: int
    to: int


Event: TypeAlias = PlayEvent | PassEvent | CallEvent | DragonEvent


def parse_hand(text: str, line: int, size: int) -> tuple[int, CardSet]:
    """The seat and the cards of a line ``(0)name c c c ...``; the cards are the last words.

    Raises:
        RecordError: no such line.
    """
    seat, rest = _seat(text, line)
    words = rest.split(" ")
    cards: list[Card] = []
    while words and len(cards) < size:
        word = words.pop()
        if word:
            cards.append(_card(word, line))
    if len(cards) < size:
        raise record_error(line, "bad_hand", f"A hand has {size} cards here.", "R-007")
    return seat, _card_set(cards, line)


def parse_call(text: str, line: int) -> CallEvent | None:
    """``Grosses Tichu: (0)name`` or ``Tichu: (0)name``; None for another line.

    Raises:
        RecordError: a call without a seat.
    """
    for prefix, grand in (("Grosses Tichu:", True), ("Tichu:", False)):
        if text.startswith(prefix):
            return CallEvent(line, _seat_after(prefix, text, line), grand)
    return None


def parse_gifts(text: str, line: int) -> tuple[int, str, tuple[Card, Card, Card]]:
    """The seat, the name and the gifts of ``(0)name gibt: name1: c - name2: c - name3: c -``.

    Names may hold blanks, colons and dashes, so what counts is ``: card -``.

    Raises:
        RecordError: no such line, or names that leave open which cards are meant.
    """
    seat, rest = _seat(text, line)
    name, verb, gifts = rest.partition(" gibt:")
    found = list(_GIFT.finditer(gifts))
    if not verb or len(found) != 3 or found[-1].end() != len(gifts.rstrip(" ")):
        raise record_error(
            line, "bad_gifts", "Three gifts are due here: (0)name gibt: name: card - ...", "R-011"
        )
    one, two, three = (_CARDS[match[1]] for match in found)
    return seat, name, (one, two, three)


def parse_event(text: str, line: int) -> Event:
    """A line of the course of play, a wish aside.

    Raises:
        RecordError: no such line.
    """
    call = parse_call(text, line)
    if call is not None:
        return call
    if text.startswith("Drache an:"):
        return DragonEvent(line, _seat_after("Drache an:", text, line))
    seat, rest = _seat(text, line)
    _, colon, after = rest.rpartition(": ")
    words = after.split()
    if colon and words and all(word in _CARDS for word in words):
        cards = [_CARDS[word] for word in words]
        _card_set(cards, line)
        return PlayEvent(line, seat, tuple(cards))
    if rest.endswith((" passt.", " passt")):
        return PassEvent(line, seat)
    raise record_error(line, "bad_event", "Neither a play nor a pass, a call, a wish or a gift.")


def parse_wish(text: str, line: int) -> int | None:
    """The rank of ``Wunsch:R``; None for another line.

    Raises:
        RecordError: a wish that is no rank.
    """
    if not text.startswith("Wunsch:"):
        return None
    rank = _RANKS.get(text.removeprefix("Wunsch:").strip(" "))
    if rank is None:
        raise record_error(line, "bad_wish", "A wish is 2 to 10, B, D, K or A.", "R-066")
    return rank


def parse_result(text: str) -> tuple[int, int] | None:
    """The points in ``Ergebnis: a - b``; None for another line."""
    found = _RESULT.fullmatch(text)
    return None if found is None else (int(found[1]), int(found[2]))


def _seat(text: str, line: int) -> tuple[int, str]:
    found = _SEAT.fullmatch(text)
    if found is None:
        raise record_error(line, "bad_seat", "A seat, (0) to (3), and a name are due here.")
    return int(found[1]), found[2]


def _seat_after(prefix: str, text: str, line: int) -> int:
    return _seat(text.removeprefix(prefix).lstrip(" "), line)[0]


def _card(word: str, line: int) -> Card:
    card = _CARDS.get(word)
    if card is None:
        raise record_error(line, "unknown_card", f"{word[:20]!r} is no card.", "R-001")
    return card


def _card_set(cards: list[Card], line: int) -> CardSet:
    try:
        return CardSet(cards)
    except TichuError as error:
        # Its place among the cards is not that in the line.
        raise record_error(line, error.code, error.message, error.rule) from None
