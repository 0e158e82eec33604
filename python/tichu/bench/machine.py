"""What the figures were measured on."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from tichu.bench.rounds import cores

__all__ = ["Machine", "this_machine"]


class Machine(Struct, frozen=True):
    """The facts that make figures comparable.

    Attributes:
        tichu: the version of this package.
        python: implementation and version.
        system: the operating system.
        processor: its name, as far as the system tells.
        cores: those that this process may use.
        load: how many processes wanted to run in the last minute, before the start; None where the
            system does not tell.
        time: when, in UTC.
    """

    tichu: str
    python: str
    system: str
    processor: str
    cores: int
    load: float | None
    time: str


def this_machine(version: str) -> Machine:
    """The facts, now, for this version of the package."""
    return Machine(
        tichu=version,
        python=f"{platform.python_implementation()} {platform.python_version()}",
        system=f"{platform.system()} {platform.release()}, {platform.machine()}",
        processor=_processor(),
        cores=cores(),
        load=_load(),
        time=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _load() -> float | None:
    try:
        return round(os.getloadavg()[0], 2)
    except (AttributeError, OSError):
        return None


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8", errors="replace")
    except OSError:
        return platform.processor() or "unknown"
    names = (line.partition(":")[2].strip() for line in text.splitlines() if "model name" in line)
    return next(names, platform.processor() or "unknown")
