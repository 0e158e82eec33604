"""A question to a seat, and who answers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Protocol

from tichu._core import Rng
from tichu.actions import Action
from tichu.legal import LegalActions
from tichu.match import MatchState
from tichu.view import SeatView

__all__ = ["Player", "Question", "QuestionKind"]

QuestionKind = Literal["grand", "tichu", "exchange", "play", "bomb", "dragon"]


class Question:
    """One request to one seat; a value, compared by what it asks and shows.

    Attributes:
        kind: what is asked.
        seat: who is asked.
        legal: the possible answers.
        may_decline: None is an answer too: no call, no bomb.
        view: the round as the seat sees it, with the events so far; made when first asked for,
            since many players do not look.
    """

    __slots__ = ("_kind", "_legal", "_look", "_seen")

    def __init__(
        self, kind: QuestionKind, legal: LegalActions, view: SeatView | Callable[[], SeatView]
    ) -> None:
        self._kind = kind
        self._legal = legal
        self._seen: SeatView | None = view if isinstance(view, SeatView) else None
        self._look: Callable[[], SeatView] | None = None if isinstance(view, SeatView) else view

    @property
    def kind(self) -> QuestionKind:
        """What is asked."""
        return self._kind

    @property
    def seat(self) -> int:
        """Who is asked."""
        return self._legal.seat

    @property
    def legal(self) -> LegalActions:
        """The possible answers."""
        return self._legal

    @property
    def may_decline(self) -> bool:
        """Whether None is an answer: no call, no bomb."""
        return self._kind in ("tichu", "bomb")

    @property
    def view(self) -> SeatView:
        """The round as the seat sees it."""
        if self._seen is None and self._look is not None:
            # Once looked at, the way to the state behind it is forgotten.
            self._seen, self._look = self._look(), None
        if self._seen is None:
            raise AttributeError("a question without a view cannot be")
        return self._seen

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Question):
            return NotImplemented
        return (self.kind, self.legal, self.view) == (other.kind, other.legal, other.view)

    def __hash__(self) -> int:
        return hash((self.kind, self.legal))

    def __repr__(self) -> str:
        return f"Question({self.kind!r}, {self.legal!r}, {self.view!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Question, (self.kind, self.legal, self.view)


class Player(Protocol):
    """Who answers questions; :class:`tichu.agents.Agent` is a base to start from.

    A player that keeps things by seat sits on one seat only.
    """

    def begin_round(self, seat: int, rng: Rng, match: MatchState) -> None:
        """A round begins: the seat, its random stream for it, and where the match stands."""
        ...

    def answer(self, question: Question) -> Action | None:
        """One of ``question.legal``, or None where declining is possible."""
        ...

    def end_round(self, view: SeatView) -> None:
        """A round is over; the view has the score and all events that the seat may know."""
        ...
