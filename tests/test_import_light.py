"""`import tichu` is cheap: it brings in no terminal, no network, no event loop."""

from __future__ import annotations

import json
import subprocess
import sys

HEAVY = {
    "argparse",
    "asyncio",
    "concurrent",
    "http",
    "multiprocessing",
    "numpy",
    "rich",
    "socket",
    "sqlite3",
    "ssl",
    "starlette",
    "subprocess",
    "unittest",
    "urllib",
    "uvicorn",
}
FRONT_ENDS = {"tichu.agents", "tichu.arena", "tichu.cli", "tichu.server"}


def modules_after(statement: str) -> set[str]:
    program = f"{statement}\nimport json, sys\nprint(json.dumps(list(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stdout))


def test_import_is_light():
    # Start-up files of the environment may load this and that; it is not our doing.
    loaded = modules_after("import tichu") - modules_after("pass")

    assert "tichu" in loaded
    assert {name for name in loaded if name.split(".")[0] in HEAVY} == set()
    assert loaded & FRONT_ENDS == set()
