"""The lines of a match record, version 1: what each holds, and how it is written and read.

The first line is a :class:`Header`; every other line is an object with a ``type``. NOTATION.md
describes the format; here is its only definition in code.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from tichu.deal import Deal
from tichu.errors import RecordError, TichuError
from tichu.match import Winner
from tichu.notation import parse_compact
from tichu.record.source import MAX_LINE, RawLine, place, record_error
from tichu.round_score import RoundScore
from tichu.rules import PRESETS, Rules, rules_from
from tichu.seats import SEATS, Quad

__all__ = [
    "VERSION",
    "ActionLine",
    "DealLine",
    "EndLine",
    "Header",
    "Line",
    "ResultLine",
    "decode_header",
    "decode_line",
    "encode_line",
]

VERSION = 1
"""The version of the record format that is written here."""

MAX_NAME = 200

Number: TypeAlias = Annotated[int, Meta(ge=-(10**9), le=10**9)]
"""A whole number that stays one in every language and in every sum."""

Points: TypeAlias = tuple[Number, Number]


class Header(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line.

    Attributes:
        tichu_record: the version of the format.
        rules: the name of a preset, or the options that differ from the standard game.
        seed: the seed of the deals, if they come from one.
        seats: who sat where.
        engine: what wrote the record.
    """

    tichu_record: Number
    rules: str | dict[str, bool | Number | str]
    seed: str | None = None
    seats: Quad[str]
    engine: str | None = None

    def parsed_rules(self) -> Rules:
        """The rules that the header names.

        Raises:
            InvalidValue: an unknown option or a bad value.
            RecordError: an unknown preset (``unknown_preset``).
        """
        if not isinstance(self.rules, str):
            return rules_from(self.rules)
        if self.rules not in PRESETS:
            raise RecordError(
                f"{self.rules[:40]!r} is no preset of rules; the presets are {', '.join(PRESETS)}.",
                code="unknown_preset",
                where="rules",
            )
        return PRESETS[self.rules]


class _Tagged(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=""):
    pass


class DealLine(_Tagged, frozen=True, tag="deal"):
    """The cards of a round: each seat's first eight, and the six that follow (R-007)."""

    round: Number
    first: Quad[str]
    rest: Quad[str]

    @classmethod
    def of(cls, number: int, deal: Deal) -> DealLine:
        """The line for a deal."""
        (a, b, c, d), (e, f, g, h) = (map(str, part) for part in (deal.first, deal.rest))
        return cls(number, (a, b, c, d), (e, f, g, h))

    def parsed(self) -> Deal:
        """The deal.

        Raises:
            TichuError: unknown or repeated cards, or no whole deck.
        """
        a, b, c, d = (_cards(self.first, "first", seat) for seat in SEATS)
        e, f, g, h = (_cards(self.rest, "rest", seat) for seat in SEATS)
        return Deal((a, b, c, d), (e, f, g, h))


def _cards(texts: Quad[str], name: str, seat: int) -> Any:
    try:
        return parse_compact(texts[seat])
    except TichuError as error:
        raise error.at(f"{name} of seat {seat}") from None


class ActionLine(_Tagged, frozen=True, tag="action"):
    """One action, as its text."""

    text: str


class ResultLine(_Tagged, frozen=True, tag="result"):
    """The count of a round; every pair is (team 02, team 13), in points.

    Attributes:
        round: the number of the round, from 1.
        double: a double victory (R-096).
        card: card points, or the double victory's points.
        bonus: won and lost with calls (R-102).
        total: the two added.
        totals: the match so far, this round included.
        digest: see :meth:`tichu.record.run.RoundRun.digest`.
    """

    round: Number
    double: bool
    card: Points
    bonus: Points
    total: Points
    totals: Points
    digest: str

    @property
    def score(self) -> RoundScore:
        """The count as a value."""
        return RoundScore(self.double, self.card, self.bonus)


class EndLine(_Tagged, frozen=True, tag="end"):
    """The match is over."""

    winner: Winner
    totals: Points


Line: TypeAlias = DealLine | ActionLine | ResultLine | EndLine

_encoder = msgspec.json.Encoder()
_header_decoder = msgspec.json.Decoder(Header)
_line_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


class _AnyHeader(Struct):
    """What all versions of the header have."""

    tichu_record: Number


_version_decoder = msgspec.json.Decoder(_AnyHeader)


def encode_line(line: Header | Line) -> bytes:
    """The line with its line end.

    Raises:
        RecordError: it would be too long to be read again (``line_too_long``).
    """
    data = _encoder.encode(line) + b"\n"
    if len(data) >= MAX_LINE:
        raise RecordError("The line would be too long to be read again.", code="line_too_long")
    return data


def decode_header(raw: RawLine) -> Header:
    """The header in a record's first line.

    Raises:
        RecordError: no header, or one of another version (``not_a_record``, ``bad_version``).
    """
    try:
        version: int = _decode(_version_decoder, raw).tichu_record
    except RecordError as error:
        if error.code != "bad_line":
            raise
        raise record_error(
            raw.number,
            "not_a_record",
            'A record begins with {"tichu_record":1,...}; this does not.',
        ) from None
    if version != VERSION:
        raise record_error(
            raw.number,
            "bad_version",
            f"This record has version {version}; this engine reads version {VERSION}.",
        )
    header: Header = _decode(_header_decoder, raw)
    _refuse_doubled_keys(header, raw)
    return header


def decode_line(raw: RawLine) -> Line:
    """What a line after the first holds.

    Raises:
        RecordError: the line is damaged, or holds something else (``bad_line``, ``bad_json``,
            ``cut_off``, ``not_utf8``, ``line_too_long``, ``empty_line``, ``key_twice``).
    """
    line: Line = _decode(_line_decoder, raw)
    _refuse_doubled_keys(line, raw)
    return line


def _decode(decoder: msgspec.json.Decoder[Any], raw: RawLine) -> Any:
    _check_bytes(raw)
    try:
        return decoder.decode(raw.data)
    except msgspec.ValidationError as error:
        raise record_error(raw.number, "bad_line", f"Mend the line: {_shown(error)}.") from None
    except (msgspec.DecodeError, RecursionError) as error:
        if not raw.ended:
            raise record_error(
                raw.number, "cut_off", "The record is cut off in this line; remove the line."
            ) from None
        raise record_error(raw.number, "bad_json", f"This is no JSON: {_shown(error)}.") from None


def _shown(error: Exception) -> str:
    """The start of what the decoder says; it may quote anything from the line."""
    return "".join(letter if letter.isprintable() else "?" for letter in str(error)[:200])


def _check_bytes(raw: RawLine) -> None:
    if raw.too_long:
        raise record_error(
            raw.number, "line_too_long", f"A line has fewer than {MAX_LINE} bytes; this one more."
        )
    if not raw.data.strip():
        raise record_error(
            raw.number, "empty_line", "Remove this line; a record has no empty ones."
        )
    if raw.number == 1 and raw.data.startswith(b"\xef\xbb\xbf"):
        raise record_error(
            raw.number, "byte_order_mark", "Save the record without a byte order mark."
        )
    try:
        raw.data.decode("utf-8")
    except UnicodeDecodeError as error:
        if not raw.ended and error.reason == "unexpected end of data":
            return
        raise record_error(
            raw.number, "not_utf8", f"The line is not UTF-8 (byte {error.start}); save it as UTF-8."
        ) from None


def _refuse_doubled_keys(line: Header | Line, raw: RawLine) -> None:
    """JSON lets a key stand twice, and the last one win: a line with two meanings."""
    if _encoder.encode(line) == raw.data:
        return

    def pairs(items: list[tuple[str, object]]) -> None:
        keys = [key for key, _ in items]
        if len(set(keys)) < len(keys):
            raise record_error(raw.number, "key_twice", "Each key stands once in a line.")

    json.loads(raw.data, object_pairs_hook=pairs)


def placed_rules(header: Header, line: int) -> Rules:
    """The header's rules.

    Raises:
        RecordError: they cannot be; it names the line.
    """
    try:
        return header.parsed_rules()
    except TichuError as error:
        raise place(error, line) from None
