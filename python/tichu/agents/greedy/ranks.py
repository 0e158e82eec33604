"""A hand by ranks: which ranks it has at least once, twice, three and four times.

A set of ranks is a number whose bit ``rank`` is set, 2 to 14; the Mah Jong is rank 1.
"""

from __future__ import annotations

from functools import lru_cache

__all__ = ["DOG", "DRAGON", "MAHJONG", "PHOENIX", "counts_of", "ranks_in", "runs_in", "runs_with"]

MAHJONG, DOG, PHOENIX, DRAGON = 1, 2, 4, 8
"""The special cards as masks of cards."""

SHORTEST_RUN = 5


@lru_cache(maxsize=1 << 14)
def counts_of(mask: int) -> tuple[int, int, int, int]:
    """The ranks 2 to 14 that a mask of cards has at least once, twice, three and four times."""
    one = two = three = four = 0
    rest, bit = mask >> 4, 4
    while rest:
        count = (rest & 15).bit_count()
        if count:
            one |= bit
            if count > 1:
                two |= bit
                if count > 2:
                    three |= bit
                    if count > 3:
                        four |= bit
        rest >>= 4
        bit <<= 1
    return one, two, three, four


@lru_cache(maxsize=1 << 14)
def ranks_in(ranks: int) -> tuple[int, ...]:
    """The ranks of a set, ascending."""
    return tuple(rank for rank in range(1, 15) if ranks >> rank & 1)


@lru_cache(maxsize=1 << 14)
def runs_in(ranks: int) -> tuple[int, ...]:
    """Every five or more ranks in a row within a set, as sets."""
    runs = []
    for low in ranks_in(ranks):
        high = low
        while ranks >> (high + 1) & 1:
            high += 1
            if high - low + 1 >= SHORTEST_RUN:
                runs.append((2 << high) - (1 << low))
    return tuple(runs)


@lru_cache(maxsize=1 << 14)
def runs_with(ranks: int) -> tuple[tuple[int, int], ...]:
    """Runs that lack one rank, 2 to 14, which the Phoenix stands for: the run, and that rank.

    The Phoenix fills a gap; it makes a run longer only where that is needed for five.
    """
    runs = []
    for missing in range(2, 15):
        if ranks >> missing & 1:
            continue
        for run in runs_in(ranks | 1 << missing):
            if not run >> missing & 1:
                continue
            inside = run >> (missing + 1) and run & ((1 << missing) - 1)
            if inside or run.bit_count() == SHORTEST_RUN:
                runs.append((run, missing))
    return tuple(runs)
