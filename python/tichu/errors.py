"""The errors of this package: one small family rooted in :class:`TichuError`.

Every error carries a stable ``code`` (for programs), the number of the rule that decides
(``R-...``, see docs/RULES.md) where a rule decides, and ``where`` in the input it lies, if that is
known. The message is one sentence that tells the caller what to do.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "IllegalAction",
    "InvalidValue",
    "NotationError",
    "RecordError",
    "TichuError",
]


class TichuError(ValueError):
    """The root of the family; catch this one to catch them all."""

    code: str
    rule: str | None
    where: str | None
    message: str

    def __init__(
        self,
        message: str,
        *,
        code: str,
        rule: str | None = None,
        where: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.rule = rule
        self.where = where

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        rule = f" ({self.rule})" if self.rule else ""
        return f"{place}{self.message}{rule}"

    def __repr__(self) -> str:
        parts = [repr(self.message), f"code={self.code!r}"]
        if self.rule is not None:
            parts.append(f"rule={self.rule!r}")
        if self.where is not None:
            parts.append(f"where={self.where!r}")
        return f"{type(self).__name__}({', '.join(parts)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.message, self.code, self.rule, self.where)

    def at(self, where: str) -> TichuError:
        """The same error, placed: ``where`` is put in front of the place it already has."""
        placed = where if self.where is None else f"{where}, {self.where}"
        return type(self)(self.message, code=self.code, rule=self.rule, where=placed)


class NotationError(TichuError):
    """A text is not a card, combination, action or position."""


class InvalidValue(TichuError):
    """A value has the wrong type, is out of range, or contradicts another one."""


class IllegalAction(TichuError):
    """The rules refuse this action now; the state is unchanged."""


class RecordError(TichuError):
    """A match record or a game log cannot be read, or does not replay."""


def _rebuild(
    cls: type[TichuError], message: str, code: str, rule: str | None, where: str | None
) -> TichuError:
    return cls(message, code=code, rule=rule, where=where)
