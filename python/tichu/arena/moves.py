"""The actions of a game in few bytes, and the record that they make with the run's settings.

A round takes some 200 bytes, so every game's are kept, and its record can be made at any time.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence

from tichu.actions import Action, parse_action
from tichu.arena.game import GameResult, RunSettings
from tichu.deal import deal_for
from tichu.record import RecordWriter
from tichu.seats import Quad

__all__ = ["pack_moves", "record_name", "record_of", "seat_names", "unpack_moves"]

_LONGEST_NAME = 200


def pack_moves(rounds: Sequence[Sequence[Action]]) -> bytes:
    """The actions of each round: a line an action, an empty line between rounds, deflated."""
    text = "\n\n".join("\n".join(map(str, actions)) for actions in rounds)
    return zlib.compress(text.encode("ascii"))


def unpack_moves(moves: bytes) -> list[list[Action]]:
    """The actions of each round.

    Raises:
        NotationError: they are damaged.
        zlib.error: they are damaged.
    """
    text = zlib.decompress(moves).decode("ascii")
    return [[parse_action(line) for line in played.split("\n")] for played in text.split("\n\n")]


def seat_names(settings: RunSettings, teams: tuple[int, int]) -> Quad[str]:
    """Who sits where, by the name of the agent; a long one is cut."""
    a, b = (settings.agents[place][:_LONGEST_NAME] for place in teams)
    return (a, b, a, b)


def record_of(settings: RunSettings, result: GameResult, engine: str) -> bytes | None:
    """The game's record (docs/NOTATION.md); None if it was not played.

    Args:
        settings: those of the run.
        result: the game's.
        engine: what the record says wrote it.

    Raises:
        TichuError: the moves do not replay.
    """
    if result.moves is None:
        return None
    seed = settings.seed_of(result.game.deal)
    names = seat_names(settings, result.game.teams)
    buffer = io.BytesIO()
    with RecordWriter(
        buffer, rules=settings.rules, seed=seed, seats=names, engine=engine
    ) as writer:
        for number, actions in enumerate(unpack_moves(result.moves), start=1):
            writer.begin_round(deal_for(seed, number))
            for action in actions:
                writer.act(action)
    return buffer.getvalue()


def record_name(result: GameResult) -> str:
    """The file of a game's record: ``00007-2v1.jsonl`` is deal 7, the second agent on 0 and 2."""
    ours, theirs = (place + 1 for place in result.game.teams)
    return f"{result.game.deal:05}-{ours}v{theirs}.jsonl"
