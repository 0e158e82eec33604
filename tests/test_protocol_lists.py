"""Lists of plays on the wire: complete, in an order that can be counted on, and small."""

from __future__ import annotations

import json
import random

import msgspec
import pytest

from protocol_host import Host, plays_of, scene
from tichu import DECK, CardSet, Combination, LegalActions, legal_plays
from tichu.protocol.client import listed_plays
from tichu.protocol.legal_lists import groups, legal_message, play_at
from tichu.protocol.messages.pushes import Legal
from tichu.wish import choices

MOST_LEADS = "TjTsJjJsJpJtQjQsQpQtKjKsKpPh"
encode = msgspec.json.Encoder().encode


def legal_of(hand: str, table: str | None = None) -> LegalActions:
    plays = legal_plays(hand, None if table is None else Combination(table))
    return LegalActions(0, plays, (None, *range(2, 15)), plays.may_pass)


def random_hands(count: int) -> list[str]:
    rng = random.Random(1)
    hands = []
    for _ in range(count):
        low = rng.randrange(0, 36)
        pool = list(DECK) if rng.random() < 0.5 else [*list(DECK)[low : low + 16], *list(DECK)[-4:]]
        hands.append("".join(map(str, rng.sample(pool, 14))))
    return hands


def read(message: Legal) -> list[Combination]:
    """The plays as a client reads them, as values of the engine."""
    found = []
    for play in listed_plays(message):
        if play.cards == "Ph":
            found.append(Combination(f"Ph={play.rank}"))
        else:
            found.append(Combination.of(CardSet(play.cards), play.phoenix))
    return found


@pytest.mark.parametrize("table", [None, "5j", "5j 5s", "2j 3s 4p 5j 6s", "2j 2s 2p 2t"])
def test_every_play_is_listed_once_and_found_by_its_number(table: str | None):
    for hand in random_hands(40):
        if table is not None and CardSet(hand) & CardSet(table):
            continue
        legal = legal_of(hand, table)
        message = legal_message(legal)
        listed = read(message)
        assert sorted(map(str, listed)) == sorted(map(str, legal.plays))
        assert message.count == len(listed)
        for number in random.Random(2).sample(range(len(listed)), min(5, len(listed))):
            action = play_at(legal, number, None)
            assert action.cards == listed[number].cards
            assert action.phoenix_rank == listed[number].phoenix_rank


def test_groups_say_what_their_plays_are():
    for hand in random_hands(40):
        message = legal_message(legal_of(hand))
        kinds = [(g.type, g.rank, g.phoenix, len(g.plays.split()[0])) for g in message.plays]
        assert len(set(kinds)) == len(kinds)
        plays = iter(read(message))
        for group in message.plays:
            for _ in group.plays.split():
                play = next(plays)
                assert (play.type, play.rank, play.phoenix_rank) == (
                    group.type,
                    group.rank,
                    group.phoenix,
                )
                assert ("Mj" in str(play)) == group.wish


def test_plays_stand_in_the_order_of_the_engine_within_their_groups():
    legal = legal_of(MOST_LEADS)
    place = {play: number for number, play in enumerate(legal.plays)}
    plays = iter(read(legal_message(legal)))
    for group in groups(legal.plays):
        places = [place[next(plays)] for _ in group.plays.split()]
        assert places == sorted(places)


def test_wishes_stand_once_and_only_with_the_mah_jong():
    assert legal_message(legal_of("Mj2j3s")).wishes == (None, *range(2, 15))
    assert legal_message(legal_of("2j3s")).wishes == ()
    # The Mah Jong is in the hand, but in no play that beats the table.
    assert legal_message(legal_of("Mj2j3s", "2s")).wishes == ()


def test_wishes_follow_the_rules():
    host = Host()
    line = "tichu1 play hands:2jMj/3j/4j/5j turn:0"
    client, match = scene(host, line)
    assert client.ask(match, 0)["wishes"] == [None, *range(2, 15)]
    client, match = scene(host, line + " rules:wish_optional=false")
    ask = client.ask(match, 0)
    assert ask["wishes"] == list(range(2, 15)) == list(choices(host.state(match).rules))
    number = [cards for cards, _ in plays_of(ask)].index("Mj")
    answer = {"match": match, "seat": 0, "position": ask["position"], "play": number}
    assert client.refused("act", **answer) == ("wish_due", "R-066")
    client.do("act", **answer, wish=4)
    assert host.state(match).wish == 4


def test_a_wish_goes_with_the_mah_jong_only():
    host = Host()
    client, match = scene(host, "tichu1 play hands:2jMj/3j/4j/5j turn:0")
    ask = client.ask(match, 0)
    cards = [cards for cards, _ in plays_of(ask)]
    answer = {"match": match, "seat": 0, "position": ask["position"]}
    for bad in (
        {"play": cards.index("2j"), "wish": 5},
        {"action": "play 2j", "wish": 5},
        {"action": "play 2j wish=5"},
    ):
        assert client.refused("act", **answer, **bad) == ("no_mahjong", "R-066")
    assert client.refused("act", **answer, action="play Mj wish=5", wish=6)[0] == "bad_act"
    client.do("act", **answer, action="play Mj wish=5", wish=5)


def test_the_hand_with_the_most_leads_stays_small():
    legal = legal_of(MOST_LEADS)
    assert len(legal.plays) == 1857
    size = len(encode(legal_message(legal)))
    assert 15_000 < size < 17_000
    assert len(json.dumps([str(play) for play in legal.plays])) > 2 * size


def test_the_longest_lists_stay_small():
    run = legal_message(legal_of("2s3p4s5t6s7s8p9sTtJsQjKtMjPh"))
    assert run.count == 417
    assert len(encode(run)) < 26_000
    sizes = sorted(len(encode(legal_message(legal_of(hand)))) for hand in random_hands(300))
    assert sizes[len(sizes) // 2] < 3_000
    assert sizes[-1] < 26_000


def test_a_lead_is_sent_and_answered_by_number():
    host = Host()
    client, match = scene(host, f"tichu1 play hands:{MOST_LEADS}/2j/2s/2p turn:0")
    ask = client.ask(match, 0)
    assert ask["count"] == 1857
    assert len(json.dumps(ask)) < 20_000
    cards, _ = plays_of(ask)[1856]
    client.act(match, 0, play=1856)
    assert host.state(match).top is not None
    assert host.state(match).top.cards == CardSet(cards)
    position = {"match": match, "seat": 0, "position": client.ask(match, 0)["position"]}
    assert client.refused("act", play=5, **position)[0] == "no_such_play"
