"""Confidence intervals against textbooks, and how often they hold what they claim to hold."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena_results import deal_of, deals_of, game, won_games
from tichu import InvalidValue, Rules
from tichu.arena.deals import by_pair
from tichu.arena.game import RunSettings
from tichu.arena.interval import Estimate, check_confidence, mean_estimate, share_estimate
from tichu.arena.schedule import checkpoints
from tichu.arena.summary import estimate, most_points, share, turned

ROUND = RunSettings(agents=("a", "b"))
MATCH = RunSettings(agents=("a", "b"), mode="match")

SLEEP = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
"""Student (1908), Cushny's and Peebles's data: hours of sleep gained with one of two drugs."""

T_TABLE = {
    (2, 95): 12.706,
    (5, 95): 2.776,
    (10, 95): 2.262,
    (30, 95): 2.045,
    (61, 95): 2.000,
    (2, 99): 63.657,
    (10, 99): 3.250,
    (30, 99): 2.756,
    (10, 90): 1.833,
}
"""By number of values and percent: the quantile from the table of Student's t-distribution."""


# --- the mean ---


@pytest.mark.parametrize(("count", "percent"), T_TABLE)
def test_the_quantiles_are_those_of_the_table(count, percent):
    """Values of which half are 1 and half are -1, or with a 0 between, have a known deviation."""
    values = [1.0, -1.0] * (count // 2) + [0.0] * (count % 2)
    found = mean_estimate(values, percent)
    deviation = math.sqrt(2 * (count // 2) / (count - 1))

    assert found.mean == 0
    assert found.deviation == pytest.approx(deviation)
    assert found.half_width * math.sqrt(count) / deviation == pytest.approx(
        T_TABLE[count, percent], abs=6e-4
    )


def test_students_own_example():
    """Mean 1.58 and the 95 % interval 0.70 to 2.46 are in every textbook that has the data."""
    found = mean_estimate(SLEEP)

    assert (found.deals, found.confidence) == (10, 95.0)
    assert found.mean == pytest.approx(1.58)
    assert found.deviation == pytest.approx(1.23, abs=5e-4)
    assert found.low == pytest.approx(0.7001, abs=1e-4)
    assert found.high == pytest.approx(2.4599, abs=1e-4)
    assert found.excludes(0)
    assert not found.excludes(1)


def test_more_confidence_is_a_wider_interval():
    widths = [mean_estimate(SLEEP, percent).half_width for percent in (50, 90, 95, 99, 99.9)]

    assert widths == sorted(widths)


def test_no_deal_says_nothing_and_one_deal_has_no_interval():
    none, one = mean_estimate([], most=800), mean_estimate([40.0], most=800)

    assert none == Estimate(
        mean=None, low=None, high=None, confidence=95.0, deals=0, deviation=None
    )
    assert one == Estimate(mean=40.0, low=None, high=None, confidence=95.0, deals=1, deviation=None)
    for found in (none, one):
        assert found.half_width is None
        assert not found.excludes(0)
        assert found.deals_needed(10) is None
        assert found.deals_to_tell() is None


def test_equal_values_do_not_pretend_to_be_certain():
    """With 100 deals at most 3.6 % of all could differ (0.025 ** 0.01), each by all there is."""
    found = mean_estimate([0.0] * 100, most=800)

    assert found.deviation == 0
    assert found.high == pytest.approx(0.0362 * 800, abs=0.05)
    assert found.low == -found.high
    assert not found.excludes(0)


def test_equal_values_away_from_0_leave_more_room_on_one_side():
    found = mean_estimate([600.0, 600.0, 600.0], most=800)

    assert found.high - 600 == pytest.approx((600 - found.low) / 7)
    assert found.high <= 800


def test_equal_values_without_a_bound_have_no_interval():
    found = mean_estimate([7.5] * 100)

    assert (found.mean, found.low, found.high) == (7.5, None, None)


def test_equal_values_that_are_no_binary_fractions_have_no_deviation():
    assert mean_estimate([0.1] * 7, most=1).deviation == 0


@given(st.integers(2, 2000))
def test_equal_values_tell_more_the_more_there_are(count):
    fewer = mean_estimate([0.0] * count, most=800)
    more = mean_estimate([0.0] * (count + 1), most=800)

    assert 0 < more.half_width < fewer.half_width < 800


@given(st.lists(st.integers(-800, 800), min_size=2, max_size=40), st.randoms())
def test_the_interval_is_around_the_mean_and_moves_with_the_values(values, rng):
    found = mean_estimate(values, most=800)
    assert found.low <= found.mean <= found.high

    mirrored = mean_estimate([-value for value in values], most=800)
    assert mirrored.mean == pytest.approx(-found.mean)
    assert mirrored.low == pytest.approx(-found.high)

    rng.shuffle(values)
    assert mean_estimate(values, most=800).mean == found.mean


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_values_are_finite(value):
    with pytest.raises(InvalidValue) as caught:
        mean_estimate([1.0, value])
    assert caught.value.code == "bad_number"


@pytest.mark.parametrize("percent", [0, 100, -5, 200, math.nan, math.inf])
def test_a_confidence_lies_between_0_and_100(percent):
    for refused in (check_confidence, lambda each: mean_estimate([1.0, 2.0], each)):
        with pytest.raises(InvalidValue) as caught:
            refused(percent)
        assert (caught.value.code, caught.value.where) == ("bad_number", "confidence")


# --- the share of wins ---


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"), [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605)]
)
def test_wilsons_interval_of_independent_games(wins, games, low, high):
    """Newcombe (1998), method 3; here with a t-quantile, so a hair wider."""
    found = share_estimate([1.0] * wins + [0.0] * (games - wins))

    assert found.mean == pytest.approx(wins / games)
    assert found.low == pytest.approx(low, abs=1.5e-3)
    assert found.high == pytest.approx(high, abs=1.5e-3)
    assert found.low < low < high < found.high


@pytest.mark.parametrize(("games", "low"), [(3, 0.2924), (10, 0.6915), (100, 0.9638)])
def test_a_clean_sweep_has_the_exact_bound(games, low):
    """Clopper and Pearson (1934): the table's lower bound for n of n, 95 %."""
    found = share_estimate([1.0] * games)

    assert (found.mean, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(low, abs=1e-4)
    none = share_estimate([0.0] * games)
    assert (none.mean, none.low, none.high) == (0.0, 0.0, pytest.approx(1 - found.low))


def test_deals_that_all_come_out_even_are_a_half_not_certainty():
    found = share_estimate([0.5] * 100)

    assert found.mean == 0.5
    assert found.high - 0.5 == pytest.approx(0.0362 / 2, abs=1e-4)
    assert found.low == pytest.approx(1 - found.high)


def test_pairs_that_agree_less_than_chance_make_a_narrower_interval():
    """When each side wins with the better cards, both games say less apart than together."""
    independent = share_estimate([1.0] * 25 + [0.5] * 50 + [0.0] * 25)
    paired = share_estimate([1.0] * 5 + [0.5] * 90 + [0.0] * 5)

    assert paired.half_width < independent.half_width / 2


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=2, max_size=60))
def test_shares_stay_within_0_and_1(shares):
    found = share_estimate(shares)
    assert 0 <= found.low <= found.mean <= found.high <= 1
    assert found.high > found.low

    other = turned(found, 1)
    again = share_estimate([1 - each for each in shares])
    assert (other.mean, other.low, other.high) == (
        pytest.approx(again.mean),
        pytest.approx(again.low),
        pytest.approx(again.high),
    )


@pytest.mark.parametrize("value", [-0.1, 1.1, math.nan])
def test_shares_are_shares(value):
    with pytest.raises(InvalidValue) as caught:
        share_estimate([0.5, value])
    assert (caught.value.code, caught.value.where) == ("bad_number", "shares")


# --- coverage ---


def covered(draw, make, true, samples=2000):
    """In what part of the samples the interval holds the true mean."""
    hits = 0
    for _ in range(samples):
        found = make(draw())
        hits += found.low <= true <= found.high
    return hits / samples


def test_a_95_percent_interval_holds_the_true_mean_in_95_percent_of_runs():
    """2,000 runs of 20 deals; three standard errors of that are 1.5 %."""
    rng = random.Random("mean")
    found = covered(lambda: [rng.gauss(12.0, 150.0) for _ in range(20)], mean_estimate, 12.0)

    assert 0.935 <= found <= 0.965


def test_a_99_percent_interval_holds_the_true_mean_in_99_percent_of_runs():
    rng = random.Random("mean 99")
    found = covered(
        lambda: [rng.gauss(0.0, 1.0) for _ in range(8)], lambda each: mean_estimate(each, 99), 0.0
    )

    assert 0.983 <= found <= 0.997


def test_the_interval_holds_for_values_like_those_of_rounds():
    """Lopsided values in few steps: double victories, calls, and small card points."""
    rng = random.Random("rounds")
    steps, weights = (-300, -100, -20, 0, 40, 200, 300, 500), (4, 10, 16, 14, 22, 24, 8, 2)
    true = sum(step * weight for step, weight in zip(steps, weights, strict=True)) / 100

    def deals() -> list[float]:
        margins = rng.choices(steps, weights, k=80)
        return [(one + other) / 2 for one, other in zip(margins[::2], margins[1::2], strict=True)]

    assert 0.93 <= covered(deals, mean_estimate, true) <= 0.965


@pytest.mark.parametrize("wins", [0.5, 0.9, 0.97])
def test_the_interval_of_shares_holds_near_the_edge_too(wins):
    """Where a t-interval of 30 deals won with 97 % each holds in less than 85 % of runs."""
    rng = random.Random(f"share {wins}")

    def deals() -> list[float]:
        return [((rng.random() < wins) + (rng.random() < wins)) / 2 for _ in range(30)]

    assert 0.935 <= covered(deals, share_estimate, wins) <= 0.985


# --- how many deals ---


def test_how_many_deals_a_precision_needs():
    """(1.96 * 100 / 10) ** 2 = 384.2, and a few more for the t-quantile."""
    values = [100.0, -100.0] * 5000
    found = mean_estimate(values)

    assert found.deviation == pytest.approx(100, abs=0.01)
    assert 385 <= found.deals_needed(10) <= 388
    # From the table 12.706 * 100 / 2 ** 0.5 = 898.5 for two deals, 248.4 for three.
    assert [found.deals_needed(each) for each in (899, 898, 249, 248)] == [2, 3, 3, 4]


@given(st.floats(0.01, 1000), st.sampled_from([80, 95, 99]))
def test_the_deals_needed_are_the_fewest(precision, percent):
    """Checked with a run whose deviation is that of the estimate: so many do, one less does not."""
    found = mean_estimate([3.0, -3.0, 1.0, 5.0], percent)
    needed = found.deals_needed(precision)

    def half_width(deals: int) -> float:
        scale = found.deviation / math.sqrt(2 * (deals // 2) / (deals - 1))
        values = [scale, -scale] * (deals // 2) + [0.0] * (deals % 2)
        return mean_estimate(values, percent).half_width

    if needed <= 5000:
        assert half_width(needed) <= precision * (1 + 1e-9)
        assert needed == 2 or half_width(needed - 1) > precision * (1 - 1e-9)


@pytest.mark.parametrize(("effect", "deals"), [(0.2, 199), (0.5, 34), (0.8, 15)])
def test_how_many_deals_tell_a_difference(effect, deals):
    """Cohen's table for the paired t-test with 80 % power at 5 %, within one deal."""
    values = [1.0 + effect, -1.0 + effect] * 50_000
    found = mean_estimate(values)

    assert found.deals_to_tell() == pytest.approx(deals, abs=1)
    assert found.deals_to_tell(2 * effect) == found.deals_to_tell()


def test_where_there_is_no_difference_no_number_of_deals_tells_it():
    assert mean_estimate([1.0, -1.0]).deals_to_tell() is None
    assert mean_estimate([5.0, 5.0], most=800).deals_to_tell() is None
    assert mean_estimate([1e-9 + 1e5, 1e-9 - 1e5]).deals_to_tell() is None


@pytest.mark.parametrize("precision", [0, -1, math.nan, math.inf])
def test_a_precision_is_more_than_0(precision):
    with pytest.raises(InvalidValue) as caught:
        mean_estimate([1.0, 2.0]).deals_needed(precision)
    assert (caught.value.code, caught.value.where) == ("bad_number", "precision")


# --- deals ---


def test_a_deal_is_the_mean_of_its_two_games():
    (played,) = by_pair(deal_of(3, (200, -40)))

    assert [deal.deal for deal in played.deals] == [3]
    assert played.values("round") == (80.0,)
    assert played.shares == (0.5,)
    assert played.values("match") == (0.0,)


@pytest.mark.parametrize(
    ("wins", "value"), [((1, 1), 0.5), ((1, 0.5), 0.25), ((1, 0), 0), ((0, 0.5), -0.25)]
)
def test_in_match_mode_a_deal_is_the_share_of_the_wins_less_a_half(wins, value):
    (played,) = by_pair(won_games(wins))

    assert played.values("match") == (value,)


def test_deals_that_lack_a_game_or_have_a_void_one_do_not_count():
    whole, lone = deal_of(0, (100, 0)), deal_of(1, (100, 0))[:1]
    spoilt = [game((0, 0), deal=2), game((0, 0), deal=2, swapped=True, void=True)]
    (played,) = by_pair([*whole, *lone, *spoilt])

    assert [deal.deal for deal in played.deals] == [0]
    assert played.void == (1, 2)
    assert len(played.games) == 2


def test_no_game_counts_twice():
    results = deal_of(0, (100, 0))

    with pytest.raises(InvalidValue) as caught:
        by_pair([*results, results[0]])
    assert caught.value.code == "game_twice"


@given(st.randoms())
def test_the_order_of_the_results_does_not_matter(rng):
    pairs = [(0, 1), (0, 2), (1, 2)]
    results = [each for pair in pairs for each in deals_of([(10, -50), (200, 30), (-7, 0)], pair)]
    mixed = results.copy()
    rng.shuffle(mixed)

    assert by_pair(mixed) == by_pair(results)
    assert [played.pair for played in by_pair(mixed)] == pairs


# --- the estimate of a run ---


def test_a_round_can_be_won_by_800_points_at_most():
    """200 for the double victory, 200 for the Grand Tichu, 400 for the two that are lost."""
    assert most_points(Rules()) == 800
    assert most_points(Rules(grand_enabled=False)) == 500
    assert most_points(Rules(double_victory_points=0)) == 150 + 600


def test_the_estimate_of_rounds_is_in_points():
    (played,) = by_pair(deals_of([(100, 0), (20, 40), (-30, 50)]))
    found = estimate(ROUND, played)

    assert found == mean_estimate([50.0, 30.0, 10.0])
    assert found.mean == 30


def test_the_estimate_of_matches_is_the_share_less_a_half():
    (played,) = by_pair(won_games([1, 1, 1, 0, 1, 0, 1, 1]))
    found, part = estimate(MATCH, played), share(played)

    assert part.mean == 0.75
    assert (found.mean, found.low, found.high) == (0.25, part.low - 0.5, part.high - 0.5)
    assert found.half_width == pytest.approx(part.half_width)


def test_identical_agents_are_level_but_not_for_certain():
    (played,) = by_pair(deals_of([(100, -100), (-60, 60)] * 30))
    found = estimate(ROUND, played)

    assert (found.mean, found.deviation) == (0, 0)
    assert 40 < found.half_width < 60


# --- stopping when it is precise enough ---


def stopped(draw, make, precision, runs, true):
    """Of runs that stop at the first checkpoint that is precise enough: coverage, mean miss."""
    hits, misses = 0, 0.0
    for _ in range(runs):
        values: list[float] = []
        for look in checkpoints(2_000):
            values += [draw() for _ in range(look - len(values))]
            found = make(values)
            if found.half_width <= precision:
                break
        hits += found.low <= true <= found.high
        misses += found.mean - true
    return hits / runs, misses / runs


def test_stopping_at_a_precision_keeps_what_the_interval_claims():
    """Points of rounds: three standard errors of 800 runs are 2.3 % and 0.8 points."""
    rng = random.Random("until")
    steps, weights = (-250, -100, 0, 60, 200, 300), (1, 3, 4, 5, 5, 2)
    true = sum(step * weight for step, weight in zip(steps, weights, strict=True)) / 20
    coverage, miss = stopped(lambda: rng.choices(steps, weights)[0], mean_estimate, 25.0, 800, true)

    assert 0.925 <= coverage <= 0.975
    assert abs(miss) < 1.6


def test_stopping_at_a_precision_keeps_it_for_shares_too():
    """A share near 1 has less spread, so that luck stops sooner: the mean is a little too high."""
    rng = random.Random("until share")
    coverage, miss = stopped(
        lambda: ((rng.random() < 0.9) + (rng.random() < 0.9)) / 2, share_estimate, 0.05, 800, 0.9
    )

    assert 0.925 <= coverage <= 0.985
    assert abs(miss) < 0.01
