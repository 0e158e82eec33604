"""The Monte Carlo agent: tries its candidates in worlds that fit what it sees."""

from tichu.agents.mc.agent import MonteCarloAgent

__all__ = ["MonteCarloAgent"]
