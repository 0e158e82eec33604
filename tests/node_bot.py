"""The documented bot in JavaScript, run by Node against the installed ``tichu``."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")


def run_bot(program: str, folder: Path) -> str:
    """Run a program to its end; what it has printed."""
    (folder / "bot.mjs").write_text(program, encoding="utf-8")
    beside = Path(sys.executable).parent
    done = subprocess.run(
        ["node", "bot.mjs"],
        cwd=folder,
        env={"PATH": f"{beside}:{Path(shutil.which('node') or '').parent}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
