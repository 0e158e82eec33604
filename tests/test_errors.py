"""The family of errors."""

from __future__ import annotations

import pytest

from tichu import (
    CardSet,
    IllegalAction,
    InvalidValue,
    NotationError,
    RecordError,
    TichuError,
    legal_plays,
)

CHILDREN = [IllegalAction, InvalidValue, NotationError, RecordError]


@pytest.mark.parametrize("kind", CHILDREN)
def test_one_root(kind: type[TichuError]):
    error = kind("Do this.", code="some_code", rule="R-050", where="line 3")
    assert isinstance(error, TichuError)
    assert isinstance(error, ValueError)
    assert (error.message, error.code, error.rule, error.where) == (
        "Do this.", "some_code", "R-050", "line 3",
    )  # fmt: skip
    assert str(error) == "line 3: Do this. (R-050)"
    assert error.args == ("Do this.",)


def test_rule_and_place_may_be_missing():
    error = InvalidValue("Do this.", code="some_code")
    assert (error.rule, error.where) == (None, None)
    assert str(error) == "Do this."
    assert repr(error) == "InvalidValue('Do this.', code='some_code')"


def test_an_error_is_placed_from_outside():
    error = NotationError("Do this.", code="some_code", rule="R-001")
    assert error.at("line 3").where == "line 3"
    assert error.at("hands").at("line 3").where == "line 3, hands"
    placed = error.at("line 3")
    assert (type(placed), placed.code, placed.rule) == (NotationError, "some_code", "R-001")
    assert error.where is None


def test_a_code_is_due():
    with pytest.raises(TypeError):
        TichuError("Do this.")  # type: ignore[call-arg]


def test_the_core_raises_the_same_family():
    with pytest.raises(NotationError) as caught:
        CardSet("7j 7x")
    assert caught.value.code == "unknown_card"
    with pytest.raises(InvalidValue) as refused:
        legal_plays("7j", wish=1)
    assert (refused.value.code, refused.value.rule) == ("bad_wish", "R-066")
