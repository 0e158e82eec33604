"""The agents of a match: who plays for which seat, asked in the driver's own words."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from tichu.actions import Action
from tichu.flow import legal_actions
from tichu.legal import LegalActions
from tichu.play import NO_PLAYS
from tichu.protocol.clock import harmless
from tichu.protocol.game import Game
from tichu.protocol.window import bombs_in_window
from tichu.question import Player, Question, QuestionKind
from tichu.rng import stream
from tichu.view import SeatView, view

__all__ = ["AgentDesk", "MakeAgent"]

MakeAgent = Callable[[str], Player]
"""Makes an agent from its name, or raises a ``TichuError`` (``unknown_agent``)."""


class AgentDesk:
    """Asks agents; each has a random stream of its own for every round it plays in."""

    def __init__(self, game: Game, make_agent: MakeAgent) -> None:
        self._game = game
        self._make = make_agent
        self._players: dict[int, tuple[str, int, Player]] = {}

    def ask(self, seat: int, kind: QuestionKind) -> Action | None:
        """The agent's answer; None for a call or a bomb that it declines.

        An agent that fails, or answers what it was not asked, does what is harmless.
        """
        state = self._game.state
        if state is None:
            raise AssertionError("agents are asked within a round")
        legal = _offer(kind, legal_actions(state, seat))
        if kind == "bomb":
            legal = LegalActions(seat, bombs_in_window(state, seat))
        if not legal:
            return None
        events, count = self._game.events, len(self._game.events)

        def look() -> SeatView:
            return view(state, seat, events[:count])

        # Whatever an agent does, the match goes on.
        try:
            answer = self._player(seat).answer(Question(kind, legal, look))
        except Exception:  # noqa: BLE001
            answer = None
        if answer is not None and answer in legal:
            return answer
        return None if kind in ("tichu", "bomb") else harmless(state, seat)

    def end_round(self) -> None:
        """Let the agents that have begun the round look back on it, those too whose seat has been
        given back meanwhile.
        """
        game = self._game
        if game.state is None:
            return
        for seat, (_, number, player) in self._players.items():
            if number == game.round:
                with suppress(Exception):
                    player.end_round(view(game.state, seat, game.events))

    def close(self) -> None:
        """The match is over, or kept no longer: let the agents go."""
        while self._players:
            _, (_, _, player) = self._players.popitem()
            _let_go(player)

    def _player(self, seat: int) -> Player:
        game = self._game
        info = game.seats[seat]
        name = info.name if info.state == "agent" else game.made.substitute
        known = self._players.get(seat)
        if known is not None and known[0] != name:
            _let_go(known[2])
            del self._players[seat]
            known = None
        if known is None or known[1] != game.round:
            player = self._make(name) if known is None else known[2]
            # First, so that a round is begun once, even by an agent that fails to.
            known = self._players[seat] = (name, game.round, player)
            rng = stream(game.made.seed, "agent", game.round, seat)
            player.begin_round(seat, rng, game.standing)
        return known[2]


def _let_go(player: Player) -> None:
    """Close an agent that can be closed."""
    close = getattr(player, "close", None)
    if close is not None:
        with suppress(Exception):
            close()


def _offer(kind: QuestionKind, legal: LegalActions) -> LegalActions:
    """Of all that is legal, what is asked."""
    seat = legal.seat
    match kind:
        case "grand":
            return LegalActions(
                seat, NO_PLAYS, may_answer_grand=True, may_call_grand=legal.may_call_grand
            )
        case "tichu":
            return LegalActions(seat, NO_PLAYS, may_call_tichu=legal.may_call_tichu)
        case "exchange":
            return LegalActions(seat, NO_PLAYS, exchange_from=legal.exchange_from)
        case "dragon":
            return LegalActions(seat, NO_PLAYS, recipients=legal.recipients)
        case _:
            return LegalActions(seat, legal.plays, legal.wishes, legal.may_pass)
