"""The server as a part of somebody else's ASGI application, under somebody else's server."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server_host import LOOPBACK, Talk, ask
from tichu.protocol.bounds import Limits
from tichu.protocol.client import Client, first_answer
from tichu.server import ServerLimits, TichuApp, create_app
from tichu.server.client import WebSocketTransport
from tichu.server.faults import ServerError
from tichu.server.serving import bind


def outer(tichu: TichuApp, *, starts_it: bool = True) -> Starlette:
    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        if starts_it:
            async with tichu.running():
                yield
        else:
            yield

    def home(_request: Request) -> PlainTextResponse:
        return PlainTextResponse("home")

    return Starlette(routes=[Route("/", home), Mount("/games/tichu", tichu)], lifespan=lifespan)


@contextmanager
def plainly_served(app: Starlette | TichuApp) -> Iterator[int]:
    """An application under uvicorn as anybody would run it."""
    listener, address = bind(LOOPBACK, 0)
    config = uvicorn.Config(app, ws="websockets-sansio", log_config=None, lifespan="on")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
        yield address.port
    finally:
        server.should_exit = True
        thread.join(30)
        listener.close()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with plainly_served(outer(create_app(db=":memory:"))) as found:
        yield found


def test_everything_is_under_the_prefix(port: int):
    assert ask(port, "/").body == b"home"
    assert ask(port, "/health").status == 404
    prefix = "/games/tichu"
    assert ask(port, f"{prefix}/health").json["status"] == "ok"
    assert ask(port, f"{prefix}/schema.json").status == 200
    assert ask(port, f"{prefix}/api/matches").json == {"matches": []}
    assert ask(port, f"{prefix}/").headers["content-type"] == "text/html; charset=utf-8"
    assert ask(port, prefix).status in (307, 308)


def test_the_page_names_nothing_by_an_absolute_path(port: int):
    page = ask(port, "/games/tichu/").body.decode()
    assert 'href="/' not in page
    assert 'src="/' not in page


def test_a_match_is_played_under_the_prefix(port: int):
    with Client(WebSocketTransport(f"ws://{LOOPBACK}:{port}/games/tichu/ws")) as client:
        match = client.create(seats=("me", "random", "first", "random"), target=1).match
        while (question := client.next_ask(match, 10)) is not None:
            client.act(question, *first_answer(question))
        assert match in client.over
    assert ask(port, f"/games/tichu/api/records/{match}").status == 200


def test_origins_are_checked_under_the_prefix_too(port: int):
    headers = {"Origin": "https://evil.example"}
    assert ask(port, "/games/tichu/api/matches", headers=headers).status == 403
    with pytest.raises(InvalidStatus), Talk(port, "/games/tichu/ws", origin="https://evil.example"):
        pass
    # Which names are answered to is for the application around it to say.
    assert ask(port, "/games/tichu/health", headers={"Host": "any.example"}).status == 200


def test_a_mounted_server_that_was_not_started_says_so():
    with plainly_served(outer(create_app(db=":memory:"), starts_it=False)) as port:
        for path in ("health", "metrics", "api/matches", "api/records", "api/records/x"):
            answer = ask(port, f"/games/tichu/{path}")
            assert (answer.status, answer.json["code"]) == (503, "not_running")
            assert "running()" in answer.json["message"]
        answer = ask(port, "/games/tichu/api/matches", "POST", b"{}")
        assert answer.status == 503
        with pytest.raises(InvalidStatus), Talk(port, "/games/tichu/ws"):
            pass


def test_by_itself_it_starts_with_its_server(tmp_path: Path):
    app = create_app(db=tmp_path / "m.db")
    with plainly_served(app) as port:
        assert ask(port, "/health").status == 200
    # And it can be started again.
    with plainly_served(app) as port:
        assert ask(port, "/health").status == 200


def test_bounds_hold_under_another_server():
    limits = Limits(sessions=1)
    app = create_app(db=":memory:", limits=limits, server_limits=ServerLimits(hello=0.3, close=0.3))
    with plainly_served(app) as port, Talk(port) as first:
        with Talk(port) as second:
            assert second.receive()["code"] == "too_many_sessions"
            with pytest.raises(ConnectionClosed):
                second.receive()
        assert first.receive()["code"] == "idle"
        with pytest.raises(ConnectionClosed):
            first.receive()


async def _run_twice(app: TichuApp) -> None:
    async with app.running():
        with pytest.raises(ServerError) as caught:
            async with app.running():
                pass
        assert caught.value.code == "running"
        assert app.host.is_running


def test_it_runs_once_at_a_time():
    import asyncio

    asyncio.run(_run_twice(create_app(db=":memory:")))
