"""Legal actions as a compact message, and back.

Plays are letters: ``a`` is the first card of the hand. The 1857 leads that a hand can have take
twenty kilobytes so, half of what they take as text, and one that answers by number need not read
them.
"""

from __future__ import annotations

from itertools import chain, islice
from typing import TypeAlias

from tichu._core import MAHJONG, CardSet, Combination, Plays
from tichu.actions import Action, Play
from tichu.legal import LegalActions
from tichu.protocol.faults import RequestRefused
from tichu.protocol.messages.basics import CombinationType
from tichu.protocol.messages.pushes import Legal, PlayGroup
from tichu.protocol.render import cards_text

__all__ = ["action_texts", "groups", "legal_message", "play_at"]

_LETTERS = "abcdefghijklmn"

GroupKey: TypeAlias = tuple[CombinationType, float, int, int | None]
"""What the plays of a group have in common: type, rank, length, rank of the Phoenix."""


def legal_message(legal: LegalActions, extra: tuple[str, ...] = ()) -> Legal:
    """All that a seat may do; ``extra`` are texts that stand in no rule (``decline``)."""
    plays = legal.plays
    return Legal(
        actions=(*action_texts(legal), *extra),
        hand=cards_text(plays.hand) if plays else "",
        plays=groups(plays),
        count=len(plays),
        wishes=legal.wishes if _some_with_mahjong(legal) else (),
        give=cards_text(legal.exchange_from),
    )


def _some_with_mahjong(legal: LegalActions) -> bool:
    return bool(legal.wishes) and any(MAHJONG in play.cards for play in legal.plays)


def action_texts(legal: LegalActions) -> tuple[str, ...]:
    """The actions that are neither plays nor gifts, as an ``act`` has them."""
    texts = []
    if legal.may_answer_grand:
        texts.append("nogrand")
        if legal.may_call_grand:
            texts.append("grand")
    if legal.may_call_tichu:
        texts.append("tichu")
    if legal.may_collect:
        texts.append("collect")
    texts += [f"dragon {to}" for to in legal.recipients]
    if legal.may_pass:
        texts.append("pass")
    return tuple(texts)


def groups(plays: Plays) -> tuple[PlayGroup, ...]:
    """The plays by type, rank, length and Phoenix, in the order in which these first come up."""
    if not plays:
        return ()
    letters = {1 << card.index: letter for card, letter in zip(plays.hand, _LETTERS, strict=False)}
    return tuple(
        PlayGroup(
            type=kind,
            rank=rank,
            phoenix=phoenix,
            # A run from 1 up, or the card alone: no other play has the Mah Jong.
            wish=rank == 1 or (kind == "straight" and rank == length),
            plays=" ".join(_word(play.cards.mask, letters) for play in members),
        )
        for (kind, rank, length, phoenix), members in _grouped(plays).items()
    )


def _grouped(plays: Plays) -> dict[GroupKey, list[Combination]]:
    grouped: dict[GroupKey, list[Combination]] = {}
    for play in plays:
        key = (play.type, play.rank, play.length, play.phoenix_rank)
        if key in grouped:
            grouped[key].append(play)
        else:
            grouped[key] = [play]
    return grouped


def _word(mask: int, letters: dict[int, str]) -> str:
    return "".join(letter for bit, letter in letters.items() if mask & bit)


def play_at(legal: LegalActions, index: int, wish: int | None) -> Action:
    """The play at a place of the list, counted through all groups.

    Raises:
        RequestRefused: the list is not so long (``no_such_play``).
    """
    if index >= len(legal.plays):
        raise RequestRefused(
            f"There are {len(legal.plays)} plays, counted from 0; choose one of them.",
            code="no_such_play",
            where="play",
        )
    in_order = chain.from_iterable(_grouped(legal.plays).values())
    chosen = next(islice(in_order, index, None))
    return Play(legal.seat, CardSet(chosen.cards), chosen.phoenix_rank, wish)
