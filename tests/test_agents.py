"""The built-in agents: reproducible, legal, and as likely to do things as they say."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import strategies
from scenes import at
from tichu import (
    InvalidValue,
    Play,
    Question,
    RoundDriver,
    RoundState,
    Rules,
    Step,
    legal_actions,
    play_match,
    stream,
    view,
)
from tichu.agents import AGENTS, Agent, FirstAgent, RandomAgent, make_agent
from tichu.agents.greedy import GreedyAgent
from tichu.agents.mc import MonteCarloAgent
from tichu.legal import LegalActions
from tichu.seats import SEATS

TRIES = 4_000


def question(state: RoundState, kind: Any, seat: int, legal: LegalActions) -> Question:
    return Question(kind, legal, lambda: view(state, seat))


def ask(state: RoundState, seat: int, kind: str = "play") -> Counter[str]:
    """What the random agent answers, and how often."""
    agent = RandomAgent()
    agent.begin_round(seat, stream("ask", "agent", 1, seat))
    asked = question(state, kind, seat, legal_actions(state, seat))
    return Counter(str(agent.answer(asked)) for _ in range(TRIES))


def assert_even(counts: Counter[str], answers: int) -> None:
    """Chi-square within five standard deviations of its mean."""
    assert len(counts) == answers
    expected = TRIES / answers
    chi = sum((n - expected) ** 2 / expected for n in counts.values())
    assert abs(chi - (answers - 1)) < 5 * (2 * (answers - 1)) ** 0.5


def assert_share(count: int, share: float) -> None:
    assert abs(count / TRIES - share) < 5 * (share * (1 - share) / TRIES) ** 0.5


REPRODUCIBLE = {"random": "random", "first": "first", "greedy": "greedy", "mc": "mc:rollouts=8"}
"""The built-in agents by names with which they play the same from the same seed."""


@pytest.mark.parametrize("name", [REPRODUCIBLE[name] for name in AGENTS])
@pytest.mark.parametrize("flip", strategies.SINGLE_FLIPS)
def test_agents_play_under_every_option_and_reproducibly(name: str, flip: str):
    def play() -> Any:
        players = [make_agent(name) for _ in SEATS]
        return play_match(players, rules=strategies.SINGLE_FLIPS[flip], seed=flip, max_rounds=3)

    assert play() == play()


def test_mixed_agents_finish_a_match():
    players = [RandomAgent(), FirstAgent(), RandomAgent(), FirstAgent()]
    assert play_match(players, seed=1).result.is_over


@pytest.mark.parametrize("name", ["", "Random", "best", "x" * 100])
def test_unknown_agents(name: str):
    with pytest.raises(InvalidValue) as caught:
        make_agent(name)
    assert caught.value.code == "unknown_agent"
    assert "random" in str(caught.value)


def test_these_are_the_built_in_agents():
    assert set(AGENTS) == {"random", "first", "greedy", "mc"}
    assert isinstance(make_agent("random"), RandomAgent)
    assert isinstance(make_agent("first"), FirstAgent)
    assert isinstance(make_agent("greedy"), GreedyAgent)
    assert isinstance(make_agent("mc"), MonteCarloAgent)


# --- random --------------------------------------------------------------------------------------


def test_plays_and_pass_are_as_likely():
    # A pair of nines with the Phoenix, three ways; and passing.
    state = at("play 3j/9j9sPh5s/7j/8j", "turn:1 owner:0 top:4j4s trick:4j4s")
    assert_even(ask(state, 1), 4 + 1)


def test_the_wish_is_as_likely_among_all_ranks_and_none():
    state = at("play Mj/4j/5j/6j", "turn:0")
    assert_even(ask(state, 0), 14)
    assert_even(ask(at("play Mj/4j/5j/6j", "turn:0 rules:wish_optional=false"), 0), 13)


def test_a_play_is_chosen_before_its_wish():
    counts = ask(at("play Mj3j/4j/5j/6j", "turn:0"), 0)
    assert_share(counts["0 play 3j"], 1 / 2)


def test_a_bomb_offered_is_thrown_or_declined_evenly():
    state = at("play 3j4j/7j7s7p7t9j9s9p9t/6j8j/TjJj", "turn:0 owner:3 top:2j trick:2j")
    assert_even(ask(state, 1, "bomb"), 3)


def test_the_dragon_is_given_evenly():
    state = at("ripe 3j/4j/5j/6j", "owner:0 top:Dg trick:Dg passes:3")
    assert_even(ask(state, 0, "dragon"), 2)


def test_a_call_is_made_one_time_in_sixteen():
    hand = "2j2s2p2t3j3s3p3t4j4s4p4t5j5s"
    state = at(f"play {hand}/6j/7j/8j", "turn:1")
    assert_share(ask(state, 0, "tichu")["0 tichu"], 1 / 16)
    agent = RandomAgent()
    agent.begin_round(0, stream("grand", "agent"))
    asked = question(state, "grand", 0, LegalActions(0, legal_actions(state, 2).plays))
    yes = sum(agent.grand(asked) for _ in range(TRIES))
    assert_share(yes, 1 / 16)


def test_the_exchange_is_three_random_cards():
    state = at(
        "exchange 2j2s2p2t3j3s3p3tTjTsTpTtJjJs/4j4s4p4t5j5s5p5tJpJtQjQsQpQt/"
        "6j6s6p6t7j7s7p7tKjKsKpKtAjAs/8j8s8p8t9j9s9p9tApAtMjDoPhDg"
    )
    counts = Counter[str]()
    for answer, n in ask(state, 0, "exchange").items():
        gifts = answer.split()[2:]
        assert len(set(gifts)) == 3
        counts[gifts[0]] += n
    assert_even(counts, 14)


# --- first ---------------------------------------------------------------------------------------


def first_answer(state: RoundState, kind: str = "play") -> str | None:
    driver = RoundDriver(Step(state, ()))
    asked = next(driver.questions())
    assert asked.kind == kind
    answer = FirstAgent().answer(asked)
    return None if answer is None else str(answer)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("9j4s5p", "0 play 4s"),
        ("9jPh4sMj", "0 play Mj"),
        ("9jDg", "0 play 9j"),
        ("9j9s", "0 play 9j"),
    ],
)
def test_first_leads_the_lowest_single(hand: str, expected: str):
    assert first_answer(at(f"play {hand}/2j/2s/2p", "turn:0")) == expected


def test_first_beats_as_low_as_possible_and_passes_when_it_must():
    table = "turn:1 owner:0 top:8j trick:8j"
    assert first_answer(at("play 3j/Aj9sTs/7j/6j", table)) == "1 play 9s"
    assert first_answer(at("play 3j/4s5s/7j/6j", table)) == "1 pass"


def test_first_makes_no_wish_and_makes_one_when_it_must():
    assert first_answer(at("play Mj/4j/5j/6j", "turn:0")) == "0 play Mj"
    due = at("play Mj/4j/5j/6j", "turn:0 rules:wish_optional=false")
    assert first_answer(due) == "0 play Mj wish=2"


def test_first_declines_calls_and_gives_the_lowest_cards():
    hands = (
        "2j2s2p2t3j3s3p3tTjTsTpTtJjJs/4j4s4p4t5j5s5p5tJpJtQjQsQpQt/"
        "6j6s6p6t7j7s7p7tKjKsKpKtAjAs/8j8s8p8t9j9s9p9tApAtMjDoPhDg"
    )
    assert first_answer(at(f"exchange {hands}"), "tichu") is None
    forbidden = at(f"exchange {hands}", "rules:tichu_before_exchange=false")
    assert first_answer(forbidden, "exchange") == "0 give 2j 2s 2p"


def test_first_gives_the_dragon_to_the_next_seat_that_may_have_it():
    ripe = "ripe 3j/-/5j/6j"
    fields = "owner:0 top:Dg trick:Dg passes:2 out:1"
    assert first_answer(at(ripe, fields), "dragon") == "0 dragon 1"
    only = at(ripe, fields, "rules:dragon_gift_only_active=true")
    assert first_answer(only, "dragon") == "0 dragon 3"


def test_an_agent_of_ones_own_overrides_what_it_wants():
    class Caller(Agent):
        def tichu(self, question: Question) -> bool:
            return True

        def play(self, question: Question) -> Any:
            if question.legal.plays:
                highest = question.legal.plays[-1]
                return next(iter(question.legal.plays_with(highest)))
            return super().play(question)

    history = play_match([Caller() for _ in SEATS], rules=Rules(target=1), seed=4, max_rounds=2)
    texts = [str(action) for played in history.rounds for action in played.actions]
    assert sum("tichu" in text for text in texts) == 4 * len(history.rounds)
    assert any(isinstance(a, Play) for a in history.rounds[0].actions)
