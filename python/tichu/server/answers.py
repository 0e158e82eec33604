"""Answers over HTTP in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.responses import Response

from tichu.protocol.messages.replies import Error

__all__ = ["error_response", "json_response", "last_response", "raw_json_response"]


def json_response(value: Any, status: int = 200) -> Response:
    """An answer that is not to be kept by anybody on the way."""
    return raw_json_response(msgspec.json.encode(value), status)


def raw_json_response(
    data: bytes, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """The same, of JSON that is written already."""
    own = {"cache-control": "no-store", **(headers or {})}
    return Response(data, status, own, "application/json")


def error_response(
    status: int, code: str, message: str, headers: Mapping[str, str] | None = None
) -> Response:
    """A refusal, in the protocol's own form."""
    data = msgspec.json.encode(Error(id=None, code=code, message=message))
    return raw_json_response(data, status, headers)


def last_response(status: int, code: str, message: str) -> Response:
    """A refusal after which the connection is closed, whatever the client still sends."""
    return error_response(status, code, message, {"connection": "close"})
