"""The plan of a hand: which combinations it goes out with, and how many turns that may take."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tichu.agents.greedy.outlook import Outlook
from tichu.agents.greedy.ranks import (
    DOG,
    DRAGON,
    MAHJONG,
    PHOENIX,
    counts_of,
    ranks_in,
    runs_in,
    runs_with,
)

__all__ = ["Group", "flush_bombs", "plan_groups", "turns"]

Counts = tuple[int, int, int, int]


class Group(Struct, frozen=True, gc=False):
    """One combination of a plan.

    Attributes:
        kind: ``single``, ``pair``, ``triple``, ``full``, ``straight``, ``stairs``, ``bomb``,
            ``flush``, ``mahjong``, ``dog``, ``phoenix`` or ``dragon``.
        ranks: the set of its ranks; of a full house that of the triple.
        second: the set of the pair of a full house.
        missing: the rank that the Phoenix stands for, 0 without it.
        cards: the cards of a bomb of one suit, as a mask.
    """

    kind: str
    ranks: int
    second: int = 0
    missing: int = 0
    cards: int = 0


def turns(hand: int, outlook: Outlook) -> float:
    """How many more times than by itself a hand must get the lead; below 0 is strong.

    Args:
        hand: the cards, as a mask.
        outlook: what each combination weighs now.
    """
    known = outlook.plans.get(hand)
    if known is None:
        known = outlook.plans[hand] = _turns(hand, outlook)
    return known


def _turns(hand: int, outlook: Outlook) -> float:
    best = _best_division(hand, outlook)[0]
    for bomb in flush_bombs(hand):
        best = min(best, _best_division(hand & ~bomb, outlook)[0] + outlook.bomb)
    return best


def plan_groups(hand: int, outlook: Outlook) -> list[Group]:
    """The combinations of the best plan."""
    best, division = _best_division(hand, outlook)
    flush = 0
    for bomb in flush_bombs(hand):
        other, with_bomb = _best_division(hand & ~bomb, outlook)
        if other + outlook.bomb < best:
            best, division, flush = other + outlook.bomb, with_bomb, bomb
    groups = list(_groups(hand & ~flush, division, outlook))
    if flush:
        groups.append(Group("flush", 0, cards=flush))
    return groups


_SUITS = tuple(sum(1 << (4 * place + suit) for place in range(1, 14)) for suit in range(4))


def flush_bombs(hand: int) -> tuple[int, ...]:
    """The longest bombs of one suit in a hand, as masks of cards; nearly always none."""
    bombs = []
    for cards in _SUITS:
        suited = hand & cards
        if suited.bit_count() < 5:
            continue
        ranks = counts_of(suited)[0]
        runs = runs_in(ranks)
        if runs:
            best = max(runs, key=lambda run: (run.bit_count(), -run))
            bombs.append(sum(1 << (4 * rank - 4) for rank in ranks_in(best)) * _suit_bit(cards))
    return tuple(bombs)


def _suit_bit(cards: int) -> int:
    return (cards >> 4) & 15


class _Division(Struct, frozen=True, gc=False):
    """Which straights a plan has, and what the Phoenix is for.

    ``phoenix`` is a kind of group and a rank: it makes a pair of a single of this rank, a triple of
    a pair, or a full house of two pairs, this rank the higher; or it fills a run.
    """

    runs: tuple[int, ...]
    phoenix: tuple[str, int] | None


def _best_division(hand: int, outlook: Outlook) -> tuple[float, _Division]:
    """The turns of the best way to take straights out of a hand, and that way."""
    counts = counts_of(hand)
    mahjong = hand & MAHJONG
    found = _best_without_phoenix(counts, mahjong, bool(hand & PHOENIX), outlook)
    if hand & PHOENIX:
        found = _best_with_phoenix(counts, mahjong, outlook, found)
    needed, division = found
    if hand & DRAGON:
        needed += outlook.habits.dragon
    if hand & DOG:
        needed += outlook.habits.dog
    return needed, division


def _best_without_phoenix(
    counts: Counts, mahjong: int, has_phoenix: bool, outlook: Outlook
) -> tuple[float, _Division]:
    """The best division whose straights are natural; a Phoenix joins what is left."""
    best, found = 99.0, _Division((), None)
    for runs, rest, has_mahjong in _without_runs(counts, mahjong):
        needed = _rest_turns(rest, outlook)
        if has_mahjong:
            needed += outlook.single[1]
        for run in runs:
            needed += outlook.run(run)
        use = None
        if has_phoenix:
            more, use = _phoenix_use(rest, outlook)
            needed += more
        if needed < best:
            best, found = needed, _Division(runs, use)
    return best, found


def _best_with_phoenix(
    counts: Counts, mahjong: int, outlook: Outlook, best: tuple[float, _Division]
) -> tuple[float, _Division]:
    """A division with a straight that needs the Phoenix, if one is better than the best so far."""
    for run, missing in runs_with(counts[0] | 2 if mahjong else counts[0]):
        rest = _take_run(counts, run & ~(1 << missing))
        needed = outlook.run(run) + _rest_turns(rest, outlook)
        if mahjong and not run & 2:
            needed += outlook.single[1]
        if needed < best[0]:
            best = needed, _Division((run,), ("straight", missing))
    return best


def _without_runs(counts: Counts, mahjong: int) -> Iterator[tuple[tuple[int, ...], Counts, bool]]:
    """No straight, each, each two: with the ranks that remain, and whether the Mah Jong does."""
    yield (), counts, bool(mahjong)
    ranks = counts[0] | 2 if mahjong else counts[0]
    for run in runs_in(ranks):
        rest = _take_run(counts, run)
        has_mahjong = bool(mahjong) and not run & 2
        yield (run,), rest, has_mahjong
        for second in runs_in(rest[0] | 2 if has_mahjong else rest[0]):
            if second >= run:
                left = has_mahjong and not second & 2
                yield (run, second), _take_run(rest, second), left


def _take_run(counts: Counts, run: int) -> Counts:
    one, two, three, four = counts
    keep = ~run
    return (
        one & keep | two & run,
        two & keep | three & run,
        three & keep | four & run,
        four & keep,
    )


def _rest_turns(counts: Counts, outlook: Outlook) -> float:
    """The turns of groups of equal rank, with stairs and full houses where they save some."""
    one, two, three, four = counts
    cost = 0.0
    weights = outlook.single
    for rank in ranks_in(one & ~two):
        cost += weights[rank]
    if four:
        cost += outlook.bomb * four.bit_count()
    pairs, triples = two & ~three, three & ~four
    weights = outlook.pair
    if triples:
        spare = ranks_in(pairs)
        used = 0
        for rank in ranks_in(triples):
            triple = outlook.triple[rank]
            if used < len(spare) and outlook.full[rank] < triple + weights[spare[used]]:
                cost += outlook.full[rank]
                pairs &= ~(1 << spare[used])
                used += 1
            else:
                cost += triple
    if pairs:
        for rank in ranks_in(pairs):
            cost += weights[rank]
        if pairs & pairs >> 1:
            for stairs in _stairs_in(pairs):
                alone = sum(weights[rank] for rank in ranks_in(stairs))
                cost += min(outlook.stairs(stairs) - alone, 0.0)
    return cost


def _stairs_in(pairs: int) -> list[int]:
    """The longest rows of two and more neighbouring ranks."""
    found = []
    while pairs:
        low = pairs & -pairs
        row = pairs & ~(pairs + low)
        # What carries over ends the row.
        if row & row >> 1:
            found.append(row)
        pairs &= ~row
    return found


def _phoenix_use(counts: Counts, outlook: Outlook) -> tuple[float, tuple[str, int]]:
    """What the Phoenix does best with groups of equal rank, and the turns that it costs."""
    one, two, three, four = counts
    best, use = outlook.phoenix_single, ("phoenix", 0)
    for rank in ranks_in(one & ~two):
        cost = outlook.pair[rank] - outlook.single[rank]
        if cost < best:
            best, use = cost, ("pair", rank)
    pairs = two & ~three
    if pairs:
        ranks = ranks_in(pairs)
        for rank in ranks:
            cost = outlook.triple[rank] - outlook.pair[rank]
            if cost < best:
                best, use = cost, ("triple", rank)
        if len(ranks) > 1 and not three & ~four:
            low = outlook.pair[ranks[0]]
            for rank in ranks[1:]:
                cost = outlook.full[rank] - outlook.pair[rank] - low
                if cost < best:
                    best, use = cost, ("full", rank)
    return best, use


def _groups(hand: int, division: _Division, outlook: Outlook) -> Iterator[Group]:
    """The combinations of a division."""
    counts = counts_of(hand)
    mahjong = bool(hand & MAHJONG)
    use = division.phoenix
    for run in division.runs:
        missing = use[1] if use is not None and use[0] == "straight" else 0
        counts = _take_run(counts, run & ~(1 << missing) if missing else run)
        mahjong = mahjong and not run & 2
        yield Group("straight", run, missing=missing)
    if mahjong:
        yield Group("mahjong", 2)
    if hand & DOG:
        yield Group("dog", 0)
    if hand & DRAGON:
        yield Group("dragon", 0)
    if use is not None and use[0] == "phoenix":
        yield Group("phoenix", 0)
        use = None
    yield from _rest_groups(counts, use, outlook)


def _rest_groups(counts: Counts, use: tuple[str, int] | None, outlook: Outlook) -> Iterator[Group]:
    one, two, three, four = counts
    for rank in ranks_in(four):
        yield Group("bomb", 1 << rank)
    singles, pairs, triples = one & ~two, two & ~three, three & ~four
    if use is not None and use[0] != "straight":
        kind, rank = use
        bit = 1 << rank
        if kind == "pair":
            singles &= ~bit
            yield Group("pair", bit, missing=rank)
        elif kind == "triple":
            pairs &= ~bit
            yield Group("triple", bit, missing=rank)
        else:
            low = pairs & -pairs
            pairs &= ~bit & ~low
            yield Group("full", bit, low, missing=rank)
    for rank in ranks_in(singles):
        yield Group("single", 1 << rank)
    for rank in ranks_in(triples):
        low = pairs & -pairs
        spare = low.bit_length() - 1
        if pairs and outlook.full[rank] < outlook.triple[rank] + outlook.pair[spare]:
            pairs &= ~low
            yield Group("full", 1 << rank, low)
        else:
            yield Group("triple", 1 << rank)
    yield from _pairs_and_stairs(pairs, outlook)


def _pairs_and_stairs(pairs: int, outlook: Outlook) -> Iterator[Group]:
    for stairs in _stairs_in(pairs):
        alone = sum(outlook.pair[rank] for rank in ranks_in(stairs))
        if outlook.stairs(stairs) < alone:
            pairs &= ~stairs
            yield Group("stairs", stairs)
    for rank in ranks_in(pairs):
        yield Group("pair", 1 << rank)
