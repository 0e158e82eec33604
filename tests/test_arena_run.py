"""A run finds the same whatever plays it, in whatever chunks and order, however often stopped."""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from arena_bots import bot
from tichu import InvalidValue, Rules
from tichu.arena import Arena, ArenaError, GameResult, RunSettings, run_arena
from tichu.arena.summary import Report

PAIR = RunSettings(agents=("random", "first"), seed="run")
THREE = RunSettings(agents=("random", "first", bot("Batch")), seed="run")


class Shuffled(Executor):
    """Finishes its work in a random order, one piece at a time, in another thread."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._waiting: list[tuple[Future[Any], Callable[[], Any]]] = []
        self._lock = threading.Condition()
        self.most = 0
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._is_open = True
        self._thread.start()

    def submit(self, fn: Any, /, *args: Any, **more: Any) -> Future[Any]:
        future: Future[Any] = Future()
        with self._lock:
            self._waiting.append((future, lambda: fn(*args, **more)))
            self.most = max(self.most, len(self._waiting))
            self._lock.notify()
        return future

    def _work(self) -> None:
        while True:
            with self._lock:
                self._lock.wait_for(lambda: self._waiting or not self._is_open)
                if not self._is_open:
                    return
            time.sleep(0.002)
            with self._lock:
                future, call = self._waiting.pop(self._rng.randrange(len(self._waiting)))
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(call())
            except BaseException as error:  # noqa: BLE001
                future.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            self._is_open = False
            self._lock.notify()
        self._thread.join()


def timeless(arena: Arena) -> list[GameResult]:
    return [result.timeless() for result in arena.results]


def finished(settings: RunSettings, **more: Any) -> list[GameResult]:
    arena = Arena(settings, **{"deals": 12, "workers": 0, **more})
    arena.play()
    assert arena.is_over
    return timeless(arena)


# --- whoever plays ---


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("settings", [PAIR, THREE])
def test_the_number_of_workers_changes_nothing(settings: RunSettings, workers: int):
    assert finished(settings, workers=workers) == finished(settings)


@pytest.mark.parametrize("tables", [1, 3])
def test_the_size_of_the_chunks_changes_nothing(tables: int):
    assert finished(THREE, tables=tables) == finished(THREE)


def test_the_order_in_which_chunks_finish_changes_nothing():
    with Shuffled(7) as executor:
        found = finished(THREE, executor=executor, workers=3, tables=2)

    assert found == finished(THREE)
    assert 2 <= executor.most <= 6


def test_threads_play_too():
    with ThreadPoolExecutor(3) as executor:
        assert finished(PAIR, executor=executor, workers=3) == finished(PAIR)
        # It stays open: it is its owner's.
        assert executor.submit(int, "7").result() == 7


def test_a_report_says_all_and_the_same():
    reports: list[Report] = [
        run_arena(["random", "first"], seed="r", deals=10, workers=workers) for workers in (0, 2)
    ]

    assert reports[0].same(reports[1])
    assert reports[0].pairs[0].difference.deals == 10
    assert [agent.name for agent in reports[0].agents] == ["random", "first"]
    assert reports[1].time.workers == 2


def test_match_mode():
    settings = RunSettings(agents=("random", "first"), mode="match", rules=Rules(target=200))
    found = finished(settings, deals=4)

    assert len(found) == 8
    assert all(max(result.points) >= 200 for result in found)
    assert found == finished(settings, deals=4, workers=2)


def test_progress_is_told():
    told: list[tuple[int, int, int]] = []

    def on_progress(arena: Arena) -> None:
        done = arena.progress
        told.append((done.games, done.wanted, done.deals))

    Arena(PAIR, deals=20, workers=0).play(on_progress)

    assert told[0] == (0, 40, 0)
    assert told[-1] == (40, 40, 20)
    assert told == sorted(told)


def test_importing_the_arena_loads_no_heavy_library():
    program = "import sys, tichu.arena, json; print(json.dumps(list(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    loaded = {name.split(".")[0] for name in json.loads(done.stdout)}
    assert loaded & {"choix", "distributed", "matplotlib", "numpy", "scipy"} == set()


def test_settings_have_one_form():
    one = Arena(RunSettings(agents=("first", "random"), seed=7, limit=60))  # type: ignore[arg-type]
    other = Arena(RunSettings(agents=("first", "random"), seed="7", limit=60.0))

    assert one.settings.to_json() == other.settings.to_json()


# --- until ---


def test_until_stops_at_a_checkpoint():
    wide, narrow = (Arena(PAIR, deals=250, until=until, workers=0) for until in (1000.0, 18.0))

    assert wide.play().pairs[0].difference.deals == 50
    report = narrow.play()
    assert report.pairs[0].difference.deals in (100, 150, 200, 250)
    assert (report.pairs[0].difference.half_width or 99) <= 18.0
    # One checkpoint before it was not yet so.
    before = Arena(PAIR, deals=report.pairs[0].difference.deals - 50, workers=0).play()
    assert (before.pairs[0].difference.half_width or 0) > 18.0


def test_until_finds_the_same_with_more_workers():
    more = {"deals": 200, "until": 20.0}
    found = finished(PAIR, **more)

    assert found == finished(PAIR, **more, workers=2)
    with Shuffled(3) as executor:
        assert found == finished(PAIR, **more, executor=executor, workers=2)


def test_until_ends_with_the_last_deal():
    assert len(finished(PAIR, deals=7, until=0.001)) == 14


def test_all_pairs_have_to_be_known():
    arena = Arena(RunSettings(agents=("first", "first", "random")), deals=120, until=20, workers=0)

    report = arena.play()

    widths = [pair.difference.half_width or 99 for pair in report.pairs]
    assert arena.is_over
    assert max(widths) <= 20 or report.pairs[0].difference.deals == 120


# --- kept ---


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "arena.db"


def stopped(settings: RunSettings, db: Path, after: int, **more: Any) -> Arena:
    """A run that is interrupted after so many games."""

    def on_progress(arena: Arena) -> None:
        if arena.progress.games >= after:
            raise KeyboardInterrupt

    arena = Arena(settings, **{"deals": 12, "workers": 0, "db": db, **more})
    with pytest.raises(KeyboardInterrupt):
        arena.play(on_progress)
    return arena


@pytest.mark.parametrize("workers", [0, 2])
def test_a_stopped_run_goes_on(db: Path, workers: int):
    first = stopped(PAIR, db, after=6, workers=workers)
    assert not first.is_over
    assert len(first.results) < 24
    assert [result.game.deal for result in first.results[::2]] == [*range(first.progress.deals)]

    told: list[int] = []
    second = Arena(PAIR, deals=12, workers=0, db=db)
    second.play(lambda arena: told.append(arena.progress.games))

    assert told[0] >= 6
    assert timeless(second) == finished(PAIR)
    assert all(result in timeless(second) for result in timeless(first))


def test_a_stopped_run_counts_no_deal_beyond_one_that_is_not_finished():
    """Else the deals that are played quickly would count for more."""
    executor, counted = Shuffled(seed=3), []

    def on_progress(arena: Arena) -> None:
        counted.append([result.game.deal for result in arena.results[::2]])

    Arena(PAIR, deals=12, executor=executor, workers=4, tables=1).play(on_progress)
    executor.shutdown()

    assert len(counted) > 12
    assert all(deals == [*range(len(deals))] for deals in counted)


def test_the_same_run_object_goes_on_too():
    calls = 0

    def once(arena: Arena) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt

    arena = Arena(PAIR, deals=12, workers=0)
    with pytest.raises(KeyboardInterrupt):
        arena.play(once)
    arena.play()

    assert timeless(arena) == finished(PAIR)


def test_more_deals_extend_a_run_and_fewer_look_at_its_begin(db: Path):
    finished(PAIR, deals=5, db=db)
    told: list[int] = []
    arena = Arena(PAIR, deals=12, workers=0, db=db)
    arena.play(lambda arena: told.append(arena.progress.games))

    assert told[0] == 10
    assert timeless(arena) == finished(PAIR)
    assert finished(PAIR, deals=3, db=db) == finished(PAIR)[:6]


def test_another_agent_extends_a_run(db: Path):
    finished(PAIR, db=db)
    told: list[int] = []
    arena = Arena(THREE, deals=12, workers=0, db=db)
    arena.play(lambda arena: told.append(arena.progress.games))

    assert told[0] == 24
    assert timeless(arena) == finished(THREE)


OTHERS = [
    {"seed": "other"},
    {"mode": "match"},
    {"rules": Rules(double_victory_points=100)},
    {"limit": 30.0},
    {"agents": ("first", "random")},
]


@pytest.mark.parametrize("change", OTHERS, ids=lambda change: next(iter(change)))
def test_other_settings_do_not_mix(db: Path, change: dict[str, Any]):
    finished(PAIR, deals=2, db=db)
    base = {"agents": PAIR.agents, "seed": PAIR.seed}
    told: list[int] = []
    arena = Arena(RunSettings(**{**base, **change}), deals=2, workers=0, db=db)
    arena.play(lambda arena: told.append(arena.progress.games))

    assert told[0] == 0
    assert finished(PAIR, deals=2, db=db) == finished(PAIR, deals=2)


def test_an_agent_whose_file_has_changed_is_another(db: Path, tmp_path: Path):
    file = tmp_path / "bot.py"
    told: list[int] = []
    for text in ("", "", "# better\n"):
        file.write_text(f"from tichu.agents import Agent\nclass Mine(Agent): pass\n{text}")
        arena = Arena(RunSettings(agents=(str(file), "first")), deals=2, workers=1, db=db)
        arena.play(lambda arena: told.append(arena.progress.games))

    assert [told[place] for place in (0, 3, 4)] == [0, 4, 0]


def test_a_name_that_stands_twice_is_kept_twice(db: Path):
    settings = RunSettings(agents=("random", "random", "first"), seed="run")
    found = finished(settings, deals=3, db=db)

    with sqlite3.connect(db) as database:
        assert database.execute("SELECT count(*) FROM games").fetchone() == (18,)
    database.close()
    assert finished(settings, deals=3, db=db) == found


def test_what_two_runs_play_at_once_is_kept_once(db: Path):
    def meanwhile(arena: Arena) -> None:
        if arena.progress.games == 0:
            finished(PAIR, db=db)

    arena = Arena(PAIR, deals=12, workers=0, db=db)
    arena.play(meanwhile)

    assert timeless(arena) == finished(PAIR)
    with sqlite3.connect(db) as database:
        assert database.execute("SELECT count(*) FROM games").fetchone() == (24,)
    database.close()


def test_records_are_written_for_kept_games_too(db: Path, tmp_path: Path):
    finished(PAIR, deals=3, db=db)
    folder = tmp_path / "records"
    finished(PAIR, deals=4, db=db, records=folder)

    names = sorted(path.name for path in folder.iterdir())
    assert names == [f"{deal:05}-{order}.jsonl" for deal in range(4) for order in ("1v2", "2v1")]


def test_records_of_a_run_until_it_is_precise_are_of_the_games_that_count(tmp_path: Path):
    found = finished(PAIR, deals=90, until=1000.0, workers=2, records=tmp_path)

    assert len(list(tmp_path.iterdir())) == len(found) == 100


# --- what is refused ---


def foreign(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE stamps (id INTEGER)")
    database.close()


def newer(path: Path) -> None:
    finished(PAIR, deals=1, db=path)
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version=99")
    database.close()


REFUSED: list[tuple[Callable[[Path], Any], str]] = [
    (foreign, "not_a_store"),
    (newer, "unknown_schema"),
    (lambda path: path.write_text("Dear diary,\n" * 100), "not_a_store"),
    (Path.mkdir, "cannot_open"),
]


@pytest.mark.parametrize(("make", "code"), REFUSED)
def test_a_file_of_something_else_is_refused(
    tmp_path: Path, make: Callable[[Path], Any], code: str
):
    path = tmp_path / "file.db"
    make(path)

    with pytest.raises(ArenaError) as caught:
        finished(PAIR, db=path)
    assert caught.value.code == code


def test_a_disk_that_is_full_is_said_and_loses_nothing(db: Path, monkeypatch: pytest.MonkeyPatch):
    finished(PAIR, deals=4, db=db)

    with sqlite3.connect(db) as database:
        (pages,) = database.execute("PRAGMA page_count").fetchone()
    database.close()
    connect = sqlite3.connect

    def small(*arguments: Any, **more: Any) -> sqlite3.Connection:
        made = connect(*arguments, **more)
        made.execute(f"PRAGMA max_page_count={pages}")
        return made

    monkeypatch.setattr("tichu.arena.store.sqlite3.connect", small)
    with pytest.raises(ArenaError) as caught:
        finished(PAIR, deals=500, db=db)
    monkeypatch.undo()

    assert caught.value.code == "cannot_write"
    assert finished(PAIR, db=db) == finished(PAIR)


BAD: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"agents": ("random",)}, {}, "bad_agents"),
    ({"agents": ()}, {}, "bad_agents"),
    ({"agents": ("random", "nobody")}, {}, "unknown_agent"),
    ({"mode": "rounds"}, {}, "bad_option"),
    ({"seed": "x" * 200}, {}, "bad_seed"),
    ({"limit": 0}, {}, "bad_number"),
    ({"limit": float("nan")}, {}, "bad_number"),
    ({}, {"deals": 0}, "bad_number"),
    ({}, {"deals": 10**9}, "bad_number"),
    ({}, {"deals": 1.5}, "bad_number"),
    ({}, {"until": 0}, "bad_number"),
    ({}, {"until": True}, "bad_number"),
    ({}, {"workers": -1}, "bad_number"),
    ({}, {"confidence": 100}, "bad_number"),
    ({}, {"tables": 0}, "bad_number"),
]


@pytest.mark.parametrize(("settings", "more", "code"), BAD)
def test_arguments_that_cannot_be(settings: dict[str, Any], more: dict[str, Any], code: str):
    with pytest.raises(InvalidValue) as caught:
        Arena(RunSettings(**{"agents": ("random", "first"), **settings}), **more)
    assert caught.value.code == code
