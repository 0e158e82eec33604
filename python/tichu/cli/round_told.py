"""One round told action by action: hands, calls, gifts, each trick on a line, and the count."""

from __future__ import annotations

from tichu import Action, Exchange, RoundHistory, RoundState, Rules, apply, start_round
from tichu.cli.screen import Screen, folded, plain_table
from tichu.events import (
    Event,
    GrandClosed,
    LeadPassed,
    Passed,
    PicksWithdrawn,
    Played,
    PlayerOut,
    TichuCalled,
    TrickTaken,
    WishFulfilled,
)
from tichu.notation import format_rank
from tichu.round_score import RoundScore
from tichu.seats import SEATS, TEAM_NAMES, Quad, next_seat, partner_of, previous_seat

__all__ = ["show_round"]

_PLACES = {1: "first", 2: "second", 3: "third"}
_ROOM_BEFORE_PLAYS = len("trick  0 gives 25 to 1  ")


def show_round(
    screen: Screen, played: RoundHistory, rules: Rules, names: Quad[str], number: int
) -> None:
    """Print a round, which was played to its end, as the ``number``-th of its match."""
    story = _Story(played, rules)
    screen.say("action by action", lead=f"round {number},")
    screen.print()
    _show_hands(screen, story, names)
    if story.calls:
        screen.say(", ".join(story.calls), lead="calls")
    screen.print()
    _show_tricks(screen, story)
    screen.print()
    _show_end(screen, story.state)


class _Story:
    """A round played again.

    Attributes:
        state: where the round stands; in the end, over.
        dealt: the hands of 14.
        gifts: each seat's exchange; empty before.
        calls: the calls before the first trick, in words.
        tricks: how each trick ended, and the plays in it.
    """

    def __init__(self, played: RoundHistory, rules: Rules) -> None:
        self.state = start_round(played.deal, rules).state
        self.dealt = [self.state.hands[seat] | self.state.stock[seat] for seat in SEATS]
        self.gifts: dict[int, Exchange] = {}
        self.calls: list[str] = []
        self.tricks: list[tuple[str, list[str]]] = []
        self._plays: list[str] = []
        for action in played.actions:
            self._take(action)
        if self._plays:
            # After a double victory the last trick is in nobody's pile.
            self._close("nobody's")

    def _take(self, action: Action) -> None:
        if isinstance(action, Exchange):
            self.gifts[action.seat] = action
        before = self.state.phase
        step = apply(self.state, action)
        self.state = step.state
        for event in step.events:
            if not self._before_play(event, before):
                self._in_play(event)

    def _before_play(self, event: Event, phase: str) -> bool:
        match event:
            case GrandClosed():
                self.calls += [f"{seat}: Grand Tichu" for seat in SEATS if event.calls[seat]]
            case TichuCalled() if phase in ("grand", "exchange"):
                self.calls.append(f"{event.seat}: Tichu before the exchange")
            case PicksWithdrawn():
                self.gifts.clear()
            case _:
                return False
        return True

    def _in_play(self, event: Event) -> None:
        match event:
            case TichuCalled():
                self._plays.append(f"{event.seat}: Tichu!")
            case Played():
                self._plays.append(_play(event))
            case WishFulfilled():
                self._plays[-1] += " (as wished)"
            case PlayerOut():
                self._plays[-1] += f" (out {_PLACES[event.place]})"
            case Passed():
                self._plays.append(f"{event.seat}: pass")
            case LeadPassed():
                self._close(f"{event.to} leads")
            case TrickTaken():
                self._close(_taken(event))
            case _:
                return

    def _close(self, outcome: str) -> None:
        self.tricks.append((outcome, self._plays))
        self._plays = []


def _play(event: Played) -> str:
    words = f"{event.seat}: {event.combination}"
    if event.combination.is_bomb:
        words += " (bomb)" if event.in_turn else " (bomb, out of turn)"
    return words if event.wish is None else f"{words} (wish {format_rank(event.wish)})"


def _taken(event: TrickTaken) -> str:
    points = event.cards.points
    if event.to == event.owner:
        return f"{event.owner} takes {points}"
    return f"{event.owner} gives {points} to {event.to}"


def _show_hands(screen: Screen, story: _Story, names: Quad[str]) -> None:
    table = plain_table("seat", "dealt", "gives", folds="dealt")
    for seat in SEATS:
        table.add_row(f"{seat} {names[seat]}", str(story.dealt[seat]), _gifts(story, seat))
    screen.show(table)


def _gifts(story: _Story, seat: int) -> str:
    if seat not in story.gifts:
        return "-"
    receivers = (next_seat(seat), partner_of(seat), previous_seat(seat))
    given = zip(story.gifts[seat].gifts, receivers, strict=True)
    return ", ".join(f"{card} to {receiver}" for card, receiver in given)


def _show_tricks(screen: Screen, story: _Story) -> None:
    table = plain_table("trick", "outcome", "plays", numbers=("trick",), folds="plays")
    for number, (outcome, plays) in enumerate(story.tricks, start=1):
        table.add_row(str(number), outcome, folded(plays, screen.width - _ROOM_BEFORE_PLAYS))
    screen.show(table)


def _show_end(screen: Screen, state: RoundState) -> None:
    screen.say(", ".join(map(str, state.out)), lead="out  ")
    if state.score is None:
        return
    if state.score.double:
        screen.say(f"double victory of team {_team(state.out[0])}", lead="     ")
    for seat in SEATS:
        if state.hands[seat] and not state.score.double:
            screen.say(_left(state, seat), lead="left ")
    for team, name in enumerate(TEAM_NAMES):
        screen.say(_count(name, state.score, team), lead="     " if team else "count")


def _left(state: RoundState, seat: int) -> str:
    """What happens to the last player's cards and tricks (R-098, R-099)."""
    hand = state.hands[seat]
    return (
        f"{seat}: {hand}; {hand.points} points for team {_team(next_seat(seat))}, and the tricks "
        f"for {state.out[0]}"
    )


def _team(seat: int) -> str:
    return TEAM_NAMES[seat % 2]


def _count(name: str, score: RoundScore, team: int) -> str:
    words = f"{name}: cards {score.card[team]}"
    if score.bonus[team]:
        words += f", calls {score.bonus[team]:+}"
    return f"{words}, together {score.total[team]}"
