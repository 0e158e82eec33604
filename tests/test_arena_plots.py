"""Pictures of a run: files that can be looked at, whatever was played."""

from __future__ import annotations

import random
import struct
import sys
import warnings
from pathlib import Path

import matplotlib as mpl
import pytest

from arena_results import deals_of, game, won_games
from tichu.arena.faults import ArenaError
from tichu.arena.game import RunSettings
from tichu.arena.plots import draw

NAMES = ("greedy", "random", "first", "mc")


def some_results(agents: int, deals: int, most: int = 40) -> list:
    rng = random.Random(f"{agents} {deals}")
    return [
        each
        for first in range(agents)
        for second in range(first + 1, agents)
        for each in deals_of(
            [(10 * rng.randint(-most, most), 10 * rng.randint(-most, most)) for _ in range(deals)],
            (first, second),
        )
    ]


def size_of(path: Path) -> tuple[int, int]:
    """Width and height of a PNG, from its header."""
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", head[16:24])


def drawn(folder: Path, settings: RunSettings, results: list, **more: float) -> dict[str, Path]:
    """The pictures by name, each a PNG of a size that fits a screen's width."""
    paths = draw(settings, results, folder, **more)
    for path in paths:
        width, height = size_of(path)
        assert 500 <= width <= 2000
        assert 300 <= height <= 10_000
        assert path.stat().st_size > 4_000
    assert sorted(folder.iterdir()) == sorted(paths)
    return {path.stem: path for path in paths}


@pytest.mark.parametrize(
    ("mode", "agents", "deals"),
    [
        ("round", 2, 60),
        ("match", 2, 60),
        ("round", 2, 1),
        ("match", 2, 1),
        ("round", 2, 0),
        ("round", 4, 12),
        ("match", 4, 12),
        ("round", 3, 1),
        ("match", 3, 0),
    ],
)
def test_the_pictures_are_drawn(tmp_path, mode, agents, deals):
    settings = RunSettings(agents=NAMES[:agents], mode=mode)
    found = drawn(tmp_path / "new" / "folder", settings, some_results(agents, deals))

    wanted = ["margins", "running"] if agents == 2 else ["margins", "pairs", "running"]
    assert sorted(found) == wanted


def test_equal_deals_and_single_values_are_drawn(tmp_path):
    settings = RunSettings(agents=NAMES[:2])
    drawn(tmp_path / "level", settings, deals_of([(0, 0)] * 5))
    drawn(tmp_path / "ahead", settings, deals_of([(100, 100)] * 2), confidence=99)
    match = RunSettings(agents=NAMES[:2], mode="match")
    drawn(tmp_path / "swept", match, won_games([1] * 20))


def test_pairs_without_a_deal_are_drawn_beside_those_with_some(tmp_path):
    drawn(tmp_path, RunSettings(agents=NAMES[:3]), deals_of([(10, 30), (-20, 50)]))


def test_a_deal_with_one_game_is_no_deal(tmp_path):
    drawn(tmp_path, RunSettings(agents=NAMES[:2]), [game((100, 0), deal=3)])


def test_many_agents_make_a_long_picture_not_a_wide_one(tmp_path):
    agents = tuple(f"agent:{number}" for number in range(5))
    found = drawn(tmp_path, RunSettings(agents=agents), some_results(5, 4))

    width, height = size_of(found["running"])
    assert height > width


def test_names_of_any_kind_are_drawn(tmp_path):
    """Dollars would be mathematics to the library, and some signs are in no font."""
    names = ("bot:$x_1$", "process:cd '/tmp/\u7af9' && ./\U0001f004 --fast", "a\nb\t%s {0}")
    drawn(tmp_path, RunSettings(agents=names), some_results(3, 5))


def test_huge_margins_are_drawn(tmp_path):
    drawn(tmp_path, RunSettings(agents=NAMES[:2]), some_results(2, 20, most=100_000))


def test_the_users_own_style_is_not_touched_and_not_used(tmp_path):
    settings, results = RunSettings(agents=NAMES[:2]), some_results(2, 10)
    plain = drawn(tmp_path / "plain", settings, results)
    with mpl.rc_context({"axes.facecolor": "black", "font.size": 30}):
        before = dict(mpl.rcParams)
        styled = drawn(tmp_path / "styled", settings, results)
        assert dict(mpl.rcParams) == before

    for name, path in plain.items():
        assert path.read_bytes() == styled[name].read_bytes()


def test_drawing_twice_is_drawing_the_same(tmp_path):
    settings, results = RunSettings(agents=NAMES[:3]), some_results(3, 10)
    one = drawn(tmp_path / "one", settings, results)
    other = drawn(tmp_path / "other", settings, results[::-1])

    for name, path in one.items():
        assert path.read_bytes() == other[name].read_bytes()


def test_nothing_warns_and_no_window_is_needed(tmp_path, monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        drawn(tmp_path, RunSettings(agents=NAMES[:3]), some_results(3, 3))


def test_a_folder_that_is_a_file_is_told(tmp_path):
    place = tmp_path / "file"
    place.write_text("")

    with pytest.raises(ArenaError) as caught:
        draw(RunSettings(agents=NAMES[:2]), some_results(2, 2), place)
    assert caught.value.code == "cannot_write"


def test_a_missing_library_is_told_in_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)

    with pytest.raises(ArenaError) as caught:
        draw(RunSettings(agents=NAMES[:2]), [], tmp_path)
    assert caught.value.code == "missing_extra"
    assert str(caught.value) == (
        "This needs matplotlib, which is not installed: install the extra `plot` of"
        " tichu, in a clone of it with `pip install '.[plot]'`."
    )
