"""The table in the browser: the files of this package's ``static`` folder.

They are read once, at the start, and nothing else is ever served: no path leads out of the folder.
"""

from __future__ import annotations

import hashlib
import mimetypes
from importlib.resources import files
from importlib.resources.abc import Traversable

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tichu.server.answers import error_response

__all__ = ["Pages"]

INDEX = "index.html"

# Systems differ in what they know, and browsers insist on some of these.
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class _File(Struct, frozen=True):
    """One file, and what is said about it."""

    data: bytes
    media_type: str
    etag: str


class Pages:
    """Serves the page; the folder's index stands for the folder."""

    def __init__(self) -> None:
        self._files: dict[str, _File] = {}
        folder = files("tichu.server") / "static"
        if folder.is_dir():
            self._read(folder, "")

    def _read(self, folder: Traversable, prefix: str) -> None:
        for entry in folder.iterdir():
            if entry.name.startswith((".", "__")):
                continue
            if entry.is_dir():
                self._read(entry, f"{prefix}{entry.name}/")
            else:
                self._files[prefix + entry.name] = _file(entry.name, entry.read_bytes())

    async def __call__(self, request: Request) -> Response:
        """Answer a request for a file."""
        file = self._files.get(request.path_params.get("path", "") or INDEX)
        if file is None:
            return error_response(404, "not_found", "There is nothing at this address.")
        # Asking each time whether it has changed is cheap, and a new version is never half there.
        headers = {"cache-control": "no-cache", "etag": file.etag}
        if file.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(file.data, headers=headers, media_type=file.media_type)


def _file(name: str, data: bytes) -> _File:
    ending = name[name.rfind(".") :].lower() if "." in name else ""
    media_type = _TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return _File(data, media_type, f'"{hashlib.sha256(data).hexdigest()[:32]}"')
