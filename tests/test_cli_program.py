"""The command line as a program: pipes, signals, encodings, terminals; never a traceback."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import tichu
from cli_shell import DATA, GREATEST, POSITION, start, table_rows, tichu_command


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


@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
def test_rows_come_as_they_are_played_and_outlive_ctrl_c():
    with start(*LONG, "--rounds", "100000") as running:
        assert running.stdout is not None
        # Three rounds are in the pipe while the match still runs.
        seen = [running.stdout.readline() for _ in range(6)]
        assert running.poll() is None
        running.send_signal(signal.SIGINT)
        rest, err = running.communicate()

    assert (running.returncode, err) == (130, "")
    text = "".join(seen) + rest
    rows = table_rows(text)
    assert len(rows) >= 3
    assert [row[0] for row in rows] == [str(number) for number in range(1, len(rows) + 1)]
    assert f"Not finished: 02 and 13 stand at {rows[-1][3]} to {rows[-1][4]}." in text
    assert f"{len(rows)} rounds in " in text


@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
def test_json_outlives_ctrl_c():
    with start(*LONG, "--rounds", "100000", "--json") as running:
        assert running.stdout is not None
        first = running.stdout.readline()
        running.send_signal(signal.SIGINT)
        rest, err = running.communicate()

    assert (running.returncode, err) == (130, "")
    *rounds, match = map(json.loads, (first + rest).splitlines())
    assert match["type"] == "match"
    assert match["winner"] is None
    assert match["rounds"] == len(rounds) == rounds[-1]["round"]
    assert match["totals"] == rounds[-1]["totals"]


def on_terminal(*arguments: str, stop_after: int | None = None) -> tuple[str, int]:
    """What a terminal of 24 lines is sent, and the exit code; Ctrl-C after so many lines."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "80", "LINES": "24"}
    environment.pop("NO_COLOR", None)
    running = start(*arguments, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    text, is_stopped = b"", False
    try:
        # The end comes as an error on Linux, and as nothing elsewhere.
        while part := os.read(ours, 65536):
            text += part
            if stop_after is not None and not is_stopped and text.count(b"\n") > stop_after:
                running.send_signal(signal.SIGINT)
                is_stopped = True
    except OSError:
        pass
    finally:
        os.close(ours)
    return text.decode(), running.wait()


def test_a_terminal_gets_each_row_once():
    text, code = on_terminal(*LONG, "--rounds", "300", "--seed", "7")

    assert code == 0
    # Styles, but nothing that moves the cursor or takes away what stands.
    assert set(re.findall(r"\x1b\[[\d;?]*([A-Za-z])", text)) == {"m"}
    plain = re.sub(r"\x1b\[[\d;]*m", "", text).replace("\r", "")
    assert [row[0] for row in table_rows(plain)] == [str(number) for number in range(1, 301)]
    assert "300 rounds in " in plain


def test_rows_stay_on_the_terminal_after_ctrl_c():
    text, code = on_terminal(*LONG, "--rounds", "100000", stop_after=50)

    assert code == 130
    plain = re.sub(r"\x1b\[[\d;]*m", "", text).replace("\r", "")
    rows = table_rows(plain)
    assert len(rows) >= 40
    assert f"Not finished: 02 and 13 stand at {rows[-1][3]} to {rows[-1][4]}." in plain
    assert "Traceback" not in plain


# --- Ctrl-C from the start


def loaded_by(program: str) -> set[str]:
    program = f"import sys\n{program}\nprint('\\n' + ' '.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


def test_a_command_loads_what_it_needs():
    loaded = loaded_by("from tichu.cli import main; main(['legal', '7j'])")

    assert {
        f"tichu.{name}" for name in ("bench", "protocol", "server", "conform")
    } & loaded == set()


# --- full disks


FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")


@FULL
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("legal", "7j"),
        ("legal", "7j", "--json"),
        ("play", "--rounds", "1"),
        ("play", "--rounds", "1", "--json"),
        ("replay", str(DATA / "bsw" / "g03.tch")),
        ("--help",),
        ("play", "--help"),
        ("--version",),
    ],
)
def test_a_full_disk_is_a_sentence_and_no_fault_of_ours(
    arguments: tuple[str, ...], unbuffered: str
):
    environment = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("w") as full:
        running = start(*arguments, stdout=full, env=environment)
        _, err = running.communicate()

    assert err == "tichu: standard output cannot be written: No space left on device\n"
    assert running.returncode == 74


@FULL
def test_a_record_that_finds_no_room_names_its_file():
    done = subprocess.run(
        tichu_command("play", "--record", "/dev/full"), capture_output=True, text=True, check=False
    )

    sentence = "The record cannot be written (No space left on device)."
    assert done.stderr == f"tichu play: --record /dev/full: {sentence}\n"
    assert done.returncode == 74


@FULL
def test_complaints_that_nobody_hears_leave_the_exit_code():
    with Path("/dev/full").open("w") as full:
        for arguments in (("legal", "7x"), ("legal",)):
            running = start(*arguments, stderr=full)
            assert running.communicate()[0] == ""
            assert running.returncode == 2


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
