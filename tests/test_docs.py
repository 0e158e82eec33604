"""The documents are true: what they name exists, what they print is printed, no rule is missing."""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tichu import STANDARD, Rules
from tichu.rules import PRESETS

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
RULES = ROOT / "docs" / "RULES.md"
ARCHITECTURE = ROOT / "docs" / "ARCHITECTURE.md"
DOCUMENTS = sorted([README, *(ROOT / "docs").glob("*.md")])

UNUSED = {43, 82}
NUMBERS = [number for number in range(1, 109) if number not in UNUSED]

ENTRY = re.compile(r"^- \*\*R-(\d{3})\*\* (.*?)(?=^\s*$)", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"`((?:rust|python|tests|benches|docs|requirements)/[\w./-]*)`")
CASE = re.compile(r"\b[CBLFST]-\d{3}\b")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$(?:\n*^```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def sources() -> Iterator[Path]:
    for pattern in ("rust/*/src/**/*.rs", "python/tichu/**/*.py", "python/tichu/**/*.pyi"):
        yield from sorted(ROOT.glob(pattern))


def case_book() -> dict[str, Any]:
    book: dict[str, Any] = json.loads(text_of(ROOT / "tests/data/rules/cases.json"))
    return book


def entries() -> dict[int, str]:
    """The ledger's entries by number: text, code and tests."""
    found = ENTRY.findall(text_of(RULES))
    assert len(found) == len({number for number, _ in found}), "a rule has two entries"
    return {int(number): body for number, body in found}


def part(entry: str, name: str) -> str:
    match = re.search(rf"^  {name}: (.*?)\.(?:\\)?$", entry, re.MULTILINE | re.DOTALL)
    assert match, f"{name} is missing: {entry}"
    return match[1]


def section(path: Path, title: str) -> str:
    body = rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)"
    match = re.search(body, text_of(path), re.MULTILINE | re.DOTALL)
    assert match, f"{path.name} has no section {title!r}"
    return match[1]


def words(text: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", text))


# --- RULES.md ---


def test_every_rule_has_its_entry():
    assert sorted(entries()) == NUMBERS


@pytest.mark.parametrize("number", NUMBERS)
def test_an_entry_names_code_and_tests(number: int):
    entry = entries()[number]
    code, tests = part(entry, "Code"), part(entry, "Tests")

    assert FILE.findall(code), f"R-{number:03} names no code"
    named = {case["id"] for case in case_book()["cases"] if f"R-{number:03}" in case["rules"]}
    assert set(CASE.findall(tests)) == named
    assert named or FILE.findall(tests), f"R-{number:03} names no test"


def test_every_case_names_rules_that_exist():
    for case in case_book()["cases"]:
        assert {int(rule[2:]) for rule in case["rules"]} <= set(NUMBERS), case["id"]


def test_every_rule_named_in_the_sources_exists():
    for path in sources():
        named = {int(number) for number in re.findall(r"\bR-(\d{3})\b", text_of(path))}
        assert named <= set(NUMBERS), f"{path.relative_to(ROOT)}: {named - set(NUMBERS)}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_rule_named_in_the_documents_exists(path: Path):
    text = text_of(path)
    if path == RULES:
        text = text.replace("The numbers R-043 and R-082 are not used.", "")

    assert {int(number) for number in re.findall(r"\bR-(\d{3})\b", text)} <= set(NUMBERS)


def test_the_options_are_those_of_the_rules():
    rows = re.findall(
        r"^\| `(\w+)` \| `?(\w+)`? \| (.*?) \| R-\d{3} \|$",
        section(RULES, "The twelve options"),
        re.MULTILINE,
    )

    assert [name for name, _, _ in rows] == list(Rules.__struct_fields__)
    documented = {name: default for name, default, _ in rows}
    assert documented == {
        name: str(getattr(STANDARD, name)).lower() for name in Rules.__struct_fields__
    }
    assert case_book()["default_options"] == {
        name: getattr(STANDARD, name) for name in Rules.__struct_fields__
    }


def test_every_switch_is_an_option_and_every_option_a_switch():
    named = {
        switch
        for entry in entries().values()
        for switches in re.findall(r"Switch(?:es)?:((?:[\s,]+`\w+`)+)", entry)
        for switch in words(switches)
    }

    assert named == set(Rules.__struct_fields__)


def test_the_presets_are_explained():
    text = section(RULES, "Presets")

    for name, rules in PRESETS.items():
        assert f"`{name}`" in text
        for option, value in rules.changes().items():
            shown = str(value).lower() if isinstance(value, bool) else str(value)
            forms = rf"`{option}={shown}`|`{option}` \| `?{shown}`? \|"
            assert re.search(forms, text), f"{name}: {option}"


# --- what documents name ---


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_named_exists(path: Path):
    for name in FILE.findall(text_of(path)):
        assert (ROOT / name).exists(), name


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path):
    for target in re.findall(r"\]\(([^)\s]+)\)", text_of(path)):
        if re.match(r"https?:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (path.parent / name).resolve() if name else path
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


def anchors(path: Path) -> set[str]:
    titles = re.findall(r"^#+ (.*)$", text_of(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_the_layers_are_those_of_the_check():
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    shown = FENCE.search(section(ARCHITECTURE, "The direction of dependencies"))
    assert shown is not None

    stated = [sorted(re.findall(r"\w+", layer)) for layer in layers]
    lines = [re.sub(r"  .*", "", line).replace("tichu.", "") for line in shown[2].splitlines()]
    assert [sorted(re.findall(r"\w+", line)) for line in lines] == stated


SERVED = ("protocol", "server")


def error_codes(*, served: bool = False) -> set[str]:
    """The codes of errors and refusals, as the sources give them; those of a host apart."""
    codes: set[str] = set()
    parsed = {path: ast.parse(text_of(path)) for path in sources() if path.suffix == ".py"}
    places = {"Refusal": 0, **code_places(list(parsed.values()))}
    for path, tree in parsed.items():
        if any(part in SERVED for part in path.parts) == served:
            codes |= codes_in(tree, places)
    for path in () if served else sources():
        if path.name == "error.rs" and "tichu-core" in path.parts:
            codes |= set(re.findall(r'Self::\w+ => "(\w+)"', text_of(path)))
        elif path.suffix == ".rs":
            made = r'Problem::(?:notation|invalid|illegal)\(\s*"(\w+)"'
            codes |= set(re.findall(made, text_of(path)))
    return codes


def code_places(trees: list[ast.Module]) -> dict[str, int]:
    """The functions that make errors: where among their arguments the code stands."""
    places = {}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                names = [argument.arg for argument in node.args.args if argument.arg != "self"]
                if "code" in names:
                    places[node.name] = names.index("code")
    return places


def codes_in(tree: ast.Module, places: dict[str, int]) -> set[str]:
    given: list[ast.expr] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            given += [keyword.value for keyword in node.keywords if keyword.arg == "code"]
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in places:
                given += node.args[places[name] : places[name] + 1]
    # A code may be chosen: `"one" if ... else "other"`.
    return {
        choice.value
        for value in given
        for choice in (value, getattr(value, "body", None), getattr(value, "orelse", None))
        if isinstance(choice, ast.Constant) and isinstance(choice.value, str)
    }


def test_every_error_code_is_listed():
    rows = re.findall(r"^\| [^|`]+ \| (`.*`) \|$", section(ARCHITECTURE, "Errors"), re.MULTILINE)
    listed = {code for row in rows for code in words(row)}

    assert listed == error_codes()


def test_every_error_code_of_a_host_is_listed():
    pages = [ROOT / "docs" / name for name in ("PROTOCOL.md", "SERVER.md")]
    listed = {code for page in pages if page.exists() for code in words(text_of(page))}
    listed |= words(section(ARCHITECTURE, "Errors"))
    assert error_codes(served=True) - listed == set()


# --- what documents show ---


def blocks(language: str) -> list[Any]:
    found = []
    for path in DOCUMENTS:
        for place, match in enumerate(FENCE.finditer(text_of(path)), start=1):
            if match[1] == language:
                name = f"{path.name}-{place}"
                found.append(pytest.param(match[2], match[3], id=name))
    return found


@pytest.fixture
def workplace(tmp_path: Path) -> Path:
    """A directory to run examples in, with the project's test data at its usual place."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "data").symlink_to(ROOT / "tests" / "data")
    return tmp_path


def run(command: list[str], place: Path) -> subprocess.CompletedProcess[str]:
    settings = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    settings.pop("FORCE_COLOR", None)
    return subprocess.run(
        command,
        check=False,
        cwd=place,
        env=settings,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )


@pytest.mark.parametrize(("program", "output"), blocks("python"))
def test_python_blocks_run(program: str, output: str | None, workplace: Path):
    """As a program; a block of ``>>>`` examples by doctest."""
    if program.startswith(">>> "):
        (workplace / "examples.txt").write_text(program, encoding="utf-8")
        command = [sys.executable, "-m", "doctest", "examples.txt"]
    else:
        command = [sys.executable, "-W", "error", "-c", program]
    done = run(command, workplace)

    assert done.returncode == 0, done.stdout + done.stderr
    if output is not None:
        assert matches(output, done.stdout), done.stdout


def test_the_readme_plays_a_round_in_ten_lines():
    program = FENCE.search(section(README, "Ten lines of Python"))
    assert program is not None

    assert len([line for line in program[2].splitlines() if line]) == 10


def console_commands() -> Iterator[tuple[str, str]]:
    """Each command of a ``console`` block with the output shown below it."""
    for path in DOCUMENTS:
        for match in FENCE.finditer(text_of(path)):
            if match[1] == "console":
                for command in re.split(r"^\$ ", match[2], flags=re.MULTILINE)[1:]:
                    line, _, output = command.partition("\n")
                    yield line, output


def test_console_blocks_print_what_they_show(workplace: Path):
    shown = [pair for pair in console_commands() if pair[0].startswith("tichu ")]
    assert shown

    for line, output in shown:
        done = run([sys.executable, "-m", *shlex.split(line)], workplace)
        assert "Traceback" not in done.stderr, line
        if output:
            printed = "\n".join(text.rstrip() for text in done.stdout.splitlines())
            assert matches(output, printed), f"$ {line}\n{printed}\n{done.stderr}"


def matches(shown: str, printed: str) -> bool:
    """Is this the output, where a line ``...`` stands for any lines?"""
    parts = [
        re.escape(piece.strip("\n")) for piece in re.split(r"^\.\.\.$", shown, flags=re.MULTILINE)
    ]
    pattern = r"\n?(?:.*\n)?".join(parts) + r"\n?"
    return re.fullmatch(pattern, printed.strip("\n") + "\n", re.DOTALL) is not None


def test_commands_named_exist():
    make = set(re.findall(r"^([a-z-]+):.*## ", text_of(ROOT / "Makefile"), re.MULTILINE))
    help_text = run([sys.executable, "-m", "tichu", "--help"], ROOT).stdout

    for path in DOCUMENTS:
        text = text_of(path)
        for target in re.findall(r"`make ([a-z-]+)", text):
            assert target in make, f"{path.name}: make {target}"
        for command in re.findall(r"(?:`|^\$ )tichu ([a-z]+)", text, re.MULTILINE):
            assert command in help_text, f"{path.name}: tichu {command}"
