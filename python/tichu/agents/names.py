"""Agents by name: the built-in ones, those of other packages, of a file, of any command.

A name is one of these. ``OPTIONS`` are ``KEY=VALUE,KEY=VALUE``, and may be left out with their
colon:

* ``NAME:OPTIONS``: built in (:data:`AGENTS`), or an entry point of the group ``tichu.agents``.
* ``FILE.py:CLASS:OPTIONS`` or ``MODULE.MODULE:CLASS:OPTIONS``: a class, or anything callable that
  makes an agent. ``FILE.py`` alone is enough if it defines one agent.
* ``process:OPTIONS:COMMAND``: a program that speaks the protocol on its standard input and output.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

from tichu.agents.base import Agent
from tichu.agents.limits import is_passed_on
from tichu.agents.telling import told
from tichu.checks import check_kind, shown
from tichu.errors import InvalidValue, TichuError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "AGENTS",
    "HOUSE_AGENTS",
    "agent_names",
    "make_agent",
    "make_house_agent",
    "module_of_agent",
]

GROUP = "tichu.agents"
"""The group of entry points in which other packages name their agents."""

AGENTS: Mapping[str, str] = MappingProxyType(
    {
        "random": "tichu.agents.random:RandomAgent",
        "first": "tichu.agents.first:FirstAgent",
        "greedy": "tichu.agents.greedy:GreedyAgent",
        "mc": "tichu.agents.mc:MonteCarloAgent",
    }
)
"""The built-in agents: names, and where they are."""

HOUSE_AGENTS = ("random", "first", "greedy")
"""The agents that a host lets its guests choose: they answer at once, and run nothing else."""

_OPTIONS = re.compile(r"[a-z_][a-z0-9_]*=[^,:]*(?:,[a-z_][a-z0-9_]*=[^,:]*)*")
_FILE = re.compile(r"(?P<file>.+?\.py)(?::(?P<name>[A-Za-z_]\w*))?(?::(?P<options>.*))?")
_MODULE = re.compile(r"(?P<module>[A-Za-z_][\w.]*):(?P<name>[A-Za-z_]\w*)(?::(?P<options>.*))?")

Maker = Callable[..., Agent]


def agent_names() -> tuple[str, ...]:
    """The names of the built-in agents and of those that installed packages add."""
    added = {point.name for point in _installed()}
    return (*AGENTS, *sorted(added - set(AGENTS)))


def make_agent(name: str) -> Agent:
    """A new agent of that name, with the options in it.

    A name may start programs and run files: it is for the one who sits at the keyboard, and what
    strangers choose goes to :func:`make_house_agent`.

    Raises:
        InvalidValue: there is none (``unknown_agent``), it cannot be loaded (``bad_agent``), or it
            has no such options (``bad_agent_option``).
    """
    check_kind(name, str, "name")
    if name.startswith("process:"):
        return _process_agent(name.removeprefix("process:"))
    maker, options = _find(name)
    return _made(name, maker, options)


def make_house_agent(name: str) -> Agent:
    """A new agent of a name in :data:`HOUSE_AGENTS`, without options.

    Raises:
        InvalidValue: there is none (``unknown_agent``).
    """
    check_kind(name, str, "name")
    if name not in HOUSE_AGENTS:
        raise _unknown(name, HOUSE_AGENTS)
    return make_agent(name)


def module_of_agent(name: str) -> ModuleType | None:
    """The module that a name leads to, loaded if it was not; None of a program.

    Raises:
        InvalidValue: there is none (``unknown_agent``), or it cannot be loaded (``bad_agent``).
    """
    check_kind(name, str, "name")
    return None if name.startswith("process:") else _place(name)[0]


def _find(name: str) -> tuple[Maker, str]:
    """What makes the agent, and the text of its options."""
    module, attribute, options = _place(name)
    if attribute is None:
        return _only_agent(name, module), options
    return _attribute(name, module, attribute), options


def _place(name: str) -> tuple[ModuleType, str | None, str]:
    """Where the agent is: a module, what is to be taken of it, and the text of the options."""
    head, _, rest = name.partition(":")
    if head in AGENTS:
        module, attribute = AGENTS[head].split(":")
        return _module(name, module), attribute, rest
    for point in _installed(head):
        return _module(name, point.module), point.attr or "", rest
    if (match := _FILE.fullmatch(name)) is not None:
        return _module_of_file(name, Path(match["file"])), match["name"], match["options"] or ""
    if (match := _MODULE.fullmatch(name)) is not None:
        return _module(name, match["module"]), match["name"], match["options"] or ""
    raise _unknown(name, agent_names())


def _installed(*name: str) -> list[EntryPoint]:
    """The entry points of other packages, or those of one name."""
    # It takes longer to load than the rest of the agents together.
    from importlib.metadata import entry_points  # noqa: PLC0415

    return [point for point in entry_points(group=GROUP) if not name or point.name in name]


def _module(name: str, module: str) -> ModuleType:
    try:
        return importlib.import_module(module)
    except TichuError:
        raise
    # A module of somebody else's may fail in any way.
    except BaseException as error:
        if is_passed_on(error):
            raise
        raise _cannot_load(name, error) from error


def _module_of_file(name: str, path: Path) -> ModuleType:
    """The module in a file, loaded once, under a name that is the same in every process."""
    try:
        path = path.resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise _cannot_load(name, error) from error
    mark = hashlib.sha256(str(path).encode("utf-8", "surrogatepass")).hexdigest()[:12]
    known = f"tichu_agent_{mark}"
    if known in sys.modules:
        return sys.modules[known]
    spec = importlib.util.spec_from_file_location(known, path)
    if spec is None or spec.loader is None:
        raise InvalidValue(f"{shown(str(path))} is no Python file.", code="bad_agent")
    module = importlib.util.module_from_spec(spec)
    sys.modules[known] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[known]
        if is_passed_on(error):
            raise
        raise _cannot_load(name, error) from error
    return module


def _only_agent(name: str, module: ModuleType) -> Maker:
    own = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Agent)
        and value.__module__ == module.__name__
    ]
    if len(own) != 1:
        raise InvalidValue(
            f"{shown(name)} defines {len(own)} agents; name one as FILE.py:CLASS.",
            code="bad_agent",
        )
    return own[0]


def _attribute(name: str, module: ModuleType, attribute: str) -> Maker:
    maker = getattr(module, attribute, None)
    if not callable(maker):
        raise InvalidValue(
            f"{shown(name)}: there is no class {shown(attribute)} in it.", code="bad_agent"
        )
    found: Maker = maker
    return found


def _made(name: str, maker: Maker, text: str) -> Agent:
    options = _options(name, text)
    _check_options(name, maker, options)
    try:
        agent = maker(**options)
    except TichuError:
        raise
    except BaseException as error:
        if is_passed_on(error):
            raise
        raise _cannot_load(name, error) from error
    for needed in ("begin_round", "answer", "end_round"):
        if not callable(getattr(agent, needed, None)):
            raise InvalidValue(
                f"{shown(name)} is no agent: it has no {needed}(); derive it from Agent.",
                code="bad_agent",
            )
    return agent


def _check_options(name: str, maker: Maker, options: dict[str, Any]) -> None:
    try:
        signature = inspect.signature(maker)
    except ValueError:
        # Some classes written in C do not say what they take; then making one will tell.
        return
    try:
        signature.bind(**options)
    except TypeError as error:
        raise InvalidValue(
            f"{shown(name)} does not take these options: {error}.", code="bad_agent_option"
        ) from error


def _options(name: str, text: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for pair in text.split(",") if text else ():
        key, equals, value = pair.partition("=")
        if not equals or not key.isidentifier() or key in options:
            raise InvalidValue(
                f"{shown(name)}: write options as KEY=VALUE, each once, with commas between.",
                code="bad_agent_option",
            )
        options[key] = _value(value)
    return options


def _value(text: str) -> bool | int | float | str:
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"-?[0-9]{1,15}", text):
        return int(text)
    if re.fullmatch(r"-?[0-9]{1,15}\.[0-9]{1,15}", text):
        return float(text)
    return text


def _process_agent(text: str) -> Agent:
    """The options, if there are any, stand before the command."""
    from tichu.agents.process import ProcessAgent  # noqa: PLC0415

    name = f"process:{text}"
    head, colon, rest = text.partition(":")
    if colon and _OPTIONS.fullmatch(head):
        options = {**_options(name, head), "command": rest}
    else:
        options = {"command": text}
    _check_options(name, ProcessAgent, options)
    return ProcessAgent(**options)


def _cannot_load(name: str, error: BaseException) -> InvalidValue:
    _, reason = told([error], None)
    return InvalidValue(f"{shown(name)} cannot be loaded: {reason}", code="bad_agent")


def _unknown(name: str, known: tuple[str, ...]) -> InvalidValue:
    return InvalidValue(
        f"There is no agent {shown(name)}; the agents are {', '.join(known)}.",
        code="unknown_agent",
    )
