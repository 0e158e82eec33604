"""Questions are values, and a player that fails loses neither its error nor the round."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import tichu
from tichu import IllegalAction, InvalidValue, MatchState, Question, RoundDriver, SeatView, Step
from tichu.agents import FirstAgent

START = MatchState()
WINDOW = "tichu1 play hands:5j9s/8j8s8p8t2j/9t9j/7j7s7p7t3j turn:0"


def driver_at(line: str) -> RoundDriver:
    return RoundDriver(Step(tichu.parse_position(line), ()))


def open_question(driver: RoundDriver) -> Question:
    assert driver.question is not None
    return driver.question


def test_a_question_is_a_value():
    question = open_question(driver_at(WINDOW))
    for twin in (pickle.loads(pickle.dumps(question)), copy.deepcopy(question)):
        assert twin == question
        assert hash(twin) == hash(question)
        assert (twin.kind, twin.seat, twin.may_decline) == ("play", 0, False)
    assert eval(repr(question), vars(tichu)) == question
    for name in ("kind", "seat", "legal", "view", "may_decline"):
        with pytest.raises(AttributeError):
            setattr(question, name, None)


def test_a_refused_answer_leaves_the_question_open():
    driver = driver_at(WINDOW)
    driver.answer(tichu.parse_action("0 play 5j"))
    asked = open_question(driver)
    assert (asked.kind, asked.seat) == ("bomb", 1)
    before = driver.state
    for wrong in ("1 play 8j", "1 pass", "3 play 7j 7s 7p 7t"):
        with pytest.raises(IllegalAction) as caught:
            driver.answer(tichu.parse_action(wrong))
        assert (caught.value.code, caught.value.where) == ("bad_answer", "seat 1")
        assert driver.question is asked
        assert driver.state is before
    # Nobody's turn in the window is lost.
    after = driver.answer(None)
    assert after is not None
    assert (after.kind, after.seat) == ("bomb", 3)


def test_a_generator_of_questions_can_be_begun_again():
    driver = driver_at(WINDOW)
    questions = driver.questions()
    first = next(questions)
    with pytest.raises(IllegalAction):
        questions.send(tichu.parse_action("0 pass"))
    assert next(driver.questions()) is first


def test_a_refused_answer_names_the_rule():
    driver = driver_at(WINDOW)
    with pytest.raises(IllegalAction) as caught:
        driver.answer(tichu.parse_action("0 pass"))
    assert caught.value.rule == "R-049"
    nonsense: list[Any] = ["0 play 5j", 10**5000, object()]
    for value in nonsense:
        with pytest.raises(IllegalAction) as caught:
            driver.answer(value)
        assert caught.value.rule is None


def test_after_the_end_nothing_is_asked():
    driver = tichu.play_round([FirstAgent()] * 4, tichu.start_round(tichu.deal_for("end", 1)))
    assert driver.question is None
    with pytest.raises(IllegalAction) as caught:
        driver.answer(None)
    assert caught.value.code == "round_over"


@pytest.mark.parametrize("error", [StopIteration, KeyError, RuntimeError, GeneratorExit])
def test_a_players_own_error_comes_through(error: type[BaseException]):
    class Failing(FirstAgent):
        def answer(self, question: Question) -> Any:
            if question.kind == "play":
                raise error
            return super().answer(question)

    players = [Failing() for _ in range(4)]
    with pytest.raises(error):
        tichu.play_round(players, tichu.start_round(tichu.deal_for("x", 1)))
    with pytest.raises(error):
        tichu.play_match(players, seed=1)


@pytest.mark.parametrize("count", [0, 2, 3, 5])
def test_four_players_play(count: int):
    players = [FirstAgent() for _ in range(count)]
    with pytest.raises(InvalidValue) as caught:
        tichu.play_match(players, seed=1)
    assert (caught.value.code, caught.value.rule) == ("bad_players", "R-004")


def test_a_state_that_cannot_be_is_not_driven():
    hands = (tichu.CardSet("7j"),) * 4
    for phase in ("grand", "exchange", "play", "ripe", "gift", "over"):
        state = tichu.RoundState(phase=phase, hands=hands)
        with pytest.raises(InvalidValue):
            RoundDriver(Step(state, ()))


def test_players_are_told_where_the_match_stands_and_how_rounds_end():
    class Listening(FirstAgent):
        def __init__(self) -> None:
            self.begun: list[MatchState] = []
            self.ended: list[SeatView] = []

        def begin_round(self, seat: int, rng: tichu.Rng, match: MatchState = START) -> None:
            super().begin_round(seat, rng, match)
            self.begun.append(match)

        def end_round(self, view: SeatView) -> None:
            self.ended.append(view)

    players = [Listening() for _ in range(4)]
    history = tichu.play_match(players, seed="told", max_rounds=3)
    expected = MatchState()
    for number, played in enumerate(history.rounds):
        for seat, player in enumerate(players):
            assert player.begun[number] == expected
            assert player.ended[number].seat == seat
            assert player.ended[number].score == played.score
            assert isinstance(player.ended[number].history[-1], tichu.RoundOver)
        assert played.score is not None
        expected = tichu.add_round(expected, played.score.total)


def test_the_last_hand_is_seen_when_it_is_counted():
    """R-098; and R-096: nothing is counted after a double victory."""
    counted = tichu.parse_position("tichu1 play hands:Kj/Tj5j/-/- turn:0 out:32")
    over = tichu.apply(counted, tichu.parse_action("0 play Kj")).state
    assert [tichu.view(counted, seat).last_hand for seat in range(4)] == [tichu.CardSet()] * 4
    assert [tichu.view(over, seat).last_hand for seat in range(4)] == [tichu.CardSet("5j Tj")] * 4
    double = tichu.parse_position("tichu1 play hands:Kj/Tj5j/-/8j turn:0 out:2")
    end = tichu.apply(double, tichu.parse_action("0 play Kj")).state
    assert end.score is not None
    assert end.score.double
    assert [tichu.view(end, seat).last_hand for seat in range(4)] == [tichu.CardSet()] * 4
    seen = tichu.view(end, 0)
    assert (seen.hand_counts, seen.hand) == ((0, 2, 0, 1), tichu.CardSet())


def test_no_gifts_before_the_exchange():
    """R-007: positions in which cards would multiply are refused."""
    line = tichu.format_position(tichu.start_round(tichu.deal_for("x", 1)).state)
    with pytest.raises(tichu.NotationError) as caught:
        tichu.parse_position(line + " exchange:2j2s2p/2t3j3s/3p3t4j/4s4p4t")
    assert (caught.value.code, caught.value.rule) == ("bad_gifts", "R-007")


@pytest.mark.parametrize(
    "line",
    [
        "tichu1 play hands:7j/7j/9j/Tj turn:0",
        "tichu1 play hands:7j/8j/9j/Tj turn:0 passes:3",
        "tichu1 ripe hands:7j/8j/9j/Tj",
        "tichu1 over hands:7j/8j/9j/Tj",
    ],
)
def test_a_position_that_cannot_be_is_a_notation_error(line: str):
    with pytest.raises(tichu.NotationError):
        tichu.parse_position(line)
