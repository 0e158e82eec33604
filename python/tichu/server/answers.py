"""Answers over HTTP in JSON."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from tichu.protocol.messages.replies import Error

__all__ = ["error_response", "json_response", "raw_json_response"]


def json_response(value: Any, status: int = 200) -> Response:
    """An answer that is not to be kept by anybody on the way."""
    return raw_json_response(msgspec.json.encode(value), status)


def raw_json_response(data: bytes, status: int = 200) -> Response:
    """The same, of JSON that is written already."""
    return Response(data, status, {"cache-control": "no-store"}, "application/json")


def error_response(status: int, code: str, message: str) -> Response:
    """A refusal, in the protocol's own form."""
    return json_response(Error(id=None, code=code, message=message), status)
