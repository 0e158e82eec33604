"""What may still come from the others, and so what each combination is worth in a plan.

A weight counts turns. A combination that never wins a trick and is never got rid of on the side
weighs 1: it needs the lead once. One that surely wins weighs -1: it goes by itself, and its lead
takes another one along.
"""

from __future__ import annotations

from tichu._core import DECK
from tichu.agents.greedy.habits import Habits
from tichu.agents.greedy.ranks import DRAGON, PHOENIX, counts_of
from tichu.view import SeatView

__all__ = ["Outlook", "unseen_cards"]

_ALL_CARDS = DECK.mask

_PAIR_ELSEWHERE = (0.0, 0.0, 0.22, 0.52, 0.74)
"""How likely one of two opponents holds a pair, of so many unseen cards of its rank."""
_TRIPLE_ELSEWHERE = (0.0, 0.0, 0.0, 0.07, 0.22)

_STRAIGHT_HOLDS = (0.0, 0.0, 0.0, 0.0, 0.0, 0.82, 0.87, 0.92, 0.96)
"""For each rank that a straight of this length could be higher: how likely that is nobody's."""
_STAIRS_HOLD = (0.0, 0.0, 0.92, 0.97, 0.99)
"""The same for stairs of so many pairs."""


def unseen_cards(seen: SeatView) -> int:
    """The cards in the other hands, as a mask."""
    gone = seen.hand.mask | seen.trick.mask
    for pile in seen.piles:
        gone |= pile.mask
    return _ALL_CARDS & ~gone


class Outlook:
    """The chances of combinations to win a trick, and their weights, at one moment.

    Attributes:
        single_wins: by rank 1 to 15, how likely a single is not beaten.
        pair_wins: by rank, the same for pairs.
        triple_wins: by rank, the same for triples.
        phoenix_wins: the same for the Phoenix on the highest single that it beats.
        single: by rank, the weight of a single.
        pair: by rank, the weight of a pair.
        triple: by rank, the weight of a triple.
        full: by the rank of the triple, the weight of a full house.
        bomb: the weight of a bomb.
        plans: the plans made with this outlook, by the mask of the hand.
    """

    def __init__(self, unseen: int, most: int, share: float, habits: Habits) -> None:
        """Look at the unseen cards.

        Args:
            unseen: they, as a mask.
            most: how many cards the opponents hold, the one with more of them.
            share: which part of the unseen cards they hold, 0 to 1.
            habits: the agent's.
        """
        self.habits = habits
        self.most = most
        self.phoenix = bool(unseen & PHOENIX)
        self.dragon = bool(unseen & DRAGON)
        self.bomb = habits.bomb
        self.plans: dict[int, float] = {}
        self._runs: dict[int, float] = {}
        self._stairs: dict[int, float] = {}
        self._win_chances(counts_of(unseen), share)
        self._weights()

    def _win_chances(self, counts: tuple[int, int, int, int], share: float) -> None:
        habits, most = self.habits, self.most
        one, two, three, four = counts
        beaten = 1 - share * habits.answers
        by_pair = [1 - 1.5 * share * habits.pairs * chance for chance in _PAIR_ELSEWHERE]
        by_triple = [1 - 1.5 * share * habits.triples * chance for chance in _TRIPLE_ELSEWHERE]
        if self.phoenix:
            by_pair[1] = 1 - 0.12 * share
            by_triple[2] = 1 - 0.06 * share
        dragon_holds = beaten if self.dragon else 1.0
        single = dragon_holds * beaten if self.phoenix else dragon_holds
        pair = triple = 1.0
        singles, pairs, triples = [1.0] * 16, [1.0] * 16, [1.0] * 16
        for rank in range(14, 0, -1):
            singles[rank], pairs[rank], triples[rank] = single, pair, triple
            bit = 1 << rank
            if one & bit:
                count = 4 if four & bit else 3 if three & bit else 2 if two & bit else 1
                single *= beaten**count
                pair *= by_pair[count]
                triple *= by_triple[count]
        if most < 3:
            triples = [1.0] * 16
            if most < 2:
                pairs = triples
        self.single_wins, self.pair_wins, self.triple_wins = singles, pairs, triples
        self.phoenix_wins = dragon_holds

    def _weights(self) -> None:
        habits = self.habits
        out = habits.single_out
        self.single = [
            _weight(wins, out * (rank - 2) if rank > 2 else 0.0)
            for rank, wins in enumerate(self.single_wins)
        ]
        self.single[1] = habits.mahjong
        out = habits.pair_out
        self.pair = [
            _weight(wins, out * (rank - 2) if rank > 2 else 0.0)
            for rank, wins in enumerate(self.pair_wins)
        ]
        out = habits.other_out
        self.triple = [
            _weight(wins, out * (rank - 2) if rank > 2 else 0.0)
            for rank, wins in enumerate(self.triple_wins)
        ]
        self.full = self.triple if self.most >= 5 else [-1.0] * 16
        self.phoenix_single = _weight(0.85 * self.phoenix_wins, 0.9)

    def straight_wins(self, length: int, top: int) -> float:
        """How likely a straight is not beaten; a bomb aside."""
        if length > self.most:
            return 1.0
        holds: float = _STRAIGHT_HOLDS[min(length, 8)]
        return holds ** (14 - top)

    def stairs_win(self, pairs: int, top: int) -> float:
        """How likely stairs are not beaten; a bomb aside."""
        if 2 * pairs > self.most:
            return 1.0
        holds: float = _STAIRS_HOLD[min(pairs, 4)]
        return holds ** (14 - top)

    def run(self, run: int) -> float:
        """The weight of a straight, given by the set of its ranks."""
        weight = self._runs.get(run)
        if weight is None:
            top = run.bit_length() - 1
            out = self.habits.other_out * (top - 2)
            weight = self._runs[run] = _weight(self.straight_wins(run.bit_count(), top), out)
        return weight

    def stairs(self, ranks: int) -> float:
        """The weight of stairs, given by the set of their ranks."""
        weight = self._stairs.get(ranks)
        if weight is None:
            top = ranks.bit_length() - 1
            out = self.habits.other_out * (top - 2)
            weight = self._stairs[ranks] = _weight(self.stairs_win(ranks.bit_count(), top), out)
        return weight


def _weight(wins: float, out: float) -> float:
    """A turn, less the turn that a trick won gives, less what else gets rid of it."""
    return 1 - 2 * wins - (1 - wins) * out
