"""What people see, and what machines read."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

__all__ = ["Screen", "folded", "plain_table", "write_json"]


class Screen(Console):
    """A console that prints text as it is, and leaves a broken pipe to :func:`tichu.cli.main`."""

    def __init__(self) -> None:
        super().__init__(highlight=False, markup=False, emoji=False)

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
        self.print(whole, soft_wrap=True)


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


def plain_table(*columns: str, numbers: tuple[str, ...] = ()) -> Table:
    """A table without frame; the columns in ``numbers`` are set to the right."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(column, justify="right" if column in numbers else "left")
    return table


def write_json(value: dict[str, Any]) -> None:
    """One object as one line of JSON on standard output, in ASCII whatever the encoding."""
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()
