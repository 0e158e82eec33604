"""How requests are answered: ``ok`` with a result of the request's own type, or ``error``."""

from __future__ import annotations

from typing import TypeAlias

from tichu.protocol.messages.basics import (
    CallKind,
    Combo,
    Count,
    MatchId,
    MatchLife,
    Part,
    Points,
    Seat,
    SeatInfo,
    Settings,
    Tagged,
    Token,
)
from tichu.protocol.messages.happenings import Happening
from tichu.protocol.messages.pushes import Event, Legal, Push
from tichu.protocol.messages.views import MatchView

__all__ = [
    "Acted",
    "Applied",
    "Attached",
    "Caution",
    "Classified",
    "Created",
    "Error",
    "Greeting",
    "Left",
    "LegalActionsFound",
    "LegalPlaysFound",
    "Listed",
    "MatchInfo",
    "Ok",
    "RecordFound",
    "Result",
    "Resumed",
    "ServerMessage",
    "Taken",
    "Watching",
]

Four: TypeAlias = tuple[SeatInfo, SeatInfo, SeatInfo, SeatInfo]


class Greeting(Tagged, frozen=True, kw_only=True, tag="hello"):
    """The answer to ``hello``.

    Attributes:
        version: the version of the protocol.
        engine: what answers.
        capabilities: what this host does: ``play``, ``watch``, ``record``, ``questions``.
        presets: the presets of rules, with the options that differ from the standard game.
        options: all options with their values in the standard game (docs/RULES.md).
        agents: the agents that can be seated.
        call_points: what each call wins or loses (R-008, R-015).
        limits: the bounds of this host for a client, by name; null for none.
    """

    version: Count
    engine: str
    capabilities: tuple[str, ...]
    presets: dict[str, dict[str, bool | int | str]]
    options: dict[str, bool | int | str]
    agents: tuple[str, ...]
    call_points: dict[CallKind, int]
    limits: dict[str, int | float | None]


class Attached(Tagged, frozen=True, kw_only=True, tag=""):
    """The connection is at a match now.

    Attributes:
        match: the match.
        view: all that may be known from here, at the ``seq`` that it names; every later step
            follows as an ``event``.
        missed: the steps after ``last_seq`` up to the view, as far as they are still there; they
            are in the view already.
    """

    match: MatchId
    view: MatchView
    missed: tuple[Event, ...] = ()


class Created(Tagged, frozen=True, kw_only=True, tag="create"):
    """The answer to ``create``.

    Attributes:
        match: the match.
        tokens: by seat, the tokens of the seats that were asked for as ``me`` or ``invite``.
        seed_hash: the SHA-256, in hexadecimal, of the match's seed.
        views: the view from each of one's own seats.
    """

    match: MatchId
    tokens: tuple[Token | None, Token | None, Token | None, Token | None]
    seed_hash: str
    views: tuple[MatchView, ...] = ()


class Taken(Attached, frozen=True, kw_only=True, tag="take"):
    """The answer to ``take``.

    Attributes:
        seat: the seat.
        token: its token; keep it secret, and to come back.
    """

    seat: Seat
    token: Token


class Resumed(Attached, frozen=True, kw_only=True, tag="resume"):
    """The answer to ``resume``.

    Attributes:
        seat: the seat.
    """

    seat: Seat


class Watching(Attached, frozen=True, kw_only=True, tag="watch"):
    """The answer to ``watch``."""


class Left(Tagged, frozen=True, kw_only=True, tag="leave"):
    """The answer to ``leave``."""


class Caution(Part, frozen=True, kw_only=True):
    """Something legal that is hardly ever meant.

    Attributes:
        code: a word for programs.
        rule: the number of the rule.
        message: a sentence for people.
    """

    code: str
    rule: str
    message: str


class Acted(Tagged, frozen=True, kw_only=True, tag="act"):
    """The answer to ``act``: it is done and kept.

    Attributes:
        held: it takes effect when the others have answered too, or when the bomb window is over.
        warning: of an ``act`` with ``check``: what people should think of before they do that.
    """

    held: bool = False
    warning: Caution | None = None


class MatchInfo(Part, frozen=True, kw_only=True):
    """A match in the list.

    Attributes:
        match: the match.
        life: where it stands.
        seats: who sits where.
        settings: how it is played.
        round: the round being played, or the last one; 0 before the first.
        totals: the points so far.
    """

    match: MatchId
    life: MatchLife
    seats: Four
    settings: Settings
    round: Count
    totals: Points


class Listed(Tagged, frozen=True, kw_only=True, tag="list"):
    """The answer to ``list``.

    Attributes:
        matches: the newest matches, as many as the host shows.
    """

    matches: tuple[MatchInfo, ...]


class RecordFound(Tagged, frozen=True, kw_only=True, tag="record"):
    """The answer to ``record``.

    Attributes:
        match: the match.
        record: the record: lines of JSON (docs/NOTATION.md), each with its line end.
    """

    match: MatchId
    record: str


class LegalActionsFound(Tagged, frozen=True, kw_only=True, tag="legal_actions"):
    """The answer to ``legal_actions``.

    Attributes:
        seats: what the seats 0 to 3 may do.
    """

    seats: tuple[Legal, Legal, Legal, Legal]


class Applied(Tagged, frozen=True, kw_only=True, tag="apply"):
    """The answer to ``apply``.

    Attributes:
        position: the next position.
        events: what happened, the private parts of all seats included.
    """

    position: str
    events: tuple[Happening, ...]


class Classified(Tagged, frozen=True, kw_only=True, tag="classify"):
    """The answer to ``classify``.

    Attributes:
        readings: none, one or two; of two, the higher one first.
    """

    readings: tuple[Combo, ...]


class LegalPlaysFound(Tagged, frozen=True, kw_only=True, tag="legal_plays"):
    """The answer to ``legal_plays``.

    Attributes:
        legal: the plays, and ``pass`` where it is allowed.
    """

    legal: Legal


Result: TypeAlias = (
    Greeting
    | Created
    | Taken
    | Resumed
    | Watching
    | Left
    | Acted
    | Listed
    | RecordFound
    | LegalActionsFound
    | Applied
    | Classified
    | LegalPlaysFound
)


class Ok(Tagged, frozen=True, kw_only=True, tag="ok"):
    """The request was done.

    Attributes:
        id: the request's id.
        result: what came of it; its ``type`` is the request's.
    """

    id: str
    result: Result


class Error(Tagged, frozen=True, kw_only=True, tag="error"):
    """The request was refused, and nothing has changed.

    Attributes:
        id: the request's id; null if none could be read.
        code: a word for programs; docs/PROTOCOL.md lists them.
        rule: the number of the rule that decides, where one does (docs/RULES.md).
        message: one sentence that says what to do.
        where: the place in the request.
    """

    id: str | None
    code: str
    rule: str | None = None
    message: str
    where: str | None = None


ServerMessage: TypeAlias = Ok | Error | Push
