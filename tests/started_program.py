"""A started program without a process: a seat at a table of three agents, message by message."""

from __future__ import annotations

import json
from typing import Any

from tichu import MatchState, Question, RoundDriver, Rules, deal_for, start_round, stream, view
from tichu.agents import FirstAgent
from tichu.agents.process.bounds import TOLD
from tichu.protocol.started import StartedClient
from tichu.seats import SEATS

Message = dict[str, Any]


class StartedProgram:
    """Seat 0 of a round; the other seats play the lowest cards.

    Attributes:
        client: the program's side.
        raw: what it was sent.
    """

    def __init__(self, seed: str = "started", rules: Rules | None = None) -> None:
        self.client = StartedClient("tichu test", 5.0, TOLD)
        self.raw: list[bytes] = []
        self.match = MatchState(rules=Rules() if rules is None else rules)
        self.driver = RoundDriver(start_round(deal_for(seed, 1), self.match.rules))
        self.others = [FirstAgent() for _ in SEATS]
        for seat in SEATS:
            self.others[seat].begin_round(seat, stream(seed, "agent", 1, seat))
        self._count = 0
        self._seated = False
        self._is_asked = False

    def throw(self, data: bytes) -> None:
        """Send anything."""
        self.client.hear(data)
        if self.client.greeted and not self._seated:
            self._seated = True
            self.client.begin_match(0, self.match)
            self._go_on()
        elif self._is_asked and self.client.question is None:
            self._is_asked = False
            self.driver.answer(self.client.answer)
            self._go_on()
        self.raw += self.client.take_output()

    def send(self, kind: str, **fields: Any) -> Message:
        """Send a request; its reply."""
        self._count += 1
        place = len(self.raw)
        self.throw(json.dumps({"type": kind, "id": str(self._count), **fields}).encode())
        reply: Message = json.loads(self.raw[place])
        assert reply["id"] == str(self._count)
        return reply

    def act(self, **answer: Any) -> Message:
        """Answer the last question."""
        ask = self.ask
        fields = {"match": ask["match"], "position": ask["position"], **answer}
        return self.send("act", **fields)

    @property
    def sent(self) -> list[Message]:
        return [json.loads(raw) for raw in self.raw]

    @property
    def ask(self) -> Message:
        return next(message for message in reversed(self.sent) if message["type"] == "ask")

    @property
    def question(self) -> Question:
        assert self.driver.question is not None
        return self.driver.question

    def close(self) -> None:
        """The program is gone."""

    def _go_on(self) -> None:
        while (question := self.driver.question) is not None and question.seat != 0:
            self.driver.answer(self.others[question.seat].answer(question))
        if question is None:
            self.client.tell(view(self.driver.state, 0, self.driver.events))
        else:
            self._is_asked = True
            self.client.ask(question)


def harmless_answer(ask: Message) -> Message:
    """The first thing that a question lists."""
    give = ask.get("give", "")
    if give:
        return {"action": f"give {give[0:2]} {give[2:4]} {give[4:6]}"}
    if ask["kind"] == "play" and ask.get("count"):
        return {"play": 0}
    return {"action": ask["actions"][0]}
