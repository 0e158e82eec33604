"""The page's JavaScript outside a browser: its files, modules, and client on both transports."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from protocol_host import Host, any_answer, one_act

STATIC = Path(__file__).parent.parent / "python" / "tichu" / "server" / "static"
PAGE = Path(__file__).parent / "page"
CLIENT = STATIC / "js" / "client.js"
MAX_LINES = 500

node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node on this machine")


def files(*suffixes: str) -> list[Path]:
    return sorted(path for path in STATIC.rglob("*") if path.suffix in suffixes)


def test_no_file_of_the_page_is_too_long():
    lengths = {
        path.name: len(path.read_text("utf-8").splitlines())
        for path in files(".js", ".css", ".html")
    }

    assert len(lengths) > 10
    assert {name: length for name, length in lengths.items() if length > MAX_LINES} == {}


def test_the_page_needs_nothing_from_elsewhere():
    for path in files(".js", ".css", ".html", ".svg"):
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        code = re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)
        found = re.findall(r"""(?:https?:|wss?:)?//[a-z0-9][^\s"'`]*""", code)
        assert found == [], path.name


def test_the_page_has_no_script_or_style_of_its_own_in_its_markup():
    html = (STATIC / "index.html").read_text("utf-8")

    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", html)
    assert re.findall(r"<script(.*?)>(.*?)</script>", html, re.DOTALL) == [
        (' type="module" src="js/main.js"', "")
    ]
    for path in files(".js"):
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|\beval\(|new Function", path.read_text("utf-8")
        )


def test_every_file_that_is_named_is_there():
    html = (STATIC / "index.html").read_text("utf-8")
    named = {STATIC / name for name in re.findall(r'(?:href|src)="([a-z][^"#]*)"', html)}
    for path in files(".js"):
        named |= {
            path.parent / name for name in re.findall(r'from "\./([^"]+)"', path.read_text("utf-8"))
        }

    assert [path for path in named if not path.is_file()] == []
    assert [path.name for path in files(".js", ".css") if path not in named] == []


def test_every_drawing_that_is_used_is_drawn():
    html = (STATIC / "index.html").read_text("utf-8")

    assert set(re.findall(r'id="draw-([a-z]+)"', html)) == {
        "jade", "sword", "pagoda", "star", "mahjong", "dog", "phoenix", "dragon",
    }  # fmt: skip


@node
def test_modules():
    done = run(["node", "--test", str(PAGE / "modules.mjs")])

    assert done.returncode == 0, done.stdout + done.stderr


@node
@pytest.mark.parametrize("seat", [0, 3, None])
@pytest.mark.parametrize("pause", [0.0, None])
def test_the_page_sees_what_the_server_shows(seat: int | None, pause: float | None):
    story = json.dumps(a_match(seat, pause))
    done = run(["node", str(PAGE / "follow.mjs")], story)

    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 200


def a_match(seat: int | None, pause: float | None) -> dict[str, Any]:
    """What a player or a spectator is sent in a match, and what a view would show after it."""
    rng = Random(f"page {seat} {pause}")
    host = Host()
    players = [host.connect() for _ in range(4)]
    first = players[0].do(
        "create", seats=["me", "open", "open", "open"], bomb_window=pause, target=2_000
    )
    match, views = first["match"], [first["views"][0]]
    views += [player.do("take", match=match)["view"] for player in players[1:]]
    teller = players[seat] if seat is not None else host.connect()
    view = views[seat] if seat is not None else teller.do("watch", match=match)["view"]
    steps: list[dict[str, Any]] = []
    read = 0
    for _ in range(700):
        if not one_act(host, players, match, rng, lambda ask, rng: any_answer(ask, rng, 0.3)):
            break
        events = teller.events(match, seat)
        # Steps that came together are compared after the last of them.
        shown = msgspec.to_builtins(host.game(match).view_for(seat))
        steps += [{"event": event, "view": None} for event in events[read:]]
        if steps:
            steps[-1]["view"] = shown
        read = len(events)
    return {"view": view, "steps": steps}


@node
def test_the_client_plays_a_match_over_the_engine():
    check_bot(
        [
            "node",
            str(PAGE / "bot.mjs"),
            str(CLIENT),
            "engine",
            sys.executable,
            "-m",
            "tichu",
            "engine",
        ]
    )


@node
def test_the_client_plays_a_match_over_a_web_socket(tmp_path: Path):
    if (
        "WebSocket"
        not in run(["node", "--experimental-websocket", "-p", "globalThis.WebSocket"]).stdout
    ):
        pytest.skip("this node has no WebSocket")
    command = [
        sys.executable,
        "-m",
        "tichu",
        "serve",
        "--port",
        "0",
        "--db",
        str(tmp_path / "m.db"),
        # A bot with two seats is quicker than the rate that people have, in a match that is long.
        "--rate",
        "0",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://(\S+)", server.stdout.readline())
        assert found is not None
        try:
            bot = [str(PAGE / "bot.mjs"), str(CLIENT), "socket", f"ws://{found.group(1)}ws"]
            check_bot(["node", "--experimental-websocket", *bot])
        finally:
            server.terminate()


def run(command: list[str], told: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "STATIC": str(STATIC), "NODE_NO_WARNINGS": "1"}
    return subprocess.run(
        command,
        check=False,
        capture_output=True,
        text=True,
        env=environment,
        timeout=240,
        input=told,
    )


def check_bot(command: list[str]) -> None:
    done = run(command)

    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["engine"].startswith("tichu")
    assert told["isRefused"]
    assert told["winner"] in ("02", "13", "draw")
    assert max(told["totals"]) >= 200
    assert told["hash"] == 64
    assert told["lines"] > 3
    assert told["steps"] > 50
    assert told["faults"] == 0
