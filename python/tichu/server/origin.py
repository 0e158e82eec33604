"""Who may ask: pages of this server's own origin, programs, and the origins that were allowed.

A browser says with ``Origin`` which page asks. Without the checks here, any page that a player has
open could talk to a server on his own machine; and a page whose name was made to point to this
machine (DNS rebinding) would even be of the same origin, but for its name in ``Host``.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tichu.errors import InvalidValue
from tichu.server.answers import error_response, last_response

__all__ = ["LOOPBACK_HOSTS", "OriginGuard", "checked_host", "checked_origin"]

LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")
"""The names by which a server on the loopback is called."""

ANY = "*"
_PORTS = {"http": 80, "https": 443}


class OriginGuard:
    """Lets requests through to an application, or refuses them.

    Args:
        app: the application.
        allow_origins: origins besides its own; ``*`` for all.
        allow_hosts: the names in ``Host`` that are answered to, without ports; None for all.
    """

    def __init__(
        self, app: ASGIApp, allow_origins: Iterable[str], allow_hosts: Iterable[str] | None
    ) -> None:
        self._app = app
        self._origins = frozenset(map(checked_origin, allow_origins))
        self._hosts = None if allow_hosts is None else frozenset(map(checked_host, allow_hosts))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, and hand it on."""
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if "transfer-encoding" in headers and "content-length" in headers:
            # A proxy in front may believe the other one, and take the rest for a request.
            refusal = last_response(400, "bad_length", "Give one length of the body, not two.")
        elif not self._is_our_name(headers.get("host", "")):
            refusal = error_response(
                421,
                "unknown_host",
                "This server does not answer to that name; --allow-host adds one.",
            )
        elif not self._may_ask(scope, headers, origin):
            refusal = error_response(
                403,
                "foreign_origin",
                "Pages of other origins may not use this server; --allow-origin lets one.",
            )
        elif origin is not None and self._is_listed(origin):
            await self._answer_listed(scope, receive, send, origin)
            return
        else:
            await self._app(scope, receive, send)
            return
        await refusal(scope, receive, send)

    def _is_our_name(self, host: str) -> bool:
        return self._hosts is None or _without_port(host).lower() in self._hosts

    def _may_ask(self, scope: Scope, headers: Headers, origin: str | None) -> bool:
        if len(headers.getlist("origin")) > 1:
            return False
        if origin is not None:
            return self._is_listed(origin) or _is_same(scope, headers, origin)
        # A browser that says that another site's page asks, unless it was a link that was followed.
        is_cross = headers.get("sec-fetch-site") in ("cross-site", "same-site")
        return not is_cross or headers.get("sec-fetch-mode") == "navigate" or ANY in self._origins

    def _is_listed(self, origin: str) -> bool:
        return ANY in self._origins or origin in self._origins

    async def _answer_listed(self, scope: Scope, receive: Receive, send: Send, origin: str) -> None:
        """Answer a page of another origin that may ask, and tell its browser so."""
        extra = [
            (b"access-control-allow-origin", origin.encode("latin-1")),
            (b"vary", b"Origin"),
        ]
        if scope["type"] == "http" and scope["method"] == "OPTIONS":
            extra += [
                (b"access-control-allow-methods", b"GET, POST"),
                (b"access-control-allow-headers", b"content-type"),
                (b"access-control-max-age", b"600"),
            ]
            await send({"type": "http.response.start", "status": 204, "headers": extra})
            await send({"type": "http.response.body", "body": b""})
            return

        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *extra]
            await send(message)

        await self._app(scope, receive, send_with)


def _is_same(scope: Scope, headers: Headers, origin: str) -> bool:
    """Whether an origin is the one that the request went to."""
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    host = headers.get("host", "")
    if not host:
        return False
    try:
        return _parts(origin) == _parts(f"{scheme}://{host}")
    except ValueError:
        return False


def _parts(origin: str) -> tuple[str, str, int | None]:
    split = urlsplit(origin)
    if split.path or split.query or split.fragment or split.username is not None:
        raise ValueError(origin)
    return split.scheme, split.hostname or "", split.port or _PORTS.get(split.scheme)


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]


def checked_origin(text: str) -> str:
    """An origin as browsers write it.

    Raises:
        InvalidValue: it is none (``bad_origin``).
    """
    if text == ANY:
        return text
    try:
        scheme, host, _ = _parts(text.rstrip("/"))
    except ValueError:
        scheme = host = ""
    if scheme not in _PORTS or not host:
        raise InvalidValue(
            f"{text!r} is no origin; write one like https://example.org or http://localhost:3000.",
            code="bad_origin",
        )
    return text.rstrip("/").lower()


def checked_host(text: str) -> str:
    """The name of a host, without a port.

    Raises:
        InvalidValue: it is none (``bad_host``).
    """
    if not text or "/" in text or (_without_port(text) != text):
        raise InvalidValue(
            f"{text!r} is no name of a host; write one like example.org, without a port.",
            code="bad_host",
        )
    return text.lower()
