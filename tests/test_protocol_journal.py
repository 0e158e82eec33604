"""The journal makes every match again: same views, same numbers, same seats, at every step."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from protocol_host import FREE, Client, Host, any_answer, four_seats, one_act, play
from strategies import SINGLE_FLIPS
from tichu import TichuError
from tichu.protocol.entries import Entry
from tichu.seats import SEATS

encode = msgspec.json.Encoder().encode


def restored(host: Host) -> Host:
    """Another process with the same journal."""
    other = Host(host.limits, entropy=1)
    other.now, other.journal = host.now, list(host.journal)
    other.restart()
    return other


def seen(host: Host, match: str) -> list[bytes]:
    game = host.game(match)
    return [encode(game.view_for(seat)) for seat in (*SEATS, None)]


def check_restored(host: Host, match: str) -> Host:
    other = restored(host)
    assert seen(other, match) == seen(host, match)
    one, two = host.game(match), other.game(match)
    assert (one.state, one.held, one.seats) == (two.state, two.held, two.seats)
    assert one.events == two.events
    assert list(host.table(match).recent) == list(other.table(match).recent)
    assert host.table(match).numbered == other.table(match).numbered
    return other


@pytest.mark.parametrize("pause", [0.0, None, 2.0])
def test_the_same_views_at_every_step(pause: float | None):
    rng = random.Random(f"{pause}")
    host = Host()
    client, match = four_seats(host, bomb_window=pause, pause=pause, target=1)
    for _ in range(400):
        check_restored(host, match)
        if not one_act(host, [client], match, rng, lambda ask, rng: any_answer(ask, rng, 0.4)):
            break
    other = check_restored(host, match)
    if host.game(match).life == "over":
        assert other.hub.record(match) == host.hub.record(match)


@pytest.mark.parametrize("flip", SINGLE_FLIPS)
def test_under_every_option(flip: str):
    rng = random.Random(flip)
    host = Host()
    options = SINGLE_FLIPS[flip].changes()
    client, match = four_seats(host, options=options, bomb_window=None)
    for _ in range(12):
        for _ in range(15):
            one_act(host, [client], match, rng, lambda ask, rng: any_answer(ask, rng, 0.4))
        check_restored(host, match)


def come_back(host: Host, matches: dict[str, list[str]]) -> list[Client]:
    players = [host.connect() for _ in SEATS]
    for match, tokens in matches.items():
        for seat, player in enumerate(players):
            player.do("resume", match=match, token=tokens[seat])
    return players


def check_restarts(seed: int, odds: float, **settings: Any) -> int:
    """Play several matches through many restarts; how many there were."""
    rng = random.Random(seed)
    host = Host()
    client = host.connect()
    made = [client.do("create", seats=["me"] * 4, target=200, **settings) for _ in range(3)]
    matches = {result["match"]: result["tokens"] for result in made}
    players = [client]
    restarts = 0
    while any(host.game(match).life != "over" for match in matches):
        match = rng.choice(list(matches))
        acknowledged = len(host.journal)
        if rng.random() < odds:
            restarts += 1
            before = {name: seen(host, name) for name in matches}
            host.restart()
            assert len(host.journal) == acknowledged or host.game(match).life != "open"
            for name in matches:
                if not any(entry.match == name for entry in host.journal[acknowledged:]):
                    assert seen(host, name) == before[name]
            players = come_back(host, matches)
        one_act(host, players, match, rng, lambda ask, rng: any_answer(ask, rng, 0.4))
    watcher = host.connect()
    for match in matches:
        assert watcher.do("record", match=match)["record"]
    return restarts


@pytest.mark.parametrize("pause", [0.0, None, 2.0])
def test_players_go_on_after_many_restarts(pause: float | None):
    assert check_restarts(5, 0.01, bomb_window=pause, pause=pause) >= 5


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(30))
def test_players_go_on_after_very_many_restarts(seed: int):
    pause = [0.0, None, 2.0][seed % 3]
    check_restarts(seed, 0.05, bomb_window=pause, pause=pause, clock={"decision": 30, "bank": 5})


def test_what_was_held_is_not_forgotten():
    host = Host()
    client, match = four_seats(host, bomb_window=None)
    tokens = client.replies[1]["result"]["tokens"]
    client.act(match, 1, action="grand")
    client.act(match, 3, action="nogrand")
    host.restart()

    players = come_back(host, {match: tokens})

    assert players[1].ask(match, 1)["kind"] == "wait"
    assert players[0].ask(match, 0)["kind"] == "grand"
    assert host.game(match).view_for(1).held == "grand"
    assert host.game(match).view_for(0).held is None


def test_after_a_restart_agents_play_for_those_who_stay_away():
    host = Host()
    client = host.connect()
    made = client.do("create", seats=["me", "first", "random", "first"], grace=10, target=200)
    host.settle()
    host.restart()
    host.pass_time(1_000.0)
    # Nobody is there yet; the grace begins with the first who comes.
    host.connect().do("watch", match=made["match"])
    host.pass_time(9.0)
    assert host.state(made["match"]).phase == "grand"
    host.pass_time(2.0)
    assert host.game(made["match"]).seats[0].state == "away"
    assert host.game(made["match"]).life == "over"


def test_an_agents_match_goes_on_after_a_restart():
    host = Host(msgspec.structs.replace(FREE, agent_moves=1))
    client = host.connect()
    match = client.do("create", seats=["random"] * 4, target=200)["match"]
    for _ in range(100):
        assert host.go_on()
    assert host.game(match).life == "playing"
    host.restart()
    host.settle()
    assert host.game(match).life == "over"


def test_entries_are_numbered_and_the_last_says_that_it_is_over():
    host = Host()
    client, match = four_seats(host, target=1)
    play(host, [client], match, random.Random(1))
    assert [entry.number for entry in host.journal] == list(range(1, len(host.journal) + 1))
    assert [entry.over for entry in host.journal] == [False] * (len(host.journal) - 1) + [True]
    assert {entry.kind for entry in host.journal} >= {"create", "deal", "hold", "act"}


def test_a_journal_with_holes_is_refused():
    host = Host()
    client, match = four_seats(host)
    client.act(match, 0, action="nogrand")
    whole = list(host.journal)
    for missing in range(len(whole) - 1):
        other = Host()
        with pytest.raises(TichuError):
            other.hub.restore(whole[:missing] + whole[missing + 1 :], 0.0)
    broken = msgspec.structs.replace(whole[0], payload=b"{}")
    with pytest.raises(msgspec.ValidationError):
        Host().hub.restore([broken], 0.0)


def test_the_journal_tells_no_token():
    host = Host()
    client = host.connect()
    tokens = client.do("create", seats=["me", "invite", "open", "random"])["tokens"]
    tokens.append(client.do("take", match=host.journal[0].match)["token"])
    stored = b"".join(entry.payload for entry in host.journal)
    assert not any(token.encode() in stored for token in tokens if token)


def test_an_entry_is_one_value():
    entry = Entry(match="m", number=1, kind="deal", payload=b'{"kind":"deal"}')
    assert msgspec.structs.replace(entry) == entry
