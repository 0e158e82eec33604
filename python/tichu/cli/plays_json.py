"""Plays as JSON."""

from __future__ import annotations

from typing import Any

from tichu import Combination, Plays

__all__ = ["combination_json", "plays_json"]


def combination_json(combination: Combination | None) -> dict[str, Any] | None:
    """A combination; ``text`` is its notation, ``code`` its 64-bit code."""
    if combination is None:
        return None
    return {
        "cards": [str(card) for card in combination.cards],
        "type": combination.type,
        "rank": combination.rank,
        "length": combination.length,
        "phoenix_rank": combination.phoenix_rank,
        "text": str(combination),
        "code": combination.code,
    }


def plays_json(plays: Plays) -> dict[str, Any]:
    """Legal plays, and what they are an answer to."""
    return {
        "hand": [str(card) for card in plays.hand],
        "table": combination_json(plays.table),
        "wish": plays.wish,
        "in_turn": plays.in_turn,
        "may_pass": plays.may_pass,
        "count": len(plays),
        "by_type": plays.count_by_type(),
        "plays": [combination_json(play) for play in plays],
    }
