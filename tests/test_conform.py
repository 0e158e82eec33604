"""`tichu.conform`: the books pass, and each kind of case says what is wrong with an expectation."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conform_cases import (
    BOMBS,
    BOOKS,
    FOUR_SEVENS,
    SMALL,
    bomb,
    book,
    classify_case,
    deck_hands,
    flow_case,
    legal_case,
    passes,
    play,
    run,
    step,
    told,
)
from tichu import Rules
from tichu.conform import run_document, run_paths

# --- the books


def test_the_books_pass():
    report = run_paths([BOOKS])

    assert told(report) == ""
    assert report.passed
    made = {kind: (tally.cases, tally.alternatives) for kind, tally in report.tallies.items()}
    assert made == {
        "classify": (51, 0),
        "compare": (42, 0),
        "legal": (40, 2),
        "flow": (78, 8),
        "score": (16, 0),
        "match": (7, 1),
        "fuzz": (320, 320),
        "playout": (15, 0),
    }


# --- the lines that say what is wrong


def test_a_failure_says_what_was_expected_and_what_came():
    report = run(classify_case(["8j", "9j"], [{"type": "pair", "rank": 8, "len": 2}]))

    assert told(report) == "book.json C: readings: expected pair 8 of 2, came nothing playable"


def test_wrong_default_reading():
    # undeclared, the higher reading holds.
    low = {"type": "straight", "rank": 9, "len": 5, "ph": 5}
    high = {"type": "straight", "rank": 10, "len": 5, "ph": 10}
    case = classify_case(["6j", "7s", "8p", "9t", "Ph"], [low, high])

    assert told(run(case)) == ""
    case["expect"]["default"] = low
    assert "default: expected straight 9 of 5 Ph=5, came straight 10" in told(run(case))


def test_the_same_card_twice_is_nothing_playable():
    assert told(run(classify_case(["5j", "5j"], []))) == ""


def test_wrong_comparison():
    case = {
        "id": "B",
        "kind": "compare",
        "input": {"a": {"cards": ["Ph"]}, "b": {"cards": ["Dg"]}},
        "expect": {"beats": True},
    }

    # the Phoenix never beats the Dragon.
    assert told(run(case)) == "book.json B: beats: expected true, came false"


def test_wrong_lists_of_plays():
    nine = {"cards": ["9s"], "type": "single", "rank": 9, "len": 1}
    phoenix = {"cards": ["Ph"], "type": "single", "rank": 8.5, "len": 1}

    assert told(run(legal_case({"plays": [phoenix, nine], "pass": True}))) == ""
    assert "plays: expected nothing else, came also Ph as single 8.5" in told(
        run(legal_case({"plays": [nine]}))
    )
    assert "expected also 7j as single 7 of 1, came nothing else" in told(
        run(legal_case({"plays": [nine, phoenix, nine | {"cards": ["7j"], "rank": 7}]}))
    )
    assert "expected also 9s" in told(run(legal_case({"plays": [nine, nine, phoenix]})))


@pytest.mark.parametrize(
    ("expect", "words"),
    [
        ({"includes": [["7j"]]}, "includes: expected 7j, came no such play"),
        ({"excludes": [["9s"]]}, "excludes: expected no 9s, came such a play"),
        ({"must_contain_rank": 9}, "must_contain_rank: expected a card of rank 9, came Ph=8.5"),
        ({"pass": False}, "pass: expected false, came true"),
        ({"n_sets": 3}, "n_sets: expected 3, came 2"),
        ({"n_readings": True}, "n_readings: expected true, came 2"),
        ({"types": {"single": 1}}, "types: expected"),
        ({"types": {"single": 2, "pair": 0}}, ""),
    ],
)
def test_wrong_properties_of_plays(expect: dict[str, Any], words: str):
    text = told(run(legal_case(expect)))

    assert words in text
    assert bool(words) == bool(text)


def test_wrong_score_and_match():
    score = {
        "id": "S",
        "kind": "score",
        "input": {"out": [2, 0], "piles": {}, "last_hand": [], "calls": {"0": "T"}},
        "expect": {"double": True, "bonus": {"02": 100}, "round": {"02": 300}},
    }
    match = {
        "id": "T",
        "kind": "match",
        "input": {"rounds": [[100, 0], [200, 0]], "start": [800, 1]},
        "expect": {"over_after": 1, "winner": "02", "totals": [1000, 1]},
    }

    # the partner's first place does not save the call. R-104: 900 is not enough.
    text = told(run(score, match))
    assert "bonus.02: expected 100, came -100" in text
    assert "round.02: expected 300, came 100" in text
    assert "over_after: expected 1, came 2" in text
    assert "totals: expected [1000, 1], came [1100, 1]" in text


# --- flow


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (step(play(0, "5j"), legal=False), "step 1 (play 0 5j): expected a refusal"),
        (step(passes(0)), "step 1 (pass 0): expected a legal act, came a refusal: The leader"),
        (step(play(0, "5j"), turn=2), "then.turn: expected 2, came 1"),
        (step(play(0, "5j"), top={"rank": 6}), "then.top.rank: expected 6, came 5"),
        (step(play(0, "5j"), hands={"0": ["5j"]}), "then.hands.0: expected 5j, came 3j"),
        (step(play(0, "5j"), hand_n={"0": 2}), "then.hand_n.0: expected 2, came 1"),
        (step(play(0, "5j"), pile_pts={"0": 5}), "then.pile_pts.0: expected 5, came 0"),
        (step(play(0, "5j"), calls={"0": "T"}), "then.calls.0: expected T, came null"),
        (step(play(0, "5j"), picks_in=[0]), "then.picks_in: expected [0], came []"),
        (step(play(0, "5j"), score={"double": True}), "then.score: expected"),
        (step(play(0, "5j"), lead=True), "then.lead: expected true, came false"),
        (step(play(0, "5j"), owner=False), "then.owner: expected false, came 0"),
        (step(play(0, "5j"), trun=1), "the unknown field trun"),
        (step(play(0, "5j"), hands={"4": []}), "then.hands.4: expected a seat"),
    ],
)
def test_wrong_steps(one: dict[str, Any], words: str):
    assert words in told(run(flow_case(SMALL, [one], turn=0)))


def test_nothing_is_said_of_a_right_flow():
    steps = [
        step({"do": "collect"}, legal=False),
        step(play(0, "5j"), owner=0, passes=0, top={"type": "single", "rank": 5, "len": 1}),
        step(play(1, "Tj"), top={"ph": None}),
        step(play(2, "Kj"), turn=3, calls={"0": None}, score=None),
        step(passes(3), passes=1),
        step(passes(0)),
        step(passes(1), phase="ripe", turn=None, owner=2),
        step({"do": "collect", "seat": 1}, legal=False),
        step({"do": "collect"}, phase="play", turn=2, lead=True, pile_pts={"2": 25}),
    ]

    assert told(run(flow_case(SMALL, steps, turn=0, start={"turn": 0, "lead": True}))) == ""


def test_the_start_is_compared():
    hands = [["7j", "3j"], ["8j"], ["9j"], ["Mj", "Tj"]]
    case = flow_case(hands, [], start={"turn": 0, "lead": True})

    # the holder of the Mah Jong opens.
    assert "start.turn: expected 0, came 3" in told(run(case))


def test_only_the_first_wrong_step_is_told():
    steps = [step(play(0, "5j"), turn=3), step(play(0, "3j")), step(passes(0))]

    text = told(run(flow_case(SMALL, steps, turn=0)))
    assert "step 1" in text
    assert "step 2" not in text


def test_a_bomb_that_is_no_bomb_is_refused():
    on_turn = step(bomb(1, "Tj"), legal=False)

    assert told(run(flow_case(SMALL, [step(play(0, "5j")), on_turn], turn=0))) == ""
    assert "Tj is no bomb" in told(
        run(flow_case(SMALL, [step(play(0, "5j")), step(bomb(1, "Tj"))], turn=0))
    )


def test_a_bomb_by_the_seat_on_turn_and_by_others():
    steps = [step(play(0, "Kj")), step(bomb(1, *FOUR_SEVENS), owner=1, turn=2)]

    assert told(run(flow_case(BOMBS, steps, turn=0))) == ""
    # the right to lead cannot be bombed.
    early = [step(bomb(1, *FOUR_SEVENS), legal=False)]
    assert told(run(flow_case(BOMBS, early, turn=0))) == ""


def test_a_table_in_the_state():
    table = {"cards": ["Ph"], "rank": 8.5}
    steps = [
        step(play(1, "Tj"), owner=1, top={"rank": 10}),
        step(play(2, "Kj")),
    ]

    start = {"owner": 0, "turn": 1, "top": {"type": "single", "rank": 8.5}}
    assert told(run(flow_case(SMALL, steps, turn=1, table=table, start=start))) == ""


def test_a_dragon_to_be_given_in_the_state():
    # the round's last trick is given away too; R-099: the tail's tricks are the first's.
    hands = [[], ["2j"], [], []]
    steps = [
        step({"do": "collect"}, legal=False),
        step({"do": "gift", "seat": 0, "to": 2}, legal=False),
        step({"do": "gift", "seat": 0, "to": 1}, phase="over", pile_pts={"1": 25}),
    ]
    table = {"cards": ["Dg"]}
    case = flow_case(hands, steps, phase="gift", turn=0, table=table, out=[2, 3, 0])

    assert told(run(case)) == ""


def test_a_ripe_trick_in_the_state():
    steps = [step({"do": "collect"}, turn=3, pile_pts={"3": 10})]
    table = {"cards": ["Kp"]}
    ripe = {"phase": "ripe", "table": table}

    assert told(run(flow_case(SMALL, steps, **ripe, owner=3, start={"passes": 3}))) == ""
    assert "Give the owner" in told(run(flow_case(SMALL, steps, **ripe)))


def test_grand_hands_are_all_fourteen_cards():
    hands = deck_hands()
    steps = [
        step({"do": "nogrand", "seat": 0}, hand_n={"0": 14}, hands={"1": hands[1]}),
        step({"do": "grand", "seat": 1}, calls={"1": "G"}),
        step({"do": "grand", "seat": 1}, legal=False),
        step({"do": "tichu", "seat": 2}, legal=False),
    ]

    assert told(run(flow_case(hands, steps, phase="grand", start={"turn": None}))) == ""
    answered = [step({"do": "nogrand", "seat": 1}, legal=False)]
    assert told(run(flow_case(hands, answered, phase="grand", calls={"1": "G"}))) == ""


def test_no_grand_tichu_where_the_rules_have_none():
    steps = [step({"do": "grand", "seat": 0}, legal=False)]
    case = flow_case(deck_hands(), steps, phase="grand")

    assert told(run(case | {"options": {"grand_enabled": False}})) == ""


@pytest.mark.parametrize(
    "to",
    [
        {"1": "3j", "2": "9j"},
        {"1": "3j", "2": "3j", "3": "4j"},
        {"0": "3j", "1": "9j", "2": "4j"},
        {"1": "Kj", "2": "9j", "3": "4j"},
        {"1": "3j", "2": "9j", "3": "4j", "0": "5j"},
    ],
)
def test_gifts_that_are_refused(to: dict[str, str]):
    # one card of one's own to each other seat.
    steps = [step({"do": "give", "seat": 0, "to": to}, legal=False, picks_in=[])]

    assert told(run(flow_case(deck_hands(), steps, phase="exchange"))) == ""


def test_picks_in_any_order():
    steps = [
        step({"do": "give", "seat": 2, "to": {"3": "7p", "0": "7t", "1": "8p"}}),
        step({"do": "give", "seat": 0, "to": {"1": "3j", "2": "9j", "3": "4j"}}, picks_in=[2, 0]),
    ]

    assert told(run(flow_case(deck_hands(), steps, phase="exchange"))) == ""


# --- options and alternatives


def test_options_and_alternatives():
    # a bomb by the seat on turn is free of the wish, unless the rules are strict.
    hands = [["3j"], [*FOUR_SEVENS, "9j"], ["2j", "4s"], ["6j", "3s"]]
    table = {"cards": ["5j"]}
    free = [step(play(1, *FOUR_SEVENS), wish=9)]
    owed = [step(play(1, *FOUR_SEVENS), legal=False), step(play(1, "9j"), wish=None)]
    case = flow_case(hands, free, turn=1, wish=9, table=table)
    strict_case = flow_case(hands, owed, turn=1, wish=9, table=table)
    strictly = {"options": {"wish_bomb_in_turn": "strict"}, "input": strict_case["input"]}

    assert told(run(case | {"alt": [strictly]})) == ""
    # The alternative's options stand over the defaults, not over the case's.
    assert told(run(strict_case | strictly | {"alt": [{"options": {}, **case_parts(case)}]})) == ""
    # Without an input of its own the alternative takes the case's, and fails here.
    text = told(run(case | {"alt": [{"options": {"wish_bomb_in_turn": "strict"}}]}))
    assert text.startswith("book.json F alt 1: step 1")
    assert "expected a legal act" in text


def case_parts(case: dict[str, Any]) -> dict[str, Any]:
    return {"input": case["input"], "expect": case["expect"]}


def test_the_defaults_of_the_document_hold():
    match = {
        "id": "T",
        "kind": "match",
        "input": {"rounds": [[300, 0], [200, 0]]},
        "expect": {"over_after": 2, "winner": "02"},
    }

    assert "came null" in told(run(match))
    assert told(run(match, default_options={"target": 500})) == ""


@pytest.mark.parametrize("options", [{"targt": 500}, {"target": "500"}, [1]])
def test_options_that_cannot_be(options: Any):
    assert run(classify_case(["7j", "8j"], []) | {"options": options}).failures


# --- the format, as docs/CASES.md describes it

CASES = (Path(__file__).parent.parent / "docs" / "CASES.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```json\n(.*?)^```$", CASES, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_documented_examples_pass(example: str):
    report = run_document(json.loads(example), "docs/CASES.md")

    assert told(report) == ""
    assert report.tallies


def test_every_kind_has_an_example():
    kinds = {kind for one in EXAMPLES for kind in run_document(json.loads(one), "x").tallies}

    assert kinds == {"classify", "compare", "legal", "flow", "score", "match", "fuzz"}


def test_every_field_of_the_books_is_documented():
    named = set(re.findall(r"`\"?(\w+)\"?`", CASES))
    named |= set(re.findall(r'"(\w+)"', CASES))

    used = {name for file in BOOKS.glob("*.json") for name in names_in(book(file.name))}
    assert used - named - set(Rules.__struct_fields__) - {"cards", "ranks", "seats"} == set()


def names_in(value: Any) -> Iterator[str]:
    """The names of all fields, but not those of seats, teams and types."""
    if isinstance(value, dict):
        for name, part in value.items():
            if name[0] not in "0123":
                yield name
            yield from names_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from names_in(part)
