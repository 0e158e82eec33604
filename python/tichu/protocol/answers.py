"""From an ``act`` to the action that it means."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from tichu.actions import Action, Play, parse_action
from tichu.errors import TichuError
from tichu.legal import LegalActions
from tichu.protocol.faults import RequestRefused
from tichu.protocol.legal_lists import play_at
from tichu.protocol.messages.requests import Act

__all__ = ["action_of", "check_form", "not_asked", "too_late"]


def check_form(request: Act) -> None:
    """See whether an ``act`` says one thing.

    Raises:
        RequestRefused: it says nothing, or two things (``bad_act``).
    """
    if (request.play is None) == (request.action is None):
        raise RequestRefused(
            "Give either play, a number, or action, a text.", code="bad_act", where="play"
        )


def action_of(legal: LegalActions, request: Act) -> Action:
    """The action that an ``act`` means, which may be none of those that are legal.

    Raises:
        TichuError: it means none.
    """
    wish = None if request.wish is UNSET else request.wish
    if request.play is not None:
        return play_at(legal, request.play, wish)
    action = parse_action(f"{legal.seat} {request.action}")
    if wish is None:
        return action
    if isinstance(action, Play) and action.wish in (None, wish):
        return replace(action, wish=wish)
    raise RequestRefused(
        "A wish goes with a play of the Mah Jong, and is made once.",
        code="bad_act",
        rule="R-066",
        where="wish",
    )


def not_asked() -> RequestRefused:
    """The refusal of what no rule forbids, but nobody asked."""
    return RequestRefused("This is none of the answers to the last ask.", code="not_asked")


def too_late(why: TichuError | None = None) -> RequestRefused:
    """The refusal of an answer to an older question; the reason is told, if there is another."""
    reason = "" if why is None else f" (It cannot be done now: {why.message})"
    return RequestRefused(
        f"This answers an older question; answer the last ask.{reason}",
        code="too_late",
        rule=None if why is None else why.rule,
        where="position",
    )
