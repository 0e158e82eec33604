"""Rollouts from a position, and whole rounds from the deal."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Literal, TypeAlias, overload

from tichu._core import Batch, Rollouts
from tichu.actions import Action, Play
from tichu.errors import InvalidValue
from tichu.flow import apply
from tichu.rng import check_seed
from tichu.rules import STANDARD, Rules
from tichu.sim.results import Comparison, Results
from tichu.state import RoundState

__all__ = ["Policy", "deal_batch", "rollouts_from", "seed_number", "simulate", "simulate_rounds"]

Policy: TypeAlias = Literal["random", "patterns", "greedy", "careful"]
"""Who plays in a rollout.

``random``: every play as likely, and pass; calls one time in sixteen; everything else uniform.
``patterns``: the same, but plays that differ only in suits are one. ``greedy``: sheds many low
cards, leaves the partner's tricks alone, keeps bombs for late, never calls. ``careful``: plans its
hand in few plays, spends high cards where a trick is worth it, wishes for the highest rank that
others hold, gives way to a partner who called, never calls itself; the strongest of them.
"""


@overload
def simulate(
    state: RoundState,
    n: int,
    seed: str | int,
    policy: Policy = "random",
    actions: None = None,
    threads: int | None = 1,
) -> Results: ...
@overload
def simulate(
    state: RoundState,
    n: int,
    seed: str | int,
    policy: Policy = "random",
    *,
    actions: Sequence[Action],
    threads: int | None = 1,
) -> Comparison: ...
def simulate(
    state: RoundState,
    n: int,
    seed: str | int,
    policy: Policy = "random",
    actions: Sequence[Action] | None = None,
    threads: int | None = 1,
) -> Results | Comparison:
    """Play a position, in which all hands are known, ``n`` times to the end of the round.

    With ``actions``, each is tried ``n`` times in the same worlds. The same seed gives the same
    results, whatever ``threads`` (None: one on each core) and ``n``: rollout ``k`` is always the
    same. Other Python threads run meanwhile, and a keyboard interrupt stops it.

    Raises:
        IllegalAction: one of the actions is not legal here.
        InvalidValue: no such policy (``bad_policy``), not 1 to 10**8 rollouts in all
            (``bad_count``), no actions (``no_actions``), ``bad_seed``, ``bad_threads``, or a state
            that cannot be (``bad_state``).
    """
    if actions is None:
        return _run(rollouts_from([(state, False)], policy, seed), n, threads)[0]
    if not actions:
        raise InvalidValue("Give at least one action to try.", code="no_actions")
    starts = [_after(state, action) for action in actions]
    results = _run(rollouts_from(starts, policy, seed), n, threads)
    return Comparison(tuple(actions), tuple(results))


def simulate_rounds(
    n: int,
    seed: str | int,
    policy: Policy = "random",
    rules: Rules = STANDARD,
    threads: int | None = 1,
) -> Results:
    """Play ``n`` whole rounds: deal, Grand Tichu, exchange, calls, play and count.

    The same seed gives the same rounds, whatever ``threads`` (None: one on each core).

    Raises:
        InvalidValue: as :func:`simulate`.
    """
    return _run(Rollouts(rules, policy, seed_number(seed)), n, threads)[0]


def deal_batch(count: int, seed: str | int, rules: Rules = STANDARD) -> Batch:
    """So many rounds at once, after a random deal, exchange and calls: those of the rollouts that
    :func:`simulate_rounds` plays under this seed.

    Raises:
        InvalidValue: not 1 to 10**6 rounds (``bad_count``), or ``bad_seed``.
    """
    return Batch.deal(count, seed_number(seed), rules)


def rollouts_from(
    starts: list[tuple[RoundState, bool]], policy: Policy, seed: str | int
) -> Rollouts:
    """Rollouts from states, each with whether it comes after a play that may still be bombed."""
    return Rollouts(starts, policy, seed_number(seed))


def seed_number(seed: str | int) -> int:
    """The 64 bits that a seed stands for: the first of a SHA-256 of a line of text.

    Raises:
        InvalidValue: not a seed (``bad_seed``).
    """
    text = f"tichu/1|{check_seed(seed)}|rollouts"
    return int.from_bytes(hashlib.sha256(text.encode("ascii")).digest()[:8], "little")


def _after(state: RoundState, action: Action) -> tuple[RoundState, bool]:
    """The state that an action leads to; a play may be bombed before anybody else is asked."""
    after = apply(state, action).state
    return after, isinstance(action, Play) and after.top is not None


def _run(rollouts: Rollouts, n: int, threads: int | None) -> list[Results]:
    return [Results(scores) for scores in rollouts.run(n, threads)]
