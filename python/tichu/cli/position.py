"""``tichu position``: a position, and what each seat may do in it."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from tichu import (
    Card,
    CardSet,
    LegalActions,
    RoundScore,
    RoundState,
    Rules,
    format_position,
    legal_actions,
    parse_position,
)
from tichu.cli.options import Commands, add_command, add_json
from tichu.cli.patterns import NAMES, by_type, which
from tichu.cli.plays_json import combination_json
from tichu.cli.screen import Screen, folded, plain_table, write_json
from tichu.notation import format_rank
from tichu.rules import PRESETS
from tichu.seats import SEATS, TEAM_NAMES

__all__ = ["add_to"]

_DETAILS = """\
A position is one line, as docs/NOTATION.md describes it; it need not hold all 56 cards.

example:
  tichu position "tichu1 play hands:7j7s8pPh/9j9s9p9t2j/Kj/Aj4t turn:1 owner:0 top:5j5s trick:5j5s"
"""


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(
        commands, "position", run, "show a position and each seat's legal actions", _DETAILS
    )
    parser.add_argument("line", nargs="+", metavar="LINE", help="the position, quoted or not")
    add_json(parser, "the position and all actions")


def run(arguments: Namespace) -> int:
    """Show the position.

    Raises:
        TichuError: the line is no position.
    """
    state = parse_position(" ".join(arguments.line))
    if arguments.json:
        write_json(_position_json(state))
    else:
        _show(state, Screen())
    return 0


def _show(state: RoundState, screen: Screen) -> None:
    for name, text in _facts(state).items():
        screen.say(text, lead=f"{name:7}")
    screen.print()
    seats = plain_table(
        "seat", "cards", "hand", "call", "pile", numbers=("cards", "pile"), folds="hand"
    )
    for seat in SEATS:
        hand = state.hands[seat] | state.stock[seat]
        row = (_seat(state, seat), str(len(hand)), str(hand) or "-", state.calls[seat] or "-")
        seats.add_row(*row, str(state.piles[seat].points))
    screen.show(seats)
    screen.print()
    actions = plain_table("seat", "may", folds="may")
    for seat in SEATS:
        lines = _actions(legal_actions(state, seat), screen.width - len("seat  "))
        actions.add_row(str(seat), "\n".join(lines) or "-")
    screen.show(actions)


def _seat(state: RoundState, seat: int) -> str:
    marks = [f"out {state.out.index(seat) + 1}."] if seat in state.out else []
    if state.turn == seat:
        marks.append("on turn")
    if state.owner == seat:
        marks.append("owner")
    return " ".join([str(seat), *marks])


def _facts(state: RoundState) -> dict[str, str]:
    """What is not about one seat alone, in words."""
    facts: dict[str, str] = {"phase": state.phase}
    if state.top is not None:
        facts["table"] = f"{state.top} ({NAMES[state.top.type]}) by seat {state.owner}"
        facts["passes"] = str(state.passes)
    elif state.is_lead:
        facts["table"] = f"empty, seat {state.turn} leads"
    if state.trick:
        facts["trick"] = f"{state.trick} ({state.trick.points} points)"
    if state.wish is not None:
        facts["wish"] = format_rank(state.wish)
    facts |= _facts_before_play(state)
    if state.out:
        facts["out"] = ", ".join(map(str, state.out))
    if state.score is not None:
        totals = zip(TEAM_NAMES, state.score.total, strict=True)
        facts["score"] = ", ".join(f"{team}: {points}" for team, points in totals)
    rules = _rules_text(state.rules)
    if rules:
        facts["rules"] = rules
    return facts


def _facts_before_play(state: RoundState) -> dict[str, str]:
    """Answers to the Grand Tichu question, gifts of the exchange, and who opens."""
    facts: dict[str, str] = {}
    answers = [(seat, call) for seat, call in enumerate(state.grand_answers) if call is not None]
    if answers:
        facts["grand"] = ", ".join(f"{seat}: {'yes' if call else 'no'}" for seat, call in answers)
    gifts = [(seat, given) for seat, given in enumerate(state.exchange) if given is not None]
    if gifts:
        facts["gifts"] = ", ".join(
            f"{seat}: {' '.join(_card(card) or '??' for card in given)}" for seat, given in gifts
        )
    if state.opener is not None:
        facts["opener"] = str(state.opener)
    return facts


def _card(card: Card | None) -> str | None:
    return None if card is None else str(card)


def _rules_text(rules: Rules) -> str:
    """The preset or the changed options; nothing for the standard game."""
    for name, preset in PRESETS.items():
        if rules == preset:
            return "" if name == "standard" else name
    return ", ".join(f"{name}={value}" for name, value in rules.changes().items())


def _actions(legal: LegalActions, width: int) -> list[str]:
    """A seat's actions, a line for each kind."""
    lines = []
    if legal.may_answer_grand:
        lines.append("grand, nogrand" if legal.may_call_grand else "nogrand")
    if legal.may_call_tichu:
        lines.append("tichu")
    if legal.exchange_from:
        lines.append("give three cards")
    if legal.may_collect:
        lines.append("collect")
    if legal.recipients:
        lines.append("dragon to " + " or ".join(map(str, legal.recipients)))
    if legal.may_pass:
        lines.append("pass")
    for kind, plays in by_type(legal.plays).items():
        head = f"{NAMES[kind]} ({len(plays)}): "
        indented = folded(which(plays), width - len(head)).replace("\n", "\n" + " " * len(head))
        lines.append(head + indented)
    if legal.wishes:
        none = "none or " if None in legal.wishes else ""
        lines.append(f"with the Mah Jong a wish: {none}2 to A")
    return lines


def _position_json(state: RoundState) -> dict[str, Any]:
    """All there is to the state: each of its fields, some of them in other words too."""
    hands = [state.hands[seat] | state.stock[seat] for seat in SEATS]
    return {
        "position": format_position(state),
        "rules": state.rules.changes(),
        "phase": state.phase,
        "hands": list(map(_cards_json, hands)),
        "stock": list(map(_cards_json, state.stock)),
        "turn": state.turn,
        "top": combination_json(state.top),
        "owner": state.owner,
        "passes": state.passes,
        "trick": _cards_json(state.trick),
        "wish": state.wish,
        "calls": list(state.calls),
        "grand_answers": list(state.grand_answers),
        "exchange": [
            None if gifts is None else [_card(card) for card in gifts] for gifts in state.exchange
        ],
        "opener": state.opener,
        "piles": list(map(_cards_json, state.piles)),
        "pile_points": [pile.points for pile in state.piles],
        "out": list(state.out),
        "score": _score_json(state.score),
        "legal": [_legal_json(legal_actions(state, seat)) for seat in SEATS],
    }


def _score_json(score: RoundScore | None) -> dict[str, Any] | None:
    """The count; every list is team 02 and team 13."""
    if score is None:
        return None
    return {
        "double": score.double,
        "card": list(score.card),
        "bonus": list(score.bonus),
        "total": list(score.total),
    }


def _cards_json(cards: CardSet) -> list[str]:
    return [str(card) for card in cards]


def _legal_json(legal: LegalActions) -> dict[str, Any]:
    return {
        "seat": legal.seat,
        "count": len(legal),
        "grand": legal.may_answer_grand,
        "grand_call": legal.may_call_grand,
        "tichu": legal.may_call_tichu,
        "exchange": bool(legal.exchange_from),
        "collect": legal.may_collect,
        "dragon_to": list(legal.recipients),
        "pass": legal.may_pass,
        "plays": [combination_json(play) for play in legal.plays],
        "wishes": list(legal.wishes),
    }
