"""The whole of a match as one seat, or a spectator, sees it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from tichu.protocol.messages.basics import (
    CallKind,
    Cards,
    Combo,
    Count,
    MatchId,
    MatchLife,
    Part,
    Points,
    Rank,
    RoundPhase,
    Seat,
    SeatInfo,
    Settings,
)
from tichu.protocol.messages.happenings import RoundOver

__all__ = ["MatchView", "RoundView"]

Gifts: TypeAlias = tuple[Cards, Cards, Cards]
CallShown: TypeAlias = CallKind | None
LastDone: TypeAlias = Combo | Literal["pass"] | None


class RoundView(Part, frozen=True, kw_only=True):
    """A round as one seat, or a spectator, sees it.

    Attributes:
        phase: ``grand``: the Grand Tichu answers are awaited; ``exchange``: the gifts are;
            ``play``: a seat is on turn; ``ripe``: all have passed, the trick is not yet taken;
            ``gift``: a Dragon ended the round and is to be given; ``over``.
        hand: one's own cards; empty for spectators.
        counts: how many cards each seat holds.
        calls: the call of each seat, as far as it is known.
        picks_in: the seats that have chosen their gifts.
        given: what one gave to the next seat, the partner, the previous seat.
        received: what one got from the next seat, the partner, the previous seat.
        opener: who had the Mah Jong after the exchange.
        turn: who is on turn.
        top: the combination to beat.
        owner: who played it.
        passes: passes since then.
        trick: the cards on the table.
        wish: the rank wished for, while the wish stands.
        piles: the cards that each seat has won.
        out: the seats without cards, in the order in which they went out.
        last: what each seat did last in this trick: a play, ``pass``, or nothing yet.
    """

    phase: RoundPhase
    hand: Cards = ""
    counts: tuple[Count, Count, Count, Count]
    calls: tuple[CallShown, CallShown, CallShown, CallShown]
    picks_in: tuple[Seat, ...] = ()
    given: Gifts | None = None
    received: Gifts | None = None
    opener: Seat | None = None
    turn: Seat | None = None
    top: Combo | None = None
    owner: Seat | None = None
    passes: Count = 0
    trick: Cards = ""
    wish: Rank | None = None
    piles: tuple[Cards, Cards, Cards, Cards]
    out: tuple[Seat, ...] = ()
    last: tuple[LastDone, LastDone, LastDone, LastDone]


class MatchView(Part, frozen=True, kw_only=True):
    """A match as one seat, or a spectator, sees it after the step ``seq``.

    Attributes:
        match: the match.
        seat: whose view this is; left out for a spectator.
        seq: the last step that is in it.
        position: how many deals and actions there have been.
        life: where the match stands.
        seats: who sits where.
        settings: how it is played; with the hash of the seed.
        round: the number of the round, from 1; 0 before the first.
        totals: the points so far.
        winner: who won, when the match is over.
        seed: the seed of the deals, when the match is over.
        table: the round, from its deal until the next one's.
        held: what one has done oneself that takes effect later, as text.
        results: the count of every round so far, of many rounds the last 50; only the last one has
            its lines.
    """

    match: MatchId
    seat: Seat | None = None
    seq: Count
    position: Count
    life: MatchLife
    seats: tuple[SeatInfo, SeatInfo, SeatInfo, SeatInfo]
    settings: Settings
    round: Count
    totals: Points
    winner: Literal["02", "13", "draw"] | None = None
    seed: str | None = None
    table: RoundView | None = None
    held: str | None = None
    results: tuple[RoundOver, ...] = ()
