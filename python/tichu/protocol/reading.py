"""From bytes to a request, or to the reason why they are none."""

from __future__ import annotations

import re

import msgspec

from tichu.protocol.bounds import MAX_NESTING
from tichu.protocol.faults import RequestRefused
from tichu.protocol.messages.requests import AnyRequest

__all__ = ["check_depth", "read_request", "request_id"]

_decoder: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)


class _AnyId(msgspec.Struct):
    id: object = None


_id_decoder = msgspec.json.Decoder(_AnyId)

_PATTERNS = (
    (re.compile(r"Invalid value .* - at `\$\.type`"), "unknown_type"),
    (re.compile(r"Object contains unknown field"), "unknown_field"),
    (re.compile(r"Object missing required field"), "missing_field"),
)
_REGEX = re.compile(r"Expected `str` matching regex .*$", re.DOTALL)
_LETTERS = {
    "id": "An id has printable ASCII letters only",
    "match": "The name of a match has small letters and digits only",
    "token": "A token has 22 letters, digits, - and _",
    "seed": "A seed has printable ASCII letters only",
    "name": "A name has no control or format characters",
    "client": "A name has no control or format characters",
    "cards": "Write cards like 7jTsMj: two letters each, without blanks",
    "hand": "Write cards like 7jTsMj: two letters each, without blanks",
}
"""What a pattern asks for, by the field that has it."""
_PLACE = re.compile(r" - at `\$\.?(.*)`$", re.DOTALL)
_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)


def read_request(data: bytes) -> AnyRequest:
    """The request that a message is.

    Raises:
        RequestRefused: it is none (``bad_json``, ``too_deep``, ``unknown_type``,
            ``unknown_field``, ``missing_field``, ``bad_field``).
    """
    check_depth(data)
    try:
        return _decoder.decode(data)
    except msgspec.ValidationError as error:
        raise _explained(str(error)) from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise RequestRefused(
            f"Send one JSON object in UTF-8; this is none ({_shown(str(error))}).", code="bad_json"
        ) from None


def request_id(data: bytes) -> str | None:
    """The id of a message that is no good request, if it has one."""
    try:
        found = _id_decoder.decode(data).id
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None
    if isinstance(found, str) and 1 <= len(found) <= 64 and re.fullmatch("[ -~]+", found):
        return found
    return None


def check_depth(data: bytes) -> None:
    """See whether a message is nested no deeper than it may be.

    Raises:
        RequestRefused: it is (``too_deep``).
    """
    # Counting all is quicker than following them, and enough for nearly every message.
    if data.count(b"[") + data.count(b"{") <= MAX_NESTING:
        return
    depth = 0
    for bracket in re.findall(rb"[\[\]{}]", _STRINGS.sub(b"", data)):
        depth += 1 if bracket in b"[{" else -1
        if depth > MAX_NESTING:
            raise RequestRefused(
                f"Nest objects and arrays no deeper than {MAX_NESTING}.", code="too_deep"
            )


def _explained(text: str) -> RequestRefused:
    code = next((code for pattern, code in _PATTERNS if pattern.search(text)), "bad_field")
    place = _PLACE.search(text)
    where = None if place is None else _shown(place[1]) or None
    sentence = _shown(_PLACE.sub("", text))
    if where in _LETTERS:
        sentence = _REGEX.sub(_LETTERS[where], sentence)
    return RequestRefused(f"Mend the request: {sentence}.", code=code, where=where)


def _shown(text: str) -> str:
    """The start of what the decoder says; it may quote anything from the message."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:200])
