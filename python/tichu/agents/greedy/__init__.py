"""The greedy agent: plans its hand and plays by rules of thumb."""

from tichu.agents.greedy.agent import GreedyAgent

__all__ = ["GreedyAgent"]
