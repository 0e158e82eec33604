"""Whatever an agent does, its run ends, and says what was wrong."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from arena_bots import bot
from cli_shell import tichu_command
from tichu.arena import Arena, RunSettings
from tichu.arena.summary import Report
from tichu.errors import InvalidValue


def played(name: str, *, deals: int = 3, limit: float = 0.3, workers: int = 1) -> Arena:
    settings = RunSettings(agents=(bot(name), "first"), seed="bad", limit=limit)
    arena = Arena(settings, deals=deals, workers=workers)
    report = arena.play()
    assert arena.is_over
    assert len(arena.results) == 2 * deals
    assert faults(report, 1) == {}
    return arena


def faults(report: Report, agent: int | None) -> dict[str, Any]:
    return {fault.code: fault for fault in report.faults if fault.agent == agent}


@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        ("Raises", "agent_error", "RuntimeError: boom (arena_bots.py, line "),
        ("Interrupts", "agent_error", "GeneratorExit"),
        ("Leaves", "agent_error", "I give up"),
        ("Nonsense", "bad_answer", "'7j' is no answer"),
        ("Sleeps", "agent_late", "0.1 seconds"),
        ("Alarmed", "agent_late", "0.1 seconds"),
    ],
)
@pytest.mark.parametrize("workers", [0, 1])
def test_a_bad_agent_plays_harmlessly_on(name: str, code: str, message: str, workers: int):
    arena = played(name, deals=2, limit=0.1, workers=workers)
    report = arena.report()

    found = faults(report, 0)
    assert set(found) == {code}
    assert message in found[code].message
    assert report.pairs[0].difference.deals == 2
    assert report.agents[0].faults >= 4


@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        ("InterruptsBatch", "agent_error", "KeyboardInterrupt"),
        ("EndlessBatch", "bad_answer", "more than"),
        ("Wordless", "agent_late", "WordlessError, which does not say why"),
        ("SlowToClose", "agent_late", "0.1 seconds"),
        ("Unclosable", "agent_error", "KeyboardInterrupt"),
    ],
)
def test_an_agent_that_misbehaves_elsewhere(name: str, code: str, message: str):
    found = faults(played(name, deals=1, limit=0.1, workers=0).report(), 0)
    assert set(found) == {code}
    assert message in found[code].message


def test_an_agent_that_kills_its_worker_loses_no_game_of_others():
    arena = played("Dies", deals=6, workers=2)
    void = [result for result in arena.results if result.void]
    good = [result for result in arena.results if not result.void]

    assert void
    assert good
    assert {fault.code for result in void for fault in result.faults} == {"worker_died"}
    report = arena.report()
    assert faults(report, None)["worker_died"].seen == len(void)
    assert report.pairs[0].void == len({result.game.deal for result in void})
    # It is the same games whoever plays them.
    again = played("Dies", deals=6, workers=1)
    assert [result.timeless() for result in again.results] == [
        result.timeless() for result in arena.results
    ]


@pytest.mark.parametrize("name", ["Loops", "Holds"])
def test_an_agent_that_cannot_be_interrupted_is_ended_with_its_worker(name: str):
    arena = played(name, deals=3)

    assert {fault.code for result in arena.results for fault in result.faults} == {"worker_died"}
    assert not all(result.void for result in arena.results)


def test_an_agent_that_cannot_be_made_in_a_worker(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ARENA_TEST_PARENT", str(os.getpid()))

    report = played("Unmade").report()

    found = faults(report, None)["bad_agent"]
    assert "weights.bin" in found.message
    assert (report.pairs[0].difference.deals, report.pairs[0].void) == (0, 3)


def test_a_run_until_it_is_precise_ends_when_nothing_counts(monkeypatch: pytest.MonkeyPatch):
    """It will never be precise, so it ends where it first looks."""
    monkeypatch.setenv("ARENA_TEST_PARENT", str(os.getpid()))
    settings = RunSettings(agents=(bot("Unmade"), "first"), seed="bad")
    arena = Arena(settings, deals=1000, until=1.0, workers=2)
    report = arena.play()

    assert (report.pairs[0].difference.deals, report.pairs[0].void) == (0, 50)


@pytest.mark.parametrize("workers", ["0", "2"])
def test_what_agents_print_does_not_get_into_the_report(workers: str):
    command = tichu_command(
        "arena", bot("Prints"), "first", "--deals", "2", "--json", "--workers", workers
    )
    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert json.loads(done.stdout)["run"]["over"] is True
    assert "thinking aloud" in done.stderr


@pytest.mark.parametrize(("name", "workers"), [("Late", 1), ("LateBatch", 0)])
def test_an_agent_that_is_always_late_is_given_up(name: str, workers: int):
    arena = played(name, deals=1, limit=0.02, workers=workers)
    found = faults(arena.report(), 0)
    assert set(found) == {"agent_late", "agent_gone"}


def test_an_agent_that_ends_the_program_when_it_is_made():
    with pytest.raises(InvalidValue) as caught:
        Arena(RunSettings(agents=(bot("NeverMade"), "first")))
    assert caught.value.code == "bad_agent"
    assert "KeyboardInterrupt" in str(caught.value)

    report = played("InterruptsWhenMade", deals=2, workers=0).report()
    assert set(faults(report, None)) == {"bad_agent"}


@pytest.mark.parametrize("kind", [KeyboardInterrupt, GeneratorExit, BaseException])
def test_whatever_an_executor_raises_is_no_ctrl_c(kind: type[BaseException]):
    class Odd(Executor):
        def submit(self, *arguments: Any, **more: Any) -> Any:
            future: Future[Any] = Future()
            future.set_exception(kind())
            return future

    arena = Arena(RunSettings(agents=("random", "first")), deals=1, executor=Odd(), workers=1)
    report = arena.play()
    assert set(faults(report, None)) == {"game_failed"}
    assert kind.__name__ in faults(report, None)["game_failed"].message


@pytest.mark.parametrize("name", ["Shallow", "Mute"])
def test_nothing_of_a_worker_gets_on_standard_error(name: str):
    command = tichu_command("arena", bot(name), "first", "--deals", "2", "--workers", "2")
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("closed", ["1", "2"])
def test_standard_files_that_are_closed(closed: str):
    command = tichu_command("arena", bot("Prints"), "first", "--deals", "1", "--workers", "2")
    text = f"{shlex.join(command)} {closed}>&-"
    done = subprocess.run(["sh", "-c", text], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert "died" not in done.stdout


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_breakpoint(workers: str):
    command = tichu_command("arena", bot("Stops"), "first", "--deals", "1", "--workers", workers)
    done = subprocess.run(command, input="q\n", capture_output=True, text=True, check=False)
    if workers == "0":
        assert done.returncode == 130
    else:
        assert done.returncode == 0
        assert "BdbQuit: breakpoints need --workers 0" in " ".join(done.stdout.split())
