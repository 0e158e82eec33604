"""What the two teams did in a round, counted from what happened in it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tichu.agents.guard import Guard
from tichu.arena.game import Tally
from tichu.driver import RoundDriver
from tichu.events import Played
from tichu.finish import count_round
from tichu.round_score import Call
from tichu.seats import SEATS, team_of

__all__ = ["tally_round", "with_answers"]


def tally_round(driver: RoundDriver, team: int) -> tuple[Tally, Tally]:
    """What the first agent's team did in a finished round, and the second's.

    A call is made when its caller goes out first (R-019): a partner's first place does not help.
    Bombs are those played, led ones too, wherever the turn was.

    Args:
        driver: the round, driven to its end.
        team: the first agent's: 0 for the seats 0 and 2, 1 for 1 and 3.

    Raises:
        InvalidValue: the round is not over (``bad_finish``).
    """
    return _tally_of(driver, team), _tally_of(driver, 1 - team)


def with_answers(tally: Tally, guards: Iterable[Guard]) -> Tally:
    """The tally with what its team's guards counted: answers, seconds and faults."""
    known = tuple(guards)
    return replace(
        tally,
        answers=sum(guard.answers for guard in known),
        seconds=sum(guard.seconds for guard in known),
        faults=sum(guard.fault_count for guard in known),
    )


def _tally_of(driver: RoundDriver, team: int) -> Tally:
    state = driver.state
    score = state.score or count_round(state)
    first = state.out[0]
    is_first = team_of(first) == team
    return Tally(
        rounds=1,
        points=score.total[team],
        tichu_called=len(_callers(state.calls, "tichu", team)),
        tichu_made=_callers(state.calls, "tichu", team).count(first),
        grand_called=len(_callers(state.calls, "grand", team)),
        grand_made=_callers(state.calls, "grand", team).count(first),
        double_victories=int(score.double and is_first),
        firsts=int(is_first),
        bombs=_bombs(driver, team),
    )


def _callers(calls: tuple[Call | None, ...], call: Call, team: int) -> list[int]:
    return [seat for seat in SEATS if team_of(seat) == team and calls[seat] == call]


def _bombs(driver: RoundDriver, team: int) -> int:
    plays = (event for event in driver.events if isinstance(event, Played))
    return sum(play.combination.is_bomb and team_of(play.seat) == team for play in plays)
