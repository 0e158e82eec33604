"""Players over WebSockets that remember all they were told, and check it when they come back."""

from __future__ import annotations

import json
import random
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from server_host import LOOPBACK

Message = dict[str, Any]

STALE = ("too_late",)
"""What is said to an answer that crosses with the end of a window, or with another's bomb."""

AGAIN = 20
"""So many of the steps that a player knows are asked for once more."""


class Player:
    """A seat of a match, held by its token over any number of connections.

    Attributes:
        steps: every event that was told, by its number.
        acknowledged: how many acts were acknowledged.
        is_over: the end of the match was told.
    """

    def __init__(self, match: str, seat: int, token: str, rng: random.Random) -> None:
        self.match, self.seat, self.token = match, seat, token
        self.rng = rng
        self.steps: dict[int, Message] = {}
        self.acknowledged = 0
        self.is_over = False
        self._count = 0
        self._asked_for: str | None = None
        self._owed: str | None = None

    async def play(self, port: int) -> None:
        """Come to the seat and play until the match is over or the connection is."""
        url = f"ws://{LOOPBACK}:{port}/ws"
        try:
            async with connect(url, compression=None, proxy=None, ping_interval=None) as socket:
                await self._come(socket)
                while not self.is_over:
                    await self._hear(socket, json.loads(await socket.recv()))
        except (ConnectionClosed, InvalidMessage, OSError):
            # The server was killed; an act may have been under way, acknowledged or not.
            self._asked_for = None

    async def _come(self, socket: Any) -> None:
        await socket.send('{"type":"hello","id":"h","version":1}')
        assert json.loads(await socket.recv())["type"] == "ok"
        known = max(self.steps, default=0)
        since = max(0, known - AGAIN)
        resume = {"type": "resume", "match": self.match, "token": self.token, "last_seq": since}
        await socket.send(json.dumps({**resume, "id": "r"}))
        reply = json.loads(await socket.recv())
        assert reply["type"] == "ok", reply
        self._check(known, since, reply["result"])

    def _check(self, known: int, since: int, result: Message) -> None:
        """All that this player was told, and all that he was told is done, is still there."""
        view, missed = result["view"], result["missed"]
        assert result["seat"] == view["seat"] == self.seat
        assert view["seq"] >= known
        assert [step["seq"] for step in missed] == list(range(since + 1, view["seq"] + 1))
        for step in missed:
            self._note(step)
        if self._owed is not None:
            held = view.get("held") == self._owed
            assert held, f"seat {self.seat} was told that {self._owed!r} is done"

    def _note(self, step: Message) -> None:
        """A step is told once more as it was told before."""
        assert self.steps.setdefault(step["seq"], step) == step
        if step.get("actor") == self.seat and step.get("by") == "player":
            self._owed = None
        if any(event["type"] == "match_over" for event in step["events"]):
            self.is_over = True

    async def _hear(self, socket: Any, message: Message) -> None:
        kind = message["type"]
        if kind == "event":
            assert message["seq"] == max(self.steps) + 1
            self._note(message)
        elif kind == "ask" and message["kind"] != "wait":
            await self._answer(socket, message)
        elif kind == "ok":
            self.acknowledged += 1
            if self._asked_for not in ("next", "decline"):
                self._owed = self._asked_for
        elif kind == "error":
            assert message["code"] in STALE, message

    async def _answer(self, socket: Any, ask: Message) -> None:
        fields: Message = {}
        actions = [text for text in ask.get("actions", []) if text not in ("tichu", "grand")]
        if ask["kind"] == "exchange":
            cards = [ask["give"][at : at + 2] for at in range(0, len(ask["give"]), 2)]
            fields["action"] = f"give {' '.join(self.rng.sample(cards, 3))}"
        elif ask.get("count") and (not actions or self.rng.random() < 0.6):
            fields["play"] = self.rng.randrange(ask["count"])
        else:
            fields["action"] = actions[0]
        self._count += 1
        self._asked_for = fields.get("action", "a play")
        act = {"type": "act", "id": f"a{self._count}", "match": self.match}
        await socket.send(json.dumps({**act, "position": ask["position"], **fields}))
