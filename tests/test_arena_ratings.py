"""Ratings: Bradley and Terry's model on the Elo scale, with errors that can be believed."""

from __future__ import annotations

import itertools
import math
import random
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena_results import won_games
from tichu import InvalidValue
from tichu.arena.deals import by_pair
from tichu.arena.faults import ArenaError
from tichu.arena.ratings import ELO, rate


def rated(results, agents=None):
    pairs = by_pair(results)
    count = 1 + max(played.pair[1] for played in pairs) if agents is None else agents
    return rate(count, pairs)


def drawn_by(strengths, deals, rng):
    """Games whose winners are drawn as the model says; strengths in Elo points."""
    results = []
    for first, second in itertools.combinations(range(len(strengths)), 2):
        chance = 1 / (1 + 10 ** ((strengths[second] - strengths[first]) / 400))
        results += won_games(
            [float(rng.random() < chance) for _ in range(2 * deals)], (first, second)
        )
    return results


def pair_wins(*wins, pair=(0, 1)):
    return won_games(wins, pair)


def test_two_equal_agents_do_not_differ():
    one, other = rated(pair_wins(*[1, 0] * 50))

    assert (one.rating, other.rating) == (pytest.approx(0, abs=1e-6), pytest.approx(0, abs=1e-6))
    assert (one.agent, other.agent) == (0, 1)


@pytest.mark.parametrize(
    ("wins", "of", "points"), [(64, 100, 100), (76, 100, 200), (10, 11, 400), (1, 2, 0)]
)
def test_the_scale_is_elos(wins, of, points):
    """FIDE's table: 64 % are 100 points, 76 % are 200; and ten to one are 400 by definition."""
    many = 100
    results = pair_wins(*[1.0] * (wins * many) + [0.0] * ((of - wins) * many))
    one, other = rated(results)

    assert one.rating - other.rating == pytest.approx(points, abs=1)


def test_the_error_of_independent_games_is_the_textbooks():
    """For a share p of n games the error of the logit is 1 / sqrt(n p (1 - p)); here half each."""
    rng = random.Random("error")
    games = [float(rng.random() < 0.7) for _ in range(2000)]
    one, other = rated(pair_wins(*games))
    won = sum(games) / 2000
    difference = ELO / math.sqrt(2000 * won * (1 - won))

    assert one.error == pytest.approx(difference / 2, rel=0.05)
    assert other.error == pytest.approx(one.error)


def test_games_of_a_deal_that_agree_are_not_two_games():
    """The same wins in other pairs of games: both with one side, or always one each."""
    together, apart = [1, 1, 0, 0] * 50, [1, 0] * 100
    errors = [rated(pair_wins(*wins))[0].error for wins in (together, apart)]

    assert errors[0] > 1.3 * rated(pair_wins(*[1, 0, 1, 1, 0, 0, 0, 1] * 25))[0].error
    assert errors[1] < 0.2 * errors[0]


def test_a_draw_is_half_a_win_of_each():
    drawn = rated(pair_wins(*[0.5] * 40))
    won = rated(pair_wins(*[0.5, 0.5, 1, 0] * 10))

    assert [each.rating for each in drawn] == pytest.approx([0, 0], abs=1e-6)
    assert [each.rating for each in won] == pytest.approx([0, 0], abs=1e-6)
    three_quarters = rated(pair_wins(*[1, 0.5] * 400))
    same = rated(pair_wins(*[1, 1, 1, 0] * 200))
    assert three_quarters[0].rating == pytest.approx(same[0].rating)


def test_a_known_order_is_found_within_its_errors():
    """Of 100 tournaments each rating lies within two errors in about 95."""
    rng = random.Random("known")
    strengths = [150.0, 30.0, -60.0, -120.0]
    within, beyond = 0, 0
    for _ in range(100):
        for each in rated(drawn_by(strengths, 60, rng)):
            miss = abs(each.rating - strengths[each.agent]) / each.error
            within += miss <= 2
            beyond += miss > 4

    assert 0.92 <= within / 400 <= 0.985
    assert beyond == 0


def test_who_always_wins_has_a_finite_rating():
    results = [
        each for pair in ((0, 1), (0, 2), (1, 2)) for each in pair_wins(*[1] * 2000, pair=pair)
    ]
    best, middle, last = rated(results)

    assert 1000 < best.rating < 3000
    assert middle.rating == pytest.approx(0, abs=0.01)
    assert last.rating == pytest.approx(-best.rating)
    for each in (best, middle, last):
        # How far ahead one is who was never beaten, hardly anything is known.
        assert 50 < each.error < 1000


def test_one_deal_is_not_much():
    one, other = rated(pair_wins(1, 1))

    assert 0 < one.rating < 200
    assert one.error > 80
    assert other.rating == pytest.approx(-one.rating)


def test_without_games_all_are_level_and_nothing_is_known():
    found = rate(3, ())

    assert [each.rating for each in found] == pytest.approx([0, 0, 0], abs=1e-9)
    assert all(each.error > 100 for each in found)


def test_one_agent_is_not_rated():
    with pytest.raises(InvalidValue) as caught:
        rate(1, ())
    assert caught.value.code == "bad_number"


def test_agents_that_never_met_are_compared_through_others():
    """The first beats the second, the second the third: the first is ahead of the third."""
    results = pair_wins(*[1, 1, 1, 0] * 50) + pair_wins(*[1, 1, 1, 0] * 50, pair=(1, 2))
    found = rated(results)

    assert found[0].rating > 100 > found[1].rating > -100 > found[2].rating


@given(st.randoms())
def test_the_order_of_the_results_changes_no_bit(rng):
    results = drawn_by([80.0, 0.0, -80.0], 10, random.Random("order"))
    mixed = results.copy()
    rng.shuffle(mixed)

    assert rated(mixed) == rated(results)


@given(st.permutations(range(4)))
def test_the_order_of_the_agents_does_not_matter(places):
    """Agents that change places take their ratings with them."""
    results = drawn_by([80.0, 0.0, -30.0, -50.0], 8, random.Random("agents"))
    moved = []
    for pair in itertools.combinations(range(4), 2):
        wins = [result.won for result in results if result.game.pair == pair]
        first, second = (places[agent] for agent in pair)
        if first < second:
            moved += won_games(wins, (first, second))
        else:
            moved += won_games([1 - won for won in wins], (second, first))
    before, after = rated(results), rated(moved)

    for each in before:
        assert after[places[each.agent]].rating == pytest.approx(each.rating, abs=1e-5)
        assert after[places[each.agent]].error == pytest.approx(each.error, abs=1e-5)


@given(
    st.integers(2, 6),
    st.lists(st.tuples(st.sampled_from([0, 0.5, 1]), st.integers(1, 40)), min_size=15),
)
def test_ratings_are_finite_and_their_mean_is_0(agents, wins):
    results = []
    for pair, (won, deals) in zip(itertools.combinations(range(agents), 2), wins, strict=False):
        results += won_games([won] * (2 * deals), pair)
    found = rated(results, agents)

    assert len(found) == agents
    assert math.fsum(each.rating for each in found) == pytest.approx(0, abs=1e-6)
    assert all(math.isfinite(each.rating) and 0 < each.error < 5000 for each in found)


def test_a_missing_library_is_told_in_a_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "choix", None)

    with pytest.raises(ArenaError) as caught:
        rate(3, ())
    assert caught.value.code == "missing_extra"
    assert str(caught.value) == (
        "This needs choix, which is not installed: install the extra `arena` of"
        " tichu, in a clone of it with `pip install '.[arena]'`."
    )
