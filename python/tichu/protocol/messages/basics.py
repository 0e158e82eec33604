"""What all messages are made of: the small types, and the structs that several messages share.

Every message and every part of one is a frozen struct with a ``type`` where it is one of several.
Fields that have their default value are left out of what the server sends, and may be left out of
what it is sent. The ``Attributes`` of each docstring become the descriptions in the JSON Schema.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

__all__ = [
    "VERSION",
    "CallKind",
    "Cards",
    "ClockSettings",
    "Combo",
    "Count",
    "MatchId",
    "MatchLife",
    "Name",
    "Part",
    "Place",
    "Points",
    "Rank",
    "Request",
    "RequestId",
    "RoundPhase",
    "Seat",
    "SeatInfo",
    "Seconds",
    "Settings",
    "Tagged",
    "Team",
    "Token",
]

VERSION = 1
"""The version of the protocol that is spoken here."""

MOST = 2**53 - 1
"""No number on the wire is greater: it stays a whole number in every language."""

RequestId: TypeAlias = Annotated[
    str,
    Meta(min_length=1, max_length=64, pattern=r"^[ -~]+$(?!\n)"),
]
"""Chosen by the client, new for every request of a connection: 1 to 64 printable ASCII letters."""

MatchId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"^[a-z0-9]+$(?!\n)")]
"""The name of a match; short, random, not secret."""

Token: TypeAlias = Annotated[
    str, Meta(min_length=22, max_length=22, pattern=r"^[A-Za-z0-9_-]{22}$(?!\n)")
]
"""The key to a seat: 128 random bits in base64url. Whoever has it is the player."""

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
"""A seat; 0 and 2 are partners, and so are 1 and 3 (R-004)."""

Team = Literal["02", "13"]
"""A team, by its seats."""

CallKind = Literal["tichu", "grand"]
"""A call: the small Tichu, or the Grand Tichu."""

RoundPhase = Literal["grand", "exchange", "play", "ripe", "gift", "over"]
"""Where a round stands. ``grand``: the Grand Tichu answers are awaited; ``exchange``: the gifts
are; ``play``: a seat is on turn; ``ripe``: all have passed, the trick is not yet taken; ``gift``: a
Dragon ended the round and is to be given; ``over``."""

Rank: TypeAlias = Annotated[int, Meta(ge=2, le=14)]
"""An ordinary rank; 11 to 14 are jack, queen, king, ace."""

Count: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)]
"""A whole number from 0 on."""

Place: TypeAlias = Annotated[int, Meta(ge=1, le=4)]
"""A place among the players that went out."""

Points: TypeAlias = tuple[int, int]
"""Points of team 02 and team 13."""

Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=86_400)]
"""A time in seconds."""

Cards: TypeAlias = Annotated[
    str, Meta(max_length=112, pattern=r"^(?:[2-9TJQKA][jspt]|Mj|Do|Ph|Dg)*$(?!\n)")
]
"""Cards, two letters each, without blanks, in the order of the deck: ``7jTsMj``."""

Name: TypeAlias = Annotated[str, Meta(max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
"""A player's name: up to 40 letters of any language."""

CombinationType = Literal[
    "single", "pair", "triple", "stairs", "fullhouse", "straight", "bomb4", "bombsf", "dog"
]
"""What cards are together; ``bomb4`` is four of a kind, ``bombsf`` a run of one suit."""

MatchLife = Literal["open", "playing", "between", "over"]
"""Where a match stands: waiting for players, in a round, between two rounds, over."""

SeatState = Literal["open", "invited", "player", "away", "agent"]
"""``open``: anybody may take it; ``invited``: a token for it exists and has not been used yet;
``player``: somebody holds it; ``away``: its player is gone and an agent plays for him until he is
back; ``agent``: an agent has it."""


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of messages; fields at their default are left out."""


class Tagged(Part, frozen=True, kw_only=True, tag_field="type", tag=""):
    """One of several kinds, told apart by ``type``."""


class Request(Tagged, frozen=True, kw_only=True, tag=""):
    """What a client sends; it is answered by exactly one ``ok`` or ``error`` with the same id.

    Attributes:
        id: chosen by the client, new for every request of a connection.
    """

    id: RequestId


class Combo(Part, frozen=True, kw_only=True):
    """Cards in one fixed reading, as they lie on the table.

    Attributes:
        type: what the cards are together.
        rank: the rank that counts: the highest of stairs and straights, the triple's of a full
            house; Mah Jong 1, Dragon 15, Dog 0; a single Phoenix lies half a rank up (13.5).
        cards: the cards.
        phoenix: the rank that a Phoenix among other cards stands for.
    """

    type: CombinationType
    rank: Annotated[float, Meta(ge=0, le=15)]
    cards: Cards
    phoenix: Rank | None = None


class ClockSettings(Part, frozen=True, kw_only=True):
    """A clock: each decision has its seconds, and the bank takes what goes beyond.

    Attributes:
        decision: seconds for each decision, given anew every time.
        bank: seconds for the whole match, used when a decision takes longer.
    """

    decision: Annotated[float, Meta(ge=0.1, le=86_400)]
    bank: Seconds = 0.0


class SeatInfo(Part, frozen=True, kw_only=True):
    """Who sits on a seat.

    Attributes:
        state: whether it is free, and who plays.
        name: the player's name, or the agent's.
    """

    state: SeatState
    name: str = ""


class Settings(Part, frozen=True, kw_only=True):
    """How a match is played.

    Attributes:
        rules: the options that differ from the standard game, by name (docs/RULES.md).
        target: points that end the match (R-104).
        bomb_window: seconds that everybody has to bomb a play; 0 for no pause (bombs are taken
            as they come); null for as long as it takes until everybody has answered.
        pause: the same between two rounds.
        clock: the clock for decisions, if there is one.
        grace: seconds that a player may be gone before an agent plays for him; null for ever.
        substitute: the agent that plays for players who are gone.
        pace: seconds that agents wait before they act.
        seed_hash: the SHA-256, in hexadecimal, of the match's seed.
        open_seed: the seed came from a client, who may therefore know all cards.
    """

    rules: dict[str, bool | int | str]
    target: Count
    bomb_window: Seconds | None
    pause: Seconds | None
    clock: ClockSettings | None
    grace: Seconds | None
    substitute: str
    pace: Seconds
    seed_hash: str
    open_seed: bool
