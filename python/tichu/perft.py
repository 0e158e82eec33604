"""Perft: how many sequences of actions there are from a position, to check any engine by a number.

Edges are distinct actions of the phases play, ripe and gift. A play is a card set, a Phoenix rank
and a wish, so the Mah Jong makes 14 edges of a play, 13 if wishing is compulsory; a Phoenix alone
is one. Bombs of any seat count in play and ripe, one of the seat on turn once. A ripe trick is one
edge, or one for each seat that its Dragon may be given to, also when nobody can bomb and when its
owner is out. Calls never count. ``perft(state, 0) == 1``; a sequence that ends early adds nothing.
"""

from __future__ import annotations

from tichu.actions import Action
from tichu.sim import Round, action_of
from tichu.state import RoundState

__all__ = ["perft", "perft_divided"]


def perft(state: RoundState, depth: int) -> int:
    """The number of different sequences of ``depth`` actions, modulo 2**64.

    Raises:
        InvalidValue: the phase is before the play (``bad_phase``), the state cannot be
            (``bad_state``), or the depth is not 0 to 30 (``bad_depth``).
    """
    return Round(state).perft(depth)


def perft_divided(state: RoundState, depth: int) -> dict[Action, int]:
    """Each first action, with the number of sequences that begin with it; nothing for depth 0.

    Raises:
        InvalidValue: as :func:`perft`.
    """
    divided = Round(state).perft_divided(depth)
    return {action_of(seat, code): count for seat, code, count in divided}
