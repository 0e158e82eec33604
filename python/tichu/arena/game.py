"""A game of the arena, and its result, as values; and the settings that decide both."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tichu.agents.guard import Fault
from tichu.rules import STANDARD, Rules

__all__ = ["LIMIT", "MATCH_ROUNDS", "Game", "GameResult", "Mode", "RunSettings", "Tally"]

Mode = Literal["round", "match"]

LIMIT = 60.0
"""Seconds an agent may think, unless the settings say otherwise."""

MATCH_ROUNDS = 1000
"""A match that nobody has won after so many rounds is a draw."""


class Tally(Struct, frozen=True):
    """What one agent's team, two seats, did in a game, or in several.

    Attributes:
        rounds: rounds played.
        points: the points of its rounds.
        tichu_called: calls of Tichu.
        tichu_made: of these, how many were made.
        grand_called: calls of Grand Tichu.
        grand_made: of these, how many were made.
        double_victories: rounds in which both its seats went out first.
        firsts: rounds in which one of its seats went out first.
        bombs: bombs played.
        answers: questions answered.
        seconds: how long that took.
        faults: answers that were none, late or missing, and other failures.
    """

    rounds: int = 0
    points: int = 0
    tichu_called: int = 0
    tichu_made: int = 0
    grand_called: int = 0
    grand_made: int = 0
    double_victories: int = 0
    firsts: int = 0
    bombs: int = 0
    answers: int = 0
    seconds: float = 0.0
    faults: int = 0

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
            *(getattr(self, name) + getattr(other, name) for name in self.__struct_fields__)
        )


class Game(Struct, frozen=True):
    """One game of a run: who, on which deal, on which seats.

    Attributes:
        pair: the places of the two agents in the run's list, the first before the second.
        deal: the number of the deal, from 0.
        swapped: False when the first agent sits on the seats 0 and 2, True when on 1 and 3.
    """

    pair: tuple[int, int]
    deal: int
    swapped: bool

    @property
    def order(self) -> tuple[int, int, int, bool]:
        """By what games are sorted: deals first, so that the first games make whole deals."""
        return self.deal, *self.pair, self.swapped

    @property
    def teams(self) -> tuple[int, int]:
        """The places in the run's list of who sits on 0 and 2, and of who sits on 1 and 3."""
        first, second = self.pair
        return (second, first) if self.swapped else (first, second)


class GameResult(Struct, frozen=True):
    """How a game ended. Every pair is the first agent's and the second's, wherever they sat.

    Attributes:
        game: which game.
        points: of the round, or the totals of the match.
        won: 1 if the first agent won, 0 if the second did, 0.5 for a draw.
        rounds: rounds played.
        tallies: what they did.
        faults: what went wrong, the first few; ``seat`` tells whose it is.
        moves: the actions, packed (:mod:`tichu.arena.moves`); None for a void game.
        void: it could not be played, and counts for nothing.
    """

    game: Game
    points: tuple[int, int]
    won: float
    rounds: int
    tallies: tuple[Tally, Tally]
    faults: tuple[Fault, ...] = ()
    moves: bytes | None = None
    void: bool = False

    @property
    def margin(self) -> int:
        """The first agent's points less the second's."""
        return self.points[0] - self.points[1]

    def timeless(self) -> GameResult:
        """The same result without the time it took, for comparing runs."""
        first, second = (replace(tally, seconds=0.0) for tally in self.tallies)
        return replace(self, tallies=(first, second))


class RunSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What decides the results of a run, whatever plays it, and however long it goes on.

    Attributes:
        agents: names for :func:`tichu.agents.make_agent`, two or more.
        mode: ``round``: a game is one round; ``match``: a match to the rules' target.
        rules: the options in force.
        seed: of the deals and of the agents.
        limit: seconds for each answer of an agent; None for no limit.
    """

    agents: tuple[str, ...]
    mode: Mode = "round"
    rules: Rules = STANDARD
    seed: str = "arena"
    limit: float | None = LIMIT

    def seed_of(self, deal: int) -> str:
        """The seed of a deal: of its cards, and of the streams of the agents that play it."""
        return f"{self.seed}/{deal}"

    def to_json(self) -> bytes:
        """As JSON, with the fields in their order."""
        return msgspec.json.encode(self)
