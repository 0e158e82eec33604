"""``tichu engine``: the protocol on standard input and output, to embed the engine."""

from __future__ import annotations

import sys
from argparse import Namespace

from tichu import __version__
from tichu.agents import HOUSE_AGENTS, make_house_agent
from tichu.cli.options import Commands, add_command
from tichu.protocol.hub import Hub
from tichu.server.engine import ENGINE_LIMITS, run_engine, standard_input

__all__ = ["add_to"]

_DETAILS = """\
One line in is one message, one line out is one message, as docs/PROTOCOL.md describes them. Any
number of matches can be played at once. The command ends when its input ends.

example:
  echo '{"type":"hello","id":"1","version":1}' | tichu engine
"""


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    add_command(
        commands, "engine", run, "speak the protocol on standard input and output", _DETAILS
    )


def run(_arguments: Namespace) -> int:
    """Serve standard input until it ends.

    Raises:
        ServerError: there is no standard input.
        OSError: standard output cannot be written.
    """
    hub = Hub(
        make_house_agent,
        agents=HOUSE_AGENTS,
        limits=ENGINE_LIMITS,
        engine=f"tichu {__version__}",
    )
    with standard_input() as source:
        run_engine(source, sys.stdout.buffer, hub)
    return 0
