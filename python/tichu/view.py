"""What one seat may see: the only door through which a player looks at a round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from msgspec import Struct

from tichu._core import DECK, MAHJONG, Card, CardSet, Combination
from tichu.checks import check_int, check_kind
from tichu.errors import InvalidValue
from tichu.events import Event
from tichu.exchange import gifts_to
from tichu.finish import shown_hand
from tichu.rng import RandomSource, shuffled
from tichu.round_score import Call, RoundScore
from tichu.rules import Rules
from tichu.seats import SEATS, Quad, next_seat, partner_of, previous_seat
from tichu.state import Gifts, Phase, RoundState

__all__ = ["SeatView", "determinize", "view"]

_EMPTY = CardSet()

# Asking a set is many times faster than asking the union, and histories are long.
_EVENT_KINDS = frozenset(get_args(Event))


class SeatView(Struct, frozen=True, kw_only=True):
    """A round as one seat sees it. Fields that :class:`RoundState` has too mean the same.

    Attributes:
        seat: whose view this is.
        hand: the seat's own cards.
        hand_counts: how many cards each seat holds.
        calls: the calls that are known; while the Grand Tichu answers come in, only one's own.
        own_grand_answer: the seat's own answer; the others show in ``calls`` when all are in.
        picks_in: the seats whose picks for the exchange are in.
        given: the seat's own gifts, to the next seat, the partner, the previous seat.
        received: what it got, from the next seat, the partner, the previous seat.
        last_hand: the cards left with the last player, once they are counted (R-098); none after a
            double victory.
        history: the events of the round that the seat may know, as far as they were handed in.
    """

    seat: int
    rules: Rules
    phase: Phase
    hand: CardSet
    hand_counts: Quad[int]
    calls: Quad[Call | None]
    own_grand_answer: bool | None
    picks_in: tuple[int, ...]
    given: Gifts | None
    received: Gifts | None
    opener: int | None
    turn: int | None
    top: Combination | None
    owner: int | None
    passes: int
    trick: CardSet
    wish: int | None
    piles: Quad[CardSet]
    out: tuple[int, ...]
    last_hand: CardSet
    score: RoundScore | None
    history: tuple[Event, ...]


def view(state: RoundState, seat: int, history: Iterable[Event] = ()) -> SeatView:
    """What the seat may know of the state, and of the events that led to it.

    Raises:
        InvalidValue: ``seat`` is not 0 to 3 (``bad_seat``), or ``state`` or an event is of another
            type (``wrong_type``).
    """
    check_kind(state, RoundState, "state")
    check_int(seat, 0, 3, "seat", code="bad_seat")
    in_exchange = state.phase == "exchange"
    after_exchange = state.phase not in ("grand", "exchange")
    a, b, c, d = state.hands
    return SeatView(
        seat=seat,
        rules=state.rules,
        phase=state.phase,
        hand=state.hands[seat],
        hand_counts=(len(a), len(b), len(c), len(d)),
        calls=_known_calls(state, seat),
        own_grand_answer=state.grand_answers[seat],
        picks_in=_picks_in(state) if in_exchange else (),
        given=state.exchange[seat],
        received=_received(state, seat) if after_exchange else None,
        opener=state.opener,
        turn=state.turn,
        top=state.top,
        owner=state.owner,
        passes=state.passes,
        trick=state.trick,
        wish=state.wish,
        piles=state.piles,
        out=state.out,
        last_hand=shown_hand(state),
        score=state.score,
        history=_known_events(history, seat),
    )


def _known_events(history: Iterable[Event], seat: int) -> tuple[Event, ...]:
    check_kind(history, Iterable, "history")
    known: list[Event] = []
    for event in history:
        if type(event) not in _EVENT_KINDS:
            check_kind(event, Event, "history")
        if event.private_to in (None, seat):
            known.append(event)
    return tuple(known)


def _known_calls(state: RoundState, seat: int) -> Quad[Call | None]:
    if state.phase != "grand":
        return state.calls
    # the answers are shown when all four are in.
    a, b, c, d = (call if other == seat else None for other, call in enumerate(state.calls))
    return (a, b, c, d)


def _picks_in(state: RoundState) -> tuple[int, ...]:
    return tuple(seat for seat in SEATS if state.exchange[seat] is not None)


def _received(state: RoundState, seat: int) -> Gifts | None:
    received = gifts_to(state.exchange, seat)
    return None if received == (None, None, None) else received


def determinize(seen: SeatView, rng: RandomSource) -> RoundState:
    """A state that the seat cannot tell from the real one.

    Uniform over the deals that agree with the hand sizes, the cards seen, the seat's own gifts not
    yet played, and the opener's unplayed Mah Jong. What the others gave each other stays unknown,
    except in the phase ``exchange``, where their picks are three random cards.

    Raises:
        InvalidValue: the view does not account for all 56 cards (``incomplete_view``).
    """
    check_kind(seen, SeatView, "seen")
    pool = DECK - seen.hand - seen.trick
    for pile in seen.piles:
        pool -= pile
    known = _known_holdings(seen, pool)
    hands, stock = _fill(seen, known, pool, rng)
    return RoundState(
        rules=seen.rules,
        phase=seen.phase,
        hands=hands,
        stock=stock,
        calls=seen.calls,
        grand_answers=_own_answer_only(seen),
        exchange=_plausible_exchange(seen, hands, rng),
        opener=seen.opener,
        turn=seen.turn,
        top=seen.top,
        owner=seen.owner,
        passes=seen.passes,
        trick=seen.trick,
        wish=seen.wish,
        piles=seen.piles,
        out=seen.out,
        score=seen.score,
    )


def _known_holdings(seen: SeatView, pool: CardSet) -> list[CardSet]:
    """The hidden cards whose holder the seat knows, by seat."""
    known = [_EMPTY, _EMPTY, _EMPTY, _EMPTY]
    if seen.phase in ("grand", "exchange"):
        return known
    receivers = (next_seat(seen.seat), partner_of(seen.seat), previous_seat(seen.seat))
    for to, card in zip(receivers, seen.given or (), strict=False):
        if card is not None and card in pool:
            known[to] |= CardSet(card)
    for seat in SEATS:
        if seat not in seen.out and seat != seen.seat:
            known[seat] |= seen.last_hand & pool
    if seen.opener is not None and MAHJONG in pool:
        known[seen.opener] |= CardSet(MAHJONG)
    return known


def _fill(
    seen: SeatView, known: list[CardSet], pool: CardSet, rng: RandomSource
) -> tuple[Quad[CardSet], Quad[CardSet]]:
    """All hands, and in the phase ``grand`` the cards yet to come, from the hidden cards."""
    free = list(pool)
    for cards in known:
        free = [card for card in free if card not in cards]
    order = shuffled(free, rng)
    stock_size = 6 if seen.phase == "grand" else 0
    needs = [
        0 if seat == seen.seat else seen.hand_counts[seat] - len(known[seat]) for seat in SEATS
    ]
    if min(needs) < 0 or sum(needs) + 4 * stock_size != len(order):
        raise InvalidValue(
            "The view does not account for the 56 cards, so nothing can be drawn from it.",
            code="incomplete_view",
        )
    hands = [known[seat] | _take(order, needs[seat]) for seat in SEATS]
    hands[seen.seat] = seen.hand
    stock = [_take(order, stock_size) for _ in SEATS]
    return (hands[0], hands[1], hands[2], hands[3]), (stock[0], stock[1], stock[2], stock[3])


def _take(order: list[Card], count: int) -> CardSet:
    taken = CardSet(order[:count])
    del order[:count]
    return taken


def _own_answer_only(seen: SeatView) -> Quad[bool | None]:
    if seen.phase == "grand":
        a, b, c, d = (seen.own_grand_answer if seat == seen.seat else None for seat in SEATS)
    elif seen.own_grand_answer is None:
        return (None, None, None, None)
    else:
        a, b, c, d = (call == "grand" for call in seen.calls)
    return (a, b, c, d)


def _plausible_exchange(
    seen: SeatView, hands: Quad[CardSet], rng: RandomSource
) -> Quad[Gifts | None]:
    gifts: list[Gifts | None] = [None, None, None, None]
    for seat in seen.picks_in:
        one, two, three = shuffled(list(hands[seat]), rng)[:3]
        gifts[seat] = (one, two, three)
    if seen.received is not None:
        one_, two_, three_ = seen.received
        gifts[next_seat(seen.seat)] = (None, None, one_)
        gifts[partner_of(seen.seat)] = (None, two_, None)
        gifts[previous_seat(seen.seat)] = (three_, None, None)
    gifts[seen.seat] = seen.given
    return (gifts[0], gifts[1], gifts[2], gifts[3])
