"""Brute force, written from the definitions of the rules and sharing no code with the engine.

Cards are their two letters. A hand's plays are found by looking at every subset of it and, where
the Phoenix is among the cards, at every rank it may stand for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

LETTERS = "23456789TJQKA"
SUITS = "jspt"
MAHJONG, DOG, PHOENIX, DRAGON = SPECIALS = ("Mj", "Do", "Ph", "Dg")
DECK = tuple(letter + suit for letter in LETTERS for suit in SUITS) + SPECIALS
BOMBS = ("bomb4", "bombsf")
LONGEST = 14

Cards = frozenset[str]


@dataclass(frozen=True)
class Reading:
    """One way to read a set of cards; ``rank`` is the top rank, of a full house the triple's."""

    cards: Cards
    type: str
    rank: float
    phoenix: int | None = None

    @property
    def length(self) -> int:
        return len(self.cards)

    @property
    def is_bomb(self) -> bool:
        return self.type in BOMBS


def rank_of(card: str) -> int:
    """2 to 14, and 1 for the Mah Jong; the others have none in a combination (R-002, R-027)."""
    return 1 if card == MAHJONG else LETTERS.index(card[0]) + 2


def is_natural(card: str, rank: int) -> bool:
    """A card of the rank that is not the Phoenix (R-071)."""
    return card not in SPECIALS and rank_of(card) == rank


def points(cards: Iterable[str]) -> int:
    """R-003."""
    worth = {"5": 5, "T": 10, "K": 10}
    special = {DRAGON: 25, PHOENIX: -25}
    return sum(special.get(c, 0) if c in SPECIALS else worth.get(c[0], 0) for c in cards)


def readings(cards: Iterable[str]) -> list[Reading]:
    """Every combination that these cards can be without a table, the highest first."""
    cards = frozenset(cards)
    if len(cards) == 1:
        return [_single(next(iter(cards)))]
    if not cards or DOG in cards or DRAGON in cards or len(cards) > LONGEST:
        return []
    ranks = [rank_of(card) for card in cards if card != PHOENIX]
    if PHOENIX not in cards:
        shape = _shape(ranks)
        return [] if shape is None else [Reading(cards, *_as_bomb(shape, cards))]
    found = []
    for rank in range(14, 1, -1):  # any rank from 2 to the ace
        shape = _shape([*ranks, rank])
        if shape is not None and shape[0] != "four":  # never a bomb
            found.append(Reading(cards, shape[0], shape[1], rank))
    return sorted(found, key=lambda reading: -reading.rank)


def _single(card: str) -> Reading:
    if card == DOG:
        return Reading(frozenset([card]), "dog", 0)
    rank = {DRAGON: 15, PHOENIX: 1.5}.get(card)
    return Reading(frozenset([card]), "single", rank_of(card) if rank is None else rank)


def _shape(ranks: list[int]) -> tuple[str, int] | None:
    """What a number of cards with these ranks is, suits aside (R-023 to R-029)."""
    counts = Counter(ranks)
    size, top = len(ranks), max(ranks)
    neighbours = top - min(ranks) == len(counts) - 1
    times = sorted(counts.values())
    if times == [2]:
        return "pair", top
    if times == [3]:
        return "triple", top
    if times == [4]:
        return "four", top
    if times == [2, 3]:
        return "fullhouse", next(rank for rank, n in counts.items() if n == 3)
    if size >= 4 and set(times) == {2} and neighbours:
        return "stairs", top
    if size >= 5 and set(times) == {1} and neighbours:
        return "straight", top
    return None


def _as_bomb(shape: tuple[str, int], cards: Cards) -> tuple[str, int]:
    """Natural cards that are a bomb are nothing else (R-029 to R-032)."""
    kind, rank = shape
    if kind == "four":
        return "bomb4", rank
    one_suit = MAHJONG not in cards and len({card[1] for card in cards}) == 1
    return ("bombsf", rank) if kind == "straight" and one_suit else shape


def answering(play: Reading, table: Reading | None) -> Reading:
    """A Phoenix alone is half a rank above the single it is played on (R-039)."""
    alone = play.cards == {PHOENIX}
    if alone and table is not None and table.type == "single" and table.rank < 15:
        return Reading(play.cards, "single", table.rank + 0.5)
    return play


def beats(play: Reading, table: Reading) -> bool:
    """R-035, R-044 to R-048; a lone Phoenix has taken its rank already."""
    if "dog" in (play.type, table.type):
        return False
    if play.is_bomb and table.is_bomb:
        return (play.length, play.rank) > (table.length, table.rank)
    if play.is_bomb:
        return True
    alike = play.type == table.type and play.length == table.length
    return alike and play.rank > table.rank


def subsets(cards: Iterable[str]) -> Iterator[tuple[str, ...]]:
    cards = list(cards)
    for size in range(1, len(cards) + 1):
        yield from combinations(cards, size)


def every_reading(hand: Iterable[str], table: Reading | None = None) -> list[Reading]:
    """Every subset, every reading, a lone Phoenix as it would lie on the table."""
    return [answering(reading, table) for part in subsets(hand) for reading in readings(part)]


def legal(
    hand: Iterable[str],
    table: Reading | None,
    wish: int | None = None,
    *,
    in_turn: bool = True,
    strict: bool = False,
) -> tuple[list[Reading], bool]:
    """The legal plays, and whether passing is (R-049, R-050, R-056, R-057, R-066 to R-080)."""
    possible = every_reading(hand, table)
    if table is not None:
        possible = [play for play in possible if beats(play, table)]
    if not in_turn:
        return [play for play in possible if play.is_bomb and table is not None], False
    meeting = [
        play
        for play in possible
        if wish is not None and any(is_natural(c, wish) for c in play.cards)
    ]
    if not meeting:
        return possible, table is not None
    if table is None or strict:
        return meeting, False
    # any beating bomb may still be thrown.
    return [play for play in possible if play in meeting or play.is_bomb], False
