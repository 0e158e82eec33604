"""``tichu bot``: an agent as a program that speaks the protocol, for whoever starts it."""

from __future__ import annotations

import os
import secrets
import sys
from argparse import Namespace

from tichu.agents import make_agent
from tichu.agents.process.bot import play_seat
from tichu.cli.options import Commands, add_command

__all__ = ["add_to"]

_DETAILS = """\
The command speaks docs/PROTOCOL.md, as a program that is started by the engine. It ends when its
input ends. Its random numbers come from --seed, or from TICHU_SEED in the environment.

example:
  tichu arena greedy "process:tichu bot first"
"""


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(
        commands, "bot", run, "play a seat for an arena that starts programs", _DETAILS
    )
    parser.add_argument("agent", metavar="AGENT", help="who plays, a name as for tichu arena")
    parser.add_argument("--seed", metavar="SEED", help="a whole number or a text")


def run(arguments: Namespace) -> int:
    """Play until standard input ends.

    Raises:
        InvalidValue: there is no such agent.
        TichuError: the engine has refused something.
    """
    agent = make_agent(arguments.agent)
    seed = arguments.seed or os.environ.get("TICHU_SEED") or secrets.token_hex(16)
    try:
        play_seat(agent, sys.stdin.buffer, sys.stdout.buffer, seed=seed)
    finally:
        agent.close()
    return 0
