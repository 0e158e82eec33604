"""Bomb windows: who is asked, when they end, in which order bombs take effect (R-056 to R-062)."""

from __future__ import annotations

from typing import Any

import pytest

from protocol_host import Client, Host, scene

BOMBS = "tichu1 play hands:2j3jAj/4j4s4p4t5j/6j6s6p6t7j/8j8s8p8t9j turn:0"
"""Seat 0 leads; each of the others holds a bomb and a card more."""


def lead(host: Host, position: str, play: str = "play 2j", **settings: Any) -> tuple[Client, str]:
    """The scene, with seat 0's play on the table."""
    client, match = scene(host, position, **{"bomb_window": None, **settings})
    client.act(match, 0, action=play)
    return client, match


def kinds(client: Client, match: str) -> list[str]:
    return [client.ask(match, seat)["kind"] for seat in range(4)]


def done(host: Host, match: str) -> list[str]:
    """The actions since the scene began, in the order of the record."""
    actions: list[str] = host.game(match)._actions
    return actions


def refused_of(client: Client, match: str, seat: int) -> list[tuple[str, str, str]]:
    return [
        (what["action"], what["code"], what["rule"])
        for what in client.happenings(match, seat)
        if what["type"] == "refused"
    ]


# --- who is asked ---


def test_everybody_is_asked_alike():
    host = Host()
    client, match = lead(host, "tichu1 play hands:2j3jAj/5j7s/6j6s6p6t7j/8j9j turn:0")

    assert kinds(client, match) == ["bomb", "play", "bomb", "bomb"]
    assert all("decline" in client.ask(match, seat)["actions"] for seat in range(4))
    assert [client.ask(match, seat).get("count", 0) for seat in (0, 2, 3)] == [0, 1, 0]


def test_seats_without_cards_are_not_asked():
    host = Host()
    client, match = lead(host, "tichu1 play hands:2j3jAj/5j7s/-/8j9j turn:0 out:2")

    assert kinds(client, match) == ["bomb", "play", "wait", "bomb"]


def test_the_dog_and_the_end_of_a_round_open_no_window():
    host = Host()
    client, match = lead(host, "tichu1 play hands:Do3jAj/5j7s/6j/8j9j turn:0", "play Do")
    assert kinds(client, match) == ["wait", "wait", "play", "wait"]

    client, match = lead(host, "tichu1 play hands:2j/5j7s/-/8j9j turn:0 out:2")
    assert host.game(match).round == 2
    assert host.table(match).window is None


def test_without_bombs_out_of_turn_there_is_no_window():
    host = Host()
    client, match = lead(host, BOMBS + " rules:bomb_out_of_turn=false")

    assert kinds(client, match) == ["wait", "play", "wait", "wait"]


# --- when it ends ---


def test_it_ends_when_all_have_answered():
    host = Host()
    client, match = lead(host, BOMBS)
    for seat in (3, 0, 2):
        assert client.act(match, seat, action="decline") == {"type": "act"}
        assert host.table(match).window is not None
    assert done(host, match)[-1:] == ["0 play 2j"]

    client.act(match, 1, action="decline")

    assert kinds(client, match) == ["wait", "play", "wait", "wait"]
    assert "decline" not in client.ask(match, 1).get("actions", [])


@pytest.mark.parametrize("answers", [0, 3])
def test_it_ends_when_its_time_is_over(answers: int):
    host = Host()
    client, match = lead(host, BOMBS, bomb_window=2.0)
    assert client.ask(match, 3)["deadline"] == 2.0
    for seat in range(answers):
        client.act(match, seat, action="decline")

    host.pass_time(1.9)
    assert host.table(match).window is not None
    host.pass_time(0.2)

    assert kinds(client, match) == ["wait", "play", "wait", "wait"]


def test_it_lasts_as_long_with_and_without_bombs():
    for position in (BOMBS, "tichu1 play hands:2j3jAj/4j5j/6j7j/8j9j turn:0"):
        host = Host()
        _, match = lead(host, position, bomb_window=2.0)
        assert host.hub.next_deadline() == 2.0
        assert host.table(match).window.closes == 2.0


def test_an_ordinary_play_is_held_until_the_end():
    host = Host()
    client, match = lead(host, BOMBS)
    assert client.act(match, 1, action="play 5j") == {"type": "act", "held": True}
    assert done(host, match)[-1:] == ["0 play 2j"]
    assert client.ask(match, 1)["kind"] == "wait"

    for seat in (0, 2, 3):
        client.act(match, seat, action="decline")

    assert done(host, match)[-2:] == ["0 play 2j", "1 play 5j"]
    assert kinds(client, match) == ["bomb", "bomb", "play", "bomb"]


def test_what_is_held_is_told_to_nobody_else():
    host = Host()
    client, match = lead(host, BOMBS)
    count = {seat: len(client.events(match, seat)) for seat in range(4)}

    client.act(match, 2, play=0)
    client.act(match, 1, action="pass")

    assert all(len(client.events(match, seat)) == count[seat] for seat in range(4))
    views = [host.game(match).view_for(seat).held for seat in (*range(4), None)]
    assert views == [None, "pass", "play 6j 6s 6p 6t", None, None]


def test_after_declining_one_may_still_bomb():
    host = Host()
    client, match = lead(host, BOMBS)
    client.act(match, 3, action="decline")
    assert client.ask(match, 3)["kind"] == "wait"
    assert client.ask(match, 3)["count"] == 1

    assert client.act(match, 3, play=0)["held"] is True
    for seat in (0, 1, 2):
        client.act(match, seat, action="decline")

    assert done(host, match)[-1] == "3 play 8j 8s 8p 8t"


def test_one_answers_once():
    host = Host()
    client, match = lead(host, BOMBS)
    client.act(match, 3, play=0)

    ask = client.ask(match, 3)
    again = {"match": match, "seat": 3, "position": ask["position"]}
    assert client.refused("act", action="play 8j 8s 8p 8t", **again)[0] == "already_answered"
    assert client.refused("act", action="decline", **again)[0] == "not_asked"


def test_a_tichu_does_not_end_the_window():
    host = Host()
    hand = "2s3s4s5s6s7s8s9sTsJsQsKsAs2p"
    client, match = lead(host, f"tichu1 play hands:2j3jAj/5j7t/{hand}/8j9j turn:0")

    client.act(match, 2, action="tichu")

    assert host.table(match).window is not None
    assert client.ask(match, 2)["kind"] == "bomb"
    assert client.happenings(match, 0)[-1] == {"type": "tichu", "seat": 2}
    # The others' questions are the same as before, and so are the positions that answer them.
    client.act(match, 3, action="decline")


@pytest.mark.parametrize("what", ["pass", "play As", "play 3s 4s 5s 6s 7s"])
def test_a_tichu_leaves_what_is_held(what: str):
    """One may have answered already; the answer takes effect after the call all the same."""
    host = Host()
    hand = "2s3s4s5s6s7s8s2pTsJsQsKsAs3p"
    client, match = lead(host, f"tichu1 play hands:2j3jAj/{hand}/6j7t/8j9j turn:0")
    client.act(match, 1, action=what)
    held = host.game(match).view_for(1).held
    assert held == what

    client.act(match, 1, action="tichu")

    assert host.game(match).view_for(1).held == held
    for seat in (0, 2, 3):
        client.act(match, seat, action="decline")
    assert [line for line in done(host, match) if line.startswith("1 ")] == [
        "1 tichu",
        f"1 {what}",
    ]


# --- what takes effect ---


@pytest.mark.parametrize("arrival", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_bombs_take_effect_in_play_order(arrival: tuple[int, int, int]):
    host = Host()
    client, match = lead(host, BOMBS)
    for seat in arrival:
        client.act(match, seat, play=client.ask(match, seat)["count"] - 1)

    client.act(match, 0, action="decline")

    assert done(host, match)[-4:] == [
        "0 play 2j",
        "1 play 4j 4s 4p 4t",
        "2 play 6j 6s 6p 6t",
        "3 play 8j 8s 8p 8t",
    ]
    # A new window follows, for the last of them.
    assert [client.ask(match, seat)["kind"] for seat in range(4)] == ["play"] + ["bomb"] * 3
    assert host.state(match).owner == 3


@pytest.mark.parametrize("arrival", [(1, 3), (3, 1)])
def test_a_later_bomb_must_beat_the_earlier_one(arrival: tuple[int, int]):
    host = Host()
    position = "tichu1 play hands:2j3jAj/8j8s8p8t9j/6j7j/4j4s4p4t5j turn:0"
    client, match = lead(host, position)
    for seat in arrival:
        client.act(match, seat, play=client.ask(match, seat)["count"] - 1)
    for seat in (0, 2):
        client.act(match, seat, action="decline")

    assert done(host, match)[-2:] == ["0 play 2j", "1 play 8j 8s 8p 8t"]
    assert refused_of(client, match, 3) == [("play 4j 4s 4p 4t", "does_not_beat", "R-047")]
    for seat in (0, 1, 2):
        assert refused_of(client, match, seat) == []
    assert "play 4j" not in str(client.events(match, 0)[-1])
    assert "4j" in host.game(match).view_for(3).table.hand


def test_the_player_of_the_table_is_last():
    host = Host()
    position = "tichu1 play hands:2j4j4s4p4t/5j5t/6j7j/8j8s8p8t9j turn:0"
    client, match = lead(host, position)
    client.act(match, 0, play=0)
    client.act(match, 3, play=0)
    for seat in (1, 2):
        client.act(match, seat, action="decline")

    # from the last play on comes seat 1 first, and seat 0, who played, last.
    assert done(host, match)[-1] == "3 play 8j 8s 8p 8t"
    assert refused_of(client, match, 0) == [("play 4j 4s 4p 4t", "does_not_beat", "R-047")]


def test_a_bomb_goes_before_an_ordinary_play():
    host = Host()
    client, match = lead(host, BOMBS)
    client.act(match, 1, action="play 5j")
    client.act(match, 3, play=0)
    for seat in (0, 2):
        client.act(match, seat, action="decline")

    assert done(host, match)[-1] == "3 play 8j 8s 8p 8t"
    assert refused_of(client, match, 1) == [("play 5j", "bombed", "R-062")]
    assert "5j" in host.game(match).view_for(1).table.hand
    assert client.ask(match, 1)["kind"] == "bomb"


def test_the_seat_on_turn_may_bomb_in_the_window():
    host = Host()
    client, match = lead(host, BOMBS)
    ask = client.ask(match, 1)
    client.act(match, 1, play=ask["count"] - 1)
    client.act(match, 2, play=0)
    for seat in (0, 3):
        client.act(match, seat, action="decline")

    assert done(host, match)[-2:] == ["1 play 4j 4s 4p 4t", "2 play 6j 6s 6p 6t"]


def test_a_bomb_that_ends_the_round_is_the_last():
    host = Host()
    position = "tichu1 play hands:2j4j4s4p4t5j/-/-/8j8s8p8t turn:0 out:21"
    client, match = lead(host, position, pause=None)
    client.act(match, 0, play=0)
    client.act(match, 3, action="play 8j 8s 8p 8t")

    assert host.game(match).life == "between"
    assert refused_of(client, match, 0) == [("play 4j 4s 4p 4t", "round_over", "R-064")]
    assert refused_of(client, match, 3) == []
    assert kinds(client, match) == ["next"] * 4


def test_the_order_is_in_the_record():
    host = Host()
    client, match = lead(host, BOMBS)
    for seat in (3, 2, 1):
        client.act(match, seat, play=client.ask(match, seat)["count"] - 1)
    client.act(match, 0, action="decline")

    history = host.game(match).history()
    assert [str(action) for action in history.rounds[0].actions[-3:]] == done(host, match)[-3:]
    assert [entry.kind for entry in host.journal[-6:]] == ["hold"] * 3 + ["act"] * 3


# --- the ripe trick ---

RIPE = "tichu1 play hands:2jAj/5j7t/6j6s6p6t7j/8j9j turn:0"


def ripen(client: Client, match: str) -> None:
    """All decline the ace and pass on it."""
    for seat in range(4):
        client.act(match, seat, action="decline")
    for seat in (1, 2, 3):
        client.act(match, seat, action="pass")


def test_the_ripe_trick_has_a_window_and_is_taken_by_itself():
    host = Host()
    client, match = lead(host, RIPE, "play Aj")
    ripen(client, match)
    assert kinds(client, match) == ["bomb"] * 4

    for seat in range(4):
        client.act(match, seat, action="decline")

    last = client.events(match, 1)[-1]
    assert (last["actor"], last["by"]) == (0, "table")
    assert last["events"][0]["type"] == "trick_taken"
    assert kinds(client, match) == ["play", "wait", "wait", "wait"]


def test_the_ripe_trick_may_be_bombed():
    host = Host()
    client, match = lead(host, RIPE, "play Aj")
    ripen(client, match)
    client.act(match, 2, play=0)
    for seat in (0, 1, 3):
        client.act(match, seat, action="decline")

    assert host.state(match).owner == 2
    assert kinds(client, match) == ["bomb", "bomb", "bomb", "play"]


def test_with_bombs_after_the_last_pass_off_it_is_taken_at_once():
    host = Host()
    client, match = lead(host, RIPE + " rules:bomb_after_final_pass=false", "play Aj")
    ripen(client, match)

    assert done(host, match)[-1] == "0 collect"


def test_the_dragon_is_given_after_the_window():
    host = Host()
    client, match = lead(host, "tichu1 play hands:2jDg/5j7t/6j6s6p6t7j/8j9j turn:0", "play Dg")
    ripen(client, match)
    assert kinds(client, match) == ["bomb"] * 4
    position = client.ask(match, 0)["position"]
    given = {"match": match, "seat": 0, "position": position, "action": "dragon 1"}
    assert client.refused("act", **given)[0] == "not_asked"
    for seat in range(4):
        client.act(match, seat, action="decline")

    assert kinds(client, match) == ["dragon", "wait", "wait", "wait"]
    assert client.ask(match, 0)["actions"] == ["dragon 1", "dragon 3"]
    # until it is given away it may be bombed.
    assert client.ask(match, 2)["count"] == 1
    client.act(match, 0, action="dragon 3")
    assert host.state(match).piles[3]
    assert host.state(match).turn == 0


# --- without windows ---


def test_without_windows_bombs_are_taken_as_they_arrive():
    host = Host()
    client, match = lead(host, BOMBS, bomb_window=0)
    assert kinds(client, match) == ["wait", "play", "wait", "wait"]
    assert [client.ask(match, seat).get("count", 0) for seat in (0, 2, 3)] == [0, 1, 1]

    assert client.act(match, 3, play=0) == {"type": "act"}

    assert done(host, match)[-1] == "3 play 8j 8s 8p 8t"
    assert kinds(client, match) == ["play", "wait", "wait", "wait"]
    position = client.events(match, 2)[-1]["position"]
    late = {"match": match, "seat": 2, "position": position, "action": "play 6j 6s 6p 6t"}
    assert client.refused("act", **late) == ("does_not_beat", "R-047")


def test_between_windows_too():
    host = Host()
    client, match = lead(host, BOMBS, bomb_window=1.0)
    host.pass_time(1.5)
    assert client.ask(match, 3)["count"] == 1

    client.act(match, 3, play=0)

    assert done(host, match)[-1] == "3 play 8j 8s 8p 8t"
    assert host.table(match).window is not None


# --- too late ---


def test_an_answer_to_an_older_window_is_too_late():
    host = Host()
    client, match = lead(host, BOMBS, bomb_window=1.0)
    old = client.ask(match, 3)["position"]
    host.pass_time(1.5)
    client.act(match, 1, action="play 5j")

    stale = {"match": match, "seat": 3, "position": old}
    assert client.refused("act", action="decline", **stale)[0] == "too_late"
    assert client.refused("act", play=0, **stale)[0] == "too_late"
    assert client.refused("act", action="play 8j 8s 8p 8t", **stale)[0] == "too_late"


def test_what_crosses_the_end_of_the_window_is_not_too_late():
    host = Host()
    hand = "2s3s4s5s6s7s8s2pTsJsQsKsAs3p"
    position = f"tichu1 play hands:2j3jAj/5j7t/{hand}/9j9s9p9tTj turn:0"
    client, match = lead(host, position, bomb_window=1.0)
    before = client.ask(match, 1)["position"]
    client.act(match, 2, action="tichu")
    host.pass_time(1.5)
    assert client.events(match, 1)[-1]["position"] > before

    # Sent while the window was open, it arrives when it is not.
    late = {"match": match, "position": before}
    assert client.refused("act", seat=0, action="decline", **late)[0] == "too_late"
    assert client.do("act", seat=1, play=0, **late) == {"type": "act"}
    assert done(host, match)[-1] == "1 play 5j"


def test_a_bomb_may_name_any_position_within_its_window():
    host = Host()
    hand = "2s3s4s5s6s7s8s2pTsJsQsKsAs3p"
    client, match = lead(host, f"tichu1 play hands:2j3jAj/5j7t/{hand}/9j9s9p9tTj turn:0")
    client.act(match, 2, action="tichu")
    first, now = client.ask(match, 3)["position"], client.events(match, 3)[-1]["position"]
    assert first < now

    client.do("act", match=match, seat=3, position=first, play=0)
    client.do("act", match=match, seat=0, position=now, action="decline")
