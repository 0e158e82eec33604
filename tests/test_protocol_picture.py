"""Who follows the events needs no rule: the picture is always what a new view would show."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from protocol_host import Client, Host, any_answer, one_act, scene
from protocol_picture import Picture
from strategies import SINGLE_FLIPS
from tichu.seats import SEATS

encode = msgspec.json.Encoder().encode


class Follower:
    """A client that keeps a picture by what it is sent."""

    def __init__(self, client: Client, view: dict[str, Any], seat: int | None) -> None:
        self.client = client
        self.seat = seat
        self.picture = Picture(view)
        self.read = 0

    def check(self, host: Host, match: str) -> None:
        """Follow what has come, and compare."""
        news, self.read = self.client.pushed[self.read :], len(self.client.pushed)
        for message in news:
            if message["type"] == "event":
                self.picture.follow(message)
        view = json.loads(encode(host.game(match).view_for(self.seat)))
        view.pop("held", None)
        assert self.picture.shown() == Picture(view).shown()


def followers(host: Host, **settings: Any) -> tuple[list[Follower], str]:
    """Four players and a spectator."""
    players = [host.connect() for _ in SEATS]
    made = players[0].do("create", seats=["me", "open", "open", "open"], **settings)
    match = made["match"]
    found = [Follower(players[0], made["views"][0], 0)]
    for seat in SEATS[1:]:
        view = players[seat].do("take", match=match)["view"]
        found += [Follower(players[seat], view, seat)]
    watcher = host.connect()
    found.append(Follower(watcher, watcher.do("watch", match=match)["view"], None))
    return found, match


@pytest.mark.parametrize("flip", SINGLE_FLIPS)
@pytest.mark.parametrize("pause", [0.0, None])
def test_the_picture_is_what_a_view_shows(flip: str, pause: float | None):
    rng = random.Random(f"picture {flip} {pause}")
    host = Host()
    options = {**SINGLE_FLIPS[flip].changes(), "target": 2_000}
    found, match = followers(host, options=options, bomb_window=pause, pause=0)
    players = [follower.client for follower in found[:4]]
    for _ in range(500):
        if not one_act(host, players, match, rng, lambda ask, rng: any_answer(ask, rng, 0.3)):
            break
        for follower in found:
            follower.check(host, match)

    assert host.game(match).round > 1


def test_seats_that_change_hands_tell_where_the_round_stands():
    host = Host()
    found, match = followers(host, grace=5)
    found[2].client.close()
    host.pass_time(6)

    told = [what for what in found[0].client.happenings(match, 0) if what["type"] == "seat_changed"]
    assert told[-1]["info"]["state"] == "away"
    for follower in (found[0], found[1], found[3], found[4]):
        follower.check(host, match)


def test_a_dragon_that_ends_the_round_is_told():
    """R-091: the phase is ``gift``, and the owner is to give it away."""
    client, match = scene(Host(), "tichu1 play hands:-/-/Dg/7j9j turn:2 out:01")
    client.act(match, 2, play=0)

    event = client.events(match, 1)[-1]
    assert [what["type"] for what in event["events"]] == ["played", "out"]
    assert (event["phase"], event["owner"], event["turn"]) == ("gift", 2, 2)
    assert event["counts"] == [0, 0, 0, 2]


def test_messages_leave_out_what_has_not_changed():
    client, match = scene(
        Host(), "tichu1 play hands:2j3j/4j5j/6j7j/8j9j turn:0 owner:3 top:2s trick:2s"
    )
    client.act(match, 0, play=0)
    played = client.events(match, 0)[-1]
    assert (played["counts"], played["turn"], played["owner"]) == ([1, 2, 2, 2], 1, 0)
    client.act(match, 1, action="pass")
    passed = client.events(match, 0)[-1]
    assert "counts" not in passed
    assert "phase" not in passed
    assert (passed["turn"], passed["owner"]) == (2, 0)
