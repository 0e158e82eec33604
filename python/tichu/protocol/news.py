"""What a seat has not been told yet of a match, made from its views alone.

A host that keeps a :class:`~tichu.protocol.game.Game` tells every step as it comes. One that is
itself only told what a seat may see, at each question, tells what is new since the last one.
"""

from __future__ import annotations

from tichu import events as core
from tichu.events import Event
from tichu.match import MatchState, add_round
from tichu.protocol.messages import happenings as wire
from tichu.protocol.messages.basics import MatchLife, RoundPhase, SeatInfo, Settings
from tichu.protocol.messages.happenings import Happening
from tichu.protocol.messages.pushes import Event as EventMessage
from tichu.protocol.messages.views import MatchView
from tichu.protocol.render import gave, seen_round, tell, tell_round_over, what_ends
from tichu.seats import SEATS, Quad
from tichu.view import SeatView

__all__ = ["News"]


class News:
    """One match, from one seat.

    Args:
        name: the name of the match.
        settings: how it is played.
        seat: whose news they are.
        match: where the match stands.
    """

    def __init__(self, name: str, settings: Settings, seat: int, match: MatchState) -> None:
        self._name = name
        self._settings = settings
        self._seat = seat
        self._match = match
        self._seq = 0
        self._told = 0
        self._begun = False
        self._wish: int | None = None
        self._phase: RoundPhase | None = None
        self._counts: Quad[int] | None = None

    def begin_round(self, match: MatchState) -> None:
        """Another round begins."""
        self._match = match
        self._told = 0
        self._begun = False
        self._wish = None

    def since(self, seen: SeatView, position: int) -> EventMessage | None:
        """All that has happened since the last time, as one step; None if nothing has."""
        told = self._happenings(seen)
        if not told:
            return None
        self._seq += 1
        step = EventMessage(
            match=self._name,
            seat=self._seat,
            seq=self._seq,
            position=position,
            phase=None if seen.phase == self._phase else seen.phase,
            turn=seen.turn,
            owner=seen.owner,
            counts=None if seen.hand_counts == self._counts else seen.hand_counts,
            events=tuple(told),
        )
        self._phase, self._counts, self._wish = seen.phase, seen.hand_counts, seen.wish
        return step

    def _happenings(self, seen: SeatView) -> list[Happening]:
        told: list[Happening] = []
        if not self._begun:
            self._begun = True
            told.append(wire.RoundBegun(round=self._match.rounds + 1))
        for event in seen.history[self._told :]:
            told += self._of(event, seen)
        self._told = len(seen.history)
        return told

    def _of(self, event: Event, seen: SeatView) -> list[Happening]:
        if isinstance(event, core.RoundOver):
            return self._end_of_round(event, seen)
        told = [tell(event).what]
        if isinstance(event, core.ExchangePicked) and event.seat == self._seat and seen.given:
            told.append(gave(self._seat, seen.given).what)
        return told

    def _end_of_round(self, event: core.RoundOver, seen: SeatView) -> list[Happening]:
        after = add_round(self._match, event.score.total)
        told = [*what_ends(seen.history[self._told :], self._wish)]
        told.append(tell_round_over(event, seen, after.rounds, after.totals))
        if after.is_over:
            # Whoever only plays is not told the seed.
            told.append(wire.MatchOver(winner=after.winner, totals=after.totals, seed=""))
        return told

    def view(self, seen: SeatView | None, position: int) -> MatchView:
        """The match as it stands, with the round if one is being played."""
        a, b, c, d = (SeatInfo(state="player" if seat == self._seat else "agent") for seat in SEATS)
        return MatchView(
            match=self._name,
            seat=self._seat,
            seq=self._seq,
            position=position,
            life=self._life(seen),
            seats=(a, b, c, d),
            settings=self._settings,
            round=self._match.rounds + (seen is not None),
            totals=self._match.totals,
            table=None if seen is None else seen_round(seen),
        )

    def begin_within(self, seen: SeatView) -> None:
        """The round is taken up where a view has it: what came before counts as told."""
        self._begun = True
        self._told = len(seen.history)
        self._phase, self._counts, self._wish = seen.phase, seen.hand_counts, seen.wish

    def _life(self, seen: SeatView | None) -> MatchLife:
        if seen is not None:
            return "playing"
        return "between" if self._match.rounds else "open"
