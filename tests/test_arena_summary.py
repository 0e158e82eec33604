"""The report of a run: its figures, its JSON, and the text that people read."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len

from arena_results import deals_of, game, won_games
from tichu import InvalidValue, Rules
from tichu.agents.guard import Fault
from tichu.arena.game import RunSettings, Tally
from tichu.arena.interval import mean_estimate
from tichu.arena.summary import summarize
from tichu.arena.summary_text import estimate_line, headline, labels, summary_text

TWO = RunSettings(agents=("greedy", "random"))
MATCH = RunSettings(agents=("greedy", "random"), mode="match")
THREE = RunSettings(agents=("mc", "greedy", "random"))

CLEAR = deals_of([(100, 100), (140, 140)] * 25)
"""Mean 120; by hand: the deviation is 20.2, and 2.01 * 20.2 / 50 ** 0.5 is 5.7."""


def first_line(settings: RunSettings, results: Any, confidence: float = 95) -> str:
    return headline(summarize(settings, results, confidence))


def league(rng: random.Random, deals: int = 30) -> list[Any]:
    """Three agents, each 60 points a round ahead of the next."""
    return [
        each
        for pair, ahead in (((0, 1), 60), ((0, 2), 120), ((1, 2), 60))
        for each in deals_of([(10 * rng.randint(-10, 10) + ahead,) * 2 for _ in range(deals)], pair)
    ]


# --- the first line ---


def test_the_first_line_says_who_is_better_by_how_much():
    assert first_line(TWO, CLEAR) == (
        "greedy beats random by 120.0 +- 5.7 points a round (95 % interval, 50 deals)"
    )


def test_the_better_one_comes_first_in_it():
    worse = deals_of([(-100, -100), (-140, -140)] * 25)
    text = first_line(TWO, worse, 99)

    assert text.startswith("random beats greedy by 120.0 +- 7.7 points a round (99 % interval")


def test_what_is_not_shown_is_not_claimed():
    text = first_line(TWO, deals_of([(200, 200), (-180, -180)] * 10))

    assert text.startswith("no difference shown: greedy leads random by 10.0 +- ")
    turned = first_line(TWO, deals_of([(-200, -200), (180, 180)] * 10))
    assert turned.startswith("no difference shown: random leads greedy by 10.0 +- ")


def test_one_deal_has_no_interval():
    assert first_line(TWO, deals_of([(200, 100)])) == (
        "no difference shown: greedy leads random by 150.0 points a round"
        " (1 deal alone: no interval)"
    )


def test_without_deals_nothing_is_known():
    assert first_line(TWO, []) == (
        "nothing is known of greedy and random: no deal of theirs counts"
    )


def test_equal_deals_are_said_to_be_equal():
    level = first_line(TWO, deals_of([(70, -70)] * 100))
    assert level == (
        "no difference shown: greedy and random are level: all 100 deals came out equal"
    )
    assert first_line(TWO, deals_of([(0, 0)])).endswith("level: the one deal came out equal")
    assert first_line(MATCH, won_games([1.0, 0.0] * 3)).endswith(
        "level: all 3 deals came out equal"
    )
    # Level on the whole, but not in every deal.
    assert "are level: 0.0 +- " in first_line(TWO, deals_of([(50, 50), (-50, -50)] * 9))
    ahead = first_line(TWO, deals_of([(70, 70)] * 100))
    assert ahead.startswith("greedy beats random by 70.0 points a round (95 % interval 38.5 to 96.")


def test_matches_are_told_as_shares():
    text = first_line(MATCH, won_games([1, 1, 1, 0] * 25))
    assert text.startswith("greedy beats random: it wins 75.0 % of the matches (95 % interval 6")
    assert text.endswith(" %, 50 deals)")

    lost = first_line(MATCH, won_games([0] * 20))
    assert lost == (
        "random beats greedy: it wins 100.0 % of the matches (95 % interval 69.2 to 100.0 %,"
        " 10 deals)"
    )
    open_ = first_line(MATCH, won_games([1, 0, 0, 0, 1, 1, 1, 0]))
    assert open_.startswith(
        "no difference shown: greedy wins 50.0 % of the matches against random ("
    )


def test_of_more_agents_it_compares_the_two_best():
    text = first_line(THREE, league(random.Random("three")))

    assert text.startswith("mc beats greedy by ")


# --- figures ---


def test_the_figures_of_agents_are_sums_over_the_games_that_count():
    tally = Tally(
        rounds=1,
        points=150,
        tichu_called=1,
        tichu_made=1,
        grand_called=1,
        double_victories=1,
        firsts=1,
        bombs=2,
        answers=30,
        seconds=0.5,
        faults=1,
    )
    both = (tally, Tally(rounds=1, points=-50, answers=20, seconds=0.25))
    counted = [game((150, -50), deal=0, swapped=swapped, tallies=both) for swapped in (False, True)]
    lone = game((150, -50), deal=1, tallies=both)
    report = summarize(TWO, [*counted, lone])
    greedy, other = report.agents

    assert (greedy.name, greedy.games, greedy.won, greedy.rounds) == ("greedy", 2, 2.0, 2)
    assert (greedy.points, greedy.tichu_called, greedy.tichu_made) == (300, 2, 2)
    assert (greedy.grand_called, greedy.grand_made, greedy.double_victories) == (2, 0, 2)
    assert (greedy.firsts, greedy.bombs) == (2, 4)
    assert (other.games, other.won, other.points) == (2, 0.0, -100)
    # What went wrong and how long it took is told of all games.
    assert (greedy.answers, greedy.faults, report.time.thinking) == (90, 3, (1.5, 0.75))
    assert report.pairs[0].void == 1


def test_wins_draws_and_losses_are_games():
    (pair,) = summarize(TWO, deals_of([(100, -20), (0, 40), (60, 60)])).pairs

    assert (pair.wins, pair.draws, pair.losses) == (4, 1, 1)
    assert pair.share.mean == pytest.approx(0.75)


@given(st.lists(st.tuples(st.integers(-80, 80), st.integers(-80, 80)), min_size=1, max_size=12))
def test_average_points_agree_with_the_estimate(tens):
    results = deals_of([(10 * one, 10 * other) for one, other in tens])
    report = summarize(TWO, results)
    one, other = report.agents

    assert one.points / one.rounds - other.points / other.rounds == pytest.approx(
        report.pairs[0].difference.mean
    )


def test_ratings_come_with_three_agents():
    assert summarize(TWO, CLEAR).ratings == ()
    ratings = summarize(THREE, league(random.Random("three"))).ratings
    assert [each.agent for each in ratings] == [0, 1, 2]
    assert ratings[0].rating > ratings[1].rating > ratings[2].rating


def test_a_pair_that_has_not_played_is_there_too():
    report = summarize(THREE, CLEAR)

    assert [(pair.first, pair.second) for pair in report.pairs] == [(0, 1), (0, 2), (1, 2)]
    assert report.pairs[2].difference.mean is None


def test_faults_are_counted_by_agent_and_code():
    late = Fault("agent_late", 2, 1, "play", "It took more than 1 seconds.")
    wrong = Fault("bad_answer", 1, 1, "tichu", "No.")
    results = deals_of([(0, 0), (0, 0)])
    results[1] = replace(results[1], faults=(wrong, late))
    results[2] = replace(results[2], faults=(late, late))
    faults = summarize(TWO, results[::-1]).faults

    # In the exchanged game the first agent sits on 1 and 3.
    assert [(each.agent, each.code, each.seen, each.deal, each.where) for each in faults] == [
        (0, "bad_answer", 1, 0, "tichu"),
        (0, "agent_late", 2, 1, "play"),
        (1, "agent_late", 1, 0, "play"),
    ]


def test_games_that_could_not_be_played_are_nobodys_fault():
    fault = Fault("unknown_agent", 0, 0, "game", "There is no agent 'x'.")
    void = [game((0, 0), swapped=swapped, faults=(fault,), void=True) for swapped in (False, True)]
    report = summarize(TWO, void)

    assert [(each.agent, each.code, each.seen) for each in report.faults] == [
        (None, "unknown_agent", 2)
    ]
    text = summary_text(report)
    assert "1 deal of greedy and random does not count" in text
    assert "unknown_agent, 2 times" in text


def test_a_wrong_confidence_is_refused():
    with pytest.raises(InvalidValue):
        summarize(TWO, CLEAR, 100)


# --- JSON ---


def test_the_json_has_a_version_and_every_figure():
    results = deals_of([(100, 0), (20, 40), (-30, 50)])
    report = summarize(TWO, results, 90, seconds=2.5, workers=2)
    line = report.to_json()
    found = json.loads(line)

    assert b"\n" not in line
    assert list(found) == [
        "tichu_arena",
        "settings",
        "confidence",
        "pairs",
        "agents",
        "ratings",
        "faults",
        "time",
    ]
    assert found["tichu_arena"] == 1
    assert found["settings"]["agents"] == ["greedy", "random"]
    assert found["settings"]["rules"]["target"] == 1000
    assert found["confidence"] == 90.0
    (pair,) = found["pairs"]
    bounds = mean_estimate([50.0, 30.0, 10.0], 90)
    assert pair["difference"] == {
        "mean": 30.0,
        "low": bounds.low,
        "high": bounds.high,
        "confidence": 90.0,
        "deals": 3,
        "deviation": 20.0,
    }
    assert (pair["first"], pair["second"], pair["void"]) == (0, 1, 0)
    assert (pair["wins"], pair["draws"], pair["losses"]) == (4, 1, 1)
    assert set(pair) == {
        "first",
        "second",
        "difference",
        "share",
        "wins",
        "draws",
        "losses",
        "void",
        "deals_needed",
    }
    assert [agent["points"] for agent in found["agents"]] == [180, 0]
    assert found["time"] == {"seconds": 2.5, "workers": 2, "thinking": [0.0, 0.0]}


def test_what_is_not_known_is_null():
    found = json.loads(summarize(TWO, []).to_json())

    assert found["pairs"][0]["difference"]["mean"] is None
    assert found["pairs"][0]["share"]["low"] is None
    assert found["time"]["seconds"] is None


@given(st.randoms())
def test_the_json_does_not_depend_on_order_or_time(rng):
    results = league(random.Random("json"), deals=6)
    slower = [
        replace(result, tallies=tuple(replace(each, seconds=9.0) for each in result.tallies))
        for result in results
    ]
    rng.shuffle(slower)
    one, other = summarize(THREE, results), summarize(THREE, slower, seconds=99.0, workers=7)

    assert one.same(other)
    assert one != other
    first, second = (json.loads(report.to_json()) for report in (one, other))
    assert first.pop("time") != second.pop("time")
    assert first == second
    assert not one.same(summarize(THREE, results[:-2]))


# --- text ---


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize(
    "agents",
    [
        ("greedy", "random"),
        ("greedy", "greedy", "random:over=patterns"),
        ("process:limit=5:python3 /home/somebody/bots/my-very-long-name/bot.py", "mc", "x" * 90),
        ("a", "b", "c", "d", "e", "f"),
    ],
)
def test_the_text_fits_the_width(width, agents):
    settings = RunSettings(agents=agents)
    rng = random.Random("text")
    results = [
        each
        for first in range(len(agents))
        for second in range(first + 1, len(agents))
        for each in deals_of(
            [(10 * rng.randint(-30, 30), 10 * rng.randint(-30, 30)) for _ in range(12)],
            (first, second),
        )
    ]
    results[0] = replace(results[0], faults=(Fault("agent_error", 0, 1, "play", "word " * 40),))
    lines = summary_text(summarize(settings, results, seconds=1.5, workers=2), width).split("\n")

    assert all(line == line.rstrip() for line in lines)
    command = max(map(len, " ".join(agents).split()))
    assert max(map(len, lines)) <= max(width, 4 + command)
    # Each row of the statistics begins with the agent's name, however many tables they need.
    names = labels(agents, 16)
    heads = [place for place, line in enumerate(lines) if line.startswith("team of ")]
    assert len(heads) == (2 if width == 60 else 1)
    for head in heads:
        rows = lines[head + 1 : head + 1 + len(names)]
        assert [row.startswith(name) for row, name in zip(rows, names, strict=True)]
    figures = ("points", "won", "Tichu", "made", "Grand", "made", "double", "first", "bombs")
    assert tuple(word for head in heads for word in lines[head].split()[2:]) == figures


def test_the_text_of_two_agents():
    """What a person reads, as a whole."""
    results = [
        replace(
            result,
            tallies=(
                Tally(
                    rounds=1,
                    points=200,
                    tichu_called=int(result.game.swapped),
                    tichu_made=int(result.game.swapped and result.game.deal % 5 > 0),
                    grand_called=int(result.game.deal == 7),
                    firsts=1,
                    double_victories=int(result.game.deal < 10),
                    answers=100,
                    seconds=0.002,
                ),
                Tally(rounds=1, points=80, bombs=1, answers=50, seconds=0.1),
            ),
        )
        for result in CLEAR
    ]
    settings = replace(TWO, seed="mine", rules=Rules(target=500))

    assert (
        summary_text(summarize(settings, results, seconds=61.25, workers=2))
        == """\
greedy beats random by 120.0 +- 5.7 points a round (95 % interval, 50 deals)
About 3 deals are enough to tell a difference like this.

team of  points    won  Tichu  made  Grand  made  double  first  bombs
greedy    200.0  100 %   50.0  80 %    2.0   0 %    20.0  100.0    0.0
random     80.0    0 %    0.0     -    0.0     -     0.0    0.0  100.0
points: of an average round; won: of its games; made: of its calls;
all others in 100 rounds: calls, double victories, first places, bombs

round mode, seed mine, target=500
took 61.2 s with 2 workers
an answer took greedy 0.02 ms, random 2.00 ms"""
    )


def test_the_text_says_how_many_more_deals_would_tell():
    """Cohen's table: an effect of 0.2 needs 199 pairs, with 80 % power at 5 %."""
    values = [1.2, -0.8] * 10
    report = summarize(TWO, deals_of([(int(1000 * each),) * 2 for each in values]))
    text = summary_text(report)

    assert report.pairs[0].deals_needed == pytest.approx(209, abs=2)
    more = report.pairs[0].deals_needed - 20
    assert f"about {more} more deals would tell ({more + 20} in all)." in text


def test_the_text_of_three_agents_has_ratings_and_pairs():
    text = summary_text(summarize(THREE, league(random.Random("three"))))
    lines = text.split("\n")

    assert lines[1] == "Of 3 agents mc has the highest rating, greedy the next."
    assert [line.split()[0] for line in lines[4:7]] == ["mc", "greedy", "random"]
    assert sum("+-" in line and line.startswith(("mc", "greedy")) for line in lines) >= 4


def test_names_are_cut_in_the_middle_and_stay_different():
    assert labels(("greedy", "random")) == ("greedy", "random")
    assert labels(("greedy", "greedy")) == ("1:greedy", "2:greedy")
    short = labels(("process:" + "a" * 50 + "bot.py", "process:" + "b" * 50 + "bot.py"), 16)
    assert len(set(short)) == 2
    assert all(len(each) <= 16 and each.endswith("bot.py") for each in short)
    assert labels(("a\nb\x1b[31m", "c"))[0] == "a?b?[31m"


@given(st.lists(st.text(max_size=40), min_size=2, max_size=5), st.integers(10, 40))
def test_labels_differ_whatever_the_names(names, longest):
    found = labels(names, longest)

    assert len(set(found)) == len(names)
    assert all(each.isprintable() for each in found)


@given(
    st.lists(st.text("ab日本ボ", min_size=1, max_size=30), min_size=2, max_size=4),
    st.integers(60, 90),
)
def test_wide_letters_take_two_columns(names, width):
    settings = RunSettings(agents=tuple(names))
    rng = random.Random("wide")
    results = [
        each
        for pair in itertools.combinations(range(len(names)), 2)
        for each in deals_of([(rng.randint(-200, 200), 0) for _ in range(4)], pair)
    ]
    lines = summary_text(summarize(settings, results), width).split("\n")

    assert all(cell_len(label) <= 16 for label in labels(names, 16))
    assert max(map(cell_len, lines)) <= width
    heads = [place for place, line in enumerate(lines) if line.startswith("team of ")]
    for head in heads:
        # The last column of numbers ends at the same place in every row.
        rows = lines[head : head + 1 + len(names)]
        assert len({cell_len(row) for row in rows}) == 1


def test_agents_that_are_as_good_are_both_the_best():
    def said(*margins: int) -> str:
        pairs = zip(((0, 1), (0, 2), (1, 2)), margins, strict=True)
        results = [each for pair, ahead in pairs for each in deals_of([(ahead, ahead)] * 4, pair)]
        return summary_text(summarize(THREE, results), 200).split("\n")[1]

    assert said(0, 100, 100) == "Of 3 agents mc and greedy share the highest rating."
    assert said(0, 0, 0) == "All 3 agents have the same rating."
    assert said(100, 100, 100).startswith("Of 3 agents mc has the highest rating, greedy")


def faults_of(count: int, kept: int) -> str:
    """What is said of so many faults, of which so many are kept."""
    wrong = Fault("bad_answer", 0, 1, "tichu", "No.")
    tallies = (Tally(rounds=1, answers=9, faults=count), Tally(rounds=1, answers=9))
    first = game((0, 0), tallies=tallies, faults=(wrong,) * kept)
    return summary_text(summarize(TWO, [first, *deals_of([(0, 0)])[1:]]))


def test_numbers_of_faults_add_up():
    assert "greedy: 3 faults in 9 answers:\n  bad_answer, 3 times; the first " in faults_of(3, 3)
    assert (
        "greedy: 7 faults in 9 answers; kept are the first of each game, 3 in all:\n"
        "  bad_answer, 3 times; the first "
    ) in faults_of(7, 3)
    assert "greedy: 1 fault in 9 answers:\n  bad_answer, once (deal 0, tichu): No." in faults_of(
        1, 1
    )


@pytest.mark.parametrize(
    ("seconds", "workers", "said"),
    [
        (61.25, 2, "took 61.2 s with 2 workers"),
        (61.25, 1, "took 61.2 s with 1 worker"),
        (61.25, 0, "took 61.2 s in this process"),
        (61.25, None, "took 61.2 s"),
        (0.0, 2, None),
        (None, 2, None),
    ],
)
def test_how_long_it_took_is_said_if_something_was_played(seconds, workers, said):
    text = summary_text(summarize(TWO, CLEAR, seconds=seconds, workers=workers))

    found = [line for line in text.split("\n") if line.startswith("took ")]
    assert found == ([] if said is None else [said])


def test_the_line_of_progress():
    report = summarize(TWO, CLEAR)
    difference = report.pairs[0].difference

    assert estimate_line(TWO, (0, 1), difference) == (
        "greedy - random: +120.0 +- 5.7 points, 50 deals"
    )
    level = summarize(TWO, deals_of([(70, -70)] * 9)).pairs[0].difference
    assert estimate_line(TWO, (0, 1), level) == "greedy - random: level, 9 deals"
    assert estimate_line(TWO, (0, 1), mean_estimate([])) == "greedy - random: no deal yet"
    assert estimate_line(TWO, (0, 1), mean_estimate([5.0])) == (
        "greedy - random: +5.0 points, 1 deal"
    )
