"""The way back: from the messages to a seat to the seat's view, its questions and its answers.

With this an agent of this package can sit at the other end of the protocol. That it gets the view
which it would get here, at each question, shows that the messages tell all that a seat may know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from tichu import events as core
from tichu._core import MAHJONG, PHOENIX, Card, CardSet, Combination, legal_plays
from tichu.actions import Action
from tichu.events import Event
from tichu.legal import LegalActions
from tichu.match import MatchState
from tichu.play import NO_PLAYS
from tichu.protocol.asks import DECLINE
from tichu.protocol.messages import happenings as wire
from tichu.protocol.messages.basics import Combo
from tichu.protocol.messages.happenings import Happening
from tichu.protocol.messages.pushes import Ask, Seated
from tichu.protocol.messages.pushes import Event as EventMessage
from tichu.question import Question, QuestionKind
from tichu.round_score import Call, RoundScore
from tichu.rules import rules_from
from tichu.state import Gifts, Phase
from tichu.view import SeatView
from tichu.wish import choices

__all__ = ["Follower", "answer_text"]

_EMPTY = CardSet()


class Follower:
    """A match as a started program follows it, from the round's beginning.

    Attributes:
        seat: its seat.
        match: where the match stands.
        history: what it knows to have happened in the round.
    """

    def __init__(self, seated: Seated) -> None:
        settings = seated.view.settings
        rules = rules_from({**settings.rules, "target": settings.target})
        self.seat = seated.seat
        self.match = MatchState(rules=rules, totals=seated.view.totals, rounds=seated.view.round)
        self._begin()

    def _begin(self) -> None:
        self.history: list[Event] = []
        self._phase: Phase = "grand"
        self._hand = _EMPTY
        self._counts = (0, 0, 0, 0)
        self._calls: list[Call | None] = [None, None, None, None]
        self._own_answer: bool | None = None
        self._picks: set[int] = set()
        self._given: Gifts | None = None
        self._received: Gifts | None = None
        self._opener: int | None = None
        self._turn: int | None = None
        self._top: Combination | None = None
        self._owner: int | None = None
        self._passes = 0
        self._trick = _EMPTY
        self._wish: int | None = None
        self._piles = [_EMPTY, _EMPTY, _EMPTY, _EMPTY]
        self._out: list[int] = []
        self._last_hand = _EMPTY
        self._score: RoundScore | None = None

    # --- what is told ---

    def follow(self, step: EventMessage) -> None:
        """Take in what has happened."""
        for what in step.events:
            event = _event(what)
            if event is not None:
                self.history.append(event)
            self._follow(what)
        self._phase = step.phase or self._phase
        self._counts = step.counts or self._counts
        self._turn, self._owner = step.turn, step.owner

    def _follow(self, what: Happening) -> None:
        match what:
            case wire.RoundBegun():
                self._begin()
            case wire.Dealt(cards=cards):
                self._hand |= CardSet(cards)
            case wire.GrandAnswered(call=call):
                self._own_answer = call
                self._calls[self.seat] = "grand" if call else None
            case wire.GrandClosed(calls=calls):
                self._calls = ["grand" if call else None for call in calls]
            case wire.TichuCalled(seat=seat):
                self._calls[seat] = "tichu"
            case wire.Picked() | wire.PicksWithdrawn() | wire.Gave() | wire.Exchanged():
                self._exchange(what)
            case wire.Received(cards=cards):
                self._received = _three(cards)
                self._hand |= CardSet(cards)
            case wire.RoundOver():
                self._end(what)
            case _:
                self._on_the_table(what)

    def _exchange(
        self, what: wire.Picked | wire.PicksWithdrawn | wire.Gave | wire.Exchanged
    ) -> None:
        match what:
            case wire.Picked(seat=seat):
                self._picks.add(seat)
            case wire.PicksWithdrawn():
                self._picks.clear()
                self._given = None
            case wire.Gave(cards=cards):
                self._given = _three(cards)
            case wire.Exchanged(opener=opener):
                self._picks.clear()
                self._opener = opener
                self._hand -= CardSet([card for card in self._given or () if card is not None])

    def _on_the_table(self, what: Happening) -> None:
        match what:
            case wire.Played(seat=seat, play=play, wish=wish):
                cards = CardSet(play.cards)
                if seat == self.seat:
                    self._hand -= cards
                self._top = _combination(play)
                self._trick |= cards
                self._passes = 0
                self._wish = wish or self._wish
            case wire.WishFulfilled() | wire.WishEnded():
                self._wish = None
            case wire.Out(seat=seat):
                self._out.append(seat)
            case wire.Passed():
                self._passes += 1
            case wire.LeadPassed(seat=seat):
                self._clear_table(seat)
            case wire.TrickTaken(to=to):
                self._clear_table(to)

    def _clear_table(self, to: int) -> None:
        self._piles[to] |= self._trick
        self._trick = _EMPTY
        self._top = None
        self._passes = 0

    def _end(self, what: wire.RoundOver) -> None:
        self._score = RoundScore(what.double, what.card, what.bonus)
        self._last_hand = CardSet("".join(line.cards for line in what.lines))
        self._top = None
        self.match = MatchState(rules=self.match.rules, totals=what.totals, rounds=what.round)

    # --- what follows ---

    @property
    def view(self) -> SeatView:
        """The round as the seat sees it; once it is over, as far as its events tell."""
        calls, piles = self._calls, self._piles
        return SeatView(
            seat=self.seat,
            rules=self.match.rules,
            phase=self._phase,
            hand=self._hand,
            hand_counts=self._counts,
            calls=(calls[0], calls[1], calls[2], calls[3]),
            own_grand_answer=self._own_answer,
            picks_in=tuple(sorted(self._picks)),
            given=self._given,
            received=self._received,
            opener=self._opener,
            turn=self._turn,
            top=self._top,
            owner=self._owner,
            passes=self._passes,
            trick=self._trick,
            wish=self._wish,
            piles=(piles[0], piles[1], piles[2], piles[3]),
            out=tuple(self._out),
            last_hand=self._last_hand,
            score=self._score,
            history=tuple(self.history),
        )

    def question(self, ask: Ask) -> Question:
        """What an ``ask`` asks."""
        return Question(cast("QuestionKind", ask.kind), self._legal(ask), self.view)

    def _legal(self, ask: Ask) -> LegalActions:
        if ask.kind in ("play", "bomb"):
            rules = self.match.rules
            in_turn = ask.kind == "play"
            wish = self._wish if in_turn else None
            plays = legal_plays(self._hand, self._top, wish, in_turn=in_turn, rules=rules)
            wishes = choices(rules) if in_turn and MAHJONG in self._hand and plays else ()
            return LegalActions(self.seat, plays, wishes, "pass" in ask.actions)
        return LegalActions(
            self.seat,
            NO_PLAYS,
            recipients=tuple(int(text[-1]) for text in ask.actions if text.startswith("dragon ")),
            may_call_tichu="tichu" in ask.actions,
            may_answer_grand="nogrand" in ask.actions,
            may_call_grand="grand" in ask.actions,
            exchange_from=CardSet(ask.give),
        )


def answer_text(answer: Action | None) -> str:
    """An answer as the ``action`` of an ``act``."""
    return DECLINE if answer is None else str(answer).partition(" ")[2]


def _three(cards: tuple[str, str, str]) -> Gifts:
    one, two, three = (Card(card) if card else None for card in cards)
    return one, two, three


def _combination(play: Combo) -> Combination:
    cards = CardSet(play.cards)
    if cards == CardSet(PHOENIX):
        # Its rank is that of the table.
        return Combination(f"Ph={play.rank:g}")
    return Combination.of(cards, play.phoenix)


def _event(what: Happening) -> Event | None:
    """The engine's event that a part of a message tells; None for what it has none for."""
    if isinstance(what, wire.LeadPassed) and what.to is None:
        # The engine's own events leave it to who knows the rules.
        return None
    read = _READERS.get(type(what))
    return None if read is None else read(what)


def _received(what: wire.Received) -> Event:
    one, two, three = map(Card, what.cards)
    return core.CardsReceived(what.seat, (one, two, three))


_READERS: dict[type[Happening], Callable[[Any], Event]] = {
    wire.Dealt: lambda w: core.CardsDealt(w.seat, CardSet(w.cards)),
    wire.GrandAnswered: lambda w: core.GrandAnswered(w.seat, w.call),
    wire.GrandClosed: lambda w: core.GrandClosed(w.calls),
    wire.TichuCalled: lambda w: core.TichuCalled(w.seat),
    wire.PicksWithdrawn: lambda _: core.PicksWithdrawn(),
    wire.Picked: lambda w: core.ExchangePicked(w.seat),
    wire.Exchanged: lambda w: core.ExchangeDone(w.opener),
    wire.Received: _received,
    wire.Played: lambda w: core.Played(w.seat, _combination(w.play), w.wish, w.in_turn),
    wire.WishFulfilled: lambda w: core.WishFulfilled(w.seat, w.rank),
    wire.Out: lambda w: core.PlayerOut(w.seat, w.place),
    wire.LeadPassed: lambda w: core.LeadPassed(w.seat, w.to),
    wire.Passed: lambda w: core.Passed(w.seat),
    wire.TrickRipe: lambda w: core.TrickRipe(w.owner),
    wire.TrickTaken: lambda w: core.TrickTaken(w.owner, w.to, CardSet(w.cards)),
    wire.RoundOver: lambda w: core.RoundOver(w.out, RoundScore(w.double, w.card, w.bonus)),
}
