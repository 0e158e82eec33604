"""`tichu play` and `tichu replay`: what they print, and their exit codes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import tichu
from cli_shell import DATA, Shell, table_rows
from tichu.agents import make_agent
from tichu.cli import main


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same width on every terminal, and no colours."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


# --- play and replay


def test_play_to_the_end(shell: Shell):
    text = shell("play", "--seed", "7")

    assert "02: greedy, greedy; 13: greedy, greedy; seed 7" in text
    assert "calls by seat" in text
    assert "wins, " in text
    assert "rounds per second" in text
    assert text.splitlines()[:-1] == shell("play", "--seed", "7").splitlines()[:-1]


FAILING = """
from tichu.agents import Agent

class Fails(Agent):
    def play(self, question):
        raise RuntimeError("boom")

class Cheats(Agent):
    def play(self, question):
        return "all my cards"
"""


@pytest.mark.parametrize(
    ("name", "said"), [("Fails", "agent_error: RuntimeError: boom"), ("Cheats", "bad_answer")]
)
def test_an_agent_that_fails_does_not_end_the_match(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, said: str
):
    bots = tmp_path / "bots.py"
    bots.write_text(FAILING)
    code = main(["play", f"{bots}:{name}", "first", "--seed", "7"])
    out, err = capsys.readouterr()

    assert code == 1
    assert "wins, " in out
    assert [line.split(",")[0] for line in err.splitlines()] == [
        "tichu play: seat 0",
        "tichu play: seat 2",
    ]
    assert said in err


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


def test_every_round_has_a_row(shell: Shell):
    text = shell("play", "first", "--rounds", "205", "--target", "100000", "--seed", "7")

    rows = table_rows(text)
    assert [row[0] for row in rows] == [str(number) for number in range(1, 206)]
    totals = [0, 0]
    for row in rows:
        totals = [total + int(points) for total, points in zip(totals, row[1:3], strict=True)]
        assert row[3:5] == list(map(str, totals))
    assert f"Not finished: 02 and 13 stand at {totals[0]} to {totals[1]}." in text
    assert "205 rounds in" in text
    assert "the play alone, without showing and recording it" in text


def test_columns_hold_the_points_of_other_rules(shell: Shell):
    text = shell(
        *("play", "--rounds", "30", "--target", "1000000", "--seed", "1"),
        *("--option", "double_victory_points=1000000"),
    )

    lines = text.splitlines()
    heads = next(line for line in lines if line.startswith("round "))
    rows = lines[lines.index(heads) + 1 :][: len(table_rows(text))]
    assert rows
    # The numbers stand below the ends of their heads.
    for head in ("round", " 02", " 13", "sum 02", "sum 13"):
        end = heads.index(head) + len(head)
        assert all(row[end - 1].isdigit() and row[end : end + 1] in ("", " ") for row in rows)


# --- a round told action by action


def told(shell: Shell, rounds: int, seed: str) -> tuple[str, tichu.RoundHistory]:
    """What ``--show`` prints, and the round that it is about."""
    text = shell(*("play", "first", "random", "--show"), *("--rounds", str(rounds), "--seed", seed))
    players = [make_agent(name) for name in ("first", "random", "first", "random")]
    match = tichu.play_match(players, seed=seed, max_rounds=rounds)
    return text, match.rounds[-1]


@pytest.mark.parametrize("seed", ["1", "2", "3", "7", "11", "12"])
def test_a_round_is_told_action_by_action(shell: Shell, seed: str):
    text, played = told(shell, 2, seed)

    assert "round 2, action by action" in text
    words = " ".join(text[text.index("action by action") :].split())
    for seat in range(4):
        assert str(played.deal.first[seat] | played.deal.rest[seat]) in words
    # Every action is there, and the play in its order.
    for action in played.actions:
        for part in in_words(action):
            assert part in words, part
            if isinstance(action, tichu.Play | tichu.Pass):
                words = words[words.index(part) + len(part) :]
    assert played.score is not None
    for team, name in enumerate(("02", "13")):
        line = next(line for line in text.splitlines() if f"{name}: cards" in line)
        assert f"cards {played.score.card[team]}" in line
        assert line.endswith(f"together {played.score.total[team]}")


def in_words(action: tichu.Action) -> list[str]:
    seat = action.seat
    match action:
        case tichu.GrandTichu():
            return [f"{seat}: Grand Tichu"] if action.call else []
        case tichu.Exchange():
            cards = (action.to_next, action.to_partner, action.to_previous)
            return [
                ", ".join(f"{card} to {(seat + n) % 4}" for n, card in enumerate(cards, start=1))
            ]
        case tichu.Tichu():
            return [f"{seat}: Tichu"]
        case tichu.Play():
            return [f"{seat}: {action.cards}".partition(" Ph")[0]]
        case tichu.Pass():
            return [f"{seat}: pass"]
        case _:
            return []


def test_each_trick_is_a_line_with_its_outcome(shell: Shell):
    text, played = told(shell, 3, "7")

    tricks = re.findall(r"^ +(\d+)  (\d (?:takes|gives|leads).*?)  ", text, re.MULTILINE)
    assert [number for number, _ in tricks] == [str(n) for n in range(1, len(tricks) + 1)]
    taken = [tichu.Collect, tichu.GiveDragon]
    assert len(tricks) >= sum(type(action) in taken for action in played.actions)


def test_the_end_of_a_round_is_told(shell: Shell):
    # the last player's hand goes to the other team, his tricks to the first.
    text, played = told(shell, 1, "7")
    assert played.score is not None
    assert not played.score.double
    found = re.search(r"^out +(\d), \d, \d$", text, re.MULTILINE)
    assert found is not None
    left = re.search(
        r"^left +(\d): .* points for team (\d\d), and the tricks for (\d)$", text, re.MULTILINE
    )
    assert left is not None
    assert str(int(left[1]) % 2) not in left[2]
    assert left[3] == found[1]
    # after a double victory no cards count.
    text, played = told(shell, 2, "7")
    assert played.score is not None
    assert played.score.double
    assert "double victory of team 02" in text
    assert "\nleft" not in text


def test_show_is_for_people(shell: Shell):
    assert "not allowed with" in shell.complaint("play", "--show", "--json")


# --- what is refused, and records


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("a", "b", "c"), "one agent, two or four"),
        (("nobody",), "no agent 'nobody'"),
        (("--seed", "\u00e9"), "A seed is"),
        (("--record", "/nowhere/match.jsonl"), "--record /nowhere/match.jsonl: The record cannot"),
        (("--record", "/"), "--record /: The record cannot be written"),
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
