"""Coming to a table and leaving it: open seats, invitations, tokens, watchers, coming back."""

from __future__ import annotations

import random
from typing import Any

import pytest

from protocol_host import Client, Host, first_answer, four_seats, one_act, play
from tichu.protocol.bounds import MISSED_KEPT


def open_match(host: Host, **settings: Any) -> tuple[Client, str]:
    client = host.connect()
    return client, client.do("create", **settings)["match"]


def test_a_match_begins_when_all_seats_are_taken():
    host = Host()
    client, match = open_match(host)
    other = host.connect()
    for seat, who in enumerate((client, other, client, other)):
        assert host.game(match).life == "open"
        taken = who.do("take", match=match, name=f"player {seat}")
        assert taken["seat"] == seat
        assert taken["view"]["seat"] == seat

    assert host.game(match).life == "playing"
    assert [what["type"] for what in other.happenings(match, 3)] == ["round_begun", "dealt"]
    assert [info["name"] for info in taken["view"]["seats"]][:3] == [
        "player 0",
        "player 1",
        "player 2",
    ]


def test_a_seat_may_be_chosen_and_is_taken_once():
    host = Host()
    client, match = open_match(host, seats=["open", "random", "open", "open"])
    assert client.do("take", match=match, seat=3)["seat"] == 3
    assert client.refused("take", match=match, seat=3)[0] == "seat_taken"
    assert client.refused("take", match=match, seat=1)[0] == "seat_taken"
    client.do("take", match=match)
    client.do("take", match=match)
    assert client.refused("take", match=match)[0] == "seat_taken"


def test_an_invitation_is_used_with_its_token():
    host = Host()
    client = host.connect()
    made = client.do("create", seats=["me", "random", "invite", "random"], name="Ann")
    match, token = made["match"], made["tokens"][2]
    friend = host.connect()
    assert friend.refused("take", match=match, seat=2)[0] == "seat_taken"
    assert host.game(match).life == "open"

    joined = friend.do("resume", match=match, token=token, name="Bea")

    assert (joined["seat"], joined["view"]["seats"][2]) == (2, {"state": "player", "name": "Bea"})
    assert host.game(match).life == "playing"
    # The name is heard the first time only.
    again = friend.do("resume", match=match, token=token, name="Cid")
    assert again["view"]["seats"][2]["name"] == "Bea"


def test_a_token_opens_its_own_seat_only():
    host = Host()
    client = host.connect()
    one = client.do("create", seats=["me", "me", "random", "random"])
    two = client.do("create", seats=["me", "random", "random", "random"])
    thief = host.connect()

    assert thief.do("resume", match=one["match"], token=one["tokens"][1])["seat"] == 1
    for token in (two["tokens"][0], "A" * 22):
        code = thief.refused("resume", match=one["match"], token=token)[0]
        assert code == "bad_token"
    assert thief.refused("resume", match="nowhere", token="A" * 22)[0] == "unknown_match"


def test_without_the_token_nothing_of_a_seat_can_be_done():
    host = Host()
    client, match = four_seats(host)
    thief = host.connect()
    thief.do("watch", match=match)
    for seat in (None, 0, 1, 2, 3):
        fields = {} if seat is None else {"seat": seat}
        answer = {"match": match, "position": 1, "action": "nogrand", **fields}
        assert thief.refused("act", **answer)[0] == "not_your_seat"
        if seat is not None:
            assert thief.refused("leave", match=match, seat=seat)[0] == "not_your_seat"
    assert not any("hand" in str(message) for message in thief.pushed)
    assert client.ask(match, 0)["kind"] == "grand"


def test_with_several_seats_one_has_to_say_which():
    host = Host()
    client, match = four_seats(host)
    answer = {"match": match, "position": 1, "action": "nogrand"}
    assert client.refused("act", **answer)[0] == "which_seat"
    assert client.refused("leave", match=match)[0] == "which_seat"


def test_who_comes_with_the_token_replaces_the_other_connection():
    host = Host()
    client = host.connect()
    made = client.do("create", seats=["me", "first", "first", "first"])
    match, token = made["match"], made["tokens"][0]
    host.settle()
    again = host.connect()
    again.do("resume", match=match, token=token)

    assert client.pushed[-1] == {
        "type": "detached",
        "match": match,
        "seat": 0,
        "reason": "replaced",
    }
    answer = {"match": match, "position": 1, "action": "nogrand"}
    assert client.refused("act", **answer)[0] == "not_your_seat"
    count = len(client.pushed)
    again.act(match, 0, action="nogrand")
    client.close()
    host.pass_time(1000.0)
    assert len(client.pushed) == count
    assert host.game(match).seats[0].state == "player"


# --- coming back ---


def test_what_was_missed_is_sent_again():
    host = Host()
    players = [host.connect() for _ in range(4)]
    watcher = host.connect()
    match = players[0].do("create", seats=["me", "open", "open", "open"])["match"]
    watcher.do("watch", match=match)
    tokens = {seat: players[seat].do("take", match=match)["token"] for seat in (1, 2, 3)}
    rng = random.Random(3)
    host.settle()
    for _ in range(60):
        one_act(host, players, match, rng)
    last = host.game(match).seq - 20
    again = host.connect()

    back = again.do("resume", match=match, token=tokens[2], last_seq=last)

    told = [event for event in players[2].events(match, 2) if event["seq"] > last]
    assert back["missed"] == told
    assert len(told) == 20
    assert back["view"]["seq"] == host.game(match).seq == told[-1]["seq"]
    assert again.ask(match, 2)["position"] == players[2].ask(match, 2)["position"]
    # Everything after the view follows, and nothing twice.
    players[2] = again
    for _ in range(20):
        one_act(host, players, match, rng)
    seqs = [event["seq"] for event in again.events(match, 2)]
    assert seqs == list(range(back["view"]["seq"] + 1, host.game(match).seq + 1))
    seen = watcher.do("watch", match=match, last_seq=last)
    assert seen["missed"] == [event for event in watcher.events(match) if event["seq"] > last]


def test_only_so_much_is_kept():
    host = Host()
    client, match = four_seats(host, target=1000)
    rng = random.Random(3)
    token = client.replies[1]["result"]["tokens"][0]
    for _ in range(200):
        one_act(host, [client], match, rng)
    back = client.do("resume", match=match, token=token, last_seq=0)
    assert len(back["missed"]) == MISSED_KEPT
    assert back["missed"][-1]["seq"] == back["view"]["seq"]


def test_what_has_not_been_cannot_have_been_seen():
    host = Host()
    client, match = four_seats(host)
    token = client.replies[1]["result"]["tokens"][0]
    now = host.game(match).seq
    assert client.do("resume", match=match, token=token, last_seq=now).get("missed", []) == []
    assert client.refused("resume", match=match, token=token, last_seq=now + 1)[0] == "bad_seq"
    assert client.refused("watch", match=match, last_seq=now + 1)[0] == "bad_seq"


def test_the_view_is_the_sum_of_the_events():
    """Who was there all the time knows what the view of one who comes says."""
    host = Host()
    client, match = four_seats(host, target=200)
    watcher = host.connect()
    watcher.do("watch", match=match)
    play(host, [client], match, random.Random(5), first_answer)
    view = host.connect().do("watch", match=match)["view"]

    results = [w for w in watcher.happenings(match) if w["type"] == "round_over"]
    assert view["results"] == results
    over = watcher.happenings(match)[-1]
    assert (view["winner"], view["totals"], view["seed"]) == (
        over["winner"],
        over["totals"],
        over["seed"],
    )
    assert view["seq"] == watcher.events(match)[-1]["seq"]
    assert view["life"] == "over"


def test_the_view_of_a_seat_in_mid_trick():
    host = Host()
    client, match = four_seats(host)
    token = client.replies[1]["result"]["tokens"][1]
    host.put(
        match,
        "tichu1 play hands:2j3jAj/4j5jPh/6j6s6p6t7j/8j9j turn:2 owner:1 top:4s4p4t trick:4s4p4tMj"
        " passes:0 wish:9 calls:tichu/-/-/- opener:0 exchange:-/2s3s3p/-/-",
    )
    view = client.do("resume", match=match, token=token)["view"]
    assert view["table"] == {
        "phase": "play",
        "hand": "4j5jPh",
        "counts": [3, 3, 5, 2],
        "calls": ["tichu", None, None, None],
        "given": ["2s", "3s", "3p"],
        "opener": 0,
        "turn": 2,
        "top": {"type": "triple", "rank": 4, "cards": "4s4p4t"},
        "owner": 1,
        "trick": "4s4p4tMj",
        "wish": 9,
        "piles": ["", "", "", ""],
        "last": [None, None, None, None],
    }


# --- watching ---


def test_a_watcher_sees_what_is_public_and_may_stop():
    host = Host()
    client, match = four_seats(host)
    watcher = host.connect()
    view = watcher.do("watch", match=match)["view"]
    assert "seat" not in view
    assert "hand" not in view["table"]
    rng = random.Random(2)
    for _ in range(40):
        one_act(host, [client], match, rng)
    assert watcher.events(match)
    assert not any(m["type"] == "ask" for m in watcher.pushed)

    watcher.do("leave", match=match)

    count = len(watcher.pushed)
    for _ in range(10):
        one_act(host, [client], match, rng)
    assert len(watcher.pushed) == count
    assert watcher.refused("leave", match=match)[0] == "not_your_seat"


def test_one_may_watch_and_play_at_once():
    host = Host()
    client, match = four_seats(host)
    client.do("watch", match=match)
    client.act(match, 0, action="nogrand")
    for seat in (1, 2, 3):
        client.act(match, seat, action="nogrand")
    assert len(client.events(match)) == 4
    client.do("leave", match=match)
    assert client.ask(match, 0)["kind"] == "exchange"


# --- the list ---


def test_the_list_shows_what_is_listed_and_not_over():
    host = Host()
    client = host.connect()
    first = client.do("create", seats=["open"] * 4)["match"]
    client.do("create", seats=["open"] * 4, listed=False)
    last = client.do("create", seats=["me", "open", "first", "first"], target=500, name="Ann")
    over = client.do("create", seats=["first"] * 4, target=1)["match"]
    host.settle()
    assert host.game(over).life == "over"

    shown = client.do("list")["matches"]

    assert [info["match"] for info in shown] == [last["match"], first]
    assert shown[0]["life"] == "open"
    assert shown[0]["round"] == 0
    assert shown[0]["totals"] == [0, 0]
    assert shown[0]["settings"]["target"] == 500
    assert [seat["state"] for seat in shown[0]["seats"]] == ["player", "open", "agent", "agent"]


def test_the_record_waits_for_the_end():
    host = Host()
    client, match = four_seats(host)
    assert client.refused("record", match=match)[0] == "not_over"
    assert client.refused("record", match="nowhere")[0] == "unknown_match"


@pytest.mark.parametrize("name", ["", "Ann", "Åsa 🐉", "x" * 40])
def test_names_of_any_language(name: str):
    host = Host()
    client = host.connect()
    view = client.do("create", seats=["me", "open", "open", "open"], name=name)["views"][0]
    assert view["seats"][0].get("name", "") == name


@pytest.mark.parametrize("name", ["x" * 41, "a\nb", "a\u0000", "tab\t", "end\n"])
def test_bad_names(name: str):
    host = Host()
    client = host.connect()
    assert client.refused("create", name=name)[0] == "bad_field"
