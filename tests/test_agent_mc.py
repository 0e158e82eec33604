"""The Monte Carlo agent: its budget, its seed, what it knows, and plays that anybody sees."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

import strategies
from scenes import at
from tichu import (
    DECK,
    Card,
    CardSet,
    InvalidValue,
    Pass,
    Play,
    Question,
    RoundDriver,
    RoundState,
    Rules,
    Step,
    Tichu,
    parse_action,
    parse_position,
    play_match,
    play_round,
    stream,
    view,
)
from tichu._core import Trials
from tichu.agents import make_agent
from tichu.agents.mc import MonteCarloAgent, agent
from tichu.agents.mc.budget import Budget
from tichu.agents.mc.knowledge import barred_cards, known_cards
from tichu.agents.mc.worth import NEAR, Worth, chance_to_win
from tichu.deal import deal_for, start_round
from tichu.errors import IllegalAction
from tichu.match import MatchState
from tichu.seats import SEATS

NOTHING = (CardSet(), CardSet(), CardSet(), CardSet())


def whole(state: RoundState) -> RoundState:
    """The same, with what is missing of the deck in the first seat's pile."""
    parts = [*state.hands, *state.piles, state.trick]
    missing = DECK - CardSet([card for part in parts for card in part])
    first, *others = state.piles
    return replace(state, piles=(first | missing, *others))


def first_question(state: RoundState, kind: str, *actions: str) -> Question:
    """The next question of a kind after these actions; other calls and bombs are declined."""
    driver = RoundDriver(Step(whole(state), ()))
    left = [parse_action(text) for text in actions]
    while driver.question is not None:
        question = driver.question
        if not left and question.kind == kind:
            return question
        if left and left[0] in question.legal:
            driver.answer(left.pop(0))
        else:
            assert question.may_decline
            driver.answer(None)
    raise AssertionError("it is not asked")


def answer_to(question: Question, seed: int = 0, **options: Any) -> Any:
    player = MonteCarloAgent(**{"rollouts": 200} | options)
    player.begin_round(question.seat, stream(seed, "agent", 1, question.seat), MatchState())
    return player.answer(question)


# --- options --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "mc:rollouts=0",
        "mc:rollouts=-5",
        "mc:rollouts=2.5",
        "mc:rollouts=true",
        "mc:rollouts=many",
        "mc:rollouts=100,ms=10",
        "mc:ms=0",
        "mc:ms=-1",
        "mc:ms=fast",
        "mc:ms=true",
        "mc:threads=0",
        "mc:threads=65",
        "mc:threads=1.0",
        "mc:policy=clever",
        "mc:policy=1",
        "mc:worlds=5",
    ],
)
def test_bad_options_are_refused(name: str):
    with pytest.raises(InvalidValue) as caught:
        make_agent(name)
    assert caught.value.code == "bad_agent_option"


def test_options_by_name():
    made = make_agent("mc:ms=2.5,policy=greedy,threads=2")
    assert isinstance(made, MonteCarloAgent)
    assert (made.rollouts, made.ms, made.policy, made.threads) == (None, 2.5, "greedy", 2)
    assert isinstance(make_agent("mc"), MonteCarloAgent)


@pytest.mark.parametrize("options", [{"rollouts": 10**9}, {"ms": float("nan")}, {"policy": ["x"]}])
def test_bad_options_from_python(options: dict[str, Any]):
    with pytest.raises(InvalidValue) as caught:
        MonteCarloAgent(**options)
    assert caught.value.code == "bad_agent_option"


# --- the same again -------------------------------------------------------------------------------


def test_threads_change_nothing():
    def round_with(threads: int) -> list[str]:
        players = [MonteCarloAgent(rollouts=60, threads=threads) for _ in SEATS]
        driver = play_round(players, start_round(deal_for("threads", 1)), seed="threads")
        return [str(action) for action in driver.actions]

    assert round_with(1) == round_with(3)


def test_seeds_matter():
    deal = start_round(deal_for("seeds", 1))
    played = set()
    for seed in range(4):
        driver = play_round([MonteCarloAgent(rollouts=1) for _ in SEATS], deal, seed=seed)
        played.add(tuple(map(str, driver.actions)))
    assert len(played) > 1


def test_it_may_be_pickled_between_rounds():
    player = pickle.loads(pickle.dumps(MonteCarloAgent(rollouts=7, threads=2)))
    assert (player.rollouts, player.threads) == (7, 2)


# --- whole rounds ---------------------------------------------------------------------------------


@pytest.mark.parametrize("flip", strategies.SINGLE_FLIPS)
def test_it_plays_legally_under_every_option(flip: str):
    """The driver refuses anything else, wishes out of range included."""
    players = [MonteCarloAgent(rollouts=6) for _ in SEATS]
    rules = strategies.SINGLE_FLIPS[flip]
    assert play_match(players, rules=rules, seed=f"mc {flip}", max_rounds=2).rounds


@pytest.mark.parametrize("policy", ["random", "patterns", "greedy"])
def test_it_plays_with_every_policy(policy: Any):
    players = [MonteCarloAgent(rollouts=12, policy=policy) for _ in SEATS]
    assert play_round(players, start_round(deal_for(policy, 1))).state.is_over


def test_it_plays_against_the_clock():
    players = [MonteCarloAgent(ms=0.1) for _ in SEATS]
    assert play_round(players, start_round(deal_for("clock", 1))).state.is_over


def test_it_plays_to_the_end_of_a_match_near_the_target():
    rules = Rules(target=150, tie_rule="draw")
    players = [MonteCarloAgent(rollouts=6) for _ in SEATS]
    assert play_match(players, rules=rules, seed="near", max_rounds=20).result.is_over


# --- the budget -----------------------------------------------------------------------------------


def rollouts_spent(monkeypatch: pytest.MonkeyPatch, question: Question, **options: Any) -> int:
    """How many rounds are played out for the answer."""
    spent = 0

    class Counting:
        def __init__(self, *arguments: Any) -> None:
            self.trials = Trials(*arguments)

        def run(self, first: int, count: int, chosen: list[int], threads: int) -> memoryview:
            nonlocal spent
            scores = self.trials.run(first, count, chosen, threads)
            assert len(scores) == 2 * count * len(chosen)
            spent += count * len(chosen)
            return scores

    monkeypatch.setattr(agent, "Trials", Counting)
    answer_to(question, **options)
    return spent


LEAD = at("play 3j3s5j7s9t/4j4s6j8s/TjJsQpKt/5s6s7j8p", "turn:0")


@pytest.mark.parametrize("rollouts", [1, 10, 100, 5_000, 20_000])
def test_the_budget_is_kept_and_used(monkeypatch: pytest.MonkeyPatch, rollouts: int):
    question = first_question(LEAD, "play")
    candidates = len(question.legal.plays.patterns())
    spent = rollouts_spent(monkeypatch, question, rollouts=rollouts)
    # At least one world for each; what does not divide by the candidates is left over.
    assert spent <= max(rollouts, candidates)
    assert spent >= min(max(0.9 * rollouts, candidates), rollouts - 4 * candidates)


def test_an_only_action_costs_nothing(monkeypatch: pytest.MonkeyPatch):
    beaten = at("play 3j/4j5s/6j/7j", "turn:1 owner:0 top:Aj trick:Aj")
    assert rollouts_spent(monkeypatch, first_question(beaten, "play")) == 0
    single = at("play 3j/4j/5j/6j", "turn:2")
    assert rollouts_spent(monkeypatch, first_question(single, "play")) == 0


def test_a_small_time_is_one_world_for_each():
    batches = list(Budget(None, 1e-9).batches(5, 3))
    assert batches == [1]
    assert list(Budget(3, None).batches(5, 3)) == [1]


def test_a_budget_is_shared_between_stages():
    budget = Budget(1_200, None)
    assert sum(budget.batches(8, 3)) == 50
    assert sum(budget.batches(4, 2)) == 100
    assert sum(budget.batches(2, 1)) == 200
    assert list(budget.batches(2, 1)) == []


# --- what it knows --------------------------------------------------------------------------------


def test_own_gifts_and_the_openers_mah_jong_are_known():
    hands = "2j2s2p2t3j3s3p3t4j4s4p4t5j5s"
    state = at(
        f"play {hands}/6j6s6p6t7j7s7p7t8j8s8p8t9jMj/9s9p9tTjTsTpTtJjJsJpJtQjQsQp/"
        "5p5tQtKjKsKpKtAjAsApAtDoPhDg",
        "turn:1 opener:1 exchange:6jQj5p/-/-/-",
    )
    seen = view(state, 0)
    assert known_cards(seen) == CardSet(hands) | CardSet("6j Qj 5p Mj")


def history_after(hands: str, *actions: str) -> Any:
    """What the others saw of these actions."""
    driver = RoundDriver(Step(at(f"play {hands}", "turn:0"), ()))
    left = [parse_action(text) for text in actions]
    while left and driver.question is not None:
        question = driver.question
        driver.answer(left.pop(0) if left[0] in question.legal else None)
    assert not left
    return view(driver.state, 2, driver.events)


def ranks_barred(seen: Any) -> dict[int, set[int | None]]:
    return {seat: {card.rank for card in cards} for seat, cards in enumerate(barred_cards(seen))}


def test_who_does_not_fulfil_a_wish_on_a_lower_card_has_none():
    """R-068."""
    seen = history_after(
        "MjAjAs/4j9s2j/3jTsKs/5j6sKj", "0 play Mj wish=8", "1 play 4j", "2 pass", "3 pass"
    )
    assert ranks_barred(seen) == {0: set(), 1: {8}, 2: {8}, 3: {8}}


def test_a_higher_card_or_a_pair_on_the_table_says_nothing():
    seen = history_after(
        "MjAjAs/TjTs8j/3jTpKs/5j6sKj", "0 play Mj wish=9", "1 play Tj", "2 pass", "3 pass"
    )
    assert ranks_barred(seen) == {0: set(), 1: {9}, 2: set(), 3: set()}
    seen = history_after(
        "MjAjAs2j/TjTs8j3j3t/3pTp8s/5j6sKj",
        "0 play Mj wish=9",
        "1 play Tj",
        "2 pass",
        "3 play Kj",
        "0 play Aj",
        "1 pass",
        "2 pass",
        "3 pass",
        "0 play 2j",
    )
    assert ranks_barred(seen) == {0: {9}, 1: {9}, 2: set(), 3: set()}


def test_after_the_wish_nobody_is_barred():
    seen = history_after(
        "MjAjAs/4j9s2j/3jTsKs/5j6sKj", "0 play Mj wish=9", "1 play 9s", "2 pass", "3 pass"
    )
    assert ranks_barred(seen) == {0: set(), 1: set(), 2: set(), 3: set()}


# --- what points are worth ------------------------------------------------------------------------


def test_far_from_the_target_points_are_points():
    for team, sign in ((0, 1), (1, -1)):
        worth = Worth(MatchState(), team)
        assert worth.of((70, 30)) == 40 * sign
        assert worth.of_all([70, 0], [30, 200]) == [40 * sign, -200 * sign]


def test_near_the_target_the_match_counts():
    match = MatchState(totals=(900, 700), rounds=9)
    worth = Worth(match, 0)
    assert max(match.totals) + NEAR > 1000
    assert worth.of((100, 0)) == worth.of((200, 0)) == 1000
    assert worth.of((0, 300)) == 1000 * chance_to_win(-100, 1000, 1000) == 0
    assert worth.of((-100, 200)) < worth.of((50, 50)) < worth.of((90, 10)) < 1000
    other = Worth(match, 1)
    assert other.of((60, 40)) == pytest.approx(1000 - worth.of((60, 40)))


def test_chances_to_win():
    assert chance_to_win(0, 1000, 1000) == 0.5
    assert chance_to_win(0, 300, 1000) == 0.5
    assert chance_to_win(50, 1000, 1000) == 1
    assert chance_to_win(100, 900, 1000) > chance_to_win(100, 500, 1000) > 0.5


# --- plays that anybody sees ----------------------------------------------------------------------

SEEDS = range(3)


@pytest.mark.parametrize("seed", SEEDS)
def test_it_goes_out_when_it_can(seed: int):
    state = at("play 5j5s/4j4s6j8sTs/TjJsQpKt/5p6s7j8p", "turn:0")
    assert answer_to(first_question(state, "play"), seed) == Play(0, CardSet("5j 5s"))


@pytest.mark.parametrize("seed", SEEDS)
def test_it_lets_a_partner_who_called_go_out(seed: int):
    state = at(
        "play KjAs3s4t/7j8s9p2j/Qj/2s6s7t8p",
        "turn:0 owner:2 top:Ts trick:Ts passes:1 calls:-/-/tichu/-",
    )
    assert answer_to(first_question(state, "play"), seed) == Pass(0)


@pytest.mark.parametrize("seed", SEEDS)
def test_it_does_not_lead_a_low_card_to_an_opponent_with_one(seed: int):
    state = at("play 3j8j8s/9j/7s9s4t6t/5s6sJjQp", "turn:0")
    assert answer_to(first_question(state, "play"), seed) == Play(0, CardSet("8j 8s"))


@pytest.mark.parametrize("seed", SEEDS)
def test_it_calls_what_cannot_fail(seed: int):
    state = parse_position(
        "tichu1 play hands:2j3s4p5t6j7s8p9tTjJsQpKtAjMj/3j3p3t4s6p7p8s8tTpQtKjDoPhDg/"
        "2p5j6s6t7j8j9j9pTsTtJjJpKsAs/2s2t4j4t5s5p7t9sJtQjQsKpApAt turn:0 opener:0"
    )
    assert answer_to(first_question(state, "tichu"), seed) == Tichu(0)


@pytest.mark.parametrize("seed", SEEDS)
def test_it_bombs_the_last_card_of_an_opponent_who_called(seed: int):
    """Then its last card goes out; otherwise the caller's does."""
    state = at("play 2j2s2p2t6j/3j5s/4j9s/Aj8j", "turn:3 calls:-/-/-/tichu")
    question = first_question(state, "bomb", "3 play Aj")
    assert answer_to(question, seed) == Play(0, CardSet("2j 2s 2p 2t"))


def test_wishes_come_with_the_mah_jong_only():
    state = at("play Mj2j3j4j5s7t/4s6s8sTs/TjJsQpKt/5p6p7j8p", "turn:0 rules:wish_optional=false")
    answers = Counter(
        answer_to(first_question(state, "play"), seed, rollouts=1) for seed in range(12)
    )
    for play in answers:
        assert isinstance(play, Play)
        assert (play.wish is not None) == (Card("Mj") in play.cards)


# --- the native trials ----------------------------------------------------------------------------


def test_trials_do_not_depend_on_what_runs_together():
    codes = [combination.code for combination in first_question(LEAD, "play").legal.plays]

    def trials() -> Trials:
        return Trials(LEAD, "play", 0, codes, LEAD.hands[0], NOTHING, "careful", 5)

    whole = trials().run(0, 40, [0, 1, 2], 1).tolist()
    assert trials().run(0, 40, [0, 1, 2], 3).tolist() == whole
    assert trials().run(10, 30, [0, 1, 2], 1).tolist() == whole[60:]
    alone = trials().run(0, 40, [1], 1).tolist()
    assert alone[::2] == whole[2::6]


@pytest.mark.parametrize(
    ("changes", "error", "code"),
    [
        ({"question": "why"}, InvalidValue, "bad_question"),
        ({"question": 5}, InvalidValue, "bad_question"),
        ({"question": "bomb"}, IllegalAction, "illegal_code"),
        ({"seat": 4}, InvalidValue, "bad_seat"),
        ({"seat": 1}, IllegalAction, "illegal_code"),
        ({"candidates": []}, InvalidValue, "bad_state"),
        ({"candidates": [0]}, IllegalAction, "illegal_code"),
        ({"policy": "clever"}, InvalidValue, "bad_policy"),
        ({"state": 5}, InvalidValue, "wrong_type"),
    ],
)
def test_bad_trials_are_refused(changes: dict[str, Any], error: type[Exception], code: str):
    good = {
        "state": LEAD,
        "question": "play",
        "seat": 0,
        "candidates": [first_question(LEAD, "play").legal.plays[0].code],
        "known": LEAD.hands[0],
        "barred": NOTHING,
        "policy": "random",
        "seed": 1,
    }
    Trials(**good)
    with pytest.raises(error) as caught:
        Trials(**(good | changes))
    assert getattr(caught.value, "code", None) == code


def test_bad_runs_are_refused():
    code = first_question(LEAD, "play").legal.plays[0].code
    trials = Trials(LEAD, "play", 0, [code], LEAD.hands[0], NOTHING, "random", 1)
    for arguments, wrong in [
        ((0, 0, [0]), "bad_count"),
        ((0, 5, []), "bad_count"),
        ((0, 5, [1]), "bad_index"),
        ((0, 5, [0], 0), "bad_threads"),
        ((0, 10**8, [0, 0]), "bad_count"),
    ]:
        with pytest.raises(InvalidValue) as caught:
            trials.run(*arguments)
        assert caught.value.code == wrong
