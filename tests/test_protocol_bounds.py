"""Every bound of a host: what happens when it is passed, and that it is not passed too early."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from protocol_host import FREE, Client, Host, four_seats, one_act
from tichu.protocol.bounds import HEAVY_REQUEST, IDS_REMEMBERED, MAX_NESTING, Limits


def limited(**limits: Any) -> Host:
    return Host(msgspec.structs.replace(FREE, **limits))


def code_of(client: Client, data: bytes) -> tuple[str, str | None]:
    count = len(client.replies)
    client.throw(data)
    assert len(client.replies) == count + 1
    reply = client.replies[-1]
    return reply.get("code", "ok"), reply["id"]


def hello(request: str = "1", **more: Any) -> bytes:
    return json.dumps({"type": "hello", "id": request, "version": 1, **more}).encode()


# --- the form of a message ---


def test_the_length_of_a_message():
    client = limited(message_bytes=100).connect(hello=False)
    assert code_of(client, hello().ljust(100))[0] == "ok"
    assert code_of(client, hello("2").ljust(101)) == ("too_large", None)


def test_nesting():
    client = Host().connect()
    for depth, code in (
        (MAX_NESTING - 2, "bad_field"),
        (MAX_NESTING, "too_deep"),
        (5_000, "too_deep"),
    ):
        deep = "[" * depth + "]" * depth
        data = f'{{"type":"create","id":"d{depth}","options":{{"a":{deep}}}}}'
        assert code_of(client, data.encode()) == (code, f"d{depth}" if depth < 500 else None)
    # Brackets in texts nest nothing.
    text = "[" * 300
    assert code_of(client, hello("t", client="[{" * 20))[0] == "ok"
    assert code_of(client, f'{{"type":"classify","id":"u","cards":"{text}"}}'.encode())[0] == (
        "bad_field"
    )


@pytest.mark.parametrize(
    ("request_id", "code"),
    [
        ("x" * 64, "ok"),
        ("x" * 65, "bad_field"),
        ("", "bad_field"),
        ("é", "bad_field"),
        (7, "bad_field"),
    ],
)
def test_ids(request_id: Any, code: str):
    client = Host().connect(hello=False)
    data = json.dumps({"type": "hello", "id": request_id, "version": 1}).encode()
    assert code_of(client, data) == (code, request_id if code == "ok" else None)


@pytest.mark.parametrize(
    ("data", "code", "where"),
    [
        (b"nonsense", "bad_json", None),
        (b'{"type":"list","id":"7"', "bad_json", None),
        (b'{"type":"list","id":"\xff"}', "bad_json", None),
        (b'["list"]', "bad_field", None),
        (b'{"type":"lisp","id":"7"}', "unknown_type", "type"),
        (b'{"id":"7"}', "missing_field", None),
        (b'{"type":"list"}', "missing_field", None),
        (b'{"type":"list","id":"7","more":1}', "unknown_field", None),
        (b'{"type":"watch","id":"7","match":7}', "bad_field", "match"),
        (b'{"type":"create","id":"7","clock":{"decision":"x"}}', "bad_field", "clock.decision"),
        (b'{"type":"create","id":"7","seats":["me"]}', "bad_field", "seats"),
        (b'{"type":"act","id":"7","match":"a","position":1e400}', "bad_field", "position"),
        (
            b'{"type":"act","id":"7","match":"a","position":9007199254740992}',
            "bad_field",
            "position",
        ),
    ],
)
def test_what_is_wrong_with_a_message(data: bytes, code: str, where: str | None):
    client = Host().connect()
    client.throw(data)
    reply = client.replies[-1]
    assert (reply["code"], reply.get("where")) == (code, where)
    readable = b'"id":"7"' in data and data.endswith(b"}")
    assert reply["id"] == ("7" if readable else None)
    assert reply["message"].endswith(".")
    assert "\n" not in reply["message"]


def test_the_first_request_is_hello():
    client = Host().connect(hello=False)
    assert client.refused("list")[0] == "hello_first"
    assert client.refused("hello", version=2)[0] == "unknown_version"
    assert client.refused("list")[0] == "hello_first"
    client.do("hello", version=1)
    client.do("list")


# --- requests of one connection ---


def test_an_id_is_used_once():
    client = Host().connect()
    assert code_of(client, hello("again")) == ("ok", "again")
    assert code_of(client, hello("again")) == ("repeated_id", "again")
    # An act that is sent twice is done once.
    client, match = four_seats(Host())
    act = {"type": "act", "id": "act", "match": match, "seat": 0, "position": 1, "action": "grand"}
    assert code_of(client, json.dumps(act).encode()) == ("ok", "act")
    assert code_of(client, json.dumps(act).encode()) == ("repeated_id", "act")


def test_ids_are_forgotten_in_the_end():
    client = Host().connect(hello=False)
    client.throw(hello("old"))
    for number in range(IDS_REMEMBERED):
        client.session.receive(hello(str(number)), 0.0)
        client.session.take_output()
    assert code_of(client, hello("old")) == ("ok", "old")
    assert len(client.session._ids) == len(client.session._id_order) == IDS_REMEMBERED


def test_requests_a_second():
    host = limited(requests_per_second=10.0, burst=20, excess=30)
    client = host.connect(hello=False)
    codes = [code_of(client, hello(str(number)))[0] for number in range(25)]
    assert codes == ["ok"] * 20 + ["too_fast"] * 5
    assert client.replies[-1]["id"] == "24"
    host.now += 0.5
    codes = [code_of(client, hello(f"later{number}"))[0] for number in range(6)]
    assert codes == ["ok"] * 5 + ["too_fast"]
    # Others are not slowed down.
    assert code_of(host.connect(hello=False), hello())[0] == "ok"


def test_heavy_requests_count_more():
    host = limited(requests_per_second=1.0, burst=2 * HEAVY_REQUEST + 1)
    client = host.connect()
    client.do("create")
    client.do("create")
    assert client.refused("list")[0] == "too_fast"


@pytest.mark.parametrize("faster", [2.0, 5.0, 100.0, 10_000.0])
def test_a_flood_is_cut_though_some_of_it_is_granted(faster: float):
    """Beyond the rate by 1,000 in 10 seconds, however it is spread, the connection ends."""
    host = limited(requests_per_second=50.0, burst=200, excess=1_000)
    client = host.connect(hello=False)
    a_second = 50.0 + 100.0 * faster
    sent = granted = 0
    while client.session.closed is None and sent < 20_000:
        host.now += 1 / a_second
        sent += 1
        client.throw(hello(str(sent)))
        granted += client.replies[-1]["type"] == "ok"
    assert client.session.closed == "too_fast"
    assert granted >= 200
    assert sent - granted >= 1_000


@pytest.mark.parametrize("slower", [0.0, 0.5, 0.95])
def test_who_is_a_little_too_fast_is_never_cut(slower: float):
    host = limited(requests_per_second=50.0, burst=200, excess=1_000)
    client = host.connect(hello=False)
    for number in range(20_000):
        host.now += 1 / (50.0 + 100.0 * slower)
        client.throw(hello(str(number)))
    assert client.session.closed is None


def test_who_never_slows_down_is_cut():
    host = limited(requests_per_second=10.0, burst=20, excess=30)
    client, match = host.connect(), None
    for number in range(60):
        client.throw(hello(str(number)))
    assert client.session.closed == "too_fast"
    assert client.replies[-1] == {
        "type": "error",
        "id": None,
        "code": "too_fast",
        "message": "Too many requests, for too long; the connection is closed.",
    }
    count = len(client.replies)
    client.throw(hello("late"))
    assert len(client.replies) == count
    assert match is None


def test_places_of_a_connection():
    host = limited(matches_per_session=3)
    client, other = host.connect(), host.connect()
    match = client.do("create", seats=["me", "me", "open", "open"])["match"]
    client.do("watch", match=match)
    assert client.refused("take", match=match)[0] == "too_many_places"
    assert client.refused("create", seats=["me", "open", "open", "open"])[0] == "too_many_places"
    mine = other.do("create", seats=["me", "me", "me", "open"])
    assert other.refused("take", match=match)[0] == "too_many_places"
    # Coming again to the same place is no other place.
    other.do("resume", match=mine["match"], token=mine["tokens"][0])
    client.do("leave", match=match)
    client.do("take", match=match)


# --- the host ---


def test_connections():
    host = limited(sessions=2)
    one, _ = host.connect(), host.connect()
    third = host.connect(hello=False)
    assert third.session.closed == "too_many_sessions"
    host.flush()
    third.take(third.session.take_output())
    assert third.replies[-1]["code"] == "too_many_sessions"
    third.throw(hello())
    assert len(third.replies) == 1
    one.close()
    host.connect()


def test_matches():
    host = limited(matches=3, kept=10.0)
    client = host.connect()
    for _ in range(2):
        client.do("create", seats=["me", "open", "open", "open"])
    over = client.do("create", seats=["first"] * 4, target=1)["match"]
    host.settle()
    assert client.refused("create")[0] == "too_many_matches"
    # Matches that are over are forgotten after a while.
    host.pass_time(11.0)
    assert client.refused("watch", match=over)[0] == "unknown_match"
    client.do("create")


def test_watchers():
    host = limited(watchers=2)
    client = host.connect()
    match = client.do("create")["match"]
    watchers = [host.connect() for _ in range(3)]
    for watcher in watchers[:2]:
        watcher.do("watch", match=match)
    assert watchers[2].refused("watch", match=match)[0] == "too_many_watchers"
    watchers[0].do("watch", match=match)
    watchers[0].close()
    watchers[2].do("watch", match=match)


def test_the_list():
    host = limited(listed=3)
    client = host.connect()
    made = [client.do("create")["match"] for _ in range(5)]
    shown = [info["match"] for info in client.do("list")["matches"]]
    assert shown == made[:1:-1]


def test_who_does_not_read_is_cut():
    host = limited(backlog_bytes=20_000)
    client, match = four_seats(host)
    lazy = host.connect()
    lazy.do("watch", match=match)
    for number in range(1_000):
        if lazy.session.closed:
            break
        # Nobody takes what there is to send.
        lazy.session.receive(hello(f"lazy{number}"), host.now)
    assert lazy.session.closed == "slow_reader"
    assert 10 < number < 50
    host.flush()
    assert (lazy.replies[-1]["id"], lazy.replies[-1]["code"]) == (None, "slow_reader")
    assert lazy.replies[-2]["result"]["type"] == "watch"
    assert not host.hub._matches.room(match).watching
    client.act(match, 0, action="nogrand")


def test_a_record_that_is_too_large_to_wait():
    host = limited(backlog_bytes=60_000)
    client = host.connect()
    made = client.do("create", seats=["first"] * 4, target=1)
    host.settle()
    assert client.do("record", match=made["match"])["record"]
    host = limited(backlog_bytes=5_000)
    client = host.connect()
    match = client.do("create", seats=["first"] * 4, target=1)["match"]
    host.settle()
    reply = client.send("record", match=match)
    assert reply["code"] == "record_too_large"
    assert f"/api/records/{match}" in reply["message"]
    client.do("list")
    assert client.session.closed is None


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "ok"),
        ("Zoë 王", "ok"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "ok"),
        ("\U0001f469\u200d\U0001f680", "ok"),
        ("x" * 40, "ok"),
        ("x" * 41, "bad_field"),
        ("   ", "bad_field"),
        ("\u3000\u200d", "bad_field"),
        *((f"a{letter}b", "bad_field") for letter in "\n\x7f\x85\u2028\u2029\u202e\u200b\ufeff"),
    ],
)
def test_names(name: str, code: str):
    client = Host().connect()
    made = client.do("create", seats=["me", "open", "invite", "open"])
    match, token = made["match"], made["tokens"][2]
    for request in (
        {"type": "create", "seats": ["me", "first", "first", "first"]},
        {"type": "take", "match": match},
        {"type": "resume", "match": match, "token": token},
    ):
        data = {**request, "id": f"n-{request['type']}", "name": name}
        assert code_of(client, json.dumps(data).encode())[0] == code
        if code != "ok":
            assert client.replies[-1]["where"] == "name"


@pytest.mark.parametrize(
    ("field", "value"),
    [("id", "é"), ("match", "A-B"), ("token", "+" * 22), ("name", "a\n")],
)
def test_what_a_field_has_is_said_in_words(field: str, value: str):
    client = Host().connect()
    data = {"type": "resume", "id": "i", "match": "a", "token": "A" * 22, field: value}
    client.throw(json.dumps(data).encode())
    reply = client.replies[-1]
    assert (reply["code"], reply["where"]) == ("bad_field", field)
    assert "regex" not in reply["message"]


def test_a_match_that_nobody_attends_is_broken_off():
    host = limited(unattended=100.0, kept=50.0)
    client = host.connect()
    made = client.do("create", seats=["me", "open", "first", "first"], grace=None)
    match = made["match"]
    host.pass_time(500.0)
    assert host.game(match).life == "open"
    client.close()
    host.pass_time(99.0)
    assert host.game(match).life == "open"
    host.pass_time(2.0)
    assert host.game(match).life == "over"
    watcher = host.connect()
    view = watcher.do("watch", match=match)["view"]
    assert view["seed"]
    assert "winner" not in view
    assert host.journal[-1].kind == "end"
    assert host.journal[-1].over
    host.pass_time(51.0)
    assert watcher.pushed[-1] == {"type": "detached", "match": match, "reason": "gone"}
    assert watcher.refused("watch", match=match)[0] == "unknown_match"


def test_a_match_that_is_broken_off_in_mid_round_has_a_record():
    host = limited(unattended=100.0, kept=1_000.0)
    client, match = four_seats(host, grace=None)
    rng = random.Random(1)
    for _ in range(40):
        one_act(host, [client], match, rng)
    client.close()
    host.pass_time(101.0)
    record = host.connect().do("record", match=match)["record"].splitlines()
    assert json.loads(record[0])["seed"]
    assert '"type":"action"' in record[-1]


def test_agents_do_not_hold_up_the_others():
    host = limited(agent_moves=5)
    client = host.connect()
    match = client.do("create", seats=["me", "first", "first", "first"])["match"]
    for action in ("nogrand", "tichu"):
        client.act(match, 0, action=action)
    # The agents have no more to say before it is the player's turn than they may say at once.
    position = host.game(match).position
    hand = client.ask(match, 0)["give"]
    client.act(match, 0, action=f"give {hand[:2]} {hand[2:4]} {hand[4:6]}")
    due = host.hub.next_deadline()
    assert host.game(match).position - position <= 20
    while due is not None and due <= host.now:
        position = host.game(match).position
        host.hub.tick(host.now)
        assert host.game(match).position - position <= 20
        due = host.hub.next_deadline()
    host.flush()
    assert client.ask(match, 0)["kind"] == "play"


# --- acts ---


def test_acts_that_cannot_be():
    host = Host()
    client, match = four_seats(host)
    act = {"match": match, "seat": 0, "position": 1}
    assert client.refused("act", **act)[0] == "bad_act"
    assert client.refused("act", **act, play=0, action="grand")[0] == "bad_act"
    assert client.refused("act", **act, play=0)[0] == "no_such_play"
    assert client.refused("act", **act, action="grand", wish=5)[0] == "bad_act"
    assert client.refused("act", **act, action="sing")[0] == "bad_action"
    assert client.refused("act", **act, action="1 grand")[0] == "bad_action"
    assert client.refused("act", **act, action="play 7x")[0] == "unknown_card"
    assert client.refused("act", **act, action="next")[0] == "not_asked"
    assert client.refused("act", **act, action="decline")[0] == "not_asked"
    assert client.refused("act", **act, action="pass") == ("not_on_turn", "R-050")
    assert client.refused("act", **{**act, "position": 2}, action="grand")[0] == "bad_position"
    assert client.refused("act", **{**act, "position": 0}, action="grand")[0] == "too_late"
    assert (
        client.refused("act", **{**act, "match": "nowhere"}, action="grand")[0] == "unknown_match"
    )
    client.act(match, 0, action="grand")
    assert client.refused("act", **act, action="grand")[0] == "already_answered"


def test_an_act_before_the_match_begins_or_after_its_end():
    host = Host()
    client = host.connect()
    match = client.do("create", seats=["me", "open", "open", "open"])["match"]
    act = {"match": match, "position": 0, "action": "grand"}
    assert client.refused("act", **act)[0] == "not_playing"
    other = host.connect()
    over = other.do("create", seats=["me", "first", "first", "first"], target=1)["match"]
    host.settle()
    other.do("watch", match=over)
    other.do("leave", match=over, seat=0)
    host.settle()
    assert host.game(over).life == "over"
    assert other.refused("act", match=over, position=0, action="pass")[0] == "not_your_seat"


def test_a_tichu_and_a_revision_may_come_late():
    host = Host()
    client, match = four_seats(host, options={"tichu_during_exchange": "keep"})
    for seat in range(4):
        client.act(match, seat, action="nogrand")
    old = client.ask(match, 0)["position"]
    for seat in range(3):
        cards = [client.ask(match, seat)["give"][i : i + 2] for i in (0, 2, 4)]
        client.act(match, seat, action=f"give {' '.join(cards)}")
    cards = [client.ask(match, 0)["give"][i : i + 2] for i in (6, 8, 10)]
    late = {"match": match, "seat": 0, "position": old}
    client.do("act", **late, action=f"give {' '.join(cards)}")
    client.do("act", **late, action="tichu")
    assert host.state(match).calls[0] == "tichu"
    assert client.refused("act", **late, action="tichu") == ("too_late", "R-017")


def test_a_tichu_of_the_last_round_is_too_late():
    host = Host()
    client, match = four_seats(host)
    for seat in range(4):
        client.act(match, seat, action="nogrand")
    old = client.ask(match, 1)["position"]
    host.put(match, "tichu1 play hands:2j/4j5j/-/8j9j turn:0 out:2")
    client.act(match, 0, action="play 2j")
    assert host.game(match).round == 2
    for seat in range(4):
        client.act(match, seat, action="nogrand")
    late = {"match": match, "seat": 1, "position": old, "action": "tichu"}
    assert client.refused("act", **late)[0] == "too_late"


def test_the_bounds_are_told():
    told = Host(Limits()).connect(hello=False).do("hello", version=1)["limits"]
    limits = Limits()
    assert told == {name: getattr(limits, name) for name in told}
    assert {"message_bytes", "requests_per_second", "burst", "watchers"} <= set(told)


def test_matches_of_agents_alone():
    host = limited(agent_matches=2)
    client = host.connect()
    for _ in range(2):
        client.do("create", seats=["first"] * 4, target=10_000)
    assert client.refused("create", seats=["first"] * 4)[0] == "too_many_matches"
    # With a person at the table it is another matter.
    client.do("create", seats=["me", "first", "first", "first"])
