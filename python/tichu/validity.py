"""Which states can be: the checks for states that come from outside (positions, case books)."""

from __future__ import annotations

from msgspec.structs import replace

from tichu._core import DOG, MAHJONG, Card, CardSet, Combination
from tichu.checks import check_kind
from tichu.errors import InvalidValue
from tichu.finish import count_round, is_decided
from tichu.scoring import is_double_victory
from tichu.seats import SEATS
from tichu.state import RoundState
from tichu.trick import passes_to_ripen

__all__ = ["check_state"]

_NO_CARDS = CardSet()


def check_state(state: RoundState) -> RoundState:
    """The state itself; in the phase ``over`` with its score counted.

    A state need not hold all 56 cards, but no card twice, and its parts must agree.

    Raises:
        InvalidValue: no state (``wrong_type``), or one that cannot be (``card_twice``,
            ``bad_hands``, ``bad_out``, ``bad_table``, ``bad_turn``, ``bad_gifts``,
            ``bad_calls``, ``bad_opener``).
    """
    check_kind(state, RoundState, "state")
    _check_cards(state)
    _check_calls(state)
    if state.phase == "grand":
        _check_hands(state, hand_size=8, stock_size=6)
        _check_blank(state)
        if state.exchange != (None, None, None, None):
            raise _fail("Nothing is given in the phase grand.", "bad_gifts", "R-007")
    elif state.phase == "exchange":
        _check_hands(state, hand_size=14, stock_size=0)
        _check_blank(state)
        _check_picks(state)
    else:
        _check_play(state)
    return replace(state, score=count_round(state)) if state.phase == "over" else state


def _fail(message: str, code: str, rule: str | None = None) -> InvalidValue:
    return InvalidValue(message, code=code, rule=rule)


def _check_cards(state: RoundState) -> None:
    seen = _NO_CARDS
    for cards in (*state.hands, *state.stock, *state.piles, state.trick):
        if seen & cards:
            raise _fail(f"{seen & cards} would be in two places at once.", "card_twice", "R-001")
        seen |= cards


def _check_calls(state: RoundState) -> None:
    in_grand = state.phase == "grand"
    for call, answer in zip(state.calls, state.grand_answers, strict=True):
        if answer is None and not in_grand:
            continue  # not known
        if (call == "grand") != bool(answer) or (in_grand and call == "tichu"):
            raise _fail("The calls agree with the Grand Tichu answers.", "bad_calls", "R-010")
    if in_grand and None not in state.grand_answers:
        raise _fail("With all four answers in, the question is closed.", "bad_calls", "R-010")


def _check_hands(state: RoundState, hand_size: int, stock_size: int) -> None:
    sizes = [(len(state.hands[seat]), len(state.stock[seat])) for seat in SEATS]
    if any(size != (hand_size, stock_size) for size in sizes):
        raise _fail(
            f"In the phase {state.phase} each seat has {hand_size} cards in hand and {stock_size} "
            "to take up.",
            "bad_hands",
            "R-007",
        )


def _check_blank(state: RoundState) -> None:
    if (
        state.turn is not None
        or state.top is not None
        or state.owner is not None
        or state.passes
        or state.trick
        or state.wish is not None
        or any(state.piles)
        or state.out
        or state.opener is not None
    ):
        raise _fail(f"Nothing is played yet in the phase {state.phase}.", "bad_table")


def _check_picks(state: RoundState) -> None:
    for seat in SEATS:
        gifts = state.exchange[seat]
        if gifts is None:
            continue
        if len(set(gifts)) != 3 or any(
            card is None or card not in state.hands[seat] for card in gifts
        ):
            raise _fail(
                f"Seat {seat} picks three different cards from its hand.", "bad_gifts", "R-011"
            )
    if None not in state.exchange:
        raise _fail("With all four picks in, the exchange is done.", "bad_gifts", "R-011")


def _check_gifts(state: RoundState) -> None:
    given: list[Card] = []
    for giver, gifts in enumerate(state.exchange):
        for place, card in enumerate(gifts or (), start=1):
            if card is None:
                continue
            given.append(card)
            holders = [seat for seat in SEATS if card in state.hands[seat]]
            if holders not in ([], [(giver + place) % 4]):
                raise _fail(f"{card} is not with the seat it was given to.", "bad_gifts", "R-011")
    if len(set(given)) != len(given):
        raise _fail("No card is given twice.", "bad_gifts", "R-011")


def _check_opener(state: RoundState) -> None:
    if state.opener is not None and any(
        MAHJONG in hand for seat, hand in enumerate(state.hands) if seat != state.opener
    ):
        raise _fail("The opener has the Mah Jong until it is played.", "bad_opener", "R-014")


def _check_play(state: RoundState) -> None:
    if any(len(hand) > 14 for hand in state.hands) or any(state.stock):
        raise _fail("A hand has at most 14 cards.", "bad_hands", "R-007")
    _check_gifts(state)
    _check_opener(state)
    _check_out(state)
    if state.phase == "over":
        _check_over(state)
        return
    if (state.top is None) != (state.owner is None):
        raise _fail("A combination to beat has an owner.", "bad_table")
    if state.top is None:
        _check_lead(state)
    else:
        _check_trick(state, state.top)


def _check_over(state: RoundState) -> None:
    if (state.turn, state.top, state.owner, state.wish, state.passes) != (None,) * 4 + (0,):
        raise _fail("In the phase over nobody is on turn and nothing to beat.", "bad_table")
    if state.trick and not is_double_victory(state.out):
        raise _fail("The last trick is in a pile.", "bad_table", "R-097")


def _check_out(state: RoundState) -> None:
    without_cards = {seat for seat in SEATS if not state.hands[seat]}
    if len(set(state.out)) != len(state.out) or without_cards != set(state.out):
        raise _fail("The seats that are out are those without cards, each once.", "bad_out")
    if len(state.out) > 2 and is_double_victory(state.out):
        raise _fail("A double victory ends the round with two players out.", "bad_out", "R-096")
    decided = is_decided(state.out)
    if state.phase in ("play", "ripe") and decided:
        raise _fail("The round is decided, so it is over.", "bad_out", "R-095")
    if state.phase in ("gift", "over") and not decided:
        raise _fail("The round is not decided yet.", "bad_out", "R-095")


def _check_lead(state: RoundState) -> None:
    if state.phase != "play" or state.trick or state.passes:
        raise _fail("Without a combination to beat there is no trick.", "bad_table")
    if state.turn is None or not state.hands[state.turn]:
        raise _fail("Say who leads: a seat with cards.", "bad_turn", "R-049")


def _check_trick(state: RoundState, top: Combination) -> None:
    if not top.cards <= state.trick or DOG in state.trick:
        raise _fail("The combination to beat lies in the trick, the Dog never.", "bad_table")
    if state.phase == "gift":
        _check_gift(state)
        return
    if state.phase == "ripe":
        if state.turn is not None or state.passes != passes_to_ripen(state):
            raise _fail("A trick is ripe when all others have passed.", "bad_turn", "R-052")
        return
    if state.turn is None or not state.hands[state.turn] or state.turn == state.owner:
        raise _fail("On turn is a seat with cards that does not own the trick.", "bad_turn")
    if state.passes != _seats_before(state, state.turn):
        raise _fail(
            "The seats with cards between the owner and the seat on turn have passed, no others.",
            "bad_turn",
            "R-050",
        )


def _seats_before(state: RoundState, turn: int) -> int:
    """How many seats with cards come after the owner and before ``turn``."""
    if state.owner is None:
        return 0
    between = (turn - state.owner) % 4 - 1
    return sum(1 for n in range(between) if state.hands[(state.owner + 1 + n) % 4])


def _check_gift(state: RoundState) -> None:
    if (
        not state.dragon_on_top
        or is_double_victory(state.out)
        or state.owner != state.out[-1]
        or state.turn != state.owner
        or state.passes
        or not state.rules.dragon_gift_last_trick
    ):
        raise _fail(
            "In the phase gift the last to go out has won with the Dragon and is on turn.",
            "bad_turn",
            "R-091",
        )
