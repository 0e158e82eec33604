"""A host without input, output or a clock of its own, its clients, and players who do anything."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from tichu import RoundState, parse_position
from tichu.agents import HOUSE_AGENTS, make_house_agent
from tichu.protocol.bounds import Limits
from tichu.protocol.entries import Entry
from tichu.protocol.hub import Hub
from tichu.protocol.messages.replies import ServerMessage
from tichu.seats import SEATS

FREE = Limits(requests_per_second=None, matches_per_session=None, kept=None, unattended=None)
"""Bounds that are in no test's way."""

DECODER: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)

Message = dict[str, Any]


class Client:
    """One connection, and all that has come over it."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.session = host.hub.open(host.now)
        self.raw: list[bytes] = []
        self.pushed: list[Message] = []
        self.replies: list[Message] = []
        self.asks: dict[tuple[str, int], Message] = {}

    def take(self, messages: Iterable[bytes]) -> None:
        for raw in messages:
            DECODER.decode(raw)
            self.raw.append(raw)
            message = json.loads(raw)
            if message["type"] in ("ok", "error"):
                self.replies.append(message)
            else:
                self.pushed.append(message)
            if message["type"] == "ask":
                self.asks[message["match"], message["seat"]] = message

    def send(self, kind: str, **fields: Any) -> Message:
        """Send a request; its reply."""
        self.host.sent += 1
        request = {"type": kind, "id": str(self.host.sent), **fields}
        count = len(self.replies)
        self.throw(json.dumps(request).encode())
        assert len(self.replies) == count + 1
        reply = self.replies[-1]
        assert reply["id"] == request["id"]
        return reply

    def throw(self, data: bytes) -> None:
        """Send anything."""
        self.session.receive(data, self.host.now)
        self.host.flush()

    def do(self, kind: str, **fields: Any) -> Any:
        """Send a request that is granted; its result."""
        reply = self.send(kind, **fields)
        assert reply["type"] == "ok", reply
        assert reply["result"]["type"] == kind
        return reply["result"]

    def refused(self, kind: str, **fields: Any) -> tuple[str, str | None]:
        """Send a request that is refused; code and rule."""
        reply = self.send(kind, **fields)
        assert reply["type"] == "error", reply
        return reply["code"], reply.get("rule")

    def act(self, match: str, seat: int, **answer: Any) -> Any:
        """Answer the seat's last question."""
        position = self.asks[match, seat]["position"]
        return self.do("act", match=match, seat=seat, position=position, **answer)

    def ask(self, match: str, seat: int) -> Message:
        return self.asks[match, seat]

    def events(self, match: str, seat: int | None = None) -> list[Message]:
        """The steps that were told to a seat."""
        return [
            message
            for message in self.pushed
            if message["type"] == "event"
            and message["match"] == match
            and message.get("seat") == seat
        ]

    def happenings(self, match: str, seat: int | None = None) -> list[Message]:
        return [what for event in self.events(match, seat) for what in event["events"]]

    def close(self) -> None:
        self.session.close(self.host.now)
        self.host.flush()


class Host:
    """A hub with its clients, a clock that is moved by hand, and a journal."""

    def __init__(self, limits: Limits = FREE, entropy: int = 0) -> None:
        self.limits = limits
        self.now = 0.0
        self.sent = 0
        self.journal: list[Entry] = []
        self.clients: list[Client] = []
        self._entropy = random.Random(entropy)
        self.hub = self._new_hub()

    def _new_hub(self) -> Hub:
        return Hub(
            make_house_agent,
            agents=HOUSE_AGENTS,
            limits=self.limits,
            entropy=self._entropy.randbytes,
            engine="tichu test",
        )

    def connect(self, *, hello: bool = True) -> Client:
        client = Client(self)
        self.clients.append(client)
        if hello:
            client.do("hello", version=1)
        return client

    def flush(self) -> None:
        batch = self.hub.take_batch()
        self.journal += batch.entries
        by_session = {client.session: client for client in self.clients}
        for session, messages in batch.outputs:
            by_session[session].take(messages)

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and everything happen when it is due."""
        end = self.now + seconds
        while (due := self.next_due()) is not None and due <= end:
            self._advance(due)
        self.now = end

    def next_due(self) -> float | None:
        """When something is due next, be it only for agents among themselves."""
        dues = (self.hub.next_deadline(), self.hub.next_spare())
        return min((due for due in dues if due is not None), default=None)

    def _advance(self, due: float) -> None:
        self.now = max(self.now, due)
        self.hub.tick(self.now)
        self.hub.spend(self.now)
        self.flush()

    def go_on(self) -> bool:
        """Let the next thing happen that time brings; whether there was one."""
        due = self.next_due()
        if due is None:
            return False
        self._advance(due)
        return True

    def settle(self) -> None:
        """Let happen all that is due now."""
        self.pass_time(0.0)

    def restart(self) -> None:
        """The process dies and comes back with its journal; all connections are gone."""
        self.clients = []
        self.hub = self._new_hub()
        self.hub.restore(self.journal, self.now)
        self.flush()

    def state(self, match: str) -> RoundState:
        state = self.game(match).state
        assert state is not None
        return state

    def game(self, match: str) -> Any:
        return self.hub._matches.room(match).table.game

    def table(self, match: str) -> Any:
        return self.hub._matches.room(match).table

    def put(self, match: str, position: str) -> None:
        """Put another position on the table of a match that has begun."""
        room = self.hub._matches.room(match)
        table = room.table
        table.game.state = parse_position(position)
        table.game.held.clear()
        table.window = None
        table.call_offers, table.bomb_offers = [], []
        table._renew(SEATS)
        self.hub._matches.touch(room)
        self.hub.deliver(self.now)
        self.flush()


def four_seats(host: Host, **settings: Any) -> tuple[Client, str]:
    """A match of which one client has all four seats, just begun."""
    client = host.connect()
    match = client.do("create", seats=["me"] * 4, **settings)["match"]
    host.settle()
    return client, match


def scene(host: Host, position: str, **settings: Any) -> tuple[Client, str]:
    """A match of which one client has all four seats, at this position."""
    client, match = four_seats(host, **settings)
    host.put(match, position)
    return client, match


def plays_of(ask: Message) -> list[tuple[str, bool]]:
    """The plays of a question as cards, and whether each may carry a wish."""
    hand = ask.get("hand", "")
    return [
        (
            "".join(hand[2 * (ord(x) - 97) : 2 * (ord(x) - 97) + 2] for x in word),
            group.get("wish", False),
        )
        for group in ask.get("plays", [])
        for word in group["plays"].split()
    ]


def any_answer(ask: Message, rng: random.Random, pass_odds: float = 0.0) -> Message:
    """Anything that a question lists, as the fields of an ``act``."""
    if ask.get("give") and (not ask.get("actions") or rng.random() < 0.9):
        hand = ask["give"]
        cards = [hand[i : i + 2] for i in range(0, len(hand), 2)]
        return {"action": "give " + " ".join(rng.sample(cards, 3))}
    actions, plays = _few_calls(ask.get("actions", []), rng), plays_of(ask)
    if plays and actions and rng.random() < pass_odds:
        return {"action": rng.choice(actions)}
    chosen = rng.randrange(len(actions) + len(plays))
    if chosen < len(actions):
        return {"action": actions[chosen]}
    index = chosen - len(actions)
    cards, with_wish = plays[index]
    answer: Message = {"play": index}
    if with_wish:
        answer["wish"] = rng.choice(ask["wishes"])
    return answer


def _few_calls(actions: list[str], rng: random.Random) -> list[str]:
    """Mostly without the calls, which cost more than they win."""
    others = [action for action in actions if action not in ("grand", "tichu")]
    return actions if rng.random() < 1 / 16 else others or actions


def first_answer(ask: Message, rng: random.Random) -> Message:
    """The first thing listed, preferring plays: matches end soon."""
    if ask.get("give"):
        return any_answer({"give": ask["give"]}, rng)
    if ask.get("count"):
        return {"play": 0}
    return {"action": ask["actions"][0]}


Choose = Callable[[Message, random.Random], Message]


def one_act(
    host: Host, players: list[Client], match: str, rng: random.Random, choose: Choose = any_answer
) -> bool:
    """Let somebody do something, mostly one who has to; whether the match goes on."""
    waiting = [
        (client, ask)
        for client in players
        for (name, _), ask in client.asks.items()
        if name == match and (ask.get("actions") or ask.get("count") or ask.get("give"))
        if ask["kind"] != "wait" or ask.get("actions") != ["tichu"] or rng.random() < 1 / 16
    ]
    due = [(client, ask) for client, ask in waiting if ask["kind"] != "wait"]
    if host.game(match).life == "over":
        return False
    if not due or rng.random() < 0.05:
        if host.go_on():
            return True
        assert due, "nobody can do anything"
    client, ask = rng.choice(waiting if waiting and rng.random() < 0.05 else due)
    del client.asks[match, ask["seat"]]
    fields = {"match": match, "seat": ask["seat"], "position": ask["position"]}
    client.do("act", **fields, **choose(ask, rng))
    return True


def play(
    host: Host,
    players: list[Client],
    match: str,
    rng: random.Random,
    choose: Choose = any_answer,
    most: int = 50_000,
) -> int:
    """Play on until the match is over; the number of answers."""
    for count in range(most):
        if not one_act(host, players, match, rng, choose):
            return count
    raise AssertionError("the match does not end")
