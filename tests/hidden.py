"""Other worlds that a seat cannot tell from the real one, made by exchanging what it cannot see."""

from __future__ import annotations

import random

from msgspec.structs import replace

from tichu import MAHJONG, Card, CardSet, Event, RoundState
from tichu.events import CardsDealt, CardsReceived, GrandAnswered
from tichu.seats import SEATS


def known_to(state: RoundState, seat: int) -> list[CardSet]:
    """What the seat knows of each other's hand: its gifts, and the opener's Mah Jong."""
    known = [CardSet()] * 4
    if state.phase in ("grand", "exchange"):
        return known
    for step, card in enumerate(state.exchange[seat] or (), start=1):
        holder = (seat + step) % 4
        if card is not None and card in state.hands[holder]:
            known[holder] |= CardSet(card)
    opener = state.opener
    if opener is not None and opener != seat and MAHJONG in state.hands[opener]:
        known[opener] |= CardSet(MAHJONG)
    return known


def other_world(state: RoundState, seat: int, rng: random.Random) -> RoundState:
    """The state with hidden cards, picks and answers exchanged at random."""
    known = known_to(state, seat)
    places = [
        (name, other)
        for name in ("hands", "stock")
        for other in SEATS
        if name == "stock" or other != seat
    ]
    parts = {"hands": list(state.hands), "stock": list(state.stock)}
    hidden = [
        card for name, other in places for card in parts[name][other] if card not in known[other]
    ]
    rng.shuffle(hidden)
    for name, other in places:
        fixed = known[other] if name == "hands" else CardSet()
        count = len(parts[name][other]) - len(fixed)
        parts[name][other] = fixed | CardSet(hidden[:count])
        del hidden[:count]
    a, b, c, d = parts["hands"]
    w, x, y, z = parts["stock"]
    dealt = replace(state, hands=(a, b, c, d), stock=(w, x, y, z))
    return _other_answers(_other_gifts(dealt, seat, rng), seat, rng)


def _other_gifts(state: RoundState, seat: int, rng: random.Random) -> RoundState:
    gifts = list(state.exchange)
    for giver in SEATS:
        if giver == seat or gifts[giver] is None:
            continue
        if state.phase == "exchange":
            gifts[giver] = tuple(rng.sample(list(state.hands[giver]), 3))
        else:
            # What the seat itself got from the giver is known, the rest of the gifts is not.
            seen = (seat - giver) % 4 - 1
            gifts[giver] = tuple(
                card if place == seen else _any_card(state.hands[(giver + place + 1) % 4], rng)
                for place, card in enumerate(gifts[giver] or ())
            )
    a, b, c, d = gifts
    return replace(state, exchange=(a, b, c, d))


def _any_card(hand: CardSet, rng: random.Random) -> Card | None:
    return rng.choice([None, *hand])


def _other_answers(state: RoundState, seat: int, rng: random.Random) -> RoundState:
    if state.phase != "grand":
        return state
    answers = [
        state.grand_answers[seat] if other == seat else rng.choice([None, True, False])
        for other in SEATS
    ]
    if None not in answers:
        answers[(seat + 1) % 4] = None
    a, b, c, d = answers
    w, x, y, z = ("grand" if answer else None for answer in answers)
    return replace(state, grand_answers=(a, b, c, d), calls=(w, x, y, z))


def other_history(events: list[Event], seat: int, rng: random.Random) -> list[Event]:
    """The events with what is private to others changed."""
    return [_other_event(event, rng) if event.private_to != seat else event for event in events]


def _other_event(event: Event, rng: random.Random) -> Event:
    match event:
        case CardsDealt():
            return replace(event, cards=CardSet(list(event.cards)[1:]))
        case GrandAnswered():
            return replace(event, call=not event.call)
        case CardsReceived():
            return replace(event, cards=tuple(rng.sample(event.cards, 3)))
        case _:
            return event
