"""All bounds on programs in one place."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tichu.protocol.bounds import Limits

__all__ = [
    "AT_LAST",
    "FIRST_WORDS",
    "GRACE",
    "LAST_WORDS",
    "LINE_BYTES",
    "MESSAGES",
    "MISTAKES",
    "OUTPUT_BYTES",
    "SILENCES",
    "TOLD",
    "UNREAD_BYTES",
]

LINE_BYTES = Limits().message_bytes
"""Bytes of a message that a program writes (``process_flood``)."""

MESSAGES = 100
"""Messages that it writes for one decision (``process_flood``)."""

OUTPUT_BYTES = 262_144
"""Bytes that it writes for one decision (``process_flood``)."""

UNREAD_BYTES = 1_048_576
"""Bytes that wait to be read by it (``process_deaf``)."""

MISTAKES = 3
"""Refusals for one decision (``process_illegal``, ``process_nonsense``)."""

SILENCES = 3
"""Decisions in a match at which it is silent after a refusal: the last of them is its end
(``process_late``), for each costs all the time that it has."""

TOLD: Mapping[str, int | float | None] = MappingProxyType(
    {"messages": MESSAGES, "output_bytes": OUTPUT_BYTES, "mistakes": MISTAKES}
)
"""Those that a program is told with the reply to its ``hello``."""

FIRST_WORDS = 1_024
"""So many bytes are kept of the beginning of what it has written to its standard error."""

LAST_WORDS = 4_096
"""So many bytes are kept of the end of it."""

GRACE = 0.5
"""Seconds to end when its input has ended; then it is asked to (``SIGTERM``), and after as many
again it is killed."""

AT_LAST = 5.0
"""Seconds for the keeper to end; to kill what is left it needs a fraction of that."""
