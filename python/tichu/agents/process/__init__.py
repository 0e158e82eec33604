"""Bots in any language: a program that speaks the protocol on its standard input and output."""

from tichu.agents.process.agent import ProcessAgent
from tichu.agents.process.faults import ProcessFault

__all__ = ["ProcessAgent", "ProcessFault"]
