"""Games played at many tables in step, so that agents can answer for many tables in one call.

Each game has agents of its own, made for it and closed after it, with the streams that
:func:`tichu.play_match` would give them: how a game goes does not depend on those beside it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from tichu.actions import Action
from tichu.agents import Agent, Guard, make_agent
from tichu.agents.guard import Fault, OutOfTime, harmless_answer, interrupted_after
from tichu.arena.game import LIMIT, MATCH_ROUNDS, Game, GameResult, RunSettings, Tally
from tichu.arena.moves import pack_moves
from tichu.arena.tally import tally_round, with_answers
from tichu.deal import deal_for, start_round
from tichu.driver import RoundDriver
from tichu.errors import InvalidValue, TichuError
from tichu.finish import count_round
from tichu.match import MatchState, add_round
from tichu.question import Question
from tichu.rng import stream
from tichu.seats import SEATS
from tichu.view import view

__all__ = ["TABLES", "answers_in_batches", "play_games", "void_result"]

TABLES = 64
"""So many tables are played in step at most."""

FAULTS_KEPT = 4
"""So many faults of a game are kept; the tallies count them all."""

_Key: TypeAlias = tuple[type[Agent], str]


class _Table:
    """One game while it is played.

    Attributes:
        game: which one.
        question: what is asked now; None when the game is over.
    """

    def __init__(self, settings: RunSettings, game: Game) -> None:
        self.game = game
        self._settings = settings
        self._seed = settings.seed_of(game.deal)
        self._first = int(game.swapped)  # The team of the first agent.
        self._names = [settings.agents[game.teams[seat % 2]] for seat in SEATS]
        self._agents: list[Agent] = []
        self._guards: list[Guard] = []
        try:
            for name in self._names:
                # Loading a class may take longer than an answer.
                with interrupted_after(settings.limit and max(settings.limit, LIMIT)):
                    self._agents.append(make_agent(name))
                self._guards.append(Guard(self._agents[-1], settings.limit))
        except BaseException:
            self.close()
            raise
        self._match = MatchState(rules=settings.rules)
        self._moves: list[list[Action]] = []
        self._tallies = [Tally(), Tally()]
        self._driver = self._begin()

    @property
    def question(self) -> Question | None:
        """What is asked now."""
        return self._driver.question

    @property
    def agent(self) -> Agent:
        """Who is asked."""
        return self._agents[self.asked.seat]

    @property
    def guard(self) -> Guard:
        """Who watches over the one who is asked."""
        return self._guards[self.asked.seat]

    @property
    def key(self) -> _Key:
        """Whose question it is: those of one class and one name are answered together."""
        return type(self.agent), self._names[self.asked.seat]

    @property
    def asked(self) -> Question:
        """The question that is open."""
        if self._driver.question is None:
            raise AssertionError("nothing is asked when a game is over")
        return self._driver.question

    def advance(self) -> None:
        """Play on to the next question of an agent that answers in batches, or to the end."""
        while (question := self.question) is not None:
            if answers_in_batches(self.agent):
                return
            self.answer(self.guard.answer(question))

    def answer(self, answer: Action | None) -> None:
        """Answer the open question; a round that ends is counted, and the next one begun."""
        if self._driver.answer(answer) is None:
            self._end()
            if not self._is_over():
                self._driver = self._begin()

    def _begin(self) -> RoundDriver:
        number = self._match.rounds + 1
        for seat, guard in enumerate(self._guards):
            guard.begin_round(seat, stream(self._seed, "agent", number, seat), self._match)
        return RoundDriver(start_round(deal_for(self._seed, number), self._settings.rules))

    def _end(self) -> None:
        driver = self._driver
        for seat, guard in enumerate(self._guards):
            guard.end_round(view(driver.state, seat, driver.events))
        self._moves.append(list(driver.actions))
        for agent, tally in enumerate(tally_round(driver, self._first)):
            self._tallies[agent] += tally
        self._match = add_round(self._match, count_round(driver.state).total)

    def _is_over(self) -> bool:
        is_long = self._match.rounds >= MATCH_ROUNDS
        return self._settings.mode == "round" or self._match.is_over or is_long

    def result(self) -> GameResult:
        """The result, when the game is over; the agents are closed first."""
        self.close()
        first, second = self._match.totals[self._first], self._match.totals[1 - self._first]
        return GameResult(
            game=self.game,
            points=(first, second),
            won=self._won(first, second),
            rounds=self._match.rounds,
            tallies=(self._tally(0), self._tally(1)),
            faults=self._faults(),
            moves=pack_moves(self._moves),
        )

    def _won(self, first: int, second: int) -> float:
        """What the first agent has won; a match that went on for too long is a draw."""
        is_unfinished = self._settings.mode == "match" and not self._match.is_over
        return 0.5 if first == second or is_unfinished else float(first > second)

    def _tally(self, agent: int) -> Tally:
        """What the first agent (0) or the second (1) did."""
        team = self._first ^ agent
        return with_answers(self._tallies[agent], (self._guards[team], self._guards[team + 2]))

    def _faults(self) -> tuple[Fault, ...]:
        found = [fault for guard in self._guards for fault in guard.faults]
        found.sort(key=lambda fault: fault.round)
        return tuple(found[:FAULTS_KEPT])

    def close(self) -> None:
        """Let the agents go."""
        for guard in self._guards:
            guard.close()


def answers_in_batches(player: object) -> bool:
    """Whether a player has a way of its own to answer for many tables."""
    own = getattr(type(player), "answer_many", None)
    return own is not None and _function(own) is not _function(Agent.answer_many)


def _function(method: Any) -> Any:
    return getattr(method, "__func__", method)


def play_games(
    settings: RunSettings, games: Iterable[Game], tables: int = TABLES
) -> Iterator[GameResult]:
    """Play the games; the results come as the games end.

    A game whose agents cannot be made is void.

    Args:
        settings: those of the run.
        games: which games.
        tables: how many to play in step; when no agent answers in batches, each game is over
            before the next one is begun.
    """
    waiting = iter(games)
    active: list[_Table] = []
    try:
        while True:
            while len(active) < tables and (game := next(waiting, None)) is not None:
                yield from _begin(settings, game, active)
            if not active:
                return
            _answer(active, settings.limit)
            for table in list(active):
                table.advance()
                if table.question is None:
                    active.remove(table)
                    yield table.result()
    finally:
        for table in active:
            table.close()


def _begin(settings: RunSettings, game: Game, active: list[_Table]) -> Iterator[GameResult]:
    """Begin a game; its result if it is over at once."""
    try:
        table = _Table(settings, game)
    # A stranger's class may fail in any way.
    except (Exception, OutOfTime, SystemExit) as error:  # noqa: BLE001
        code = error.code if isinstance(error, TichuError) else "bad_agent"
        yield void_result(game, code, str(error) or type(error).__name__)
        return
    active.append(table)
    table.advance()
    if table.question is None:
        active.remove(table)
        yield table.result()


def void_result(game: Game, code: str, message: str) -> GameResult:
    """The result of a game that could not be played, and why."""
    fault = Fault(code, 0, 0, "game", message[:300])
    return GameResult(
        game,
        points=(0, 0),
        won=0.5,
        rounds=0,
        tallies=(Tally(), Tally()),
        faults=(fault,),
        void=True,
    )


def _answer(active: Sequence[_Table], limit: float | None) -> None:
    """Put the open questions, those of one kind of agent in one call."""
    groups: dict[_Key, list[_Table]] = {}
    for table in active:
        groups.setdefault(table.key, []).append(table)
    for (kind, _), tables in groups.items():
        _answer_together(kind, tables, limit)


def _answer_together(kind: type[Agent], tables: Sequence[_Table], limit: float | None) -> None:
    """One call for all; when it fails, that is a fault of each, and each is asked by itself."""
    guards = [table.guard for table in tables]
    questions = [table.asked for table in tables]
    begun = time.perf_counter()
    try:
        with interrupted_after(limit and limit * len(tables)):
            answers = list(kind.answer_many([table.agent for table in tables], questions))
        _check_count(answers, questions)
    except (Exception, OutOfTime, SystemExit) as error:  # noqa: BLE001
        for table, guard, question in zip(tables, guards, questions, strict=True):
            guard.note(error, "answer_many")
            table.answer(guard.answer(question))
        return
    share = (time.perf_counter() - begun) / len(tables)
    for table, guard, question, answer in zip(tables, guards, questions, answers, strict=True):
        guard.count(1, share)
        table.answer(_checked(guard, question, answer))


def _checked(guard: Guard, question: Question, answer: object) -> Action | None:
    """The answer if it is one; even comparing a strange one may take for ever."""
    try:
        with interrupted_after(guard.limit):
            return guard.checked(question, answer)
    except (Exception, OutOfTime, SystemExit) as error:  # noqa: BLE001
        guard.note(error, question.kind)
        return harmless_answer(question)


def _check_count(answers: Sequence[object], questions: Sequence[Question]) -> None:
    if len(answers) != len(questions):
        raise InvalidValue(
            f"answer_many gave {len(answers)} answers to {len(questions)} questions.",
            code="bad_answer",
        )
