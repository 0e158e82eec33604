"""Clocks and what they decide; players who are gone, and the agents that play for them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from protocol_host import Client, Host, any_answer, four_seats, one_act, play, scene
from tichu import DECK, parse_action, parse_position
from tichu.protocol.clock import harmless

CLOCK = {"decision": 10, "bank": 5}

GRAND = (
    "tichu1 grand"
    " hands:2j3j4j5j6j7j8j9j/2s3s4s5s6s7s8s9s/2p3p4p5p6p7p8p9p/2t3t4t5t6t7t8t9t"
    " stock:TjJjQjKjAjMj/TsJsQsKsAsDo/TpJpQpKpApPh/TtJtQtKtAtDg"
)


def last_act(client: Client, match: str, seat: int = 0) -> dict[str, Any]:
    return next(event for event in reversed(client.events(match, seat)) if "actor" in event)


# --- what is harmless ---


@pytest.mark.parametrize(
    ("position", "seat", "action"),
    [
        # No call.
        (
            GRAND,
            0,
            "0 nogrand",
        ),
        # A pass where it is allowed.
        ("tichu1 play hands:2j3j/4j5j/6j7j/8jAj turn:1 owner:0 top:2s trick:2s", 1, "1 pass"),
        # The lowest lead; with the Mah Jong no wish.
        ("tichu1 play hands:5j3jMj/4j/6j/8j turn:0", 0, "0 play Mj"),
        # The lowest wish where one is due.
        (
            "tichu1 play hands:5j3jMj/4j/6j/8j turn:0 rules:wish_optional=false",
            0,
            "0 play Mj wish=2",
        ),
        # The lowest play that meets a wish, which forbids the pass.
        (
            "tichu1 play hands:2j/9j9sAj/6j/8j turn:1 owner:0 top:2s trick:2s wish:9",
            1,
            "1 play 9j",
        ),
        # The Dragon goes to the opponent with more cards, of two alike to the next seat.
        (
            "tichu1 ripe hands:2j/4j/6j/8j9j owner:0 top:Dg trick:Dg passes:3",
            0,
            "0 dragon 3",
        ),
        (
            "tichu1 ripe hands:2j/4j5s/6j/8j9j owner:0 top:Dg trick:Dg passes:3",
            0,
            "0 dragon 1",
        ),
    ],
)
def test_what_is_done_for_a_seat(position: str, seat: int, action: str):
    assert harmless(parse_position(position), seat) == parse_action(action)


@pytest.mark.parametrize(
    ("hand", "action"),
    [
        ("2j3j4j5j6j7j8j9jTjJjQjKjAj2s", "0 give 2j 3j 2s"),
        ("AjAsApAtMjDoPhDgKjKsKpKtQjQs", "0 give Qj Kj Qs"),
    ],
)
def test_three_low_cards_are_given(hand: str, action: str):
    rest = [str(card) for card in DECK if str(card) not in hand]
    hands = "/".join([hand, *("".join(rest[14 * i : 14 * i + 14]) for i in range(3))])
    assert harmless(parse_position(f"tichu1 exchange hands:{hands}"), 0) == parse_action(action)


# --- the clock ---


def test_the_question_says_how_much_time_there_is():
    host = Host()
    client, match = four_seats(host, clock=CLOCK)
    ask = client.ask(match, 0)
    assert (ask["kind"], ask["deadline"], ask["bank"]) == ("grand", 15.0, 5.0)

    host.pass_time(12.0)
    client.act(match, 0, action="nogrand")
    for seat in (1, 2, 3):
        client.act(match, seat, action="nogrand")

    # Two seconds came out of the bank.
    ask = client.ask(match, 0)
    assert (ask["kind"], ask["deadline"], ask["bank"]) == ("exchange", 13.0, 3.0)


def test_time_that_was_not_used_is_not_saved():
    host = Host()
    client, match = four_seats(host, clock=CLOCK)
    for seat in range(4):
        client.act(match, seat, action="nogrand")
    assert client.ask(match, 0)["deadline"] == 15.0


def test_when_time_is_out_the_clock_decides():
    host = Host()
    client, match = four_seats(host, clock=CLOCK)

    host.pass_time(14.9)
    assert host.state(match).phase == "grand"
    host.pass_time(0.2)

    assert host.state(match).phase == "exchange"
    told = [event for event in client.events(match, 2) if event.get("by") == "clock"]
    assert [event["actor"] for event in told] == [0, 1, 2, 3]
    # The bank is empty now.
    assert client.ask(match, 0)["deadline"] == 10.0
    host.pass_time(10.1)
    assert host.state(match).phase == "play"


def test_a_whole_match_by_the_clock():
    host = Host()
    client, match = four_seats(
        host, clock={"decision": 1}, pause=None, bomb_window=None, target=200
    )
    while host.go_on():
        pass

    assert host.game(match).life == "over"
    by = {event["by"] for event in client.events(match, 0) if "by" in event}
    assert by == {"clock", "table"}


def test_in_a_window_the_clock_declines():
    host = Host()
    client, match = scene(
        host,
        "tichu1 play hands:2j3j/4j5j/6j6s6p6t/8j8s8p8t9j turn:0",
        bomb_window=None,
        clock={"decision": 3, "bank": 0},
    )
    client.act(match, 0, action="play 2j")
    assert {client.ask(match, seat)["deadline"] for seat in range(4)} == {3.0}

    host.pass_time(3.1)

    assert host.table(match).window is None
    assert host.game(match)._actions[-1] == "0 play 2j"
    # The seat on turn has its time anew.
    assert client.ask(match, 1)["deadline"] == 3.0
    host.pass_time(3.1)
    assert host.game(match)._actions[-1] == "1 pass"
    assert last_act(client, match)["by"] == "clock"


def test_the_time_of_a_window_is_nobodys():
    host = Host()
    client, match = scene(
        host,
        "tichu1 play hands:2j3j/4j5j/6j6s6p6t/8j8s8p8t9j turn:0",
        bomb_window=60,
        clock={"decision": 3, "bank": 2},
    )
    client.act(match, 0, action="play 2j")
    host.pass_time(59.0)
    client.act(match, 1, action="play 4j")
    host.pass_time(2.0)

    assert host.game(match)._actions[-1] == "1 play 4j"
    host.pass_time(60.0)
    assert client.ask(match, 2)["bank"] == 2.0


def test_others_do_not_stop_the_clock():
    host = Host()
    hand = "2s3s4s5s6s7s8s9sTsJsQsKsAs2p"
    client, match = scene(
        host, f"tichu1 play hands:2j3j/4j5j/{hand}/8j9j turn:0", clock={"decision": 3, "bank": 0}
    )
    host.pass_time(2.0)
    client.act(match, 2, action="tichu")
    host.pass_time(1.1)

    assert host.game(match)._actions[-1] == "0 play 2j"


def test_coming_back_does_not_stop_the_clock():
    host = Host()
    client, match = four_seats(host, clock={"decision": 10, "bank": 0})
    token = client.replies[1]["result"]["tokens"][0]
    host.pass_time(6.0)

    client.do("resume", match=match, token=token)

    assert client.ask(match, 0)["deadline"] == 4.0


def test_a_pause_between_rounds():
    for pause, kind in ((5.0, "next"), (None, "next")):
        host = Host()
        client, match = scene(host, "tichu1 play hands:2j/4j5j/-/8j9j turn:0 out:2", pause=pause)
        client.act(match, 0, action="play 2j")
        assert [client.ask(match, seat)["kind"] for seat in range(4)] == [kind] * 4
        assert client.ask(match, 0).get("deadline") == pause
        for seat in (0, 1, 2):
            client.act(match, seat, action="next")
        assert host.game(match).life == "between"
        if pause is None:
            client.act(match, 3, action="next")
        else:
            host.pass_time(5.0)
        assert host.game(match).life == "playing"
        assert host.game(match).round == 2


# --- players who are gone ---


def two_and_two(host: Host, **settings: Any) -> tuple[Client, Client, str, str]:
    """A match of two clients with two agents; the second client's token."""
    one, two = host.connect(), host.connect()
    match = one.do("create", seats=["me", "open", "first", "first"], **settings)["match"]
    token = two.do("take", match=match, name="Bob")["token"]
    host.settle()
    return one, two, match, token


def seat_states(client: Client, match: str) -> list[tuple[int, str]]:
    return [
        (what["seat"], what["info"]["state"])
        for what in client.happenings(match, 0)
        if what["type"] == "seat_changed"
    ]


def test_an_agent_plays_for_who_is_gone_and_gives_back():
    host = Host()
    one, two, match, token = two_and_two(host, grace=20, substitute="first")
    two.close()
    one.act(match, 0, action="nogrand")
    host.pass_time(19.9)
    assert host.state(match).phase == "grand"
    host.pass_time(0.2)

    assert host.state(match).phase == "exchange"
    assert seat_states(one, match) == [(1, "player"), (1, "away")]
    gone = [event for event in one.events(match, 0) if event.get("actor") == 1]
    assert {event["by"] for event in gone} == {"agent"}

    again = host.connect()
    view = again.do("resume", match=match, token=token)["view"]
    assert view["seats"][1] == {"state": "player", "name": "Bob"}
    assert seat_states(one, match)[-1] == (1, "player")
    assert again.ask(match, 1)["seat"] == 1


def test_back_within_the_grace_nothing_happens():
    host = Host()
    one, two, match, token = two_and_two(host, grace=20)
    two.close()
    host.pass_time(15.0)
    again = host.connect()
    again.do("resume", match=match, token=token)
    host.pass_time(100.0)

    assert seat_states(one, match) == [(1, "player")]
    assert again.ask(match, 1)["kind"] == "grand"


def test_without_grace_one_is_waited_for():
    host = Host()
    one, two, match, _ = two_and_two(host, grace=None)
    two.close()
    one.act(match, 0, action="nogrand")
    host.pass_time(10_000.0)
    assert host.state(match).phase == "grand"


def test_a_match_that_is_watched_goes_on_when_all_players_are_gone():
    host = Host()
    one, two, match, _ = two_and_two(host, grace=5, target=200, pause=None, bomb_window=None)
    host.connect().do("watch", match=match)
    one.close()
    two.close()
    host.pass_time(10.0)
    assert host.game(match).life == "over"


def test_who_leaves_is_replaced_for_good():
    host = Host()
    one, two, match, token = two_and_two(host, substitute="random")
    two.do("leave", match=match)

    assert seat_states(one, match)[-1] == (1, "agent")
    assert host.game(match).seats[1].name == "random"
    assert two.refused("resume", match=match, token=token)[0] == "bad_token"
    position = one.events(match, 0)[-1]["position"]
    answer = {"match": match, "seat": 1, "position": position, "action": "nogrand"}
    assert two.refused("act", **answer)[0] == "not_your_seat"
    play(host, [one], match, random.Random(1))


def test_before_the_match_begins_a_seat_is_open_again():
    host = Host()
    one, two = host.connect(), host.connect()
    match = one.do("create", seats=["me", "open", "open", "random"])["match"]
    two.do("take", match=match, seat=2)
    two.do("leave", match=match)
    assert host.game(match).seats[2].state == "open"
    assert two.do("take", match=match, seat=2)["seat"] == 2


def test_clients_come_and_go_through_a_whole_match():
    rng = random.Random(8)
    host = Host()
    one = host.connect()
    made = one.do(
        "create", seats=["me", "invite", "invite", "invite"], grace=3, target=300, bomb_window=1
    )
    match, tokens = made["match"], made["tokens"]
    players = [one, *(host.connect() for _ in range(3))]
    for seat in (1, 2, 3):
        players[seat].do("resume", match=match, token=tokens[seat])
    by: set[str] = set()
    while host.game(match).life != "over":
        seat = rng.randrange(4)
        if rng.random() < 0.05:
            players[seat].close()
            host.pass_time(rng.choice([0.5, 4.0]))
            players[seat] = host.connect()
            last = host.game(match).seq - rng.randrange(3)
            players[seat].do("resume", match=match, token=tokens[seat], last_seq=last)
        one_act(host, players, match, rng, lambda ask, rng: any_answer(ask, rng, 0.4))
        by |= {e["by"] for client in players for e in client.events(match, seat) if "by" in e}
    assert {"player", "agent"} <= by
