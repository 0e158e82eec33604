"""Records take long to make, and keep nobody waiting but those who have asked for them."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from protocol_host import FREE, Client, Host
from server_host import Talk, served
from tichu.protocol.bounds import Limits
from tichu.server.app import create_app

Work = Callable[[], None]


def a_finished_match(client: Client) -> str:
    match: str = client.do("create", seats=["first"] * 4, target=1)["match"]
    client.host.settle()
    return match


class Slow:
    """A thread that does its work when it is told to."""

    def __init__(self, host: Host) -> None:
        self.jobs: list[tuple[Work, Work]] = []
        host.hub.elsewhere = lambda work, then: self.jobs.append((work, then))
        self.host = host

    def finish(self) -> None:
        work, then = self.jobs.pop(0)
        work()
        then()
        self.host.flush()


def ask_for(client: Client, match: str, number: str) -> None:
    client.throw(f'{{"type":"record","id":"{number}","match":"{match}"}}'.encode())


def test_others_are_answered_while_a_record_is_made():
    host = Host()
    client, other = host.connect(), host.connect()
    match = a_finished_match(client)
    slow = Slow(host)
    count = len(client.replies)

    ask_for(client, match, "slow")
    assert len(client.replies) == count
    client.do("list")
    other.do("classify", cards="7j")
    slow.finish()

    reply = client.replies[-1]
    assert (reply["type"], reply["id"]) == ("ok", "slow")
    assert reply["result"]["record"].startswith('{"tichu_record":1')
    # One that is known is the same again.
    ask_for(client, match, "again")
    slow.finish()
    assert client.replies[-1]["result"] == reply["result"]


def test_what_is_refused_later_is_an_error_with_its_id():
    host = Host(Limits(requests_per_second=None, backlog_bytes=2_000))
    client = host.connect()
    match = a_finished_match(client)
    slow = Slow(host)
    ask_for(client, match, "x")
    slow.finish()
    assert client.replies[-1]["id"] == "x"
    assert client.replies[-1]["code"] == "record_too_large"


def test_a_client_that_is_gone_is_sent_nothing():
    host = Host(FREE)
    client = host.connect()
    match = a_finished_match(client)
    slow = Slow(host)
    ask_for(client, match, "x")
    count = len(client.raw)
    client.close()
    slow.finish()
    assert len(client.raw) == count


def test_a_match_that_is_forgotten_meanwhile_has_its_record():
    host = Host(Limits(requests_per_second=None, kept=1.0))
    client = host.connect()
    match = a_finished_match(client)
    slow = Slow(host)
    ask_for(client, match, "x")
    host.pass_time(5)
    assert client.refused("watch", match=match)[0] == "unknown_match"
    slow.finish()
    assert client.replies[-1]["type"] == "ok"


@pytest.mark.parametrize("ends", [False, True])
def test_the_server_goes_on_while_a_record_is_made(ends: bool):
    app = create_app(db=":memory:")
    go_on = threading.Event()
    with served(app) as address, Talk(address.port) as talk:
        talk.hello()
        created = talk.request("create", seats=["first"] * 4, target=1)
        match = created["result"]["match"]
        life = talk.request("watch", match=match)["result"]["view"]["life"]
        while life != "over":
            message = talk.receive()
            if any(what["type"] == "match_over" for what in message.get("events", ())):
                life = "over"
        app.host.reader.submit(go_on.wait)
        asked = talk.send("record", match=match)
        for _ in range(3):
            assert talk.request("list")["type"] == "ok"
        go_on.set()
        if not ends:
            while (reply := talk.receive()).get("id") != asked:
                pass
            assert reply["result"]["type"] == "record"
