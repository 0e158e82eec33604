"""``tichu arena``: what it prints, and what it refuses."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from arena_bots import bot
from cli_shell import Shell
from tichu.arena import ArenaError
from tichu.arena.records import RecordFolder
from tichu.arena.store import Store


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


FEW = ("--deals", "4", "--workers", "0")


def test_people_read_who_is_better(shell: Shell):
    out = shell("arena", "first", "random", *FEW)

    assert out.startswith("first beats random by ")
    assert "4 deals" in out
    assert "round mode, seed arena" in out


def test_programs_read_json(shell: Shell):
    (report,) = shell.objects("arena", "random", "first", *FEW, "--json", "--seed", "7")

    assert report["tichu_arena"] == 1
    assert report["settings"]["agents"] == ["random", "first"]
    assert report["settings"]["seed"] == "7"
    assert report["run"] == {"deals": 4, "until": None, "complete": 4, "over": True}
    (pair,) = report["pairs"]
    assert pair["difference"]["deals"] == 4
    assert pair["wins"] + pair["draws"] + pair["losses"] == 8


@pytest.mark.parametrize("more", [("--deals", "6"), ("--deals", "90", "--until", "500")])
def test_the_same_command_gives_the_same(shell: Shell, more: tuple[str, ...]):
    arguments = ("arena", "random", "first", *more, "--json")
    one, other = (shell.objects(*arguments, "--workers", n)[0] for n in ("0", "2"))

    del one["time"], other["time"]
    assert one == other


def test_rules_and_modes(shell: Shell):
    (report,) = shell.objects(
        "arena", "random", "first", *FEW, "--json", "--mode", "match",
        "--rules", "tournament", "--option", "target=200", "--confidence", "99", "--limit", "0",
    )  # fmt: skip

    settings = report["settings"]
    assert settings["rules"]["grand_enabled"] is False
    assert (settings["mode"], settings["limit"], report["confidence"]) == ("match", None, 99)
    assert report["agents"][0]["rounds"] >= 8


def test_until_in_match_mode_is_percent(shell: Shell):
    (report,) = shell.objects(
        "arena", "first", "first", "--mode", "match", "--option", "target=100",
        "--until", "5", "--deals", "60", "--workers", "0", "--json",
    )  # fmt: skip

    assert report["run"]["until"] == 5
    assert report["pairs"][0]["difference"]["deals"] in (50, 60)
    assert report["pairs"][0]["difference"]["mean"] == 0


def test_a_database_goes_on(shell: Shell, tmp_path: Path):
    arguments = (
        "arena",
        "random",
        "first",
        "--workers",
        "0",
        "--json",
        "--db",
        str(tmp_path / "a"),
    )
    shell(*arguments, "--deals", "3")
    (longer,) = shell.objects(*arguments, "--deals", "5")
    (whole,) = shell.objects("arena", "random", "first", "--deals", "5", "--workers", "0", "--json")

    del longer["time"], whole["time"]
    assert longer == whole


def test_it_is_said_how_many_games_were_there(shell: Shell, tmp_path: Path):
    arguments = ("arena", "random", "first", *FEW, "--db", str(tmp_path / "a.db"))

    assert shell(*arguments).endswith(f"0 of the games were in {tmp_path / 'a.db'} already\n")
    assert shell(*arguments).endswith(f"8 of the games were in {tmp_path / 'a.db'} already\n")


def test_records_can_be_replayed(shell: Shell, tmp_path: Path):
    folder = tmp_path / "records"
    shell("arena", "random", "first", *FEW, "--records", str(folder))

    (report,) = shell.objects("replay", str(folder), "--json")
    assert report["ok"] is True
    assert report["rounds"] == 8
    header = json.loads((folder / "00002-2v1.jsonl").read_text().splitlines()[0])
    assert header["seats"] == ["first", "random", "first", "random"]
    assert header["seed"] == "arena/2"


def test_faults_are_told_and_are_no_failure(shell: Shell):
    out = shell("arena", bot("Raises"), "first", *FEW)

    assert "RuntimeError: boom" in out


WRONG = [
    (("random",), "name two or more"),
    (("random", "nobody"), "There is no agent 'nobody'"),
    (("random", "nowhere.py"), "nowhere.py"),
    (("random", "first", "--deals", "0"), "whole number from 1"),
    (("random", "first", "--deals", "-5"), "--deals"),
    (("random", "first", "--deals", "999999999"), "1000000"),
    (("random", "first", "--deals", "ten"), "whole number from 1"),
    (("random", "first", "--until", "0"), "greater than 0"),
    (("random", "first", "--until", "nan"), "greater than 0"),
    (("random", "first", "--confidence", "100"), "less than 100"),
    (("random", "first", "--workers", "x"), "whole number from 0"),
    (("random", "first", "--limit", "-1"), "number of seconds"),
    (("random", "first", "--mode", "hand"), "--mode"),
    (("random", "first", "--seed", "ä"), "--seed"),
    (("random", "first", "--option", "taget=3"), "taget"),
    (("random", "first", "--db", ""), "empty"),
    (("random", "first", "--db", "/dev/full"), "no ordinary file"),
    (("random", "first", "--db", "/proc/nowhere/a.db"), "cannot be opened"),
    (("random", "first", "--records", "/proc/nowhere/games"), "cannot be made"),
    (("random", "first", "--plots", "/proc/nowhere/plots"), "cannot be made"),
    (("random", "first", "--plots", __file__), "cannot be made"),
    (("random", "first", "--records", "/proc/self"), "cannot be written"),
    (("random", "first", "--plots", "/proc/self"), "cannot be written"),
    (("random", "process:no-such-program x"), "no program that can be run"),
    (("random", "first", "--seed", "@"), "--seed"),
    (("random", "first", "--seed", "@/no/such/file"), "No such file"),
    (("random", "first", "--seed", f"@{sys.executable}"), "no text in ASCII"),
    (("random", "first", "--seed", "@/dev/null"), "is empty"),
    (("random", "first", "--cluster", "nonsense://here"), "no cluster"),
]


@pytest.mark.parametrize(("arguments", "said"), WRONG, ids=lambda value: " ".join(value)[-30:])
def test_wrong_usage_is_one_sentence(shell: Shell, arguments: tuple[str, ...], said: str):
    complaint = shell.complaint("arena", *arguments)

    assert said in complaint
    assert complaint.splitlines()[-1].startswith("tichu arena: ")


def test_a_seed_can_stand_in_a_file(shell: Shell, tmp_path: Path):
    (tmp_path / "seed").write_text("a secret\n")
    secret, told = (
        shell.objects("arena", "random", "first", *FEW, "--json", "--seed", seed)[0]
        for seed in (f"@{tmp_path / 'seed'}", "a secret")
    )

    del secret["time"], told["time"]
    assert secret == told


def full(*_: Any) -> None:
    raise ArenaError("No space is left.", code="cannot_write")


@pytest.mark.parametrize(
    ("option", "kind", "method"), [("--records", RecordFolder, "write"), ("--db", Store, "keep")]
)
@pytest.mark.parametrize("before", [0, 2])
def test_a_full_disk_loses_nothing_that_was_played(
    shell: Shell,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    option: str,
    kind: type,
    method: str,
    before: int,
):
    real, calls = getattr(kind, method), []

    def write(self: Any, results: Any) -> None:
        if results:
            calls.append(results)
        (real if len(calls) <= before else full)(self, results)

    monkeypatch.setattr(kind, method, write)
    more = (option, str(tmp_path / "there"))
    out, err = shell.both("arena", "random", "first", "--workers", "0", *more, code=74)

    assert err == "tichu arena: No space is left.\n"
    games = sum(len(results) for results in calls)
    assert out.startswith(f"Stopped after {games} of 200 games; what they say:\n")
    assert " points a round " in out


def test_records_that_cannot_be_written_in_the_end_leave_the_report(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(RecordFolder, "write", full)
    more = ("--until", "500", "--deals", "60", "--records", str(tmp_path / "there"))
    out, err = shell.both("arena", "random", "first", "--workers", "0", *more, code=74)

    assert err == "tichu arena: No space is left.\n"
    assert out.startswith("first beats random by ")


@pytest.mark.parametrize("columns", ["1", "40", "60", "69", "80"])
def test_every_row_names_its_agent(shell: Shell, monkeypatch: pytest.MonkeyPatch, columns: str):
    monkeypatch.setenv("COLUMNS", columns)
    lines = shell("arena", "random", "first", *FEW).splitlines()
    heads = [place for place, line in enumerate(lines) if line.startswith("team of ")]

    assert heads
    for head in heads:
        assert [line.split()[0] for line in lines[head + 1 : head + 3]] == ["random", "first"]


def test_a_missing_extra_is_said(shell: Shell, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(__import__("sys").modules, "scipy.special", None)

    assert "pip install '.[arena]'" in shell.complaint("arena", "random", "first")


def test_a_missing_cluster_extra_is_said(shell: Shell, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)

    complaint = shell.complaint("arena", "random", "first", "--cluster", "tcp://127.0.0.1:1")
    assert "pip install '.[cluster]'" in complaint
