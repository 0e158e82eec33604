"""What type checkers see of the binding: checked by mypy, never run."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, Literal, assert_type

from tichu import DECK, MAHJONG, STANDARD, Card, CardSet, Combination, Plays, Rng
from tichu._core import RANKS, SUITS, TYPES, classify, legal_plays

Suit = Literal["jade", "sword", "pagoda", "star"]
Type = Literal[
    "single", "pair", "triple", "stairs", "fullhouse", "straight", "bomb4", "bombsf", "dog"
]


def cards(card: Card) -> None:
    assert_type(Card("7j"), Card)
    assert_type(Card(card), Card)
    assert_type(Card.from_index(7), Card)
    assert_type(card.rank, int | None)
    assert_type(card.suit, Suit | None)
    assert_type(card.points, int)
    assert_type(card.index, int)
    assert_type(card < MAHJONG, bool)
    assert_type(sorted([card, MAHJONG]), list[Card])
    Card(7)  # type: ignore[arg-type]
    _ = card < 7  # type: ignore[operator]
    card.rank = 7  # type: ignore[misc]


def card_sets(hand: CardSet, card: Card) -> None:
    assert_type(CardSet(), CardSet)
    assert_type(CardSet("7j Ts"), CardSet)
    assert_type(CardSet([card, "Ts"]), CardSet)
    assert_type(CardSet(hand), CardSet)
    assert_type(CardSet.from_mask(7), CardSet)
    assert_type(hand | DECK, CardSet)
    assert_type(hand & DECK, CardSet)
    assert_type(hand - DECK, CardSet)
    assert_type(hand ^ DECK, CardSet)
    assert_type(hand <= DECK, bool)
    assert_type(card in hand, bool)
    assert_type(iter(hand), Iterator[Card])
    assert_type(list(hand), list[Card])
    assert_type(hand.of_rank(7), CardSet)
    assert_type(hand.has_bomb(), bool)
    assert_type(hand.isdisjoint("7j"), bool)
    assert_type(hand.mask, int)
    assert_type({hand: card}, dict[CardSet, Card])
    CardSet(7)  # type: ignore[arg-type]
    CardSet([7])  # type: ignore[list-item]
    _ = hand | {card}  # type: ignore[operator]
    _ = hand <= 7  # type: ignore[operator]


def combinations(play: Combination) -> None:
    assert_type(Combination("7j"), Combination)
    assert_type(Combination.of("7j Ph", 7), Combination)
    assert_type(Combination.of([Card("7j")], phoenix_rank=None), Combination)
    assert_type(Combination.of("Ph", None, play), Combination)
    assert_type(Combination.from_code(play.code), Combination)
    assert_type(play.type, Type)
    assert_type(play.rank, int | float)
    assert_type(play.length, int)
    assert_type(play.cards, CardSet)
    assert_type(play.phoenix_rank, int | None)
    assert_type(play.is_bomb, bool)
    assert_type(play.beats(play), bool)
    assert_type(play.answering(None), Combination)
    assert_type(classify("7j"), tuple[Combination, ...])
    _ = play.type == "flush"  # type: ignore[comparison-overlap]
    Combination(play.cards)  # type: ignore[arg-type]
    play.beats("7j")  # type: ignore[arg-type]


def plays(hand: CardSet, top: Combination | None, wish: int | None) -> None:
    legal = legal_plays(hand, top, wish, in_turn=False, rules=STANDARD)
    assert_type(legal, Plays)
    assert_type(legal[0], Combination)
    assert_type(legal[1:], tuple[Combination, ...])
    assert_type(list(legal), list[Combination])
    assert_type(len(legal), int)
    assert_type(legal.may_pass, bool)
    assert_type(legal.table, Combination | None)
    assert_type(legal.wish, int | None)
    assert_type(legal.wish_bomb_in_turn, Literal["free", "strict"])
    assert_type(legal.patterns(), tuple[Combination, ...])
    assert_type(legal.sample(Rng(bytes(32))), Combination)
    assert_type(legal.sample(random.Random(1)), Combination)
    assert_type(legal.draw(random.Random(1), 2), Combination | int)
    assert_type(legal.places_with("7j"), tuple[int, ...])
    assert_type(random.choice(legal), Combination)
    assert_type(legal.masks(), memoryview)
    assert_type(legal.codes(), memoryview)
    assert_type(legal.count_by_type(), dict[Type, int])
    assert_type(legal.index(Combination("7j")), int)
    assert_type(reversed(legal), Iterator[Combination])
    sequence: Sequence[Combination] = legal
    assert_type(sequence[0], Combination)
    legal_plays(7)  # type: ignore[arg-type]
    legal_plays(hand, top, "7")  # type: ignore[arg-type]
    legal_plays(hand, top, wish, False)  # type: ignore[call-arg]
    legal_plays(hand, rules="strict")  # type: ignore[arg-type]
    legal.sample(hand)  # type: ignore[arg-type]
    legal["7"]  # type: ignore[call-overload]


def generators(rng: Rng, hand: CardSet) -> None:
    assert_type(Rng(bytes(32)), Rng)
    assert_type(rng.next_u64(), int)
    assert_type(rng.randrange(7), int)
    assert_type(rng.shuffled(hand), list[Card])
    assert_type(rng.shuffled("abc"), list[str])
    assert_type(rng.state, bytes)
    Rng("seed")  # type: ignore[arg-type]
    anything: Any = rng
    assert_type(anything == rng, Any)


def constants() -> None:
    assert_type(MAHJONG, Card)
    assert_type(DECK, CardSet)
    assert_type(SUITS, tuple[Suit, ...])
    assert_type(RANKS, tuple[int, ...])
    assert_type(TYPES, tuple[Type, ...])
