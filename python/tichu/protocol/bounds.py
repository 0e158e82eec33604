"""All bounds of a host in one place; each has an error code, which docs/PROTOCOL.md lists."""

from __future__ import annotations

from msgspec import Struct

__all__ = [
    "CLIENT_LIMITS",
    "EXCESS_SECONDS",
    "HEAVY_REQUEST",
    "IDS_REMEMBERED",
    "MAX_NESTING",
    "MISSED_KEPT",
    "RESULTS_SHOWN",
    "ROOMS_AT_ONCE",
    "Limits",
]

MAX_NESTING = 8
"""Arrays and objects within each other in one message (``too_deep``)."""

IDS_REMEMBERED = 1_000
"""So many requests of a connection must pass before an id may be used again (``repeated_id``)."""

EXCESS_SECONDS = 10.0
"""The seconds within which refusals for speed are counted."""

HEAVY_REQUEST = 10
"""Making a match, or asking for a record, counts as so many requests (``too_fast``)."""

ROOMS_AT_ONCE = 8
"""So many matches go on by themselves before the transport has its turn again: agents that play
among themselves must not keep everybody else waiting."""

MISSED_KEPT = 100
"""So many steps of a match are kept to be sent again to those who come back."""


RESULTS_SHOWN = 50
"""The counts of so many rounds, the last ones, are in a view."""


class Limits(Struct, frozen=True, kw_only=True):
    """What a host allows; None is no limit.

    Attributes:
        message_bytes: length of a message to the host (``too_large``).
        requests_per_second: requests of one connection in the long run (``too_fast``).
        burst: requests of one connection at once (``too_fast``).
        excess: requests refused as ``too_fast`` within :data:`EXCESS_SECONDS` that end a
            connection.
        backlog_bytes: what waits for a client that does not read (``slow_reader``); a record that
            is larger is not sent (``record_too_large``).
        sessions: connections at once (``too_many_sessions``).
        matches: matches at once (``too_many_matches``).
        agent_matches: of these, matches made of agents alone, which go on though nobody is there
            (``too_many_matches``).
        target: points to which a match may be played (``bad_field``).
        matches_per_session: seats held and matches watched by one connection
            (``too_many_places``).
        watchers: spectators of one match (``too_many_watchers``).
        listed: matches shown by ``list``.
        unattended: seconds after which a match is broken off to which nobody is connected.
        kept: seconds for which a match that is over can still be looked at.
        agent_moves: decisions of agents in one match between two looks at everything else.
        spare_moves: the same in a match that agents play alone, which a transport lets go on when
            it has time to spare (:meth:`tichu.protocol.hub.Hub.spend`).
    """

    message_bytes: int = 16_384
    requests_per_second: float | None = 50.0
    burst: int = 200
    excess: int = 1_000
    backlog_bytes: int = 4 * 1024 * 1024
    sessions: int | None = 10_000
    matches: int | None = 5_000
    agent_matches: int | None = 20
    target: int | None = 10_000
    matches_per_session: int | None = 1_000
    watchers: int | None = 200
    listed: int = 100
    unattended: float | None = 3_600.0
    kept: float | None = 600.0
    agent_moves: int = 50
    spare_moves: int = 4


CLIENT_LIMITS = (
    "message_bytes",
    "requests_per_second",
    "burst",
    "backlog_bytes",
    "matches",
    "agent_matches",
    "target",
    "matches_per_session",
    "watchers",
)
"""Those that a client should know, so that ``hello`` tells them."""
