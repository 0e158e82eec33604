"""A server within the tests' process, at whose tables any position can be put."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

import uvicorn

from browser.table_mates import Puppets
from tichu import parse_position
from tichu.protocol.render import combo
from tichu.seats import SEATS
from tichu.server.app import create_app
from tichu.server.serving import bind

T = TypeVar("T")


class SceneServer:
    """Runs in a thread."""

    def __init__(self) -> None:
        self._app = create_app(db=":memory:")
        self._listener, address = bind("127.0.0.1", 0)
        self.url = address.url
        config = uvicorn.Config(self._app, lifespan="on", log_config=None, access_log=False)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._started = threading.Event()
        self._thread.start()
        assert self._started.wait(20)

    def _run(self) -> None:
        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            self._loop.call_later(0.3, self._started.set)
            await self._server.serve([self._listener])

        asyncio.run(serve())

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        self._listener.close()

    def _call(self, function: Callable[[], T]) -> T:
        """Do it in the server's thread."""
        done: Future[T] = Future()

        def run() -> None:
            try:
                done.set_result(function())
            except BaseException as error:  # noqa: BLE001
                done.set_exception(error)

        assert self._loop is not None
        self._loop.call_soon_threadsafe(run)
        return done.result(10)

    def scene(self, position: str, seat: int = 0, **settings: Any) -> Puppets:
        """A match at this position; its seat is for the browser, the others are puppets'."""
        # All four at first, for else the match would not begin; the browser then comes by token.
        mates = Puppets(self.url, seats=(0, 1, 2, 3), answer=lambda _: None, **settings)
        mates.mute(seat)
        self._call(lambda: self.put(mates.match, position))
        return mates

    def put(self, match: str, position: str) -> None:
        """Put a position on the table of a match that has begun."""
        host = self._app.host
        room = host.hub._matches.room(match)
        table, state = room.table, parse_position(position)
        table.game.state = state
        table.game.held.clear()
        table.game.last = [None, None, None, None]
        if state.owner is not None and state.top is not None:
            table.game.last[state.owner] = combo(state.top)
        table.window = None
        table.call_offers, table.bomb_offers = [], []
        table._renew(SEATS)
        host.hub._matches.touch(room)
        host.hub.deliver(host._loop.time())
        host._poke()
