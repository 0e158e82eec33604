"""The golden record of a match, by its lines, and ways to change one of them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tichu import MatchHistory
from tichu.record import read_record

RECORDS = Path(__file__).parent / "data" / "records"
GOLDEN = sorted(RECORDS.glob("*.jsonl"))
MATCH = (RECORDS / "match_v1.jsonl").read_bytes()
LINES = MATCH.splitlines(keepends=True)


def read(data: bytes) -> MatchHistory:
    return read_record(io.BytesIO(data))


def line_starting(start: bytes, lines: list[bytes] = LINES, nth: int = 0) -> int:
    """The place of a line in the record, from 0."""
    return [place for place, line in enumerate(lines) if line.startswith(start)][nth]


DEAL = line_starting(b'{"type":"deal"')
ACTION = line_starting(b'{"type":"action"')
RESULT = line_starting(b'{"type":"result"')
END = line_starting(b'{"type":"end"')


def with_line(place: int, change: Callable[[dict[str, Any]], object]) -> bytes:
    """The record with one line changed as an object."""
    line = json.loads(LINES[place])
    change(line)
    return with_bytes(place, json.dumps(line).encode() + b"\n")


def with_bytes(place: int, data: bytes) -> bytes:
    return b"".join([*LINES[:place], data, *LINES[place + 1 :]])
