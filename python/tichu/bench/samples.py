"""Random hands, card sets and pairs of combinations to measure with; the same in every run."""

from __future__ import annotations

from tichu._core import PHOENIX, CardSet, Combination, Plays, classify, legal_plays
from tichu.deal import deal_for
from tichu.rng import stream

__all__ = ["SEED", "answers", "hands", "other_sets", "pairs", "valid_sets"]

SEED = "bench"


def hands(count: int) -> list[CardSet]:
    """Hands of 14 cards, dealt four at a time."""
    deals = (deal_for(SEED, number) for number in range(1, -(-count // 4) + 1))
    dealt = [one | two for deal in deals for one, two in zip(deal.first, deal.rest, strict=True)]
    return dealt[:count]


def answers(count: int) -> list[tuple[CardSet, Combination]]:
    """A hand, and a random lead of another hand of the same deal on the table."""
    rng = stream(SEED, "answers")
    every = hands(2 * count)
    leads = [legal_plays(hand) for hand in every[1::2]]
    tables = [_one_of(plays, rng.randrange(len(plays))) for plays in leads]
    pairs_of_both = zip(every[::2], tables, strict=True)
    return [(hand, table) for hand, table in pairs_of_both if table.type != "dog"]


def valid_sets(count: int) -> list[CardSet]:
    """Card sets that are combinations: random leads, the Phoenix in half of the hands."""
    rng = stream(SEED, "valid")
    found = []
    for place, hand in enumerate(hands(count)):
        cards = [*hand][1:]
        plays = legal_plays(hand if place % 2 else CardSet(cards) | CardSet(PHOENIX))
        found.append(_one_of(plays, rng.randrange(len(plays))).cards)
    return found


def other_sets(count: int) -> list[CardSet]:
    """Random subsets of random hands that are no combinations."""
    rng = stream(SEED, "other")
    found: list[CardSet] = []
    while len(found) < count:
        for hand in hands(count):
            cards = CardSet.from_mask(hand.mask & rng.randrange(1 << 56))
            if not classify(cards):
                found.append(cards)
    return found[:count]


def pairs(count: int) -> list[tuple[Combination, Combination]]:
    """Two combinations, half of the time of one type: a lead and an answer, or two leads."""
    rng = stream(SEED, "pairs")
    found = []
    for hand, table in answers(count):
        plays = legal_plays(hand, table) or legal_plays(hand)
        found.append((_one_of(plays, rng.randrange(len(plays))), table))
    return found


def _one_of(plays: Plays, place: int) -> Combination:
    return plays[place]
