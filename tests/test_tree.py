"""The shape of the project: what lies where, how long files are, what depends on what."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAX_LINES = 500

TOP_LEVEL = {
    "CHANGELOG.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE",
    "Makefile",
    "README.md",
    "benches",
    "clippy.toml",
    "docs",
    "pyproject.toml",
    "python",
    "requirements",
    "rust",
    "rustfmt.toml",
    "tests",
}
BUILT = {"dist", "target"}


def sources() -> list[Path]:
    return [
        path
        for folder in ("rust", "python", "tests", "benches")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in {".rs", ".py"} and "target" not in path.parts
    ]


def requirement_lines(name: str) -> list[str]:
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    lines = [line.split("#")[0].strip() for line in text.replace("\\\n", " ").splitlines()]
    return [line for line in lines if line]


def test_no_file_is_too_long():
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in sources()}

    assert lengths
    too_long = {str(path.relative_to(ROOT)): n for path, n in lengths.items() if n > MAX_LINES}
    assert too_long == {}


def test_the_top_level_holds_what_belongs_there():
    names = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}

    assert names - BUILT - TOP_LEVEL == set()


def test_the_core_depends_on_nothing():
    command = ["cargo", "tree", "--locked", "-p", "tichu-core", "-e", "normal,build"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)

    assert len(done.stdout.splitlines()) == 1, done.stdout


def test_the_core_does_not_name_python():
    mentions = [
        str(path.relative_to(ROOT))
        for path in sources()
        if "tichu-core" in path.parts and re.search(r"pyo3|cfg\(.*python", path.read_text("utf-8"))
    ]

    assert mentions == []


@pytest.mark.parametrize("name", ["dev.txt", "server.txt"])
def test_locks_are_hashed_and_name_no_index(name: str):
    lines = requirement_lines(name)

    assert lines
    for line in lines:
        assert re.match(r"[a-z0-9-]+==[0-9][^ ]* +--hash=sha256:[0-9a-f]{64}", line), line


def test_run_time_dependencies_are_stated_alike():
    with (ROOT / "pyproject.toml").open("rb") as file:
        stated = tomllib.load(file)

    development = requirement_lines("dev.in")
    assert set(stated["project"]["dependencies"]) <= set(development)
    assert set(stated["build-system"]["requires"]) <= set(development)
    server = requirement_lines("server.in")
    extra = stated["project"]["optional-dependencies"]["server"]
    assert set(stated["project"]["dependencies"]) | set(extra) == set(server)
    assert set(extra) <= set(development)
