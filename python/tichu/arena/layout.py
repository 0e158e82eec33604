"""Text laid out in columns of a terminal, where a letter may be two columns wide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

__all__ = ["cut", "folded", "table_lines"]

_GAP = "  "
_INDENT = "    "
_FIXED = "\u00a0"
"""A blank at which no line ends."""


def cut(name: str, longest: int) -> str:
    """A name that is too wide loses its middle: its begin tells the kind, its end the file."""
    if cell_len(name) <= longest:
        return name
    begin = (longest - 2) // 2
    return f"{_begin(name, begin)}..{_begin(name[::-1], longest - 2 - begin)[::-1]}"


def _begin(name: str, width: int) -> str:
    """As many letters as there is room for."""
    end = min(len(name), width)
    while cell_len(name[:end]) > width:
        end -= 1
    return name[:end]


def table_lines(
    heads: Sequence[str], rows: Iterable[Sequence[str]], texts: int, width: int
) -> list[str]:
    """A table without frame: so many columns of text, then numbers.

    Where it is too wide, it is several tables, one below the other, each with the texts.
    """
    every = [tuple(heads), *map(tuple, rows)]
    widths = [max(map(cell_len, column)) for column in zip(*every, strict=True)]
    lines: list[str] = []
    for columns in _fitting(widths, texts, width):
        if lines:
            lines.append("")
        for row in every:
            cells = (_padded(row[place], widths[place], place < texts) for place in columns)
            lines.append(_GAP.join(cells).rstrip())
    return lines


def _fitting(widths: Sequence[int], texts: int, width: int) -> list[list[int]]:
    """The places of the columns of each table; one of numbers at least."""
    whole = range(texts)
    tables: list[list[int]] = []
    room = 0
    for place in range(texts, len(widths)):
        needed = len(_GAP) + widths[place]
        if not tables or needed > room:
            tables.append(list(whole))
            room = width - sum(widths[text] + len(_GAP) for text in whole) + len(_GAP)
        tables[-1].append(place)
        room -= needed
    return tables


def _padded(text: str, width: int, is_left: bool) -> str:
    blanks = " " * (width - cell_len(text))
    return text + blanks if is_left else blanks + text


def folded(lines: Iterable[str], width: int) -> list[str]:
    """The lines, those too wide as several; a word that is too wide stays whole."""
    return [part.replace(_FIXED, " ") for line in lines for part in _parts(line, width)]


def _parts(line: str, width: int) -> list[str]:
    found = [""]
    line = line.replace(" %", f"{_FIXED}%").replace("+- ", f"+-{_FIXED}")
    for place, word in enumerate(line.split(" ")):
        longer = f"{found[-1]} {word}" if place else word
        if found[-1].strip() and cell_len(longer) > width:
            found.append(_INDENT + word)
        else:
            found[-1] = longer
    return [part.rstrip() for part in found]
