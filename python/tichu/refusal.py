"""Why the rules refuse an action: a code, the rule, and a sentence, made into an error when asked.

Listing legal actions asks the same questions as refusing them, thousands of times a second, so the
answers are constants and the exception is built only when it is raised.
"""

from __future__ import annotations

from msgspec import Struct

from tichu.checks import shown
from tichu.errors import IllegalAction, InvalidValue

__all__ = ["Refusal", "malformed"]


class Refusal(Struct, frozen=True, gc=False):
    """One reason to refuse an action."""

    code: str
    rule: str
    message: str

    def error(self) -> IllegalAction:
        """The exception that says so."""
        return IllegalAction(self.message, code=self.code, rule=self.rule)


def malformed(action: object) -> InvalidValue:
    """The exception for an action that holds values of another type than it should."""
    return InvalidValue(
        f"{shown(action)} holds values of the wrong type; see tichu.actions.", code="wrong_type"
    )
