"""One round of a record, taken action by action through the flow."""

from __future__ import annotations

import hashlib

from msgspec.structs import replace

from tichu.actions import Action
from tichu.deal import Deal, start_round
from tichu.errors import RecordError
from tichu.flow import apply
from tichu.position import format_position
from tichu.record.source import record_error
from tichu.rules import STANDARD, Rules
from tichu.state import RoundState, Step

__all__ = ["RoundRun", "result_too_early"]


class RoundRun:
    """A round from its deal on.

    Attributes:
        state: the state now.
    """

    def __init__(self, deal: Deal, rules: Rules) -> None:
        self.state = start_round(deal, rules).state
        self._hash = hashlib.sha256()
        self._note(_position(self.state))

    def act(self, action: Action) -> Step:
        """Apply an action.

        Raises:
            IllegalAction: the rules refuse it; nothing has changed.
            InvalidValue: it is malformed.
        """
        step = apply(self.state, action)
        self.state = step.state
        self._note(str(action))
        return step

    def digest(self) -> str:
        """SHA-256, in hexadecimal, of the lines: first position, each action, position now.

        Each line ends with LF. The positions are written without their rules, which the header of
        the record has.
        """
        whole = self._hash.copy()
        whole.update(f"{_position(self.state)}\n".encode())
        return whole.hexdigest()

    def _note(self, line: str) -> None:
        self._hash.update(f"{line}\n".encode())


def _position(state: RoundState) -> str:
    return format_position(replace(state, rules=STANDARD))


def result_too_early(line: int) -> RecordError:
    """What is wrong with the result of a round that is not over."""
    return record_error(
        line, "round_not_over", "A result stands here, but the round is not over.", "R-095"
    )
