"""Replaying files and folders: what is found, where, and what is only a fault of the source."""

from __future__ import annotations

import os
import pickle
import tempfile
import threading
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golden_record import ACTION, LINES, MATCH, RESULT, with_bytes, with_line
from real_logs import G03, LOGS, with_lines
from tichu.replay import (
    FileReport,
    Finding,
    ReplayReport,
    replay_file,
    replay_files,
    replay_paths,
    replay_rounds,
    report_lines,
)

DATA = Path(__file__).parent / "data"
G03_TEXT = "".join(G03)


def report_of(path: Path, data: str | bytes) -> FileReport:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return replay_file(path)


def kinds(report: FileReport | ReplayReport) -> list[tuple[str, str, int | None, int | None]]:
    return [(found.kind, found.code, found.line, found.round) for found in report.findings]


# --- real games ---


def test_real_games_agree_but_for_the_known_faults():
    report = replay_paths([LOGS])

    assert report.ok
    assert [Path(file.file).name for file in report.files] == [
        "g01.tch",
        "g03.tch",
        "g04.tch",
        "g08.tch",
    ]
    assert [file.rounds for file in report.files] == [14, 4, 13, 9]
    assert [file.equal for file in report.files] == [13, 4, 13, 8]
    assert (report.rounds, report.equal, report.unfinished) == (40, 38, 0)
    assert kinds(report) == [
        ("known_fault", "dropped_grand_loss", 1126, 13),
        ("known_fault", "dropped_grand_loss", 330, 4),
    ]
    assert [found.rule for found in report.findings] == ["R-102", "R-102"]
    # The number of a line is the number that an editor shows.
    text = (LOGS / "g01.tch").read_text(encoding="utf-8").splitlines()
    assert text[1126 - 1] == "Ergebnis: 170 - -170"


def test_records_and_logs_are_told_by_their_content(tmp_path: Path):
    (tmp_path / "log.txt").write_text(G03_TEXT)
    (tmp_path / "record").write_bytes(MATCH)
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / "record.tch").write_bytes(MATCH)
    (tmp_path / "notes.md").write_text("# Notes\n`----Gr.Tichukarten----` begins a round\n")
    (tmp_path / "data.json").write_text("{}")
    (tmp_path / ".hidden.tch").write_text("nothing")
    report = replay_paths([tmp_path])

    assert [(Path(file.file).name, file.format, file.rounds) for file in report.files] == [
        ("log.txt", "log", 4),
        ("record", "record", 3),
        ("record.tch", "record", 3),
    ]
    assert report.ok


def test_everything_named_is_replayed_in_order(tmp_path: Path):
    one, other = tmp_path / "b.jsonl", tmp_path / "a.tch"
    one.write_bytes(MATCH)
    other.write_text(G03_TEXT)

    assert [file.file for file in replay_files([str(one), other, one])] == [
        str(one),
        str(other),
        str(one),
    ]
    assert [file.file for file in replay_files([tmp_path])] == [str(other), str(one)]


# --- files that cannot be read ---


def test_what_cannot_be_read_is_said_and_the_rest_is_replayed(tmp_path: Path):
    (tmp_path / "empty.tch").touch()
    (tmp_path / "garbage.jsonl").write_bytes(bytes(range(256)) * 10)
    (tmp_path / "other.jsonl").write_text('{"a":1}\n')
    (tmp_path / "version.jsonl").write_bytes(with_line(0, lambda line: line.update(tichu_record=2)))
    (tmp_path / "whole.tch").write_text(G03_TEXT)
    report = replay_paths([tmp_path, tmp_path / "nothing", "null\0byte"])

    assert [(found.kind, found.code) for found in report.findings] == [
        ("unreadable", "empty_file"),
        ("unreadable", "unknown_format"),
        ("unreadable", "unknown_format"),
        ("unreadable", "bad_version"),
        ("unreadable", "cannot_open"),
        ("unreadable", "cannot_open"),
    ]
    assert not report.ok
    assert report.rounds == 4


def test_an_empty_folder_is_not_right(tmp_path: Path):
    (tmp_path / "notes.txt").write_text("nothing here")
    report = replay_paths([tmp_path])

    assert kinds(report) == [("unreadable", "nothing_found", None, None)]
    assert not report.ok


def test_a_file_name_may_be_no_text(tmp_path: Path):
    path = os.fsencode(tmp_path) + b"/\xff.tch"
    try:
        Path(os.fsdecode(path)).write_text(G03_TEXT)
    except OSError:
        pytest.skip("this file system wants text for names")
    report = replay_paths([tmp_path])

    assert report.rounds == 4
    assert report.files[0].file.endswith("\ufffd.tch")
    assert msgspec.json.encode(report)


def test_a_pipe_is_read(tmp_path: Path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: path.write_text(G03_TEXT))
    writer.start()
    report = replay_file(path)
    writer.join()

    assert (report.format, report.rounds) == ("log", 4)


# --- logs ---


def test_an_illegal_action_costs_one_round(tmp_path: Path):
    report = report_of(tmp_path / "log.tch", with_lines({27: "(2)P2: G9"}))
    (found,) = report.findings

    assert (report.rounds, report.equal) == (3, 3)
    assert not report.ok
    assert found.kind == "illegal_action"
    assert (found.line, found.round, found.rule) == (27, 1, "R-044")
    assert (
        str(found) == f"{tmp_path / 'log.tch'}, line 27, round 1: "
        "Play the same type and length, strictly higher, or a bomb. (R-044)"
    )


def test_an_unreadable_line_costs_one_round(tmp_path: Path):
    report = report_of(tmp_path / "log.tch", with_lines({60: "(3)P3 Ph BK"}))

    assert (report.rounds, report.equal) == (3, 3)
    assert kinds(report) == [("unreadable", "unknown_card", 60, 2)]


def test_bytes_that_are_no_text_cost_one_round(tmp_path: Path):
    data = G03_TEXT.encode().replace(b"(2)P2: B3 R3 B2 S2", b"\x80\xff\x00\x1b[31m")
    report = report_of(tmp_path / "log.tch", data)

    assert (report.rounds, report.equal) == (3, 3)
    assert kinds(report) == [("unreadable", "bad_seat", 73, 2)]
    assert "".join(report_lines(replay_paths([tmp_path]))).isprintable()


def test_a_log_that_stops_in_mid_round_is_sound(tmp_path: Path):
    report = report_of(tmp_path / "log.tch", "".join(G03[:250]))

    assert (report.rounds, report.equal, report.unfinished) == (2, 2, 1)
    assert report.ok


def test_illegal_actions_of_a_broken_off_round_are_found(tmp_path: Path):
    log = "".join(with_lines({73: "(2)P2: Dr"}).splitlines(keepends=True)[:80])
    report = report_of(tmp_path / "log.tch", log)

    assert kinds(report) == [("illegal_action", "not_held", 73, 2)]
    assert (report.rounds, report.unfinished) == (1, 1)


def test_a_log_may_stop_in_the_middle_of_a_result(tmp_path: Path):
    for text, unfinished in [("10 - 290", 0), ("10 - 29", 1), ("10 - 2", 1), ("10 -", 1), ("", 1)]:
        log = G03_TEXT.removesuffix("10 - 290\n") + text
        report = report_of(tmp_path / "log.tch", log)
        assert (report.rounds, report.unfinished, report.ok) == (4 - unfinished, unfinished, True)


@pytest.mark.parametrize("result", ["10 - 29", "11 - 290", "10 - -290", "290 - 10", "210 - 290"])
def test_another_result_is_a_difference(result: str, tmp_path: Path):
    report = report_of(tmp_path / "log.tch", G03_TEXT.replace("10 - 290", result))

    assert (report.rounds, report.equal) == (4, 3)
    assert kinds(report) == [("score_difference", "score_differs", len(G03), 4)]
    assert not report.ok


def test_a_difference_of_another_size_is_not_the_known_fault(tmp_path: Path):
    """Round 4 of g08.tch has two Grand Tichu calls: one lost 200 is known, nothing else is."""
    text = (LOGS / "g08.tch").read_text(encoding="utf-8")
    for result, kind in [
        ("15 - 285", "known_fault"),
        ("15 - 485", "score_difference"),
        ("215 - 85", "score_difference"),
        ("15 - 185", "score_difference"),
    ]:
        report = report_of(tmp_path / "log.tch", text.replace("15 - 285", result))
        assert [found.kind for found in report.findings] == [kind]
        assert report.ok == (kind == "known_fault")


def test_a_result_before_the_end_is_an_error(tmp_path: Path):
    report = report_of(tmp_path / "log.tch", with_lines({54: ""}))

    assert kinds(report) == [("illegal_action", "round_not_over", 54, 1)]
    assert report.rounds == 3


# --- records ---


def test_records_are_replayed(tmp_path: Path):
    report = replay_file(DATA / "records" / "match_v1.jsonl")

    assert (report.format, report.rounds, report.equal, report.findings) == ("record", 3, 3, ())


def test_an_illegal_action_in_a_record_costs_one_round(tmp_path: Path):
    report = report_of(
        tmp_path / "match.jsonl", with_bytes(ACTION, b'{"type":"action","text":"0 collect"}\n')
    )

    assert kinds(report) == [("illegal_action", "trick_not_ripe", ACTION + 1, 1)]
    assert [found.rule for found in report.findings] == ["R-052"]
    assert (report.rounds, report.equal) == (2, 2)


def test_an_unreadable_line_in_a_record_costs_one_round(tmp_path: Path):
    report = report_of(tmp_path / "match.jsonl", with_bytes(ACTION, b"?\n"))

    assert kinds(report) == [("unreadable", "bad_json", ACTION + 1, 1)]
    assert (report.rounds, report.equal) == (2, 2)


def test_a_lost_action_is_an_illegal_one_or_an_early_result(tmp_path: Path):
    last = RESULT - 1
    report = report_of(tmp_path / "match.jsonl", with_bytes(last, b""))

    assert kinds(report) == [("illegal_action", "round_not_over", last + 1, 1)]


def test_another_score_in_a_record_is_a_difference(tmp_path: Path):
    def change(line: dict[str, list[int]]) -> None:
        line["card"] = [line["card"][0] + 5, line["card"][1] - 5]
        line["total"] = [line["total"][0] + 5, line["total"][1] - 5]
        line["totals"] = [line["totals"][0] + 5, line["totals"][1] - 5]

    report = report_of(tmp_path / "match.jsonl", with_line(RESULT, change))

    assert kinds(report)[0] == ("score_difference", "score_differs", RESULT + 1, 1)
    assert (report.rounds, report.equal) == (3, 2)
    assert not report.ok


def test_another_digest_is_another_round(tmp_path: Path):
    report = report_of(
        tmp_path / "match.jsonl", with_line(RESULT, lambda line: line.update(digest="0" * 64))
    )

    assert kinds(report) == [("state_difference", "digest_differs", RESULT + 1, 1)]
    assert (report.rounds, report.equal) == (3, 3)
    assert not report.ok


def test_a_record_that_stops_is_sound_up_to_there(tmp_path: Path):
    for lines, rounds, unfinished in [(1, 0, 0), (5, 0, 1), (RESULT, 0, 1), (RESULT + 1, 1, 0)]:
        report = report_of(tmp_path / "match.jsonl", b"".join(LINES[:lines]))
        assert (report.rounds, report.unfinished, report.ok) == (rounds, unfinished, True)

    report = report_of(tmp_path / "match.jsonl", b"".join(LINES[:RESULT]) + LINES[RESULT][:50])
    assert kinds(report) == [("unreadable", "cut_off", RESULT + 1, 1)]


@given(st.data())
@settings(max_examples=100)
def test_random_damage_raises_nothing(data: st.DataObject):
    damaged = bytearray(data.draw(st.sampled_from([MATCH, G03_TEXT.encode()])))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        width = data.draw(st.integers(0, 4))
        damaged[place : place + width] = data.draw(st.binary(max_size=4))
    with tempfile.TemporaryDirectory() as folder:
        report = report_of(Path(folder) / "file", bytes(damaged))

    for found in report.findings:
        assert found.message
        assert found.code


# --- the report ---


def test_rounds_come_one_by_one():
    rounds = list(replay_rounds(LOGS / "g08.tch"))

    assert [one.number for one in rounds] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert all(one.complete for one in rounds)
    assert [one.equal for one in rounds] == [number != 4 for number in range(1, 10)]
    assert [len(one.findings) for one in rounds] == [int(number == 4) for number in range(1, 10)]
    (lost,) = replay_rounds("nothing")
    assert (lost.number, lost.findings[0].code) == (0, "cannot_open")


def test_reports_are_values(tmp_path: Path):
    report = replay_paths([LOGS, tmp_path / "nothing"])

    assert report == replay_paths([LOGS, tmp_path / "nothing"])
    assert hash(report) == hash(replay_paths([LOGS, tmp_path / "nothing"]))
    assert pickle.loads(pickle.dumps(report)) == report
    assert msgspec.json.decode(msgspec.json.encode(report), type=ReplayReport) == report
    assert isinstance(report.files[0].findings[0], Finding)


def test_the_report_as_text(tmp_path: Path):
    (tmp_path / "one.tch").write_text(with_lines({27: "(2)P2: G9"}))
    (tmp_path / "two.tch").write_text((LOGS / "g08.tch").read_text(encoding="utf-8"))
    lines = list(report_lines(replay_paths([tmp_path])))

    one, two = f"{tmp_path}/one.tch", f"{tmp_path}/two.tch"
    assert (
        "\n".join(lines)
        == f"""\
{one}: 3 rounds replayed, 3 results equal, 1 illegal action, 0 score differences
  {one}, line 27, round 1: Play the same type and length, strictly higher, or a bomb. (R-044)
{two}: 9 rounds replayed, 8 results equal, 0 illegal actions, 0 score differences, \
1 known fault of the source
  {two}, line 330, round 4: The log counts 15 : 285, the rules 15 : 85: with two Grand Tichu \
calls the old server left out a loser's 200. (R-102)
2 files: 12 rounds replayed, 11 results equal, 1 illegal action, 0 score differences, \
1 known fault of the source"""
    )
