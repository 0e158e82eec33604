"""The transports of the protocol: JSON lines on standard input and output, and the web.

``create_app`` makes the web server as an ASGI application. It needs the extra ``server``
(Starlette, uvicorn), and is only looked for when asked for, so that the engine does without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tichu.server.app import TichuApp, create_app
    from tichu.server.limits import ServerLimits

__all__ = ["ServerLimits", "TichuApp", "create_app"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from tichu.server import app, limits  # noqa: PLC0415
    except ImportError as error:
        raise ImportError(
            f"The server needs {error.name}, which is not installed: install the extra `server` of"
            " tichu, in a clone of it with `pip install '.[server]'`.",
            name=error.name,
        ) from error
    return getattr(limits if name == "ServerLimits" else app, name)
