"""The command line: what each subcommand prints, and its exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import tichu
from cli_shell import DATA, GREATEST, POSITION, Shell
from tichu.cli import main
from tichu.cli.patterns import pattern
from tichu.cli.screen import LEAST_WIDTH


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same width on every terminal, and no colours."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


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


def test_cards_need_no_quotes(shell: Shell):
    quoted = shell("legal", "7j 7s 8p Ph", "--table", "5j 5s", "--wish", "8")

    assert shell("legal", *["7j", "7s", "8p", "Ph", "--table", "5j", "5s", "--wish", "8"]) == quoted
    assert shell("legal", "7j7s", "8p Ph", "--table", "5j5s", "--wish", "8") == quoted
    assert shell("position", *POSITION.split()) == shell("position", POSITION)


@pytest.mark.parametrize(
    ("arguments", "argument"),
    [
        (("7j 7j",), "CARDS"),
        (("7x",), "CARDS"),
        (("7j", "--table", "5j 5j"), "--table"),
        (("7j", "--table", "5x"), "--table"),
        (("7j", "--table", "5j 6j"), "--table"),
        (("7j", "--table", ""), "--table"),
        (("7j", "--table", "5j 6j", "--phoenix", "5"), "--table"),
        (("7j", "--table", "Ph=15.5"), "--table"),
        (("7j", "--table", "Ph", "--phoenix", "8"), "--phoenix"),
        (("7j", "--table", "5j Ph", "--phoenix", "6"), "--phoenix"),
        (("7j", "--table", "5j Ph", "--phoenix", "x"), "--phoenix"),
        (("7j", "--wish", "x"), "--wish"),
    ],
)
def test_complaints_say_which_argument(shell: Shell, arguments: tuple[str, ...], argument: str):
    assert re.match(rf"tichu legal: {argument}[:,] ", shell.complaint("legal", *arguments))


@pytest.mark.parametrize("rank", ["", "0", "1", "2", "9", "T", "A", "14", "15", "99", "abc", "x.5"])
def test_what_is_advised_for_a_phoenix_works(shell: Shell, rank: str):
    given = ("legal", "Kj Dg", "--table", "Ph", "--phoenix")

    advised = re.findall(r"\d+\.5", shell.complaint(*given, rank))
    assert advised
    for one in advised:
        assert f"table Ph={one} " in shell(*given, one)
    for one in re.findall(r"\d+\.5", shell.complaint("legal", "Kj", "--table", "Ph=15.5")):
        assert one == "15.5" or shell("legal", "Kj", "--table", f"Ph={one}")


PYTHON_WORDS = re.compile(
    r"\b(None|True|False|int|str|tuple|list|dict|Card|CardSet|Combination|Plays|RoundState|Struct)\b"
)


@pytest.mark.parametrize(
    "arguments",
    [
        ("legal", "7j", "--table", "2j 3s"),
        ("legal", "7j", "--table", ""),
        ("legal", "7j", "--table", "Ph", "--phoenix", "1"),
        ("legal", "7j", "--wish", ""),
        ("legal", "7j", "--option", "grand_enabled=2"),
        ("position", "tichu1 play hands:7j/8j/9j/Tj turn:0 owner:1 top: trick:"),
        ("position", "tichu1 play hands:7j/8j/9j/Tj turn:0 owner:1 top:2j3s trick:2j3s"),
        ("position", "tichu1 play hands:7j/7j/9j/Tj turn:0"),
        ("position", "tichu1 play hands:7j/8j/9j/Tj turn:4"),
        ("position", "tichu1 play hands:7j/8j/9j/Tj"),
        ("position", "tichu1 exchange hands:7j/8j/9j/Tj exchange:7j/-/-/-"),
        ("play", ""),
        ("play", "--seed", "x" * 201),
    ],
)
def test_complaints_speak_of_the_game_not_of_python(shell: Shell, arguments: tuple[str, ...]):
    assert not PYTHON_WORDS.search(shell.complaint(*arguments))


# --- widths, styles, blanks

SHOWN = [
    ("legal", GREATEST),
    ("legal", "7j"),
    ("position", POSITION),
    ("position", tichu.format_position(tichu.start_round(tichu.deal_for("cli", 1)).state)),
    ("conform", str(DATA / "rules" / "fuzz.json")),
    ("replay", str(DATA / "bsw" / "g03.tch")),
    ("play", "--seed", "7", "--show", "--rounds", "3"),
]


def without_times(text: str) -> str:
    return re.sub(r"in \d.*second", "", text)


@pytest.mark.parametrize("arguments", SHOWN, ids=lambda one: one[0])
def test_no_figure_is_lost_in_a_narrow_terminal(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
):
    whole = re.findall(r"\d+", without_times(shell(*arguments)))
    monkeypatch.setenv("COLUMNS", str(LEAST_WIDTH))
    narrow = without_times(shell(*arguments))
    assert sorted(re.findall(r"\d+", narrow)) == sorted(whole)
    for columns in ("0", "1", "10", "30", str(LEAST_WIDTH - 1)):
        monkeypatch.setenv("COLUMNS", columns)
        assert without_times(shell(*arguments)) == narrow
        assert shell(arguments[0], "--help")


@pytest.mark.parametrize("columns", ["60", "100"])
@pytest.mark.parametrize("arguments", SHOWN, ids=lambda one: one[0])
def test_no_line_ends_in_blanks(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], columns: str
):
    monkeypatch.setenv("COLUMNS", columns)
    for line in shell(*arguments).split("\n"):
        assert line == line.rstrip()


@pytest.mark.parametrize("arguments", SHOWN, ids=lambda one: one[0])
def test_no_style_where_none_is_wanted(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b" not in shell(*arguments)
    monkeypatch.setenv("NO_COLOR", "")
    assert "\x1b[1" in shell(*arguments)


# --- paths


@pytest.mark.parametrize(
    "arguments",
    [("conform", ""), ("replay", ""), ("replay", "x", ""), ("play", "--record", "")],
)
def test_an_empty_path_is_wrong_usage(shell: Shell, arguments: tuple[str, ...]):
    assert "the path is empty" in shell.complaint(*arguments)


@pytest.mark.parametrize(
    ("command", "good", "bad"),
    [("conform", "rules/cases.json", "bsw/g03.tch"), ("replay", "bsw/g03.tch", "rules/cases.json")],
)
def test_a_path_that_leads_to_nothing_is_wrong_input(
    shell: Shell, tmp_path: Path, command: str, good: str, bad: str
):
    good, bad, none, empty = map(str, (DATA / good, DATA / bad, tmp_path / "none", tmp_path))

    for wrong in (none, empty):
        alone = shell(command, wrong, code=2)
        assert wrong in alone
        # The others are looked at all the same.
        both = shell(command, wrong, good, code=2)
        assert len(both) > len(alone)
        assert shell.objects(command, wrong, good, "--json", code=2)
        assert wrong in shell(command, good, bad, wrong, code=1)
    shell(command, bad, code=1)
    shell(command, good)


# --- position


def test_position(shell: Shell):
    text = shell("position", POSITION)

    assert "table   5j 5s (pair) by seat 0" in text
    assert "trick   5j 5s (10 points)" in text
    assert "pair (6): 9j 9s" in text
    assert "four of a kind (1): 9j 9s 9p 9t" in text


def test_the_exchange_of_a_position(shell: Shell):
    line = "tichu1 play hands:Mj/8j/2j/Kj turn:0 exchange:3j4j5j/-/??7s??/- opener:0"

    text = shell("position", line)
    assert "gifts   0: 3j 4j 5j, 2: ?? 7s ??" in text
    assert "opener  0" in text


def test_positions_of_every_phase(shell: Shell):
    deal = tichu.deal_for("cli", 1)
    state = tichu.start_round(deal).state
    assert "grand, nogrand" in shell("position", tichu.format_position(state))
    for seat in range(4):
        state = tichu.apply(state, tichu.GrandTichu(seat, seat == 2)).state
    text = shell("position", tichu.format_position(state))
    assert "grand   0: no, 1: no, 2: yes, 3: no" in text
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


def test_position_json_is_complete(shell: Shell):
    rng = tichu.stream("cli", "agent")
    state = tichu.start_round(tichu.deal_for("cli", 2)).state
    seen = set()
    while True:
        if state.phase not in seen or state.is_over:
            seen.add(state.phase)
            (found,) = shell.objects("position", tichu.format_position(state), "--json")
            check_position_json(found, state)
        if state.is_over:
            break
        legal = tichu.legal_actions(state, rng.randrange(4))
        if legal:
            state = tichu.apply(state, legal.sample(rng)).state
    assert {"grand", "exchange", "play", "ripe", "over"} <= seen


def check_position_json(found: dict[str, Any], state: tichu.RoundState) -> None:
    """Every field of the state is there, and says what the state says."""
    assert set(state.__struct_fields__) <= set(found)
    for name in ("phase", "turn", "owner", "passes", "wish", "opener"):
        assert found[name] == getattr(state, name)
    for name in ("calls", "grand_answers", "out"):
        assert found[name] == list(getattr(state, name))
    hands = [hand | rest for hand, rest in zip(state.hands, state.stock, strict=True)]
    for name, quad in (("hands", hands), ("stock", state.stock), ("piles", state.piles)):
        assert list(map(tichu.CardSet, found[name])) == list(quad)
    assert tichu.CardSet(found["trick"]) == state.trick
    assert found["exchange"] == [gifts and list(map(str, gifts)) for gifts in state.exchange]
    assert (found["top"] and found["top"]["text"]) == (state.top and str(state.top))
    if state.score is None:
        assert found["score"] is None
    else:
        for name in ("double", "card", "bonus", "total"):
            value = getattr(state.score, name)
            assert found["score"][name] == (value if name == "double" else list(value))


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
