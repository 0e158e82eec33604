"""Programs in the arena: whatever they do, the run is finished, reported, and leaves nothing."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from cli_shell import start
from process_bots import DEAF_TO_THE_END, GOOD, children, command, left_over, wait_for
from tichu import InvalidValue
from tichu.arena import run_arena


@pytest.fixture(autouse=True)
def _nothing_is_left(tmp_path: Path) -> Iterator[None]:
    """Every process of a test has its folder in its command line."""
    yield
    wait_for(lambda: not left_over(str(tmp_path)))


def test_a_good_program_plays_as_its_strategy_does(tmp_path: Path):
    name = f"process:{command(tmp_path, GOOD)}"
    report = run_arena((name, "first"), deals=2, workers=0)

    assert report.faults == ()
    assert report.pairs[0].difference.mean == 0.0


DEEDS = {
    "crash": ("sys.exit('lost')", "process_ended"),
    "hang": ("time.sleep(600)", "process_late"),
    "nonsense": ("write('Hello?\\n' * 3); continue", "process_nonsense"),
    "another seat": ("for _ in '123': act(ask, seat=(ask['seat'] + 1) % 4)", "process_illegal"),
    "flood": ("\n        while True: send('list')", "process_flood"),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_a_bad_program_is_reported(deed: str, tmp_path: Path):
    text, code = DEEDS[deed]
    body = f"""
{children(tmp_path)}
hello()
for count, ask in enumerate(asks()):
    if count == 5:
        {text}
    act(ask, **good(ask))
"""
    name = f"process:limit={0.5 if deed == 'hang' else 30}:{command(tmp_path, body)}"
    report = run_arena((name, "first"), deals=1, workers=0)

    # Two games of two seats each, and nothing is said of the other agent.
    first = report.faults[0]
    assert (first.agent, first.code) == (0, code)
    assert {fault.agent for fault in report.faults} == {0}
    assert report.pairs[0].difference.deals == 1


def test_a_program_that_is_not_there_is_refused_before_the_run():
    with pytest.raises(InvalidValue, match="no program that can be run") as caught:
        run_arena(("process:/no/such/program", "first"), deals=1, workers=0)

    assert caught.value.code == "bad_agent"


def test_a_program_that_cannot_be_started_is_reported(tmp_path: Path):
    program = tmp_path / "bot"
    program.write_bytes(b"\x00\x01")
    program.chmod(0o755)
    report = run_arena((f"process:{program}", "first"), deals=1, workers=0)

    assert report.faults[0].code == "process_start"
    assert "format" in report.faults[0].message
    assert report.pairs[0].difference.deals == 1


@pytest.mark.parametrize("who", ["the run", "the worker"])
def test_no_program_outlives_a_run_or_a_worker(who: str, tmp_path: Path):
    body = f"{children(tmp_path)}\nhello()\nnext(asks())\n{DEAF_TO_THE_END}"
    name = f"process:limit=600:{command(tmp_path, body)}"
    run = start("arena", name, "first", "--deals", "1", "--workers", "1", "--limit", "0")
    wait_for((tmp_path / "ready2").exists)
    keeper = next(
        process
        for process in psutil.process_iter(["cmdline"])
        if any(word.endswith("keeper.py") for word in process.info["cmdline"] or ())
        and str(tmp_path) in " ".join(process.info["cmdline"])
    )
    worker = keeper.ppid()
    kept = {keeper.pid, *(child.pid for child in keeper.children(recursive=True))}
    os.kill(run.pid if who == "the run" else worker, signal.SIGKILL)
    wait_for(lambda: not any(map(psutil.pid_exists, kept)))
    run.kill()
    run.communicate()
