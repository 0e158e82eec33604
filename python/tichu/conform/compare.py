"""Cases of the kind ``compare``: may these cards be played on those (R-039 to R-048)."""

from __future__ import annotations

from tichu.conform.classify import readings
from tichu.conform.fields import Fields, card_set, flag, rank, table, whole
from tichu.conform.report import Difference
from tichu.conform.values import differ
from tichu.rules import Rules

__all__ = ["check_compare"]


def check_compare(case: object, expect: object, _: Rules) -> list[Difference]:
    """Whether some reading of ``a``, or the declared one, beats ``b`` on the table.

    Raises:
        TichuError: the case is malformed.
    """
    fields = Fields(case, "input")
    below = fields.need("b", table)
    above = Fields(fields.need("a", lambda value, _: value), "input.a")
    fields.end()
    cards = above.need("cards", card_set)
    phoenix_rank = above.get("ph", whole)
    wanted_rank = above.get("rank", rank)
    above.end()
    wanted = Fields(expect, "expect")
    beats = wanted.need("beats", flag)
    wanted.end()
    plays = [play.answering(below) for play in readings(cards, phoenix_rank)]
    if wanted_rank is not None:
        plays = [play for play in plays if play.rank == wanted_rank]
    return differ("beats", beats, any(play.beats(below) for play in plays))
