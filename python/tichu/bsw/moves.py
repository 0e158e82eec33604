"""From a round of a log to the engine's actions, each taken through the flow.

A log leaves to the rules whose move it is, who owns a trick, and when a trick is taken by a player
who is out; so the actions are found while replaying.
"""

from __future__ import annotations

from msgspec import Struct

from tichu._core import PHOENIX, Card, CardSet, Combination, classify
from tichu.actions import (
    Action,
    Collect,
    Exchange,
    GiveDragon,
    GrandTichu,
    Pass,
    Play,
    Tichu,
)
from tichu.bsw.lines import CallEvent, DragonEvent, Event, PassEvent, PlayEvent
from tichu.bsw.log import LogRound
from tichu.deal import Deal, start_round
from tichu.errors import TichuError
from tichu.flow import apply
from tichu.rules import BRETTSPIELWELT, Rules
from tichu.seats import SEATS, previous_seat
from tichu.state import RoundState, first_with_cards

__all__ = ["LogReplay", "replay_round"]


class LogReplay(Struct, frozen=True):
    """How far a round of a log went through the flow.

    Attributes:
        actions: what was done.
        state: where it led; None if the log breaks off before the cards.
        error: why the next line could not be done; ``where`` names the line.
    """

    actions: tuple[Action, ...]
    state: RoundState | None
    error: TichuError | None = None


def replay_round(found: LogRound, rules: Rules = BRETTSPIELWELT) -> LogReplay:
    """Replay what a log has of a round, to its end or to the first action that is refused."""
    if found.deal is None:
        return LogReplay((), None)
    mover = _Mover(found.deal, rules)
    try:
        if len(found.exchanges) == len(SEATS):
            mover.begin(found)
            for event in found.events:
                mover.take(event)
            if found.result is not None:
                mover.finish()
    except TichuError as error:
        return LogReplay(tuple(mover.actions), mover.state, error)
    return LogReplay(tuple(mover.actions), mover.state)


class _Mover:
    """Finds the actions of a round and takes them."""

    def __init__(self, deal: Deal, rules: Rules) -> None:
        self.state = start_round(deal, rules).state
        self.actions: list[Action] = []
        # The owner, and the line, of a trick that is taken and has to be given away.
        self._gift_due: tuple[int, int] | None = None

    def begin(self, found: LogRound) -> None:
        """The calls before the exchange, and the exchange."""
        grand = {call.seat: call.line for call in found.calls if call.grand}
        for seat in SEATS:
            self._do(GrandTichu(seat, seat in grand), grand.get(seat, found.line))
        for call in found.calls:
            if not call.grand:
                self._do(Tichu(call.seat), call.line)
        for seat in SEATS:
            exchange = found.exchanges[seat]
            self._do(Exchange(seat, *exchange.gifts), exchange.line)

    def take(self, event: Event) -> None:
        """One event of the course of play."""
        if not isinstance(event, DragonEvent):
            self.finish()
        match event:
            case PassEvent():
                self._pass(event)
            case PlayEvent():
                self._play(event)
            case CallEvent():
                self._do(_call(event), event.line)
            case DragonEvent():
                self._give_dragon(event)

    def finish(self) -> None:
        """Nothing may follow, nor the round end, while a Dragon is still to be given."""
        if self._gift_due is not None:
            owner, line = self._gift_due
            self._do(Collect(owner), line)

    def _pass(self, event: PassEvent) -> None:
        state = self.state
        if state.phase in ("gift", "over"):
            # A few old logs have passes after the play that decides the round.
            return
        if state.phase == "ripe" and state.owner == event.seat:
            if state.dragon_on_top:
                self._gift_due = (event.seat, event.line)
            else:
                self._do(Collect(event.seat), event.line)
            return
        self._collect_for_absent_owner(event.line)
        self._do(Pass(event.seat), event.line)

    def _play(self, event: PlayEvent) -> None:
        cards = CardSet(event.cards)
        if not self._bombs_ripe_trick(event.seat, cards):
            self._collect_for_absent_owner(event.line)
        self._do(Play(event.seat, cards, phoenix_rank(event.cards), event.wish), event.line)

    def _give_dragon(self, event: DragonEvent) -> None:
        self._gift_due = None
        owner = self.state.owner
        giver = previous_seat(event.to) if owner is None else owner
        self._do(GiveDragon(giver, event.to), event.line)

    def _collect_for_absent_owner(self, line: int) -> None:
        """An owner who is out has no line for taking the trick."""
        owner = self.state.owner
        if self.state.phase != "ripe" or owner is None or self.state.hands[owner]:
            return
        if not self.state.dragon_on_top:
            self._do(Collect(owner), line)

    def _bombs_ripe_trick(self, seat: int, cards: CardSet) -> bool:
        """A bomb on a ripe trick, by a seat that would not lead next."""
        owner = self.state.owner
        if self.state.phase != "ripe" or owner is None:
            return False
        if seat == first_with_cards(self.state.hands, owner):
            return False
        return any(reading.is_bomb for reading in classify(cards))

    def _do(self, action: Action, line: int) -> None:
        try:
            self.state = apply(self.state, action).state
        except TichuError as error:
            raise error.at(f"line {line}") from None
        self.actions.append(action)


def _call(event: CallEvent) -> Action:
    return GrandTichu(event.seat, True) if event.grand else Tichu(event.seat)


def phoenix_rank(cards: tuple[Card, ...]) -> int | None:
    """What the Phoenix stands for among cards in the order of a log; None without a Phoenix.

    Cards stand from high to low, the Phoenix in the place of the card that it replaces; in a full
    house of two pairs it stands before the pair that it makes the triple.
    """
    if PHOENIX not in cards or len(cards) == 1:
        return None
    readings = classify(CardSet(cards))
    if len(readings) < 2:
        return readings[0].phoenix_rank if readings else None
    place = cards.index(PHOENIX)
    if readings[0].type == "fullhouse":
        neighbour = cards[place + 1] if place + 1 < len(cards) else cards[place - 1]
        return _reading_with_rank(readings, neighbour.rank).phoenix_rank
    return readings[1 if place == len(cards) - 1 else 0].phoenix_rank


def _reading_with_rank(readings: tuple[Combination, ...], rank: int | None) -> Combination:
    return next((reading for reading in readings if reading.rank == rank), readings[0])
