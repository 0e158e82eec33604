"""Hostile messages: made from the schema, filled with what hurts, and mutated."""

from __future__ import annotations

import json
import random
from typing import Any

from tichu.protocol.schema import make_schema

SCHEMA = make_schema()
DEFS: dict[str, Any] = SCHEMA["$defs"]
REQUESTS = [ref["$ref"].rsplit("/", 1)[1] for ref in DEFS["Request"]["anyOf"]]

NASTY: list[Any] = [
    None, True, False, 0, -1, 1, 3, 4, 2**31, 2**53, 2**53 + 1, 2**64, -(2**63), 1e308, -0.0, 0.5,
    "", "0", "\x00", "\u202e", "\U0001f409", "a" * 5000, "../../etc/passwd", "' OR 1=1 --", "%s%n",
    "{}", "null", [], {}, [[]], [None] * 100, {"type": "hello"}, {"": ""}, "NaN", "é" * 30,
    "7j7s", "Ph=15", "play Mj wish=9", "0 play 7j", "give Mj Mj Mj", "decline", "next", "collect",
    "dragon 9", "tichu1 play hands:" + "7j" * 60, "__class__", "id", "\n", "\r\n{}",
]  # fmt: skip


class Hostile:
    """A stream of hostile messages, the same for the same seed."""

    def __init__(self, seed: int, known: dict[str, list[Any]]) -> None:
        self.rng = random.Random(seed)
        self.known = known
        self.count = 0

    def message(self) -> bytes:
        """One message: rather good, spoiled in a field, or spoiled in its bytes."""
        value = self._request()
        for _ in range(self.rng.choice([0, 0, 1, 1, 2, 5])):
            self._spoil(value)
        data = self._encode(value)
        if self.rng.random() < 0.3:
            data = self._mutate(data)
        return data

    def _encode(self, value: Any) -> bytes:
        style = self.rng.random()
        text = json.dumps(value, ensure_ascii=style < 0.5)
        if style < 0.05:
            text = text.replace("{", '{"type":"act",', 1)
        elif style < 0.1:
            text = f" \t\n{text}\r\n "
        return text.encode("utf-8", "surrogatepass")

    def _request(self) -> dict[str, Any]:
        name = self.rng.choice([*REQUESTS, "Act", "Act", "Act", "Resume"])
        value: dict[str, Any] = self._object(DEFS[name])
        self.count += 1
        if self.rng.random() < 0.95:
            value["id"] = f"h{self.count}"
        return value

    def _object(self, schema: dict[str, Any]) -> dict[str, Any]:
        required = schema.get("required", [])
        return {
            field: self._known(field, part)
            for field, part in schema.get("properties", {}).items()
            if field in required or self.rng.random() < 0.5
        }

    def _known(self, field: str, schema: dict[str, Any]) -> Any:
        """A value that means something here, mostly."""
        if field in self.known and self.rng.random() < 0.8:
            return self.rng.choice(self.known[field])
        return self._value(schema)

    def _value(self, schema: dict[str, Any]) -> Any:  # noqa: C901
        rng = self.rng
        if "$ref" in schema:
            return self._object(DEFS[schema["$ref"].rsplit("/", 1)[1]])
        if "enum" in schema:
            return rng.choice(schema["enum"])
        if "anyOf" in schema:
            return self._value(rng.choice(schema["anyOf"]))
        match schema.get("type"):
            case "string":
                letters = 'ahjknst0123456789TJQKAMDPg -_{}"\\é'
                low, high = schema.get("minLength", 0), min(60, schema.get("maxLength", 60))
                return "".join(rng.choices(letters, k=rng.randint(low, max(low, high))))
            case "integer":
                low = schema.get("minimum", -5)
                return rng.choice(
                    [low, low + 1, schema.get("maximum", 50), rng.randint(low, low + 200)]
                )
            case "number":
                return rng.choice([0, 0.001, 1, 86_400, rng.random() * 100])
            case "boolean":
                return rng.random() < 0.5
            case "null":
                return None
            case "array" if "prefixItems" in schema:
                return [self._value(item) for item in schema["prefixItems"]]
            case "array":
                return [self._value(schema.get("items") or {}) for _ in range(rng.randrange(6))]
            case "object" if "additionalProperties" in schema:
                inner = schema["additionalProperties"]
                count = rng.randrange(5)
                return {rng.choice(self.known["option"]): self._value(inner) for _ in range(count)}
            case _:
                return rng.choice(NASTY)

    def _spoil(self, value: dict[str, Any]) -> None:
        """Change one field for the worse."""
        rng = self.rng
        field = rng.choice([*value, "extra"])
        match rng.randrange(5):
            case 0:
                value.pop(field, None)
            case 1 | 2:
                value[field] = rng.choice(NASTY)
            case 3:
                value[rng.choice(["extra", "Type", "__proto__", "seat ", ""])] = rng.choice(NASTY)
            case 4:
                deep: Any = rng.choice(NASTY)
                for _ in range(rng.choice([1, 5, 9, 200])):
                    deep = [deep] if rng.random() < 0.5 else {"a": deep}
                value[field] = deep

    def _mutate(self, data: bytes) -> bytes:
        rng = self.rng
        changed = bytearray(data)
        for _ in range(rng.choice([1, 1, 2, 8])):
            place = rng.randrange(len(changed) + 1)
            match rng.randrange(7):
                case 0:
                    del changed[place : place + rng.randrange(1, 9)]
                case 1:
                    changed[place:place] = bytes([rng.randrange(256)])
                case 2:
                    changed[place : place + 1] = bytes([rng.randrange(256)])
                case 3:
                    del changed[place:]
                case 4:
                    changed[place:place] = rng.choice(
                        [b'"', b"\\", b"[" * 300, b"{", b"\xff\xfe", b"\xed\xa0\x80", b"\\ud800"]
                    )
                case 5:
                    changed += changed[place : place + 40]
                case 6:
                    changed[place:place] = b" " * rng.choice([1, 20_000])
            if not changed:
                return b""
        return bytes(changed)
