"""What the server sends by itself: events, questions to seats, the loss of a seat."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from tichu.protocol.messages.basics import (
    Cards,
    CombinationType,
    Count,
    MatchId,
    Part,
    Rank,
    RoundPhase,
    Seat,
    Tagged,
)
from tichu.protocol.messages.happenings import Happening
from tichu.protocol.messages.views import MatchView

__all__ = ["Ask", "AskKind", "Cause", "Detached", "Event", "Legal", "PlayGroup", "Seated"]

Cause = Literal["player", "agent", "clock", "table"]
"""Who decided: the player; an agent; the clock, because time was up; the table, because there was
nothing to decide."""

AskKind = Literal["grand", "tichu", "exchange", "play", "bomb", "dragon", "next", "wait"]
"""What a seat is asked: the Grand Tichu answer; to call Tichu or decline (only programs that a host
has started); its gifts; to play or pass; to bomb or decline; who gets the Dragon's trick; whether
the next round may begin; nothing (but some things may be done)."""


class PlayGroup(Part, frozen=True, kw_only=True):
    """Plays of one type, rank, length and Phoenix.

    Attributes:
        type: what they are.
        rank: as in a combination.
        phoenix: the rank that the Phoenix stands for, if it is among other cards.
        wish: they have the Mah Jong, so one of the ``wishes`` may go with them.
        plays: the plays, with a blank between; each letter is a card of ``hand``: ``a`` the first,
            ``b`` the second, to ``n`` the fourteenth.
    """

    type: CombinationType
    rank: Annotated[float, Meta(ge=0, le=15)]
    phoenix: Rank | None = None
    wish: bool = False
    plays: Annotated[str, Meta(min_length=1, pattern=r"^[a-n]+(?: [a-n]+)*$(?!\n)")]


class Legal(Part, frozen=True, kw_only=True):
    """All that a seat may do, each in the form in which it can be sent back.

    Attributes:
        actions: actions as text, to be sent back as they are: ``pass``, ``tichu``, ``decline``.
        hand: the seat's cards, which the letters of the plays stand for.
        plays: the plays, in groups. They are numbered from 0 through all groups, in their order.
        count: how many plays there are.
        wishes: what may be wished for with a play that has the Mah Jong; null is no wish.
        give: cards to give away in the exchange; any three different ones, as ``give 2j 5s 9t``:
            to the next seat, the partner, the previous seat.
    """

    actions: tuple[str, ...] = ()
    hand: Cards = ""
    plays: tuple[PlayGroup, ...] = ()
    count: Count = 0
    wishes: tuple[Rank | None, ...] = ()
    give: Cards = ""


class Ask(Tagged, frozen=True, kw_only=True, tag="ask"):
    """What the seat may do now; it holds until the next ``ask`` for the seat.

    The answers are those of a ``Legal``; they stand here themselves, after what is asked.

    Attributes:
        match: the match.
        seat: the seat.
        position: to be named by the ``act`` that answers.
        kind: what is asked. Only ``wait`` needs no answer.
        deadline: seconds from now until a harmless answer is given for the seat.
        bank: how many of these seconds come out of the seat's bank.
        actions: as in ``Legal``.
        hand: as in ``Legal``.
        plays: as in ``Legal``.
        count: as in ``Legal``.
        wishes: as in ``Legal``.
        give: as in ``Legal``.
    """

    match: MatchId
    seat: Seat
    position: Count
    kind: AskKind
    deadline: float | None = None
    bank: float | None = None
    actions: tuple[str, ...] = ()
    hand: Cards = ""
    plays: tuple[PlayGroup, ...] = ()
    count: Count = 0
    wishes: tuple[Rank | None, ...] = ()
    give: Cards = ""


class Event(Tagged, frozen=True, kw_only=True, tag="event"):
    """A step of a match. Everybody gets every step, with what he may know of it.

    Attributes:
        match: the match.
        seat: the seat that it is sent to; left out for a watcher.
        seq: the number of the step: 1, 2, 3 and so on, the same for everybody.
        position: how many deals and actions there have been in the match.
        actor: the seat that acted, if one did.
        by: who decided, if a seat acted.
        open_seed: the seed came from a client, who may know all cards.
        phase: where the round stands now; left out where it stood before.
        turn: who is on turn now; left out if nobody is.
        owner: who holds the trick on the table now; left out if there is none.
        counts: how many cards each seat holds now; left out if no hand has changed.
        events: what happened, in order; it may be empty for those who may not know.
    """

    match: MatchId
    seat: Seat | None = None
    seq: Count
    position: Count
    actor: Seat | None = None
    by: Cause | None = None
    open_seed: bool = False
    phase: RoundPhase | None = None
    turn: Seat | None = None
    owner: Seat | None = None
    counts: tuple[Count, Count, Count, Count] | None = None
    events: tuple[Happening, ...]


class Detached(Tagged, frozen=True, kw_only=True, tag="detached"):
    """This connection hears no more of a seat or a match.

    Attributes:
        match: the match.
        seat: the seat; left out for a watcher.
        reason: ``replaced``: another connection has come with the token; ``gone``: the host keeps
            the match no longer.
    """

    match: MatchId
    seat: Seat | None = None
    reason: Literal["replaced", "gone"]


class Seated(Tagged, frozen=True, kw_only=True, tag="seated"):
    """The host has given this connection a seat that it did not ask for: it is a program that the
    host has started, and a match begins.

    Attributes:
        match: the match.
        seat: the seat.
        view: all that may be known from there.
    """

    match: MatchId
    seat: Seat
    view: MatchView


Push: TypeAlias = Event | Ask | Detached | Seated
