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

from tichu._core import legal_plays
from tichu.actions import Action, Collect
from tichu.checks import check_int, check_kind, check_quad, shown
from tichu.deal import deal_for, start_round
from tichu.errors import IllegalAction, InvalidValue, TichuError
from tichu.events import Event
from tichu.finish import count_round
from tichu.flow import apply_unchecked, legal_actions, refusal
from tichu.history import MatchHistory, RoundHistory
from tichu.legal import LegalActions
from tichu.match import MatchState, add_round
from tichu.play import NO_PLAYS
from tichu.question import Player, Question, QuestionKind
from tichu.rng import check_seed, stream
from tichu.rules import STANDARD, Rules
from tichu.seats import SEATS, Quad, next_seat
from tichu.state import Step
from tichu.validity import check_state
from tichu.view import view

__all__ = ["RoundDriver", "play_match", "play_round"]

FIRST_ROUND = MatchState()

Questions = Generator[Question, Action | None, None]


class RoundDriver:
    """Drives one round: :attr:`question` is open until :meth:`answer` answers it.

    Attributes:
        state: the state now.
        events: what happened so far.
        actions: the actions so far.
        question: what is asked now; None when the round is over.

    Raises:
        InvalidValue: the state cannot be.
    """

    def __init__(self, start: Step) -> None:
        check_kind(start, Step, "start")
        self.state = check_state(start.state)
        self.events: list[Event] = list(start.events)
        self.actions: list[Action] = []
        self._talk = self._conversation()
        self.question: Question | None = next(self._talk, None)

    def answer(self, answer: Action | None) -> Question | None:
        """Answer the open question; returns the next one, None when the round is over.

        Raises:
            IllegalAction: the answer is not one of those offered (``bad_answer``), or nothing is
                asked (``round_over``). The question stays open.
        """
        question = self.question
        if question is None:
            raise IllegalAction(
                "The round is over; nothing is asked.", code="round_over", rule="R-095"
            )
        if not (answer is None and question.may_decline) and answer not in question.legal:
            raise self._bad_answer(question, answer)
        try:
            self.question = self._talk.send(answer)
        except StopIteration:
            self.question = None
        return self.question

    def _bad_answer(self, question: Question, answer: object) -> IllegalAction:
        """The error says why the rules refuse the answer, if it is an action at all."""
        reason = None
        if isinstance(answer, Action):
            try:
                reason = refusal(self.state, answer)
            except TichuError:
                reason = None
        why = reason.message if reason else "Choose from the question's list."
        return IllegalAction(
            f"{shown(answer)} is no answer to the question {question.kind!r}. {why}",
            code="bad_answer",
            rule=reason.rule if reason else None,
            where=f"seat {question.seat}",
        )

    def questions(self) -> Questions:
        """The conversation as a generator: yields each question and is sent its answer.

        Raises:
            IllegalAction: as for :meth:`answer`; the question stays open for another generator.
        """
        while self.question is not None:
            self.answer((yield self.question))

    def _conversation(self) -> Questions:
        if self.state.phase == "grand":
            for seat in SEATS:
                if self.state.grand_answers[seat] is None:
                    yield from self._ask("grand", self._answers_to_grand(seat))
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
            raise AssertionError("check_state lets no such state in")
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
            yield from self._ask("tichu", _only_tichu(seat))

    def _ask_exchange(self) -> Questions:
        for seat in SEATS:
            if self.state.exchange[seat] is None:
                hand = self.state.hands[seat]
                only = LegalActions(seat, NO_PLAYS, exchange_from=hand)
                yield from self._ask("exchange", only)
        if self.state.opener is not None:
            yield from self._ask_calls(self.state.opener)

    def _ask_turn(self, seat: int) -> Questions:
        legal = legal_actions(self.state, seat)
        if legal.may_call_tichu:
            yield from self._ask("tichu", _only_tichu(seat))
            legal = legal_actions(self.state, seat)
        cards_before = len(self.state.hands[seat])
        only = LegalActions(seat, legal.plays, legal.wishes, legal.may_pass)
        yield from self._ask("play", only)
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
                yield from self._ask("bomb", bombs)
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
        yield from self._ask("dragon", LegalActions(owner, NO_PLAYS, recipients=recipients))

    def _ask(self, kind: QuestionKind, legal: LegalActions) -> Questions:
        """Ask, and do what is answered; :meth:`answer` has checked it."""
        state, count = self.state, len(self.events)
        answer = yield Question(kind, legal, lambda: view(state, legal.seat, self.events[:count]))
        if answer is not None:
            self._do(answer)

    def _do(self, action: Action) -> None:
        step = apply_unchecked(self.state, action)
        self.state = step.state
        self.events.extend(step.events)
        self.actions.append(action)


def _only_tichu(seat: int) -> LegalActions:
    return LegalActions(seat, NO_PLAYS, may_call_tichu=True)


def play_round(
    players: Sequence[Player],
    start: Step,
    *,
    seed: str | int = 0,
    match: MatchState = FIRST_ROUND,
) -> RoundDriver:
    """Play a round to its end, and return its driver with all that happened.

    Each player draws from a stream derived from the seed, the round's number and its seat.

    Raises:
        IllegalAction: a player's answer is not one of those offered.
        InvalidValue: not four players, or a state that cannot be.
    """
    _check_players(players)
    driver = RoundDriver(start)
    for seat in SEATS:
        players[seat].begin_round(seat, stream(seed, "agent", match.rounds + 1, seat), match)
    question = driver.question
    while question is not None:
        question = driver.answer(players[question.seat].answer(question))
    for seat in SEATS:
        players[seat].end_round(view(driver.state, seat, driver.events))
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
        InvalidValue: not four players or names, or other values of the wrong type.
    """
    _check_players(players)
    check_kind(rules, Rules, "rules")
    check_quad(names, str, "names")
    if max_rounds is not None:
        check_int(max_rounds, 0, 10**9, "max_rounds")
    text = check_seed(seed)
    match = MatchState(rules=rules)
    rounds: list[RoundHistory] = []
    while not match.is_over and (max_rounds is None or match.rounds < max_rounds):
        cards = deal_for(text, match.rounds + 1)
        driver = play_round(players, start_round(cards, rules), seed=text, match=match)
        rounds.append(RoundHistory(cards, tuple(driver.actions), driver.state.score))
        match = add_round(match, count_round(driver.state).total)
        if on_round is not None:
            on_round(rounds[-1], match)
    return MatchHistory(rules=rules, seed=text, seats=names, rounds=tuple(rounds))


def _check_players(players: Sequence[Player]) -> None:
    check_kind(players, Sequence, "players")
    if len(players) != 4:
        raise InvalidValue(
            f"Four players play, one a seat; these are {len(players)}.",
            code="bad_players",
            rule="R-004",
            where="players",
        )
