"""``tichu serve``: host matches for browsers and bots."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError, Namespace

from tichu.cli.options import Commands, add_command
from tichu.protocol.bounds import Limits
from tichu.server.faults import ServerError
from tichu.server.limits import ServerLimits
from tichu.server.paths import MEMORY

__all__ = ["add_to"]

_DETAILS = """\
A page to play at, and a WebSocket and HTTP for programs (docs/PROTOCOL.md). The matches are kept in
a database in the user's own place for data, unless --db names a file. docs/SERVER.md tells how to
put the server behind a proxy, and what is stored where.

examples:
  tichu serve
  tichu serve --port 9000 --db ./matches.db
  tichu serve --allow-host tichu.example.org     behind a proxy of that name
"""


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(commands, "serve", run, "host matches for browsers and bots", _DETAILS)
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="the address to listen at (default: %(default)s, which only this machine reaches)",
    )
    parser.add_argument(
        "--port", type=_port, default=8000, help="the port; 0 for any (default: %(default)s)"
    )
    parser.add_argument(
        "--db",
        metavar="FILE",
        default=None,
        help=f"the database of the matches; {MEMORY} keeps nothing",
    )
    parser.add_argument(
        "--allow-origin",
        metavar="ORIGIN",
        action="append",
        default=[],
        help="let pages of this origin use the server (https://example.org); may be repeated",
    )
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="answer to this name too, when a proxy hands it on; may be repeated",
    )
    limits = Limits()
    parser.add_argument(
        "--matches",
        metavar="N",
        type=_count,
        default=limits.matches,
        help="matches at once (default: %(default)s)",
    )
    parser.add_argument(
        "--rate",
        metavar="N",
        type=_rate,
        default=limits.requests_per_second,
        help="requests a second of one connection; 0 for no limit, here and on matches that are"
        " made (default: %(default)g)",
    )


def run(arguments: Namespace) -> int:
    """Serve until told to end.

    Raises:
        ServerError: the extra is missing, or the server cannot start or go on.
    """
    try:
        from tichu.server.app import create_app  # noqa: PLC0415
        from tichu.server.origin import LOOPBACK_HOSTS  # noqa: PLC0415
        from tichu.server.serving import bind, is_loopback, serve  # noqa: PLC0415
    except ImportError as error:
        raise ServerError(
            f"The server needs {error.name}, which is not installed: install the extra `server` of"
            " tichu, in a clone of it with `pip install '.[server]'`.",
            code="missing_extra",
        ) from error
    is_private = is_loopback(arguments.host)
    names = [*(LOOPBACK_HOSTS if is_private else ()), *arguments.allow_host]
    app = create_app(
        db=arguments.db,
        allow_origins=arguments.allow_origin,
        allow_hosts=names or None,
        limits=Limits(matches=arguments.matches, requests_per_second=arguments.rate or None),
        server_limits=ServerLimits() if arguments.rate else ServerLimits(creates=None),
    )
    listener, address = bind(arguments.host, arguments.port)

    def started() -> None:
        sys.stdout.write(f"tichu: a table is at {address.url}\n")
        sys.stdout.flush()
        if not is_private:
            sys.stderr.write(
                "tichu: others can reach this server, and nothing is encrypted; see docs/SERVER.md"
                " for a proxy in front of it.\n"
            )

    with listener:
        serve(app, listener, started)
    return 0


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65_535:
        raise ArgumentTypeError(f"{text!r} is no port; give a number from 0 to 65535")
    return int(text)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is no number of matches; give one from 1 on")
    return int(text)


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = -1.0
    if not 0 <= rate < 1e9:
        raise ArgumentTypeError(f"{text!r} is no rate; give a number, 0 for no limit")
    return rate
