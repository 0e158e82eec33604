"""The types of the protocol for those who build on it; checked by mypy, not run."""

from typing import assert_type

from tichu.agents import make_agent
from tichu.protocol.client import Client, EngineTransport, Transport, listed_plays
from tichu.protocol.entries import Entry
from tichu.protocol.hub import Batch, Hub
from tichu.protocol.messages.basics import Combo
from tichu.protocol.messages.pushes import Ask, Detached, Event, Seated
from tichu.protocol.messages.replies import Created, MatchInfo
from tichu.protocol.session import Session

hub = Hub(make_agent, agents=("random", "first"))
session = hub.open(0.0)
assert_type(session, Session)
session.receive(b"{}", 0.0)
batch = hub.take_batch()
assert_type(batch, Batch)
assert_type(batch.entries, tuple[Entry, ...])
assert_type(batch.outputs, tuple[tuple[Session, list[bytes]], ...])
assert_type(hub.next_deadline(), float | None)
assert_type(hub.infos(), tuple[MatchInfo, ...])
assert_type(hub.record("x"), bytes | None)
assert_type(session.closed, str | None)

transport: Transport = EngineTransport.start()
client = Client(transport)
assert_type(client.create(), Created)
assert_type(client.next_push(), Event | Ask | Detached | Seated | None)
ask = client.next_ask("x")
assert_type(ask, Ask | None)
if ask is not None:
    assert_type(listed_plays(ask), list[Combo])
