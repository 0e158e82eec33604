"""The agent that plays the lowest legal play."""

from __future__ import annotations

from tichu.agents.base import Agent

__all__ = ["FirstAgent"]


class FirstAgent(Agent):
    """The defaults of :class:`Agent`, by a name of their own; it draws nothing at random."""
