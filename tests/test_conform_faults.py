"""`tichu.conform` with cases, files and engines at fault: it tells, and the rest still runs."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import tichu.conform.acts
import tichu.conform.classify
from conform_cases import (
    SMALL,
    WELL,
    book,
    classify_case,
    flow_case,
    legal_case,
    passes,
    play,
    run,
    step,
    told,
)
from tichu.conform import run_document, run_paths
from tichu.errors import TichuError
from tichu.state import Step

# --- cases that cannot be run, or say nothing


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (3, "an object, not 3"),
        ({}, "kind is missing"),
        (WELL | {"kind": "clasify"}, "not clasify"),
        (WELL | {"kind": ["classify"]}, "a text"),
        (WELL | {"expected": {}}, "mean nothing here: expected"),
        (WELL | {"alt": {}}, "a list"),
        (WELL | {"alt": [{"option": {}}]}, "mean nothing here: option"),
        (WELL | {"input": {"cards": ["8x"]}}, "8x"),
        (WELL | {"input": {"cards": "8j"}}, "a list"),
        (WELL | {"input": {"cards": ["8j"], "Ph": 3}}, "mean nothing here: Ph"),
        (WELL | {"input": {"cards": ["8j"], "ph": "3"}}, "a whole number"),
        (WELL | {"expect": None}, "an object"),
        ({name: part for name, part in WELL.items() if name != "expect"}, "expect is missing"),
        (WELL | {"expect": {}}, "readings is missing"),
        (legal_case({}), "Nothing is expected"),
        (legal_case({"includes": [], "excludes": []}), "Nothing is expected"),
        (legal_case({"must_contain_rank": None}), "Nothing is expected"),
        (legal_case({"pass": True}, turn="off"), "in or out"),
        (legal_case({"pass": True}, table={"cards": ["8j", "9j"]}), "input.table"),
        (legal_case({"pass": True}, table={"cards": ["8j"], "rank": 9}), "input.table.rank"),
        (legal_case({"pass": True}, hand=["7j", "7j"]), "twice"),
        (legal_case({"pass": True}, wish=17), "R-066"),
        (flow_case(SMALL, [], turn=0), "nothing is expected"),
        (flow_case(SMALL, [], turn=0, start={"top": {}}), "nothing is expected"),
        (flow_case(SMALL, [step(play(0, "5j"))], turn=0) | {"expect": None}, "an object"),
        (flow_case(SMALL, []), "nobody holds the Mah Jong"),
        (flow_case(SMALL, [step(passes(4))], turn=0), "a seat from 0 to 3, not 4"),
        (flow_case(SMALL, [step({"do": "jump"})], turn=0), "not jump"),
        (flow_case(SMALL, [step(play(0, "5j", wihs=3))], turn=0), "mean nothing here: wihs"),
        (flow_case(SMALL, [{"act": passes(0)}], turn=0), "legal is missing"),
        (flow_case([["5j"], ["5j"], ["6j"], ["7j"]], [step(passes(1))], turn=0), "two places"),
        (flow_case([["5j"], [], ["6j"], ["7j"]], [step(passes(2))], turn=0), "without cards"),
        (flow_case(SMALL, [step(passes(1))], turn=0, out=[2]), "without cards"),
        (flow_case(SMALL, [step(passes(1))], turn=0, phase="plya"), "not plya"),
        (flow_case(SMALL, [step(passes(1))], turn=0, trun=0), "mean nothing here: trun"),
        ({"kind": "match", "input": {"rounds": [[1]]}, "expect": {"winner": None}}, "two numbers"),
        ({"kind": "match", "input": {"rounds": []}, "expect": {}}, "Nothing is expected"),
        ({"kind": "score", "input": {"out": [0, 1]}, "expect": {"double": False}}, "R-095"),
        (
            {
                "kind": "score",
                "input": {"out": [0, 2], "full_deck": True},
                "expect": {"double": True},
            },
            "lacks",
        ),
        (
            {"kind": "score", "input": {"out": [0, 2]}, "expect": {"card": {}, "bonus": {}}},
            "Nothing is expected",
        ),
    ],
)
def test_malformed_cases_are_told_and_the_others_still_run(case: Any, words: str):
    report = run_document({"cases": [case, WELL]}, "book.json")

    assert len(report.failures) == 1
    assert words in told(report)
    assert report.tallies["classify"].cases >= 1


def test_a_full_deck_that_is_none():
    case = flow_case(SMALL, [step(play(0, "5j"))], turn=0)
    case["input"]["full_deck"] = True

    assert "The full deck lacks" in told(run(case))


def test_malformed_positions_and_rounds():
    positions = [{"id": "Z", "hand": ["7j"]}, {"id": "Y", "hand": ["7j"], "n_set": 1}]
    positions.append(book("fuzz.json")["positions"][0] | {"id": "X", "n_set": 1})
    played = copy.deepcopy(book("playouts.json")["rounds"][0])
    played["hands"]["0"].pop()

    text = told(run_document({"positions": positions, "rounds": [played, {"id": "Q"}]}, "x.json"))
    assert "x.json Z: expected a well-formed case, came The fields table, wish, turn are" in text
    assert "x.json Y:" in text
    assert "These fields mean nothing here: n_set." in text
    assert "four hands of 14" in text
    assert "x.json Q:" in text


FUZZ_FIELDS = ("hand", "table", "wish", "turn", "pass", "n_sets", "n_readings", "types", "sha")
STRICT_FIELDS = ("n_sets", "n_readings", "sha")
SCORE_FIELDS = ("double", "card", "bonus", "round")
PLAYOUT_FIELDS = ("hands", "steps", "out", "score", "piles", "check_total")


def without(entry: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    part: Any = entry
    for name in path[:-1]:
        part = part[name]
    del part[path[-1]]
    return entry


@pytest.mark.parametrize(
    "path", [*((name,) for name in FUZZ_FIELDS), *(("strict", name) for name in STRICT_FIELDS)]
)
def test_a_position_that_lacks_a_field_is_malformed(path: tuple[str, ...]):
    position = without(book("fuzz.json")["positions"][0], path)

    text = told(run_document({"positions": [position]}, "x.json"))
    assert "expected a well-formed case" in text
    assert f"The field {path[-1]} is missing." in text


@pytest.fixture(scope="module")
def playout() -> str:
    return json.dumps(book("playouts.json")["rounds"][2])


@pytest.mark.parametrize(
    "path", [*((name,) for name in PLAYOUT_FIELDS), *(("score", name) for name in SCORE_FIELDS)]
)
def test_a_playout_that_lacks_a_field_is_malformed(path: tuple[str, ...], playout: str):
    round_ = without(json.loads(playout), path)

    text = told(run_document({"rounds": [round_]}, "x.json"))
    assert "expected a well-formed case" in text
    assert f"The field {path[-1]} is missing." in text


@pytest.mark.parametrize(
    "path", [("then",), *(("legal", name) for name in ("pass", *STRICT_FIELDS))]
)
def test_a_step_of_a_playout_that_lacks_a_field_is_malformed(path: tuple[str, ...], playout: str):
    round_ = json.loads(playout)
    one = next(step for step in round_["steps"] if step["act"]["do"] == "pass")
    without(one, path)

    text = told(run_document({"rounds": [round_]}, "x.json"))
    assert f"The field {path[-1]} is missing." in text


# --- files


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


GOOD = json.dumps({"cases": [WELL]})


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no JSON"),
        (GOOD[:-5].encode(), "no JSON"),
        (b"\xff\xfe\x00{", "no JSON"),
        (b'{"cases": "\xff"}', "no JSON"),
        (b"[" * 200_000, "no JSON"),
        (b'{"cases": [], "cases": []}', "'cases' stands twice"),
        (b'{"cases": NaN}', "NaN"),
        (b"[]", "an object"),
        (b"{}", "nothing to check"),
        (b'{"cases": []}', "nothing to check"),
        (b'{"cases": 1}', "a list"),
        (b'{"format": "tichu-cases/2", "cases": [1]}', "tichu-cases/2"),
        (b'{"default_options": {"x": 1}, "cases": [1]}', "no option 'x'"),
    ],
)
def test_files_that_cannot_be_run(tmp_path: Path, content: bytes, words: str):
    bad = write(tmp_path, "bad.json", content)
    good = write(tmp_path, "good.json", GOOD)

    report = run_paths([bad, good])
    assert not report.passed
    assert len(report.failures) == 1
    assert words in told(report)
    assert told(report).startswith(str(bad))
    assert report.tallies["classify"].cases == 1
    assert all(file.was_read for file in report.files)


def test_missing_files_and_empty_folders(tmp_path: Path):
    good = write(tmp_path, "books/good.json", GOOD)
    (tmp_path / "empty").mkdir()

    report = run_paths([tmp_path / "none.json", tmp_path / "empty", good])
    assert "none.json: This file cannot be read" in told(report)
    assert "no .json file" in told(report)
    assert report.tallies["classify"].cases == 1
    assert [file.was_read for file in report.files] == [False, False, True]


def test_folders_are_searched_and_nothing_runs_twice(tmp_path: Path):
    write(tmp_path, "a/one.json", GOOD)
    write(tmp_path, "a/b/two.json", GOOD)
    write(tmp_path, "a/.hidden/three.json", "{")
    write(tmp_path, "a/README.md", "no book")

    report = run_paths([tmp_path, tmp_path / "a" / "one.json"])
    assert report.passed
    assert report.tallies["classify"].cases == 2


def test_running_nothing_is_no_success():
    assert not run_paths([]).passed


def test_control_characters_do_not_get_through(tmp_path: Path):
    wrong = classify_case(["8j"], []) | {"id": "\x1b[31mX\n"}

    text = told(run(wrong))
    assert "\x1b" not in text
    assert "\n" not in text


# --- engines that are wrong


def test_an_engine_that_breaks_is_a_failure(monkeypatch: pytest.MonkeyPatch):
    def broken(_: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(tichu.conform.classify, "classify", broken)
    report = run(WELL, legal_case({"pass": True}))

    assert len(report.failures) == 1
    assert "a fault of the engine, RuntimeError: out of order" in told(report)


def test_an_engine_whose_list_and_mover_disagree(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tichu.conform.acts, "legal_actions", lambda _state, _seat: ())
    text = told(run(flow_case(SMALL, [step(play(0, "5j"))], turn=0)))

    assert "the list of legal actions lacks 0 play 5j" in text


def test_an_engine_that_refuses_everything_or_nothing(monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object) -> None:
        raise TichuError("No.", code="no")

    right = flow_case(SMALL, [step(play(0, "5j"))], turn=0)
    wrong = flow_case(SMALL, [step(passes(0), legal=False)], turn=0)
    monkeypatch.setattr(tichu.conform.acts, "apply", refuse)
    assert "expected a legal act, came a refusal: No." in told(run(right))

    monkeypatch.setattr(tichu.conform.acts, "apply", lambda state, _action: Step(state, ()))
    assert "expected a refusal, came a legal act" in told(run(wrong))


def test_an_engine_that_loses_cards(monkeypatch: pytest.MonkeyPatch):
    import msgspec

    from tichu import CardSet

    def lose(state: Any, _action: Any) -> Step:
        hands = (CardSet("3j"), *state.hands[1:])
        return Step(msgspec.structs.replace(state, hands=hands), ())

    monkeypatch.setattr(tichu.conform.acts, "apply", lose)
    assert "expected the same cards, came a difference of 5j" in told(
        run(flow_case(SMALL, [step(play(0, "5j"))], turn=0))
    )
