"""Faults in BrettspielWelt logs: named, located, and no matter for the other rounds."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from real_logs import G03, ROUNDS, matches_of, rounds_of, with_lines
from tichu import RecordError
from tichu.bsw import is_dropped_grand_loss, read_log, replay_round
from tichu.round_score import Call


@pytest.mark.parametrize(
    ("number", "line", "code", "rule"),
    [
        (2, "(0)P0 BA GK GD SD BB B8 S6", "unknown_card", "R-001"),
        (2, "(0)P0", "unknown_card", "R-001"),
        (2, "(0) BA GK", "bad_hand", "R-007"),
        (2, "(0)P0 BA GK GD SD BB B8 S6 S6", "duplicate_card", "R-001"),
        (2, "(1)P0 BA GK GD SD BB B8 S6 S5", "bad_seat", None),
        (2, "(4)P0 BA GK GD SD BB B8 S6 S5", "bad_seat", None),
        (2, "(0)P0 BA GK GD SD BB B8 S6 X5", "unknown_card", "R-001"),
        (2, "P0 BA GK GD SD BB B8 S6 S5", "bad_seat", None),
        (6, "-----", "bad_order", None),
        (11, "Tauschen:", "bad_order", None),
        (11, "Tichu: P1", "bad_seat", None),
        (12, "(0)P0 gibt: P1: S6 - P2: BA - ", "bad_gifts", "R-011"),
        (12, "(0)P0 gibt: P1: S6 - P2: BA - P3: B8 - P0: B5 -", "bad_gifts", "R-011"),
        (12, "(0)P0 nimmt: P1: S6 - P2: BA - P3: B8 -", "bad_gifts", "R-011"),
        (18, "(1)P1: ", "bad_event", None),
        (18, "(1)P1: S6 X", "bad_event", None),
        (18, "(1)P1: S6 S6", "duplicate_card", "R-001"),
        (18, "hello", "bad_seat", None),
        (24, "Wunsch:3", "stray_wish", "R-066"),
        (24, "Wunsch:1", "bad_wish", "R-066"),
        (32, "Drache an: ?", "bad_seat", None),
        (55, "Ergebnis: 0 -", "bad_seat", None),
    ],
)
def test_unreadable_lines_are_named_and_cost_one_round(
    number: int, line: str, code: str, rule: str | None
):
    log = with_lines({number: line})
    found = rounds_of(log)
    error = found[0].error

    assert error is not None
    assert (error.code, error.rule, error.where) == (code, rule, f"line {number}")
    assert [one.error for one in found[1:]] == [None] * 3
    with pytest.raises(RecordError) as caught:
        matches_of(log)
    assert caught.value.where == f"line {number}"


def test_a_pack_that_is_none_is_an_error_of_the_round():
    for number, line, rule in [
        (7, G03[6].replace("Hu", "Ma"), "R-001"),
        (7, G03[6].replace("BA", "SA"), "R-007"),
    ]:
        error = rounds_of(with_lines({number: line.strip()}))[0].error
        assert error is not None
        assert (error.code, error.rule, error.where) == ("bad_deal", rule, "line 1")


ILLEGAL = [
    # A pass while leading; a pass out of turn; a card not held; one too low; not the wished rank;
    # out of turn; a Tichu too late; the Dragon to the partner; no Dragon to give;
    # a lead while a Dragon is to be given.
    (23, "(1)P1 passt.", "must_lead", "R-049"),
    (24, "(3)P3 passt.", "not_on_turn", "R-050"),
    (27, "(2)P2: Dr", "not_held", "R-050"),
    (27, "(2)P2: SA", "not_held", "R-050"),
    (34, "(0)P0: B4 Hu", "not_a_combination", "R-028"),
    (27, "(2)P2: G9", "does_not_beat", "R-044"),
    (280, "(2)P2: B3", "wish_stands", "R-068"),
    (280, "(2)P2 passt.", "wish_stands", "R-068"),
    (34, "(2)P2: RD", "not_on_turn", "R-056"),
    (24, "Tichu: (1)P1", "tichu_too_late", "R-016"),
    (29, "Tichu: (3)P3", "tichu_too_late", "R-016"),
    (32, "Drache an: (1)P1", "not_opponent", "R-088"),
    (23, "Drache an: (2)P2", "no_dragon", "R-088"),
    (12, "(0)P0 gibt: P1: S6 - P2: BA - P3: RA -", "not_held", "R-011"),
    (12, "(0)P0 gibt: P1: S6 - P2: BA - P3: S6 -", "same_card", "R-011"),
]


@pytest.mark.parametrize(("number", "line", "code", "rule"), ILLEGAL)
def test_illegal_actions_are_located(number: int, line: str, code: str, rule: str):
    log = with_lines({number: line})
    replayed = [replay_round(found) for found in rounds_of(log)]
    errors = [one.error for one in replayed if one.error is not None]

    assert len(errors) == 1
    assert (errors[0].code, errors[0].rule, errors[0].where) == (code, rule, f"line {number}")
    with pytest.raises(RecordError) as caught:
        matches_of(log)
    assert (caught.value.code, caught.value.rule) == (code, rule)


def test_a_second_call_is_illegal():
    calls = "Tichu: (1)P1\nTichu: (2)P2\nTichu: (1)P1"
    error = replay_round(rounds_of(with_lines({17: calls}))[0]).error

    assert error is not None
    assert (error.code, error.rule, error.where) == ("already_called", "R-017", "line 19")


def test_a_dragon_that_is_not_given_is_missed_where_the_trick_was_taken():
    for changes in ({32: ""}, {32: "(2)P2 passt."}):
        error = replay_round(rounds_of(with_lines(changes))[0]).error
        assert error is not None
        assert (error.code, error.rule, error.where) == ("dragon_to_give", "R-088", "line 31")


def test_a_result_before_the_end_is_no_match():
    with pytest.raises(RecordError) as caught:
        matches_of(with_lines({54: ""}))
    assert (caught.value.code, caught.value.rule) == ("round_not_over", "R-095")
    assert caught.value.where == "line 54"


def test_lines_outside_of_rounds_are_named_once():
    log = "hello\nworld\n" + "".join(G03) + "after\nwards\n"
    errors = [one for one in read_log(io.BytesIO(log.encode())) if isinstance(one, RecordError)]

    assert [(error.code, error.where) for error in errors] == [
        ("stray_line", "line 1"),
        ("stray_line", f"line {len(G03) + 3}"),
    ]


def test_giant_lines_and_rounds_are_not_held():
    giant = "".join([*G03[:20], "x" * (1 << 20) + "\n", *G03[20:]])
    endless = "".join(G03[:17] + ["(0)P0 passt.\n"] * 10_000 + G03[ROUNDS[1] :])

    assert [one.error and one.error.code for one in rounds_of(giant)] == [
        "line_too_long",
        None,
        None,
        None,
    ]
    assert [one.error and one.error.code for one in rounds_of(endless)] == [
        "round_too_long",
        None,
        None,
        None,
    ]


@given(st.data())
@settings(max_examples=100)
def test_random_damage_raises_nothing(data: st.DataObject):
    damaged = bytearray("".join(G03).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        width = data.draw(st.integers(0, 4))
        damaged[place : place + width] = data.draw(st.binary(max_size=4))

    for found in read_log(io.BytesIO(bytes(damaged))):
        if isinstance(found, RecordError):
            assert found.where
        else:
            replay_round(found)


@given(st.binary(max_size=300))
def test_garbage_is_read_without_a_round(data: bytes):
    try:
        found = list(read_log(io.BytesIO(data)))
    except RecordError:
        assert not data
    else:
        assert all(isinstance(one, RecordError) for one in found)


# --- the known fault of the source ---


@pytest.mark.parametrize(
    ("logged", "counted", "calls", "first", "known"),
    [
        # Round 13 of g01.tch and round 4 of g08.tch.
        ((170, -170), (-30, -170), ("tichu", "grand", "grand", None), 0, True),
        ((15, 285), (15, 85), (None, "grand", None, "grand"), 3, True),
        # No difference; one caller; the winner's points; both losses; another number; other team.
        ((-30, -170), (-30, -170), ("tichu", "grand", "grand", None), 0, False),
        ((170, 100), (-30, 100), (None, None, "grand", None), 1, False),
        ((170, 100), (-30, 100), ("tichu", None, "grand", None), 1, False),
        ((170, 100), (-30, 100), ("grand", "grand", None, None), 0, False),
        ((0, 200), (0, -200), (None, "grand", None, "grand"), 0, False),
        ((100, 100), (0, 100), ("grand", "grand", None, None), 3, False),
        ((-30, 30), (-230, -170), ("grand", "grand", None, None), 3, False),
        ((-230, 30), (-30, 30), ("grand", "grand", None, None), 3, False),
        ((200, 100), (0, 100), (None, "grand", None, "grand"), 3, False),
    ],
)
def test_the_known_fault_is_one_lost_grand_of_several(
    logged: tuple[int, int],
    counted: tuple[int, int],
    calls: tuple[Call | None, ...],
    first: int,
    known: bool,
):
    assert is_dropped_grand_loss(logged, counted, calls, first) is known
