"""Duplicate play: the two games of a deal, taken together as one value."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from tichu.arena.game import Game, GameResult, Mode
from tichu.errors import InvalidValue

__all__ = ["DealResult", "PairDeals", "by_pair"]

Pair = tuple[int, int]


class DealResult(Struct, frozen=True):
    """A deal that a pair has played in both orders, so that the luck of the cards cancels.

    Attributes:
        deal: its number.
        plain: the game with the first agent on the seats 0 and 2.
        swapped: the game with the first agent on the seats 1 and 3.
    """

    deal: int
    plain: GameResult
    swapped: GameResult

    @property
    def games(self) -> tuple[GameResult, GameResult]:
        """Both."""
        return self.plain, self.swapped

    @property
    def margin(self) -> float:
        """The first agent's points less the second's, as the mean of the games."""
        return (self.plain.margin + self.swapped.margin) / 2

    @property
    def share(self) -> float:
        """The first agent's share of the wins: 0, 0.25, 0.5, 0.75 or 1."""
        return (self.plain.won + self.swapped.won) / 2

    def value(self, mode: Mode) -> float:
        """What the deal says for the first agent: points, or in match mode the share less 0.5."""
        return self.margin if mode == "round" else self.share - 0.5


class PairDeals(Struct, frozen=True):
    """What a pair of agents has played.

    Attributes:
        pair: their places in the run's list.
        deals: those of which both games were played, by their numbers.
        void: the numbers of the others: a game is missing, or could not be played.
    """

    pair: Pair
    deals: tuple[DealResult, ...]
    void: tuple[int, ...] = ()

    def values(self, mode: Mode) -> tuple[float, ...]:
        """The value of each deal."""
        return tuple(deal.value(mode) for deal in self.deals)

    @property
    def shares(self) -> tuple[float, ...]:
        """The first agent's share of the wins of each deal."""
        return tuple(deal.share for deal in self.deals)

    @property
    def games(self) -> tuple[GameResult, ...]:
        """All games of the deals that count."""
        return tuple(game for deal in self.deals for game in deal.games)


def by_pair(results: Iterable[GameResult]) -> tuple[PairDeals, ...]:
    """The deals of each pair that has played; the same whatever the order of the results.

    Raises:
        InvalidValue: a game stands twice among the results (``game_twice``).
    """
    played: dict[Pair, dict[int, dict[bool, GameResult]]] = {}
    for result in results:
        game = result.game
        orders = played.setdefault(game.pair, {}).setdefault(game.deal, {})
        if game.swapped in orders:
            raise _game_twice(game)
        orders[game.swapped] = result
    return tuple(_pair_deals(pair, played[pair]) for pair in sorted(played))


def _pair_deals(pair: Pair, played: dict[int, dict[bool, GameResult]]) -> PairDeals:
    deals, void = [], []
    for number in sorted(played):
        orders = played[number]
        if len(orders) == 2 and not any(result.void for result in orders.values()):
            deals.append(DealResult(number, orders[False], orders[True]))
        else:
            void.append(number)
    return PairDeals(pair, tuple(deals), tuple(void))


def _game_twice(game: Game) -> InvalidValue:
    order = "exchanged" if game.swapped else "as they are"
    return InvalidValue(
        f"Deal {game.deal} of the agents {game.pair}, seats {order}, stands twice among the"
        " results; give each game once.",
        code="game_twice",
        where="results",
    )
