"""Whatever a case expects is checked: change any of it, and the case fails."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from conform_cases import book, run, told
from tichu.conform import run_document


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all values, the lists themselves included."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    if not isinstance(value, dict):
        yield path
    if isinstance(value, dict | list):
        for name, part in items:
            if isinstance(part, dict | list):
                yield from leaves(part, (*path, name))
            else:
                yield (*path, name)


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for name in path:
        value = value[name]
    return value


def doctored(case: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    """The case with another value at the path."""
    result = copy.deepcopy(case)
    *way, last = path
    value = at(result, path)
    if isinstance(value, bool):
        other: Any = not value
    elif isinstance(value, list):
        other = value[:-1] if value else [99]
    elif value is None:
        other = 1
    else:
        other = value + (1 if isinstance(value, int | float) else "x")
    at(result, tuple(way))[last] = other
    return result


def steps_of(*way: Any, steps: list[dict[str, Any]]) -> Iterator[tuple[Any, ...]]:
    for number, one in enumerate(steps):
        for name in ("legal", "then"):
            if name in one:
                yield (*way, number, name)


def roots_of(case: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Where a case of a case book says what it expects."""
    yield ("expect",)
    yield from steps_of("input", "steps", steps=case["input"].get("steps", []))
    for number, other in enumerate(case.get("alt", [])):
        yield ("alt", number, "expect")
        steps = other.get("input", {}).get("steps", [])
        yield from steps_of("alt", number, "input", "steps", steps=steps)


def expectations(case: dict[str, Any], roots: Iterator[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    paths = []
    for root in roots:
        value = at(case, root)
        inside = leaves(value) if isinstance(value, dict | list) else [()]
        paths += [(*root, *path) for path in inside]
    # Asking for less of these may still be right; they have tests of their own below.
    return [path for path in paths if not {"includes", "excludes"} & set(path)]


@pytest.mark.parametrize("kind", ["classify", "compare", "legal", "flow", "score", "match"])
def test_no_expectation_of_the_case_book_goes_unread(kind: str):
    cases = [case for case in book("cases.json")["cases"] if case["kind"] == kind]
    unread = []
    tried = 0
    for case in cases:
        for path in expectations(case, roots_of(case)):
            tried += 1
            if not run(doctored(case, path)).failures:
                unread.append((case["id"], path))

    assert unread == []
    assert tried >= len(cases)


def test_no_expectation_of_the_fuzz_file_goes_unread():
    for position in book("fuzz.json")["positions"][:40]:
        roots = iter([(name,) for name in ("pass", "n_sets", "n_readings", "types", "sha")])
        strict = iter([("strict", name) for name in position["strict"]])
        for path in [*expectations(position, roots), *expectations(position, strict)]:
            report = run_document({"positions": [doctored(position, path)]}, "fuzz.json")
            assert len(report.failures) == 1, (position["id"], path)


def test_no_expectation_of_a_playout_goes_unread():
    played = book("playouts.json")["rounds"][2]
    roots = iter([(name,) for name in ("out", "score", "piles", "check_total")])
    paths = expectations(played, roots)
    paths += expectations(played, steps_of("steps", steps=played["steps"]))

    assert len(paths) > 1000
    for path in paths[::5]:
        report = run_document({"rounds": [doctored(played, path)]}, "playouts.json")
        assert len(report.failures) == 1, path


def test_unknown_expectations_are_told_everywhere():
    for case in book("cases.json")["cases"]:
        for root in roots_of(case):
            if isinstance(at(case, root), dict):
                wrong = copy.deepcopy(case)
                at(wrong, root)["surprise"] = None
                assert "surprise" in told(run(wrong)), (case["id"], root)
