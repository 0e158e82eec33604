"""The command line: ``tichu play``, ``replay``, ``conform``, ``legal``, ``position`` and more.

One file a subcommand; each has ``add_to(subparsers)`` and ``run(arguments) -> exit code``.
"""

from __future__ import annotations

import errno
import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from tichu import __version__
from tichu.errors import TichuError

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

__all__ = ["main"]

USAGE, INTERNAL, IO_ERROR, INTERRUPTED, BROKEN_PIPE = 2, 70, 74, 130, 141

COMMANDS = (
    "play",
    "replay",
    "conform",
    "legal",
    "position",
    "perft",
    "arena",
    "bot",
    "bench",
    "engine",
    "serve",
)
"""The subcommands, each the module of its name, in the order of the help."""

_IO_CODES = {"cannot_write"}
"""Errors of this package that say that a file cannot be written on."""

_CANNOT_WRITE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}

_EXAMPLES = """\
examples:
  tichu play                               four agents play a match to 1000
  tichu play first random --seed 7         two teams, a match that can be repeated
  tichu play --show                        ... and the last round, action by action
  tichu play --record match.jsonl          ... and keep the record
  tichu arena first random                 which agent is better, and how surely
  tichu replay match.jsonl logs/           check records and BrettspielWelt logs
  tichu conform tests/data/rules           run case books
  tichu legal 7j 7s 8p Ph --table 5j 5s    what a hand may play
  tichu position "tichu1 play hands:7j/8j/9j/Tj turn:0"

exit codes: 0 fine, 1 failures found, 2 wrong usage or input, 70 a fault of this program,
74 reading or writing failed, 130 interrupted, 141 the reader of the output has gone
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code. Nothing that a user can do shows a traceback.

    Raises:
        SystemExit: ``--help``, ``--version``, or arguments that cannot be.
    """
    try:
        _prepare_streams()
        code = _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _silence_stdout()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        # What was printed before is kept.
        if not _can_flush():
            _silence_stdout()
        return INTERRUPTED
    except Exception as error:
        if not _can_flush():
            _silence_stdout()
        if os.environ.get("TICHU_TRACEBACK"):
            raise
        return _explain(error)
    return code


def _run(arguments: Sequence[str]) -> int:
    chosen = _parse(arguments)
    try:
        code: int = chosen.run(chosen)
    except TichuError as error:
        _complain(f"tichu {chosen.command}: {error}")
        return IO_ERROR if error.code in _IO_CODES else USAGE
    return code


def _parse(arguments: Sequence[str]) -> Namespace:
    try:
        return _parser(arguments).parse_args(arguments)
    except SystemExit:
        # So that help which does not get out is noticed here.
        sys.stdout.flush()
        raise


class _Parser(ArgumentParser):
    """A parser whose help and version do not get lost on a full disk without a word."""

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        if file is not None and file is sys.stdout:
            file.write(message)
        else:
            super()._print_message(message, file)


def _parser(arguments: Sequence[str]) -> ArgumentParser:
    parser = _Parser(
        prog="tichu",
        description="An engine for the card game Tichu.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"tichu {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in _wanted(arguments):
        import_module(f"tichu.cli.{name}").add_to(commands)
    return parser


def _wanted(arguments: Sequence[str]) -> tuple[str, ...]:
    """The subcommand that is called, so that only its modules are loaded; else all of them."""
    named = next((word for word in arguments if not word.startswith("-")), None)
    return (named,) if named in COMMANDS else COMMANDS


def _prepare_streams() -> None:
    """Streams that exist, and that write what they cannot encode as an escape."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        reconfigure = getattr(getattr(sys, name), "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _can_flush() -> bool:
    """Whether what standard output still holds gets out."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        return False
    return True


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
        reason = error.strerror or str(error)
        what = error.filename
        if what is None:
            is_full = error.errno in _CANNOT_WRITE
            what = "standard output cannot be written" if is_full else "reading or writing failed"
        _complain(f"tichu: {what}: {reason}")
        return IO_ERROR
    _complain(
        f"tichu: a fault of this program ({type(error).__name__}: {error}). "
        "Please report it; TICHU_TRACEBACK=1 shows where it is."
    )
    return INTERNAL


def _complain(sentence: str) -> None:
    """Say what is wrong, where there is somebody to hear it."""
    try:
        sys.stderr.write(f"{sentence}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        return
