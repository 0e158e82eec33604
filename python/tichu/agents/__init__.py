"""The built-in agents, and finding one by its name."""

from __future__ import annotations

from collections.abc import Callable

from tichu.agents.base import Agent
from tichu.agents.first import FirstAgent
from tichu.agents.random import RandomAgent
from tichu.checks import check_kind, shown
from tichu.errors import InvalidValue

__all__ = ["AGENTS", "Agent", "FirstAgent", "RandomAgent", "make_agent"]

AGENTS: dict[str, Callable[[], Agent]] = {"random": RandomAgent, "first": FirstAgent}
"""The agents by name."""


def make_agent(name: str) -> Agent:
    """A new agent of that name.

    Raises:
        InvalidValue: there is none (``unknown_agent``).
    """
    check_kind(name, str, "name")
    if name not in AGENTS:
        raise InvalidValue(
            f"There is no agent {shown(name)}; the agents are {', '.join(AGENTS)}.",
            code="unknown_agent",
        )
    return AGENTS[name]()
