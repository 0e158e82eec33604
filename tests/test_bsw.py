"""BrettspielWelt logs: read as they are, with all their oddities, and replayed by the rules."""

from __future__ import annotations

import io

import pytest

from real_logs import G03, LOGS, RESULTS, actions_of, matches_of, renamed, rounds_of, with_lines
from tichu import BRETTSPIELWELT, DECK, CardSet, RecordError
from tichu.bsw import read_matches, replay_round
from tichu.bsw.lines import parse_event, parse_hand
from tichu.bsw.moves import phoenix_rank
from tichu.record import encode_record, read_record

# --- real games ---


@pytest.mark.parametrize("name", RESULTS)
def test_real_games_are_legal_throughout(name: str):
    rounds = rounds_of((LOGS / name).read_bytes())
    replayed = [replay_round(found) for found in rounds]

    assert [found.result for found in rounds] == RESULTS[name]
    assert [found.error for found in rounds] == [None] * len(rounds)
    assert [one.error for one in replayed] == [None] * len(rounds)
    assert all(one.state is not None and one.state.is_over for one in replayed)


def test_a_round_becomes_these_actions():
    """The last round of g03.tch, translated by hand."""
    found = rounds_of("".join(G03))[3]

    assert found.deal is not None
    assert str(found.deal.first[0]) == "3t 4p 5s 5p 9t Js Qt Aj"
    assert str(found.deal.rest[0]) == "6t 7p 8s 9j 9s Dg"
    assert actions_of(found)[:30] == [
        "0 nogrand",
        "1 nogrand",
        "2 nogrand",
        "3 grand",
        "0 give Js Qt 5p",
        "1 give 2t At 7s",
        "2 give 2j Kj 6j",
        "3 give 2p Do 2s",
        "1 play Mj wish=2",
        "2 play 2s",
        "3 play Ap",
        "0 pass",
        "1 pass",
        "2 pass",
        "3 collect",
        "3 play 2j",
        "0 play 7s",
        "1 pass",
        "2 play 8j",
        "3 play As",
        "0 play Dg",
        "1 pass",
        "2 pass",
        "3 pass",
        "0 dragon 1",
        "0 play 9j 9s 9t",
        "1 pass",
        "2 pass",
        "3 pass",
        "0 collect",
    ]


def test_a_trick_of_a_player_who_is_out_is_taken_without_a_line():
    """Lines 310 to 314 of g03.tch: seat 3 goes out, all pass, seat 0 leads (R-053)."""
    actions = actions_of(rounds_of("".join(G03))[3])
    place = actions.index("3 play 5j 5p 6s 6p")

    assert actions[place + 1 : place + 6] == [
        "0 pass",
        "1 pass",
        "2 pass",
        "3 collect",
        "0 play Aj",
    ]


def test_bombs_are_plays():
    """A bomb on the Dragon, in turn (line 217); one out of turn; one by the owner on his trick."""
    assert "3 play 9j 9s 9p 9t" in actions_of(rounds_of("".join(G03))[2])
    games = rounds_of((LOGS / "g01.tch").read_bytes())
    out_of_turn = actions_of(games[2])
    assert "1 play Kj Ks Kp Kt" in out_of_turn
    assert out_of_turn[out_of_turn.index("1 play Kj Ks Kp Kt") - 1].startswith("2 play")
    on_ripe_trick = actions_of(games[9])
    place = on_ripe_trick.index("1 play 5s 6s 7s 8s 9s")
    assert on_ripe_trick[place - 1].endswith("pass")


def test_matches_have_the_totals_of_the_rules():
    for name, results in RESULTS.items():
        (match,) = read_matches(LOGS / name)
        logged = (sum(one for one, _ in results), sum(other for _, other in results))
        # The two games with a fault of the source: a lost Grand Tichu of team 02, one of team 13.
        fault = {"g01.tch": (-200, 0), "g08.tch": (0, -200)}.get(name, (0, 0))

        assert match.rules == BRETTSPIELWELT
        assert match.seed is None
        assert match.seats == ("P0", "P1", "P2", "P3")
        assert match.result.totals == (logged[0] + fault[0], logged[1] + fault[1])
        assert read_record(io.BytesIO(encode_record(match))) == match


# --- the file ---


def test_line_ends_and_marks_do_not_matter():
    plain = rounds_of("".join(G03))

    for other in (
        "".join(G03).replace("\n", "\r\n"),
        "\ufeff" + "".join(G03),
        "".join(G03).replace(" \n", "\n"),
        "".join(G03) + "\n\n",
        "".join(G03).removesuffix("\n"),
    ):
        found = rounds_of(other)
        assert [(one.deal, one.events, one.result) for one in found] == [
            (one.deal, one.events, one.result) for one in plain
        ]


@pytest.mark.parametrize(
    "names",
    [
        ("", "", "", ""),
        ("a b", "a:b", "a: b", "a - b"),
        ("Ä.!-_", "x\u00a0y", "\u2028", "9"),
        ("R2 G3", "Ma", "x passt.", "x gibt it"),
        ("(1)", "(3)x", "Tichu: (1)", "Wunsch:3"),
        (": ", " - ", "---", "S3 -"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_the_seat_is_the_player_whatever_the_name(names: tuple[str, str, str, str], encoding: str):
    plain = rounds_of("".join(G03))
    found = rounds_of(renamed(names).encode(encoding, "replace"))

    assert [one.error for one in found] == [None] * 4
    assert [(one.deal, one.events, one.result) for one in found] == [
        (one.deal, one.events, one.result) for one in plain
    ]
    assert [actions_of(one) for one in found] == [actions_of(one) for one in plain]


def test_a_line_is_latin_1_if_it_is_not_utf_8():
    text = renamed(("Jürg", "b", "c", "d"))
    one, other = (matches_of(text.encode(encoding)) for encoding in ("utf-8", "latin-1"))

    assert one == other
    assert one[0].seats == ("Jürg", "b", "c", "d")


def test_other_names_beside_the_hands_do_not_matter():
    """Names that have moved on: the lines of the exchange have the new ones."""
    log = with_lines({2: "(0)P1 BA GK GD SD BB B8 S6 S5", 7: "(0) " + G03[6][5:].strip()})

    assert rounds_of(log)[0].deal == rounds_of("".join(G03))[0].deal
    assert matches_of(log)[0].seats == ("P0", "P1", "P2", "P3")


def test_games_are_separated():
    games = matches_of("--END GAME--\n".join(["".join(G03)] * 3))

    assert len(games) == 3
    assert games[0] == games[1] == games[2] == read_matches(LOGS / "g03.tch")[0]
    numbers = [
        (one.game, one.number) for one in rounds_of("".join(G03) + "--END GAME--\n" + G03[0])
    ]
    assert numbers == [(1, 1), (1, 2), (1, 3), (1, 4), (2, 5)]


def test_a_game_that_goes_on_after_its_end_is_no_match():
    with pytest.raises(RecordError) as caught:
        matches_of("".join(G03 + G03))
    assert (caught.value.code, caught.value.rule) == ("match_over", "R-104")
    assert caught.value.where == f"line {len(G03) + 1}"


@pytest.mark.parametrize("cut", range(0, len("".join(G03)), 17))
def test_a_log_may_stop_anywhere(cut: int):
    """Every round before the cut is whole, and the last one is broken off, without an error."""
    text = "".join(G03)[:cut]
    if not text:
        with pytest.raises(RecordError, match="empty"):
            rounds_of(text)
        return
    rounds = rounds_of(text)

    assert [one.error for one in rounds] == [None] * len(rounds)
    assert [replay_round(one).error for one in rounds] == [None] * len(rounds)
    assert [one.result is not None for one in rounds[:-1]] == [True] * (len(rounds) - 1)


def test_a_match_that_breaks_off_keeps_its_last_round():
    (match,) = matches_of("".join(G03[:100]))

    assert [played.score is None for played in match.rounds] == [False, True]
    assert str(match.rounds[1].actions[-1]) == "3 collect"
    assert read_record(io.BytesIO(encode_record(match))) == match


@pytest.mark.parametrize("lines", [1, 5, 10, 11, 13, 17, 40])
def test_a_round_may_begin_within_another(lines: int):
    """A broken off round before another one is left out of the match."""
    log = "".join(G03[:lines] + G03)
    found = rounds_of(log)

    assert [one.result for one in found] == [None, *RESULTS["g03.tch"]]
    assert [one.error for one in found] == [None] * 5
    assert matches_of(log) == matches_of("".join(G03))


# --- calls, wishes, gifts ---


def test_a_call_printed_twice_is_one_call():
    plain = actions_of(rounds_of("".join(G03))[0])

    assert actions_of(rounds_of(with_lines({17: "Tichu: (1)P1\nTichu: (1)"}))[0]) == plain
    doubled = with_lines({271: "Grosses Tichu: (3)P3\nGrosses Tichu: (3)"})
    assert actions_of(rounds_of(doubled)[3]) == actions_of(rounds_of("".join(G03))[3])


def test_a_call_before_the_exchange_stands_before_it():
    log = with_lines({11: "Tichu: (1)P1\nSchupfen:", 17: ""})

    assert actions_of(rounds_of(log)[0])[4:6] == ["1 tichu", "0 give 6s Ap 8p"]


def test_a_wish_belongs_to_the_play_before_it():
    found = rounds_of("".join(G03))

    assert "1 play Mj wish=2" in actions_of(found[3])
    # Never said is never wished.
    assert "2 play Mj" in actions_of(found[1])


@pytest.mark.parametrize("rank", ["2", "9", "10", "B", "D", "K", "A"])
def test_wishes_are_ranks(rank: str):
    log = with_lines({18: G03[17] + f"Wunsch:{rank}"})

    numbers = {"B": "J", "D": "Q", "K": "K", "A": "A", "10": "T"}
    expected = numbers.get(rank, rank)
    assert replay_round(rounds_of(log)[0]).actions[9].__str__().endswith(f"wish={expected}")


def test_a_gift_needs_no_name():
    for line in ("Drache an: (2)", "Drache an:(2)", "Drache an: (2)P0"):
        assert "3 dragon 2" in actions_of(rounds_of(with_lines({32: line}))[0])


def test_passes_after_the_last_play_are_ignored():
    log = with_lines({54: G03[53] + "(0)P0 passt.\n(2)P2 passt"})

    assert actions_of(rounds_of(log)[0]) == actions_of(rounds_of("".join(G03))[0])


# --- the Phoenix ---


@pytest.mark.parametrize(
    ("cards", "rank"),
    [
        ("Ph RK BK R2 B2", 13),
        ("RK BK Ph R2 B2", 2),
        ("RK BK R2 B2 Ph", 2),
        ("RK BK GK Ph R2", 2),
        ("Ph R9 B8 R7 R6", 10),
        ("R9 B8 R7 R6 Ph", 5),
        ("R9 B8 Ph R6 R5", 7),
        ("RA BK RD RB Ph", 10),
        ("Ph R5 B4 R3 R2", 6),
        ("R5 B4 R3 Ph Ma", 2),
        ("Ph R5", 5),
        ("R5 Ph B5", 5),
        ("R6 B6 R5 Ph", 5),
        ("Ph", None),
        ("R5 B5", None),
        ("Ph R5 R9", None),
    ],
)
def test_the_place_of_the_phoenix_tells_what_it_stands_for(cards: str, rank: int | None):
    event = parse_event(f"(0)x: {cards}", 1)

    assert phoenix_rank(event.cards) == rank  # type: ignore[union-attr]


def test_every_card_has_its_token():
    """Names and cards of a hand line, the cards being the last words."""
    ranks = [*map(str, range(2, 11)), "B", "D", "K", "A"]
    specials = ["Ma", "Hu", "Ph", "Dr"]
    hands = [
        [*(suit + rank for rank in ranks), special]
        for suit, special in zip("RGBS", specials, strict=True)
    ]
    cards = CardSet()
    for seat, hand in enumerate(hands):
        found, held = parse_hand(f"({seat})R2 G3 {'  '.join(hand)}", 1, 14)
        assert found == seat
        cards |= held

    assert cards == DECK
    assert str(parse_hand("(0) RA G10 BB SD S2 Ph Dr Ma", 1, 8)[1]) == "2s Tj Jp Qs At Mj Ph Dg"
