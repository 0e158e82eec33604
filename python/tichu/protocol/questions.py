"""Questions that need no match: about positions, cards and hands."""

from __future__ import annotations

from tichu import events as core
from tichu._core import CardSet, Combination, classify, legal_plays
from tichu.actions import parse_action
from tichu.errors import InvalidValue
from tichu.flow import apply, legal_actions
from tichu.legal import LegalActions
from tichu.position import format_position, parse_position
from tichu.protocol.legal_lists import legal_message
from tichu.protocol.messages import replies, requests
from tichu.protocol.messages.happenings import Happening
from tichu.protocol.render import combo, tell, tell_round_over, what_ends
from tichu.rules import PRESETS, Rules, rules_from
from tichu.seats import SEATS
from tichu.wish import choices

__all__ = ["Question", "answer", "chosen_rules"]

Question = requests.LegalActions | requests.Apply | requests.Classify | requests.LegalPlays


def answer(question: Question) -> replies.Result:
    """The answer to a question.

    Raises:
        TichuError: the question is about something that cannot be.
    """
    match question:
        case requests.LegalActions():
            return _legal_actions(question)
        case requests.Apply():
            return _apply(question)
        case requests.Classify():
            readings = classify(CardSet(question.cards))
            return replies.Classified(readings=tuple(map(combo, readings)))
        case requests.LegalPlays():
            return _legal_plays(question)


def chosen_rules(preset: str, options: dict[str, bool | int | str]) -> Rules:
    """The rules that a request asks for.

    Raises:
        InvalidValue: an unknown preset or option, or a bad value.
    """
    if preset not in PRESETS:
        raise InvalidValue(
            f"There is no preset {preset!r}; the presets are {', '.join(PRESETS)}.",
            code="unknown_preset",
            where="preset",
        )
    try:
        return rules_from(options, base=PRESETS[preset])
    except InvalidValue as error:
        option = "" if error.where in (None, "rules") else f".{error.where}"
        raise InvalidValue(error.message, code=error.code, where=f"options{option}") from None


def _legal_actions(question: requests.LegalActions) -> replies.LegalActionsFound:
    state = parse_position(question.position)
    a, b, c, d = (legal_message(legal_actions(state, seat)) for seat in SEATS)
    return replies.LegalActionsFound(seats=(a, b, c, d))


def _apply(question: requests.Apply) -> replies.Applied:
    before = parse_position(question.position)
    step = apply(before, parse_action(question.action))
    told: list[Happening] = []
    for event in step.events:
        if isinstance(event, core.RoundOver):
            told += what_ends(step.events, before.wish)
            told.append(tell_round_over(event, step.state, 1, event.score.total))
        else:
            told.append(tell(event).what)
    return replies.Applied(position=format_position(step.state), events=tuple(told))


def _legal_plays(question: requests.LegalPlays) -> replies.LegalPlaysFound:
    rules = chosen_rules(question.preset, question.options)
    plays = legal_plays(
        CardSet(question.hand),
        None if question.table is None else Combination(question.table),
        question.wish,
        in_turn=question.in_turn,
        rules=rules,
    )
    legal = LegalActions(0, plays, choices(rules), plays.may_pass)
    return replies.LegalPlaysFound(legal=legal_message(legal))
