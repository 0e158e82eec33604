"""Running the command line, in this process or as a program of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tichu.cli import main

DATA = Path(__file__).parent / "data"
GREATEST = "Tj Ts Jj Js Jp Jt Qj Qs Qp Qt Kj Ks Kp Ph"
"""The hand with the most leads of all."""

POSITION = "tichu1 play hands:7j7s8pPh/2j9j9s9p9t/Kj/4tAj turn:1 owner:0 top:5j5s trick:5j5s"


class Shell:
    """Runs the command line in this process."""

    def __init__(self, capture: pytest.CaptureFixture[str]) -> None:
        self._capture = capture

    def __call__(self, *arguments: str, code: int = 0) -> str:
        """What was printed to standard output; nothing goes to the other when all is well."""
        out, err = self.both(*arguments, code=code)
        assert err == ""
        return out

    def both(self, *arguments: str, code: int) -> tuple[str, str]:
        try:
            found: Any = main(arguments)
        except SystemExit as leaving:
            found = leaving.code
        out, err = self._capture.readouterr()
        assert found == code, (out, err)
        assert "Traceback" not in out + err
        return out, err

    def complaint(self, *arguments: str) -> str:
        """What is said of wrong usage."""
        out, err = self.both(*arguments, code=2)
        assert out == ""
        return err

    def objects(self, *arguments: str, code: int = 0) -> list[dict[str, Any]]:
        """The lines of JSON."""
        return [json.loads(line) for line in self(*arguments, code=code).splitlines()]


def tichu_command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tichu", *arguments]


def start(*arguments: str, **more: Any) -> subprocess.Popen[str]:
    """The program, running."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | more
    return subprocess.Popen(tichu_command(*arguments), text=True, **pipes)


def table_rows(text: str) -> list[list[str]]:
    """The words of the rows of the table of rounds that ``tichu play`` prints."""
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("round ") and "sum 02" in line:
            break
    rows = []
    for line in lines:
        if not line:
            break
        rows.append(line.split())
    return rows
