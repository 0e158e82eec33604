"""Damaged match records: no damage goes unnoticed, and every error is named and located."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golden_record import (
    ACTION,
    DEAL,
    END,
    LINES,
    MATCH,
    RESULT,
    line_starting,
    read,
    with_bytes,
    with_line,
)
from tichu import DECK, RecordError
from tichu.record import RecordReader, read_record
from tichu.replay import replay_file


def cut(place: int, length: int) -> bytes:
    """The record up to the middle of a line."""
    return b"".join(LINES[:place]) + LINES[place][:length]


def dealt(change: Callable[[list[str]], object]) -> bytes:
    return with_line(DEAL, lambda line: change(line["first"]))


# By a name: the record, and the code, the rule and the line of its error.
DAMAGED: dict[str, tuple[bytes, str, str | None, int]] = {
    "empty": (b"", "empty_file", None, 1),
    "cut off in the header": (LINES[0][:40], "cut_off", None, 1),
    "cut off in a deal": (cut(DEAL, 90), "cut_off", None, DEAL + 1),
    "cut off in an action": (cut(ACTION, 30), "cut_off", None, ACTION + 1),
    "cut off in a letter": (
        LINES[0][: LINES[0].index("Ç".encode()) + 1],
        "cut_off",
        None,
        1,
    ),
    "byte order mark": (b"\xef\xbb\xbf" + MATCH, "byte_order_mark", None, 1),
    "UTF-16": (MATCH.decode().encode("utf-16"), "not_utf8", None, 1),
    "Latin-1": (MATCH.decode().encode("latin-1"), "not_utf8", None, 1),
    "a byte that is no letter": (with_bytes(ACTION, b'{"\xff"}\n'), "not_utf8", None, ACTION + 1),
    "a surrogate as bytes": (with_bytes(0, b'{"\xed\xa0\x80"}\n'), "not_utf8", None, 1),
    "half a surrogate pair": (
        with_bytes(ACTION, b'{"type":"action","text":"\\ud800"}\n'),
        "bad_json",
        None,
        ACTION + 1,
    ),
    "not JSON": (with_bytes(ACTION, b"nogrand\n"), "bad_json", None, ACTION + 1),
    "NaN": (with_bytes(ACTION, b'{"type":NaN}\n'), "bad_json", None, ACTION + 1),
    "two lines in one": (
        with_bytes(ACTION, LINES[ACTION].strip() + LINES[ACTION + 1]),
        "bad_json",
        None,
        ACTION + 1,
    ),
    "an empty line": (with_bytes(ACTION, b"\n"), "empty_line", None, ACTION + 1),
    "an empty line at the end": (MATCH + b"\n", "after_end", None, len(LINES) + 1),
    "a giant line": (
        with_bytes(ACTION, b'{"type":"action","text":"' + b"x" * (1 << 20) + b'"}\n'),
        "line_too_long",
        None,
        ACTION + 1,
    ),
    "deep nesting": (with_bytes(ACTION, b"[" * 60000 + b"\n"), "bad_line", None, ACTION + 1),
    "deep nesting in a field": (
        with_bytes(ACTION, b'{"x":' + b"[" * 60000 + b"\n"),
        "bad_json",
        None,
        ACTION + 1,
    ),
    "deep nesting in the header": (with_bytes(0, b'{"x":' + b"[" * 60000), "bad_json", None, 1),
    "an array": (with_bytes(ACTION, b"[]\n"), "bad_line", None, ACTION + 1),
    "null": (with_bytes(ACTION, b"null\n"), "bad_line", None, ACTION + 1),
    "no type": (with_bytes(ACTION, b'{"text":"0 pass"}\n'), "bad_line", None, ACTION + 1),
    "an unknown type": (with_bytes(ACTION, b'{"type":"x"}\n'), "bad_line", None, ACTION + 1),
    "an unknown field": (
        with_line(ACTION, lambda line: line.update(x=1)),
        "bad_line",
        None,
        ACTION + 1,
    ),
    "a key twice": (
        with_bytes(ACTION, b'{"type":"action","text":"0 nogrand","text":"0 grand"}\n'),
        "key_twice",
        None,
        ACTION + 1,
    ),
    "the same key twice": (
        with_bytes(ACTION, b'{"type":"action","text":"0 nogrand","text":"0 nogrand"}\n'),
        "key_twice",
        None,
        ACTION + 1,
    ),
    "an option twice": (
        with_bytes(0, LINES[0].replace(b'"target":300', b'"target":300,"target":300')),
        "key_twice",
        None,
        1,
    ),
    "a number for a text": (
        with_line(ACTION, lambda line: line.update(text=1)),
        "bad_line",
        None,
        ACTION + 1,
    ),
    "true for a number": (
        with_line(DEAL, lambda line: line.update(round=True)),
        "bad_line",
        None,
        DEAL + 1,
    ),
    "a number for true": (
        with_line(RESULT, lambda line: line.update(double=0)),
        "bad_line",
        None,
        RESULT + 1,
    ),
    "a fraction": (
        with_line(RESULT, lambda line: line.update(card=[50.0, 50.0])),
        "bad_line",
        None,
        RESULT + 1,
    ),
    "a giant number": (
        with_bytes(RESULT, LINES[RESULT].replace(b'"totals":[', b'"totals":[' + b"9" * 4299)),
        "bad_line",
        None,
        RESULT + 1,
    ),
    "three numbers": (
        with_line(RESULT, lambda line: line.update(card=[0, 0, 0])),
        "bad_line",
        None,
        RESULT + 1,
    ),
    "no record": (with_bytes(0, b'{"some":"thing"}\n'), "not_a_record", None, 1),
    "no header": (b"".join(LINES[1:]), "not_a_record", None, 1),
    "another version": (
        with_line(0, lambda line: line.update(tichu_record=2, other=1)),
        "bad_version",
        None,
        1,
    ),
    "a version that is true": (
        with_line(0, lambda line: line.update(tichu_record=True)),
        "not_a_record",
        None,
        1,
    ),
    "three seats": (with_line(0, lambda line: line["seats"].pop()), "bad_line", None, 1),
    "a long name": (
        with_line(0, lambda line: line.update(seats=["x" * 201, "", "", ""])),
        "bad_name",
        None,
        1,
    ),
    "an unknown preset": (
        with_line(0, lambda line: line.update(rules="house")),
        "unknown_preset",
        None,
        1,
    ),
    "an unknown option": (
        with_line(0, lambda line: line.update(rules={"house": 1})),
        "unknown_option",
        None,
        1,
    ),
    "a bad option": (
        with_line(0, lambda line: line.update(rules={"target": True})),
        "bad_option",
        None,
        1,
    ),
    "a bad seed": (with_line(0, lambda line: line.update(seed="ä")), "bad_seed", None, 1),
    "another seed": (
        with_line(0, lambda line: line.update(seed="24")),
        "deal_differs",
        None,
        DEAL + 1,
    ),
    "an unknown card": (
        dealt(lambda first: first.__setitem__(0, first[0][:-2] + "Xx")),
        "unknown_card",
        None,
        DEAL + 1,
    ),
    "seven cards": (
        dealt(lambda first: first.__setitem__(0, first[0][:-3])),
        "bad_deal",
        "R-007",
        DEAL + 1,
    ),
    "a card for two": (
        dealt(lambda first: first.__setitem__(0, first[1])),
        "bad_deal",
        "R-001",
        DEAL + 1,
    ),
    "cards exchanged": (dealt(lambda first: first.reverse()), "deal_differs", None, DEAL + 1),
    "no action": (
        with_bytes(ACTION, b'{"type":"action","text":"0 sing"}\n'),
        "bad_action",
        None,
        ACTION + 1,
    ),
    "two Phoenix ranks": (
        with_bytes(ACTION, b'{"type":"action","text":"0 play Ph=5 Ph=6"}\n'),
        "two_phoenix_ranks",
        "R-037",
        ACTION + 1,
    ),
    "a wrong round number": (
        with_line(DEAL, lambda line: line.update(round=2)),
        "bad_round_number",
        None,
        DEAL + 1,
    ),
    "the result of another round": (
        with_line(RESULT, lambda line: line.update(round=2)),
        "bad_round_number",
        None,
        RESULT + 1,
    ),
    "a wrong total": (
        with_line(RESULT, lambda line: line.update(total=[1, 1])),
        "bad_total",
        "R-102",
        RESULT + 1,
    ),
    "wrong totals": (
        with_line(RESULT, lambda line: line.update(totals=[1, 1])),
        "bad_totals",
        None,
        RESULT + 1,
    ),
    "no result before the end": (
        with_bytes(END - 1, b""),
        "unfinished_round",
        None,
        line_starting(b'{"type":"deal"', nth=2) + 1,
    ),
    "no result": (with_bytes(RESULT, b""), "unfinished_round", None, DEAL + 1),
    "an action after a result": (
        with_bytes(RESULT, LINES[RESULT] + LINES[ACTION]),
        "stray_line",
        None,
        RESULT + 2,
    ),
    "an action before a deal": (
        with_bytes(0, LINES[0] + LINES[ACTION]),
        "stray_line",
        None,
        2,
    ),
    "another winner": (
        with_line(END, lambda line: line.update(winner="02")),
        "bad_end",
        "R-104",
        END + 1,
    ),
    "no such winner": (
        with_line(END, lambda line: line.update(winner="me")),
        "bad_line",
        None,
        END + 1,
    ),
    "an early end": (
        with_bytes(RESULT, LINES[RESULT] + LINES[END]),
        "bad_end",
        "R-104",
        RESULT + 2,
    ),
    "something after the end": (MATCH + LINES[END], "after_end", None, len(LINES) + 1),
    "two records": (MATCH + MATCH, "after_end", None, len(LINES) + 1),
    "a match that went on": (
        with_line(0, lambda line: line.update(rules={"target": 1})),
        "match_over",
        "R-104",
        line_starting(b'{"type":"deal"', nth=1) + 1,
    ),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_named_and_located(name: str, tmp_path: Path):
    data, code, rule, line = DAMAGED[name]
    with pytest.raises(RecordError) as caught:
        read(data)
    error = caught.value

    assert (error.code, error.rule) == (code, rule)
    assert re.match(rf"line {line}\b", str(error.where))
    assert error.message.endswith((".", "?"))
    assert error.message.isprintable()

    path = tmp_path / "record.jsonl"
    path.write_bytes(data)
    assert not replay_file(path).ok


def test_files_that_cannot_be_read(tmp_path: Path):
    closed = io.BytesIO()
    closed.close()
    for source, code in [
        (tmp_path / "nothing", "cannot_open"),
        (tmp_path, "cannot_open"),
        ("null\0byte", "cannot_open"),
        (closed, "cannot_read"),
    ]:
        with pytest.raises(RecordError) as caught:
            read_record(cast("Any", source))
        assert caught.value.code == code


@given(st.data())
@settings(max_examples=150)
def test_random_damage_raises_nothing_else(data: st.DataObject):
    """Bytes changed, lost, added, anywhere: a history or a RecordError that names a line."""
    damaged = bytearray(MATCH)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        width = data.draw(st.integers(0, 4))
        damaged[place : place + width] = data.draw(st.binary(max_size=4))
    try:
        read(bytes(damaged))
    except RecordError as error:
        place = error.where
    else:
        return
    assert place is not None
    assert place.startswith("line ")


def test_any_changed_card_is_noticed(tmp_path: Path):
    """Each card of the deals and actions, changed to another one, in a record without a seed."""
    path = tmp_path / "record.jsonl"
    lines = LINES[: RESULT + 1]
    lines[0] = lines[0].replace(b'"seed":"23",', b"")
    cards = [str(card).encode() for card in DECK]
    places = [
        (number, found.start())
        for number, line in enumerate(lines[:-1])
        if number
        for found in re.finditer(rb"\b(?:[2-9TJQKA][jspt]|Mj|Do|Ph|Dg)\b", line)
    ]
    assert len(places) > 56 + 12

    for number, start in places:
        line = lines[number]
        other = cards[(cards.index(line[start : start + 2]) + 1) % len(cards)]
        changed = line[:start] + other + line[start + 2 :]
        path.write_bytes(b"".join([*lines[:number], changed, *lines[number + 1 :]]))
        assert not replay_file(path).ok, changed


def test_a_seat_s_first_and_last_cards_exchanged_are_noticed(tmp_path: Path):
    """The end of the round is the same, and the digest is not: it begins with the deal."""
    line = json.loads(LINES[DEAL])
    first, rest = line["first"][0].split(), line["rest"][0].split()
    first[0], rest[0] = rest[0], first[0]
    line["first"][0], line["rest"][0] = " ".join(first), " ".join(rest)
    lines = [LINES[0].replace(b'"seed":"23",', b""), json.dumps(line).encode() + b"\n"]
    path = tmp_path / "record.jsonl"
    path.write_bytes(b"".join(lines + LINES[DEAL + 1 : RESULT + 1]))

    assert [found.code for found in replay_file(path).findings] == ["digest_differs"]


def test_the_reader_goes_on_after_damage():
    """Damage to one round leaves the others readable, with lines and totals."""
    damaged = with_bytes(ACTION + 5, b"?\n")
    reader = RecordReader(io.BytesIO(damaged))
    found = list(reader.rounds())

    assert [one.number for one in found] == [1, 2, 3]
    assert [one.error is None for one in found] == [False, True, True]
    assert len(found[0].actions) == 5
    assert reader.problems == []


def test_the_reader_goes_on_after_a_damaged_deal():
    reader = RecordReader(io.BytesIO(with_bytes(DEAL, b"?\n")))
    found = list(reader.rounds())

    assert [one.number for one in found] == [2, 3]
    assert [one.error for one in found] == [None, None]
    assert [problem.where for problem in reader.problems] == [f"line {DEAL + 1}"]
