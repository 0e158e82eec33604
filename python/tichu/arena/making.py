"""Agents made for games: their classes are a stranger's code, as their answers are."""

from __future__ import annotations

from typing import Any

from tichu.agents import Agent, make_agent
from tichu.agents.limits import attempt
from tichu.agents.telling import told
from tichu.arena.game import LIMIT
from tichu.errors import InvalidValue

__all__ = ["answers_in_batches", "made"]


def made(name: str, limit: float | None) -> Agent:
    """A new agent; loading a class may take longer than an answer, but not for ever.

    Args:
        name: for :func:`tichu.agents.make_agent`.
        limit: seconds for an answer.

    Raises:
        InvalidValue: it cannot be made, as from :func:`tichu.agents.make_agent`, or not in time.
    """
    longest = limit and max(limit, LIMIT)
    agent, error = attempt(longest, make_agent, name)
    if error is None:
        found: Agent = agent
        return found
    if type(error) is InvalidValue:
        raise error
    errors = [error]
    del error
    code, message = told(errors, longest)
    raise InvalidValue(
        f"{name} cannot be made: {message}", code="bad_agent" if code.startswith("agent_") else code
    )


def answers_in_batches(player: object) -> bool:
    """Whether a player has a way of its own to answer for many tables."""
    found, _ = attempt(LIMIT, _has_own, type(player))
    return found is True


def _has_own(kind: type) -> bool:
    own = getattr(kind, "answer_many", None)
    return own is not None and _function(own) is not _function(Agent.answer_many)


def _function(method: Any) -> Any:
    return getattr(method, "__func__", method)
