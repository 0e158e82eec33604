"""A whole position as one line of text (docs/NOTATION.md), for reports, tests and tables.

``tichu1 PHASE hands:A/B/C/D`` and then, where they are not empty, the fields of the state as
``name:value``, in a fixed order: ``parse_position(format_position(x)) == x``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, get_args

from tichu._core import Card, CardSet, Combination
from tichu.checks import check_kind
from tichu.errors import NotationError, TichuError
from tichu.notation import compact, format_rank, parse_compact, parse_number, parse_rank
from tichu.round_score import Call
from tichu.rules import PRESETS, STANDARD, Rules, rules_from
from tichu.seats import Quad
from tichu.state import Gifts, Phase, RoundState
from tichu.validity import check_state

__all__ = ["VERSION", "format_position", "parse_position"]

VERSION = "tichu1"
"""The first word of a position: the version of its notation."""

MAX_LENGTH = 4000

T = TypeVar("T")


def format_position(state: RoundState) -> str:
    """The state as a line of text. What has its default value is left out."""
    check_kind(state, RoundState, "state")
    words = [VERSION, state.phase, f"hands:{_cards_text(state.hands)}"]
    for name, write in _WRITERS.items():
        text = write(state)
        if text:
            words.append(f"{name}:{text}")
    return " ".join(words)


def _cards_text(quad: Quad[CardSet]) -> str:
    return "/".join(compact(cards) for cards in quad)


def _quad_text(quad: Quad[T], write: Callable[[T], str]) -> str:
    return "/".join("-" if value is None else write(value) for value in quad)


def _stock_text(state: RoundState) -> str:
    return _cards_text(state.stock) if any(state.stock) else ""


def _piles_text(state: RoundState) -> str:
    return _cards_text(state.piles) if any(state.piles) else ""


def _calls_text(state: RoundState) -> str:
    return _quad_text(state.calls, str) if any(state.calls) else ""


def _answers_text(state: RoundState) -> str:
    if state.grand_answers == (None, None, None, None):
        return ""
    return _quad_text(state.grand_answers, lambda call: "yes" if call else "no")


def _exchange_text(state: RoundState) -> str:
    if state.exchange == (None, None, None, None):
        return ""
    return _quad_text(state.exchange, _gifts_text)


def _gifts_text(gifts: Gifts | None) -> str:
    return "".join("??" if card is None else str(card) for card in gifts or ())


def _number_text(number: int | None) -> str:
    return "" if number is None else str(number)


def _rules_text(rules: Rules) -> str:
    for name, preset in PRESETS.items():
        if rules == preset:
            return "" if preset == STANDARD else name
    changes = rules.changes()
    return ",".join(f"{name}={_option_text(value)}" for name, value in changes.items())


def _option_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


_WRITERS: dict[str, Callable[[RoundState], str]] = {
    "stock": _stock_text,
    "turn": lambda state: _number_text(state.turn),
    "owner": lambda state: _number_text(state.owner),
    "top": lambda state: "" if state.top is None else str(state.top).replace(" ", ""),
    "trick": lambda state: str(state.trick).replace(" ", ""),
    "passes": lambda state: _number_text(state.passes or None),
    "wish": lambda state: "" if state.wish is None else format_rank(state.wish),
    "calls": _calls_text,
    "grand_answers": _answers_text,
    "exchange": _exchange_text,
    "opener": lambda state: _number_text(state.opener),
    "piles": _piles_text,
    "out": lambda state: "".join(map(str, state.out)),
    "rules": lambda state: _rules_text(state.rules),
}


def parse_position(text: str) -> RoundState:
    """The state that a line of text describes; the inverse of :func:`format_position`.

    The line need not hold all 56 cards. In the phase ``over`` the score is counted anew.

    Raises:
        NotationError: the text is no position, or one that cannot be; ``where`` names the field.
    """
    if not isinstance(text, str):
        raise NotationError("A position is a line of text.", code="wrong_type")
    if len(text) > MAX_LENGTH:
        raise NotationError(
            f"A position has at most {MAX_LENGTH} characters.", code="too_long", where="position"
        )
    words = text.split()
    if not words or words[0] != VERSION:
        raise NotationError(
            f"A position begins with {VERSION}; other versions are unknown here.",
            code="bad_version",
            where="position",
        )
    if len(words) < 3 or words[1] not in get_args(Phase):
        raise NotationError(
            f"After {VERSION} come the phase ({', '.join(get_args(Phase))}) and the hands.",
            code="bad_phase",
            where="position",
        )
    fields = _parse_fields(words[2:])
    if "hands" not in fields:
        raise NotationError("A position needs hands:A/B/C/D.", code="no_hands", where="position")
    phase: Any = words[1]
    try:
        return check_state(RoundState(phase=phase, **fields))
    except TichuError as error:
        raise NotationError(
            error.message, code=error.code, rule=error.rule, where="position"
        ) from None


def _parse_fields(words: list[str]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for word in words:
        name, colon, value = word.partition(":")
        if not colon or name not in _READERS:
            raise NotationError(
                f"{word[:30]!r} is no field; the fields are {', '.join(_READERS)}.",
                code="unknown_field",
                where="position",
            )
        if name in fields:
            raise NotationError(
                f"The field {name} stands twice.", code="field_twice", where=f"position, {name}"
            )
        try:
            fields[name] = _READERS[name](value)
        except TichuError as error:
            raise NotationError(
                error.message, code=error.code, rule=error.rule, where=f"position, {name}"
            ) from None
    return fields


def _quad(text: str, read: Callable[[str], T]) -> Quad[T]:
    parts = text.split("/")
    if len(parts) != 4:
        raise NotationError(
            "Write one entry for each of the four seats, with / between.", code="bad_quad"
        )
    a, b, c, d = (read(part) for part in parts)
    return (a, b, c, d)


def _read_cards(text: str) -> Quad[CardSet]:
    return _quad(text, parse_compact)


def _read_seat(text: str) -> int:
    return parse_number(text, 0, 3, "seat")


def _choice(choices: dict[str, T]) -> Callable[[str], T]:
    def read(text: str) -> T:
        if text not in choices:
            raise NotationError(
                f"{text[:20]!r} is not one of {', '.join(choices)}.", code="bad_choice"
            )
        return choices[text]

    return read


_CALLS: dict[str, Call | None] = {"-": None, "tichu": "tichu", "grand": "grand"}
_ANSWERS: dict[str, bool | None] = {"-": None, "yes": True, "no": False}


def _read_gifts(text: str) -> Gifts | None:
    if text == "-":
        return None
    if len(text) != 6:
        raise NotationError(
            "Write three cards of two letters, ?? for an unknown one.", code="bad_gifts"
        )
    one, two, three = (
        None if text[i : i + 2] == "??" else Card(text[i : i + 2]) for i in (0, 2, 4)
    )
    return (one, two, three)


def _read_out(text: str) -> tuple[int, ...]:
    return tuple(_read_seat(letter) for letter in text)


def _read_rules(text: str) -> Rules:
    if text in PRESETS:
        return PRESETS[text]
    options: dict[str, Any] = {}
    for pair in text.split(","):
        name, equals, value = pair.partition("=")
        if not equals or name in options:
            raise NotationError(
                f"Write rules as a preset ({', '.join(PRESETS)}) or as name=value, each once.",
                code="bad_rules",
            )
        if value in ("true", "false"):
            options[name] = value == "true"
        else:
            options[name] = int(value) if value.isascii() and value.isdigit() else value
    return rules_from(options)


_READERS: dict[str, Callable[[str], Any]] = {
    "hands": _read_cards,
    "stock": _read_cards,
    "turn": _read_seat,
    "owner": _read_seat,
    "top": Combination,
    "trick": CardSet,
    "passes": lambda text: parse_number(text, 0, 3, "number of passes"),
    "wish": parse_rank,
    "calls": lambda text: _quad(text, _choice(_CALLS)),
    "grand_answers": lambda text: _quad(text, _choice(_ANSWERS)),
    "exchange": lambda text: _quad(text, _read_gifts),
    "opener": _read_seat,
    "piles": _read_cards,
    "out": _read_out,
    "rules": _read_rules,
}
