"""The programs that docs/AGENTS.md shows play well, and are not silenced by an error."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from process_bots import LONG, play
from tichu import Rules
from tichu.agents.process import ProcessFault
from tichu.agents.process.bounds import LINE_BYTES, MESSAGES, OUTPUT_BYTES


def shown(language: str) -> str:
    """The program of the page in a language."""
    page = (Path(__file__).parent.parent / "docs" / "AGENTS.md").read_text(encoding="utf-8")
    section = re.search(r"^## Bots in any language$.*?(?=^## )", page, re.MULTILINE | re.DOTALL)
    assert section is not None
    (program,) = re.findall(rf"^```{language}\n(.*?)^```$", section[0], re.MULTILINE | re.DOTALL)
    return str(program)


def plays_well(line: str) -> None:
    guard, history = play(line, None, rules=Rules(target=200))
    assert guard.faults == []
    assert history.result.is_over


def answers_to(line: str, *messages: dict[str, Any]) -> list[dict[str, Any]]:
    """What a program answers to what it is sent, after its greeting."""
    sent = "".join(json.dumps(message) + "\n" for message in messages)
    done = subprocess.run(
        shlex.split(line), input=sent, capture_output=True, text=True, check=True, timeout=LONG
    )
    hello, *answers = map(json.loads, done.stdout.splitlines())
    assert hello["type"] == "hello"
    return answers


PROGRAMS = [("python", sys.executable, "bot.py"), ("javascript", "node", "bot.mjs")]


@pytest.mark.parametrize(("language", "runs", "file"), PROGRAMS)
def test_the_programs_of_the_page_do_not_fall_silent(
    language: str, runs: str, file: str, tmp_path: Path
):
    if shutil.which(runs) is None:
        pytest.skip(f"{runs} is not installed")
    (tmp_path / file).write_text(shown(language), encoding="utf-8")
    ask = {
        "type": "ask",
        "match": "m",
        "position": 3,
        "kind": "play",
        "count": 5,
        "actions": ["pass"],
    }
    error = {"type": "error", "code": "illegal", "message": "No."}
    other = {**ask, "position": 4, "kind": "tichu", "count": None, "actions": ["no tichu", "tichu"]}
    answers = answers_to(f"{runs} {tmp_path / file}", ask, error, error, other, error, error)

    # Once more for each question, and then not for ever.
    assert [answer["position"] for answer in answers] == [3, 3, 4, 4]
    assert {answer["type"] for answer in answers} == {"act"}


def test_the_program_of_the_page_plays(tmp_path: Path):
    (tmp_path / "bot.py").write_text(shown("python"), encoding="utf-8")
    plays_well(f"{sys.executable} {tmp_path / 'bot.py'}")


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_the_program_of_the_page_for_node_plays(tmp_path: Path):
    (tmp_path / "bot.mjs").write_text(shown("javascript"), encoding="utf-8")
    plays_well(f"node {tmp_path / 'bot.mjs'}")


def test_the_page_names_all_faults_and_bounds():
    page = (Path(__file__).parent.parent / "docs" / "AGENTS.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `(process_\w+)` \|", page, re.MULTILINE))
    assert named == set(re.findall(r"``(process_\w+)``", ProcessFault.__doc__ or ""))
    for bound in (LINE_BYTES, MESSAGES, OUTPUT_BYTES):
        assert f" {bound:,} " in page
