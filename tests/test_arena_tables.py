"""Games in step come out as games played one by one; both orders of a deal have the same cards."""

from __future__ import annotations

import io
from itertools import combinations

import pytest

from arena_bots import Batch, BrokenBatch, Closes, ShortBatch, bot
from tichu import Rules, deal_for, play_match, play_round, start_round
from tichu.agents import make_agent
from tichu.arena.game import Game, GameResult, RunSettings
from tichu.arena.making import answers_in_batches
from tichu.arena.moves import record_name, record_of, unpack_moves
from tichu.arena.schedule import checkpoints, games_of_deal, pairs_of
from tichu.arena.tables import play_games
from tichu.record import read_record

SHORT = Rules(target=300)


def games(deals: int, agents: int = 2) -> list[Game]:
    pairs = pairs_of(agents)
    return [game for deal in range(deals) for game in games_of_deal(pairs, deal)]


def played(settings: RunSettings, deals: int, tables: int = 64) -> list[GameResult]:
    found = play_games(settings, games(deals, len(settings.agents)), tables)
    return sorted((each.timeless() for each in found), key=lambda each: each.game.order)


# --- the schedule ---


def test_every_pair_plays_every_deal_in_both_orders():
    found = games(3, agents=4)

    assert len(found) == len(set(found)) == 3 * 6 * 2
    for deal in range(3):
        for pair in combinations(range(4), 2):
            assert [g.swapped for g in found if (g.deal, g.pair) == (deal, pair)] == [False, True]


def test_the_teams_exchange_their_seats():
    assert Game(pair=(0, 2), deal=5, swapped=False).teams == (0, 2)
    assert Game(pair=(0, 2), deal=5, swapped=True).teams == (2, 0)


def test_checkpoints_are_fixed_and_end_with_the_last_deal():
    assert list(checkpoints(10)) == [10]
    assert list(checkpoints(50)) == [50]
    assert list(checkpoints(260)) == [50, 100, 150, 200, 250, 260]
    many = list(checkpoints(100_000))
    assert many == sorted(set(many))
    assert many[:7] == list(checkpoints(410))[:7]
    assert len(many) < 40


# --- one game ---


def test_a_round_is_that_of_play_round():
    settings = RunSettings(agents=("random", "first"), seed="tables")

    for result in played(settings, 3):
        seed = f"tables/{result.game.deal}"
        names = ("random", "first") if not result.game.swapped else ("first", "random")
        players = [make_agent(names[seat % 2]) for seat in range(4)]
        driver = play_round(players, start_round(deal_for(seed, 1)), seed=seed)

        assert driver.state.score is not None
        total = driver.state.score.total
        assert result.points == (total if not result.game.swapped else (total[1], total[0]))
        assert result.moves is not None
        assert unpack_moves(result.moves) == [driver.actions]
        assert result.margin == result.points[0] - result.points[1]
        assert result.won == (result.margin > 0) + 0.5 * (result.margin == 0)
        assert (result.rounds, result.void, result.faults) == (1, False, ())


def test_a_match_is_that_of_play_match():
    settings = RunSettings(agents=("random", "first"), seed="m", mode="match", rules=SHORT)

    for result in played(settings, 2):
        names = ("random", "first") if not result.game.swapped else ("first", "random")
        players = [make_agent(names[seat % 2]) for seat in range(4)]
        history = play_match(players, rules=SHORT, seed=f"m/{result.game.deal}")

        assert result.moves is not None
        assert unpack_moves(result.moves) == [list(each.actions) for each in history.rounds]
        totals = history.result.totals
        assert result.points == (totals if not result.game.swapped else (totals[1], totals[0]))
        winner = {"02": 1.0, "13": 0.0}[history.result.winner or ""]
        assert result.won == (1 - winner if result.game.swapped else winner)
        assert result.rounds == len(history.rounds) == result.tallies[0].rounds


def test_a_match_that_nobody_wins_is_a_draw(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tichu.arena.tables.MATCH_ROUNDS", 2)
    settings = RunSettings(agents=("random", "first"), mode="match", rules=Rules(target=100_000))

    (result,) = play_games(settings, games(1)[:1])

    assert (result.rounds, result.won) == (2, 0.5)


@pytest.mark.parametrize("mode", ["round", "match"])
def test_an_agent_against_itself_is_exactly_level(mode: str):
    settings = RunSettings(agents=("random", "random"), mode=mode, rules=SHORT)

    found = {result.game: result for result in played(settings, 5)}

    for deal in range(5):
        plain, swapped = (found[Game((0, 1), deal, order)] for order in (False, True))
        assert plain.margin == -swapped.margin
        assert plain.won == 1 - swapped.won
        assert plain.tallies == swapped.tallies[::-1]


def test_swapping_changes_the_seats_and_not_the_cards():
    settings = RunSettings(agents=("random", "first"))
    plain, swapped = played(settings, 1)

    records = [
        read_record(io.BytesIO(record_of(settings, each, "test") or b""))
        for each in (plain, swapped)
    ]

    assert records[0].seats == ("random", "first", "random", "first")
    assert records[1].seats == ("first", "random", "first", "random")
    assert records[0].rounds[0].deal == records[1].rounds[0].deal
    assert [record_name(each) for each in (plain, swapped)] == [
        "00000-1v2.jsonl",
        "00000-2v1.jsonl",
    ]


# --- in step ---


def test_batches_give_what_single_answers_give():
    settings = RunSettings(agents=(bot("Batch"), "first"), seed="b")
    single = RunSettings(agents=("random", "first"), seed="b")

    assert played(settings, 6) == played(single, 6)


@pytest.mark.parametrize("mode", ["round", "match"])
@pytest.mark.parametrize("tables", [1, 2, 5])
def test_how_many_tables_play_in_step_changes_nothing(mode: str, tables: int):
    agents = (bot("Batch"), "random", bot("Batch"))
    settings = RunSettings(agents=agents, mode=mode, rules=SHORT)

    assert played(settings, 2, tables) == played(settings, 2)


def test_a_batch_is_for_many_tables():
    batch = type(make_agent(bot("Batch")))
    assert batch.__name__ == Batch.__name__
    batch.calls.clear()  # type: ignore[attr-defined]

    played(RunSettings(agents=(bot("Batch"), bot("Batch"))), 8)

    assert max(batch.calls) == 16  # type: ignore[attr-defined]


@pytest.mark.parametrize("broken", [BrokenBatch, ShortBatch])
def test_a_batch_that_fails_is_a_fault_and_the_answers_are_asked_for_singly(broken: type):
    settings = RunSettings(agents=(bot(broken.__name__), "first"), seed="b")
    single = RunSettings(agents=("random", "first"), seed="b")

    for one, other in zip(played(settings, 3), played(single, 3), strict=True):
        assert (one.points, one.moves) == (other.points, other.moves)
        assert one.tallies[0].faults == one.tallies[0].answers > 0
        assert one.tallies[1].faults == 0
        assert {fault.where for fault in one.faults} == {"answer_many"}


def test_who_answers_in_batches():
    assert answers_in_batches(Batch())
    assert not answers_in_batches(make_agent("random"))
    assert not answers_in_batches(make_agent("first"))
    assert not answers_in_batches(object())


def test_every_agent_that_is_made_is_let_go():
    counted = type(make_agent(bot("Closes")))
    assert counted.__name__ == Closes.__name__
    counted.made = counted.closed = 0  # type: ignore[attr-defined]

    running = play_games(RunSettings(agents=(bot("Closes"), bot("Batch"))), games(4))
    next(running)
    running.close()

    assert counted.made == counted.closed > 0  # type: ignore[attr-defined]
