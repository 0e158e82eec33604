"""What the greedy agent answers in a situation."""

from __future__ import annotations

from typing import Any

from tichu import MatchState, Question, RoundState, legal_actions, stream, view
from tichu.agents.greedy import GreedyAgent
from tichu.legal import LegalActions


def agent(seat: int) -> GreedyAgent:
    made = GreedyAgent()
    made.begin_round(seat, stream("greedy", "agent", 1, seat), MatchState())
    return made


def answer(state: RoundState, seat: int, kind: Any = "play") -> str:
    """What the agent answers, as text; ``-`` for no call and no bomb."""
    legal = legal_actions(state, seat)
    if kind == "play":
        legal = LegalActions(seat, legal.plays, legal.wishes, legal.may_pass)
    question = Question(kind, legal, view(state, seat))
    given = agent(seat).answer(question)
    assert given in legal or (given is None and question.may_decline)
    return "-" if given is None else str(given)
