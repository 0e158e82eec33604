"""docs/AGENTS.md is true: the ten lines, the names, the built-in agents, the faults."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest

from tichu.agents import AGENTS, HOUSE_AGENTS, make_agent
from tichu.question import QuestionKind

PAGE = (Path(__file__).parent.parent / "docs" / "AGENTS.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, title
    return found[1]


def first_block(title: str) -> str:
    found = re.search(r"^```python\n(.*?)^```", section(title), re.MULTILINE | re.DOTALL)
    assert found is not None, title
    return found[1]


@pytest.fixture
def mybot(tmp_path: Path) -> Path:
    path = tmp_path / "mybot.py"
    path.write_text(first_block("An agent in ten lines"))
    return path


def test_the_agent_in_ten_lines_has_ten_lines(mybot: Path):
    lines = [line for line in mybot.read_text().splitlines() if line]
    assert len(lines) <= 10
    assert type(make_agent(str(mybot))).__name__ == "MyBot"


def test_the_agent_in_ten_lines_plays_in_the_arena(mybot: Path):
    command = ["arena", "mybot.py", "greedy", "--deals", "4", "--workers", "1", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "tichu", *command],
        cwd=mybot.parent,
        capture_output=True,
        check=True,
        text=True,
    )
    report: Any = json.loads(done.stdout)
    assert report["settings"]["agents"] == ["mybot.py", "greedy"]


def test_the_readme_shows_the_same_agent():
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    assert first_block("An agent in ten lines") in readme


def test_options_reach_the_agent_as_the_page_says(tmp_path: Path):
    path = tmp_path / "mybot.py"
    path.write_text(first_block("Names and options"))
    agent: Any = make_agent(f"{path}:MyBot:depth=3")
    assert agent.depth == 3


def test_the_built_in_agents_are_listed():
    rows = re.findall(r"^\| `(\w+)` \|", section("The built-in agents"), re.MULTILINE)
    assert set(rows) == set(AGENTS)
    for name in HOUSE_AGENTS:
        assert f"`{name}`" in section("Names and options")


def test_each_kind_of_question_is_listed():
    rows = re.findall(r"^\| `(\w+)` \|.*?\| `(\w+)` \|", section("What it is asked"), re.MULTILINE)
    assert [kind for kind, _ in rows] == list(get_args(QuestionKind))
    assert all(kind == method for kind, method in rows)


def test_the_faults_of_the_guard_are_listed():
    text = section("Agents that misbehave")
    for code in ("agent_error", "bad_answer", "agent_late", "agent_gone"):
        assert f"`{code}`" in text
