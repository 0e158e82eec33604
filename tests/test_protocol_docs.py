"""docs/PROTOCOL.md is true: its conversations are held, and its examples are messages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from node_bot import needs_node, run_bot
from protocol_talk import PAGE, Talk, conversations, hold
from tichu.protocol import bounds
from tichu.protocol.messages import happenings, pushes, replies, requests
from tichu.protocol.schema import make_schema

TEXT = PAGE.read_text(encoding="utf-8")
ROOT = PAGE.parent.parent
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TALKS = conversations()

SCHEMA = make_schema()
REGISTRY: Registry[Any] = DRAFT202012.create_resource(SCHEMA) @ Registry()


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"{SCHEMA['$id']}#/$defs/{name}"}, registry=REGISTRY)


REQUEST, SERVER = validator("Request"), validator("ServerMessage")


def blocks(language: str) -> list[str]:
    return [body for kind, body in FENCE.findall(TEXT) if kind == language]


def said() -> list[tuple[str, dict[str, Any]]]:
    """All whole messages on the page: which way they go, and the message."""
    found = []
    for talk in TALKS:
        # Client Z sends what is wrong.
        for way, text in re.findall(r"^(?:[A-Y](?=[<>])|Z(?=<))([<>]) (\{.*)$", talk, re.MULTILINE):
            if "..." not in text.replace(',..."}', ""):
                found.append((way, json.loads(text)))
    for block in blocks("json"):
        for line in block.splitlines():
            message = json.loads(line)
            found.append((">" if REQUEST.is_valid(message) else "<", message))
    return found


def tags(union: Any) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in get_args(union)}


@pytest.mark.parametrize("talk", TALKS, ids=range(len(TALKS)))
def test_the_conversations_are_held(talk: str):
    hold(talk)


def test_a_wrong_conversation_is_noticed():
    right = 'A> {"type":"classify","id":"2","cards":"7j"}\n'
    answer = '{"type":"single","rank":7,"cards":"7j"}'
    line = f'A< {{"type":"ok","id":"2","result":{{"type":"classify","readings":[{answer}]}}}}\n'
    hold(right + line)
    hold(right + "A< ...\n")
    hold(right + line.replace('"readings":', "...,").replace("...,[", "...["))
    for wrong in (line.replace("7j", "8j"), "", line + line):
        with pytest.raises(AssertionError):
            hold(right + wrong)


def test_every_example_is_a_message():
    for way, message in said():
        (REQUEST if way == ">" else SERVER).validate(message)


def test_every_message_has_an_example():
    sent = {message["type"] for way, message in said() if way == ">"}
    told = [message for way, message in said() if way == "<"]
    results = set(re.findall(r'"result":\{"type":"(\w+)"', TEXT))

    assert sent == tags(requests.AnyRequest)
    assert {message["type"] for message in told} == tags(replies.ServerMessage)
    assert results == tags(replies.Result)
    kinds = {message["kind"] for message in told if message["type"] == "ask"}
    assert kinds == set(get_args(pushes.AskKind))
    causes = {message["by"] for message in told if "by" in message}
    assert causes | {"table"} == set(get_args(pushes.Cause))


def test_every_happening_has_an_example():
    decoder = msgspec.json.Decoder(happenings.Happening)
    (block,) = blocks("happenings")
    shown = [decoder.decode(line) for line in block.splitlines()]

    assert {str(type(part).__struct_config__.tag) for part in shown} == tags(happenings.Happening)
    table = TEXT[TEXT.index("## What can happen") :]
    rows = re.findall(r"^\| `(\w+)`(\*?) \|", table, re.MULTILINE)
    assert {name for name, _ in rows} == tags(happenings.Happening)
    private = {name for name, star in rows if star}
    assert private == {"dealt", "grand_answered", "gave", "received", "refused"}


def test_every_request_is_in_the_table():
    table = TEXT[TEXT.index("## All requests") : TEXT.index("## What can happen")]
    rows = dict(re.findall(r"^\| `(\w+)` \|([^|]*)\|", table, re.MULTILINE))
    assert set(rows) == tags(requests.AnyRequest)
    for kind in get_args(requests.AnyRequest):
        fields = set(kind.__struct_fields__) - {"id"}
        if kind is not requests.Create:
            shown = re.findall(r"`(\w+)`(\??)", rows[str(kind.__struct_config__.tag)])
            assert {name for name, _ in shown} == fields
    settings = set(re.findall(r"^\| `(\w+)` \|", making_a_match(), re.MULTILINE)) | {"seats"}
    assert set(requests.Create.__struct_fields__) - {"id"} <= settings


def making_a_match() -> str:
    return TEXT[TEXT.index("## Making a match") : TEXT.index("## Questions and answers")]


def protocol_codes() -> set[str]:
    """The codes that the protocol itself gives."""
    codes: set[str] = set()
    for path in (ROOT / "python" / "tichu" / "protocol").glob("*.py"):
        if path.name == "client.py":
            continue
        source = path.read_text(encoding="utf-8")
        codes |= set(re.findall(r'code="(\w+)"', source))
        codes |= (
            set(re.findall(r'"(\w+)"\),$', source, re.MULTILINE))
            if path.name == "reading.py"
            else set()
        )
        if path.name == "session.py":
            codes |= set(re.findall(r'^    "(\w+)": "', source, re.MULTILINE))
    return codes - {"bad_journal", "no_round", "unknown_preset", "unknown_agent"}


def test_every_code_is_explained():
    table = TEXT[TEXT.index("## Errors") : TEXT.index("## Bounds")]
    rows = set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
    codes = protocol_codes() | {"bad_field"}
    assert {"too_late", "too_large", "slow_reader", "unknown_type"} <= codes
    assert rows == codes


def test_the_bounds_are_those_of_the_page():
    limits = bounds.Limits()
    table = TEXT[TEXT.index("## Bounds") : TEXT.index("## How large")]
    numbers = {int(n.replace(",", "")) for n in re.findall(r"\| ([\d,]+)", table)}
    for name in limits.__struct_fields__:
        if name in ("excess", "agent_moves", "spare_moves", "listed"):
            continue
        assert int(getattr(limits, name)) in numbers, name
    assert bounds.MAX_NESTING in numbers
    assert f"count as {bounds.HEAVY_REQUEST} requests" in TEXT
    assert f"{bounds.IDS_REMEMBERED:,} requests" in TEXT
    assert f"After {limits.excess:,} in" in TEXT
    assert f"last {bounds.MISSED_KEPT})" in TEXT


@needs_node
def test_the_bot_in_javascript_plays(tmp_path: Path):
    (program,) = blocks("javascript")
    printed = run_bot(program, tmp_path)
    assert re.search(r"^winner (02|13)$", printed, re.MULTILINE), printed


def test_talks_say_what_they_skip():
    talk = Talk()
    talk.line('A> {"type":"list","id":"2"}')
    with pytest.raises(AssertionError):
        talk.check_all_read()
