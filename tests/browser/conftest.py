"""Tests of the page in a real Chromium; collected only if this folder is named."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
SLOW = 20_000
"""Milliseconds after which something on the page is held not to come any more."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    here = str(Path(__file__).parent.name)
    return None if any(here in Path(arg.split("::")[0]).parts for arg in config.args) else True


def chromium() -> str:
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        pytest.exit("There is no Chromium: install Debian's package `chromium`.", returncode=2)
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    # Chromium's sandbox does not start as root.
    args = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=args)
        yield launched
        launched.close()


@pytest.fixture
def new_page(browser: Any) -> Iterator[Any]:
    """Makes pages, each in a browser profile of its own; no page may have reported an error."""
    faults: list[str] = []
    contexts = []

    def make(width: int = 1280, height: int = 800, name: str = "Mira", **settings: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, **settings)
        contexts.append(context)
        if name:
            # Who comes by a link is asked for his name, unless he has told it before.
            context.add_init_script(f"localStorage['tichu:name'] ??= '{name}'")
        page = context.new_page()
        page.set_default_timeout(SLOW)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if is_fault(said) else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert faults == []


def is_fault(said: Any) -> bool:
    # A lost connection is told by the browser itself; the tests cut some on purpose.
    return said.type == "error" and "WebSocket" not in said.text


@pytest.fixture
def page(new_page: Any) -> Any:
    return new_page()


@pytest.fixture(scope="session")
def scenes() -> Iterator[Any]:
    """A server at whose tables positions can be put."""
    from browser.scene_server import SceneServer

    server = SceneServer()
    yield server
    server.stop()


@pytest.fixture
def scene(scenes: Any) -> Iterator[Any]:
    """Puts a position on a table, with puppets on the seats that are not the browser's."""
    mates = []

    def make(position: str, seat: int = 0, **settings: Any) -> Any:
        made = scenes.scene(position, seat, **settings)
        mates.append(made)
        return made

    yield make
    for made in mates:
        made.stop()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Any]:
    """`tichu serve`, with a database of its own."""
    from browser.table_mates import Server

    started = Server(tmp_path)
    yield started
    started.stop()
