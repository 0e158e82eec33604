"""Lists of plays in a readable length: a few as they are, many by what they have in common."""

from __future__ import annotations

from collections import Counter

from tichu._core import Combination, Plays
from tichu.notation import format_rank

__all__ = ["NAMES", "by_type", "pattern", "which"]

FEW = 12
"""So many plays of a type are listed card by card."""

NAMES = {
    "single": "single",
    "pair": "pair",
    "triple": "triple",
    "stairs": "stairs",
    "fullhouse": "full house",
    "straight": "straight",
    "bomb4": "four of a kind",
    "bombsf": "straight flush",
    "dog": "Dog",
}
"""The types in words."""


def by_type(plays: Plays) -> dict[str, list[Combination]]:
    """The plays by their type, in their order; types without plays are absent."""
    groups: dict[str, list[Combination]] = {}
    for play in plays:
        groups.setdefault(play.type, []).append(play)
    return groups


def which(plays: list[Combination]) -> list[str]:
    """Plays of one type as texts: card by card if they are few, else by patterns with counts."""
    if len(plays) <= FEW:
        return list(map(str, plays))
    counts = Counter(map(pattern, plays))
    return [text if n == 1 else f"{text} x{n}" for text, n in counts.items()]


def pattern(play: Combination) -> str:
    """What plays that differ only by suits have in common: ``J J``, ``3-7 Ph=5``, ``KKK 22``."""
    phoenix = "" if play.phoenix_rank is None else f" Ph={format_rank(play.phoenix_rank)}"
    match play.type:
        case "straight" | "bombsf":
            return f"{_run(play, play.length)}{phoenix}"
        case "stairs":
            return f"{_run(play, play.length // 2)}{phoenix}"
        case "pair" | "triple" | "bomb4":
            return f"{_letter(int(play.rank)) * play.length}{phoenix}"
        case "fullhouse":
            pair = next(
                card.rank for card in play.cards if card.rank is not None and card.rank != play.rank
            )
            return f"{_letter(int(play.rank)) * 3} {_letter(pair) * 2}{phoenix}"
        case _:
            return _single(play)


def _run(play: Combination, ranks: int) -> str:
    top = int(play.rank)
    return f"{_letter(top - ranks + 1)}-{_letter(top)}"


def _single(play: Combination) -> str:
    card = next(iter(play.cards))
    return str(play) if card.suit is None else _letter(int(play.rank))


def _letter(rank: int) -> str:
    return "1" if rank == 1 else format_rank(rank)
