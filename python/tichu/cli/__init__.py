"""The command line: ``tichu play``, ``replay``, ``conform``, ``legal`` and ``position``.

One file a subcommand; each has ``add_to(subparsers)`` and ``run(arguments) -> exit code``.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence

from tichu import __version__
from tichu.cli import conform, legal, play, position, replay
from tichu.errors import TichuError

__all__ = ["main"]

USAGE, INTERRUPTED, BROKEN_PIPE, INTERNAL = 2, 130, 141, 70

_EXAMPLES = """\
examples:
  tichu play                               four agents play a match to 1000
  tichu play first random --seed 7         two teams, a match that can be repeated
  tichu play --record match.jsonl          ... and keep the record
  tichu replay match.jsonl logs/           check records and BrettspielWelt logs
  tichu conform tests/data/rules           run case books
  tichu legal "7j 7s 8p Ph" --table "5j 5s"
  tichu position "tichu1 play hands:7j/8j/9j/Tj turn:0"

exit codes: 0 fine, 1 failures found, 2 wrong usage, 70 a fault of this program
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code. Nothing that a user can do shows a traceback.

    Raises:
        SystemExit: ``--help``, ``--version``, or arguments that cannot be.
    """
    _prepare_streams()
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _silence_stdout()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        _silence_stdout()
        return INTERRUPTED
    except Exception as error:
        _silence_stdout()
        if os.environ.get("TICHU_TRACEBACK"):
            raise
        return _explain(error)
    return code


def _run(arguments: Sequence[str] | None) -> int:
    parser = _parser()
    chosen = parser.parse_args(arguments)
    try:
        code: int = chosen.run(chosen)
    except TichuError as error:
        sys.stderr.write(f"tichu {chosen.command}: {error}\n")
        return USAGE
    return code


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="tichu",
        description="An engine for the card game Tichu.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"tichu {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for module in (play, replay, conform, legal, position):
        module.add_to(commands)
    return parser


def _prepare_streams() -> None:
    """Streams that exist, and that write what they cannot encode as an escape."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        reconfigure = getattr(getattr(sys, name), "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _silence_stdout() -> None:
    """What is still buffered goes nowhere, so that the interpreter's last flush is quiet."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        # No real stream, so nothing to keep quiet.
        return


def _explain(error: Exception) -> int:
    if isinstance(error, OSError):
        sys.stderr.write(f"tichu: {error.strerror or error}\n")
    else:
        sys.stderr.write(
            f"tichu: a fault of this program ({type(error).__name__}: {error}). "
            "Please report it; TICHU_TRACEBACK=1 shows where it is.\n"
        )
    return INTERNAL
