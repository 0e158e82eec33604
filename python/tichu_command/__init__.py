"""The console script: the command line of :mod:`tichu`, where Ctrl-C is quiet from the start.

A package of its own: importing anything below ``tichu`` loads all of it first, and that takes long
enough for somebody to press Ctrl-C.
"""

from __future__ import annotations

__all__ = ["main"]

INTERRUPTED = 130


def main() -> int:
    """Run the command line; the exit code."""
    try:
        from tichu.cli import main as run  # noqa: PLC0415 this is what can be interrupted

        return run()
    except KeyboardInterrupt:
        return INTERRUPTED
