"""`tichu bench` and the instruction budgets: what they say and refuse; nothing here is timed."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tichu
from cli_shell import Shell
from tichu.bench import Figure, Job, all_jobs, measure
from tichu.bench.timing import Part
from tichu.cli import bench

ROOT = Path(__file__).parent.parent
KEYS = {
    "empty_loop",
    "no_op",
    "leads_counted",
    "leads_codes",
    "leads_objects",
    "answers_counted",
    "answers_codes",
    "classify_valid",
    "classify_other",
    "compare",
    "round_rust",
    "round_batch",
    "decision_batch",
    "round_flow",
    "decision_flow",
    "round_driver",
    "question_driver",
    "view",
    "act_session",
    "message",
}


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(bench, "QUICK_RUNS", 2)
    monkeypatch.setattr(bench, "QUICK_SECONDS", 0.0)
    return Shell(capsys)


def script(name: str) -> ModuleType:
    """One of the programs in ``benches``."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "benches" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


# --- tichu bench


def test_json_has_machine_figures_and_memory(shell: Shell):
    report: dict[str, Any] = json.loads(shell("bench", "--quick", "--json"))

    assert report["tichu_bench"] == 1
    assert report["quick"] is True
    assert report["machine"]["tichu"] == tichu.__version__
    assert report["machine"]["cores"] >= 1
    assert report["machine"].keys() >= {"python", "system", "processor", "load", "time"}
    figures = {figure["key"]: figure for figure in report["figures"]}
    assert figures.keys() - {"round_rust_threads"} == KEYS
    assert len(figures) == len(report["figures"])
    for figure in figures.values():
        assert 0 < figure["min"] <= figure["median"]
        assert figure["spread"] >= 0
        assert figure["per_second"] == pytest.approx(1e9 / figure["min"])
        assert figure["runs"] == 2
    weights = {weight["key"]: weight["bytes"] for weight in report["memory"]}
    assert weights.keys() == {"memory_batch", "memory_flow", "memory_match"}
    assert weights["memory_flow"] > 0
    assert weights["memory_match"] > 0


def test_the_table_shows_every_figure_whole(shell: Shell):
    lines = shell("bench", "--quick").splitlines()

    assert lines[0].startswith(f"tichu {tichu.__version__}, ")
    head = next(line for line in lines if line.startswith("time for"))
    assert head.split() == ["time", "for", "min", "median", "spread", "a", "second"]
    for job in all_jobs():
        for what in (job.what, *(part.what for part in job.parts)):
            row = next(line for line in lines if line.startswith(f"{what}  "))
            assert row[len(what) :].split()[0].replace(".", "").isdigit()
            assert len(row) <= 80
    assert any(line.startswith("memory for") for line in lines)


def test_help_says_how_long_it_takes(shell: Shell):
    assert "one to two minutes" in shell("bench", "--help")


def test_parts_are_the_same_times_in_other_units():
    told: list[int] = []
    job = Job("round", "a round", lambda: 5, (Part("decision", "a decision", 100.0),))

    whole, part = measure([job], 3, 0.0, told.append)

    assert told == [1, 2, 3]
    assert (whole.key, part.key) == ("round", "decision")
    assert part.min * 100 == pytest.approx(whole.min)
    assert part.median * 100 == pytest.approx(whole.median)
    assert part.spread == whole.spread


def test_a_rate_is_what_fits_into_a_second():
    assert Figure("a", "a", 250.0, 300.0, 0.1, 9).per_second == 4_000_000


# --- make bench-check


BOOK = """\
# A comment.

[[job]]
name = "one"
instructions = 1000
margin = 0.02
reason = "It does something."

[[job]]
name = "two"
instructions = 50
margin = 0.1
reason = "It does little."
"""


def test_a_budget_holds_up_to_its_margin():
    budgets = script("budgets")
    known = budgets.read_budgets(BOOK)

    assert budgets.complaints(known, {"one": 1000.0, "two": 50.0}) == []
    assert budgets.complaints(known, {"one": 1020.0, "two": 1.0}) == []


def test_what_exceeds_its_budget_is_named():
    budgets = script("budgets")
    known = budgets.read_budgets(BOOK)

    (complaint,) = budgets.complaints(known, {"one": 1021.0, "two": 55.0})
    assert complaint.startswith("one: 1,021 instructions, 2.1% over its budget of 1,000")
    named = budgets.complaints(known, {"one": 2000.0, "two": 56.0})
    assert [complaint[:4] for complaint in named] == ["one:", "two:"]


def test_jobs_and_budgets_belong_together():
    budgets = script("budgets")
    known = budgets.read_budgets(BOOK)

    without, new = budgets.complaints(known, {"one": 1.0, "three": 1.0})[::-1]
    assert (without, new) == (
        "two: there is no such job any more.",
        "three: it has no budget; add one.",
    )


def test_an_update_changes_figures_only():
    budgets = script("budgets")

    changed = budgets.updated(BOOK, {"one": 1234.4})

    assert changed == BOOK.replace("= 1000", "= 1234")


def test_the_budgets_name_the_jobs_and_their_reasons():
    budgets = script("budgets")
    known = budgets.read_budgets(budgets.BUDGETS.read_text("utf-8"))
    sources = (ROOT / "benches" / "jobs.rs").read_text("utf-8")

    for budget in known:
        assert f'"{budget.name}"' in sources
        assert budget.instructions > 1
        assert 0 < budget.margin <= 0.05
        assert budget.reason.endswith(".")


def test_without_valgrind_it_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    budgets = script("budgets")
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr(sys, "argv", ["budgets.py"])

    assert budgets.main() == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "valgrind" in err


# --- make bench


def test_figures_of_both_programs_are_read():
    speed = script("speed")
    ours = "emit all leads, list kept            min   165.3  p10   170.3  med   175.1\n"
    theirs = (
        "emit all leads (v_leads)           ns/hand: min 130.9 p10 139.4\n"
        "valid sets (228082): ns/classify min 8.53 med 8.87\n"
        "playout mode 1: us/round min 1.57 p10 1.59 -> rounds/s best 636943\n"
    )

    ours += "count all answers                    min    28.5  p10    29.8  med    30.3\n"
    assert speed.minima(ours) == {"emit all leads, list kept": 165.3, "count all answers": 28.5}
    found = speed.minima(theirs)
    assert speed.of_job("emit all leads", found) == 130.9
    assert speed.of_job("valid sets", found) == 8.53
    assert speed.of_job("playout mode 1", found) == 1570.0
