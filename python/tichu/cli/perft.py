"""``tichu perft``: how many sequences of actions a position has."""

from __future__ import annotations

import sys
from argparse import Namespace

from tichu import parse_position
from tichu.cli.options import Commands, add_command
from tichu.notation import parse_number
from tichu.perft import perft, perft_divided

__all__ = ["add_to"]

_DETAILS = """\
A play is a card set, a rank of the Phoenix and a wish; bombs of every seat count, calls never do.
Other engines can compare their numbers with tests/data/perft/table.txt.

example:
  tichu perft "tichu1 play hands:7jMj/8j/9j/Tj turn:0" 2 --divide
"""


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(
        commands, "perft", run, "count the sequences of actions from a position", _DETAILS
    )
    parser.add_argument("position", metavar="POSITION", help="a position in the play")
    parser.add_argument("depth", metavar="DEPTH", help="how many actions deep, 0 to 30")
    parser.add_argument(
        "--divide", action="store_true", help="the number for each first action, then the total"
    )


def run(arguments: Namespace) -> int:
    """Print the number, or the numbers.

    Raises:
        TichuError: the line is no position, or one before the play.
    """
    state = parse_position(arguments.position)
    depth = parse_number(arguments.depth, 0, 30, "depth")
    if not arguments.divide or depth == 0:
        sys.stdout.write(f"{perft(state, depth)}\n")
        return 0
    counts = {str(action): count for action, count in perft_divided(state, depth).items()}
    for text in sorted(counts):
        sys.stdout.write(f"{text} {counts[text]}\n")
    sys.stdout.write(f"{sum(counts.values())}\n")
    return 0
