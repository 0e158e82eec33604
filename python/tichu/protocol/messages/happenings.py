"""What can have happened: the parts of an ``event``.

The first group is what :mod:`tichu.events` has, with the same meaning; the rest is about the match
and its seats.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from tichu.protocol.messages.basics import (
    CallKind,
    Cards,
    Combo,
    Count,
    Part,
    Place,
    Points,
    Rank,
    Seat,
    SeatInfo,
    Settings,
    Tagged,
    Team,
)

__all__ = [
    "Dealt",
    "Exchanged",
    "Gave",
    "GrandAnswered",
    "GrandClosed",
    "Happening",
    "LeadPassed",
    "MatchCreated",
    "MatchOver",
    "Out",
    "Passed",
    "Picked",
    "PicksWithdrawn",
    "Played",
    "Received",
    "Refused",
    "RoundBegun",
    "RoundOver",
    "ScoreLine",
    "SeatChanged",
    "TichuCalled",
    "TrickRipe",
    "TrickTaken",
    "WishEnded",
    "WishFulfilled",
]


class Dealt(Tagged, frozen=True, kw_only=True, tag="dealt"):
    """The seat took up cards: eight, then six (R-007). Only the seat itself is told.

    Attributes:
        seat: the seat.
        cards: its new cards.
    """

    seat: Seat
    cards: Cards


class GrandAnswered(Tagged, frozen=True, kw_only=True, tag="grand_answered"):
    """The seat's own Grand Tichu answer. Only the seat itself is told.

    Attributes:
        seat: the seat.
        call: whether it called.
    """

    seat: Seat
    call: bool


class GrandClosed(Tagged, frozen=True, kw_only=True, tag="grand_closed"):
    """All four Grand Tichu answers are in (R-009).

    Attributes:
        calls: for each seat, whether it called.
    """

    calls: tuple[bool, bool, bool, bool]


class TichuCalled(Tagged, frozen=True, kw_only=True, tag="tichu"):
    """A small Tichu (R-015).

    Attributes:
        seat: who called.
    """

    seat: Seat


class PicksWithdrawn(Tagged, frozen=True, kw_only=True, tag="picks_withdrawn"):
    """A call during the exchange has withdrawn everybody's cards; choose again (R-021)."""


class Picked(Tagged, frozen=True, kw_only=True, tag="picked"):
    """The seat has chosen its three cards, or chosen anew (R-013).

    Attributes:
        seat: the seat.
    """

    seat: Seat


class Gave(Tagged, frozen=True, kw_only=True, tag="gave"):
    """The cards that the seat has chosen to give. Only the seat itself is told.

    Attributes:
        seat: the seat.
        cards: the cards for the next seat, the partner, the previous seat.
    """

    seat: Seat
    cards: tuple[Cards, Cards, Cards]


class Exchanged(Tagged, frozen=True, kw_only=True, tag="exchanged"):
    """The cards have changed hands (R-014).

    Attributes:
        opener: who has the Mah Jong and leads.
    """

    opener: Seat


class Received(Tagged, frozen=True, kw_only=True, tag="received"):
    """The cards that the seat was given. Only the seat itself is told.

    Attributes:
        seat: the seat.
        cards: the cards from the next seat, the partner, the previous seat.
    """

    seat: Seat
    cards: tuple[Cards, Cards, Cards]


class Played(Tagged, frozen=True, kw_only=True, tag="played"):
    """Cards were laid down.

    Attributes:
        seat: who played.
        play: what was played; a single Phoenix has the rank that it took (R-042).
        wish: the rank wished for (R-066).
        in_turn: not a bomb out of turn.
    """

    seat: Seat
    play: Combo
    wish: Rank | None = None
    in_turn: bool = True


class WishFulfilled(Tagged, frozen=True, kw_only=True, tag="wish_fulfilled"):
    """The wish was met by the play before (R-075).

    Attributes:
        seat: who met it.
        rank: what had been wished for.
    """

    seat: Seat
    rank: Rank


class WishEnded(Tagged, frozen=True, kw_only=True, tag="wish_ended"):
    """The round has ended, and with it the wish, which nobody has met.

    Attributes:
        rank: what had been wished for.
    """

    rank: Rank


class Out(Tagged, frozen=True, kw_only=True, tag="out"):
    """The seat has no cards left.

    Attributes:
        seat: the seat.
        place: 1 for the first who went out.
    """

    seat: Seat
    place: Place


class LeadPassed(Tagged, frozen=True, kw_only=True, tag="lead_passed"):
    """The Dog gave the lead away (R-083, R-084), and lies with its player's tricks (R-085).

    Attributes:
        seat: who played the Dog.
        to: who leads; left out if the Dog was the card that ended the round.
    """

    seat: Seat
    to: Seat | None = None


class Passed(Tagged, frozen=True, kw_only=True, tag="passed"):
    """A pass on the regular turn.

    Attributes:
        seat: who passed.
    """

    seat: Seat


class TrickRipe(Tagged, frozen=True, kw_only=True, tag="trick_ripe"):
    """All others have passed; only bombs are still possible (R-060).

    Attributes:
        owner: who will get the trick.
    """

    owner: Seat


class TrickTaken(Tagged, frozen=True, kw_only=True, tag="trick_taken"):
    """The trick was taken, or given away with the Dragon (R-053, R-088).

    Attributes:
        owner: who had won it.
        to: who has got it.
        cards: what was in it.
    """

    owner: Seat
    to: Seat
    cards: Cards


class ScoreLine(Part, frozen=True, kw_only=True):
    """A line of the score sheet. Those of a round add up to what it gives.

    Attributes:
        what: ``double``: a double victory (R-096); ``tricks``: the cards that the seat has won;
            ``hand``: the cards left with the last player, which count for the other team (R-098);
            ``call``: a call.
        seat: whose it is; of a double victory, who went out first.
        to: who gets the tricks, if another: the last player's go to the first (R-099).
        cards: the cards that were left.
        call: which call.
        team: the team that it counts for.
        points: how many; a call that was lost has less than 0.
        rule: the number of the rule that makes it so, where one does.
    """

    what: Literal["double", "tricks", "hand", "call"]
    seat: Seat
    to: Seat | None = None
    cards: Cards = ""
    call: CallKind | None = None
    team: Team
    points: int
    rule: str | None = None


class RoundOver(Tagged, frozen=True, kw_only=True, tag="round_over"):
    """The round has ended and is counted. Every pair is team 02, team 13.

    Attributes:
        round: the number of the round, from 1.
        out: the seats in the order in which they went out.
        double: a double victory (R-096).
        card: card points, or the double victory's.
        bonus: won and lost with calls (R-102).
        total: the two added.
        totals: the match so far.
        lines: how this came together, as a score sheet has it: the double victory, or each seat's
            tricks and the last player's hand, which add up to ``card``; then the calls, to
            ``bonus``.
    """

    round: Count
    out: tuple[Seat, ...]
    double: bool
    card: Points
    bonus: Points
    total: Points
    totals: Points
    lines: tuple[ScoreLine, ...] = ()


class MatchCreated(Tagged, frozen=True, kw_only=True, tag="match_created"):
    """The match was made; always ``seq`` 1.

    Attributes:
        seats: who sits where.
        settings: how it is played; with the hash of the seed.
    """

    seats: tuple[SeatInfo, SeatInfo, SeatInfo, SeatInfo]
    settings: Settings


class SeatChanged(Tagged, frozen=True, kw_only=True, tag="seat_changed"):
    """Somebody has sat down, left, or an agent has taken over or given back.

    Attributes:
        seat: the seat.
        info: who has it now.
    """

    seat: Seat
    info: SeatInfo


class RoundBegun(Tagged, frozen=True, kw_only=True, tag="round_begun"):
    """A round was dealt.

    Attributes:
        round: its number, from 1.
    """

    round: Count


class Refused(Tagged, frozen=True, kw_only=True, tag="refused"):
    """Something that the seat did in a bomb window has become impossible. Only it is told.

    Attributes:
        seat: the seat.
        action: what it had done, as text.
        code: why not.
        rule: the number of the rule that decides.
        message: the same as a sentence.
    """

    seat: Seat
    action: str
    code: str
    rule: str | None = None
    message: str


class MatchOver(Tagged, frozen=True, kw_only=True, tag="match_over"):
    """The match has ended, and anybody can check its deals now.

    Attributes:
        winner: the team, ``draw``, or null if the match was broken off.
        totals: the points.
        seed: the seed of the deals; its hash was published when the match was made.
    """

    winner: str | None
    totals: Points
    seed: str


Happening: TypeAlias = (
    Dealt
    | GrandAnswered
    | GrandClosed
    | TichuCalled
    | PicksWithdrawn
    | Picked
    | Gave
    | Exchanged
    | Received
    | Played
    | WishFulfilled
    | Out
    | LeadPassed
    | Passed
    | TrickRipe
    | TrickTaken
    | WishEnded
    | RoundOver
    | MatchCreated
    | SeatChanged
    | RoundBegun
    | Refused
    | MatchOver
)
