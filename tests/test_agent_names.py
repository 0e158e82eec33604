"""Agents by their names: built in, of files, modules, installed packages; and every mistake."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tichu
from tichu import InvalidValue, play_round, start_round
from tichu.agents import (
    AGENTS,
    HOUSE_AGENTS,
    Agent,
    FirstAgent,
    RandomAgent,
    agent_names,
    make_agent,
    make_house_agent,
)
from tichu.seats import SEATS

ONE_AGENT = """
from tichu.agents import Agent, FirstAgent

class Own(Agent):
    def __init__(self, depth=1, name="x", fast=False, share=0.5):
        self.options = (depth, name, fast, share)

def build(depth=2):
    return Own(depth)

def not_an_agent():
    return 3

nothing = 7
"""

TWO_AGENTS = """
from tichu.agents import Agent

class One(Agent):
    pass

class Other(One):
    pass
"""


def refused(name: Any) -> InvalidValue:
    with pytest.raises(InvalidValue) as caught:
        make_agent(name)
    return caught.value


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.py"
    path.write_text(ONE_AGENT)
    return path


# --- built in ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", AGENTS)
def test_the_built_in_agents_are_found_and_are_new_each_time(name: str):
    one, other = make_agent(name), make_agent(name)
    assert isinstance(one, Agent)
    assert type(one) is type(other)
    assert one is not other
    one.close()
    other.close()


def test_options_of_a_built_in_agent():
    agent = make_agent("random:over=patterns")
    assert isinstance(agent, RandomAgent)
    assert agent.over == "patterns"
    assert make_agent("random:").over == "plays"


@pytest.mark.parametrize(
    "name",
    [
        "random:over=all",
        "random:under=plays",
        "random:over",
        "random:=plays",
        "random:over=plays,over=plays",
        "random:over=plays,",
        "random:over=3",
        "random:over=true",
        "random:1=2",
        "first:depth=3",
        "first:x",
        "greedy:habits=none",
    ],
)
def test_options_that_an_agent_does_not_take(name: str):
    assert refused(name).code == "bad_agent_option"


@pytest.mark.parametrize(
    "name", ["", "Random", "best", "x" * 1000, ":", "random ", "no such", "..", "\n"]
)
def test_unknown_agents(name: str):
    error = refused(name)
    assert error.code == "unknown_agent"
    assert all(known in str(error) for known in AGENTS)
    assert len(str(error)) < 500


@pytest.mark.parametrize("name", [None, 3, b"random", ["random"], RandomAgent])
def test_a_name_is_a_text(name: Any):
    assert refused(name).code == "wrong_type"
    with pytest.raises(InvalidValue) as caught:
        make_house_agent(name)
    assert caught.value.code == "wrong_type"


# --- the house -----------------------------------------------------------------------------------


def test_house_agents_are_built_in_and_take_no_options():
    assert set(HOUSE_AGENTS) == {"random", "first", "greedy"}
    for name in HOUSE_AGENTS:
        assert isinstance(make_house_agent(name), Agent)


@pytest.mark.parametrize(
    "name",
    [
        "mc",
        "mc:rollouts=1",
        "random:over=patterns",
        "process:true",
        "process:limit=1:true",
        "os:getcwd",
        "tichu.agents:FirstAgent",
        "unheard_of",
        "",
    ],
)
def test_the_house_runs_nothing_that_a_guest_names(name: str, own: Path):
    for asked in (name, str(own), f"{own}:Own"):
        with pytest.raises(InvalidValue) as caught:
            make_house_agent(asked)
        assert caught.value.code == "unknown_agent"


# --- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rest", "options"),
    [
        ("", (1, "x", False, 0.5)),
        (":Own", (1, "x", False, 0.5)),
        (":Own:", (1, "x", False, 0.5)),
        (":Own:depth=3", (3, "x", False, 0.5)),
        (":Own:depth=-3,name=a b,fast=true,share=0.25", (-3, "a b", True, 0.25)),
        (":Own:name=7up,fast=false", (1, "7up", False, 0.5)),
        (":Own:name=", (1, "", False, 0.5)),
        (":Own:name=a=b", (1, "a=b", False, 0.5)),
        (":Own:depth=9999999999999999", ("9999999999999999", "x", False, 0.5)),
        (":build", (2, "x", False, 0.5)),
        (":build:depth=4", (4, "x", False, 0.5)),
    ],
)
def test_an_agent_of_a_file(own: Path, rest: str, options: tuple[Any, ...]):
    agent: Any = make_agent(f"{own}{rest}")
    assert isinstance(agent, Agent)
    assert type(agent).__name__ == "Own"
    assert agent.options == options
    assert [type(value) for value in agent.options] == [type(value) for value in options]


def test_a_file_is_run_once_and_its_agents_are_of_one_class(tmp_path: Path):
    path = tmp_path / "counts.py"
    path.write_text(
        "from tichu.agents import Agent\nimport pathlib\n"
        f"log = pathlib.Path({str(tmp_path / 'log')!r})\n"
        "log.write_text(log.read_text() + 'x' if log.exists() else 'x')\n"
        "class Bot(Agent): pass\n"
    )
    agents = [make_agent(str(path)), make_agent(f"{path}:Bot"), make_agent(str(path))]
    assert len({type(agent) for agent in agents}) == 1
    assert (tmp_path / "log").read_text() == "x"


def test_a_relative_path_and_two_files_of_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for folder, mark in (("a", 1), ("b", 2)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bot.py").write_text(
            f"from tichu.agents import Agent\nclass Bot(Agent):\n    mark = {mark}\n"
        )
    monkeypatch.chdir(tmp_path)
    agents: list[Any] = [make_agent(f"{folder}/bot.py") for folder in ("a", "b", "a")]
    assert [agent.mark for agent in agents] == [1, 2, 1]


def test_an_agent_of_a_file_plays(own: Path):
    agents = [make_agent(str(own)) for _ in SEATS]
    assert play_round(agents, start_round(tichu.deal_for("names", 1))).state.is_over


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        (TWO_AGENTS, ""),
        ("from tichu.agents import FirstAgent", ""),
        ("x = 1", ""),
        (ONE_AGENT, ":Missing"),
        (ONE_AGENT, ":nothing"),
        (ONE_AGENT, ":not_an_agent"),
        ("def broken(:", ""),
        ("raise RuntimeError('no')", ""),
        ("raise RuntimeError('no')", ":Own"),
        ("import a_module_that_is_not_there", ""),
        ("import sys\nsys.exit(3)", ""),
        ("raise SystemExit", ":Own"),
        ("class Own:\n    pass", ":Own"),
        ("class Own:\n    def answer(self, question): pass", ":Own"),
        ("class Own:\n    def __init__(self): raise ValueError('no')", ":Own"),
        ("class Own:\n    def __init__(self): raise SystemExit", ":Own"),
        ("Own = int", ":Own"),
    ],
)
def test_files_that_give_no_agent(tmp_path: Path, text: str, rest: str):
    path = tmp_path / "bot.py"
    path.write_text(text)
    assert refused(f"{path}{rest}").code == "bad_agent"


def test_a_file_that_could_not_be_loaded_is_loaded_anew(tmp_path: Path):
    path = tmp_path / "bot.py"
    path.write_text("from tichu.agents import Agent\nclass Own(Agent): pass\nraise OSError")
    assert refused(str(path)).code == "bad_agent"
    path.write_text(ONE_AGENT + "# mended\n")
    assert isinstance(make_agent(str(path)), Agent)


def test_files_that_are_not_there(tmp_path: Path):
    for name in (f"{tmp_path}/none.py", f"{tmp_path}/none.py:Own", "none.py", f"{tmp_path}.py"):
        assert refused(name).code == "bad_agent"
    (tmp_path / "folder.py").mkdir()
    assert refused(f"{tmp_path}/folder.py").code == "bad_agent"
    assert refused(f"{tmp_path}/\0.py").code == "bad_agent"
    assert refused(str(tmp_path)).code == "unknown_agent"


def test_of_two_agents_one_is_named(tmp_path: Path):
    path = tmp_path / "bots.py"
    path.write_text(TWO_AGENTS)
    assert "2 agents" in str(refused(str(path)))
    assert type(make_agent(f"{path}:Other")).__name__ == "Other"


@pytest.mark.parametrize(
    "options",
    [
        "speed=1",
        "depth=1,depth=2",
        "depth",
        "=1",
        "depth=1,,fast=true",
        "d-e=1",
        "self=1",
    ],
)
def test_options_that_an_agent_of_a_file_does_not_take(own: Path, options: str):
    assert refused(f"{own}:Own:{options}").code == "bad_agent_option"


def test_an_agents_own_refusal_of_a_value_comes_through(tmp_path: Path):
    path = tmp_path / "picky.py"
    path.write_text(
        "from tichu import InvalidValue\nfrom tichu.agents import Agent\n"
        "class Picky(Agent):\n    def __init__(self, depth=1):\n"
        "        raise InvalidValue('Deeper.', code='too_shallow')\n"
    )
    assert refused(f"{path}:Picky:depth=1").code == "too_shallow"


# --- modules -------------------------------------------------------------------------------------


def test_agents_of_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert type(make_agent("tichu.agents.first:FirstAgent")) is FirstAgent
    assert make_agent("tichu.agents:RandomAgent:over=patterns").over == "patterns"  # type: ignore[attr-defined]
    (tmp_path / "bots_of_mine").mkdir()
    (tmp_path / "bots_of_mine" / "deep.py").write_text(ONE_AGENT)
    monkeypatch.syspath_prepend(tmp_path)
    agent: Any = make_agent("bots_of_mine.deep:Own:depth=5")
    assert agent.options[0] == 5


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("no_such_module:Own", "bad_agent"),
        ("tichu.agents:Missing", "bad_agent"),
        ("tichu.agents:AGENTS", "bad_agent"),
        ("tichu.no_such:Own", "bad_agent"),
        ("builtins:int", "bad_agent"),
        ("builtins:dict", "bad_agent"),
        ("builtins:exit", "bad_agent"),
        ("os:getcwd", "bad_agent"),
        ("os:system", "bad_agent_option"),
        ("tichu.agents:FirstAgent:x=1", "bad_agent_option"),
        ("tichu..agents:FirstAgent", "bad_agent"),
        (".agents:FirstAgent", "unknown_agent"),
        ("tichu.agents:first.FirstAgent", "unknown_agent"),
        ("tichu.agents FirstAgent", "unknown_agent"),
    ],
)
def test_modules_that_give_no_agent(name: str, code: str):
    assert refused(name).code == code


# --- entry points --------------------------------------------------------------------------------


def install(
    folder: Path, distribution: str, module: str, text: str, points: dict[str, str]
) -> None:
    """What an installer leaves behind: a module, and a dist-info with its entry points."""
    (folder / f"{module}.py").write_text(text)
    info = folder / f"{distribution}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
    lines = [f"{name} = {target}" for name, target in points.items()]
    (info / "entry_points.txt").write_text("[tichu.agents]\n" + "\n".join(lines) + "\n")


def test_agents_of_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    install(
        tmp_path,
        "bots_by_ann",
        "bots_by_ann",
        ONE_AGENT,
        {
            "ann": "bots_by_ann:Own",
            "ann-built": "bots_by_ann:build",
            "ann.missing": "bots_by_ann:Missing",
            "ann-module": "bots_by_ann",
            "ann-gone": "bots_by_nobody:Own",
            "random": "bots_by_ann:Own",
        },
    )
    before = agent_names()
    monkeypatch.syspath_prepend(tmp_path)

    assert set(agent_names()) - set(before) == {
        "ann",
        "ann-built",
        "ann.missing",
        "ann-module",
        "ann-gone",
    }
    assert agent_names()[: len(AGENTS)] == tuple(AGENTS)
    agent: Any = make_agent("ann:depth=9")
    assert agent.options[0] == 9
    built: Any = make_agent("ann-built")
    assert built.options[0] == 2
    # Nobody takes the name of a built-in agent.
    assert type(make_agent("random")) is RandomAgent
    for name in ("ann.missing", "ann-module", "ann-gone"):
        assert refused(name).code == "bad_agent"
    assert refused("ann:x=1").code == "bad_agent_option"
    assert "ann-built" in str(refused("anne"))
    with pytest.raises(InvalidValue):
        make_house_agent("ann")


def test_an_installed_agent_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    install(tmp_path, "bots_by_bob", "bots_by_bob", ONE_AGENT, {"bob": "bots_by_bob:Own"})
    monkeypatch.syspath_prepend(tmp_path)
    agents = [make_agent("bob") for _ in SEATS]
    assert play_round(agents, start_round(tichu.deal_for("names", 2))).state.is_over
