"""Answers over HTTP: JSON, with the headers that all of them have."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from tichu.protocol.messages.replies import Error

__all__ = ["SAFE_HEADERS", "error_response", "json_response"]

SAFE_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none';"
        " form-action 'none'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""What every answer says: load nothing from elsewhere, guess no types, tell nobody the address."""


def json_response(value: Any, status: int = 200) -> Response:
    """An answer that is not to be kept by anybody on the way."""
    return raw_json_response(msgspec.json.encode(value), status)


def raw_json_response(data: bytes, status: int = 200) -> Response:
    """The same, of JSON that is written already."""
    headers = {"cache-control": "no-store", **SAFE_HEADERS}
    return Response(data, status, headers, "application/json")


def error_response(status: int, code: str, message: str) -> Response:
    """A refusal, in the protocol's own form."""
    return json_response(Error(id=None, code=code, message=message), status)
