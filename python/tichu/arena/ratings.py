"""Ratings of more than two agents on the Elo scale, from the games that they won of each other.

The model is Bradley and Terry's: with ``d`` points of rating more, an agent wins a game with the
probability ``1 / (1 + 10 ** (-d / 400))``: 100 points are 64 %, 400 points 91 %. The library choix
finds the most likely ratings. Only differences mean anything; the mean of a run's agents is 0.

* A draw is half a win of each.
* Every pair begins with one drawn game that was not played. So an agent that wins always has a
  finite rating, and one that lacks games is not thrown far out; in hundreds of games the one does
  not show.
* Errors are standard errors of the distance from the mean of all, clustered by deals: games of one
  deal, with seats exchanged or of other pairs, share its luck, and are not counted as independent.
  About 95 % of true ratings lie within two errors, where the model holds.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from tichu.arena.deals import PairDeals
from tichu.arena.extra import needs
from tichu.errors import InvalidValue

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[np.float64]

__all__ = ["ELO", "Rating", "rate"]

ELO = 400 / math.log(10)
"""Points of rating for a unit of the logistic scale."""

TURNS = 10_000
"""The library gives up after so many iterations; a hundred are many."""


class Rating(Struct, frozen=True):
    """How strong an agent is among those of its run.

    Attributes:
        agent: its place in the run's list.
        rating: Elo points from the mean of all agents.
        error: the standard error of that, in Elo points.
    """

    agent: int
    rating: float
    error: float


def rate(agents: int, pairs: Iterable[PairDeals]) -> tuple[Rating, ...]:
    """The ratings of so many agents, by their places.

    Raises:
        InvalidValue: there are fewer than two agents (``bad_number``).
        ArenaError: the extra ``arena`` is not installed (``missing_extra``).
    """
    if agents < 2:
        raise InvalidValue(
            f"Ratings compare agents; {agents} cannot be compared.", code="bad_number"
        )
    with needs("arena"):
        import choix  # noqa: PLC0415
        import numpy as np  # noqa: PLC0415
    known = sorted(pairs, key=lambda each: each.pair)
    strengths = choix.ilsr_pairwise_dense(_wins(agents, known), max_iter=TURNS)
    # How likely each (row) is to win of each other (column).
    chances = 1 / (1 + np.exp(strengths[np.newaxis, :] - strengths[:, np.newaxis]))
    errors = np.sqrt(np.diag(_covariance(chances, known)))
    return tuple(
        Rating(place, float(strengths[place] * ELO) + 0.0, float(errors[place] * ELO))
        for place in range(agents)
    )


def _wins(agents: int, pairs: Sequence[PairDeals]) -> Array:
    """How often each agent (row) won of each other (column), the drawn games included."""
    import numpy as np  # noqa: PLC0415

    wins = np.full((agents, agents), 0.5)
    np.fill_diagonal(wins, 0.0)
    for played in pairs:
        first, second = played.pair
        for game in played.games:
            wins[first, second] += game.won
            wins[second, first] += 1 - game.won
    return wins


def _covariance(chances: Array, pairs: Sequence[PairDeals]) -> Array:
    """The covariance of the strengths: the sandwich estimate, with deals as clusters."""
    import numpy as np  # noqa: PLC0415

    agents = len(chances)
    games = np.ones((agents, agents))
    np.fill_diagonal(games, 0.0)
    for played in pairs:
        first, second = played.pair
        games[first, second] += len(played.games)
        games[second, first] += len(played.games)
    information = -games * chances * chances.T
    np.fill_diagonal(information, -information.sum(axis=1))
    # The ratings' mean is fixed, so the inverse is that on the space of differences.
    mean = np.full((agents, agents), 1 / agents)
    inverse = np.linalg.inv(information + mean) - mean
    found: Array = inverse @ _scatter(chances, pairs) @ inverse
    return found


def _scatter(chances: Array, pairs: Sequence[PairDeals]) -> Array:
    """How the deals' pulls on the strengths scatter: the sum of their outer products."""
    import numpy as np  # noqa: PLC0415

    agents = len(chances)
    pulls: dict[int, Array] = {}
    for played in pairs:
        first, second = played.pair
        for deal in played.deals:
            pull = pulls.setdefault(deal.deal, np.zeros(agents))
            # The wins of two games less those expected, without subtracting nearly equal numbers.
            won, lost = 2 * deal.share, 2 * (1 - deal.share)
            surplus = won * chances[second, first] - lost * chances[first, second]
            pull[first] += surplus
            pull[second] -= surplus
    # The drawn game of each pair, as half a win and half a loss.
    scatter = -(chances**2 + chances.T**2) / 2
    np.fill_diagonal(scatter, 0.0)
    np.fill_diagonal(scatter, -scatter.sum(axis=1))
    for number in sorted(pulls):
        scatter += np.outer(pulls[number], pulls[number])
    # Few clusters fit too well: the usual correction, with the drawn games as one more.
    clusters = len(pulls) + 1
    corrected: Array = scatter * (clusters / max(1, clusters - 1))
    return corrected
