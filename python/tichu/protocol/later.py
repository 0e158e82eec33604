"""Replies that take long to make: in a thread of the transport's, if it has one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from tichu.protocol.messages.replies import Result

__all__ = ["Elsewhere", "Later"]

Elsewhere: TypeAlias = Callable[[Callable[[], None], Callable[[], None]], None]
"""Calls the first in a thread, and when that has come to its end, the second where messages are
received. The first changes nothing that others could see."""


class Later(Struct, frozen=True):
    """A result that is still to be made, from what does not change any more.

    Attributes:
        make: makes it, or raises a ``TichuError``.
    """

    make: Callable[[], Result]
