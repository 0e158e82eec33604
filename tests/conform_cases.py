"""Small cases for `tichu.conform`, built as the case books write them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tichu.conform import ConformReport, FileReport, run_document

BOOKS = Path(__file__).parent / "data" / "rules"

FOUR_SEVENS = ["7j", "7s", "7p", "7t"]


def book(name: str) -> dict[str, Any]:
    return json.loads((BOOKS / name).read_text(encoding="utf-8"))


def run(*cases: dict[str, Any], **document: Any) -> FileReport:
    return run_document({"cases": list(cases), **document}, "book.json")


def told(report: FileReport | ConformReport) -> str:
    """All failures as text."""
    return "\n".join(map(str, report.failures))


def classify_case(cards: list[str], readings: Any, **more: Any) -> dict[str, Any]:
    expect = {"readings": readings}
    return {"id": "C", "kind": "classify", "input": {"cards": cards}, "expect": expect, **more}


def legal_case(expect: dict[str, Any], **given: Any) -> dict[str, Any]:
    asked = {"hand": ["7j", "9s", "Ph"], "table": {"cards": ["8j"]}, "wish": None, "turn": "in"}
    return {"id": "L", "kind": "legal", "input": asked | given, "expect": expect}


def flow_case(
    hands: list[list[str]],
    steps: list[dict[str, Any]],
    *,
    start: dict[str, Any] | None = None,
    **state: Any,
) -> dict[str, Any]:
    by_seat = {str(seat): hand for seat, hand in enumerate(hands)}
    return {
        "id": "F",
        "kind": "flow",
        "input": {"state": {"phase": "play", "hands": by_seat} | state, "steps": steps},
        "expect": {} if start is None else {"start": start},
    }


def step(act: dict[str, Any], *, legal: bool = True, **then: Any) -> dict[str, Any]:
    return {"act": act, "legal": legal} | ({"then": then} if then else {})


def play(seat: int, *cards: str, **more: Any) -> dict[str, Any]:
    return {"do": "play", "seat": seat, "cards": list(cards), **more}


def bomb(seat: int, *cards: str) -> dict[str, Any]:
    return {"do": "bomb", "seat": seat, "cards": list(cards)}


def passes(seat: int) -> dict[str, Any]:
    return {"do": "pass", "seat": seat}


SMALL = [["5j", "3j"], ["Tj", "4j"], ["Kj", "4s"], ["6j", "3s"]]
BOMBS = [["Kj", "3j"], [*FOUR_SEVENS, "4j"], ["9j", "4s"], ["6j", "3s"]]

WELL = classify_case(["8j", "9j"], [])
"""A case that is right."""


def deck_hands() -> list[list[str]]:
    """Four hands of 14, seat 0 with the Mah Jong."""
    for case in book("cases.json")["cases"]:
        if case["id"] == "F-097":
            return list(case["input"]["state"]["hands"].values())
    raise AssertionError("the case is missing")
