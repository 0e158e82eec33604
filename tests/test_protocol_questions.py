"""Questions that need no match, and the errors of what they are asked."""

from __future__ import annotations

from typing import Any

import pytest

from protocol_host import Client, Host, plays_of
from rounds import walk
from tichu import Rules, format_position, legal_actions, parse_position
from tichu.seats import SEATS


@pytest.fixture
def client() -> Client:
    return Host().connect()


def test_readings(client: Client):
    readings = client.do("classify", cards="6j7s8p9tPh")["readings"]
    assert readings == [
        {"type": "straight", "rank": 10, "cards": "6j7s8p9tPh", "phoenix": 10},
        {"type": "straight", "rank": 9, "cards": "6j7s8p9tPh", "phoenix": 5},
    ]
    assert client.do("classify", cards="7j8s")["readings"] == []
    assert client.do("classify", cards="")["readings"] == []
    assert client.refused("classify", cards="7j7j") == ("duplicate_card", "R-001")


def test_plays_of_a_hand(client: Client):
    legal = client.do("legal_plays", hand="7j7s8pPh", table="5j 5s")["legal"]
    assert [cards for cards, _ in plays_of(legal)] == ["7j7s", "7jPh", "7sPh", "8pPh"]
    assert legal["actions"] == ["pass"]
    legal = client.do("legal_plays", hand="9jTs", table="2j", wish=9)["legal"]
    assert [cards for cards, _ in plays_of(legal)] == ["9j"]
    assert "actions" not in legal
    legal = client.do("legal_plays", hand="2j2s2p2t9j", table="Ph=13.5", in_turn=False)["legal"]
    assert [cards for cards, _ in plays_of(legal)] == ["2j2s2p2t"]
    legal = client.do("legal_plays", hand="Mj", options={"wish_optional": False})["legal"]
    assert legal["wishes"] == list(range(2, 15))


@pytest.mark.parametrize(
    ("fields", "code", "rule"),
    [
        ({"hand": "2j3j4j5j6j7j8j9jTjJjQjKjAj2s3s"}, "hand_too_large", "R-007"),
        ({"hand": "7j", "table": "Do"}, "dog_on_table", "R-085"),
        ({"hand": "7j", "table": "7j"}, "card_twice", "R-001"),
        ({"hand": "7j", "table": "7x"}, "unknown_card", None),
        ({"hand": "7j", "table": "5j 6j"}, "not_a_combination", None),
        ({"hand": "7j", "preset": "none"}, "unknown_preset", None),
        ({"hand": "7j", "options": {"none": 1}}, "unknown_option", None),
        ({"hand": "7j", "options": {"target": 0}}, "bad_option", None),
        ({"hand": "7j", "options": {"target": "x"}}, "bad_option", None),
        ({"hand": "7j", "wish": 15}, "bad_field", None),
        ({"hand": "7 j"}, "bad_field", None),
    ],
)
def test_bad_hands(client: Client, fields: dict[str, Any], code: str, rule: str | None):
    found = client.refused("legal_plays", **fields)
    assert found[0] == code
    assert rule is None or found[1] == rule


def test_legal_actions_of_a_position(client: Client):
    line = "tichu1 ripe hands:2j/4j4s4p4t/6j/8j9j owner:0 top:Dg trick:Dg passes:3"
    seats = client.do("legal_actions", position=line)["seats"]
    assert seats[0] == {"actions": ["dragon 1", "dragon 3"]}
    assert [cards for cards, _ in plays_of(seats[1])] == ["4j4s4p4t"]
    assert seats[2] == seats[3] == {}


def test_every_position_of_a_round_can_be_asked_about(client: Client):
    played = walk(Rules(), 5)
    for moment in played.moments:
        line = format_position(moment.state)
        seats = client.do("legal_actions", position=line)["seats"]
        for seat in SEATS:
            legal = legal_actions(moment.state, seat)
            assert seats[seat].get("count", 0) == len(legal.plays)
            assert bool(seats[seat].get("give")) == bool(legal.exchange_from)
        result = client.do("apply", position=line, action=str(moment.action))
        assert parse_position(result["position"]) == moment.step.state
        assert len(result["events"]) == len(moment.step.events)
    assert result["events"][-1]["type"] == "round_over"


@pytest.mark.parametrize(
    ("position", "action", "code", "rule"),
    [
        ("tichu1 play hands:7j/8j/9j/Tj turn:0", "1 play 8j", "not_on_turn", "R-056"),
        ("tichu1 play hands:7j/8j/9j/Tj turn:0", "0 pass", "must_lead", "R-049"),
        ("tichu1 play hands:7j/8j/9j/Tj turn:0", "0 play 9j", "not_held", "R-050"),
        ("tichu1 play hands:7j/8j/9j/Tj turn:0", "nonsense", "bad_action", None),
        ("tichu1 play hands:7j/8j/9j/7j turn:0", "0 play 7j", "card_twice", "R-001"),
        ("tichu2 play hands:7j/8j/9j/Tj turn:0", "0 play 7j", "bad_version", None),
        ("nonsense", "0 play 7j", "bad_version", None),
    ],
)
def test_refused_questions(client: Client, position: str, action: str, code: str, rule: str | None):
    assert client.refused("apply", position=position, action=action) == (code, rule)
    if rule is None and "play 7j" in action:
        assert client.refused("legal_actions", position=position)[0] == code


def test_nothing_is_remembered(client: Client):
    assert client.host.journal == []
    assert client.session.places == {}
