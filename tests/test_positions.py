"""A whole position as a line of text: written, read back, and refused when it cannot be."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

import rounds
import strategies
from tichu import (
    BRETTSPIELWELT,
    DECK,
    STANDARD,
    TOURNAMENT,
    Card,
    CardSet,
    Combination,
    RoundState,
    Rules,
    TichuError,
    apply,
    format_position,
    legal_actions,
    parse_position,
)
from tichu.seats import SEATS

HANDS = "hands:3j4j/5j6j/7j8j/9jTj"
LEAD = f"tichu1 play {HANDS} turn:0"
TRICK = f"tichu1 play {HANDS} turn:2 owner:0 top:3s trick:3s passes:1"

GRAND = (
    "tichu1 grand "
    "hands:2j2s2p2t3j3s3p3t/4j4s4p4t5j5s5p5t/6j6s6p6t7j7s7p7t/8j8s8p8t9j9s9p9t "
    "stock:TjTsTpTtJjJs/JpJtQjQsQpQt/KjKsKpKtAjAs/ApAtMjDoPhDg"
)
EXCHANGE = (
    "tichu1 exchange hands:2j2s2p2t3j3s3p3tTjTsTpTtJjJs/4j4s4p4t5j5s5p5tJpJtQjQsQpQt/"
    "6j6s6p6t7j7s7p7tKjKsKpKtAjAs/8j8s8p8t9j9s9p9tApAtMjDoPhDg"
)
GIFT = "tichu1 gift hands:-/-/-/7j turn:2 owner:2 out:012 top:Dg trick:Dg"


def state(**fields: Any) -> RoundState:
    hands = tuple(map(CardSet, ("3j 4j", "5j 6j", "7j 8j", "9j Tj")))
    return replace(RoundState(phase="play", hands=hands, turn=0), **fields)


# --- literal lines -------------------------------------------------------------------------------

LINES: dict[str, RoundState] = {
    LEAD: state(),
    f"tichu1 play {HANDS} turn:3 wish:T": state(turn=3, wish=10),
    f"{LEAD} calls:tichu/-/-/grand": state(calls=("tichu", None, None, "grand")),
    f"{LEAD} grand_answers:no/no/no/no": state(grand_answers=(False, False, False, False)),
    f"{LEAD} piles:-/5pDo/-/Ph": state(
        piles=(CardSet(), CardSet("Do 5p"), CardSet(), CardSet("Ph"))
    ),
    f"{LEAD} opener:1": state(opener=1),
    f"{LEAD} exchange:5j??Kt/-/-/-": state(
        exchange=((Card("5j"), None, Card("Kt")), None, None, None)
    ),
    f"{LEAD} rules:tournament": state(rules=TOURNAMENT),
    f"{LEAD} rules:brettspielwelt": state(rules=BRETTSPIELWELT),
    f"{LEAD} rules:grand_enabled=false,target=600": state(
        rules=Rules(grand_enabled=False, target=600)
    ),
    TRICK: state(turn=2, owner=0, top=Combination("3s"), trick=CardSet("3s"), passes=1),
    f"tichu1 play {HANDS} turn:1 owner:0 top:Ph=13.5 trick:KsPh": state(
        turn=1, owner=0, top=Combination("Ph=13.5"), trick=CardSet("Ks Ph")
    ),
    f"tichu1 play {HANDS} turn:1 owner:0 top:6s7s8p9tPh=10 trick:6s7s8p9tPh": state(
        turn=1,
        owner=0,
        top=Combination("6s 7s 8p 9t Ph=10"),
        trick=CardSet("6s 7s 8p 9t Ph"),
    ),
    f"tichu1 ripe {HANDS} owner:0 top:3s trick:3s passes:3": state(
        phase="ripe", turn=None, owner=0, top=Combination("3s"), trick=CardSet("3s"), passes=3
    ),
    "tichu1 play hands:-/5j/6j/7j turn:1 out:0": state(
        hands=(CardSet(), CardSet("5j"), CardSet("6j"), CardSet("7j")), turn=1, out=(0,)
    ),
}


@pytest.mark.parametrize(("line", "expected"), LINES.items(), ids=LINES)
def test_lines_and_their_states(line: str, expected: RoundState):
    assert parse_position(line) == expected
    assert format_position(expected) == line


@pytest.mark.parametrize("line", [GRAND, EXCHANGE])
def test_lines_of_other_phases(line: str):
    assert format_position(parse_position(line)) == line
    assert parse_position(line).rules == STANDARD


def test_the_fields_may_stand_in_any_order():
    words = TRICK.split()
    shuffled = " ".join([*words[:2], *reversed(words[2:])])
    assert parse_position(f"  {shuffled} \n") == parse_position(TRICK)


def test_the_end_is_counted_anew():
    line = "tichu1 over hands:-/-/-/KjKs piles:TjTs/5j/-/5s out:012"
    over = parse_position(line)
    assert format_position(over) == line
    assert over.score is not None
    # Seat 3's five go to seat 0, its twenty in hand to the other team.
    assert over.score.card == (20 + 5 + 20, 5)


# --- what cannot be ------------------------------------------------------------------------------

BROKEN = [
    ("", "bad_version", None),
    ("tichu1", "bad_phase", None),
    ("tichu1 play", "bad_phase", None),
    (f"tichu2 play {HANDS} turn:0", "bad_version", None),
    (f"tichu play {HANDS} turn:0", "bad_version", None),
    (f"tichu1 Play {HANDS} turn:0", "bad_phase", None),
    (f"tichu1 end {HANDS}", "bad_phase", None),
    ("tichu1 play turn:0", "no_hands", None),
    ("tichu1 play turn:0 wish:9", "no_hands", None),
    (f"{LEAD} colour:red", "unknown_field", None),
    (f"{LEAD} wish", "unknown_field", None),
    (f"{LEAD} turn:1", "field_twice", None),
    ("tichu1 play hands:3j/4j/5j turn:0", "bad_quad", None),
    ("tichu1 play hands:3j/4j/5j/6j/7j turn:0", "bad_quad", None),
    ("tichu1 play hands:3j//5j/6j turn:0", "missing_cards", None),
    ("tichu1 play hands:3j/4x/5j/6j turn:0", "unknown_card", None),
    ("tichu1 play hands:3j3j/4j/5j/6j turn:0", "duplicate_card", "R-001"),
    ("tichu1 play hands:3j/3j/5j/6j turn:0", "card_twice", "R-001"),
    (f"{LEAD} piles:-/-/-/3j", "card_twice", "R-001"),
    (f"{LEAD} stock:2j/-/-/-", "bad_hands", "R-007"),
    (f"tichu1 play {HANDS} turn:4", "bad_number", None),
    (f"tichu1 play {HANDS} turn:x", "bad_number", None),
    (f"tichu1 play {HANDS}", "bad_turn", "R-049"),
    ("tichu1 play hands:-/5j/6j/7j turn:0 out:0", "bad_turn", "R-049"),
    (f"{LEAD} wish:1", "bad_rank", None),
    (f"{LEAD} wish:X", "bad_rank", None),
    (f"{LEAD} passes:1", "bad_table", None),
    (f"{LEAD} trick:2j", "bad_table", None),
    (f"{LEAD} owner:1", "bad_table", None),
    (f"tichu1 play {HANDS} turn:1 top:3s trick:3s", "bad_table", None),
    (f"tichu1 play {HANDS} turn:1 owner:0 top:3s", "bad_table", None),
    (f"tichu1 play {HANDS} turn:1 owner:0 top:Do trick:Do", "bad_table", None),
    (f"tichu1 play {HANDS} turn:1 owner:0 top:3s4s trick:3s4s", "not_a_combination", "R-028"),
    (f"tichu1 play {HANDS} turn:1 owner:0 top:Ph=3 trick:Ph", "needless_phoenix_rank", "R-039"),
    (f"tichu1 play {HANDS} turn:0 owner:0 top:3s trick:3s", "bad_turn", None),
    (f"tichu1 play {HANDS} turn:2 owner:0 top:3s trick:3s", "bad_turn", "R-050"),
    (f"tichu1 play {HANDS} turn:1 owner:0 top:3s trick:3s passes:1", "bad_turn", "R-050"),
    (f"tichu1 play {HANDS} turn:1 owner:0 top:3s trick:3s passes:4", "bad_number", None),
    (f"tichu1 ripe {HANDS} owner:0 top:3s trick:3s passes:2", "bad_turn", "R-052"),
    (f"tichu1 ripe {HANDS} turn:1 owner:0 top:3s trick:3s passes:3", "bad_turn", "R-052"),
    (f"tichu1 ripe {HANDS}", "bad_table", None),
    (f"{LEAD} calls:x/-/-/-", "bad_choice", None),
    (f"{LEAD} calls:tichu", "bad_quad", None),
    (f"{LEAD} calls:grand/-/-/- grand_answers:no/no/no/no", "bad_calls", "R-010"),
    (f"{LEAD} grand_answers:yes/no/no/no", "bad_calls", "R-010"),
    (f"{LEAD} grand_answers:maybe/no/no/no", "bad_choice", None),
    (f"{LEAD} exchange:2j/-/-/-", "bad_gifts", None),
    (f"{LEAD} exchange:2j3s4x/-/-/-", "unknown_card", None),
    (f"{LEAD} exchange:2j2j4s/-/-/-", "bad_gifts", "R-011"),
    (f"{LEAD} exchange:7j2s2p/-/-/-", "bad_gifts", "R-011"),
    (f"{LEAD} opener:5", "bad_number", None),
    ("tichu1 play hands:Mj/4j/5j/6j turn:0 opener:1", "bad_opener", "R-014"),
    (f"{LEAD} out:0", "bad_out", None),
    (f"{LEAD} out:9", "bad_number", None),
    ("tichu1 play hands:-/5j/6j/7j turn:1", "bad_out", None),
    ("tichu1 play hands:-/5j/6j/7j turn:1 out:00", "bad_out", None),
    ("tichu1 play hands:-/5j/-/7j turn:1 out:02", "bad_out", "R-095"),
    ("tichu1 play hands:-/-/-/7j turn:3 out:012", "bad_out", "R-095"),
    ("tichu1 over hands:-/-/-/7j out:021", "bad_out", "R-096"),
    (f"tichu1 over {HANDS}", "bad_out", "R-095"),
    ("tichu1 over hands:-/-/-/7j out:012 trick:2j", "bad_table", "R-097"),
    ("tichu1 over hands:-/-/-/7j out:012 turn:3", "bad_table", None),
    ("tichu1 over hands:-/-/-/7j out:012 wish:9", "bad_table", None),
    ("tichu1 over hands:-/-/-/7j out:012 passes:1", "bad_table", None),
    ("tichu1 gift hands:-/-/-/7j turn:2 owner:2 out:012 top:As trick:As", "bad_turn", "R-091"),
    ("tichu1 gift hands:-/-/-/7j turn:3 owner:2 out:012 top:Dg trick:Dg", "bad_turn", "R-091"),
    ("tichu1 gift hands:-/-/-/7j turn:1 owner:1 out:012 top:Dg trick:Dg", "bad_turn", "R-091"),
    (f"{GIFT} passes:1", "bad_turn", "R-091"),
    (f"{GIFT} rules:dragon_gift_last_trick=false", "bad_turn", "R-091"),
    (f"{GRAND} turn:0", "bad_table", None),
    (f"{GRAND} calls:tichu/-/-/-", "bad_calls", "R-010"),
    (f"{GRAND} calls:grand/-/-/-", "bad_calls", "R-010"),
    (f"{GRAND} grand_answers:no/no/no/no", "bad_calls", "R-010"),
    (GRAND.replace("Dg", "").replace("ApAt", "AtAp"), "bad_hands", "R-007"),
    (f"{EXCHANGE} wish:9", "bad_table", None),
    (f"{EXCHANGE} out:0", "bad_table", None),
    (f"{EXCHANGE} exchange:2j2s4j/-/-/-", "bad_gifts", "R-011"),
    (f"{EXCHANGE} exchange:2j2s??/-/-/-", "bad_gifts", "R-011"),
    (f"{EXCHANGE} exchange:2j2s2s/-/-/-", "bad_gifts", "R-011"),
    (f"{EXCHANGE} exchange:2j2s2p/4j4s4p/6j6s6p/8j8s8p", "bad_gifts", "R-011"),
    (f"{EXCHANGE} stock:-/-/-/Dg".replace("PhDg ", "Ph "), "bad_hands", "R-007"),
    (f"{LEAD} rules:fast", "bad_rules", None),
    (f"{LEAD} rules:", "bad_rules", None),
    (f"{LEAD} rules:target", "bad_rules", None),
    (f"{LEAD} rules:target=600,target=700", "bad_rules", None),
    (f"{LEAD} rules:colour=red", "unknown_option", None),
    (f"{LEAD} rules:target=0", "bad_option", None),
    (f"{LEAD} rules:target=many", "bad_option", None),
    (f"{LEAD} rules:target=99999999999999999999", "bad_option", None),
    (f"{LEAD} rules:tie_rule=win", "bad_option", None),
    (f"{LEAD} rules:grand_enabled=1", "bad_option", None),
    (f"{LEAD} " + "x" * 5000, "too_long", None),
]


@pytest.mark.parametrize(("line", "code", "rule"), BROKEN, ids=[line[:90] for line, _, _ in BROKEN])
def test_broken_lines(line: str, code: str, rule: str | None):
    with pytest.raises(TichuError) as caught:
        parse_position(line)
    assert (caught.value.code, caught.value.rule) == (code, rule)
    assert caught.value.where is not None
    assert caught.value.where.startswith("position")


def test_the_error_names_the_field():
    with pytest.raises(TichuError) as caught:
        parse_position(f"{LEAD} wish:X")
    assert caught.value.where == "position, wish"


@pytest.mark.parametrize("text", [None, 7, LEAD.encode(), [LEAD]])
def test_a_position_is_text(text: Any):
    with pytest.raises(TichuError) as caught:
        parse_position(text)
    assert caught.value.code == "wrong_type"


# --- mutations -----------------------------------------------------------------------------------

PIECES = [
    "",
    "-",
    "/",
    "//",
    ":",
    "=",
    "?",
    "??",
    "0",
    "3",
    "9",
    "2j",
    "Mj",
    "Ph",
    "Dg",
    "Do",
    "Ph=7",
]
PIECES += [
    "grand",
    "tichu",
    "yes",
    "out:0",
    "passes:2",
    "turn:1",
    "wish:9",
    "owner:2",
    "\u00b2",
    "\x00",
    " ",
]


def mutated(line: str, rng: random.Random) -> str:
    """The line with something cut, inserted, exchanged, repeated or taken from another place."""
    words = line.split()
    for _ in range(rng.choice([1, 1, 2, 3])):
        place = rng.randrange(len(words))
        word = words[place]
        start = rng.randrange(len(word) + 1)
        end = min(len(word), start + rng.choice([0, 1, 2, 3]))
        match rng.randrange(8):
            case 0 if len(words) > 1:
                del words[place]
            case 1:
                words.insert(place, rng.choice(words))
            case 2:
                name = word.partition(":")[0]
                words[place] = f"{name}:{rng.choice(words).partition(':')[2]}"
            case 3:
                words[1:2] = [rng.choice(["grand", "exchange", "play", "ripe", "gift", "over"])]
            case 4 | 5:
                # A card vanishes: a line need not hold all 56.
                card = str(rng.choice(list(DECK)))
                words = [w.replace(f"/{card}/", "/-/").replace(card, "") for w in words]
            case _:
                words[place] = word[:start] + rng.choice(PIECES) + word[end:]
    return " ".join(words)


def read_or_refused(line: str) -> RoundState | None:
    try:
        return parse_position(line)
    except TichuError as error:
        refused = error
    assert refused.code
    assert refused.where
    return None


def check_mutation(line: str, rng: random.Random) -> bool:
    """Either refused, or a state that comes back from its text and can be played to its end."""
    read = read_or_refused(line)
    if read is None:
        return False
    assert parse_position(format_position(read)) == read
    steps = 0
    while not read.is_over:
        assert any(legal_actions(read, seat) for seat in SEATS), line
        read = apply(read, rounds.any_action(read, rng)).state
        assert parse_position(format_position(read)) == read
        steps += 1
        assert steps < 1_000
    return True


def check_mutations(rules: Rules, seed: int, tries: int) -> int:
    rng = random.Random(seed)
    walk = rounds.walk(rules, seed)
    lines = [format_position(state) for state in walk.states]
    return sum(check_mutation(mutated(rng.choice(lines), rng), rng) for _ in range(tries))


def test_mutated_lines_are_refused_or_sound():
    valid = sum(check_mutations(Rules(), seed, tries=80) for seed in range(60))
    # The law is about both kinds.
    assert 500 < valid < 4_000


@given(strategies.rules(), strategies.seeds)
@settings(max_examples=30)
def test_mutated_lines_under_any_options(rules: Rules, seed: int):
    check_mutations(rules, seed, tries=20)


@pytest.mark.soak
@given(strategies.rules(), strategies.seeds)
@settings(max_examples=3_000)
def test_many_mutated_lines(rules: Rules, seed: int):
    check_mutations(rules, seed, tries=50)
