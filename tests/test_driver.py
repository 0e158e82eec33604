"""The driver asks in one fixed order (docs/ARCHITECTURE.md)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings

import rounds
import strategies
from scenes import at
from test_flow_deal import DEAL
from tichu import (
    DOG,
    Action,
    Collect,
    IllegalAction,
    Pass,
    Play,
    Question,
    RoundDriver,
    RoundState,
    Rules,
    Step,
    TichuError,
    apply,
    legal_actions,
    parse_action,
    play_match,
    play_round,
    start_round,
    stream,
)
from tichu.agents import FirstAgent, RandomAgent
from tichu.seats import SEATS

Log = list[tuple[str, int]]


def script(start: Step | RoundState, answers: dict[str, str], stop: int = 200) -> Log:
    """What is asked when the questions ``kind seat`` are answered so; the first answer counts once.

    A question without an answer in the script is answered by the lowest play, or declined.
    """
    driver = RoundDriver(start if isinstance(start, Step) else Step(start, ()))
    left = {question: texts.split("; ") for question, texts in answers.items()}
    asked: Log = []
    questions = driver.questions()
    answer: Action | None = None
    try:
        question = next(questions)
        while len(asked) < stop:
            asked.append((question.kind, question.seat))
            texts = left.get(f"{question.kind} {question.seat}")
            answer = scripted(question, texts.pop(0) if texts else None)
            question = questions.send(answer)
    except StopIteration:
        pass
    assert not any(left.values()), left
    return asked


def scripted(question: Question, text: str | None) -> Action | None:
    if text == "decline":
        return None
    if text is None:
        return FirstAgent().answer(question)
    return parse_action(f"{question.seat} {text}")


def kinds(kind: str, *seats: int) -> Log:
    return [(kind, seat) for seat in seats]


# --- the whole order, literally ------------------------------------------------------------------


def test_the_beginning_of_a_round():
    """Seat 3 opens; every seat holds a bomb after the exchange of the lowest cards."""
    asked = script(start_round(DEAL), {}, stop=30)
    assert asked[:17] == [
        *kinds("grand", 0, 1, 2, 3),
        *kinds("tichu", 0, 1, 2, 3),
        *kinds("exchange", 0, 1, 2, 3),
        *kinds("tichu", 3, 0, 1, 2),
        ("tichu", 3),
    ]
    # The Mah Jong is led; from the next seat on, the player last, all may bomb.
    assert asked[17:25] == [
        ("play", 3),
        *kinds("bomb", 0, 1, 2, 3),
        ("tichu", 0),
        ("play", 0),
        ("bomb", 1),
    ]


def test_who_has_called_is_not_asked_again():
    answers = {"grand 1": "grand", "tichu 0": "tichu", "tichu 3": "decline; tichu"}
    asked = script(start_round(DEAL), answers, stop=20)
    assert asked == [
        *kinds("grand", 0, 1, 2, 3),
        *kinds("tichu", 0, 2, 3),
        *kinds("exchange", 0, 1, 2, 3),
        *kinds("tichu", 3, 2),
        ("play", 3),
        *kinds("bomb", 0, 1, 2, 3),
        ("play", 0),
        ("bomb", 1),
    ]


def test_without_grand_tichu_and_tichu_before_the_exchange():
    rules = Rules(grand_enabled=False, tichu_before_exchange=False)
    asked = script(start_round(DEAL, rules), {}, stop=10)
    assert asked == [
        *kinds("exchange", 0, 1, 2, 3),
        *kinds("tichu", 3, 0, 1, 2),
        ("tichu", 3),
        ("play", 3),
    ]


def test_before_each_request_until_the_first_card():
    """Who passes with fourteen cards is asked again before the next request."""
    hand = "2j2s2p3t3s3p4t4j5j5s6t6s6p7t"
    state = at(f"play {hand}/KjKsAj/8j9s/QjQsJj", "turn:1")
    asked = script(state, {"play 1": "play Kj; play Ks"}, stop=11)
    assert asked == [
        *kinds("play", 1, 2, 3),
        ("tichu", 0),
        *kinds("play", 0, 1, 2, 3),
        ("tichu", 0),
        *kinds("play", 0, 1),
    ]


# --- the bomb window, literally ------------------------------------------------------------------

BOMBS = "play 3j4j/5j6j/7j7s7p7t8j/9j9s9p9tTj"


def test_after_a_play_each_seat_with_a_bomb_is_asked():
    assert script(at(BOMBS, "turn:0"), {}, stop=5) == [
        ("play", 0),
        *kinds("bomb", 2, 3),
        ("play", 1),
        ("bomb", 2),
    ]


def test_a_bomb_starts_the_window_again():
    asked = script(at(BOMBS, "turn:0"), {"bomb 2": "play 7j 7s 7p 7t"}, stop=4)
    # Seat 3 beats the sevens, seat 2 has no other bomb.
    assert asked == [("play", 0), ("bomb", 2), ("bomb", 3), ("play", 3)]
    answers = {"bomb 2": "decline", "bomb 3": "play 9j 9s 9p 9t"}
    asked = script(at(BOMBS, "turn:0"), answers, stop=4)
    # Nobody beats the nines.
    assert asked == [("play", 0), ("bomb", 2), ("bomb", 3), ("play", 0)]


def test_a_bomb_in_turn_opens_a_window_too():
    answers = {"play 1": "pass", "play 2": "play 7j 7s 7p 7t"}
    asked = script(at(BOMBS, "turn:0"), answers, stop=7)
    assert asked == [
        ("play", 0),
        *kinds("bomb", 2, 3),
        *kinds("play", 1, 2),
        ("bomb", 3),
        ("play", 3),
    ]


def test_the_player_is_asked_last():
    state = at("play 9j9s9p9t3j/7j7s7p7t5j/6j8j/TjJj", "turn:0")
    asked = script(state, {"play 0": "play 3j", "bomb 1": "play 7j 7s 7p 7t"}, stop=4)
    assert asked == [("play", 0), ("bomb", 1), ("bomb", 0), ("play", 2)]


def test_no_window_on_the_dog():
    state = at("play Do3j/5j6j/7j7s7p7t8j/9j9s9p9tTj", "turn:0")
    assert script(state, {"play 0": "play Do"}, stop=3) == [("play", 0), ("play", 2), ("bomb", 3)]


def test_no_window_after_a_pass_but_after_the_last():
    state = at("play Aj3j/5j6j/7j7s7p7t8j/9jTj", "turn:0")
    answers = {"play 0": "play Aj", "play 2": "pass"}
    assert script(state, answers, stop=7) == [
        ("play", 0),
        ("bomb", 2),
        *kinds("play", 1, 2, 3),
        ("bomb", 2),
        ("play", 0),
    ]


def test_a_bomb_after_the_last_pass():
    state = at("play Aj3j/5j6j/7j7s7p7t8j/9jTj", "turn:0")
    answers = {"play 0": "play Aj", "play 2": "pass", "bomb 2": "decline; play 7j 7s 7p 7t"}
    asked = script(state, answers, stop=10)
    # Three passes later seat 2 collects and leads.
    assert asked[5:] == [("bomb", 2), *kinds("play", 3, 0, 1, 2)]


def test_no_window_on_the_play_that_ends_the_round():
    state = at("play 3j/-/-/7j7s7p7t8j", "turn:0 out:12")
    assert script(state, {}) == [("play", 0)]


def test_bombs_in_turn_only():
    state = at(BOMBS, "turn:0 rules:bomb_out_of_turn=false")
    assert script(state, {"play 2": "pass"}, stop=4) == kinds("play", 0, 1, 2, 3)


def test_no_bombs_after_the_last_pass():
    state = at("play Aj3j/5j6j/7j7s7p7t8j/9jTj", "turn:0 rules:bomb_after_final_pass=false")
    answers = {"play 0": "play Aj", "play 2": "pass"}
    assert script(state, answers, stop=6) == [("play", 0), ("bomb", 2), *kinds("play", 1, 2, 3, 0)]


def test_the_dragon_is_given_after_the_window():
    state = at("play Dg3j/5j6j/7j7s7p7t8j/9jTj", "turn:0")
    answers = {"play 0": "play Dg", "play 2": "pass", "dragon 0": "dragon 3"}
    assert script(state, answers, stop=8) == [
        ("play", 0),
        ("bomb", 2),
        *kinds("play", 1, 2, 3),
        ("bomb", 2),
        ("dragon", 0),
        ("play", 0),
    ]


def test_the_last_dragon_is_given_at_once():
    state = at("play Dg/-/-/9j9s9p9tTj", "turn:0 out:12")
    assert script(state, {"dragon 0": "dragon 1"}) == [("play", 0), ("dragon", 0)]


def test_in_the_window_a_seat_bombs_or_declines():
    driver = RoundDriver(Step(at("play 3j4j/7j7s7p7t8j/5j6j/9jTj", "turn:0"), ()))
    questions = driver.questions()
    question = next(questions)
    question = questions.send(parse_action("0 play 3j"))
    # Seat 1 is on turn, too, but now it is asked for bombs only.
    assert (question.kind, question.seat, question.may_decline) == ("bomb", 1, True)
    assert [str(action) for action in question.legal] == ["1 play 7j 7s 7p 7t"]
    question = questions.send(None)
    assert (question.kind, question.seat, question.may_decline) == ("play", 1, False)
    assert parse_action("1 pass") in question.legal
    assert driver.actions == [parse_action("0 play 3j")]


# --- every question of random rounds -------------------------------------------------------------


class Watch:
    """Four random agents; each question is looked at before it is answered."""

    def __init__(
        self, start: Step, seed: str, look: Callable[[RoundDriver, Question], None]
    ) -> None:
        self.start = start.state
        self.agents = [RandomAgent() for _ in SEATS]
        for seat, agent in enumerate(self.agents):
            agent.begin_round(seat, stream(seed, "agent", 1, seat))
        self.driver = RoundDriver(start)
        self.look = look
        self.log: list[tuple[str, int, Action | None, RoundState]] = []

    def play(self) -> None:
        questions = self.driver.questions()
        try:
            question = next(questions)
            while True:
                self.look(self.driver, question)
                answer = self.agents[question.seat].answer(question)
                kind, seat = question.kind, question.seat
                question_after = questions.send(answer)
                self.log.append((kind, seat, answer, self.driver.state))
                question = question_after
        except StopIteration:
            pass


def look_at_question(driver: RoundDriver, question: Question) -> None:
    """What is offered is legal, there is a choice, and the view is the seat's own."""
    legal = legal_actions(driver.state, question.seat)
    assert question.legal
    assert question.legal.seat == question.seat
    assert question.may_decline == (question.kind in ("tichu", "bomb"))
    if question.kind != "exchange":
        assert all(action in legal for action in question.legal)
    seen = question.view
    assert (seen.seat, seen.hand) == (question.seat, driver.state.hands[question.seat])
    assert all(event.private_to in (None, question.seat) for event in seen.history)
    public = [event for event in driver.events if event.private_to in (None, question.seat)]
    assert list(seen.history) == public


def bombers(state: RoundState) -> list[int]:
    """Who may throw a bomb on the trick, from the owner's next seat on, the owner last."""
    assert state.owner is not None
    found = []
    for offset in (1, 2, 3, 4):
        seat = (state.owner + offset) % 4
        legal = legal_actions(state, seat)
        # under strict the seat on turn may owe the wish in its bombs, and then waits.
        strict = state.rules.wish_bomb_in_turn == "strict"
        waits = strict and seat == state.turn and not legal.may_pass
        if not waits and any(play.is_bomb for play in legal.plays):
            found.append(seat)
    return found


def check_windows(walk: Watch) -> None:
    """After a play and after the last pass, exactly those who may bomb are asked, in order."""
    window: list[int] = []
    for (kind, seat, answer, _), state in zip(walk.log, states_after(walk), strict=True):
        if kind == "bomb":
            assert window
            assert seat == window.pop(0)
        else:
            assert window == [], (kind, seat)
        played = isinstance(answer, Play) and DOG not in answer.cards
        ripened = isinstance(answer, Pass) and state.phase == "ripe"
        if played or ripened:
            in_window = state.phase in ("play", "ripe") and state.rules.bomb_out_of_turn
            window = bombers(state) if in_window else []


def states_after(watch: Watch) -> list[RoundState]:
    """The state right after each answer, before the driver collects a trick."""
    state, states = watch.start, []
    actions = iter(watch.driver.actions)
    for _, _, answer, _ in watch.log:
        if answer is not None:
            action = next(actions)
            if isinstance(action, Collect):
                state = apply(state, action).state
                action = next(actions)
            assert action == answer
            state = apply(state, action).state
        states.append(state)
    return states


@given(strategies.rules(), strategies.seeds)
@settings(max_examples=200)
def test_questions_of_random_rounds(rules: Rules, seed: int):
    watch_round(rules, seed)


@pytest.mark.soak
@given(strategies.rules(), strategies.seeds)
@settings(max_examples=5_000)
def test_questions_of_many_random_rounds(rules: Rules, seed: int):
    watch_round(rules, seed)


def watch_round(rules: Rules, seed: int) -> None:
    start = start_round(rounds.random_deal(random.Random(seed)), rules)
    watch = Watch(start, str(seed), look_at_question)
    watch.play()
    assert watch.driver.state.is_over
    check_windows(watch)


# --- answers -------------------------------------------------------------------------------------


BAD_ANSWERS: list[Any] = [
    None,
    "0 play 3j",
    7,
    parse_action("0 pass"),
    parse_action("0 play 5j"),
    parse_action("1 play 3j"),
    parse_action("0 tichu"),
    Play(0, at(BOMBS, "turn:0").hands[0]),
    Play(0, "3j"),  # type: ignore[arg-type]
    Play(True, at(BOMBS, "turn:0").hands[0]),
    Play(0, at(BOMBS, "turn:0").hands[0], None, 99),
]


@pytest.mark.parametrize("answer", BAD_ANSWERS, ids=repr)
def test_an_answer_that_was_not_offered(answer: Any):
    state = at(BOMBS, "turn:0")
    driver = RoundDriver(Step(state, ()))
    questions = driver.questions()
    next(questions)
    with pytest.raises(IllegalAction) as caught:
        questions.send(answer)
    assert caught.value.code == "bad_answer"
    assert caught.value.where == "seat 0"
    assert (driver.state, driver.actions, driver.events) == (state, [], [])


def test_only_calls_and_bombs_may_be_declined():
    driver = RoundDriver(start_round(DEAL))
    questions = driver.questions()
    assert not next(questions).may_decline
    with pytest.raises(TichuError):
        questions.send(None)


# --- seeds ---------------------------------------------------------------------------------------


def match(seed: str | int, rules: Rules | None = None) -> Any:
    return play_match(
        [RandomAgent() for _ in SEATS], rules=rules or Rules(), seed=seed, max_rounds=4
    )


def test_the_same_seed_plays_the_same_match():
    assert match("a") == match("a")
    assert repr(match("a")) == repr(match("a"))
    assert match(7) == match("7")


def test_other_seeds_play_other_matches():
    assert len({match(seed) for seed in range(6)}) == 6


@pytest.mark.parametrize("seed", [None, 1.5, "ü", "x" * 201, "a\nb", b"a", True, 10**300])
def test_seeds_are_short_texts_or_numbers(seed: Any):
    with pytest.raises(TichuError) as caught:
        match(seed)
    assert caught.value.code == "bad_seed"


def test_agents_draw_from_streams_of_their_own():
    """A seat that draws more does not change what another one draws."""

    class Restless(RandomAgent):
        def answer(self, question: Question) -> Action | None:
            self.rng.randrange(7)
            return super().answer(question)

    def first_answers(player: RandomAgent) -> list[Action]:
        players = [RandomAgent(), player, RandomAgent(), RandomAgent()]
        return list(play_match(players, seed=5, max_rounds=1).rounds[0].actions[:1])

    assert first_answers(RandomAgent()) == first_answers(Restless())


def test_playing_a_round_by_hand_is_the_same():
    start = start_round(DEAL)
    agents = [RandomAgent() for _ in SEATS]
    for seat, agent in enumerate(agents):
        agent.begin_round(seat, stream("9", "agent", 1, seat))
    driver = play_round(agents, start)
    state = start.state
    for action in driver.actions:
        state = apply(state, action).state
    assert state == driver.state
