"""The arithmetic of cards as Python sees it: each figure is one call, or one and its ``len``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from tichu._core import CardSet, Combination, classify, legal_plays
from tichu.bench.samples import answers, hands, other_sets, pairs, valid_sets
from tichu.bench.timing import Job

__all__ = ["card_jobs", "each", "empty_loop"]

COUNT = 1_000

T = TypeVar("T")


def card_jobs() -> list[Job]:
    """Leads, answers, counting, classifying, comparing, and what Python itself needs."""
    leads, following = hands(COUNT), answers(COUNT)
    return [
        Job("empty_loop", "a loop of a million empty steps", empty_loop),
        Job("no_op", "a call that does nothing", each(_nothing, leads)),
        Job("leads_counted", "all leads of 14 cards, counted", each(_count_leads, leads)),
        Job("leads_codes", "all leads of 14 cards, as codes", each(_lead_codes, leads)),
        Job("leads_objects", "all leads of 14 cards, as objects", each(_lead_objects, leads)),
        Job("answers_counted", "all answers to a lead, counted", each(_count_answers, following)),
        Job("answers_codes", "all answers to a lead, as codes", each(_answer_codes, following)),
        Job("classify_valid", "a combination classified", each(classify, valid_sets(COUNT))),
        Job("classify_other", "other cards classified", each(classify, other_sets(COUNT))),
        Job("compare", "two combinations compared", each(_compare, pairs(COUNT))),
    ]


def empty_loop() -> int:
    """The yardstick for Python itself."""
    for _ in range(1_000_000):
        pass
    return 1


def each(call: Callable[[T], object], samples: Sequence[T]) -> Callable[[], int]:
    """Work that calls a function on each sample."""

    def work() -> int:
        for sample in samples:
            call(sample)
        return len(samples)

    return work


def _nothing(_: CardSet) -> None:
    pass


def _count_leads(hand: CardSet) -> int:
    return len(legal_plays(hand))


def _lead_codes(hand: CardSet) -> memoryview:
    return legal_plays(hand).codes()


def _lead_objects(hand: CardSet) -> list[Combination]:
    return list(legal_plays(hand))


def _count_answers(asked: tuple[CardSet, Combination]) -> int:
    return len(legal_plays(*asked))


def _answer_codes(asked: tuple[CardSet, Combination]) -> memoryview:
    return legal_plays(*asked).codes()


def _compare(two: tuple[Combination, Combination]) -> bool:
    return two[0].beats(two[1])
