"""What a client may send: the requests."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, UnsetType, field

from tichu.protocol.messages.basics import (
    MOST,
    Cards,
    ClockSettings,
    Count,
    MatchId,
    Name,
    Rank,
    Request,
    Seat,
    Seconds,
    Token,
)

__all__ = [
    "Act",
    "AnyRequest",
    "Apply",
    "Classify",
    "Create",
    "Hello",
    "Leave",
    "LegalActions",
    "LegalPlays",
    "List",
    "Record",
    "Resume",
    "SeatWish",
    "Take",
    "Watch",
]

Word: TypeAlias = Annotated[str, Meta(max_length=40)]
"""A name from a list that the ``hello`` reply has."""

OptionValue: TypeAlias = bool | Annotated[int, Meta(ge=0, le=1_000_000)] | Word

Options: TypeAlias = Annotated[dict[Word, OptionValue], Meta(max_length=20)]
"""Options of the rules, by name."""

Seed: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[ -~]+$(?!\n)")]
"""The seed of a match."""

SeatWish: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
"""``open`` for anybody, ``invite`` for whoever is given its token, ``me`` for the client that
creates the match, or the name of an agent."""


class Hello(Request, frozen=True, kw_only=True, tag="hello"):
    """The first message of a connection.

    Attributes:
        version: the version of the protocol that the client speaks: 1.
        client: what the client is, for people who look for faults.
    """

    version: Annotated[int, Meta(ge=0, le=MOST)]
    client: Name = ""


class Create(Request, frozen=True, kw_only=True, tag="create"):
    """Make a match. It begins when no seat is ``open`` or ``invited`` any more.

    Attributes:
        preset: the rules to start from; the reply to ``hello`` lists the presets.
        options: rules that shall be different from the preset, by name.
        target: points that end the match; the preset's if left out.
        seed: the seed of the deals, printable ASCII. Without it, the server draws one in secret.
            Whoever knows the seed knows all cards, so the match is marked ``open_seed``.
        seats: who shall sit on the seats 0 to 3.
        name: the name of the client that creates the match, for its seats.
        bomb_window: seconds that everybody has to bomb a play; 0 for no pause; null for as long as
            it takes until everybody has answered.
        pause: the same between two rounds.
        clock: the clock for decisions; null for none.
        grace: seconds that a player may be gone before an agent plays for him; null for ever.
        substitute: the agent that plays for players who are gone; the host's choice if left out.
        pace: seconds that agents wait before they act, so that people can follow.
        listed: the match is shown by ``list``.
    """

    preset: Word = "standard"
    options: Options = field(default_factory=dict)
    target: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    seed: Seed | None = None
    seats: tuple[SeatWish, SeatWish, SeatWish, SeatWish] = ("open", "open", "open", "open")
    name: Name = ""
    bomb_window: Seconds | None = 0.0
    pause: Seconds | None = 0.0
    clock: ClockSettings | None = None
    grace: Seconds | None = 60.0
    substitute: Word | None = None
    pace: Annotated[float, Meta(ge=0, le=60)] = 0.0
    listed: bool = True


class Take(Request, frozen=True, kw_only=True, tag="take"):
    """Sit down on an open seat; the reply has the seat's token.

    Attributes:
        match: the match.
        seat: the seat; the first open one if left out.
        name: the player's name.
    """

    match: MatchId
    seat: Seat | None = None
    name: Name = ""


class Resume(Request, frozen=True, kw_only=True, tag="resume"):
    """Come to a seat with its token: for the first time after an invitation, or back again.

    Another connection that had the seat is told ``detached``.

    Attributes:
        match: the match.
        token: the seat's token.
        last_seq: the last ``seq`` that the client has seen; what came after it is sent again, as
            far as it is still there.
        name: the player's name; only heard the first time that an invitation is used.
    """

    match: MatchId
    token: Token
    last_seq: Count | None = None
    name: Name = ""


class Watch(Request, frozen=True, kw_only=True, tag="watch"):
    """See what everybody may see of a match.

    Attributes:
        match: the match.
        last_seq: as for ``resume``.
    """

    match: MatchId
    last_seq: Count | None = None


class Leave(Request, frozen=True, kw_only=True, tag="leave"):
    """Give up a seat for good, or stop watching.

    A seat of a match that has not begun is open again; in one that has, an agent plays on. To be
    gone for a while, just close the connection.

    Attributes:
        match: the match.
        seat: the seat to give up, if the connection has several there; to stop watching, leave it
            out.
    """

    match: MatchId
    seat: Seat | None = None


class Act(Request, frozen=True, kw_only=True, tag="act"):
    """Do one of the things that the last ``ask`` for this seat listed.

    Attributes:
        match: the match.
        position: the ``position`` of the ``ask`` that this answers.
        play: the play at this index of the listed plays.
        action: or the action as text, without the seat: one of the listed ``actions``,
            ``give 2j 5s 9t``, ``play 7j 7s``.
        wish: the rank wished for, if the play has the Mah Jong; null, or left out, for no wish.
        seat: the seat that acts, if the connection has several in the match.
        check: only say what the answer would be, and do nothing.
    """

    match: MatchId
    position: Count
    play: Annotated[int, Meta(ge=0, le=MOST)] | None = None
    action: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    wish: Rank | UnsetType | None = UNSET
    seat: Seat | None = None
    check: bool = False


class List(Request, frozen=True, kw_only=True, tag="list"):
    """The matches of this host that are listed and not over, the newest first."""


class Record(Request, frozen=True, kw_only=True, tag="record"):
    """The record of a match that is over, with its seed.

    Attributes:
        match: the match.
    """

    match: MatchId


PositionLine: TypeAlias = Annotated[str, Meta(min_length=1, max_length=4000)]
"""A whole position as one line of text (docs/NOTATION.md)."""


class LegalActions(Request, frozen=True, kw_only=True, tag="legal_actions"):
    """A question about any position: what each seat may do in it.

    Attributes:
        position: the position, as a line of text (docs/NOTATION.md).
    """

    position: PositionLine


class Apply(Request, frozen=True, kw_only=True, tag="apply"):
    """A question about any position: what follows from an action.

    Attributes:
        position: the position, as a line of text (docs/NOTATION.md).
        action: the action with its seat: ``0 play 7j 7s``.
    """

    position: PositionLine
    action: Annotated[str, Meta(min_length=1, max_length=100)]


class Classify(Request, frozen=True, kw_only=True, tag="classify"):
    """A question about cards: what they can be together.

    Attributes:
        cards: the cards.
    """

    cards: Cards


class LegalPlays(Request, frozen=True, kw_only=True, tag="legal_plays"):
    """A question about a hand: what it may play.

    Attributes:
        hand: at most 14 cards.
        table: the combination to beat, in its notation (``5j 5s``, ``Ph=13.5``); left out for a
            lead.
        wish: the rank wished for.
        in_turn: whether the hand is on turn; if not, it has only its bombs.
        preset: the rules to start from.
        options: rules that shall be different from the preset, by name.
    """

    hand: Cards
    table: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    wish: Rank | None = None
    in_turn: bool = True
    preset: Word = "standard"
    options: Options = field(default_factory=dict)


AnyRequest: TypeAlias = (
    Hello
    | Create
    | Take
    | Resume
    | Watch
    | Leave
    | Act
    | List
    | Record
    | LegalActions
    | Apply
    | Classify
    | LegalPlays
)
