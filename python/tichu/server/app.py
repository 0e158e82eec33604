"""The server as an ASGI application, by itself or mounted in somebody else's."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from tichu.agents import HOUSE_AGENTS, make_house_agent
from tichu.protocol.bounds import Limits
from tichu.protocol.desk import MakeAgent
from tichu.protocol.hub import Hub
from tichu.server.answers import error_response
from tichu.server.api import Api
from tichu.server.headers import SafeHeaders
from tichu.server.host import Host
from tichu.server.limits import ServerLimits
from tichu.server.origin import OriginGuard
from tichu.server.pages import Pages
from tichu.server.paths import default_database
from tichu.server.play_socket import NoSocket, PlaySocket
from tichu.server.store import Store

__all__ = ["TichuApp", "create_app"]

_CODES = {404: "not_found", 405: "bad_method"}

ENGINE = f"tichu {version('tichu')}"


class TichuApp:
    """An ASGI application that hosts matches; made by :func:`create_app`.

    Served by itself, it starts and stops with the server (the ``lifespan`` of ASGI). An application
    that mounts it has to do that, for no framework tells mounted applications::

        tichu = create_app(db="matches.db")

        @asynccontextmanager
        async def lifespan(app):
            async with tichu.running():
                yield

        app = Starlette(routes=[Mount("/tichu", tichu)], lifespan=lifespan)

    Until then it answers 503, and says so.

    Attributes:
        host: the matches.
    """

    def __init__(
        self,
        host: Host,
        allow_origins: Sequence[str],
        allow_hosts: Sequence[str] | None,
    ) -> None:
        self.host = host
        self._inner = Starlette(
            routes=_routes(host),
            lifespan=self._lifespan,
            exception_handlers={HTTPException: _refuse},
        )
        self._guarded = SafeHeaders(OriginGuard(self._inner, allow_origins, allow_hosts))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one ASGI connection."""
        app = self._inner if scope["type"] == "lifespan" else self._guarded
        await app(scope, receive, send)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the database and host the matches in it, for as long as the context lasts.

        Raises:
            StoreError: the database cannot be used.
        """
        async with self.host.running():
            yield

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        async with self.running():
            yield


def create_app(
    *,
    db: str | Path | None = None,
    allow_origins: Sequence[str] = (),
    allow_hosts: Sequence[str] | None = None,
    limits: Limits | None = None,
    server_limits: ServerLimits | None = None,
    agents: tuple[Sequence[str], MakeAgent] | None = None,
) -> TichuApp:
    """The server as an ASGI application.

    Args:
        db: the database; None for the user's own place, ``:memory:`` for none that lasts.
        allow_origins: origins of pages that may use it, besides its own; ``*`` for all.
        allow_hosts: the names that it answers to, without ports; None for all, which is right
            where something in front of it checks the name, and wrong on a loopback address.
        limits: the bounds of the protocol.
        server_limits: the bounds of the transport.
        agents: the names of the agents that may be seated, and what makes one from its name; the
            first one plays for players who are gone.

    Raises:
        InvalidValue: an origin or a host that is none.
    """
    names, make = (HOUSE_AGENTS, make_house_agent) if agents is None else agents

    def make_hub() -> Hub:
        return Hub(make, agents=names, limits=limits, engine=ENGINE)

    def open_store() -> Store:
        return Store(default_database() if db is None else db)

    host = Host(make_hub, open_store, ServerLimits() if server_limits is None else server_limits)
    return TichuApp(host, allow_origins, allow_hosts)


def _routes(host: Host) -> list[BaseRoute]:
    api, pages = Api(host, ENGINE), Pages()
    return [
        WebSocketRoute("/ws", PlaySocket(host)),
        Route("/ws", _upgrade),
        Route("/api/matches", api.matches, methods=["GET", "POST"]),
        Route("/api/records", api.records),
        Route("/api/records/{match:str}", api.record),
        Route("/schema.json", api.schema),
        Route("/health", api.health),
        Route("/metrics", api.metrics),
        Route("/{path:path}", pages.__call__),
        WebSocketRoute("/{path:path}", NoSocket()),
    ]


async def _upgrade(_request: Request) -> Response:
    headers = {"upgrade": "websocket", "connection": "upgrade"}
    return error_response(426, "upgrade_required", "This is the address of a WebSocket.", headers)


async def _refuse(_request: Request, error: Exception) -> Response:
    """Starlette's own refusals, in our form."""
    if not isinstance(error, HTTPException):
        raise error
    code = _CODES.get(error.status_code, "bad_request")
    headers = dict(error.headers or {})
    message = f"{error.detail}."
    if "Allow" in headers:
        headers["Allow"] = ", ".join(sorted(headers["Allow"].split(", ")))
        message = f"This address takes {headers['Allow']}."
    return error_response(error.status_code, code, message, headers)
