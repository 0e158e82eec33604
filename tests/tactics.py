"""The book of tactical positions (docs/TACTICS.md): reading it, and putting it to an agent."""

from __future__ import annotations

import functools
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TypeAlias

import msgspec

from tichu import RoundState, parse_action, parse_position
from tichu.actions import Action, Play
from tichu.driver import RoundDriver
from tichu.match import MatchState
from tichu.question import Player, Question, QuestionKind
from tichu.rng import stream
from tichu.state import Step

FOLDER = Path(__file__).parent / "data" / "tactics"

DECLINE = "decline"
"""How the book writes that nothing is called or bombed."""

Answer: TypeAlias = Action | None


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the book.

    Attributes:
        name: what it is called; no two entries have one name.
        theme: what it is about; the name of its file.
        kind: what the seat is asked.
        seat: who is asked.
        position: where it begins, all hands open.
        actions: what is done from there until the question.
        totals: the points of teams 02 and 13 before the round.
        best: the good answers, as texts with ``?`` for any letter and ``*`` for any letters.
        never: the bad answers; all others are good. An entry has one of the two.
        reason: why, in one sentence, with rules where they decide.
        open: from the view all hidden cards are known.
    """

    name: str
    theme: str
    kind: QuestionKind
    seat: int
    position: str
    reason: str
    actions: tuple[str, ...] = ()
    totals: tuple[int, int] = (0, 0)
    best: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    open: bool = False


@functools.cache
def book() -> tuple[Position, ...]:
    """All entries, file by file."""
    lines = [
        line for path in sorted(FOLDER.glob("*.jsonl")) for line in path.read_bytes().splitlines()
    ]
    return tuple(msgspec.json.decode(line, type=Position) for line in lines)


def match_of(position: Position) -> MatchState:
    """Where the match stands."""
    rules = parse_position(position.position).rules
    return MatchState(rules=rules, totals=position.totals, rounds=1 if any(position.totals) else 0)


def driver_at(position: Position) -> RoundDriver:
    """The driver at the entry's question: the actions are done, other calls and bombs declined."""
    driver = RoundDriver(Step(parse_position(position.position), ()))
    left = [parse_action(text) for text in position.actions]
    while driver.question is not None:
        question = driver.question
        if not left and (question.kind, question.seat) == (position.kind, position.seat):
            return driver
        if left and left[0] in question.legal:
            driver.answer(left.pop(0))
        elif question.may_decline:
            driver.answer(None)
        else:
            break
    raise AssertionError(f"{position.name}: the driver does not come to ask this")


@functools.cache
def question_of(position: Position) -> Question:
    """The question as the driver asks it, with the seat's view."""
    question = driver_at(position).question
    assert question is not None
    return question


def state_of(position: Position) -> RoundState:
    """The state in which the question is asked, all hands open."""
    return driver_at(position).state


@functools.cache
def answers(position: Position) -> dict[str, Answer]:
    """All possible answers by their texts."""
    question = question_of(position)
    found: dict[str, Answer] = {str(action): action for action in question.legal}
    return {DECLINE: None, **found} if question.may_decline else found


@functools.cache
def good_answers(position: Position) -> dict[str, Answer]:
    """The answers that the book takes."""
    best, never = position.best, position.never
    return {
        text: answer
        for text, answer in answers(position).items()
        if (fits(text, best) if best else not fits(text, never))
    }


def fits(text: str, patterns: tuple[str, ...]) -> bool:
    """Does one of the patterns fit?"""
    return any(fnmatchcase(text, pattern) for pattern in patterns)


def text_of(question: Question, answer: Answer) -> str:
    """The answer as the book writes it: a Phoenix that says nothing has the higher rank (R-041)."""
    if answer is None:
        return DECLINE
    if isinstance(answer, Play) and answer.phoenix_rank is None:
        readings = [each for each in question.legal.plays if each.cards == answer.cards]
        rank = max((each.phoenix_rank or 0 for each in readings), default=0)
        if rank and len(answer.cards) > 1:
            answer = msgspec.structs.replace(answer, phoenix_rank=int(rank))
    return str(answer)


def ask(agent: Player, position: Position, seed: str | int = 0) -> Answer:
    """What the agent answers, seeing its seat's view and nothing else."""
    match = match_of(position)
    agent.begin_round(position.seat, stream(seed, "agent", match.rounds + 1, position.seat), match)
    question = question_of(position)
    seen = Question(question.kind, question.legal, question.view)
    return agent.answer(seen)


def is_good(position: Position, answer: Answer) -> bool:
    """Is this one of the answers that the book takes?"""
    return text_of(question_of(position), answer) in good_answers(position)
