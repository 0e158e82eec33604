"""The built-in agents, and finding one by its name."""

from tichu.agents.base import Agent
from tichu.agents.first import FirstAgent
from tichu.agents.guard import Fault, Guard
from tichu.agents.names import (
    AGENTS,
    HOUSE_AGENTS,
    agent_names,
    make_agent,
    make_house_agent,
)
from tichu.agents.random import RandomAgent

__all__ = [
    "AGENTS",
    "HOUSE_AGENTS",
    "Agent",
    "Fault",
    "FirstAgent",
    "Guard",
    "RandomAgent",
    "agent_names",
    "make_agent",
    "make_house_agent",
]
