"""The messages and their schema: current, complete, and true of everything that is sent."""

from __future__ import annotations

import json
import random
import re
from typing import Any, get_args

import msgspec
import pytest
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from protocol_host import Host, any_answer, four_seats, one_act
from tichu.protocol.messages import happenings, replies, requests
from tichu.protocol.messages.basics import VERSION
from tichu.protocol.schema import committed_schema, encode_schema, make_schema

SCHEMA = make_schema()
REGISTRY: Registry[Any] = DRAFT202012.create_resource(SCHEMA) @ Registry()


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"{SCHEMA['$id']}#/$defs/{name}"}, registry=REGISTRY)


def shape(value: Any) -> Any:
    """What a message is made of, whatever its texts and numbers are."""
    if isinstance(value, dict):
        kept = {name: value[name] for name in ("type", "kind", "state", "by") if name in value}
        return tuple(sorted((name, shape(part)) for name, part in value.items())), str(kept)
    if isinstance(value, list):
        return tuple(sorted({repr(shape(part)) for part in value}))
    return type(value).__name__


def test_the_committed_schema_is_current():
    assert committed_schema() == encode_schema(), (
        "run python -m tichu.protocol.schema > python/tichu/protocol/schema.json"
    )


def test_it_is_a_schema_of_2020_12():
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert SCHEMA["$id"].endswith(f":{VERSION}")
    Draft202012Validator.check_schema(SCHEMA)


def test_messages_are_told_apart_by_their_type():
    for name in ("Request", "ServerMessage"):
        discriminator = SCHEMA["$defs"][name]["discriminator"]
        assert discriminator["propertyName"] == "type"
        for tag, ref in discriminator["mapping"].items():
            definition = SCHEMA["$defs"][ref.rsplit("/", 1)[1]]
            assert definition["properties"]["type"]["enum"] == [tag]
            assert "type" in definition["required"]


def test_every_message_and_field_is_described():
    for name, definition in SCHEMA["$defs"].items():
        assert definition.get("description"), name
        for field, part in definition.get("properties", {}).items():
            text = part.get("description", "")
            assert re.fullmatch(r"[\w`].*\.", text), f"{name}.{field}: {text}"


def test_nothing_unknown_is_let_in_and_no_number_is_too_great():
    def walk(part: Any) -> None:
        if isinstance(part, dict):
            if part.get("type") == "object" and "properties" in part:
                assert part["additionalProperties"] is False
            if part.get("type") == "integer" and "maximum" in part:
                assert part["maximum"] < 2**53
            for inner in part.values():
                walk(inner)
        elif isinstance(part, list):
            for inner in part:
                walk(inner)

    walk(SCHEMA["$defs"])


def test_results_have_the_types_of_their_requests():
    def tags(union: Any) -> list[str]:
        return [kind.__struct_config__.tag for kind in get_args(union)]

    assert sorted(tags(replies.Result)) == sorted(tags(requests.AnyRequest))
    assert len(set(tags(happenings.Happening))) == len(tags(happenings.Happening))


@pytest.mark.parametrize("pause", [0.0, None, 2.0])
def test_what_is_sent_is_what_the_schema_says(pause: float | None):
    rng = random.Random(11)
    host = Host()
    settings: dict[str, Any] = {"bomb_window": pause, "pause": pause, "target": 150, "name": "Ann"}
    if pause is None:
        settings["clock"] = {"decision": 5, "bank": 2}
    client, match = four_seats(host, **settings)
    watcher = host.connect()
    watcher.do("watch", match=match)
    for _ in range(3_000):
        if not one_act(host, [client], match, rng, lambda ask, rng: any_answer(ask, rng, 0.4)):
            break
        if rng.random() < 0.05:
            watcher.do("watch", match=match, last_seq=max(0, host.game(match).seq - 5))
    watcher.do("list")
    watcher.do("record", match=match)
    watcher.refused("take", match=match)

    server = validator("ServerMessage")
    seen = set()
    for raw in (*client.raw, *watcher.raw):
        message = json.loads(raw)
        form = repr(shape(message))
        if form not in seen:
            seen.add(form)
            server.validate(message)
    assert len(seen) > 50


def test_schema_and_decoder_agree_about_requests():
    good: list[dict[str, Any]] = [
        {"type": "hello", "id": "1", "version": 1},
        {"type": "create", "id": "x" * 64, "seats": ["me", "open", "invite", "first"]},
        {"type": "act", "id": "1", "match": "a", "position": 0, "play": 3, "wish": None},
        {"type": "act", "id": "1", "match": "a", "position": 2**53 - 1, "action": "pass"},
        {"type": "classify", "id": " ", "cards": ""},
    ]
    bad: list[dict[str, Any]] = [
        {"type": "hello", "id": "", "version": 1},
        {"type": "hello", "id": "x" * 65, "version": 1},
        {"type": "hello", "id": "\x7f", "version": 1},
        {"type": "hello", "id": "1\n", "version": 1},
        {"type": "hello", "id": 1, "version": 1},
        {"type": "hello", "id": "1", "version": "1"},
        {"type": "hello", "id": "1"},
        {"type": "hello", "id": "1", "version": 1, "more": 1},
        {"type": "hallo", "id": "1", "version": 1},
        {"id": "1", "version": 1},
        {"type": "create", "id": "1", "seats": ["me", "open", "invite"]},
        {"type": "create", "id": "1", "clock": {"decision": 0, "bank": 1}},
        {"type": "act", "id": "1", "match": "A", "position": 1},
        {"type": "act", "id": "1", "match": "a", "position": 2**53},
        {"type": "act", "id": "1", "match": "a", "position": -1},
        {"type": "act", "id": "1", "match": "a", "position": 1, "wish": 15},
        {"type": "act", "id": "1", "match": "a", "position": 1, "seat": 4},
        {"type": "classify", "id": "1", "cards": "7j 7s"},
        {"type": "classify", "id": "1", "cards": "7j\n"},
        {"type": "resume", "id": "1", "match": "a", "token": "short"},
    ]
    decoder = msgspec.json.Decoder(requests.AnyRequest)
    request = validator("Request")
    for message in good:
        decoder.decode(json.dumps(message))
        request.validate(message)
    for message in bad:
        with pytest.raises(msgspec.ValidationError):
            decoder.decode(json.dumps(message))
        assert not request.is_valid(message), message
