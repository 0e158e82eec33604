"""What a player may be called: nothing that hides, or that turns the line around it."""

from __future__ import annotations

import unicodedata

from tichu.protocol.faults import RequestRefused

__all__ = ["check_name"]

_UNSEEN = {"Cc", "Cf", "Zl", "Zp"}
"""The categories of Unicode for control, format, and ends of lines and paragraphs."""

_JOINERS = "\u200c\u200d"
"""These two are of category Cf, but Persian words and many emoji are written with them."""


def check_name(name: str) -> None:
    """See whether people can read a name; an empty one is none, and may be.

    Raises:
        RequestRefused: it has letters that cannot be seen, or only blanks (``bad_field``).
    """
    if any(unicodedata.category(letter) in _UNSEEN for letter in _without_joiners(name)):
        raise _refused("A name has no control or format characters")
    if name and not _without_joiners(name).strip():
        raise _refused("A name has more than blanks")


def _without_joiners(name: str) -> str:
    return "".join(letter for letter in name if letter not in _JOINERS)


def _refused(sentence: str) -> RequestRefused:
    return RequestRefused(f"Mend the request: {sentence}.", code="bad_field", where="name")
