"""What an agent is, beyond its name: kept results are those of the same agent only."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from tichu.agents import Guard
from tichu.agents.names import module_of_agent
from tichu.arena.faults import ArenaError
from tichu.arena.game import LIMIT
from tichu.arena.making import answers_in_batches, made
from tichu.errors import InvalidValue

__all__ = ["Known", "check_loaded", "known_agents"]


class Known(Struct, frozen=True):
    """What is known of an agent before it plays.

    Attributes:
        mark: tells it from others of the same name: a hash of the engine and of its files.
        sources: a hash of its files alone: of that which is named, of those in which its class and
            the classes of that are, and of the files beside each if that is a package; of a
            program only its command is known.
        has_batches: it answers for many tables in one call.
    """

    mark: str
    sources: str
    has_batches: bool


_loaded: dict[str, str] = {}
"""The sources of each agent when this process loaded it: what it loads, it keeps."""


def known_agents(names: tuple[str, ...], limit: float | None = LIMIT) -> Mapping[str, Known]:
    """Make each agent once, and let it go, before hundreds of games are begun.

    Args:
        names: those of the agents.
        limit: seconds for an answer; to let an agent go takes no longer.

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
        agent = made(name, limit)
        files = _files(name, type(agent))
        known[name] = Known(_hash([*_engine(), *files]), _hash(files), answers_in_batches(agent))
        _loaded.setdefault(name, known[name].sources)
        Guard(agent, limit).close()
    return known


def check_loaded(sources: Mapping[str, str], limit: float | None) -> None:
    """See that this process has loaded the agents that the run began with.

    An agent that cannot be made here is left to the games, which say so.

    Args:
        sources: :attr:`Known.sources` by the agents' names.
        limit: seconds for an answer; none of the agents takes longer to make, or it is left, too.

    Raises:
        ArenaError: one is another by now (``agent_changed``).
    """
    for name, expected in sources.items():
        if name not in _loaded:
            try:
                agent = made(name, limit)
                # Loaded first and read then: a change in between is seen as one.
                _loaded[name] = _hash(_files(name, type(agent)))
                Guard(agent, limit).close()
            except Exception:  # noqa: BLE001, S112 - a stranger's class
                continue
        if _loaded[name] != expected:
            raise ArenaError(
                f"The agent {name} has changed since it was loaded: start again (in a notebook,"
                " restart its kernel), so that all its games are of one version.",
                code="agent_changed",
            )


def _engine() -> list[Path]:
    engine = importlib.util.find_spec("tichu._core")
    return [] if engine is None or engine.origin is None else [Path(engine.origin)]


def _files(name: str, kind: type) -> list[Path]:
    """The files that make an agent, each once."""
    found = [path for each in (module_of_agent(name), *kind.__mro__) for path in _beside(each)]
    return list(dict.fromkeys(found))


def _beside(place: object) -> list[Path]:
    """The file of a module or class, and those beside it if that is a package."""
    try:
        path = Path(inspect.getfile(place))  # type: ignore[arg-type]
    # A class made in a notebook has no file, and neither have built-in ones.
    except (OSError, TypeError):
        return []
    if not path.is_file():
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
