"""A match as its journal makes it: :meth:`Game.apply` is its only mover.

Everything that lasts is here: seats, the round, what is held back, the numbers of steps and
positions. Time, connections, windows and clocks are not: they live at the
:class:`~tichu.protocol.table.Table`, and begin anew when a match is restored.
"""

from __future__ import annotations

import hashlib

from msgspec import Struct
from msgspec.structs import replace

from tichu import events as core
from tichu.actions import Action, Exchange, Tichu, parse_action
from tichu.deal import deal_for, start_round
from tichu.errors import InvalidValue
from tichu.events import Event
from tichu.flow import apply
from tichu.history import MatchHistory, RoundHistory
from tichu.match import MatchState, add_round
from tichu.protocol import entries
from tichu.protocol.bounds import RESULTS_SHOWN
from tichu.protocol.entries import AnyEntry, Created, JournalSeat
from tichu.protocol.messages import happenings as wire
from tichu.protocol.messages.basics import MatchLife, RoundPhase, SeatInfo, Settings
from tichu.protocol.messages.pushes import Cause
from tichu.protocol.messages.pushes import Event as EventMessage
from tichu.protocol.messages.replies import MatchInfo
from tichu.protocol.messages.views import LastDone, MatchView
from tichu.protocol.render import Told, combo, gave, round_view, tell, tell_round_over, what_ends
from tichu.round_score import RoundScore
from tichu.rules import Rules, rules_from
from tichu.seats import Quad
from tichu.state import RoundState
from tichu.state import Step as RoundStep

__all__ = ["Game", "Step"]


class Step(Struct, frozen=True, kw_only=True):
    """What one entry of the journal led to, for everybody.

    Attributes:
        seq: its number, from 1 without gaps.
        position: how many deals and actions there have been.
        actor: the seat that acted.
        by: who decided.
        phase: where the round stands now, if it stood elsewhere before.
        turn: who is on turn now.
        owner: who holds the trick now.
        counts: the cards in each hand now, if they were others before.
        told: what happened, and who is told.
    """

    seq: int
    position: int
    actor: int | None = None
    by: Cause | None = None
    phase: RoundPhase | None = None
    turn: int | None = None
    owner: int | None = None
    counts: Quad[int] | None = None
    told: tuple[Told, ...]


class Game:
    """One match.

    Attributes:
        name: the name of the match.
        made: how it was made.
        rules: the options in force.
        seats: who sits where.
        life: where the match stands.
        standing: the rounds that are counted, and the totals.
        round: the number of the round that was dealt last; 0 before the first.
        state: the round, from the first deal on.
        events: what has happened in the round.
        held: by seat, what takes effect later.
        seq: the number of the last step.
        position: how many deals and actions there have been.
        round_position: the position at which the round was dealt.
        last: what each seat did last in the trick.
        results: the count of every round; only the last one has its lines.
    """

    def __init__(self, name: str, made: Created) -> None:
        self.name = name
        self.made = made
        self.rules: Rules = rules_from(made.rules)
        self.seats: list[JournalSeat] = list(made.seats)
        self.life: MatchLife = "open"
        self.standing = MatchState(rules=self.rules)
        self.round = 0
        self.state: RoundState | None = None
        self.events: list[Event] = []
        self.held: dict[int, entries.Held] = {}
        self.seq = 0
        self.position = 0
        self.round_position = 0
        self.last: list[LastDone] = [None, None, None, None]
        self.results: list[wire.RoundOver] = []
        self._told_phase: RoundPhase | None = None
        self._told_counts: Quad[int] | None = None
        self._actions: list[str] = []
        self._finished: list[str] = []

    def apply(self, entry: AnyEntry) -> Step | None:
        """Take an entry; the step that everybody sees, None if there is nothing to see.

        Raises:
            TichuError: the entry does not fit; nothing has changed.
        """
        match entry:
            case entries.Created():
                created = wire.MatchCreated(seats=self.seat_infos(), settings=self.settings())
                return self._step((Told(None, created),))
            case entries.Seated(seat=seat, to=to):
                self.seats[seat] = to
                changed = wire.SeatChanged(seat=seat, info=_info(to))
                return self._step((Told(None, changed),))
            case entries.Dealt():
                return self._deal()
            case entries.Held(seat=seat):
                self.held[seat] = entry
                return None
            case entries.Acted():
                return self._act(entry)
            case entries.Ended():
                self.life = "over"
                self.held.clear()
                return self._step((Told(None, self._match_over()),))

    def _step(
        self, told: tuple[Told, ...], actor: int | None = None, by: Cause | None = None
    ) -> Step:
        self.seq += 1
        state = self.state
        if state is None:
            return Step(seq=self.seq, position=self.position, actor=actor, by=by, told=told)
        a, b, c, d = state.hands
        counts = (len(a), len(b), len(c), len(d))
        step = Step(
            seq=self.seq,
            position=self.position,
            actor=actor,
            by=by,
            phase=None if state.phase == self._told_phase else state.phase,
            turn=state.turn,
            owner=state.owner,
            counts=None if counts == self._told_counts else counts,
            told=told,
        )
        self._told_phase, self._told_counts = state.phase, counts
        return step

    def _deal(self) -> Step:
        start = start_round(deal_for(self.made.seed, self.round + 1), self.rules)
        self.round += 1
        self.life = "playing"
        self.state = start.state
        self.events = list(start.events)
        self.held.clear()
        self.last = [None, None, None, None]
        self.position += 1
        self.round_position = self.position
        begun = Told(None, wire.RoundBegun(round=self.round))
        return self._step((begun, *map(tell, start.events)))

    def _act(self, entry: entries.Acted) -> Step:
        state = self.state
        action = parse_action(entry.action)
        if state is None or self.life != "playing":
            raise InvalidValue("No round is being played here.", code="no_round")
        done = apply(state, action)
        self.state = done.state
        self.position += 1
        self.events.extend(done.events)
        self._actions.append(entry.action)
        if not isinstance(action, Tichu):
            # A call is none of the answers that are held back, and puts nothing in their place.
            self.held.pop(action.seat, None)
        told = self._tell_all(action, done, state.wish)
        for refusal in entry.refused:
            self.held.pop(refusal.seat, None)
            told.append(Told(refusal.seat, _refused(refusal)))
        return self._step(tuple(told), action.seat, entry.by)

    def _tell_all(self, action: Action, done: RoundStep, wish: int | None) -> list[Told]:
        told: list[Told] = []
        for event in done.events:
            self._remember(event)
            if isinstance(event, core.RoundOver):
                for what in what_ends(done.events, wish):
                    if isinstance(what, wire.LeadPassed):
                        self.last = [None, None, None, None]
                    told.append(Told(None, what))
                told += self._count(event, done.state)
            else:
                told.append(tell(event))
            if isinstance(event, core.ExchangePicked) and isinstance(action, Exchange):
                told.append(gave(action.seat, action.gifts))
        return told

    def _remember(self, event: Event) -> None:
        if isinstance(event, core.Played):
            self.last[event.seat] = combo(event.combination)
        elif isinstance(event, core.Passed):
            self.last[event.seat] = "pass"
        elif isinstance(event, core.TrickTaken | core.LeadPassed):
            self.last = [None, None, None, None]

    def _count(self, event: core.RoundOver, state: RoundState) -> list[Told]:
        self.standing = add_round(self.standing, event.score.total)
        number, totals = self.standing.rounds, self.standing.totals
        if self.results:
            # A host has thousands of matches, and nobody looks at the sheet of an old round.
            self.results[-1] = replace(self.results[-1], lines=())
        self.results.append(tell_round_over(event, state, number, totals))
        # A round's actions are kept as one text: a host has thousands of them.
        self._finished.append("\n".join(self._actions))
        self._actions = []
        self.held.clear()
        self.life = "over" if self.standing.is_over else "between"
        told = [Told(None, self.results[-1])]
        if self.life == "over":
            told.append(Told(None, self._match_over()))
        return told

    def _match_over(self) -> wire.MatchOver:
        return wire.MatchOver(
            winner=self.standing.winner, totals=self.standing.totals, seed=self.made.seed
        )

    # --- what is told to one recipient ---

    def settings(self) -> Settings:
        """How the match is played."""
        made = self.made
        rules = self.rules.changes()
        rules.pop("target", None)
        return Settings(
            rules=rules,
            target=self.rules.target,
            bomb_window=made.bomb_window,
            pause=made.pause,
            clock=made.clock,
            grace=made.grace,
            substitute=made.substitute,
            pace=made.pace,
            seed_hash=hashlib.sha256(made.seed.encode("ascii")).hexdigest(),
            open_seed=made.open_seed,
        )

    def seat_infos(self) -> Quad[SeatInfo]:
        """Who sits where."""
        a, b, c, d = map(_info, self.seats)
        return a, b, c, d

    def info(self) -> MatchInfo:
        """The match as a list shows it."""
        return MatchInfo(
            match=self.name,
            life=self.life,
            seats=self.seat_infos(),
            settings=self.settings(),
            round=self.round,
            totals=self.standing.totals,
        )

    def event_for(self, step: Step, seat: int | None) -> EventMessage:
        """A step as a seat, or a spectator (None), is told of it."""
        return EventMessage(
            match=self.name,
            seat=seat,
            seq=step.seq,
            position=step.position,
            actor=step.actor,
            by=step.by,
            open_seed=self.made.open_seed,
            phase=step.phase,
            turn=step.turn,
            owner=step.owner,
            counts=step.counts,
            events=tuple(told.what for told in step.told if told.to in (None, seat)),
        )

    def view_for(self, seat: int | None) -> MatchView:
        """The match as a seat, or a spectator (None), sees it now."""
        over = self.life == "over"
        a, b, c, d = self.last
        held = None if seat is None else self.held.get(seat)
        return MatchView(
            match=self.name,
            seat=seat,
            seq=self.seq,
            position=self.position,
            life=self.life,
            seats=self.seat_infos(),
            settings=self.settings(),
            round=self.round,
            totals=self.standing.totals,
            winner=self.standing.winner,
            seed=self.made.seed if over else None,
            table=None if self.state is None else round_view(self.state, seat, (a, b, c, d)),
            held=None if held is None else without_seat(held.action),
            results=tuple(self.results[-RESULTS_SHOWN:]),
        )

    def history(self) -> MatchHistory:
        """What was played; a round that was broken off has no score."""
        parts = list(self._finished)
        if self.round > len(parts):
            parts.append("\n".join(self._actions))
        rounds = []
        for number, text in enumerate(parts, start=1):
            actions = tuple(map(parse_action, text.splitlines()))
            result = self.results[number - 1] if number <= len(self.results) else None
            rounds.append(
                RoundHistory(deal_for(self.made.seed, number), actions, _score_of(result))
            )
        a, b, c, d = (seat.name for seat in self.seats)
        return MatchHistory(
            rules=self.rules, seed=self.made.seed, seats=(a, b, c, d), rounds=tuple(rounds)
        )


def without_seat(action: str) -> str:
    """The text of an action as an ``act`` has it."""
    return action.partition(" ")[2]


def _score_of(result: wire.RoundOver | None) -> RoundScore | None:
    return None if result is None else RoundScore(result.double, result.card, result.bonus)


def _info(seat: JournalSeat) -> SeatInfo:
    return SeatInfo(state=seat.state, name=seat.name)


def _refused(refusal: entries.Refusal) -> wire.Refused:
    return wire.Refused(
        seat=refusal.seat,
        action=without_seat(refusal.action),
        code=refusal.code,
        rule=refusal.rule,
        message=refusal.message,
    )
