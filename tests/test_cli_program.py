"""The command line as a program: pipes, signals, encodings, terminals; never a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

import tichu
from cli_shell import DATA, GREATEST, POSITION, start, tichu_command


def test_python_dash_m():
    done = subprocess.run(tichu_command("--version"), capture_output=True, text=True, check=True)

    assert done.stdout == f"tichu {tichu.__version__}\n"


LONG = ("play", "--target", "1000000")


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_broken_pipe_is_quiet(more: tuple[str, ...]):
    with start(*LONG, "--rounds", "500", *more) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == ""
        assert running.wait() == 141


@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_ctrl_c_is_quiet(more: tuple[str, ...], tmp_path: Path):
    record = tmp_path / "match.jsonl"
    with start(*LONG, "--record", str(record), *more, stdout=subprocess.DEVNULL) as running:
        deadline = time.monotonic() + 60
        while not (record.exists() and record.stat().st_size > 10_000):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        assert running.stderr is not None
        assert running.stderr.read() == ""
        assert running.wait() == 130
    # What was played until then is on record.
    report = tichu_replay(record)
    assert report["ok"] is True
    assert report["rounds"] > 0


def tichu_replay(record: Path) -> dict[str, Any]:
    done = subprocess.run(
        tichu_command("replay", str(record), "--json"), capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_a_sentence():
    with Path("/dev/full").open("w") as full, start("legal", "7j", stdout=full) as running:
        assert running.stderr is not None
        assert running.stderr.read() == "tichu: No space left on device\n"
        assert running.wait() == 70


@pytest.mark.parametrize(
    "surroundings",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "ascii", "COLUMNS": "20"},
        {"TERM": "dumb"},
        {"LC_ALL": "C"},
    ],
)
def test_any_surroundings(surroundings: dict[str, str], tmp_path: Path):
    book = tmp_path / "b\u00fc\u010dh.json"
    book.write_text("[", encoding="utf-8")
    environment = os.environ | surroundings
    for arguments in (("legal", GREATEST), ("play", "--rounds", "1"), ("position", POSITION)):
        done = subprocess.run(
            tichu_command(*arguments), capture_output=True, env=environment, check=False
        )
        assert (done.returncode, done.stderr) == (0, b"")
    done = subprocess.run(
        tichu_command("conform", str(book)), capture_output=True, env=environment, check=False
    )
    assert (done.returncode, done.stderr) == (1, b"")
    assert b"no JSON" in done.stdout


def test_no_colour_where_none_is_wanted():
    done = subprocess.run(
        tichu_command("conform", str(DATA / "rules")),
        capture_output=True,
        env=os.environ | {"FORCE_COLOR": "1", "NO_COLOR": ""},
        check=True,
    )
    assert b"\x1b[1;32m" in done.stdout
    done = subprocess.run(
        tichu_command("conform", str(DATA / "rules")),
        capture_output=True,
        env=os.environ | {"FORCE_COLOR": "1", "NO_COLOR": "1"},
        check=True,
    )
    assert b"32m" not in done.stdout
