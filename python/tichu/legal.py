"""What one seat may do at one moment, as a lazy collection of actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import get_args

from msgspec import Struct

from tichu._core import MAHJONG, Card, CardSet, Combination, Plays
from tichu.actions import (
    Action,
    Collect,
    Exchange,
    GiveDragon,
    GrandTichu,
    Pass,
    Play,
    Tichu,
)
from tichu.errors import TichuError
from tichu.rng import RandomSource, draw
from tichu.seats import SEATS

__all__ = ["LegalActions"]

_ACTIONS = frozenset(get_args(Action))

# Nothing is offered more often than these four, so they are made once.
_ONLY_PASS = tuple((Pass(seat),) for seat in SEATS)


class LegalActions(Struct, frozen=True, gc=False):
    """All actions of one seat, never built unless asked for.

    It can be counted, sampled (each action as likely), iterated in a fixed order, and asked whether
    it holds an action. It knows no more than the seat does.

    Attributes:
        seat: whose actions they are.
        plays: the combinations that may be laid, bombs out of turn included.
        wishes: what may go with a play of the Mah Jong; None is no wish.
        may_pass: passing is allowed.
        may_collect: the trick may be taken.
        recipients: who may get the Dragon's trick.
        may_call_tichu: a small Tichu may be called.
        may_answer_grand: the Grand Tichu question is open for this seat.
        may_call_grand: and the answer may be yes (R-008).
        exchange_from: the hand to choose gifts from; empty when there is no exchange.
    """

    seat: int
    plays: Plays
    wishes: tuple[int | None, ...] = ()
    may_pass: bool = False
    may_collect: bool = False
    recipients: tuple[int, ...] = ()
    may_call_tichu: bool = False
    may_answer_grand: bool = False
    exchange_from: CardSet = CardSet()
    may_call_grand: bool = False

    def __bool__(self) -> bool:
        return bool(
            self.plays
            or self.may_pass
            or self.may_collect
            or self.recipients
            or self.may_call_tichu
            or self.may_answer_grand
            or self.exchange_from
        )

    def __len__(self) -> int:
        return len(self._few_actions()) + self._count_plays() + self._count_exchanges()

    def _count_plays(self) -> int:
        if not self.wishes:
            return len(self.plays)
        with_mahjong = len(self.plays.places_with(MAHJONG))
        return len(self.plays) + with_mahjong * (len(self.wishes) - 1)

    def _count_exchanges(self) -> int:
        n = len(self.exchange_from)
        return n * (n - 1) * (n - 2)

    def __contains__(self, action: object) -> bool:
        if type(action) not in _ACTIONS:
            return False
        # True and 1.0 equal 1, but are no seats.
        seat = getattr(action, "seat", None)
        if type(seat) is not int or seat != self.seat:
            return False
        match action:
            case Play():
                return self._holds_play(action)
            case Pass():
                return self.may_pass
            case Collect():
                return self.may_collect
            case Tichu():
                return self.may_call_tichu
            case GrandTichu():
                answers = (True, False) if self.may_call_grand else (False,)
                return self.may_answer_grand and _is_one_of(action.call, answers)
            case GiveDragon():
                return _is_one_of(action.to, self.recipients)
            case Exchange():
                return self._holds_exchange(action)
            case _:
                return False

    def _holds_exchange(self, action: Exchange) -> bool:
        gifts = action.gifts
        if not all(_is_a(Card, card) and card in self.exchange_from for card in gifts):
            return False
        return len(set(gifts)) == 3

    def _holds_play(self, action: Play) -> bool:
        if not _is_a(CardSet, action.cards):
            return False
        # What merely passes for a number would stay in the action.
        if action.phoenix_rank is not None and type(action.phoenix_rank) is not int:
            return False
        try:
            combination = Combination.of(action.cards, action.phoenix_rank, self.plays.table)
        except TichuError:
            return False
        if combination not in self.plays:
            return False
        if MAHJONG in action.cards:
            return _is_one_of(action.wish, self.wishes)
        return action.wish is None

    def __iter__(self) -> Iterator[Action]:
        yield from self._few_actions()
        for one, two, three in permutations(self.exchange_from, 3):
            yield Exchange(self.seat, one, two, three)
        for combination in self.plays:
            yield from self.plays_with(combination)

    def _few_actions(self) -> Sequence[Action]:
        """The actions that are neither plays nor gifts of the exchange."""
        seat = self.seat
        if self.may_pass:
            # Who may pass has nothing to collect, to give away or to answer.
            return (Pass(seat), Tichu(seat)) if self.may_call_tichu else _ONLY_PASS[seat]
        few: list[Action] = []
        if self.may_call_tichu:
            few.append(Tichu(seat))
        if self.may_collect:
            few.append(Collect(seat))
        if self.recipients:
            few.extend([GiveDragon(seat, to) for to in self.recipients])
        if self.may_answer_grand:
            few.append(GrandTichu(seat, False))
            if self.may_call_grand:
                few.append(GrandTichu(seat, True))
        return few

    def plays_with(self, combination: Combination) -> Iterator[Play]:
        """The actions that lay this combination: one, or one for each wish with the Mah Jong."""
        cards = combination.cards
        if self.wishes and MAHJONG in cards:
            for wish in self.wishes:
                yield Play(self.seat, cards, combination.phoenix_rank, wish)
        else:
            yield Play(self.seat, cards, combination.phoenix_rank)

    def sample(self, rng: RandomSource) -> Action:
        """One of the actions, each as likely.

        Raises:
            IndexError: there is none.
        """
        few = self._few_actions()
        if self.wishes or self.exchange_from:
            return self._sample_many(few, rng)
        drawn = self.plays.draw(rng, len(few))
        if isinstance(drawn, int):
            return few[drawn]
        return Play(self.seat, drawn.cards, drawn.phoenix_rank)

    def _sample_many(self, few: Sequence[Action], rng: RandomSource) -> Action:
        """A sample where there are more actions than plays: wishes, or gifts of the exchange."""
        first_play = len(few) + self._count_exchanges()
        chosen = draw(rng, first_play + self._count_plays())
        if chosen < len(few):
            return few[chosen]
        if chosen < first_play:
            return self._exchange_at(chosen - len(few))
        place, wish = chosen - first_play, None
        if self.wishes:
            place, wish = self._with_wish(place)
        combination = self.plays[place]
        return Play(self.seat, combination.cards, combination.phoenix_rank, wish)

    def _with_wish(self, place: int) -> tuple[int, int | None]:
        """Where among ``plays`` the play at a place of the whole order is, and its wish."""
        for first in self.plays.places_with(MAHJONG):
            if place < first:
                break
            if place < first + len(self.wishes):
                return first, self.wishes[place - first]
            place -= len(self.wishes) - 1
        return place, None

    def _exchange_at(self, place: int) -> Exchange:
        """The exchange at a place in the order of ``permutations``."""
        cards = list(self.exchange_from)
        place, third = divmod(place, len(cards) - 2)
        first, second = divmod(place, len(cards) - 1)
        return Exchange(self.seat, cards.pop(first), cards.pop(second), cards.pop(third))


def _is_a(kind: type, value: object) -> bool:
    """An instance; asked of values that may be other than their annotations say."""
    return isinstance(value, kind)


def _is_one_of(value: object, choices: tuple[object, ...]) -> bool:
    """Equal to one of the choices and of its type: ``True`` and ``1.0`` are not 1."""
    return any(value == choice and type(value) is type(choice) for choice in choices)
