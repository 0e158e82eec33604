"""From a BrettspielWelt log to matches, ready to be written as records."""

from __future__ import annotations

from tichu.bsw.log import LogRound, read_log
from tichu.bsw.moves import replay_round
from tichu.deal import Deal
from tichu.errors import RecordError
from tichu.history import MatchHistory, RoundHistory
from tichu.match import MatchState, add_round
from tichu.record.lines import MAX_NAME
from tichu.record.run import result_too_early
from tichu.record.source import Source, record_error
from tichu.rules import BRETTSPIELWELT, Rules
from tichu.seats import Quad

__all__ = ["read_matches"]


def read_matches(source: Source, rules: Rules = BRETTSPIELWELT) -> tuple[MatchHistory, ...]:
    """The games of a log, from a path or a file open for reading bytes.

    The results are those of the rules, which the log's may differ from by a fault of the source.
    The names are the first that a game's
    lines have. Of the rounds that are broken off, only one at the
    end of a game is kept.

    Raises:
        RecordError: the log cannot be read, or a round of it is against the rules (the code and the
            rule are those of the refusal).
    """
    games: dict[int, list[LogRound]] = {}
    for found in read_log(source):
        if isinstance(found, RecordError):
            raise found
        if found.error is not None:
            raise found.error
        games.setdefault(found.game, []).append(found)
    return tuple(_match(rounds, rules) for rounds in games.values())


def _match(rounds: list[LogRound], rules: Rules) -> MatchHistory:
    played: list[RoundHistory] = []
    match = MatchState(rules=rules)
    for found in rounds:
        is_last = found is rounds[-1]
        if found.deal is None or (found.result is None and not is_last):
            continue
        if match.is_over:
            raise record_error(
                found.line, "match_over", "The game was over before this round.", "R-104"
            )
        history = _round(found, found.deal, rules)
        if history.score is not None:
            match = add_round(match, history.score.total)
        played.append(history)
    return MatchHistory(rules=rules, seats=_names(rounds), rounds=tuple(played))


def _round(found: LogRound, deal: Deal, rules: Rules) -> RoundHistory:
    replayed = replay_round(found, rules)
    error = replayed.error
    if error is not None:
        raise RecordError(error.message, code=error.code, rule=error.rule, where=error.where)
    score = None if replayed.state is None else replayed.state.score
    if found.result_line is not None and score is None:
        raise result_too_early(found.result_line)
    return RoundHistory(deal, replayed.actions, score if found.result is not None else None)


def _names(rounds: list[LogRound]) -> Quad[str]:
    known = (found.names for found in rounds if any(found.names))
    a, b, c, d = (name[:MAX_NAME] for name in next(known, ("", "", "", "")))
    return (a, b, c, d)
