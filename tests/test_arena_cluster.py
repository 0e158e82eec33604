"""A run on a cluster of worker processes, one of which is killed: nothing lost, nothing twice."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from cli_shell import Shell
from tichu.arena import Arena, RunSettings

distributed = pytest.importorskip("distributed")

SETTINGS = RunSettings(agents=("random", "first"), seed="cluster")
DEALS = 30


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers, each a process of its own, replaced when it dies."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as made:
        yield made


def test_a_worker_is_killed_in_mid_run(cluster: Any):
    killed: list[int] = []

    with distributed.Client(cluster) as client:
        workers = list(client.run(os.getpid).values())

        def kill_one(arena: Arena) -> None:
            if arena.progress.games > 8 and not killed:
                killed.append(workers[0])
                os.kill(workers[0], signal.SIGKILL)

        executor = client.get_executor(pure=False)
        arena = Arena(SETTINGS, deals=DEALS, executor=executor, workers=2)
        arena.play(kill_one)

    here = Arena(SETTINGS, deals=DEALS, workers=0)
    here.play()
    assert len(set(workers)) == 2
    assert killed
    assert len({result.game for result in arena.results}) == len(arena.results) == 2 * DEALS
    assert [one.timeless() for one in arena.results] == [one.timeless() for one in here.results]


def test_the_command_line_takes_the_address_of_a_cluster(
    cluster: Any, capsys: pytest.CaptureFixture[str]
):
    shell = Shell(capsys)
    arguments = ("arena", "random", "first", "--deals", "4", "--json")
    (there,) = shell.objects(*arguments, "--cluster", cluster.scheduler_address)
    (here,) = shell.objects(*arguments, "--workers", "0")

    assert there["time"]["workers"] >= 1
    del there["time"], here["time"]
    assert there == here
