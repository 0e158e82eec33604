"""Perft: the published table, counted again and confirmed by a slow count through the flow."""

from __future__ import annotations

from pathlib import Path

import pytest

from tichu import (
    Action,
    GrandTichu,
    InvalidValue,
    RoundState,
    Tichu,
    apply,
    legal_actions,
    parse_position,
    start_round,
    stream,
)
from tichu.cli import main
from tichu.deal import deal
from tichu.perft import perft, perft_divided
from tichu.seats import SEATS

TABLE = Path(__file__).parent / "data" / "perft" / "table.txt"
MOST_BY_FLOW = 1_500
MOST_BY_FLOW_SOAK = 100_000


def read_table() -> list[tuple[str, str, list[int]]]:
    rows = []
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, position, numbers = line.split(" | ")
            rows.append((name, position, [int(number) for number in numbers.split()]))
    return rows


ROWS = read_table()
NAMES = [name for name, _, _ in ROWS]


def actions_of(state: RoundState) -> list[Action]:
    return [
        action
        for seat in SEATS
        for action in legal_actions(state, seat)
        if not isinstance(action, Tichu)
    ]


def perft_by_flow(state: RoundState, depth: int) -> int:
    """The definition, word for word."""
    if depth == 0:
        return 1
    return sum(perft_by_flow(apply(state, action).state, depth - 1) for action in actions_of(state))


def confirm_by_flow(position: str, numbers: list[int], most: int) -> int:
    """The greatest depth whose number the flow can confirm within so many sequences."""
    state, reached = parse_position(position), 0
    for depth, number in enumerate(numbers, start=1):
        if number > most:
            break
        assert perft_by_flow(state, depth) == number
        reached = depth
    return reached


def test_the_table_holds_what_can_go_wrong():
    assert len(ROWS) >= 20
    assert len(set(NAMES)) == len(ROWS)
    for part in ("opening", "wish", "bomb", "Phoenix", "ripe Dragon", "owner out", "two players"):
        assert any(part in name for name in NAMES), part


@pytest.mark.parametrize(("name", "position", "numbers"), ROWS, ids=NAMES)
def test_the_table(name: str, position: str, numbers: list[int]):
    state = parse_position(position)

    assert [perft(state, depth) for depth in range(1, len(numbers) + 1)] == numbers


@pytest.mark.parametrize(("name", "position", "numbers"), ROWS, ids=NAMES)
def test_the_flow_confirms_the_table(name: str, position: str, numbers: list[int]):
    assert confirm_by_flow(position, numbers, MOST_BY_FLOW) >= 1


@pytest.mark.soak
@pytest.mark.parametrize(("name", "position", "numbers"), ROWS, ids=NAMES)
def test_the_flow_confirms_the_table_deeper(name: str, position: str, numbers: list[int]):
    assert confirm_by_flow(position, numbers, MOST_BY_FLOW_SOAK) >= 1


def test_two_cards_each_by_hand():
    # Each leads one of two singles, or with a wish of 14 the Mah Jong: 1 + 14.
    state = parse_position("tichu1 play hands:7jMj/8j/9j/Tj turn:0")

    assert perft(state, 0) == 1
    assert perft(state, 1) == 15
    # On the 7 an 8 or a pass: 2. On the Mah Jong the same, but a wish for 8 forbids the pass.
    assert perft(state, 2) == 2 + 13 * 2 + 1


def test_compulsory_wishing_takes_an_edge_away():
    state = parse_position("tichu1 play hands:7jMj/8j/9j/Tj turn:0 rules:wish_optional=false")

    assert perft(state, 1) == 14


def test_a_bomb_of_the_seat_on_turn_counts_once_and_others_out_of_turn():
    state = parse_position(
        "tichu1 play hands:3s4s/5j5s5p5t/6j6s6p6t/9j turn:1 owner:0 top:2s trick:2s"
    )

    # Seat 1: pass, four fives, their bomb; seat 2: its bomb.
    assert perft(state, 1) == 1 + 4 + 1 + 1


def test_a_ripe_trick_is_one_edge_or_one_for_each_recipient():
    collect = "tichu1 ripe hands:3j/4j/5j/6j owner:1 top:Aj trick:Aj passes:3"
    dragon = "tichu1 ripe hands:3j/4j/5j/6j owner:1 top:Dg trick:Dg passes:3"

    assert perft(parse_position(collect), 1) == 1
    assert perft(parse_position(dragon), 1) == 2


def test_the_parts_add_up_and_name_their_actions():
    for _, position, numbers in ROWS[:12]:
        state = parse_position(position)
        depth = min(4, len(numbers))

        divided = perft_divided(state, depth)

        assert sum(divided.values()) == numbers[depth - 1]
        assert set(divided) == set(actions_of(state))
        for action, count in list(divided.items())[:5]:
            assert perft(apply(state, action).state, depth - 1) == count


def test_a_round_that_is_over_has_no_sequences():
    over = parse_position("tichu1 over hands:-/-/-/5j out:012".replace("012", "102"))

    assert (perft(over, 0), perft(over, 1), perft(over, 2)) == (1, 0, 0)
    assert perft_divided(over, 3) == {}


def test_calls_are_no_edges():
    state = start_round(deal(stream("perft", "deal", 1))).state
    for seat in SEATS:
        state = apply(state, GrandTichu(seat, False)).state

    with pytest.raises(InvalidValue) as caught:
        perft(state, 1)
    assert caught.value.code == "bad_phase"


@pytest.mark.parametrize("depth", [-1, 31, 2**70])
def test_depths_have_bounds(depth: int):
    with pytest.raises(InvalidValue) as caught:
        perft(parse_position(ROWS[0][1]), depth)
    assert caught.value.code == "bad_depth"


def test_the_command_prints_the_number(capsys: pytest.CaptureFixture[str]):
    _, position, numbers = ROWS[0]

    assert main(["perft", position, "2"]) == 0

    assert capsys.readouterr().out == f"{numbers[1]}\n"


def test_the_command_divides(capsys: pytest.CaptureFixture[str]):
    position = "tichu1 play hands:7j9j/8j/9s/Tj turn:0"

    assert main(["perft", position, "2", "--divide"]) == 0

    assert capsys.readouterr().out == "0 play 7j 2\n0 play 9j 1\n3\n"


@pytest.mark.parametrize(
    "arguments", [["nonsense", "2"], [ROWS[0][1], "x"], [ROWS[0][1], "-1"], [ROWS[0][1], "31"]]
)
def test_the_command_refuses_what_it_cannot_read(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
):
    assert main(["perft", "--", *arguments]) == 2
    assert "tichu perft: " in capsys.readouterr().err
