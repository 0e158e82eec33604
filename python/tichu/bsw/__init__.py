"""BrettspielWelt logs: read as they are, replayed by the rules, and turned into matches.

:func:`read_log` cuts a log into rounds, :func:`replay_round` takes a round through the flow, and
:func:`read_matches` makes matches of a whole log. A fault in one round leaves the others readable.
"""

from tichu.bsw.faults import is_dropped_grand_loss
from tichu.bsw.log import LogRound, read_log
from tichu.bsw.matches import read_matches
from tichu.bsw.moves import LogReplay, replay_round

__all__ = [
    "LogReplay",
    "LogRound",
    "is_dropped_grand_loss",
    "read_log",
    "read_matches",
    "replay_round",
]
