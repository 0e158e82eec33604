"""The types of the arena for those who use it; checked by mypy, not run."""

from concurrent.futures import ThreadPoolExecutor
from typing import assert_type

from tichu.arena import Arena, GameResult, Progress, Report, RunSettings, run_arena, summarize
from tichu.rules import TOURNAMENT

report = run_arena(["greedy", "bot.py:Mine"], mode="match", rules=TOURNAMENT, deals=10, db="a.db")
assert_type(report, Report)
assert_type(report.pairs[0].difference.mean, float | None)
assert_type(report.to_json(), bytes)

settings = RunSettings(agents=("random", "first"), limit=None)
with ThreadPoolExecutor() as executor:
    arena = Arena(settings, deals=10, until=5.0, executor=executor, workers=4)
    assert_type(arena.play(lambda run: print(run.progress.games)), Report)
assert_type(arena.progress, Progress)
assert_type(arena.results, tuple[GameResult, ...])
assert_type(arena.results[0].margin, int)
assert_type(summarize(settings, arena.results), Report)
