"""A match to which nobody is connected stands still; agents among themselves wait for the rest."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from protocol_host import FREE, Client, Host, any_answer, one_act
from tichu.protocol.bounds import Limits
from tichu.seats import SEATS
from tichu.server.engine import ENGINE_LIMITS
from tichu.server.share import LONGEST_REST, Share

LEFT = {"seats": ["me", "first", "first", "first"], "grace": 0, "target": 10_000}


def begun(host: Host, **settings: Any) -> tuple[Client, str, str]:
    """One player among agents, who has begun to play: client, match, token."""
    client = host.connect()
    made = client.do("create", **{**LEFT, **settings})
    host.settle()
    return client, made["match"], made["tokens"][0]


def leave(_host: Host, client: Client, match: str) -> None:
    client.do("leave", match=match)


def hang_up(_host: Host, client: Client, _match: str) -> None:
    client.close()


def die(host: Host, _client: Client, _match: str) -> None:
    host.restart()


@pytest.mark.parametrize("go", [leave, hang_up, die])
@pytest.mark.parametrize(
    "settings",
    [{}, {"pace": 1}, {"bomb_window": 2}, {"grace": None, "clock": {"decision": 1}}, {"grace": 5}],
)
def test_nothing_happens_while_nobody_is_there(
    go: Callable[[Host, Client, str], None], settings: dict[str, Any]
):
    host = Host()
    client, match, _ = begun(host, **settings)
    rng = random.Random("nobody")
    for _ in range(30):
        one_act(host, [client], match, rng)
    go(host, client, match)
    game, count = host.game(match), len(host.journal)
    before = (game.seq, game.position)

    host.pass_time(100_000.0)

    assert (game.seq, game.position) == before
    assert len(host.journal) == count
    assert host.next_due() is None


def test_grace_begins_with_the_first_who_comes():
    """As over HTTP, where the connection that makes a match ends with the reply."""
    host = Host()
    client = host.connect()
    made = client.do("create", **{**LEFT, "seats": ["me", "me", "first", "first"], "grace": 10})
    client.close()
    host.pass_time(500.0)
    # It was dealt while the client was there; nobody has moved since.
    assert host.game(made["match"]).position <= 1

    other = host.connect()
    other.do("resume", match=made["match"], token=made["tokens"][1])
    host.pass_time(9.0)
    assert host.game(made["match"]).seats[0].state == "player"
    host.pass_time(2.0)
    assert host.game(made["match"]).seats[0].state == "away"


@pytest.mark.parametrize("as_spectator", [False, True])
def test_it_goes_on_when_somebody_comes(as_spectator: bool):
    host = Host()
    client, match, token = begun(host)
    other = host.connect()
    client.close()
    host.pass_time(1_000.0)
    position = host.game(match).position
    if as_spectator:
        other.do("watch", match=match)
        host.go_on()
        assert host.game(match).seats[0].state == "away"
        for _ in range(100):
            host.go_on()
        assert host.game(match).position > position + 20
    else:
        other.do("resume", match=match, token=token)
        rng = random.Random("back")
        for _ in range(20):
            assert one_act(host, [other], match, rng)
        assert host.game(match).position > position + 20


@pytest.mark.parametrize("pause", [0.1, 1 / 3, 1_000_000.7])
@pytest.mark.parametrize("kind", ["clock", "window", "grace"])
def test_time_stands_still_with_it(kind: str, pause: float):
    """What was left of a clock, a window, a grace is left when somebody comes back."""
    host = Host()
    settings: dict[str, Any] = {"seats": ["me"] * 4, "grace": None}
    if kind == "clock":
        settings |= {"clock": {"decision": 10.1}}
    elif kind == "grace":
        settings |= {"grace": 10.1}
    else:
        settings |= {"bomb_window": 10.1}
    client = host.connect()
    made = client.do("create", **settings)
    match, tokens = made["match"], made["tokens"]
    host.settle()
    if kind == "window":
        rng = random.Random("window")
        while host.table(match).window is None:
            one_act(host, [client], match, rng, lambda ask, rng: any_answer(ask, rng, 0.0))
    host.pass_time(4.0)
    client.close()
    host.pass_time(pause)
    back = host.connect()
    back.do("resume", match=match, token=tokens[0])
    host.settle()

    left = 10.1 if kind == "grace" else 6.1
    if kind == "grace":
        assert host.table(match).gone[0] is None
    else:
        assert back.ask(match, 0)["deadline"] == pytest.approx(left, abs=1e-2)
    before = host.game(match).seq
    host.pass_time(left - 0.05)
    assert host.game(match).seq == before
    host.pass_time(0.1)
    if kind == "window":
        assert host.table(match).window is None or host.game(match).seq > before
    else:
        assert host.game(match).seq > before


def test_it_is_broken_off_all_the_same():
    host = Host(msgspec.structs.replace(FREE, unattended=100.0))
    client, match, _ = begun(host)
    client.do("leave", match=match)
    host.pass_time(99.0)
    assert host.game(match).life == "playing"
    host.pass_time(2.0)
    assert host.game(match).life == "over"
    assert host.journal[-1].kind == "end"


def test_while_others_are_there_an_agent_plays_for_who_is_gone():
    host = Host()
    one, two = host.connect(), host.connect()
    match = one.do("create", seats=["me", "open", "first", "first"], grace=5)["match"]
    two.do("take", match=match)
    host.settle()
    two.close()
    host.pass_time(5.1)
    assert host.game(match).seats[1].state == "away"
    rng = random.Random("one")
    for _ in range(30):
        assert one_act(host, [one], match, rng)
    deciders = {event.get("by") for event in one.events(match, 0) if event.get("actor") == 1}
    assert "agent" in deciders <= {"agent", "table"}


# --- agents among themselves ---


@pytest.mark.parametrize("limits", [FREE, ENGINE_LIMITS])
def test_a_match_made_of_agents_needs_nobody(limits: Limits):
    host = Host(msgspec.structs.replace(limits, kept=None))
    client = host.connect()
    match = client.do("create", seats=["first"] * 4, target=200)["match"]
    client.close()
    host.settle()
    assert host.game(match).life == "over"


def test_agents_among_themselves_move_only_in_time_to_spare():
    """Nothing else lets them move, whatever comes in and is due."""
    host = Host(msgspec.structs.replace(FREE, spare_moves=3))
    client = host.connect()
    matches = [client.do("create", seats=["first"] * 4)["match"] for _ in range(3)]
    games = [host.game(match) for match in matches]
    for match in matches:
        client.do("watch", match=match)
        client.do("watch", match=match)
    assert host.hub.next_deadline() is None
    host.hub.tick(host.now)
    assert [game.position for game in games] == [0, 0, 0]

    # One slice, one match, in turn.
    for number in range(1, 30):
        due = host.hub.next_spare()
        assert due is not None
        assert due <= host.now
        before = [game.position for game in games]
        host.hub.spend(host.now)
        moved = [after.position - was for after, was in zip(games, before, strict=True)]
        assert sum(step > 0 for step in moved) <= 1, number
        # With what the table does by itself: deals, answers that are held, tricks.
        assert max(moved) <= 3 + 5
    assert all(game.position > 10 for game in games)


def test_a_table_that_all_players_have_left_is_played_in_time_to_spare_too():
    host = Host()
    client, match, _ = begun(host)
    client.do("watch", match=match)
    client.do("leave", match=match, seat=0)
    before = host.game(match).position
    assert host.hub.next_deadline() is None
    host.hub.tick(host.now)
    assert host.game(match).position == before
    host.hub.spend(host.now)
    assert host.game(match).position > before


@pytest.mark.parametrize("part", [0.1, 0.25, 0.5, 1.0])
def test_a_share_is_never_passed(part: float):
    """After any work, the part of the time that was worked is no more than the share."""
    rng = random.Random(f"share {part}")
    share, now, worked = Share(part), 0.0, 0.0
    for _ in range(1_000):
        now = max(now, share.free_at) + rng.choice([0.0, 0.0, rng.random()])
        time = rng.random() * LONGEST_REST * part / 2
        share.begin(now)
        share.begin(now + time / 2)
        now, worked = now + time, worked + time
        share.end(now)
        share.end(now)
        assert worked <= part * max(now, share.free_at) + 1e-9


def test_no_rest_is_without_end():
    share = Share(0.25)
    share.begin(0.0)
    share.end(1_000.0)
    assert share.free_at == 1_000.0 + LONGEST_REST
    assert not math.isinf(share.free_at)


# --- bounds ---


def test_a_target_is_bounded_over_the_network_only():
    host = Host()
    client = host.connect()
    four = ["me"] * len(SEATS)
    for name in ("target", "options"):
        value = {"target": 10_001} if name == "options" else 10_001
        reply = client.send("create", seats=four, **{name: value})
        assert (reply["code"], reply["where"]) == ("bad_field", "target")
    client.do("create", seats=four, target=10_000)
    Host(ENGINE_LIMITS).connect().do("create", seats=four, target=1_000_000)


def test_the_number_of_matches_of_agents_counts_what_was_made_so():
    host = Host(msgspec.structs.replace(FREE, agent_matches=1))
    client = host.connect()
    client.do("create", seats=["first"] * 4, target=10_000)
    # A table that was left stands still, and so is none of them.
    for _ in range(3):
        match = client.do("create", **LEFT)["match"]
        client.do("leave", match=match)
    assert client.refused("create", seats=["first"] * 4)[0] == "too_many_matches"
