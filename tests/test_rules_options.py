"""The twelve options: their defaults, ranges and presets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import strategies
from tichu import BRETTSPIELWELT, PRESETS, STANDARD, TOURNAMENT, InvalidValue, Rules
from tichu.rules import rules_from

CASES = Path(__file__).parent / "data" / "rules" / "cases.json"


def values(rules: Rules) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in rules.__struct_fields__}


def test_the_defaults_are_those_of_the_case_book():
    expected = json.loads(CASES.read_text(encoding="utf-8"))["default_options"]
    assert values(Rules()) == expected
    assert len(expected) == 12


def test_presets():
    assert PRESETS == {
        "standard": STANDARD,
        "brettspielwelt": BRETTSPIELWELT,
        "tournament": TOURNAMENT,
    }
    assert Rules() == STANDARD
    assert STANDARD.changes() == {}


def test_the_tournament_preset():
    """R-108."""
    assert TOURNAMENT.changes() == {
        "grand_enabled": False,
        "double_victory_points": 100,
        "dragon_gift_last_trick": False,
    }


WRONG = [
    *(
        (name, value)
        for name in strategies.FLIPS
        if name in values(STANDARD)
        for value in (None, [])
    ),
    ("grand_enabled", 1),
    ("grand_enabled", "true"),
    ("tichu_before_exchange", 0),
    ("tichu_during_exchange", "maybe"),
    ("tichu_during_exchange", True),
    ("tichu_during_exchange", "Reopen"),
    ("tichu_during_exchange", None),
    ("wish_optional", "no"),
    ("wish_bomb_in_turn", False),
    ("wish_bomb_in_turn", "loose"),
    ("bomb_out_of_turn", 1.0),
    ("bomb_after_final_pass", "off"),
    ("dragon_gift_last_trick", 1),
    ("dragon_gift_only_active", 0),
    ("double_victory_points", -1),
    ("double_victory_points", True),
    ("double_victory_points", 200.0),
    ("double_victory_points", "200"),
    ("double_victory_points", 10**30),
    ("target", 0),
    ("target", -1000),
    ("target", True),
    ("target", 1000.0),
    ("target", float("nan")),
    ("target", 10**30),
    ("tie_rule", "sudden_death"),
    ("tie_rule", 0),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_wrong_value_is_refused(name: str, value: Any):
    for make in (lambda: Rules(**{name: value}), lambda: rules_from({name: value})):
        with pytest.raises(InvalidValue) as caught:
            make()
        assert caught.value.code == "bad_option"
        assert caught.value.where == name
        assert name in str(caught.value)


@pytest.mark.parametrize("options", [None, 7, "standard", [("target", 600)], True])
def test_options_are_a_mapping(options: Any):
    with pytest.raises(InvalidValue) as caught:
        rules_from(options)
    assert caught.value.code == "wrong_type"


@pytest.mark.parametrize("name", ["colour", "", "Target", 7, None])
def test_unknown_options_are_refused(name: Any):
    with pytest.raises(InvalidValue) as caught:
        rules_from({name: 1})
    assert caught.value.code == "unknown_option"


@given(strategies.rules())
def test_the_changes_make_the_rules(rules: Rules):
    assert rules_from(rules.changes()) == rules
    assert rules_from(values(rules)) == rules
    assert rules_from(values(rules), base=TOURNAMENT) == rules


def test_options_go_over_a_base():
    rules = rules_from({"target": 600}, base=TOURNAMENT)
    assert rules.changes() == {**TOURNAMENT.changes(), "target": 600}


def test_rules_do_not_change():
    with pytest.raises(AttributeError):
        STANDARD.target = 5  # type: ignore[misc]
