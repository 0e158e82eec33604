"""The score sheet in ``round_over``: its lines are the count, and nothing has to be added up."""

from __future__ import annotations

import random
from typing import Any

import pytest

from protocol_host import Host, any_answer, four_seats, one_act, scene
from strategies import SINGLE_FLIPS

TEAMS = ("02", "13")


def check_sheet(result: dict[str, Any], before: list[int]) -> None:
    """The lines add up to what the round gives, and that to what the match has."""
    for team, name in enumerate(TEAMS):
        lines = [line for line in result["lines"] if line["team"] == name]
        calls = sum(line["points"] for line in lines if line["what"] == "call")
        cards = sum(line["points"] for line in lines if line["what"] != "call")
        assert (cards, calls) == (result["card"][team], result["bonus"][team])
        assert result["total"][team] == cards + calls
        assert result["totals"][team] == before[team] + cards + calls
    kinds = [line["what"] for line in result["lines"] if line["what"] != "call"]
    assert kinds == (["double"] if result["double"] else ["tricks"] * 4 + ["hand"])
    for line in result["lines"]:
        if line["what"] == "call":
            assert (line["points"] > 0) == (line["seat"] == result["out"][0])
            assert abs(line["points"]) == {"tichu": 100, "grand": 200}[line["call"]]


@pytest.mark.parametrize("flip", SINGLE_FLIPS)
def test_every_round_of_a_match_adds_up(flip: str):
    rng = random.Random(f"sheet {flip}")
    host = Host()
    options = {**SINGLE_FLIPS[flip].changes(), "target": 600}
    client, match = four_seats(host, options=options)
    while one_act(host, [client], match, rng, lambda ask, rng: any_answer(ask, rng, 0.2)):
        pass

    before = [0, 0]
    results = [what for what in client.happenings(match, 0) if what["type"] == "round_over"]
    assert results
    for result in results:
        check_sheet(result, before)
        before = result["totals"]
    view = client.do("watch", match=match)["view"]
    assert view["results"][-1] == results[-1]
    # Of earlier rounds the sums are kept.
    for shown, told in zip(view["results"][:-1], results[:-1], strict=True):
        assert shown == {name: value for name, value in told.items() if name != "lines"}


def test_a_sheet():
    """R-098, R-099, R-102; the cards that were left are seen by all."""
    line = "tichu1 play hands:-/-/5j/KjDg turn:2 calls:tichu/-/-/grand out:01 piles:Ks/-/Kp/5s"
    client, match = scene(Host(), line)
    client.act(match, 2, play=0)

    [result] = [what for what in client.happenings(match, 1) if what["type"] == "round_over"]
    assert result["lines"] == [
        {"what": "tricks", "seat": 0, "team": "02", "points": 10},
        {"what": "tricks", "seat": 1, "team": "13", "points": 0},
        {"what": "tricks", "seat": 2, "team": "02", "points": 15},
        {"what": "tricks", "seat": 3, "to": 0, "team": "02", "points": 5, "rule": "R-099"},
        {"what": "hand", "seat": 3, "cards": "KjDg", "team": "02", "points": 35, "rule": "R-098"},
        {
            "what": "call", "seat": 0, "call": "tichu",
            "team": "02", "points": 100, "rule": "R-102",
        },
        {
            "what": "call", "seat": 3, "call": "grand",
            "team": "13", "points": -200, "rule": "R-102",
        },
    ]  # fmt: skip
    assert (result["card"], result["bonus"]) == ([65, 0], [100, -200])


def test_a_position_is_counted_line_by_line_too():
    client = Host().connect()
    found = client.do(
        "apply", position="tichu1 play hands:-/2j/3j/KjDg turn:2 out:0", action="2 play 3j"
    )

    [result] = [what for what in found["events"] if what["type"] == "round_over"]
    assert result["lines"] == [
        {"what": "double", "seat": 0, "team": "02", "points": 200, "rule": "R-096"}
    ]
