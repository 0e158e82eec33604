"""The journal on disk: kept whole or not at all, by one process, and never with a token in it."""

from __future__ import annotations

import os
import sqlite3
import stat
from pathlib import Path

import pytest

from tichu.protocol.entries import Entry
from tichu.server.faults import StoreError
from tichu.server.paths import MEMORY, default_database
from tichu.server.store import SCHEMA_VERSION, Store


def entry(match: str, number: int, kind: str = "act", over: bool = False, payload: str = "{}"):
    kind = "create" if number == 1 else kind
    return Entry(match=match, number=number, kind=kind, payload=payload.encode(), over=over)


def played(match: str, *, over: bool = False) -> list[Entry]:
    return [entry(match, 1), entry(match, 2, "deal"), entry(match, 3, over=over)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


def test_what_was_appended_is_there_after_opening_again(path: Path):
    first = Store(path)
    first.append([*played("aa"), entry("bb", 1)])
    first.append([entry("aa", 4, payload='{"x":"ä\\u0000\\""}')])
    first.close()

    again = Store(path)
    try:
        found = list(again.unfinished())
        assert [[e.number for e in entries] for entries in found] == [[1, 2, 3, 4], [1]]
        assert found[0][0].match == "aa"
        assert found[0][3].payload == '{"x":"ä\\u0000\\""}'.encode()
        again.append([entry("bb", 2)])
        assert len(list(again.unfinished())[1]) == 2
    finally:
        again.close()


def test_a_commit_is_on_disk_in_full(path: Path):
    store = Store(path)
    try:
        ask = store._writer.execute
        assert ask("PRAGMA journal_mode").fetchone() == ("wal",)
        assert ask("PRAGMA synchronous").fetchone() == (2,)
    finally:
        store.close()


def test_all_or_none(path: Path):
    store = Store(path)
    try:
        store.append(played("aa"))
        for bad in (entry("cc", 2), entry("aa", 5, payload="\x00")):
            if bad.match == "aa":
                store._writer.execute(
                    "CREATE TEMP TRIGGER no BEFORE INSERT ON entries WHEN NEW.number = 5"
                    " BEGIN SELECT raise(ABORT, 'no'); END"
                )
            with pytest.raises(StoreError) as caught:
                store.append([entry("bb", 1), entry("aa", 4), bad])
            assert caught.value.code == "cannot_write"
            assert [len(entries) for entries in store.unfinished()] == [3]
        store.append([entry("bb", 1), entry("aa", 4)])
        assert [len(entries) for entries in store.unfinished()] == [4, 1]
    finally:
        store.close()


def test_matches_are_told_apart_however_they_are_mixed(path: Path):
    store = Store(path)
    names = ["aa", "bb", "cc"]
    store.append([entry(name, 1) for name in names])
    for number in range(2, 50):
        kind = "deal" if number == 2 else "act"
        store.append([entry(name, number, kind, payload=f'["{name}"]') for name in names])
    store.append([entry("bb", 50, over=True)])
    store.close()

    again = Store(path)
    try:
        for entries in (*again.unfinished(), again.entries("bb") or []):
            name = entries[0].match
            assert [e.number for e in entries] == list(range(1, len(entries) + 1))
            assert {e.payload for e in entries[1:49]} == {f'["{name}"]'.encode()}
        again.append([entry("aa", 50, over=True)])
        assert len(again.entries("aa") or []) == 50
        assert [entries[0].match for entries in again.unfinished()] == ["cc"]
    finally:
        again.close()


@pytest.mark.parametrize("target", [MEMORY, None])
def test_finished_matches_are_kept_and_not_gone_on_with(path: Path, target: str | None):
    store = Store(target or path)
    try:
        store.append([*played("aa", over=True), *played("bb")])
        unlisted = entry("cc", 1, payload='{"kind":"create","listed":false}')
        store.append([unlisted, *played("cc", over=True)[1:]])
        store.append(played("dd", over=True))

        assert [entries[0].match for entries in store.unfinished()] == ["bb"]
        assert [m.match for m in store.finished(10)] == ["dd", "aa"]
        assert [m.match for m in store.finished(1)] == ["dd"]
        kept = store.entries("cc")
        assert kept is not None
        assert [e.over for e in kept] == [False, False, True]
        assert store.entries("bb") is None
        recent = [entries[0].match for entries in store.unfinished(over_since=0)]
        assert recent == ["aa", "bb", "cc", "dd"]
    finally:
        store.close()


def test_a_match_that_never_began_is_forgotten(path: Path):
    store = Store(path)
    try:
        store.append([entry("aa", 1), entry("aa", 2, "end", over=True)])
        assert list(store.unfinished(over_since=0)) == []
        assert store.finished(10) == []
        assert store._writer.execute("SELECT count(*) FROM entries").fetchone() == (0,)
    finally:
        store.close()


def test_a_name_may_come_again_when_its_match_is_over(path: Path):
    store = Store(path)
    try:
        store.append(played("aa", over=True))
        store.append([*played("aa"), entry("aa", 4, over=True)])
        assert len(store.entries("aa") or ()) == 4
    finally:
        store.close()


def test_one_process_has_the_database(path: Path):
    store = Store(path)
    try:
        with pytest.raises(StoreError) as caught:
            Store(path)
        assert caught.value.code == "store_in_use"
        assert "Another server" in caught.value.message
    finally:
        store.close()
    Store(path).close()


def test_only_its_owner_may_read_it(path: Path):
    store = Store(path)
    try:
        store.append(played("aa"))
        for file in path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    finally:
        store.close()


def test_an_unknown_version_is_refused_and_left_as_it_is(path: Path):
    Store(path).close()
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version=7")
    database.close()
    before = path.read_bytes()

    with pytest.raises(StoreError) as caught:
        Store(path)
    assert caught.value.code == "unknown_schema"
    assert "version 7" in caught.value.message
    assert f"version {SCHEMA_VERSION}" in caught.value.message
    assert path.read_bytes() == before


def test_a_database_of_something_else_is_refused(path: Path):
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE mine (x)")
    database.close()
    with pytest.raises(StoreError) as caught:
        Store(path)
    assert caught.value.code == "not_a_store"
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_is_no_database_is_refused(path: Path):
    path.write_bytes(b"Dear diary, " * 500)
    with pytest.raises(StoreError) as caught:
        Store(path)
    assert caught.value.code == "not_a_store"
    assert path.read_bytes().startswith(b"Dear diary")
    assert list(path.parent.iterdir()) == [path]


def test_a_place_that_cannot_be_is_refused(tmp_path: Path):
    (tmp_path / "file").write_text("")
    for target in (tmp_path, tmp_path / "file" / "x.db"):
        with pytest.raises(StoreError) as caught:
            Store(target)
        assert caught.value.code == "cannot_open"


@pytest.mark.parametrize("target", ["/dev/null", "/dev/zero", "/dev/tichu.db", "/dev/tichu/m.db"])
def test_a_device_is_refused(target: str):
    with pytest.raises(StoreError) as caught:
        Store(target)
    assert caught.value.code == "cannot_open"
    assert "no ordinary file" in caught.value.message
    assert not Path(target + ".lock").exists()
    assert not Path("/dev/tichu").exists()


def test_a_pipe_is_refused(path: Path):
    os.mkfifo(path)
    with pytest.raises(StoreError) as caught:
        Store(path)
    assert caught.value.code == "cannot_open"
    assert list(path.parent.iterdir()) == [path]


def test_an_empty_file_becomes_its_owners_own(path: Path):
    path.touch()
    path.chmod(0o644)
    Store(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_full_disk_is_said(path: Path):
    store = Store(path)
    try:
        store.append(played("aa"))
        pages = store._writer.execute("PRAGMA page_count").fetchone()[0]
        store._writer.execute(f"PRAGMA max_page_count={pages}")
        with pytest.raises(StoreError) as caught:
            store.append([entry("aa", 4, payload='{"x":"' + "y" * 100_000 + '"}')])
        assert caught.value.code == "cannot_write"
        assert "full" in caught.value.message
        assert [len(entries) for entries in store.unfinished()] == [3]
    finally:
        store.close()


def test_the_default_place_is_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_database() == tmp_path / "tichu" / "matches.db"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_database() == tmp_path / ".local" / "share" / "tichu" / "matches.db"
    monkeypatch.setattr("sys.platform", "darwin")
    assert default_database().parts[-3:] == ("Application Support", "tichu", "matches.db")
