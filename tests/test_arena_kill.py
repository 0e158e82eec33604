"""Stopped at any moment, a run has lost nothing, counts nothing twice, and leaves nobody behind."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena_bots import bot
from cli_shell import start, tichu_command

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")

DEALS = 24


class Place:
    """Where a run leaves its traces."""

    def __init__(self, path: Path) -> None:
        self.db = path / "arena.db"
        self.pids = path / "pids"
        self.settings = {**os.environ, "ARENA_TEST_PIDS": str(self.pids)}
        self.arguments = ("arena", bot("Noted"), "first", "--deals", str(DEALS), "--workers", "2")

    def start(self, *more: str) -> subprocess.Popen[str]:
        arguments = (*self.arguments, "--db", str(self.db), *more)
        return start(*arguments, env=self.settings, start_new_session=True)

    def report(self, *more: str) -> dict[str, Any]:
        """The report of a run to its end."""
        command = tichu_command(*self.arguments, "--json", *more)
        done = subprocess.run(
            command, env=self.settings, capture_output=True, text=True, check=True
        )
        assert done.stderr == ""
        report: dict[str, Any] = json.loads(done.stdout)
        del report["time"]
        return report

    def kept(self) -> int:
        if not self.db.exists():
            return 0
        database = sqlite3.connect(self.db, timeout=10)
        try:
            found: int = database.execute("SELECT count(*) FROM games").fetchone()[0]
        except sqlite3.OperationalError:
            return 0  # There are no tables yet.
        finally:
            database.close()
        return found

    def workers(self) -> set[int]:
        text = self.pids.read_text() if self.pids.exists() else ""
        return {int(line) for line in text.splitlines()}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The report of a run that nobody stops."""
    return Place(tmp_path_factory.mktemp("whole")).report()


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # One that has ended, and that nobody has asked after, is a zombie.
    stat = Path(f"/proc/{pid}/stat")
    return not (stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z")


def test_a_run_that_is_killed_again_and_again_ends_as_one_that_is_not(
    place: Place, whole: dict[str, Any]
):
    for least in (4, 12):
        running = place.start()
        before = place.kept()
        wait_until(lambda least=least, before=before: place.kept() >= before + least)
        running.kill()
        running.communicate()
        assert running.returncode == -signal.SIGKILL

    assert 16 <= place.kept() < 2 * DEALS
    wait_until(lambda: not any(map(is_alive, place.workers())))
    done = place.report("--db", str(place.db))
    assert place.kept() == 2 * DEALS
    assert done == whole
    assert done["run"] == {"deals": DEALS, "until": None, "complete": DEALS, "over": True}


def test_ctrl_c_is_quiet_and_sums_up(place: Place, whole: dict[str, Any]):
    running = place.start()
    wait_until(lambda: place.kept() >= 6)
    # As a terminal does, to all processes of the group.
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=30)

    assert (running.returncode, err) == (130, "")
    assert out.startswith("Stopped after ")
    assert "points a round" in out
    assert not any(map(is_alive, place.workers()))
    assert place.report("--db", str(place.db)) == whole


@pytest.mark.parametrize("whom", ["the run", "the group"])
def test_sigterm_is_as_quiet(place: Place, whom: str):
    running = place.start()
    wait_until(lambda: place.kept() >= 4)
    if whom == "the run":
        running.terminate()
    else:
        os.killpg(running.pid, signal.SIGTERM)
    out, err = running.communicate(timeout=30)

    assert (running.returncode, err) == (130, "")
    assert out.startswith("Stopped after ")
    assert not any(map(is_alive, place.workers()))


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children as on Linux")
@pytest.mark.parametrize("least", [1, 2, 3])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_while_workers_are_started_is_quiet(place: Place, least: int, number: int):
    running = place.start("--json")
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    wait_until(lambda: len(children.read_text().split()) >= least)
    if number == signal.SIGINT:
        # As a terminal does, to all processes of the group.
        os.killpg(running.pid, number)
    else:
        os.kill(running.pid, number)
    out, err = running.communicate(timeout=30)

    assert (running.returncode, err) == (130, "")
    assert json.loads(out)["run"]["over"] is False


def test_a_worker_that_is_killed_is_replaced(place: Place, whole: dict[str, Any]):
    running = place.start("--json")
    wait_until(lambda: place.kept() >= 6)
    os.kill(max(place.workers()), signal.SIGKILL)
    out, err = running.communicate(timeout=60)

    assert (running.returncode, err) == (0, "")
    report = json.loads(out)
    del report["time"]
    assert report == whole


def test_ctrl_c_does_not_wait_for_an_agent_that_hangs(tmp_path: Path):
    arguments = ("arena", bot("Holds"), "first", "--seed", "bad", "--db", str(tmp_path / "a.db"))
    running = start(*arguments, "--workers", "1", start_new_session=True)
    place = Place(tmp_path)
    place.db = tmp_path / "a.db"
    # In the next games is the first one that hangs.
    wait_until(lambda: place.kept() >= 2)
    time.sleep(0.5)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=30)

    assert (running.returncode, err) == (130, "")
    assert out.startswith("Stopped after ")
