"""Whole matches through sessions: clients, agents, every kind of window, and their records."""

from __future__ import annotations

import hashlib
import io
import json
import random
from typing import Any

import pytest

from protocol_host import Client, Host, any_answer, first_answer, four_seats, play
from strategies import SINGLE_FLIPS
from tichu import play_match
from tichu.agents import make_agent
from tichu.record import encode_record
from tichu.replay.records import replay_record

PAUSES: list[float | None] = [0.0, None, 2.5]


def check_record(host: Host, client: Client, match: str) -> list[dict[str, Any]]:
    """The record replays without a finding; its lines."""
    record = client.do("record", match=match)["record"]
    rounds = list(replay_record("record", io.BytesIO(record.encode())))
    assert rounds
    for played in rounds:
        assert played.findings == ()
        assert played.complete
        assert played.equal
    lines = [json.loads(line) for line in record.splitlines()]
    assert lines[-1]["type"] == "end"
    return lines


def check_steps(client: Client, match: str, seat: int | None) -> None:
    """Every step is told once, in order; positions count what was dealt and done."""
    events = client.events(match, seat)
    first = events[0]["seq"]
    assert [event["seq"] for event in events] == list(range(first, first + len(events)))
    positions = [event["position"] for event in events]
    assert positions == sorted(positions)


@pytest.mark.parametrize("pause", PAUSES)
def test_four_clients_play_a_match(pause: float | None):
    host = Host()
    players = [host.connect() for _ in range(4)]
    watcher = host.connect()
    match = players[0].do(
        "create", seats=["me", "open", "open", "open"], bomb_window=pause, pause=pause, target=200
    )["match"]
    watcher.do("watch", match=match)
    for seat in (1, 2, 3):
        assert players[seat].do("take", match=match)["seat"] == seat
    rng = random.Random(7)

    play(host, players, match, rng, lambda ask, rng: any_answer(ask, rng, 0.5))

    lines = check_record(host, watcher, match)
    for seat, client in enumerate(players):
        check_steps(client, match, seat)
    check_steps(watcher, match, None)
    over = watcher.happenings(match)[-1]
    assert over["type"] == "match_over"
    assert over["totals"] == lines[-1]["totals"]
    assert lines[0]["seed"] == over["seed"]
    positions = [event["position"] for event in watcher.events(match)]
    done = sum(line.get("type") in ("deal", "action") for line in lines)
    assert positions[-1] == done


@pytest.mark.parametrize("flip", SINGLE_FLIPS)
def test_matches_under_every_option(flip: str):
    rules = SINGLE_FLIPS[flip].changes()
    host = Host()
    target = rules.pop("target", 100)
    client, match = four_seats(host, options=rules, target=target, bomb_window=None)

    play(host, [client], match, random.Random(3), lambda ask, rng: any_answer(ask, rng, 0.3))

    check_record(host, client, match)


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_four_agents_play_the_match_of_the_driver(seed: str):
    host = Host()
    client = host.connect()
    match = client.do("create", seed=seed, seats=["random", "first", "random", "random"])["match"]
    client.do("watch", match=match)

    host.settle()

    names = ("random", "first", "random", "random")
    played = play_match([make_agent(name) for name in names], seed=seed, names=names)
    expected = encode_record(played, engine="tichu test").decode()
    assert client.do("record", match=match)["record"] == expected


@pytest.mark.parametrize("pause", PAUSES)
def test_clients_and_agents_at_one_table(pause: float | None):
    host = Host()
    client = host.connect()
    match = client.do(
        "create",
        seats=["me", "random", "first", "random"],
        bomb_window=pause,
        pause=pause,
        target=300,
        pace=0.5,
    )["match"]

    play(host, [client], match, random.Random(1))

    check_record(host, client, match)
    by = {(event.get("actor"), event.get("by")) for event in client.events(match, 0)}
    assert {(0, "player"), (1, "agent"), (2, "agent"), (3, "agent")} <= by
    assert "table" in {cause for _, cause in by}


def test_many_matches_on_one_connection():
    host = Host()
    client = host.connect()
    matches = [
        client.do("create", seats=["me", "first", "me", "random"], target=100)["match"]
        for _ in range(5)
    ]
    rng = random.Random(5)

    for match in matches:
        play(host, [client], match, rng, first_answer)

    assert len({client.do("record", match=match)["record"] for match in matches}) == 5


# --- seeds ---


def test_the_seed_is_hashed_first_and_told_last():
    host = Host()
    client, match = four_seats(host, target=100)
    created = client.replies[1]["result"]
    seed_hash = created["seed_hash"]
    assert not any(b'"seed":' in raw for raw in client.raw)

    play(host, [client], match, random.Random(2), first_answer)

    over = client.happenings(match, 0)[-1]
    assert hashlib.sha256(over["seed"].encode()).hexdigest() == seed_hash
    assert len(bytes.fromhex(over["seed"])) == 32
    lines = check_record(host, client, match)
    assert lines[0]["seed"] == over["seed"]
    # The deal that was told is the one that the seed gives.
    dealt = [what["cards"] for what in client.happenings(match, 2) if what["type"] == "dealt"]
    assert dealt[0] == lines[1]["first"][2].replace(" ", "")


def test_a_wrong_seed_does_not_replay():
    host = Host()
    client, match = four_seats(host, target=100)
    play(host, [client], match, random.Random(2), first_answer)
    record = client.do("record", match=match)["record"]
    seed = json.loads(record.splitlines()[0])["seed"]

    other = record.replace(seed, "0" * 64).encode()

    findings = [f for played in replay_record("r", io.BytesIO(other)) for f in played.findings]
    assert "deal_differs" in {finding.code for finding in findings}


def test_a_match_with_the_clients_seed_is_marked_in_every_event():
    host = Host()
    client, match = four_seats(host, seed="mine", target=100)
    assert client.replies[1]["result"]["views"][0]["settings"]["open_seed"] is True

    play(host, [client], match, random.Random(2), first_answer)

    assert all(event["open_seed"] is True for event in client.events(match, 0))
    lines = check_record(host, client, match)
    assert lines[0]["seed"] == "mine"


def test_seeds_and_tokens_are_new_for_each_match():
    host = Host()
    client = host.connect()
    made = [client.do("create", seats=["me", "open", "invite", "me"]) for _ in range(20)]

    tokens = [token for result in made for token in result["tokens"] if token]
    assert len(set(tokens)) == 60
    assert all(len(token) == 22 for token in tokens)
    assert len({result["seed_hash"] for result in made}) == 20
    assert len({result["match"] for result in made}) == 20


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(60))
def test_many_matches(seed: int):
    rng = random.Random(seed)
    host = Host(entropy=seed)
    rules = SINGLE_FLIPS[rng.choice(sorted(SINGLE_FLIPS))].changes()
    rules.pop("target", None)
    client, match = four_seats(
        host, options=rules, target=500, bomb_window=rng.choice(PAUSES), pause=rng.choice(PAUSES)
    )
    play(host, [client], match, rng, lambda ask, rng: any_answer(ask, rng, 0.4))
    check_record(host, client, match)
