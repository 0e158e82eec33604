"""Simulation: a round as a compact machine for search, and random rounds at native speed.

:class:`Round` is the play phase once more, in compiled code; the flow of :mod:`tichu.flow` is the
book of rules, and the two are held together by tests. :func:`simulate` and :func:`simulate_rounds`
play rounds to their ends, everybody asked in the driver's order. A :class:`Batch` steps many rounds
together, for bots that learn: all in buffers.

>>> from tichu.sim import simulate_rounds
>>> results = simulate_rounds(1000, seed=7)
>>> len(results), results.scores[0, 0] + results.scores[0, 1] <= 800
(1000, True)
"""

from tichu._core import NUMBERS, Batch, Round
from tichu.sim.codes import action_of, code_of
from tichu.sim.results import Comparison, Estimate, Results
from tichu.sim.simulate import Policy, deal_batch, simulate, simulate_rounds

__all__ = [
    "NUMBERS",
    "Batch",
    "Comparison",
    "Estimate",
    "Policy",
    "Results",
    "Round",
    "action_of",
    "code_of",
    "deal_batch",
    "simulate",
    "simulate_rounds",
]
