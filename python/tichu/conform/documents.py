"""From a document to the checks that it asks for: each case, and each line of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tichu.conform.classify import check_classify
from tichu.conform.compare import check_compare
from tichu.conform.fields import Fields, list_of, malformed, mapping, shown, text
from tichu.conform.flow import check_flow
from tichu.conform.fuzz import check_fuzz
from tichu.conform.legal import check_legal
from tichu.conform.match import check_match
from tichu.conform.playout import check_playout
from tichu.conform.report import Difference, Kind
from tichu.conform.score import check_score
from tichu.errors import RecordError, TichuError
from tichu.rules import Rules, rules_from

__all__ = ["Check", "checks_of"]

Checker: TypeAlias = Callable[[object, object, Rules], list[Difference]]

FORMAT = "tichu-cases/1"

_CHECKERS: dict[Kind, Checker] = {
    "classify": check_classify,
    "compare": check_compare,
    "legal": check_legal,
    "flow": check_flow,
    "score": check_score,
    "match": check_match,
}
_KINDS: dict[str, Kind] = {str(kind): kind for kind in _CHECKERS}

_REMARKS = ("title", "rules", "contested", "note", "source", "tags")
"""Fields for readers; they change nothing."""

_GIVEN_OF_FUZZ = ("hand", "table", "wish", "turn")
_GIVEN_OF_PLAYOUT = ("hands", "steps")


class Check(Struct, frozen=True):
    """One line of a case, to be run.

    Attributes:
        kind: what it is about.
        id: the case's id, or its number in the document.
        variant: empty for the main line, else which other one.
        run: makes the check; it raises TichuError where the case is malformed.
    """

    kind: Kind
    id: str
    variant: str
    run: Callable[[], list[Difference]]


def checks_of(document: object) -> Iterator[Check]:
    """All checks of a document.

    Raises:
        TichuError: the document is none (an error within a case is raised by its check).
    """
    fields = Fields(document, "")
    name = fields.get("format", text) or FORMAT
    if name != FORMAT:
        raise RecordError(
            f"The format {shown(name)} is unknown here; {FORMAT} is read.", code="bad_version"
        )
    base = rules_from(fields.get("default_options", mapping) or {})
    found = False
    for part, expand in _PARTS.items():
        for number, entry in enumerate(fields.get(part, list_of(_any)) or [], start=1):
            found = True
            yield from _guarded(expand, entry, number, base)
    if not found:
        raise RecordError(
            f"There is nothing to check; a document holds {', '.join(_PARTS)}.", code="no_cases"
        )


def _any(value: object, _: str) -> object:
    return value


def _guarded(expand: _Expand, entry: object, number: int, base: Rules) -> Iterator[Check]:
    """The checks of an entry; a check that fails if it cannot be taken apart."""
    name = _name(entry, number)
    try:
        yield from expand(entry, name, base)
    except TichuError as error:
        yield Check(_kind_of(entry), name, "", _raiser(error))


def _raiser(error: TichuError) -> Callable[[], list[Difference]]:
    def run() -> list[Difference]:
        raise error

    return run


def _name(entry: object, number: int) -> str:
    """The id, or the number within the document."""
    name = entry.get("id") if isinstance(entry, dict) else None
    return shown(name) if isinstance(name, str) and name else f"number {number}"


def _kind_of(entry: object) -> Kind:
    kind = entry.get("kind") if isinstance(entry, dict) else None
    return _KINDS.get(kind, "file") if isinstance(kind, str) else "file"


def _without_remarks(entry: object) -> dict[str, Any]:
    fields = {name: value for name, value in mapping(entry, "").items() if name not in _REMARKS}
    fields.pop("id", None)
    return fields


def _case(entry: object, name: str, base: Rules) -> Iterator[Check]:
    fields = Fields(_without_remarks(entry), "")
    kind = fields.need("kind", _known_kind)
    given, expected = fields.need("input", _any), fields.need("expect", _any)
    options = fields.get("options", mapping) or {}
    alternatives = fields.get("alt", list_of(mapping)) or []
    fields.end()
    yield _check(kind, name, "", (given, expected), options, base)
    for number, alternative in enumerate(alternatives, start=1):
        variant = f"alt {number}"
        try:
            yield _alternative(kind, name, variant, (given, expected), alternative, base)
        except TichuError as error:
            yield Check(kind, name, variant, _raiser(error))


def _alternative(
    kind: Kind,
    name: str,
    variant: str,
    main: tuple[object, object],
    alternative: dict[str, Any],
    base: Rules,
) -> Check:
    """Another line: its options stand over the defaults, not over the case's."""
    fields = Fields(_without_remarks(alternative), "")
    options = fields.get("options", mapping) or {}
    given = fields.raw("input") if fields.has("input") else main[0]
    expected = fields.raw("expect") if fields.has("expect") else main[1]
    fields.end()
    return _check(kind, name, variant, (given, expected), options, base)


def _known_kind(value: object, where: str) -> Kind:
    kind = text(value, where)
    if kind not in _KINDS:
        raise malformed(where, f"one of {', '.join(_KINDS)}", kind)
    return _KINDS[kind]


def _check(
    kind: Kind,
    name: str,
    variant: str,
    case: tuple[object, object],
    options: dict[str, Any],
    base: Rules,
) -> Check:
    def run() -> list[Difference]:
        return _CHECKERS[kind](*case, rules_from(options, base=base))

    return Check(kind, name, variant, run)


def _position(entry: object, name: str, base: Rules) -> Iterator[Check]:
    """A fuzz position, and the same under strict wishes."""
    fields = _without_remarks(entry)
    rules = rules_from(fields.pop("options", {}), base=base)
    strictly = fields.pop("strict", None)
    given, expected = _split(fields, _GIVEN_OF_FUZZ)
    yield Check("fuzz", name, "", lambda: check_fuzz(given, expected, rules, strict=False))
    if strictly is not None:
        strict = replace(rules, wish_bomb_in_turn="strict")
        yield Check(
            "fuzz", name, "strict", lambda: check_fuzz(given, strictly, strict, strict=True)
        )


def _round(entry: object, name: str, base: Rules) -> Iterator[Check]:
    fields = _without_remarks(entry)
    rules = rules_from(fields.pop("options", {}), base=base)
    given, expected = _split(fields, _GIVEN_OF_PLAYOUT)
    yield Check("playout", name, "", lambda: check_playout(given, expected, rules))


def _split(fields: dict[str, Any], given: tuple[str, ...]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What an entry gives, and what it expects."""
    return (
        {name: value for name, value in fields.items() if name in given},
        {name: value for name, value in fields.items() if name not in given},
    )


_Expand: TypeAlias = Callable[[object, str, Rules], Iterator[Check]]
_PARTS: dict[str, _Expand] = {"cases": _case, "positions": _position, "rounds": _round}
