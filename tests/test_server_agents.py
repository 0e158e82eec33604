"""Which agents guests may seat: those of the house, over every way in, and none that runs more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from server_host import ask, served
from tichu.agents import HOUSE_AGENTS
from tichu.protocol.bounds import Limits
from tichu.protocol.client import Client, EngineTransport, Refused
from tichu.server.app import create_app
from tichu.server.client import WebSocketTransport

FORBIDDEN = (
    "process:touch x",
    "process:limit=1:touch x",
    "mc",
    "mc:rollouts=10000000",
    "greedy:level=9",
    "harmful.py",
    "harmful.py:Harmful",
    "os:system",
    "subprocess:Popen:args=ls",
    "nobody",
    "Greedy",
    " greedy",
    "me2",
)
HARMFUL = """\
from pathlib import Path
from tichu.agents import Agent

Path("x").touch()


class Harmful(Agent):
    pass
"""
FREE = Limits(requests_per_second=None)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the host runs; a new file is there if something was run that must not be."""
    (tmp_path / "harmful.py").write_text(HARMFUL, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@contextmanager
def over_pipes() -> Iterator[Client]:
    with Client(EngineTransport.start()) as client:
        yield client


@contextmanager
def over_web_socket() -> Iterator[Client]:
    with (
        served(create_app(db=":memory:", limits=FREE)) as address,
        Client(WebSocketTransport(f"ws://{address.host}:{address.port}/ws")) as client,
    ):
        yield client


@pytest.mark.parametrize("connected", [over_pipes, over_web_socket])
def test_guests_seat_no_agents_that_run_something(connected: Callable[[], Any], folder: Path):
    with connected() as client:
        assert client.greeting.agents == HOUSE_AGENTS
        for name in FORBIDDEN:
            for settings in (
                {"seats": ("me", name, "first", "first")},
                {"seats": ("me", "first", "first", "first"), "substitute": name},
            ):
                with pytest.raises(Refused) as caught:
                    client.create(**settings)
                assert caught.value.code == "unknown_agent", name
        assert client.create(seats=("me", *HOUSE_AGENTS)).tokens[0]
    assert [path.name for path in folder.iterdir()] == ["harmful.py"]


def test_nor_over_http(folder: Path):
    with served(create_app(db=":memory:")) as address:
        for name in FORBIDDEN:
            answer = ask(address.port, "/api/matches", "POST", {"seats": [name, *["open"] * 3]})
            assert (answer.status, answer.json["code"]) == (400, "unknown_agent"), name
    assert [path.name for path in folder.iterdir()] == ["harmful.py"]
