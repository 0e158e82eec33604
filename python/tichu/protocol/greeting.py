"""The answer to ``hello``: what a host is and what it has."""

from __future__ import annotations

from collections.abc import Mapping

from tichu.protocol.faults import RequestRefused
from tichu.protocol.messages.basics import VERSION
from tichu.protocol.messages.replies import Greeting
from tichu.protocol.messages.requests import Hello
from tichu.round_score import CALL_POINTS
from tichu.rules import PRESETS, STANDARD

__all__ = ["greeting"]


def greeting(
    request: Hello,
    *,
    engine: str,
    capabilities: tuple[str, ...],
    agents: tuple[str, ...],
    limits: Mapping[str, int | float | None],
) -> Greeting:
    """The greeting of a host.

    Raises:
        RequestRefused: the client speaks another version (``unknown_version``).
    """
    if request.version != VERSION:
        raise RequestRefused(
            f"This host speaks version {VERSION} of the protocol.",
            code="unknown_version",
            where="version",
        )
    return Greeting(
        version=VERSION,
        engine=engine,
        capabilities=capabilities,
        presets={name: rules.changes() for name, rules in PRESETS.items()},
        options={name: getattr(STANDARD, name) for name in STANDARD.__struct_fields__},
        agents=agents,
        call_points=dict(CALL_POINTS),
        limits=dict(limits),
    )
