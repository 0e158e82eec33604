"""The JSON Schema (2020-12) of all messages, made from their types.

``python -m tichu.protocol.schema > python/tichu/protocol/schema.json`` writes the committed file,
which is part of the package; a test fails while it is not current. Descriptions come from the
docstrings: of a field from the ``Attributes`` of its struct, or of the one it inherits from.
"""

from __future__ import annotations

import inspect
import re
import sys
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from tichu.protocol.messages.basics import VERSION
from tichu.protocol.messages.replies import ServerMessage
from tichu.protocol.messages.requests import AnyRequest

__all__ = ["committed_schema", "make_schema"]

_ATTRIBUTE = re.compile(r"^    (\w+): (.*(?:\n      .*)*)", re.MULTILINE)


def make_schema() -> dict[str, Any]:
    """The schema: a message is a ``Request`` or a ``ServerMessage``, told apart by ``type``."""
    (request, server_message), definitions = msgspec.json.schema_components(
        [AnyRequest, ServerMessage], ref_template="#/$defs/{name}"
    )
    described = {name: _described(name, schema) for name, schema in definitions.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:tichu:protocol:{VERSION}",
        "title": f"The tichu protocol, version {VERSION}",
        "description": "Every message from the client is a Request, every one to it a "
        "ServerMessage. docs/PROTOCOL.md explains them.",
        "anyOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": {
            "Request": {"description": "What a client may send.", **request},
            "ServerMessage": {"description": "What the server sends.", **server_message},
            **dict(sorted(described.items())),
        },
    }


def committed_schema() -> bytes:
    """The schema as it is shipped."""
    return files("tichu.protocol").joinpath("schema.json").read_bytes()


def encode_schema() -> bytes:
    """The schema as it is to be committed."""
    return msgspec.json.format(msgspec.json.encode(make_schema()), indent=1) + b"\n"


def _described(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """A definition with the descriptions of its fields."""
    struct = _structs()[name]
    fields = _field_texts(struct)
    properties = {}
    for field, value in schema.get("properties", {}).items():
        if field in fields:
            properties[field] = {"description": fields[field], **value}
        elif field == "type" and struct.__struct_config__.tag is not None:
            properties[field] = {"description": "Says which message this is.", **value}
        else:
            properties[field] = value
    summary = (inspect.getdoc(struct) or "").partition("\nAttributes:")[0]
    return {**schema, "description": _one_line(summary), "properties": properties}


def _structs() -> dict[str, type[Struct]]:
    """All structs of the messages by name."""
    found: dict[str, type[Struct]] = {}
    waiting: list[type[Struct]] = [Struct]
    while waiting:
        for child in waiting.pop().__subclasses__():
            waiting.append(child)
            if child.__module__.startswith("tichu.protocol.messages."):
                found[child.__name__] = child
    return found


def _field_texts(struct: type[Struct]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for cls in reversed(struct.__mro__):
        attributes = (inspect.cleandoc(cls.__doc__ or "")).partition("Attributes:\n")[2]
        for name, text in _ATTRIBUTE.findall(attributes):
            texts[name] = _one_line(text)
    return texts


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("``", "`")).strip()


if __name__ == "__main__":
    sys.stdout.buffer.write(encode_schema())
