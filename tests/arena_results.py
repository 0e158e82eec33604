"""Results of arena games, made up for tests of what is counted from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tichu.arena.game import Game, GameResult, Tally


def game(
    points: tuple[int, int],
    *,
    deal: int = 0,
    swapped: bool = False,
    pair: tuple[int, int] = (0, 1),
    won: float | None = None,
    **more: Any,
) -> GameResult:
    """A round with these points for the first and the second agent."""
    first, second = points
    decided = 0.5 if first == second else float(first > second)
    tallies = (Tally(rounds=1, points=first), Tally(rounds=1, points=second))
    return GameResult(
        Game(pair, deal, swapped),
        points,
        decided if won is None else won,
        1,
        more.pop("tallies", tallies),
        **more,
    )


def deal_of(
    number: int, margins: tuple[int, int], pair: tuple[int, int] = (0, 1)
) -> list[GameResult]:
    """Both games of a deal, by the first agent's margins."""
    return [
        game((margin, 0), deal=number, swapped=swapped, pair=pair)
        for swapped, margin in zip((False, True), margins, strict=True)
    ]


def deals_of(
    margins: Iterable[tuple[int, int]], pair: tuple[int, int] = (0, 1)
) -> list[GameResult]:
    """The games of many deals."""
    return [each for number, both in enumerate(margins) for each in deal_of(number, both, pair)]


def won_games(wins: Sequence[float], pair: tuple[int, int] = (0, 1)) -> list[GameResult]:
    """Games by what the first agent won of them, two a deal."""
    return [
        game((0, 0), deal=place // 2, swapped=bool(place % 2), pair=pair, won=won)
        for place, won in enumerate(wins)
    ]
