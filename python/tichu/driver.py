"""Who is asked what, in which order: the one driver of turn-based play.

The order (agents, the arena and simulation all follow it):

1. Grand Tichu: seats 0 to 3.
2. Tichu: before the exchange (seats 0 to 3), after it (from the opener on), and before each request
   for a seat's first play.
3. The exchange: seats 0 to 3.
4. The seat on turn plays or passes.
5. After every play except the Dog or one that ends the round, each seat with a beating bomb, from
   the player's next seat on, the player last, bombs or declines once; a bomb starts this again.
6. After the last pass, 5 again; then the owner collects, or gives the Dragon's trick away.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Literal, Protocol

from tichu._core import Rng, legal_plays
from tichu.actions import Action, Collect
from tichu.deal import deal_for, start_round
from tichu.errors import IllegalAction
from tichu.events import Event
from tichu.finish import count_round
from tichu.flow import apply, legal_actions
from tichu.history import MatchHistory, RoundHistory
from tichu.legal import LegalActions
from tichu.match import MatchState, add_round
from tichu.play import NO_PLAYS
from tichu.rng import check_seed, stream
from tichu.rules import STANDARD, Rules
from tichu.seats import SEATS, Quad, next_seat
from tichu.state import Step
from tichu.view import SeatView, view

__all__ = ["Player", "Question", "RoundDriver", "play_match", "play_round"]

Kind = Literal["grand", "tichu", "exchange", "play", "bomb", "dragon"]


class Question:
    """One request to one seat.

    Attributes:
        kind: what is asked.
        seat: who is asked.
        legal: the possible answers.
        may_decline: None is an answer too: no call, no bomb.
    """

    __slots__ = ("_look", "kind", "legal", "may_decline", "seat")

    def __init__(
        self, kind: Kind, seat: int, legal: LegalActions, look: Callable[[], SeatView]
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.legal = legal
        self.may_decline = kind in ("tichu", "bomb")
        self._look = look

    @property
    def view(self) -> SeatView:
        """The round as the seat sees it, with the events so far; made when asked for."""
        return self._look()


class Player(Protocol):
    """Who answers questions; see :mod:`tichu.agents`."""

    def begin_round(self, seat: int, rng: Rng) -> None:
        """A round begins; ``rng`` is this seat's random stream for it."""
        ...

    def answer(self, question: Question) -> Action | None:
        """One of ``question.legal``, or None where declining is possible."""
        ...


Questions = Generator[Question, Action | None, None]


class RoundDriver:
    """Drives one round from a state on; :meth:`questions` is the conversation.

    Attributes:
        state: the state now.
        events: what happened so far.
        actions: the actions so far.
    """

    def __init__(self, start: Step) -> None:
        self.state = start.state
        self.events: list[Event] = list(start.events)
        self.actions: list[Action] = []

    def questions(self) -> Questions:
        """Yield each question and be sent its answer, until the round is over.

        Raises:
            IllegalAction: an answer is not one of those offered (``bad_answer``); the round is
                as it was before the question.
        """
        if self.state.phase == "grand":
            for seat in SEATS:
                if self.state.grand_answers[seat] is None:
                    yield from self._ask("grand", seat, self._answers_to_grand(seat))
        if self.state.phase == "exchange":
            yield from self._ask_calls(0)
            yield from self._ask_exchange()
        while not self.state.is_over:
            yield from self._ask_next()

    def _ask_next(self) -> Questions:
        state = self.state
        if state.phase == "ripe":
            yield from self._ask_bombs()
            if self.state.phase == "ripe":
                yield from self._take_trick()
        elif state.turn is None:
            raise AssertionError("a round that is not over has somebody to ask")
        elif state.phase == "gift":
            yield from self._ask_dragon(state.turn)
        else:
            yield from self._ask_turn(state.turn)

    def _answers_to_grand(self, seat: int) -> LegalActions:
        may_call = self.state.rules.grand_enabled
        return LegalActions(seat, NO_PLAYS, may_answer_grand=True, may_call_grand=may_call)

    def _ask_calls(self, first: int) -> Questions:
        for offset in SEATS:
            yield from self._ask_call((first + offset) % 4)

    def _ask_call(self, seat: int) -> Questions:
        if legal_actions(self.state, seat).may_call_tichu:
            yield from self._ask("tichu", seat, _only_tichu(seat))

    def _ask_exchange(self) -> Questions:
        for seat in SEATS:
            if self.state.exchange[seat] is None:
                hand = self.state.hands[seat]
                only = LegalActions(seat, NO_PLAYS, exchange_from=hand)
                yield from self._ask("exchange", seat, only)
        if self.state.opener is not None:
            yield from self._ask_calls(self.state.opener)

    def _ask_turn(self, seat: int) -> Questions:
        legal = legal_actions(self.state, seat)
        if legal.may_call_tichu:
            yield from self._ask("tichu", seat, _only_tichu(seat))
            legal = legal_actions(self.state, seat)
        cards_before = len(self.state.hands[seat])
        only = LegalActions(seat, legal.plays, legal.wishes, legal.may_pass)
        yield from self._ask("play", seat, only)
        if len(self.state.hands[seat]) < cards_before and self.state.phase == "play":
            yield from self._ask_bombs()

    def _ask_bombs(self) -> Questions:
        """Offer the bombs on the trick, again after each bomb."""
        asked_about = None
        while self.state.top is not asked_about and self.state.phase in ("play", "ripe"):
            asked_about = self.state.top
            yield from self._ask_bombs_once()

    def _ask_bombs_once(self) -> Questions:
        top, owner = self.state.top, self.state.owner
        if top is None or owner is None or not self.state.rules.bomb_out_of_turn:
            return
        seat = owner
        for _ in SEATS:
            seat = next_seat(seat)
            if not self.state.hands[seat].has_bomb():
                continue
            bombs = self._bombs_of(seat)
            if bombs:
                yield from self._ask("bomb", seat, bombs)
                if self.state.top is not top:
                    return

    def _bombs_of(self, seat: int) -> LegalActions:
        state = self.state
        plays = legal_actions(state, seat).plays
        if state.turn == seat:
            if state.rules.wish_bomb_in_turn == "strict" and not plays.may_pass:
                # this seat owes the wish in every bomb, so it waits for its turn.
                return LegalActions(seat, NO_PLAYS)
            # On turn the plays hold more than bombs; this window is for bombs only.
            plays = legal_plays(state.hands[seat], state.top, in_turn=False)
        return LegalActions(seat, plays)

    def _take_trick(self) -> Questions:
        owner = self.state.owner
        if owner is None:
            return
        if self.state.dragon_on_top:
            yield from self._ask_dragon(owner)
        else:
            self._do(Collect(owner))

    def _ask_dragon(self, owner: int) -> Questions:
        recipients = legal_actions(self.state, owner).recipients
        yield from self._ask("dragon", owner, LegalActions(owner, NO_PLAYS, recipients=recipients))

    def _ask(self, kind: Kind, seat: int, legal: LegalActions) -> Questions:
        state, count = self.state, len(self.events)

        def look() -> SeatView:
            return view(state, seat, self.events[:count])

        question = Question(kind, seat, legal, look)
        answer = yield question
        if answer is None and question.may_decline:
            return
        if answer is None or answer not in legal:
            raise IllegalAction(
                f"{answer!s:.60} is no answer to the question {kind!r}; choose from its list.",
                code="bad_answer",
                where=f"seat {seat}",
            )
        self._do(answer)

    def _do(self, action: Action) -> None:
        step = apply(self.state, action)
        self.state = step.state
        self.events.extend(step.events)
        self.actions.append(action)


def _only_tichu(seat: int) -> LegalActions:
    return LegalActions(seat, NO_PLAYS, may_call_tichu=True)


def play_round(players: Sequence[Player], start: Step) -> RoundDriver:
    """Play a round to its end; the players have begun it already.

    Raises:
        IllegalAction: a player's answer is not one of those offered.
    """
    driver = RoundDriver(start)
    questions = driver.questions()
    try:
        question = next(questions)
        while True:
            question = questions.send(players[question.seat].answer(question))
    except StopIteration:
        return driver


def play_match(
    players: Sequence[Player],
    *,
    rules: Rules = STANDARD,
    seed: str | int,
    names: Quad[str] = ("", "", "", ""),
    on_round: Callable[[RoundHistory, MatchState], None] | None = None,
    max_rounds: int | None = None,
) -> MatchHistory:
    """Play rounds until the match is won (R-104), or ``max_rounds`` are played.

    Deals and agents draw from streams derived from the seed, so the same players with the same
    seed play the same match. ``on_round`` is told each round and where the match stands.

    Raises:
        IllegalAction: a player's answer is not one of those offered.
    """
    text = check_seed(seed)
    match = MatchState(rules=rules)
    rounds: list[RoundHistory] = []
    while not match.is_over and (max_rounds is None or match.rounds < max_rounds):
        number = match.rounds + 1
        cards = deal_for(text, number)
        for seat in SEATS:
            players[seat].begin_round(seat, stream(text, "agent", number, seat))
        driver = play_round(players, start_round(cards, rules))
        rounds.append(RoundHistory(cards, tuple(driver.actions), driver.state.score))
        match = add_round(match, count_round(driver.state).total)
        if on_round is not None:
            on_round(rounds[-1], match)
    return MatchHistory(rules=rules, seed=text, seats=names, rounds=tuple(rounds))
