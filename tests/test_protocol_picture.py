"""Who follows the events needs no rule: the picture is always what a new view would show."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from protocol_host import Client, Host, any_answer, four_seats, one_act, scene
from protocol_picture import Picture
from strategies import SINGLE_FLIPS
from tichu import apply, parse_action, parse_position
from tichu.match import MatchState
from tichu.protocol.bounds import RESULTS_SHOWN
from tichu.protocol.news import News
from tichu.seats import SEATS
from tichu.view import view

encode = msgspec.json.Encoder().encode


class Follower:
    """A client that keeps a picture by what it is sent."""

    def __init__(self, client: Client, view: dict[str, Any], seat: int | None) -> None:
        self.client = client
        self.seat = seat
        self.picture = Picture(view)
        self.read = 0
        self.seen = len(client.replies)

    def check(self, host: Host, match: str) -> None:
        """Follow what has come, and compare all that a view has."""
        replies, self.seen = self.client.replies[self.seen :], len(self.client.replies)
        for reply in replies:
            if reply.get("result", {}).get("held"):
                self.picture.holds = True
        news, self.read = self.client.pushed[self.read :], len(self.client.pushed)
        for message in news:
            if message["type"] == "event":
                self.picture.follow(message)
        view = json.loads(encode(host.game(match).view_for(self.seat)))
        fresh = Picture(view)
        assert self.picture.shown() == fresh.shown()
        assert self.picture.holds == fresh.holds


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


ENDS = {
    "the Dog is the last card": ("hands:-/-/Do/7j9j turn:2 out:01", "play Do"),
    "the Dog, and a wish stands": ("hands:-/-/Do/7j9j turn:2 out:01 wish:9", "play Do"),
    "the Dog ends a double victory": ("hands:-/4j/Do/7j9j turn:2 out:0", "play Do"),
    "the Dog does not end it": ("hands:2j/4j/Do/- turn:2 out:3", "play Do"),
    "a wish stands": ("hands:-/-/5j/7j9j turn:2 out:01 wish:9", "play 5j"),
    "the last card meets the wish": ("hands:-/-/5j/7j9j turn:2 out:01 wish:5", "play 5j"),
    "the last card makes a wish": ("hands:-/-/Mj/7j9j turn:2 out:01", "play Mj wish=9"),
    "a double victory": ("hands:-/4j/5j/7j9j turn:2 out:0 wish:9", "play 5j"),
    "on another's trick": (
        "hands:-/-/9s/7j9j turn:2 out:01 owner:3 top:8s trick:7s8s piles:Ks/-/Kp/5s", "play 9s",
    ),
    "a bomb": (
        "hands:-/4j/5j5s5p5t/7j9j turn:3 out:0 owner:1 top:8s passes:1 trick:8s wish:9",
        "play 5j 5s 5p 5t",
    ),
    "the Dragon": ("hands:-/-/Dg/7j9j turn:2 out:01 wish:9", "play Dg"),
}  # fmt: skip


@pytest.mark.parametrize("pause", [0.0, None])
@pytest.mark.parametrize("end", ENDS)
def test_the_end_of_a_round_needs_no_rule(end: str, pause: float | None):
    """R-064, R-075, R-085, R-096, R-097: what becomes of the table and of a wish is told."""
    position, action = ENDS[end]
    host = Host()
    found, match = followers(host, pause=pause, target=10_000)
    host.put(match, f"tichu1 play {position}")
    seats: list[int | None] = [*SEATS, None]
    for follower, seat in zip(found, seats, strict=True):
        view = json.loads(encode(host.game(match).view_for(seat)))
        follower.picture = Picture(view)
        follower.read = len(follower.client.pushed)
    found[2].client.act(match, 2, action=action)
    for follower in found:
        follower.check(host, match)
    if host.game(match).state.phase == "gift":
        found[2].client.act(match, 2, action="dragon 3")
        for follower in found:
            follower.check(host, match)


@pytest.mark.parametrize("end", ENDS)
def test_the_end_of_a_round_is_told_in_the_same_parts_everywhere(end: str):
    """Live, to a program that was started, and of a position without a match."""
    position, action = ENDS[end]
    host = Host()
    client, match = scene(host, f"tichu1 play {position}")
    client.act(match, 2, action=action)
    (live,) = [event["events"] for event in client.events(match, 0) if event.get("actor") == 2]

    asked = (
        Host()
        .connect()
        .do("apply", position=f"tichu1 play {position}", action=f"2 {action}")["events"]
    )
    for parts in (live, asked):
        for what in parts:
            for field in ("round", "totals"):
                what.pop(field, None)
    assert asked == live

    before = parse_position(f"tichu1 play {position}")
    step = apply(before, parse_action(f"2 {action}"))
    news = News("match", host.game(match).settings(), 0, MatchState(rules=before.rules))
    news.begin_within(view(before, 0, ()))
    event = news.since(view(step.state, 0, step.events), 1)
    assert event is not None
    started = [json.loads(encode(part)) for part in event.events]
    for what in started:
        for field in ("round", "totals"):
            what.pop(field, None)
    assert started == live


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


def test_a_view_has_the_last_results():
    """By their numbers; and the picture has them as well as before."""
    host = Host()
    client, match = four_seats(host, target=10_000)
    for number in range(1, RESULTS_SHOWN + 8):
        host.put(match, "tichu1 play hands:-/-/5j/7j turn:2 out:01")
        client.act(match, 2, play=0)
        shown = client.do("watch", match=match)["view"]["results"]
        numbers = [result["round"] for result in shown]
        assert numbers == list(range(max(1, number - RESULTS_SHOWN + 1), number + 1))
        assert [bool(result.get("lines")) for result in shown[-2:]][-1]
        assert not any(result.get("lines") for result in shown[:-1])
