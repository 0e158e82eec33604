"""The types of agents for those who write them; checked by mypy, not run."""

from collections.abc import Callable, Sequence
from typing import assert_type

from tichu import Action, Exchange, GiveDragon, Pass, Play, Player, Question, Rng, SeatView
from tichu.agents import Agent, Fault, Guard, agent_names, make_agent, make_house_agent
from tichu.agents.greedy import GreedyAgent
from tichu.match import MatchState


class Own(Agent):
    """An agent with an option, which overrides some of the methods."""

    def __init__(self, depth: int = 1) -> None:
        self.depth = depth

    def begin_round(self, seat: int, rng: Rng, match: MatchState = MatchState()) -> None:  # noqa: B008
        super().begin_round(seat, rng, match)

    def grand(self, question: Question) -> bool:
        return question.legal.may_call_grand

    def play(self, question: Question) -> Play | Pass:
        assert_type(question.view, SeatView)
        assert_type(super().play(question), Play | Pass)
        return Pass(self.seat)

    @classmethod
    def answer_many(
        cls, agents: Sequence[Agent], questions: Sequence[Question]
    ) -> Sequence[Action | None]:
        return [agent.answer(asked) for agent, asked in zip(agents, questions, strict=True)]


class Wrong(Agent):
    """An agent whose answers are none."""

    def play(self, question: Question) -> str:  # type: ignore[override]
        return "the ace of spades"

    def tichu(self, question: Question, later: bool) -> bool:  # type: ignore[override]
        return later


def uses(agent: Agent, question: Question) -> None:
    assert_type(agent.answer(question), Action | None)
    assert_type(agent.grand(question), bool)
    assert_type(agent.tichu(question), bool)
    assert_type(agent.exchange(question), Exchange)
    assert_type(agent.bomb(question), Play | None)
    assert_type(agent.dragon(question), GiveDragon)
    assert_type(agent.seat, int)
    assert_type(agent.rng, Rng)
    assert_type(agent.match, MatchState)


player: Player = Own(depth=3)
other: Player = GreedyAgent()
guarded: Player = Guard(Own(), limit=0.5)
guard = Guard(player)
assert_type(guard.faults, list[Fault])
assert_type(guard.fault_count, int)
assert_type(make_agent("greedy"), Agent)
assert_type(make_house_agent("greedy"), Agent)
assert_type(agent_names(), tuple[str, ...])
make: Callable[[str], Agent] = make_agent
GreedyAgent(depth=3)  # type: ignore[call-arg]
make_agent(7)  # type: ignore[arg-type]
Guard(object())  # type: ignore[arg-type]
