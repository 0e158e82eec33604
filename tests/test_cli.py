"""The command line: what each subcommand prints, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tichu
from tichu.cli import main
from tichu.cli.patterns import pattern

DATA = Path(__file__).parent / "data"
GREATEST = "Tj Ts Jj Js Jp Jt Qj Qs Qp Qt Kj Ks Kp Ph"


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same width on every terminal, and no colours."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


class Shell:
    """Runs the command line in this process."""

    def __init__(self, capture: pytest.CaptureFixture[str]) -> None:
        self._capture = capture

    def __call__(self, *arguments: str, code: int = 0) -> str:
        """What was printed to standard output; nothing goes to the other when all is well."""
        out, err = self.both(*arguments, code=code)
        assert err == ""
        return out

    def both(self, *arguments: str, code: int) -> tuple[str, str]:
        try:
            found: Any = main(arguments)
        except SystemExit as leaving:
            found = leaving.code
        out, err = self._capture.readouterr()
        assert found == code, (out, err)
        assert "Traceback" not in out + err
        return out, err

    def complaint(self, *arguments: str) -> str:
        """What is said of wrong usage."""
        out, err = self.both(*arguments, code=2)
        assert out == ""
        return err

    def objects(self, *arguments: str, code: int = 0) -> list[dict[str, Any]]:
        """The lines of JSON."""
        return [json.loads(line) for line in self(*arguments, code=code).splitlines()]


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


# --- all of it


def test_version_and_help(shell: Shell):
    assert shell("--version") == f"tichu {tichu.__version__}\n"
    for command in ("play", "replay", "conform", "legal", "position"):
        assert command in shell("--help")
        assert "example" in shell(command, "--help")
    assert "exit codes" in shell("--help")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("bogus",),
        ("--bogus",),
        ("legal",),
        ("conform",),
        ("replay",),
        ("position",),
        ("play", "--rules", "nosuch"),
        ("play", "--rounds", "0"),
        ("play", "--target", "x"),
        ("play", "--target", "\u0663"),
    ],
)
def test_wrong_usage(shell: Shell, arguments: tuple[str, ...]):
    assert "usage: tichu" in shell.complaint(*arguments)


def test_a_fault_of_the_program_is_a_sentence(
    shell: Shell, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("tichu.cli.legal.legal_plays", broken)
    _, err = shell.both("legal", "7j", code=70)
    assert "ZeroDivisionError: oh" in err
    monkeypatch.setenv("TICHU_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        main(["legal", "7j"])
    capsys.readouterr()


# --- legal


def test_legal_leads(shell: Shell):
    text = shell("legal", "7j 7s 8p Do")

    assert "hand  7j 7s 8p Do" in text
    assert "empty, so a lead; no pass" in text
    rows = [line.rstrip().split(maxsplit=2) for line in text.splitlines()[4:]]
    assert rows == [
        ["single", "3", "7j,  7s,  8p"],
        ["pair", "1", "7j 7s"],
        ["Dog", "1", "Do"],
        ["together", "5"],
    ]


def test_legal_answers(shell: Shell):
    assert "4  7j 7s,  7j Ph=7,  7s Ph=7,  8p Ph=8" in shell(
        "legal", "7j 7s 8p Ph", "--table", "5j5s"
    )
    assert "pass allowed" in shell("legal", "7j", "--table", "5j 5s")
    assert "plays nothing" in shell("legal", "7j", "--table", "5j 5s")
    assert "wish 9; no pass" in shell("legal", "9j Ts", "--table", "Mj", "--wish", "9")
    assert "out of turn" in shell("legal", "7j", "--table", "5j", "--out-of-turn")


def test_legal_many_plays_are_patterns_with_counts(shell: Shell):
    text = shell("legal", GREATEST)

    # The hand with the most leads of all (docs: exact counts).
    assert "1857" in text
    assert "9-K Ph=9 x96,  T-A Ph=A x96" in text
    assert "QQQ KK Ph=K x12" in text
    assert max(map(len, text.splitlines())) <= 100


def test_patterns_count_what_plays_have_in_common():
    plays = tichu.legal_plays(GREATEST)

    assert len(set(map(pattern, plays))) == len(plays.patterns())


@pytest.mark.parametrize(
    ("play", "text"),
    [
        ("Mj", "Mj"),
        ("7s", "7"),
        ("Ph=8.5", "Ph=8.5"),
        ("Dg", "Dg"),
        ("Do", "Do"),
        ("Tj Ph=T", "TT Ph=T"),
        ("5j 5s 5p 5t", "5555"),
        ("5j 5s 6p Ph=6", "5-6 Ph=6"),
        ("3j 3s 3p 2j 2s", "333 22"),
        ("3j 3s Ph=3 2j 2s", "333 22 Ph=3"),
        ("Mj 2j 3s 4p 5t", "1-5"),
        ("Tj Jj Qj Kj Aj", "T-A"),
    ],
)
def test_pattern(play: str, text: str):
    assert pattern(tichu.Combination(play.replace("Ph=T", "Ph=10"))) == text


def test_legal_with_the_phoenix_on_the_table(shell: Shell):
    # it stays half a rank above what it was played on.
    assert "single        1  9s" in shell("legal", "8j 9s", "--table", "Ph", "--phoenix", "8.5")
    assert "table Ph=14.5" in shell("legal", "Dg", "--table", "Ph", "--phoenix", "A.5")
    assert "table Ph=1.5" in shell("legal", "Dg", "--table", "Ph", "--phoenix", "1.5")
    assert "table Ph=8.5" in shell("legal", "Dg", "--table", "Ph=8.5")
    low = ("--table", "6j 7s 8p 9t Ph", "--phoenix", "5")
    assert "plays nothing" not in shell("legal", "6s 7p 8t 9j Tp", *low)
    assert "plays nothing" in shell("legal", "6s 7p 8t 9j Tp", *low[:2])


def test_legal_under_other_rules(shell: Shell):
    given = ("legal", "8j Kj Ks Kp Kt", "--table", "Mj", "--wish", "8")

    #
    assert "four of a kind" in shell(*given)
    assert "four of a kind" not in shell(*given, "--option", "wish_bomb_in_turn=strict")


def test_legal_json(shell: Shell):
    (found,) = shell.objects("legal", "7j 7s Ph", "--table", "6j", "--json")

    assert found["hand"] == ["7j", "7s", "Ph"]
    assert found["table"]["text"] == "6j"
    assert (found["count"], found["may_pass"], found["by_type"]["single"]) == (3, True, 3)
    phoenix = {"cards": ["Ph"], "type": "single", "rank": 6.5, "length": 1, "phoenix_rank": None}
    assert phoenix.items() <= found["plays"][0].items()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("7x",), "7x"),
        (("7j 7j",), "twice"),
        (("2j2s2p2t3j3s3p3t4j4s4p4t5j5s5p",), "R-007"),
        (("7j", "--table", "5j 6j"), "5j 6j"),
        (("7j", "--table", "7j"), "7j"),
        (("7j", "--table", "Do"), "R-085"),
        (("7j", "--wish", "1"), "no rank"),
        (("7j", "--phoenix", "3"), "--table"),
        (("7j", "--table", "Ph", "--phoenix", "9"), "write 9.5"),
        (("7j", "--table", "Ph", "--phoenix", "x.5"), "no rank"),
        (("7j", "--table", "5j 5s", "--phoenix", "5"), "R-039"),
        (("7j", "--option", "wish"), "NAME=VALUE"),
        (("7j", "--option", "wsh=1"), "no option 'wsh'"),
        (("7j", "--option", "tie_rule=coin"), "tie_rule"),
        (("7j", "--option", "target=1", "--option", "target=2"), "twice"),
        (("7\u00e9\x1b[0m",), "is no card"),
    ],
)
def test_legal_complaints(shell: Shell, arguments: tuple[str, ...], words: str):
    text = shell.complaint("legal", *arguments)

    assert text.startswith("tichu legal: ")
    assert words in text
    assert text.count("\n") == 1


# --- position

POSITION = "tichu1 play hands:7j7s8pPh/2j9j9s9p9t/Kj/4tAj turn:1 owner:0 top:5j5s trick:5j5s"


def test_position(shell: Shell):
    text = shell("position", POSITION)

    assert "table   5j 5s (pair) by seat 0" in text
    assert "trick   5j 5s (10 points)" in text
    assert "pair (6): 9j 9s" in text
    assert "four of a kind (1): 9j 9s 9p 9t" in text


def test_positions_of_every_phase(shell: Shell):
    deal = tichu.deal_for("cli", 1)
    state = tichu.start_round(deal).state
    assert "grand, nogrand" in shell("position", tichu.format_position(state))
    for seat in range(4):
        state = tichu.apply(state, tichu.GrandTichu(seat, seat == 2)).state
    text = shell("position", tichu.format_position(state))
    assert "give three cards" in text
    assert "tichu" in text
    ripe = "tichu1 ripe hands:7j/8j/2j/Kj owner:0 top:Dg trick:Dg passes:3"
    assert "dragon to 1 or 3" in shell("position", ripe)
    assert "collect" in shell("position", ripe.replace("Dg", "As"))
    over = "tichu1 over hands:-/8j/-/Kj out:02 rules:tournament"
    assert "02: 100, 13: 0" in shell("position", over)
    lead = shell("position", "tichu1 play hands:Mj/8j/2j/Kj turn:0")
    assert "empty, seat 0 leads" in lead
    assert "a wish: none or 2 to A" in lead


def test_position_json(shell: Shell):
    (found,) = shell.objects("position", POSITION, "--json")

    assert found["position"] == POSITION
    assert found["turn"] == 1
    assert [len(legal["plays"]) for legal in found["legal"]] == [0, 7, 0, 0]
    assert [legal["pass"] for legal in found["legal"]] == [False, True, False, False]


@pytest.mark.parametrize("line", ["", "x", "tichu1 play", "tichu2 play hands:7j/8j/9j/Tj turn:0"])
def test_position_complaints(shell: Shell, line: str):
    assert shell.complaint("position", line).startswith("tichu position: position")


# --- conform


def test_conform(shell: Shell):
    text = shell("conform", str(DATA / "rules"))

    assert "playout      15             0       0" in text
    assert "All 900 checks in 3 files pass." in text


def test_conform_failures(shell: Shell, tmp_path: Path):
    case = {"kind": "classify", "input": {"cards": ["8j"]}, "expect": {"readings": []}}
    book = tmp_path / "book.json"
    book.write_text(json.dumps({"cases": [case | {"id": "C-[bold]1"}, 3]}))
    arguments = ("conform", str(book), str(tmp_path / "none.json"))

    text = shell(*arguments, code=1)
    line = f"FAIL {book} C-[bold]1: readings: expected nothing playable, came single 8 of 1"
    assert line in text.splitlines()
    assert "none.json: This file cannot be read" in text
    assert "3 of 3 checks in 2 files failed." in text
    (found,) = shell.objects(*arguments, "--json", code=1)
    assert found["passed"] is False
    assert found["totals"]["classify"] == {"cases": 1, "alternatives": 0, "failed": 1}
    assert found["failures"][0]["id"] == "C-[bold]1"
    assert found["failures"][0]["differences"][0]["came"] == "single 8 of 1"


# --- play and replay


def test_play_to_the_end(shell: Shell):
    text = shell("play", "--seed", "7")

    assert "02: random, random; 13: random, random; seed 7" in text
    assert "calls by seat" in text
    assert "wins, " in text
    assert "rounds per second" in text
    assert text.splitlines()[:-1] == shell("play", "--seed", "7").splitlines()[:-1]


def test_play_json(shell: Shell):
    *rounds, match = shell.objects("play", "first", "random", "--seed", "3", "--json")

    assert match["seats"] == ["first", "random", "first", "random"]
    assert match["rounds"] == len(rounds) > 0
    assert match["winner"] in ("02", "13")
    assert match["totals"] == rounds[-1]["totals"]
    totals = {"02": 0, "13": 0}
    for number, played in enumerate(rounds, start=1):
        assert played["round"] == number
        for team in totals:
            totals[team] += played["points"][team]
            assert played["points"][team] == played["card"][team] + played["bonus"][team]
        assert played["totals"] == totals
        check_calls(played)
        #
        assert played["double"] == (len(played["out"]) == 2)
        assert sum(played["card"].values()) == (200 if played["double"] else 100)


def check_calls(played: dict[str, Any]) -> None:
    """The calls explain the bonus (R-008, R-015, R-019)."""
    bonus = {"02": 0, "13": 0}
    for call in played["calls"]:
        points = {"tichu": 100, "grand": 200}[call["call"]]
        assert call["made"] == (call["seat"] == played["out"][0])
        bonus["02" if call["seat"] in (0, 2) else "13"] += points if call["made"] else -points
    assert bonus == played["bonus"]


def test_play_with_other_rules(shell: Shell):
    *rounds, match = shell.objects(
        *("play", "--rules", "tournament", "--target", "300", "--option", "tie_rule=draw"),
        *("--seed", "1", "--json"),
    )

    assert match["rules"] == {
        "grand_enabled": False,
        "double_victory_points": 100,
        "dragon_gift_last_trick": False,
        "target": 300,
        "tie_rule": "draw",
    }
    assert all(call["call"] == "tichu" for played in rounds for call in played["calls"])


def test_play_some_rounds_and_replay_the_record(shell: Shell, tmp_path: Path):
    record = tmp_path / "match.jsonl"
    text = shell("play", "--rounds", "2", "--seed", "7", "--record", str(record))
    assert "Not finished" in text
    assert f"record: {record}" in text

    text = shell("replay", str(record))
    assert f"{record}: 2 rounds replayed, 2 results equal, 0 illegal actions" in text
    (found,) = shell.objects("replay", str(record), "--json")
    assert found["ok"] is True
    assert found["rounds"] == found["files"][0]["rounds"] == 2


def test_many_rounds_are_shown_in_part(shell: Shell):
    text = shell("play", "first", "--rounds", "205", "--target", "100000", "--seed", "7")

    assert "The first 5 rounds are not shown." in text
    assert "205 rounds in" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("a", "b", "c"), "one agent, two or four"),
        (("nobody",), "no agent 'nobody'"),
        (("--seed", "\u00e9"), "A seed is"),
        (("--record", "/nowhere/match.jsonl"), "cannot be written"),
        (("--record", "/"), "cannot be written"),
    ],
)
def test_play_complaints(shell: Shell, arguments: tuple[str, ...], words: str):
    assert words in shell.complaint("play", *arguments)


def test_replay_logs(shell: Shell):
    text = shell("replay", str(DATA / "bsw"))

    # Two of these games have a fault of the source each.
    assert text.count("known fault: ") == 2
    assert "0 illegal actions, 0 score differences, 2 known faults" in text.splitlines()[-1]


def test_replay_findings(shell: Shell, tmp_path: Path):
    record = tmp_path / "match.jsonl"
    shell("play", "--rounds", "1", "--seed", "7", "--record", str(record))
    lines = record.read_text(encoding="utf-8").splitlines()
    record.write_text("\n".join([*lines[:2], *lines[6:]]), encoding="utf-8")

    text = shell("replay", str(record), str(tmp_path / "none.jsonl"), code=1)
    assert f"{record}, line " in text
    assert "unreadable: " in text
    (found,) = shell.objects("replay", str(record), "--json", code=1)
    assert found["ok"] is False
    assert found["files"][0]["findings"]
