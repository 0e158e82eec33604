"""Drawing a whole state from what one seat knows."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings

import hidden
import rounds
import strategies
from rounds import Walk
from tichu import (
    DECK,
    MAHJONG,
    Card,
    CardSet,
    InvalidValue,
    RoundState,
    Rules,
    SeatView,
    determinize,
    format_position,
    legal_actions,
    parse_position,
    stream,
    view,
)
from tichu.seats import SEATS


class Path:
    """A source of randomness that makes prescribed choices, and then the first ones."""

    def __init__(self, choices: list[int]) -> None:
        self.prescribed = choices
        self.made: list[tuple[int, int]] = []

    def randrange(self, stop: int, /) -> int:
        place = len(self.made)
        choice = self.prescribed[place] if place < len(self.prescribed) else 0
        self.made.append((choice, stop))
        return choice


def chances(draw: Callable[[Path], RoundState]) -> dict[RoundState, Fraction]:
    """The exact chance of everything that can be drawn, by making every possible choice."""
    found: dict[RoundState, Fraction] = {}
    choices: list[int] | None = []
    while choices is not None:
        path = Path(choices)
        state = draw(path)
        chance = Fraction(1)
        for _, stop in path.made:
            chance /= stop
        found[state] = found.get(state, Fraction(0)) + chance
        choices = following(path.made)
    assert sum(found.values()) == 1
    return found


def following(made: list[tuple[int, int]]) -> list[int] | None:
    """The next path in order: the last choice that can be raised is, and later ones are dropped."""
    for place in reversed(range(len(made))):
        choice, stop = made[place]
        if choice + 1 < stop:
            return [earlier for earlier, _ in made[:place]] + [choice + 1]
    return None


def check_walk(walk: Walk, seed: int) -> None:
    """The drawn state is valid, and looks to the seat exactly as the real one does."""
    for place, state in enumerate(walk.states):
        seat = place % 4
        seen = view(state, seat, walk.events_up_to(place))
        drawn = determinize(seen, stream(str(seed), "determinize", 1, seat))
        assert view(drawn, seat, seen.history) == seen
        assert sorted(rounds.cards_of(drawn)) == sorted(DECK)
        assert parse_position(format_position(drawn)) == drawn
        assert legal_actions(drawn, seat) == legal_actions(state, seat)
        for other, known in enumerate(hidden.known_to(state, seat)):
            assert known <= drawn.hands[other]


@pytest.mark.parametrize("flip", strategies.SINGLE_FLIPS)
def test_drawn_states_look_the_same(flip: str):
    for seed in range(6):
        check_walk(rounds.walk(strategies.SINGLE_FLIPS[flip], seed), seed)


@given(strategies.rules(), strategies.seeds)
@settings(max_examples=120)
def test_drawn_states_look_the_same_under_any_options(rules: Rules, seed: int):
    check_walk(rounds.walk(rules, seed), seed)


@pytest.mark.soak
@given(strategies.rules(), strategies.seeds)
@settings(max_examples=5_000)
def test_drawn_states_look_the_same_in_many_rounds(rules: Rules, seed: int):
    check_walk(rounds.walk(rules, seed), seed)


def piles_of_the_rest(*held: str) -> str:
    """All cards but these, as four piles in the notation of positions."""
    rest = DECK - CardSet(" ".join(held))
    return f"{str(rest).replace(' ', '')}/-/-/-"


def tiny(hands: str, fields: str = "") -> SeatView:
    """What seat 0 sees of a round near its end."""
    held = hands.replace("/", " ")
    line = f"tichu1 play hands:{hands} turn:0 piles:{piles_of_the_rest(held)} {fields}"
    return view(parse_position(line), 0)


def drawn_hands(seen: SeatView) -> dict[tuple[CardSet, ...], Fraction]:
    found: dict[tuple[CardSet, ...], Fraction] = {}
    for state, chance in chances(lambda path: determinize(seen, path)).items():
        found[state.hands] = found.get(state.hands, Fraction(0)) + chance
    return found


def test_every_deal_of_a_tiny_position_is_as_likely():
    # Five hidden cards as 2 + 2 + 1: 5! / (2! 2! 1!) = 30 deals.
    found = drawn_hands(tiny("As/2j3j/4j5j/6j"))

    assert len(found) == 30
    assert set(found.values()) == {Fraction(1, 30)}


def test_an_own_gift_stays_where_it_was_given():
    # The 3j went to the next seat and the 4j to the partner; 2j 5j 6j are free: 3! = 6 deals.
    found = drawn_hands(tiny("As/2j3j/4j5j/6j", "exchange:3j4jKt/-/-/-"))

    assert len(found) == 6
    assert set(found.values()) == {Fraction(1, 6)}
    assert all(Card("3j") in hands[1] and Card("4j") in hands[2] for hands in found)


def test_the_openers_mah_jong_stays_with_the_opener():
    # The Mah Jong is seat 2's; four free cards as 2 + 1 + 1: 12 deals.
    found = drawn_hands(tiny("As/2j3j/Mj5j/6j", "opener:2"))

    assert len(found) == 12
    assert set(found.values()) == {Fraction(1, 12)}
    assert all(MAHJONG in hands[2] for hands in found)


def test_the_mah_jong_given_away_opens_and_is_known_once():
    found = drawn_hands(tiny("As/2j3j/Mj5j/6j", "opener:2 exchange:KsMjKt/-/-/-"))

    assert len(found) == 12
    assert set(found.values()) == {Fraction(1, 12)}


def test_what_others_gave_each_other_pins_nothing():
    fields = "exchange:-/4j6jKs/QtQs2j/Qp3jQj"
    assert len(drawn_hands(tiny("As/2j3j/4j5j/6j", fields))) == 30


def test_the_streams_draw_evenly_too():
    seen = tiny("As/2j3j/4j5j/6j")
    rng = stream("even", "determinize")
    counts: dict[tuple[CardSet, ...], int] = {}
    for _ in range(6_000):
        hands = determinize(seen, rng).hands
        counts[hands] = counts.get(hands, 0) + 1
    # Chi-square with 29 degrees of freedom: above 65.6 once in ten thousand seeds.
    assert len(counts) == 30
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 65.6


def test_picks_of_others_are_drawn_from_their_hands():
    walk = next(
        w for w in (rounds.walk(Rules(), seed) for seed in range(40)) if some_picks(w) is not None
    )
    state = some_picks(walk)
    assert state is not None
    seat = next(seat for seat in SEATS if state.exchange[seat] is None)
    for seed in range(50):
        drawn = determinize(view(state, seat), random.Random(seed))
        for giver in SEATS:
            gifts = drawn.exchange[giver]
            assert (gifts is None) == (state.exchange[giver] is None)
            assert len(set(gifts or "abc")) == 3
            assert all(card in drawn.hands[giver] for card in gifts or ())


def some_picks(walk: Walk) -> RoundState | None:
    """A state of the exchange in which two or three have picked."""
    for state in walk.states:
        if state.phase == "exchange" and state.exchange.count(None) in (1, 2):
            return state
    return None


def test_the_same_stream_draws_the_same():
    seen = view(rounds.walk(Rules(), 4).start.state, 3)
    one = determinize(seen, stream("7", "determinize", 2, 3))
    assert determinize(seen, stream("7", "determinize", 2, 3)) == one
    assert determinize(seen, stream("8", "determinize", 2, 3)) != one


def test_a_view_without_all_the_cards_is_refused():
    seen = view(parse_position("tichu1 play hands:As/2j/3j/4j turn:0"), 0)
    with pytest.raises(InvalidValue) as caught:
        determinize(seen, random.Random(0))
    assert caught.value.code == "incomplete_view"
