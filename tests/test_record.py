"""Match records: what is written is read back, and no damage goes unnoticed."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strategies
from golden_record import ACTION, DEAL, END, GOLDEN, LINES, MATCH, RESULT, read, with_line
from rounds import driven, walk
from tichu import (
    BRETTSPIELWELT,
    IllegalAction,
    InvalidValue,
    MatchHistory,
    Pass,
    RecordError,
    RoundHistory,
    Rules,
    TichuError,
    apply,
    deal_for,
    format_position,
    parse_action,
    play_match,
    start_round,
)
from tichu.agents import RandomAgent
from tichu.record import RecordWriter, encode_record, read_record, write_record
from tichu.replay import replay_file

# --- golden files ---


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name)
def test_golden_records_are_read_replayed_and_written_again(path: Path):
    history = read_record(path)
    report = replay_file(path)

    assert encode_record(history, engine="tichu 0.1.0") == path.read_bytes()
    assert report.findings == ()
    assert report.rounds == report.equal == len(history.rounds)


def test_a_golden_record_says_what_was_played():
    history = read(MATCH)

    assert history.rules == Rules(target=300)
    assert history.seed == "23"
    assert history.seats == ("Ann", "Bob", "Çelik", "D: 4")
    assert len(history.rounds) == 3
    assert history.rounds[0].deal == deal_for("23", 1)
    # Each line of the file has the total of the match; the last is that of the closing line.
    assert history.result.totals == tuple(json.loads(LINES[END])["totals"])
    assert history.result.winner == "13"


def test_the_lines_are_those_of_the_format():
    header = json.loads(LINES[0])
    result = json.loads(LINES[RESULT])

    assert header == {
        "tichu_record": 1,
        "rules": {"target": 300},
        "seed": "23",
        "seats": ["Ann", "Bob", "Çelik", "D: 4"],
        "engine": "tichu 0.1.0",
    }
    assert list(json.loads(LINES[DEAL])) == ["type", "round", "first", "rest"]
    assert json.loads(LINES[ACTION]) == {"type": "action", "text": "0 nogrand"}
    assert list(result) == [
        "type",
        "round",
        "double",
        "card",
        "bonus",
        "total",
        "totals",
        "digest",
    ]
    assert list(json.loads(LINES[END])) == ["type", "winner", "totals"]


def test_the_digest_is_that_of_the_documents():
    """SHA-256 over the first position, every action, the last position, each with LF."""
    played = read(MATCH).rounds[0]
    # The positions are written without rules, so those of the match do not matter.
    state = start_round(played.deal, Rules()).state
    texts = [format_position(state), *map(str, played.actions)]
    for action in played.actions:
        state = apply(state, action).state
    texts.append(format_position(state))
    digest = hashlib.sha256("".join(f"{text}\n" for text in texts).encode()).hexdigest()

    assert json.loads(LINES[RESULT])["digest"] == digest


# --- round trips ---


@given(rules=strategies.rules(), seed=strategies.seeds)
@settings(max_examples=40)
def test_a_round_comes_back(rules: Rules, seed: int):
    """A round of any kind, whatever the rules, finished or broken off anywhere."""
    for played in (walk(rules, seed), driven(rules, seed)):
        actions = tuple(moment.action for moment in played.moments)
        whole = RoundHistory(played.deal, actions, played.end.score)
        broken = RoundHistory(played.deal, actions[: seed % len(actions)], None)
        for one in (whole, broken):
            history = MatchHistory(rules=rules, seats=("a", "b", "c", "d"), rounds=(one,))
            assert read(encode_record(history)) == history


@pytest.mark.parametrize("rules", [Rules(), BRETTSPIELWELT, Rules(target=1)])
def test_a_match_comes_back(rules: Rules):
    history = play_match([RandomAgent() for _ in range(4)], rules=rules, seed="x y", max_rounds=4)

    assert read(encode_record(history)) == history


@given(st.text(max_size=50).filter(lambda name: name.encode("utf-8", "replace") != b""))
def test_names_come_back(name: str):
    history = MatchHistory(seats=(name, "", name[::-1], "\u2028\x00"))
    if any("\ud800" <= letter <= "\udfff" for letter in name):
        with pytest.raises(InvalidValue):
            encode_record(history)
    else:
        assert read(encode_record(history)) == history


def test_a_record_goes_to_a_path_and_to_a_file(tmp_path: Path):
    history = read(MATCH)
    buffer = io.BytesIO()
    write_record(history, tmp_path / "record.jsonl")
    write_record(history, str(tmp_path / "again.jsonl"))
    write_record(history, buffer)

    assert not buffer.closed
    assert (tmp_path / "record.jsonl").read_bytes() == buffer.getvalue()
    assert read_record(str(tmp_path / "again.jsonl")) == history


@pytest.mark.parametrize("ends", [b"\r\n", b"  \t\n"])
def test_other_line_ends_and_blanks_are_read(ends: bytes):
    assert read(MATCH.replace(b"\n", ends)) == read(MATCH)


def test_json_of_other_writers_is_read():
    others = b"".join(
        json.dumps(dict(reversed(json.loads(line).items())), indent=None).encode() + b"\n"
        for line in LINES
    )

    assert others != MATCH
    assert read(others) == read(MATCH)


def test_a_preset_is_read_by_its_name():
    data = with_line(0, lambda line: line.update(rules="brettspielwelt", seed=None))

    assert read(b"".join(data.splitlines(keepends=True)[:1])).rules == BRETTSPIELWELT


@pytest.mark.parametrize("count", [1, 2, 7, 60])
def test_a_record_that_stops_between_lines_is_a_broken_off_match(count: int):
    history = read(b"".join(LINES[:count]))
    whole = read(MATCH)

    assert len(history.rounds) == (count > 1)
    if history.rounds:
        (last,) = history.rounds
        assert last.score is None
        assert last.actions == whole.rounds[0].actions[: count - 2]


# --- the writer ---


def test_the_writer_loses_nothing(tmp_path: Path):
    """After each action the file holds all there was so far."""
    path = tmp_path / "match.jsonl"
    history = read(MATCH)
    with RecordWriter(
        path, rules=history.rules, seed=23, seats=history.seats, engine="tichu 0.1.0"
    ) as writer:
        for played in history.rounds:
            writer.begin_round(played.deal)
            for count, action in enumerate(played.actions, start=1):
                step = writer.act(action)
                if not step.state.is_over:
                    assert read_record(path).rounds[-1].actions == played.actions[:count]
        assert writer.match == history.result

    assert path.read_bytes() == MATCH


def test_the_writer_writes_no_illegal_action():
    buffer = io.BytesIO()
    writer = RecordWriter(buffer)
    writer.begin_round(deal_for("a", 1))
    before = buffer.getvalue()

    with pytest.raises(IllegalAction) as caught:
        writer.act(Pass(0))
    assert caught.value.rule == "R-050"
    assert buffer.getvalue() == before
    writer.act(parse_action("0 nogrand"))
    assert buffer.getvalue() == before + b'{"type":"action","text":"0 nogrand"}\n'


def test_the_writer_keeps_the_order():
    writer = RecordWriter(io.BytesIO())
    with pytest.raises(InvalidValue, match="Begin a round") as caught:
        writer.act(Pass(0))
    assert caught.value.code == "no_round"

    writer.begin_round(deal_for("a", 1))
    with pytest.raises(InvalidValue) as caught:
        writer.begin_round(deal_for("a", 2))
    assert caught.value.code == "unfinished_round"

    writer.close()
    with pytest.raises(InvalidValue) as caught:
        writer.act(parse_action("0 nogrand"))
    assert caught.value.code == "closed"


def test_the_writer_checks_the_deal_against_the_seed():
    with pytest.raises(InvalidValue) as caught:
        RecordWriter(io.BytesIO(), seed="a").begin_round(deal_for("a", 2))
    assert caught.value.code == "deal_differs"


def test_nothing_is_written_after_the_match():
    history = read(MATCH)
    buffer = io.BytesIO()
    writer = RecordWriter(buffer, rules=history.rules)
    for played in history.rounds:
        writer.add_round(played)
    before = buffer.getvalue()

    with pytest.raises(IllegalAction) as caught:
        writer.add_round(history.rounds[0])
    assert (caught.value.code, caught.value.rule) == ("match_over", "R-104")
    assert buffer.getvalue() == before


def test_a_round_that_does_not_lead_to_its_score_is_not_written(tmp_path: Path):
    history = read(MATCH)
    first, second = history.rounds[:2]
    wrong = [
        (RoundHistory(first.deal, first.actions, second.score), "score_differs"),
        (RoundHistory(first.deal, first.actions[:-1], first.score), "score_differs"),
        (RoundHistory(first.deal, first.actions, None), "score_differs"),
        (RoundHistory(first.deal, second.actions, second.score), "not_held"),
    ]
    path = tmp_path / "record.jsonl"

    for played, code in wrong:
        with pytest.raises(TichuError) as caught:
            write_record(MatchHistory(rounds=(played,)), path)
        assert caught.value.code == code
        assert caught.value.where is not None
        assert caught.value.where.startswith("round 1")
        assert not path.exists()


@pytest.mark.parametrize(
    ("seats", "seed", "code"),
    [
        (("\ud800", "", "", ""), None, "bad_name"),
        (("x" * 201, "", "", ""), None, "bad_name"),
        ((1, "", "", ""), None, "bad_name"),
        (("", "", "", ""), "ä", "bad_seed"),
        (("", "", "", ""), 1.5, "bad_seed"),
    ],
)
def test_headers_that_could_not_be_read_are_not_written(seats: Any, seed: Any, code: str):
    with pytest.raises(InvalidValue) as caught:
        RecordWriter(io.BytesIO(), seats=seats, seed=seed)
    assert caught.value.code == code


def test_files_that_cannot_be_written(tmp_path: Path):
    closed = io.BytesIO()
    closed.close()
    for target, code in [
        (tmp_path / "no" / "folder.jsonl", "cannot_open"),
        (tmp_path, "cannot_open"),
        ("null\0byte", "cannot_open"),
        (closed, "cannot_write"),
    ]:
        with pytest.raises(RecordError) as caught:
            RecordWriter(cast("Any", target))
        assert caught.value.code == code
        with pytest.raises(RecordError) as caught:
            write_record(MatchHistory(), cast("Any", target))
        assert caught.value.code == code
