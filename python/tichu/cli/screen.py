"""What people see, and what machines read."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

__all__ = ["LEAST_WIDTH", "Screen", "folded", "plain_table", "write_json"]

LEAST_WIDTH = 60
"""Nothing is laid out narrower: a narrower terminal folds the lines, and no figure is lost."""


class Screen(Console):
    """A console that prints text as it is, and leaves a broken pipe to :func:`tichu.cli.main`.

    Lines have no blanks at their end, and with ``NO_COLOR`` in the environment no style either.
    """

    def __init__(self) -> None:
        plain = bool(os.environ.get("NO_COLOR"))
        super().__init__(
            highlight=False, markup=False, emoji=False, color_system=None if plain else "auto"
        )
        self.width = max(self.width, LEAST_WIDTH)

    def on_broken_pipe(self) -> None:
        """Let the error through."""
        raise BrokenPipeError

    def say(self, text: str, style: str = "", *, lead: str = "", lead_style: str = "bold") -> None:
        """One line, never folded; ``lead`` is a styled word before it."""
        whole = Text(style=style)
        if lead:
            whole.append(lead, lead_style)
            whole.append(" ")
        whole.append(text)
        self._line(whole)

    def show(self, table: Table) -> None:
        """A table, line by line."""
        for segments in self.render_lines(table, pad=False):
            self._line(Text.assemble(*((part.text, part.style or "") for part in segments)))

    def write_row(self, text: str) -> None:
        """A line of plain text, out at once, and quickly: for rows that come by the thousand."""
        self.file.write(text.rstrip() + "\n")
        self.file.flush()

    def _line(self, text: Text) -> None:
        text.rstrip()
        self.print(text, soft_wrap=True)


def folded(items: Iterable[str], width: int) -> str:
    """Items with commas between, in lines no wider than ``width`` where an item allows it."""
    lines = [""]
    for item in items:
        if not lines[-1]:
            lines[-1] = item
        elif len(lines[-1]) + 3 + len(item) < width:
            lines[-1] += f",  {item}"
        else:
            lines[-1] += ","
            lines.append(item)
    return "\n".join(lines)


def plain_table(*columns: str, numbers: tuple[str, ...] = (), folds: str | None = None) -> Table:
    """A table without frame.

    The columns in ``numbers`` are set to the right. Where the table is too wide, the column
    ``folds`` gets more lines; the others are never cut.
    """
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(
            column,
            justify="right" if column in numbers else "left",
            no_wrap=column != folds,
            overflow="fold",
        )
    return table


def write_json(value: dict[str, Any]) -> None:
    """One object as one line of JSON on standard output, in ASCII whatever the encoding."""
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()
