"""Games played at many tables in step, so that agents can answer for many tables in one call.

Each game has agents of its own, made for it and closed after it, with the streams that
:func:`tichu.play_match` would give them: how a game goes does not depend on those beside it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from tichu.actions import Action
from tichu.agents import Agent, Guard
from tichu.agents.guard import Fault
from tichu.agents.limits import attempt
from tichu.agents.telling import one_line, told
from tichu.arena.game import MATCH_ROUNDS, Game, GameResult, RunSettings, Tally
from tichu.arena.making import answers_in_batches, made
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

__all__ = ["TABLES", "play_games", "void_result"]

TABLES = 64
"""So many tables are played in step at most."""

FAULTS_KEPT = 4
"""So many faults of a game are kept; the tallies count them all."""

_Key: TypeAlias = tuple[int, str]


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
        self._has_batches: list[bool] = []
        try:
            for name in self._names:
                agent = made(name, settings.limit)
                self._agents.append(agent)
                self._guards.append(Guard(agent, settings.limit))
                self._has_batches.append(answers_in_batches(agent))
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
        # A class may have a hash of its own.
        return id(type(self.agent)), self._names[self.asked.seat]

    @property
    def asked(self) -> Question:
        """The question that is open."""
        if self._driver.question is None:
            raise AssertionError("nothing is asked when a game is over")
        return self._driver.question

    def advance(self) -> None:
        """Play on to the next question of an agent that answers in batches, or to the end."""
        while (question := self.question) is not None:
            if self._has_batches[question.seat] and not self.guard.is_gone:
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
    except TichuError as error:
        yield void_result(game, error.code, str(error))
        return
    active.append(table)
    table.advance()
    if table.question is None:
        active.remove(table)
        yield table.result()


def void_result(game: Game, code: str, message: str) -> GameResult:
    """The result of a game that could not be played, and why."""
    fault = Fault(code, 0, 0, "game", one_line(message))
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
    for tables in groups.values():
        _answer_together(tables, limit)


def _answer_together(tables: Sequence[_Table], limit: float | None) -> None:
    """One call for all; when it fails, that is a fault of each, and each is asked by itself."""
    guards = [table.guard for table in tables]
    questions = [table.asked for table in tables]
    agents = [table.agent for table in tables]
    begun = time.perf_counter()
    longest = limit and limit * len(tables)
    answers, error = attempt(longest, _answers, agents, questions)
    if error is not None:
        errors = [error]
        del error
        code, message = told(errors, longest)
        for table, guard, question in zip(tables, guards, questions, strict=True):
            guard.blame(code, message, "answer_many")
            table.answer(guard.answer(question))
        return
    share = (time.perf_counter() - begun) / len(tables)
    for table, guard, question, answer in zip(tables, guards, questions, answers, strict=True):
        guard.count(1, share)
        table.answer(guard.checked(question, answer))


def _answers(agents: Sequence[Agent], questions: Sequence[Question]) -> list[object]:
    """What is answered together; if those are not as many as the questions, that is an error."""
    given = type(agents[0]).answer_many(agents, questions)
    # They may never end.
    answers: list[object] = list(islice(given, len(questions) + 1))
    if len(answers) == len(questions):
        return answers
    found = str(len(answers)) if len(answers) < len(questions) else f"more than {len(questions)}"
    raise InvalidValue(
        f"answer_many gave {found} answers to {len(questions)} questions.", code="bad_answer"
    )
