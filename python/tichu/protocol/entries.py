"""The journal: everything about a match that must outlive the process, as small values.

A match is exactly what its entries make of it (:mod:`tichu.protocol.game`): playing them again
gives the same positions, the same numbers of steps, the same seats. An entry holds no token, only
its hash. Declined bombs and the wish to go on to the next round are not kept: they are asked again.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from tichu.protocol.messages.basics import ClockSettings, SeatState
from tichu.protocol.messages.pushes import Cause

__all__ = [
    "Acted",
    "AnyEntry",
    "Created",
    "Dealt",
    "Ended",
    "Entry",
    "Held",
    "JournalSeat",
    "Refusal",
    "Seated",
    "decode_entry",
    "encode_entry",
]


class Entry(Struct, frozen=True, kw_only=True):
    """An entry as the transport stores it.

    Attributes:
        match: the match.
        number: 1, 2, 3 and so on within the match.
        kind: ``create``, ``seat``, ``deal``, ``hold``, ``act``, ``end``.
        payload: the rest, as JSON.
        over: with this entry the match is over.
    """

    match: str
    number: int
    kind: str
    payload: bytes
    over: bool = False


class _Payload(
    Struct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    pass


class JournalSeat(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who has a seat.

    Attributes:
        state: as in ``SeatInfo``.
        name: the player's name, or the agent's.
        token_hash: the SHA-256 of the seat's token, in hexadecimal.
    """

    state: SeatState
    name: str = ""
    token_hash: str | None = None


class Created(_Payload, frozen=True, kw_only=True, tag="create"):
    """The match was made. The seed is here and nowhere else until the match is over.

    Attributes:
        seed: the seed of the deals.
        open_seed: it came from a client.
        rules: the options that differ from the standard game.
        seats: who sits where.
        bomb_window: as in ``Settings``, and so are the others.
        listed: the match is shown in the list.
    """

    seed: str
    open_seed: bool = False
    rules: dict[str, bool | int | str] = {}
    seats: tuple[JournalSeat, JournalSeat, JournalSeat, JournalSeat]
    bomb_window: float | None = 0.0
    pause: float | None = 0.0
    clock: ClockSettings | None = None
    grace: float | None = None
    substitute: str
    pace: float = 0.0
    listed: bool = True


class Seated(_Payload, frozen=True, kw_only=True, tag="seat"):
    """A seat has changed hands.

    Attributes:
        seat: the seat.
        to: who has it now.
    """

    seat: Annotated[int, Meta(ge=0, le=3)]
    to: JournalSeat


class Dealt(_Payload, frozen=True, kw_only=True, tag="deal"):
    """The next round was dealt, from the seed."""


class Held(_Payload, frozen=True, kw_only=True, tag="hold"):
    """A seat has acted, and it takes effect later: a Grand Tichu answer, or in a bomb window.

    Attributes:
        seat: the seat.
        action: the action as text.
        by: who decided.
    """

    seat: Annotated[int, Meta(ge=0, le=3)]
    action: str
    by: Cause


class Refusal(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A held action that has become impossible.

    Attributes:
        seat: whose it was.
        action: the action as text.
        code: why not.
        rule: the rule that decides.
        message: the same as a sentence.
    """

    seat: int
    action: str
    code: str
    rule: str | None = None
    message: str


class Acted(_Payload, frozen=True, kw_only=True, tag="act"):
    """An action took effect.

    Attributes:
        action: the action as text.
        by: who decided.
        refused: the held actions that it has made impossible.
    """

    action: str
    by: Cause
    refused: tuple[Refusal, ...] = ()


class Ended(_Payload, frozen=True, kw_only=True, tag="end"):
    """The match was broken off."""


AnyEntry: TypeAlias = Created | Seated | Dealt | Held | Acted | Ended

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)

KINDS: dict[type[AnyEntry], Literal["create", "seat", "deal", "hold", "act", "end"]] = {
    Created: "create",
    Seated: "seat",
    Dealt: "deal",
    Held: "hold",
    Acted: "act",
    Ended: "end",
}


def encode_entry(match: str, number: int, value: AnyEntry, *, over: bool) -> Entry:
    """The entry as it is stored."""
    return Entry(
        match=match,
        number=number,
        kind=KINDS[type(value)],
        payload=_encoder.encode(value),
        over=over,
    )


def decode_entry(entry: Entry) -> AnyEntry:
    """What a stored entry says.

    Raises:
        msgspec.ValidationError: it is none.
    """
    return _decoder.decode(entry.payload)
