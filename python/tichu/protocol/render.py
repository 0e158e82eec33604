"""From the engine's values to those of the messages, and who may be told what.

A seat's view is made from :func:`tichu.view.view`, and an event that is private to a seat goes to
it alone, so nothing can be sent that the engine does not let the seat see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from tichu import events as core
from tichu._core import Card, CardSet, Combination
from tichu.events import Event
from tichu.finish import shown_hand
from tichu.protocol.messages import happenings as wire
from tichu.protocol.messages.basics import Combo, Points, Team
from tichu.protocol.messages.happenings import Happening
from tichu.protocol.messages.views import Gifts, LastDone, RoundView
from tichu.round_score import Call, ScoreLine
from tichu.scoring import score_lines
from tichu.seats import Quad
from tichu.state import Gifts as CoreGifts
from tichu.state import RoundState
from tichu.view import SeatView, view

__all__ = [
    "Told",
    "cards_text",
    "combo",
    "gave",
    "round_view",
    "seen_round",
    "tell",
    "tell_round_over",
    "what_ends",
]


class Told(Struct, frozen=True):
    """A part of a step, and the one seat that is told; None for everybody."""

    to: int | None
    what: Happening


def cards_text(cards: CardSet) -> str:
    """Cards without blanks, in the order of the deck."""
    return str(cards).replace(" ", "")


def combo(combination: Combination) -> Combo:
    """A combination as a message has it."""
    return Combo(
        type=combination.type,
        rank=combination.rank,
        cards=cards_text(combination.cards),
        phoenix=combination.phoenix_rank,
    )


def tell(event: Event) -> Told:
    """An event of a round, other than its end, and who is told."""
    write: Callable[[Any], Happening] = _WRITERS[type(event)]
    return Told(event.private_to, write(event))


def tell_round_over(
    event: core.RoundOver, counted: RoundState | SeatView, number: int, totals: Points
) -> wire.RoundOver:
    """The end of a round, with where the match stands now.

    Args:
        event: what the engine says.
        counted: the round, or what a seat sees of it.
        number: the number of the round.
        totals: the points of the match.
    """
    score = event.score
    return wire.RoundOver(
        round=number,
        out=event.out,
        double=score.double,
        card=score.card,
        bonus=score.bonus,
        total=score.total,
        totals=totals,
        lines=_lines(counted),
    )


_TEAMS: tuple[Team, Team] = ("02", "13")


def _lines(counted: RoundState | SeatView) -> tuple[wire.ScoreLine, ...]:
    left = counted.last_hand if isinstance(counted, SeatView) else shown_hand(counted)
    lines = score_lines(counted.out, counted.piles, left, counted.calls, counted.rules)
    return tuple(_line(line, counted.calls, left) for line in lines)


def _line(line: ScoreLine, calls: Quad[Call | None], left: CardSet) -> wire.ScoreLine:
    return wire.ScoreLine(
        what=line.what,
        seat=line.seat,
        to=line.to,
        cards=cards_text(left) if line.what == "hand" else "",
        call=calls[line.seat] if line.what == "call" else None,
        team=_TEAMS[line.team],
        points=line.points,
        rule=line.rule,
    )


def what_ends(events: Iterable[Event], wish: int | None) -> tuple[Happening, ...]:
    """What the end of a round clears away without an event of its own: the Dog that was its last
    card, and a wish that stands. It is told before the end, so that nobody has to know the rule.

    Args:
        events: the last events of the round, to its end.
        wish: the wish that stood before them.
    """
    dog: int | None = None
    for event in events:
        if isinstance(event, core.Played):
            dog = event.seat if event.combination.type == "dog" else None
            wish = event.wish or wish
        elif isinstance(event, core.LeadPassed):
            dog = None
        elif isinstance(event, core.WishFulfilled):
            wish = None
    ends: list[Happening] = []
    if dog is not None:
        ends.append(wire.LeadPassed(seat=dog))
    if wish is not None:
        ends.append(wire.WishEnded(rank=wish))
    return tuple(ends)


def gave(seat: int, gifts: CoreGifts) -> Told:
    """The cards that a seat has chosen to give; only it is told."""
    return Told(seat, wire.Gave(seat=seat, cards=_three(gifts)))


def _three(cards: Iterable[Card | None]) -> Gifts:
    one, two, three = ("" if card is None else str(card) for card in cards)
    return one, two, three


def _played(event: core.Played) -> wire.Played:
    return wire.Played(
        seat=event.seat,
        play=combo(event.combination),
        wish=event.wish,
        in_turn=event.in_turn,
    )


_WRITERS: dict[type[Event], Callable[[Any], Happening]] = {
    core.CardsDealt: lambda e: wire.Dealt(seat=e.seat, cards=cards_text(e.cards)),
    core.GrandAnswered: lambda e: wire.GrandAnswered(seat=e.seat, call=e.call),
    core.GrandClosed: lambda e: wire.GrandClosed(calls=e.calls),
    core.TichuCalled: lambda e: wire.TichuCalled(seat=e.seat),
    core.PicksWithdrawn: lambda _: wire.PicksWithdrawn(),
    core.ExchangePicked: lambda e: wire.Picked(seat=e.seat),
    core.ExchangeDone: lambda e: wire.Exchanged(opener=e.opener),
    core.CardsReceived: lambda e: wire.Received(seat=e.seat, cards=_three(e.cards)),
    core.Played: _played,
    core.WishFulfilled: lambda e: wire.WishFulfilled(seat=e.seat, rank=e.rank),
    core.PlayerOut: lambda e: wire.Out(seat=e.seat, place=e.place),
    core.LeadPassed: lambda e: wire.LeadPassed(seat=e.seat, to=e.to),
    core.Passed: lambda e: wire.Passed(seat=e.seat),
    core.TrickRipe: lambda e: wire.TrickRipe(owner=e.owner),
    core.TrickTaken: lambda e: wire.TrickTaken(owner=e.owner, to=e.to, cards=cards_text(e.cards)),
}


def round_view(state: RoundState, seat: int | None, last: Quad[LastDone]) -> RoundView:
    """A round as a seat, or a spectator (None), sees it."""
    if seat is not None:
        return seen_round(view(state, seat), last)
    return _round(view(state, 0), last, own=False)


def seen_round(seen: SeatView, last: Quad[LastDone] = (None, None, None, None)) -> RoundView:
    """A round as a seat sees it, from its view."""
    return _round(seen, last, own=True)


def _round(seen: SeatView, last: Quad[LastDone], *, own: bool) -> RoundView:
    in_grand = seen.phase == "grand"
    return RoundView(
        phase=seen.phase,
        hand=cards_text(seen.hand) if own else "",
        counts=seen.hand_counts,
        calls=(None, None, None, None) if in_grand and not own else seen.calls,
        picks_in=seen.picks_in,
        given=_gifts(seen.given) if own else None,
        received=_gifts(seen.received) if own else None,
        opener=seen.opener,
        turn=seen.turn,
        top=None if seen.top is None else combo(seen.top),
        owner=seen.owner,
        passes=seen.passes,
        trick=cards_text(seen.trick),
        wish=seen.wish,
        piles=_piles(seen),
        out=seen.out,
        last=last,
    )


def _gifts(gifts: CoreGifts | None) -> Gifts | None:
    return None if gifts is None else _three(gifts)


def _piles(seen: SeatView) -> Quad[str]:
    a, b, c, d = map(cards_text, seen.piles)
    return a, b, c, d
