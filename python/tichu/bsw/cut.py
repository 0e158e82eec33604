"""A BrettspielWelt log cut into the lines of its rounds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from msgspec import Struct

from tichu.bsw.lines import END_OF_GAME, FIRST_CARDS, parse_result
from tichu.errors import RecordError
from tichu.record.source import RawLine, numbered_lines, record_error

__all__ = ["Block", "TextLine", "blocks"]

MAX_ROUND = 2000
"""More lines than any round has; so many are never held in memory."""


_HEADING_BEGINS = re.compile(r"-+[A-Za-z .]*-*")


class TextLine(Struct, frozen=True):
    """A line as text, without blanks at its end."""

    number: int
    text: str
    ended: bool
    too_long: bool


class Block(Struct, frozen=True):
    """The lines of one round, its heading first; empty lines are left out.

    Attributes:
        game: which game of the file it belongs to, from 1.
        number: which round of the file it is, from 1.
    """

    game: int
    number: int
    lines: tuple[TextLine, ...]


def blocks(file: BinaryIO) -> Iterator[Block | RecordError]:
    """The rounds of a log; lines that belong to none come as an error that names the first.

    Raises:
        RecordError: the file cannot be read on (``cannot_read``), or is empty (``empty_file``).
    """
    cutter = _Cutter()
    number = 0
    for raw in numbered_lines(file):
        number = raw.number
        yield from cutter.take(_text_line(raw))
    if not number:
        raise record_error(1, "empty_file", "The file is empty; a log begins with a round.")
    yield from cutter.close()


def _text_line(raw: RawLine) -> TextLine:
    data = raw.data
    if raw.number == 1:
        data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        # Older logs: every byte is a letter, and only nicknames hold any beyond ASCII.
        text = data.decode("latin-1")
    return TextLine(raw.number, text.rstrip(" \r"), raw.ended, raw.too_long)


def _may_be_cut_heading(line: TextLine) -> bool:
    """An empty line, or a last line that breaks off in the heading of a round."""
    if line.too_long:
        return False
    return not line.text or (not line.ended and _HEADING_BEGINS.fullmatch(line.text) is not None)


class _Cutter:
    """Collects lines until a round is whole or broken off."""

    def __init__(self) -> None:
        self._game = 0
        self._number = 0
        self._new_game = True
        self._lines: list[TextLine] = []
        self._in_strays = False

    def take(self, line: TextLine) -> Iterator[Block | RecordError]:
        if FIRST_CARDS.fullmatch(line.text):
            yield from self.close()
            self._game += self._new_game
            self._number += 1
            self._new_game = self._in_strays = False
            self._lines = [line]
        elif END_OF_GAME.fullmatch(line.text):
            yield from self.close()
            self._new_game = True
            self._in_strays = False
        elif self._lines:
            yield from self._add(line)
        elif not self._in_strays and not _may_be_cut_heading(line):
            self._in_strays = True
            yield record_error(
                line.number, "stray_line", "Remove this line; it belongs to no round."
            )

    def close(self) -> Iterator[Block]:
        if self._lines:
            yield Block(self._game, self._number, tuple(self._lines))
        self._lines = []

    def _add(self, line: TextLine) -> Iterator[Block]:
        if line.text or line.too_long:
            self._lines.append(line)
        if parse_result(line.text) is not None:
            yield from self.close()
        elif len(self._lines) > MAX_ROUND:
            # The rest is passed over without another word; reading the round will say enough.
            self._in_strays = True
            yield from self.close()
