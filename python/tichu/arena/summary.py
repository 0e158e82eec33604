"""The finished report of a run, as values and as JSON: who is better, by how much, how surely."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tichu.agents.guard import Fault
from tichu.arena.deals import PairDeals, by_pair
from tichu.arena.game import GameResult, RunSettings, Tally
from tichu.arena.interval import (
    CONFIDENCE,
    Estimate,
    check_confidence,
    mean_estimate,
    share_estimate,
)
from tichu.arena.ratings import Rating, rate
from tichu.round_score import CALL_POINTS
from tichu.rules import Rules

__all__ = [
    "FORMAT",
    "AgentReport",
    "FaultReport",
    "PairReport",
    "Report",
    "TimeUsed",
    "all_pairs",
    "estimate",
    "most_points",
    "share",
    "summarize",
    "turned",
]

FORMAT = 1
"""The version of the JSON."""

_LESS_CARDS = 150
"""Without a double victory the card points of two teams differ by at most 125 and -25 (R-101)."""


class PairReport(Struct, frozen=True, kw_only=True):
    """How one agent did against another.

    Attributes:
        first: the first agent's place in the run's list.
        second: the second agent's.
        difference: in round mode the points by which the first is ahead in a round; in match mode
            its share of the wins less 0.5.
        share: the first's share of the wins, draws as halves.
        wins: games that the first won.
        draws: games that nobody won.
        losses: games that the second won.
        void: deals that do not count, because a game is missing or could not be played.
        deals_needed: about how many deals tell a difference like this from none, four times in
            five; None where the deals so far do not say.
    """

    first: int
    second: int
    difference: Estimate
    share: Estimate
    wins: int
    draws: int
    losses: int
    void: int
    deals_needed: int | None

    @property
    def better(self) -> int | None:
        """Who is better: 0 the first, 1 the second; None when that is not shown."""
        mean = self.difference.mean
        if mean is None or not self.difference.excludes(0.0):
            return None
        return int(mean < 0)


class AgentReport(Struct, frozen=True, kw_only=True):
    """What an agent did in the games of the deals that count; it plays two seats in each.

    Attributes:
        agent: its place in the run's list.
        name: its name.
        games: games played.
        won: games won, draws as halves.
        rounds: rounds played.
        points: the points of its rounds; so ``points / rounds`` is its average round.
        tichu_called: calls of Tichu.
        tichu_made: of these, how many were made: the caller went out first.
        grand_called: calls of Grand Tichu.
        grand_made: of these, how many were made.
        double_victories: rounds in which both its seats went out first.
        firsts: rounds in which one of its seats went out first.
        bombs: bombs played.
        answers: questions answered, in all games, also those that do not count.
        faults: answers that were none, late or missing, and other failures, in all games.
    """

    agent: int
    name: str
    games: int
    won: float
    rounds: int
    points: int
    tichu_called: int
    tichu_made: int
    grand_called: int
    grand_made: int
    double_victories: int
    firsts: int
    bombs: int
    answers: int
    faults: int


class FaultReport(Struct, frozen=True, kw_only=True):
    """A kind of fault of an agent, in all games, also those that do not count.

    Attributes:
        agent: whose it is; None where the game could not be played at all.
        code: its code.
        seen: how often it is among the faults that were kept; only the first few of a game are.
        deal: the deal of the first one.
        where: the question, or what else was wanted of the agent, at the first one.
        message: what was said of the first one.
    """

    agent: int | None
    code: str
    seen: int
    deal: int
    where: str
    message: str


class TimeUsed(Struct, frozen=True, kw_only=True):
    """What may differ between two runs with the same results.

    Attributes:
        seconds: how long the run took, if that is known.
        workers: how many workers played it, if that is known.
        thinking: seconds that each agent took for all its answers.
    """

    seconds: float | None
    workers: int | None
    thinking: tuple[float, ...]


class Report(Struct, frozen=True, kw_only=True):
    """All that a run has found.

    Attributes:
        settings: those of the run.
        confidence: of all intervals, in percent.
        pairs: each pair of the run's agents.
        agents: each agent, in the order of the run's list.
        ratings: each agent's, in the same order; none for fewer than three agents.
        faults: what went wrong.
        time: how long it took; the only part that may differ when the run is repeated.
    """

    settings: RunSettings
    confidence: float
    pairs: tuple[PairReport, ...]
    agents: tuple[AgentReport, ...]
    ratings: tuple[Rating, ...]
    faults: tuple[FaultReport, ...]
    time: TimeUsed

    def same(self, other: Report) -> bool:
        """The results are the same, however long they took."""
        return replace(self, time=other.time) == other

    def to_json(self) -> bytes:
        """One object on one line, in the order of the fields.

        ``tichu_arena`` is the version of the form. Everything but ``time`` is the same whenever
        the run is repeated. What is not known is null.
        """
        body: dict[str, Any] = {"tichu_arena": FORMAT, **msgspec.structs.asdict(self)}
        return msgspec.json.encode(body)


def most_points(rules: Rules) -> int:
    """By how many points at most one team can be ahead in a round.

    The winners make the best call, and both opponents lose theirs (R-102).
    """
    call = CALL_POINTS["grand" if rules.grand_enabled else "tichu"]
    return max(rules.double_victory_points, _LESS_CARDS) + 3 * call


def all_pairs(agents: int, results: Iterable[GameResult]) -> tuple[PairDeals, ...]:
    """The deals of each pair of so many agents, also of those that have played none.

    Raises:
        InvalidValue: a game stands twice among the results (``game_twice``).
    """
    played = {each.pair: each for each in by_pair(results)}
    return tuple(played.get(pair, PairDeals(pair, ())) for pair in combinations(range(agents), 2))


def estimate(settings: RunSettings, played: PairDeals, confidence: float = CONFIDENCE) -> Estimate:
    """By how much the first agent is ahead.

    In round mode in points a round; in match mode its share of the wins less 0.5.

    Raises:
        InvalidValue: the confidence is none (``bad_number``).
    """
    if settings.mode == "round":
        most = most_points(settings.rules)
        return mean_estimate(played.values("round"), confidence, most=most)
    found = share(played, confidence)
    if found.mean is None:
        return found
    low, high = found.low, found.high
    return replace(
        found,
        mean=found.mean - 0.5,
        low=None if low is None else low - 0.5,
        high=None if high is None else high - 0.5,
    )


def share(played: PairDeals, confidence: float = CONFIDENCE) -> Estimate:
    """The first agent's share of the wins.

    Raises:
        InvalidValue: the confidence is none (``bad_number``).
    """
    return share_estimate(played.shares, confidence)


def turned(found: Estimate, whole: float) -> Estimate:
    """The same from the second agent's side, who has what the first lacks of the whole.

    The whole is 1 of shares, 100 of percent, and 0 of differences.
    """
    mean, low, high = (
        None if value is None else whole - value for value in (found.mean, found.high, found.low)
    )
    return replace(found, mean=mean, low=low, high=high)


def summarize(
    settings: RunSettings,
    results: Iterable[GameResult],
    confidence: float = CONFIDENCE,
    *,
    seconds: float | None = None,
    workers: int | None = None,
) -> Report:
    """The report of the results, whatever their order.

    Args:
        settings: those of the run.
        results: its games.
        confidence: percent.
        seconds: how long the run took.
        workers: how many workers played it.

    Raises:
        InvalidValue: a game stands twice among the results (``game_twice``), or the confidence is
            none (``bad_number``).
        ArenaError: the extra ``arena`` is not installed (``missing_extra``).
    """
    confidence = check_confidence(confidence)
    games = sorted(results, key=lambda result: result.game.order)
    count = len(settings.agents)
    pairs = all_pairs(count, games)
    counted = _tallies(settings, (game for played in pairs for game in played.games))
    every = _tallies(settings, games)
    return Report(
        settings=settings,
        confidence=confidence,
        pairs=tuple(_pair_report(settings, played, confidence) for played in pairs),
        agents=tuple(
            _agent_report(settings, pairs, place, counted[place], every[place])
            for place in range(count)
        ),
        ratings=rate(count, pairs) if count > 2 else (),
        faults=_fault_reports(games),
        time=TimeUsed(
            seconds=seconds,
            workers=workers,
            thinking=tuple(tally.seconds for tally in every),
        ),
    )


def _pair_report(settings: RunSettings, played: PairDeals, confidence: float) -> PairReport:
    difference = estimate(settings, played, confidence)
    wins = [game.won for game in played.games]
    first, second = played.pair
    return PairReport(
        first=first,
        second=second,
        difference=difference,
        share=share(played, confidence),
        wins=wins.count(1.0),
        draws=wins.count(0.5),
        losses=wins.count(0.0),
        void=len(played.void),
        deals_needed=difference.deals_to_tell(),
    )


def _tallies(settings: RunSettings, games: Iterable[GameResult]) -> list[Tally]:
    """The sums of each agent's tallies."""
    found: list[list[tuple[Any, ...]]] = [[] for _ in settings.agents]
    for result in games:
        for place, tally in zip(result.game.pair, result.tallies, strict=True):
            found[place].append(msgspec.structs.astuple(tally))
    return [Tally(*map(sum, zip(*rows, strict=True))) for rows in found]


def _agent_report(
    settings: RunSettings, pairs: Sequence[PairDeals], place: int, counted: Tally, every: Tally
) -> AgentReport:
    own = [played for played in pairs if place in played.pair]
    won = sum(
        game.won if played.pair[0] == place else 1 - game.won
        for played in own
        for game in played.games
    )
    counts = msgspec.structs.asdict(replace(counted, answers=every.answers, faults=every.faults))
    del counts["seconds"]
    games = sum(len(played.games) for played in own)
    return AgentReport(
        agent=place, name=settings.agents[place], games=games, won=float(won), **counts
    )


def _fault_reports(games: Sequence[GameResult]) -> tuple[FaultReport, ...]:
    """Kinds of faults by agent; in the order in which they first happened within an agent."""
    found: dict[tuple[int | None, str], FaultReport] = {}
    for result in games:
        for fault in result.faults:
            agent = None if result.void else result.game.teams[fault.seat % 2]
            known = found.get((agent, fault.code))
            found[agent, fault.code] = (
                _first_fault(agent, result, fault)
                if known is None
                else replace(known, seen=known.seen + 1)
            )
    return tuple(
        sorted(found.values(), key=lambda fault: -1 if fault.agent is None else fault.agent)
    )


def _first_fault(agent: int | None, result: GameResult, fault: Fault) -> FaultReport:
    return FaultReport(
        agent=agent,
        code=fault.code,
        seen=1,
        deal=result.game.deal,
        where=fault.where,
        message=fault.message,
    )
