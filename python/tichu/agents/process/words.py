"""What a program has said on its standard error: where it began, and what it said last.

Some say what was wrong first and then where (Node), others the other way round (Python).
"""

from __future__ import annotations

import re

__all__ = ["Words"]

_BETWEEN = " / "
_LEFT_OUT = "..."

_ERROR = re.compile(r"(?:[\w.]*(?:Error|Exception)|panic)\b")

TOLD = 195
"""So long is what is told: with what stands around it, a fault's message is no longer."""


class Words:
    """Keeps the beginning and the end.

    Args:
        first: bytes kept of the beginning.
        last: bytes kept of the end.
    """

    def __init__(self, first: int, last: int) -> None:
        self._most = first, last
        self._begin = b""
        self._end = b""
        self._is_cut = False

    def add(self, data: bytes) -> None:
        """It has said more."""
        first, last = self._most
        room = first - len(self._begin)
        self._begin += data[:room]
        end = self._end + data[room:]
        self._is_cut = self._is_cut or len(end) > last
        self._end = end[-last:]

    def told(self, longest: int = TOLD) -> str:
        """The first and the last lines, as one; ``...`` stands for those between.

        Only a line that is too long by itself is cut.
        """
        if self._is_cut:
            lines = [*_lines(self._begin), _LEFT_OUT, *_lines(self._end)]
        else:
            lines = _lines(self._begin + self._end)
        if len(_BETWEEN.join(lines)) <= longest:
            return _BETWEEN.join(lines)
        return _shortened([line for line in lines if line != _LEFT_OUT], longest)


def _lines(data: bytes) -> list[str]:
    lines = (line.strip() for line in data.decode("utf-8", "replace").split("\n"))
    return [
        "".join(letter if letter.isprintable() else "?" for letter in line)
        for line in lines
        if line
    ]


def _shortened(lines: list[str], longest: int) -> str:
    """As many lines as there is room for: what looks like the error, then from both ends by turns.

    Of a line that is too long by itself only the beginning is told.
    """
    most = (longest - len(_LEFT_OUT) - 2 * len(_BETWEEN)) // 2
    lines = [line if len(line) <= most else f"{line[: most - 3]}..." for line in lines]
    chosen: set[int] = set()
    room = longest
    for place in _by_weight(lines):
        # Two gaps at most lie beside it.
        room -= len(lines[place]) + len(_LEFT_OUT) + 2 * len(_BETWEEN)
        if room < 0:
            break
        chosen.add(place)
    told: list[str] = []
    for place, line in enumerate(lines):
        if place in chosen:
            told.append(line)
        elif told[-1:] != [_LEFT_OUT]:
            told.append(_LEFT_OUT)
    return _BETWEEN.join(told)


def _by_weight(lines: list[str]) -> list[int]:
    """The places of the lines, those that tell most first."""
    errors = [place for place, line in enumerate(lines) if _ERROR.match(line)]
    ends = [
        place
        for number in range((len(lines) + 1) // 2)
        for place in (len(lines) - 1 - number, number)
    ]
    return list(dict.fromkeys([*errors[-1:], *ends]))
