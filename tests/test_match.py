"""The match to its target (R-104 to R-107)."""

from __future__ import annotations

import pytest

from tichu import (
    Deal,
    IllegalAction,
    MatchHistory,
    MatchState,
    RoundHistory,
    RoundScore,
    Rules,
    add_round,
    deal_for,
    play_match,
)
from tichu.agents import RandomAgent


def after(*rounds: tuple[int, int], rules: Rules | None = None) -> MatchState:
    match = MatchState(rules=rules or Rules())
    for points in rounds:
        match = add_round(match, points)
    return match


def test_points_add_up():
    match = after((100, 0), (-50, 250))
    assert (match.totals, match.rounds, match.winner, match.is_over) == ((50, 250), 2, None, False)


def test_the_target_ends_the_match():
    """R-104."""
    assert after((999, 0)).winner is None
    assert after((1000, 0)).winner == "02"
    assert after((0, 1000)).winner == "13"
    assert after((500, 0), (500, 0)).is_over


def test_totals_may_be_negative():
    """R-107."""
    assert after((-400, 300)).totals == (-400, 300)
    assert after((-400, 1300)).winner == "13"


def test_both_past_the_target_the_higher_wins():
    """R-105."""
    assert after((990, 995), (60, 40)).winner == "02"
    assert after((990, 995), (40, 60)).winner == "13"


def test_a_tie_plays_on():
    """R-106."""
    tied = after((1000, 1000))
    assert (tied.winner, tied.is_over) == (None, False)
    assert add_round(tied, (60, 40)).winner == "02"
    # Both may drop below the target again.
    dropped = add_round(tied, (-100, -100))
    assert (dropped.totals, dropped.winner) == ((900, 900), None)
    assert add_round(tied, (-100, -50)).winner is None
    assert add_round(tied, (0, 0)).winner is None
    assert add_round(tied, (-50, 0)).winner == "13"


def test_a_tie_may_be_a_draw():
    drawn = after((1000, 1000), rules=Rules(tie_rule="draw"))
    assert (drawn.winner, drawn.is_over) == ("draw", True)
    assert after((900, 900), rules=Rules(tie_rule="draw")).winner is None


def test_other_targets():
    assert after((600, 0), rules=Rules(target=600)).winner == "02"
    assert after((1, 0), rules=Rules(target=1)).winner == "02"


@pytest.mark.parametrize("points", [(0, 0), (100, 0)])
def test_nothing_is_added_after_the_end(points: tuple[int, int]):
    with pytest.raises(IllegalAction) as caught:
        add_round(after((1000, 0)), points)
    assert (caught.value.code, caught.value.rule) == ("match_over", "R-104")


def test_the_state_before_is_unchanged():
    match = after((100, 0))
    add_round(match, (0, 100))
    assert match == after((100, 0))


def a_round(deal: Deal, points: tuple[int, int] | None) -> RoundHistory:
    score = None if points is None else RoundScore(False, points, (0, 0))
    return RoundHistory(deal, (), score)


def test_the_result_of_a_history():
    deal = deal_for("7", 1)
    rounds = (a_round(deal, (70, 30)), a_round(deal, None), a_round(deal, (-25, 125)))
    history = MatchHistory(seed="7", rounds=rounds)
    # A round that was broken off does not count.
    assert (history.result.totals, history.result.rounds) == ((45, 155), 2)


def agents() -> list[RandomAgent]:
    return [RandomAgent() for _ in range(4)]


def test_a_match_is_played_to_its_end():
    totals = []
    history = play_match(agents(), seed=1, on_round=lambda _, match: totals.append(match.totals))

    assert history.result.is_over
    assert len(totals) == len(history.rounds) == history.result.rounds
    assert totals[-1] == history.result.totals
    assert max(history.result.totals) >= 1000
    assert all(max(before) < 1000 or before[0] == before[1] for before in totals[:-1])


def test_the_deals_of_a_match_are_those_of_its_seed():
    history = play_match(agents(), seed="deals", max_rounds=3)
    assert [played.deal for played in history.rounds] == [deal_for("deals", n) for n in (1, 2, 3)]
    assert (history.seed, history.seats) == ("deals", ("", "", "", ""))


def test_max_rounds_stops_a_match():
    history = play_match(agents(), seed=2, max_rounds=1, names=("a", "b", "c", "d"))
    assert (len(history.rounds), history.seats) == (1, ("a", "b", "c", "d"))
    assert not history.result.is_over


def test_the_rules_go_with_the_match():
    rules = Rules(target=1, grand_enabled=False)
    history = play_match(agents(), seed=3, rules=rules)
    assert (history.rules, len(history.rounds)) == (rules, history.result.rounds)
    assert not any("grand" in str(action) for r in history.rounds for action in r.actions)
