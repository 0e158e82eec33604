"""What is asked over HTTP: matches to make and to find, records, the schema, health, metrics.

A request that the protocol knows goes through a session of its own, so that there is one way in,
with the same checks, and nothing is answered before it is on disk.
"""

from __future__ import annotations

import asyncio
import math
import time
from importlib.resources import files

import msgspec
from msgspec.structs import replace
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from tichu.protocol.faults import RequestRefused
from tichu.protocol.messages.replies import Error
from tichu.protocol.reading import check_depth
from tichu.server.allowance import Allowance
from tichu.server.answers import (
    error_response,
    json_response,
    last_response,
    raw_json_response,
)
from tichu.server.connection import Connection
from tichu.server.faults import ServerError
from tichu.server.host import Host
from tichu.server.records import Records

__all__ = ["Api"]

_HELLO = b'{"type":"hello","id":"hello","version":1,"client":"http"}'
_ID = "http"
_STATUS = {"too_many_matches": 503, "too_many_sessions": 503, "too_large": 413}
PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


class _Reply(msgspec.Struct):
    """As much of a reply as decides what becomes of it."""

    type: str
    id: str | None = None
    result: msgspec.Raw = msgspec.Raw()
    code: str = ""


_replies = msgspec.json.Decoder(_Reply)
_errors = msgspec.json.Decoder(Error)


class Api:
    """The endpoints.

    Args:
        host: the matches.
        engine: what answers: a name and a version.
    """

    def __init__(self, host: Host, engine: str) -> None:
        self._host = host
        self._engine = engine
        self._records = Records(host, engine)
        self._creates = Allowance(host.limits.creates, host.limits.creates_burst)

    async def matches(self, request: Request) -> Response:
        """``api/matches``: one address, so that a refusal names both methods."""
        return await (self._create(request) if request.method == "POST" else self._listed())

    async def _listed(self) -> Response:
        """``GET api/matches``: the matches that are listed and not over, the newest first."""
        if not self._host.is_running:
            return self._not_running()
        return json_response({"matches": self._host.hub.infos()})

    async def _create(self, request: Request) -> Response:
        """``POST api/matches``: make a match; the body is a ``create`` request."""
        if not self._host.is_running:
            return self._not_running()
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return error_response(415, "bad_type", "Send application/json.")
        try:
            async with asyncio.timeout(self._host.limits.body):
                body = await self._body(request)
        except TimeoutError:
            return last_response(408, "too_slow", "The body did not come in time.")
        except ClientDisconnect:
            return Response(status_code=400)
        if not self._creates.take(time.monotonic()):
            return self._too_fast()
        if body is None:
            most = self._host.limits.body_bytes
            return last_response(413, "too_large", f"A body has at most {most} bytes.")
        try:
            check_depth(body)
            fields = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
            kind = msgspec.json.decode(fields.get("type", b'"create"'))
        except RequestRefused as error:
            return error_response(400, error.code, error.message)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            return error_response(400, "bad_json", "Send one JSON object in UTF-8.")
        if kind != "create":
            return error_response(400, "unknown_type", "Leave the type away, or give `create`.")
        own = {"type": "create", "id": _ID}
        return await self._ask(msgspec.json.encode({**fields, **own}))

    async def _body(self, request: Request) -> bytes | None:
        """The body of a request; None if it is too long."""
        most = self._host.limits.body_bytes
        # It has been checked that this is a number.
        if int(request.headers.get("content-length", 0)) > most:
            return None
        body = b""
        async for piece in request.stream():
            body += piece
            if len(body) > most:
                return None
        return body

    async def _ask(self, message: bytes) -> Response:
        """Put a request to the hub, and answer with what it replies."""
        connection = self._host.connect(lambda: None)
        try:
            self._host.receive(connection, _HELLO)
            self._host.receive(connection, message)
            return await self._answer(connection)
        finally:
            self._host.disconnect(connection)
            connection.forget()

    async def _answer(self, connection: Connection) -> Response:
        while messages := await connection.take():
            for message in messages:
                reply = _replies.decode(message)
                if reply.type == "ok" and reply.id == _ID:
                    return raw_json_response(bytes(reply.result), 201)
                if reply.type == "error":
                    # The id is the one that was put in here, and means nothing to the client.
                    error = replace(_errors.decode(message), id=None)
                    return json_response(error, _STATUS.get(reply.code, 400))
        return self._not_running()

    async def records(self, _request: Request) -> Response:
        """``GET api/records``: the matches that are over and may be listed, the newest first."""
        if not self._host.is_running:
            return self._not_running()
        loop = asyncio.get_running_loop()
        most = self._host.limits.finished
        found = await loop.run_in_executor(self._host.reader, self._host.store.finished, most)
        return json_response({"matches": found})

    async def record(self, request: Request) -> Response:
        """``GET api/records/MATCH``: the record of a match that is over."""
        if not self._host.is_running:
            return self._not_running()
        match = request.path_params["match"]
        try:
            found = await self._records.find(match)
        except ServerError as error:
            status = 500 if error.code == "damaged" else 503
            return error_response(status, error.code, error.message)
        if found is None:
            return error_response(
                404, "no_record", "There is no match of that name that is over here."
            )
        headers = {"cache-control": "no-cache"}
        return Response(found, 200, headers, "application/jsonl")

    async def schema(self, _request: Request) -> Response:
        """``GET schema.json``: the JSON Schema of all messages."""
        headers = {"cache-control": "no-cache"}
        data = (files("tichu.protocol") / "schema.json").read_bytes()
        return Response(data, 200, headers, "application/schema+json")

    async def health(self, _request: Request) -> Response:
        """``GET health``: 200 while matches can be played, 503 otherwise."""
        if not self._host.is_running:
            return self._not_running()
        return json_response({"status": "ok", "engine": self._engine, **self._host.hub.counts()})

    async def metrics(self, _request: Request) -> Response:
        """``GET metrics``: counts in Prometheus' text format."""
        if not self._host.is_running:
            return self._not_running()
        headers = {"cache-control": "no-store"}
        text = self._host.metrics.text(self._host.hub.counts())
        return Response(text, 200, headers, PROMETHEUS)

    def _too_fast(self) -> Response:
        wait = math.ceil(1 / (self._host.limits.creates or 1))
        message = "Too many matches are being made; try later."
        return error_response(429, "too_fast", message, {"retry-after": str(wait)})

    def _not_running(self) -> Response:
        reason = self._host.failed or (
            "The server has not started: where it is mounted, enter its running() in the lifespan."
        )
        return error_response(503, "not_running", reason)
