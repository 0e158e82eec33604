"""The greedy agent: what it does in plain situations, and that it keeps the rules everywhere."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from msgspec.structs import replace

import strategies
from greedy_answers import agent, answer
from scenes import at, cards
from tichu import (
    DECK,
    Card,
    CardSet,
    Exchange,
    Pass,
    Play,
    Question,
    deal_for,
    legal_actions,
    start_round,
    view,
)
from tichu.agents.greedy.habits import HABITS
from tichu.agents.greedy.outlook import Outlook
from tichu.agents.greedy.plan import plan_groups, turns
from tichu.agents.greedy.table import Table
from tichu.agents.greedy.wish import best_wish
from tichu.legal import LegalActions
from tichu.seats import SEATS, Quad

FULL = "2p2t3j3p4t5s6j7p8t9sTpJjQtKs"
"""Fourteen cards for a hand that does not matter."""


def played(hands: str, *fields: str, seat: int = 0) -> str:
    return answer(at(f"play {hands}", *fields), seat)


def on(top: str, owner: int, turn: int) -> str:
    """Something lies on the table, and those between its owner and the seat on turn have passed."""
    passes = (turn - owner) % 4 - 1
    return f"turn:{turn} owner:{owner} top:{top} trick:{top} passes:{passes}"


# --- going out -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "play"),
    [
        ("9j", "9j"),
        ("9j9s", "9j 9s"),
        ("2j3s4p5t6p", "2j 3s 4p 5t 6p"),
        ("7j7s8p8t9j9s", "7j 7s 8p 8t 9j 9s"),
        ("3j3s3pKjKs", "3j 3s 3p Kj Ks"),
        ("KjKsKpKt", "Kj Ks Kp Kt"),
        ("KjPh", "Kj Ph=13"),
        ("Do", "Do"),
        ("Dg", "Dg"),
        ("Ph", "Ph"),
    ],
)
def test_a_hand_that_is_one_combination_goes_out(hand: str, play: str):
    assert played(f"{hand}/4j4sAjAs/5j5sAp/6j6sAt", "turn:0") == f"0 play {play}"


@pytest.mark.parametrize(
    ("hand", "top", "play"),
    [
        ("9j", "8s", "9j"),
        ("9j9s", "8s8p", "9j 9s"),
        ("Dg", "As", "Dg"),
        ("Ph", "As", "Ph"),
        ("3j3s3p3t", "AsApAt", "3j 3s 3p 3t"),
        ("TjTs4p4tPh", "9j9s9pKjKs", "4p 4t Tj Ts Ph=10"),
    ],
)
def test_it_goes_out_over_what_lies_there(hand: str, top: str, play: str):
    for owner in (1, 2, 3):
        state = at(f"play {hand}/5j6j6s/7j7s7p/8j8t", on(top, owner, 0))
        assert answer(state, 0) == f"0 play {play}"


def test_a_bomb_out_of_turn_goes_out():
    state = at("play 3j5j/6j7j/8j9j/4j4s4p4t", "turn:1 owner:0 top:2j trick:2j")
    assert answer(state, 3, "bomb") == "3 play 4j 4s 4p 4t"


def test_sure_winners_come_before_the_last_loser():
    # The Dragon wins, and the three goes out.
    assert played("3jDg/5j6jQj/7j8jKj/9jTjAj", "turn:0") == "0 play Dg"
    # Nothing beats a pair of aces but a bomb.
    assert played("3jAjAs/5j6jQj/7j8jKj/9jTjJj", "turn:0") == "0 play Aj As"


def test_the_dog_is_kept_for_last_when_the_lead_is_sure():
    fields = "turn:0 calls:tichu/-/-/-"
    assert played("DoDg/5j6jQj/7j8jKj/9jTjAj", fields) == "0 play Dg"


# --- the partner ---------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["3j5sDg", "3j5sAs", "3j5sPh", "4j5s6pAjDg"])
def test_the_partners_high_card_is_not_overtaken(hand: str):
    state = at(f"play {hand}/4s7sTj/6j6s9sTp/8j8sJj", on("Ap", 2, 0))
    assert answer(state, 0) == "0 pass"


def test_a_partner_who_called_keeps_his_trick():
    for top, hand in (("Kp", "3j9sAj"), ("QpQt", "3j5sAjAs"), ("8j8s8p", "3jTjTsTp")):
        state = at(f"play {hand}/4s7sTt/6j6s/8tJj2j", on(top, 2, 0), "calls:-/-/tichu/-")
        assert answer(state, 0) == "0 pass"


def test_going_out_before_a_partner_who_called_is_left_to_him():
    state = at("play As/4s7sTt/6j6s/8tJj2j", on("Kp", 2, 0), "calls:-/-/tichu/-")
    assert answer(state, 0) == "0 pass"


def test_with_an_own_call_nothing_is_left_to_the_partner():
    state = at("play As/4s7sTt/6j6s/8tJj2j", on("Kp", 2, 0), "calls:tichu/-/-/-")
    assert answer(state, 0) == "0 play As"


def test_the_partners_bombed_trick_is_his():
    state = at("play 2j3j/4j5j/7j7s7p7t9j5s2s/6j8j", "turn:1 owner:0 top:Ks trick:Ks")
    assert answer(state, 2, "bomb") == "-"


def test_the_dog_goes_to_a_partner_who_called():
    assert played("Do4j7sAj/5j6jQj/7jKj/9jTjJj", "turn:0 calls:-/-/tichu/-") == "0 play Do"


def test_a_low_card_for_a_partner_with_one():
    lead = played("3j9sJsKj/5j6jQjQs/As/9jTjTsJj", "turn:0 calls:-/-/tichu/-")
    assert lead == "0 play 3j"


# --- the opponents -------------------------------------------------------------------------------


def test_an_opponent_with_one_card_gets_no_low_single():
    assert played("4j4s9pKj/7s/5j6jQjQs/9jTjTsJj", "turn:0") == "0 play 4j 4s"


def test_a_caller_is_stopped_with_an_ace():
    state = at("play 3j5s8sAs/4s7s/6j6s9s/8jTpJj", on("Kp", 1, 0), "calls:-/tichu/-/-")
    assert answer(state, 0) == "0 play As"


def test_a_caller_with_one_card_is_bombed():
    fields = "owner:1 top:Kp trick:Kp calls:-/tichu/-/-"
    hands = "play 3j5s8p/4s/7j7s7p7tTpJj/6j6s9s"
    assert answer(at(hands, fields, "turn:3 passes:1"), 2, "bomb") == "2 play 7j 7s 7p 7t"
    assert answer(at(hands, fields, "turn:2 passes:0"), 2) == "2 play 7j 7s 7p 7t"


def test_an_early_trick_without_points_is_not_bombed():
    hands = "2j3s4p5t6j7s8p9tTjJs/2s3p4t5j6s7p8t9jTsJp/2p3t4j5s6p7t8j9sTpJt/KjKsKpKtQj9pAjAs4s6t"
    state = at(f"play {hands}", "turn:1 owner:0 top:Qp trick:Qp")
    assert answer(state, 3, "bomb") == "-"


def test_a_bomb_stays_whole_where_something_else_beats():
    hands = "3j6j6s6p6t9sJp/3p5p7sTtQjKp/2j2t3s4s5sTj/2s3t7j8jKjAs"
    assert answer(at(f"play {hands}", on("5j", 3, 0)), 0) == "0 play 9s"


def test_low_beats_low():
    hands = "3j8sTpQsAj/4s7sTt2j/6j6sAs9p/8tJjKj2s"
    assert answer(at(f"play {hands}", on("7p", 3, 0)), 0) == "0 play 8s"


def test_no_dragon_on_a_low_card():
    hands = "3j4s6p9t9s2p8j8sTpDg/4p7sTt2j3sQs5j5p7j/6j6sAs9pQp4j4tKs/8tJjKj2s5sTsTjKt"
    assert answer(at(f"play {hands}", on("7p", 3, 0)), 0) != "0 play Dg"


# --- the wish ------------------------------------------------------------------------------------


def test_the_wish_is_for_a_high_card_of_others():
    def wish(hand: str) -> int | None:
        state = at(f"play {hand}/4s7sTt/6j6s9s/8tJjKj", "turn:0")
        return best_wish(legal_actions(state, 0).wishes, Table(view(state, 0), HABITS))

    assert wish("MjAjAs3s") == 14
    assert wish("MjAjAsApAt") == 13
    assert wish("MjAjAsApAtKsKpKtQj") == 13


def wished(calls: str, given: str) -> str:
    """The wish of seat 0, which has given these cards."""
    state = at("play Mj/4s7sTtAs/6j6s9sAp/8tJjKj9j", f"turn:0 calls:{calls}")
    gifts = tuple(Card(text) for text in given.split())
    return answer(replace(state, exchange=(gifts, None, None, None)), 0)


def test_what_the_partner_was_given_is_not_wished_for():
    assert wished("-/-/-/-", "4s Ap 8t") == "0 play Mj wish=K"
    assert wished("-/-/-/-", "4s 6j 8t") == "0 play Mj wish=A"


def test_after_the_partners_call_the_wish_is_for_what_the_next_was_given():
    assert wished("-/-/tichu/-", "4s 6j 8t") == "0 play Mj wish=4"


def test_a_wish_is_fulfilled_as_the_rules_ask():
    state = at("play 9jAsKs/4s7s/6j6s/8tJj", on("3p", 3, 0), "wish:9")
    assert answer(state, 0) == "0 play 9j"


# --- the Dragon's gift ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "fields", "to"),
    [
        ("3j/4j/5j/6j7j", "passes:3", 3),
        ("3j/4j8j/5j/6j", "passes:3", 1),
        ("3j/-/5j/6j", "passes:2 out:1", 3),
        ("3j/4j/5j/6j", "passes:3 calls:-/tichu/-/-", 3),
        ("3j/4j/5j/6j", "passes:3 calls:-/-/-/tichu", 1),
    ],
)
def test_the_dragon_goes_to_who_will_be_last(hands: str, fields: str, to: int):
    state = at(f"ripe {hands}", "owner:0 top:Dg trick:Dg", fields)
    assert answer(state, 0, "dragon") == f"0 dragon {to}"


# --- the exchange --------------------------------------------------------------------------------


def exchanged(hand: str, calls: str = "-/-/-/-") -> Exchange:
    """The gifts of seat 0, whose 14 cards are these."""
    others = list(DECK - cards(hand))
    dealt = "/".join("".join(map(str, others[place::3])) for place in range(3))
    answers = "/".join("yes" if call == "grand" else "no" for call in calls.split("/"))
    state = at(f"exchange {hand}/{dealt}", f"calls:{calls} grand_answers:{answers}")
    legal = LegalActions(0, legal_actions(state, 0).plays, exchange_from=state.hands[0])
    given = agent(0).answer(Question("exchange", legal, view(state, 0)))
    assert isinstance(given, Exchange)
    assert given in legal
    return given


HANDS = {
    "plain": "2j3s4p6t8j9sTpJtQjKsKpAjPhDg",
    "bomb of four": "2j3s4p5j5s5p5t7t9jJsQpAjAsDg",
    "bomb of one suit": "2s3p4t5j6j7j8j9jJsJpQtKsKtAp",
    "pairs": "2j2s4p4t6j6s8p8tTjTsQpQtAjAs",
    "two bombs": "2j2s2p2t3j3s3p3tKjKsKpKtAjAs",
    "all high": "JjJsQjQsQpKjKsKpAjAsApAtPhDg",
    "bombs and triple": "2j2s2p2t3j3s3p3t9j9s9pMjPhDg",
    "three bombs": "2j2s2p2t3j3s3p3t9j9s9p9tMjDg",
    "bombs and pair": "2j2s2p2t3j3s3p3t9j9sMjDoPhDg",
    "suit": "2j3j4j5j6j7j8j9jTjJjQjKjAjDg",
    "specials": "2j3s5p6t7j9sTpJtQjKsMjDoPhDg",
}


@pytest.mark.parametrize("hand", HANDS.values(), ids=HANDS)
@pytest.mark.parametrize("calls", ["-/-/-/-", "grand/-/-/-", "-/-/grand/-", "-/tichu/-/-"])
def test_opponents_get_no_card_that_takes_tricks(hand: str, calls: str):
    gifts = exchanged(hand, calls)
    for card in (gifts.to_next, gifts.to_previous):
        assert card not in CardSet("Dg Ph Mj")
        if hand not in (HANDS["all high"], HANDS["suit"]):
            assert (card.rank or 0) < 11


@pytest.mark.parametrize("name", ["bomb of four", "bomb of one suit"])
@pytest.mark.parametrize("calls", ["-/-/-/-", "grand/-/-/-", "-/-/grand/-"])
def test_bombs_stay_whole_in_the_exchange(name: str, calls: str):
    gifts = exchanged(HANDS[name], calls)
    bomb = CardSet("5j 5s 5p 5t") if name == "bomb of four" else CardSet("5j 6j 7j 8j 9j")
    assert bomb.isdisjoint(list(gifts.gifts))


def test_a_pair_is_not_broken_where_a_single_card_is_to_spare():
    gifts = exchanged("2j2s3p5t7j7s9pTtJjJsQpQtKjAs")
    assert not CardSet([gifts.to_next, gifts.to_previous]) & CardSet("2j 2s 7j 7s")


def test_the_partner_gets_more_than_the_opponents():
    gifts = exchanged(HANDS["plain"])
    assert (gifts.to_partner.rank or 14) > (gifts.to_next.rank or 0)
    assert (gifts.to_partner.rank or 14) > (gifts.to_previous.rank or 0)


def test_a_partner_who_called_gets_the_best_card():
    assert exchanged(HANDS["plain"], "-/-/grand/-").to_partner in CardSet("Dg Ph Aj")


def test_who_called_keeps_what_takes_tricks():
    gifts = exchanged(HANDS["plain"], "grand/-/-/-")
    assert CardSet(list(gifts.gifts)).isdisjoint(CardSet("Dg Ph Aj Ks Kp"))


# --- calls ---------------------------------------------------------------------------------------


def grand(hand: str) -> bool:
    state = start_round(deal_for("grand", 1)).state
    rest = DECK - cards(hand)
    others = [CardSet(list(rest)[8 * place : 8 * place + 8]) for place in range(3)]
    stock = list(rest)[24:]
    parts: Quad[CardSet] = (cards(hand), others[0], others[1], others[2])
    w, x, y, z = (CardSet(stock[6 * seat : 6 * seat + 6]) for seat in SEATS)
    state = replace(state, hands=parts, stock=(w, x, y, z))
    legal = LegalActions(
        0, legal_actions(state, 1).plays, may_answer_grand=True, may_call_grand=True
    )
    return str(agent(0).answer(Question("grand", legal, view(state, 0)))) == "0 grand"


@pytest.mark.parametrize("hand", ["AjAsApAtDgPhKjKs", "AjAsApDgPhKjKsQj", "AjAsApAtDgPh2j3s"])
def test_grand_tichu_with_what_takes_all_tricks(hand: str):
    assert grand(hand)


@pytest.mark.parametrize("hand", ["2j3s4p6t8j9sTpJt", "AjKsQpTt7j5s3p2t", "DgDo2j3s5p7t8j9s"])
def test_no_grand_tichu_with_little(hand: str):
    assert not grand(hand)


STRONG = "7j7sQjQsKjKsAjAsApAtPhDgJjJs"
WEAK = "2j3s4p4t6j7s8pTtJjQs9pJs5pKs"


def called(hand: str, *fields: str) -> str:
    others = list(DECK - cards(hand))
    dealt = "/".join("".join(map(str, others[place::3])) for place in range(3))
    return answer(at(f"play {hand}/{dealt}", *fields), 0, "tichu")


def test_tichu_with_a_hand_that_takes_all_tricks():
    assert called(STRONG, "turn:0") == "0 tichu"


def test_no_tichu_with_a_weak_hand():
    assert called(WEAK, "turn:0") == "-"


def test_no_tichu_after_the_partners():
    assert called(STRONG, "turn:0", "calls:-/-/tichu/-") == "-"


def test_no_tichu_before_it_is_its_turn():
    assert called(STRONG, "turn:1") == "-"


def test_no_call_for_nothing_once_somebody_is_out():
    hand, rest = STRONG, DECK - cards(STRONG)
    given = list(rest)
    dealt = "".join(map(str, given[:14])), "".join(map(str, given[14:28]))
    state = at(f"play {hand}/-/{dealt[0]}/{dealt[1]}", "turn:0 out:1")
    assert answer(state, 0, "tichu") == "-"


# --- the plan ------------------------------------------------------------------------------------


def planned(hand: str) -> list[str]:
    mask = cards(hand).mask
    outlook = Outlook((DECK - cards(hand)).mask, 14, 2 / 3, HABITS)
    return sorted(group.kind for group in plan_groups(mask, outlook))


@pytest.mark.parametrize(
    ("hand", "kinds"),
    [
        ("2j3s4p5t6j7s8p9tMj", ["straight"]),
        ("2j2s9j9s9p", ["full"]),
        ("4j4s5p5t6j6s", ["stairs"]),
        ("2j3s4p5t6jKsKp", ["pair", "straight"]),
        ("2j3s5p6jPh", ["straight"]),
        ("7j7s7p7t", ["bomb"]),
        ("3j4j5j6j7j", ["flush"]),
        ("MjDoDg", ["dog", "dragon", "mahjong"]),
        ("2j5s9pQt", ["single"] * 4),
    ],
)
def test_plans(hand: str, kinds: list[str]):
    assert planned(hand) == kinds


@given(strategies.seeds)
def test_a_plan_holds_every_card_once_and_is_no_longer_than_needed(seed: int):
    rng = random.Random(seed)
    hand = CardSet(rng.sample(list(DECK), rng.randrange(1, 15)))
    outlook = Outlook((DECK - hand).mask, 14, 2 / 3, HABITS)
    groups = plan_groups(hand.mask, outlook)
    sizes = {"single": 1, "pair": 2, "triple": 3, "full": 5, "bomb": 4}
    for_one = {"mahjong": 1, "dog": 1, "phoenix": 1, "dragon": 1}
    count = 0
    for group in groups:
        ranks = group.ranks.bit_count()
        count += {
            **sizes,
            **for_one,
            "straight": ranks,
            "stairs": 2 * ranks,
            "flush": group.cards.bit_count(),
        }[group.kind]
    assert count == len(hand)
    # Fewer cards of the same hand never make a plan with more turns than a turn each.
    assert turns(hand.mask, outlook) <= len(hand)


def test_a_better_hand_needs_fewer_turns():
    outlook = Outlook(DECK.mask, 14, 2 / 3, HABITS)
    hands = ["2j4s6p8tTj", "2j4s6p8tAj", "2j4s6p8tDg", "2j2s6p6tAj", "2j3s4p5t6j"]
    needed = [turns(cards(hand).mask, outlook) for hand in hands]
    assert needed == sorted(needed, reverse=True)


def test_the_table_knows_who_presses():
    state = at("play 3j/4j4s/5j5s5p/6j6s6p6t", "turn:0", "calls:-/-/-/grand")
    table = Table(view(state, 0), HABITS)
    assert table.least == 2
    assert table.opponent_called == 3
    assert (table.partner_called, table.self_called, table.partner_is_out) == (False,) * 3
    assert table.active_opponents == 2
    assert table.danger(1) > table.danger(3) > 0


def test_a_pass_is_the_answer_where_nothing_beats():
    state = at("play 3j4j/4s7s/6j6s/8tJj", on("Ap", 1, 0))
    assert answer(state, 0) == str(Pass(0))
    assert isinstance(Play(0, cards("3j")), Play)
