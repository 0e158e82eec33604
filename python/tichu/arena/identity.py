"""What an agent is, beyond its name: kept results are those of the same agent only."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from tichu.agents import Guard, make_agent
from tichu.arena.tables import answers_in_batches
from tichu.errors import InvalidValue

__all__ = ["Known", "known_agents"]


class Known(Struct, frozen=True):
    """What is known of an agent before it plays.

    Attributes:
        mark: tells it from others of the same name: a hash of the engine, of the file that its
            class is in, and of those beside it if that is a package; of a program only its command
            is known.
        has_batches: it answers for many tables in one call.
    """

    mark: str
    has_batches: bool


def known_agents(names: tuple[str, ...]) -> Mapping[str, Known]:
    """Make each agent once, and let it go, before hundreds of games are begun.

    Raises:
        InvalidValue: fewer than two agents (``bad_agents``), or one that cannot be made, as from
            :func:`tichu.agents.make_agent`.
    """
    if len(names) < 2:
        raise InvalidValue(
            f"The arena compares agents; name two or more, not {len(names)}.", code="bad_agents"
        )
    known = {}
    for name in dict.fromkeys(names):
        made = make_agent(name)
        known[name] = Known(_mark(type(made)), answers_in_batches(made))
        Guard(made).close()
    return known


def _mark(kind: type) -> str:
    engine = importlib.util.find_spec("tichu._core")
    core = [] if engine is None or engine.origin is None else [Path(engine.origin)]
    return _hash([*core, *_files(kind)])


def _files(kind: type) -> list[Path]:
    try:
        path = Path(inspect.getfile(kind))
    # A class made in a notebook has no file.
    except (OSError, TypeError):
        return []
    is_package = (path.parent / "__init__.py").exists()
    return sorted(path.parent.glob("*.py")) if is_package else [path]


def _hash(paths: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in paths:
        content = path.read_bytes()
        found.update(f"{path.name} {len(content)}\n".encode())
        found.update(content)
    return found.hexdigest()[:16]
