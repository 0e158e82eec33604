"""Executors that break, are gone, or fail now and then: said in a sentence, and nothing lost."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from arena_bots import bot
from tichu import TichuError
from tichu.arena import Arena, ArenaError, GameResult, RunSettings

PAIR = RunSettings(agents=("random", "first"), seed="run")


def finished(settings: RunSettings, **more: Any) -> list[GameResult]:
    arena = Arena(settings, **{"deals": 12, "workers": 0, **more})
    arena.play()
    assert arena.is_over
    return [result.timeless() for result in arena.results]


class Gone(Executor):
    """Gives up its work, or never takes any."""

    def __init__(self, *, takes: bool) -> None:
        self._takes = takes

    def submit(self, fn: Any, /, *args: Any, **more: Any) -> Future[Any]:
        if not self._takes:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future: Future[Any] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


@pytest.mark.parametrize("takes", [True, False])
def test_an_executor_that_is_gone_is_said(takes: bool):
    with pytest.raises(ArenaError) as caught:
        finished(PAIR, executor=Gone(takes=takes))
    assert caught.value.code == "executor_broken"


def test_an_executor_that_breaks_is_said_and_what_was_played_is_kept(tmp_path: Path):
    db = tmp_path / "arena.db"
    settings = RunSettings(agents=(bot("Dies"), "first"), seed="run")
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context) as executor, pytest.raises(TichuError) as caught:
        finished(settings, deals=40, executor=executor, workers=1, db=db)

    assert caught.value.code == "executor_broken"


@pytest.fixture
def flaky() -> Iterator[Executor]:
    """Fails every third piece of work, with an error of its own."""

    class Flaky(ThreadPoolExecutor):
        count = 0

        def submit(self, fn: Any, /, *args: Any, **more: Any) -> Future[Any]:
            self.count += 1
            if self.count % 3 == 0:
                return super().submit(_fail)
            return super().submit(fn, *args, **more)

    with Flaky(2) as executor:
        yield executor


def _fail() -> None:
    raise OSError("the worker is out of reach")


def test_work_that_fails_is_done_again(flaky: Executor):
    found = finished(PAIR, executor=flaky, workers=1)

    assert [result.game for result in found] == [result.game for result in finished(PAIR)]
    played = {result.game: result for result in finished(PAIR)}
    assert all(result == played[result.game] for result in found if not result.void)
    assert {fault.code for result in found if result.void for fault in result.faults} <= {
        "game_failed"
    }
