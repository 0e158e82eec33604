"""What an agent is: games of another version are neither taken from a database nor mixed in."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from importlib.metadata import EntryPoint
from multiprocessing import get_context
from pathlib import Path

import pytest

from cli_shell import tichu_command
from tichu.agents import names
from tichu.arena import Arena, ArenaError, RunSettings, identity
from tichu.arena.identity import known_agents

FACTORY = """
from tichu.agents import RandomAgent

VERSION = {version}

def make(**options):
    return RandomAgent(**options)

class Own(RandomAgent):
    pass
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder from which modules are loaded, and forgotten again."""
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None)).startswith(str(tmp_path)):
            del sys.modules[name]


def write(path: Path, version: int) -> None:
    path.write_text(FACTORY.format(version=version))


def sources(name: str) -> str:
    return known_agents((name, "first"))[name].sources


WAYS: dict[str, Callable[[Path], str]] = {
    "a function in a file": lambda path: f"{path}:make",
    "a function in a file, with options": lambda path: f"{path}:make:over=patterns",
    "a class in a file": lambda path: f"{path}:Own",
    "the only class in a file": str,
    "a function in a module": lambda path: f"{path.stem}:make",
    "a class in a module": lambda path: f"{path.stem}:Own",
    "an entry point": lambda path: "elsas-bot",
}


@pytest.mark.parametrize("way", WAYS)
def test_another_file_is_another_agent(way: str, folder: Path, monkeypatch: pytest.MonkeyPatch):
    path = folder / f"bot_{len(way)}.py"
    point = EntryPoint("elsas-bot", f"{path.stem}:make", names.GROUP)
    monkeypatch.setattr(names, "_installed", lambda *name: [point] if point.name in name else [])
    name = WAYS[way](path)

    found = []
    for version in (1, 1, 2):
        write(path, version)
        found.append(sources(name))
    assert found[0] == found[1] != found[2]


def test_the_file_of_a_class_that_a_factory_makes_counts(folder: Path):
    (folder / "maker.py").write_text("from deep import Deep\n\ndef make():\n    return Deep()\n")
    (folder / "deep.py").write_text("from below import Below\n\nclass Deep(Below):\n    pass\n")
    below = "from tichu.agents import Agent\n\nclass Below(Agent):\n    pass\n"
    (folder / "below.py").write_text(below)
    first = sources("maker:make")
    (folder / "below.py").write_text(below + "# Another.\n")

    assert sources("maker:make") != first


def test_games_of_another_version_are_not_taken_from_the_database(folder: Path):
    path = folder / "bot.py"
    kept = []
    for version in (1, 2, 2):
        write(path, version)
        settings = RunSettings(agents=(f"{path}:make", "first"))
        # A process that is begun anew has loaded nothing.
        for name in [name for name in sys.modules if name.startswith("tichu_agent_")]:
            del sys.modules[name]
        identity._loaded.clear()
        arena = Arena(settings, deals=2, workers=0, db=folder / "a.db")
        arena.play()
        kept.append(arena.kept)

    assert kept == [0, 0, 4]


NOTED = """
import os
from tichu.agents import RandomAgent

class Noted(RandomAgent):
    def begin_round(self, *more):
        super().begin_round(*more)
        with open({pids!r}, "a") as file:
            file.write(f"{{os.getpid()}}\\n")
"""


def test_a_worker_that_is_made_anew_does_not_mix_versions(tmp_path: Path):
    path, pids = tmp_path / "bot.py", tmp_path / "pids"
    text = NOTED.format(pids=str(pids))
    path.write_text(text)
    arena = Arena(RunSettings(agents=(str(path), "first")), deals=400, workers=1)

    def edit(arena: Arena) -> None:
        if arena.progress.games and path.read_text() == text:
            path.write_text(text + "# Better.\n")
            os.kill(int(pids.read_text().split()[-1]), signal.SIGKILL)

    with pytest.raises(ArenaError, match="start again") as caught:
        arena.play(edit)
    assert caught.value.code == "agent_changed"
    assert 0 < arena.progress.games < 800


@pytest.mark.parametrize("who", ["its own worker", "a foreign one"])
def test_a_worker_that_is_late_does_not_play_another_version(who: str, tmp_path: Path):
    path = tmp_path / "bot.py"
    write(path, 1)
    more: dict[str, Executor] = {}
    if who == "a foreign one":
        more["executor"] = ProcessPoolExecutor(1, get_context("spawn"))
    arena = Arena(RunSettings(agents=(str(path), "first")), deals=2, workers=1, **more)  # type: ignore[arg-type]
    write(path, 2)

    with pytest.raises(ArenaError) as caught:
        arena.play()
    assert caught.value.code == "agent_changed"
    assert arena.progress.games == 0
    for executor in more.values():
        executor.shutdown()


def test_a_process_that_keeps_the_old_version_does_not_play_it_as_the_new_one(tmp_path: Path):
    path = tmp_path / "bot.py"
    settings = RunSettings(agents=(str(path), "first"))
    write(path, 1)
    Arena(settings, deals=1, workers=0).play()
    write(path, 2)
    with pytest.raises(ArenaError) as caught:
        Arena(settings, deals=1, workers=0).play()
    assert caught.value.code == "agent_changed"
    with ThreadPoolExecutor(1) as executor, pytest.raises(ArenaError):
        Arena(settings, deals=1, executor=executor, workers=1).play()


def test_it_is_one_sentence_after_what_was_played(tmp_path: Path):
    path = tmp_path / "bot.py"
    path.write_text(
        "import os\n"
        "from tichu.agents import RandomAgent\n\n"
        "class Suicide(RandomAgent):\n"
        "    def begin_round(self, seat, rng, match):\n"
        "        super().begin_round(seat, rng, match)\n"
        f"        if os.path.exists({str(tmp_path / 'a.db')!r}) and rng.randrange(40) == 0:\n"
        "            with open(__file__, 'a') as file:\n"
        "                file.write('# Better.\\n')\n"
        "            os._exit(1)\n"
    )
    arguments = ("arena", str(path), "first", "--workers", "1", "--db", str(tmp_path / "a.db"))
    done = subprocess.run(
        tichu_command(*arguments), capture_output=True, text=True, check=False, timeout=60
    )

    assert done.returncode == 2
    assert done.stdout.startswith("Stopped after ")
    assert done.stderr.startswith("tichu arena: The agent ")
    assert done.stderr.count("\n") == 1
