"""One live match: who is asked what, what they answer, and what follows; time is handed in.

A table takes commands together with the time, and notes what they led to: entries for the journal
and steps for everybody. What goes on by itself (windows, clocks, agents) is in
:mod:`tichu.protocol.progress`.
"""

from __future__ import annotations

from collections import deque

from msgspec import Struct
from msgspec.structs import replace

from tichu.actions import Action, Exchange, GrandTichu, Pass, Play, Tichu, parse_action
from tichu.errors import TichuError
from tichu.events import PicksWithdrawn
from tichu.flow import apply_unchecked, refusal
from tichu.protocol.answers import action_of, check_form, not_asked, too_late
from tichu.protocol.asks import DECLINE, NEXT, Asked, asked, kind_of
from tichu.protocol.bounds import MISSED_KEPT
from tichu.protocol.clock import Clock
from tichu.protocol.desk import AgentDesk, MakeAgent
from tichu.protocol.entries import (
    Acted,
    AnyEntry,
    Dealt,
    Ended,
    Entry,
    Held,
    JournalSeat,
    Seated,
    encode_entry,
)
from tichu.protocol.faults import RequestRefused
from tichu.protocol.game import Game, Step
from tichu.protocol.legal_lists import legal_message
from tichu.protocol.messages import replies
from tichu.protocol.messages.pushes import Ask, AskKind, Cause
from tichu.protocol.messages.requests import Act
from tichu.protocol.window import Window, is_open_after, order_from
from tichu.seats import SEATS

__all__ = ["Table"]


_TOO_LATE_TO_WIN = replies.Caution(
    code="call_is_lost",
    rule="R-020",
    message="Somebody is out already, so this call can only be lost.",
)
_ALL_CHOOSE_AGAIN = replies.Caution(
    code="all_choose_again",
    rule="R-021",
    message="With this call everybody takes back his cards for the exchange, and chooses again.",
)


class _Shown(Struct):
    """The question that was last put to a seat, and since when its actions have been the same."""

    asked: Asked
    position: int
    again: bool = False


class Table:
    """A match that is being played.

    Attributes:
        game: what lasts of it.
        desk: its agents.
        clock: the clocks of its seats.
        window: the bomb window, while one is open.
        ready: the seats that want the next round.
        pause_ends: when the next round begins by itself.
        gone: for each seat of a player, since when nobody is connected to it.
        since: since when each seat has been asked what it is asked now.
        bomb_offers: agents that are still to be offered bombs, at a table without windows.
        call_offers: agents that are still to be offered a Tichu.
        busy: there was more to do than could be done at once.
        entries: what is to be journalled.
        steps: what is to be told.
        recent: the last steps, for those who come back.
    """

    def __init__(self, game: Game, make_agent: MakeAgent, now: float) -> None:
        self.game = game
        self.desk = AgentDesk(game, make_agent)
        self.clock = Clock(game.made.clock)
        self.window: Window | None = None
        self.ready: set[int] = set()
        self.pause_ends: float | None = None
        self.gone: list[float | None] = [now for _ in SEATS]
        self.since = [now for _ in SEATS]
        self.bomb_offers: list[int] = []
        self.call_offers: list[int] = []
        self.busy = False
        self.entries: list[Entry] = []
        self.steps: list[Step] = []
        self.recent: deque[Step] = deque(maxlen=MISSED_KEPT)
        self.numbered = 0
        self._stamps: list[tuple[AskKind, int]] = [("wait", 0) for _ in SEATS]
        self._questions = [0 for _ in SEATS]
        self._shown: list[_Shown | None] = [None for _ in SEATS]
        self._decided_at = [-1 for _ in SEATS]

    @classmethod
    def restored(
        cls, game: Game, make_agent: MakeAgent, recent: deque[Step], numbered: int, now: float
    ) -> Table:
        """A table for a match that the journal made again; windows and clocks begin anew."""
        table = cls(game, make_agent, now)
        table.recent, table.numbered = recent, numbered
        state = game.state
        if game.life == "between":
            table._begin_pause(now)
        elif state is not None and (state.phase == "ripe" or state.passes == 0):
            table._offer_bombs(now)
        return table

    # --- what changes the match ---

    def commit(self, value: AnyEntry) -> None:
        """Take an entry into the match and the journal."""
        step = self.game.apply(value)
        self.numbered += 1
        over = self.game.life == "over"
        self.entries.append(encode_entry(self.game.name, self.numbered, value, over=over))
        if step is not None:
            self.steps.append(step)
            self.recent.append(step)

    def break_off(self) -> None:
        """End the match before its time."""
        self.commit(Ended())
        self.desk.close()

    def seat(self, seat: int, to: JournalSeat) -> None:
        """Give a seat to somebody."""
        self.commit(Seated(seat=seat, to=to))
        self._shown[seat] = None

    def attach(self, seat: int, name: str, now: float) -> None:
        """The seat's player has come, or is back."""
        self.gone[seat] = None
        holder = self.game.seats[seat]
        if self.game.life == "over":
            return
        if holder.state == "invited":
            self.seat(seat, replace(holder, state="player", name=name))
        elif holder.state == "away":
            self.seat(seat, replace(holder, state="player"))
            self._renew((seat,))

    def detach(self, seat: int, now: float) -> None:
        """The seat's player is gone."""
        self.gone[seat] = now

    def deal(self, now: float) -> None:
        """Begin the next round."""
        self.ready.clear()
        self.pause_ends = None
        self._renew(SEATS)
        self.commit(Dealt())
        self._note_phase()

    def hold(self, action: Action, by: Cause) -> None:
        """Keep an action until the others have answered too."""
        self.commit(Held(seat=action.seat, action=str(action), by=by))
        self._renew((action.seat,))
        if self.window is not None:
            self.window.answered.add(action.seat)

    def perform(self, entry: Acted, now: float) -> None:
        """Let an action take effect, and open the window that it calls for."""
        action = parse_action(entry.action)
        self.commit(entry)
        self._renew((action.seat, *(refused.seat for refused in entry.refused)))
        if isinstance(action, GrandTichu | Exchange):
            self._note_phase()
        elif isinstance(action, Play | Pass):
            self._follow_up(action, now)
        if self.game.life != "playing":
            self.window = None
            self.bomb_offers.clear()
            self.desk.end_round()
            if self.game.life == "over":
                self.desk.close()
            self._begin_pause(now)

    def _follow_up(self, action: Play | Pass, now: float) -> None:
        state = self.game.state
        self.window = None
        self.bomb_offers.clear()
        if state is None or not is_open_after(state):
            return
        if isinstance(action, Play) or state.phase == "ripe":
            self._offer_bombs(now)

    def _offer_bombs(self, now: float) -> None:
        state, pause = self.game.state, self.game.made.bomb_window
        if state is None or not is_open_after(state):
            return
        if pause == 0:
            self.bomb_offers = order_from(state)
            return
        self.window = Window(None if pause is None else now + pause)
        self.window.answered.update(self.game.held)
        self._renew(SEATS)

    def close_window(self) -> None:
        """The window is over; only now does the time of the seats that are to act begin."""
        self.window = None
        for seat in SEATS:
            self.note_decided(seat)
            self._questions[seat] += 1
            shown = self._shown[seat]
            if shown is not None:
                shown.again = True

    def note_decided(self, seat: int) -> None:
        """What the seat is asked was decided without it: its answer may still be on its way."""
        self._decided_at[seat] = self.game.position

    def _note_phase(self) -> None:
        """Agents may call before the exchange and after it, in the driver's order."""
        state = self.game.state
        if state is None:
            return
        if state.phase == "exchange" and not any(state.exchange):
            self.call_offers = list(SEATS)
        elif state.phase == "play" and state.opener is not None:
            self.call_offers = [(state.opener + step) % 4 for step in SEATS]

    def _begin_pause(self, now: float) -> None:
        pause = self.game.made.pause
        self.pause_ends = None if pause is None else now + pause

    def _renew(self, seats: tuple[int, ...]) -> None:
        """The seats' next questions are new ones, even if they read alike."""
        for seat in seats:
            self._questions[seat] += 1
            self._shown[seat] = None

    # --- what players do ---

    def act(self, seat: int, request: Act, now: float) -> bool:
        """Take a player's action; whether it is held back.

        Raises:
            TichuError: it is refused, and nothing has changed.
        """
        answer = self._answer_of(seat, request)
        self.book_time(seat, now)
        if isinstance(answer, str):
            self.answer_for(seat, answer)
            return False
        return self.take(answer, "player", now)

    def check(self, seat: int, request: Act) -> replies.Acted:
        """What the reply to a player's action would be; nothing changes.

        Raises:
            TichuError: it would be refused.
        """
        answer = self._answer_of(seat, request)
        if isinstance(answer, str):
            return replies.Acted()
        return replies.Acted(held=self._waits(answer), warning=self._warning(answer))

    def take(self, action: Action, by: Cause, now: float) -> bool:
        """Take a legal action, now or at the end of the window; whether it is held back."""
        if self._waits(action):
            self.hold(action, by)
            return True
        self.perform(Acted(action=str(action), by=by), now)
        return False

    def _waits(self, action: Action) -> bool:
        in_window = self.window is not None and not isinstance(action, Tichu)
        return in_window or isinstance(action, GrandTichu)

    def _warning(self, action: Action) -> replies.Caution | None:
        state = self.game.state
        if state is None or not isinstance(action, Tichu):
            return None
        if state.out:
            return _TOO_LATE_TO_WIN
        done = apply_unchecked(state, action)
        withdraws = any(isinstance(event, PicksWithdrawn) for event in done.events)
        return _ALL_CHOOSE_AGAIN if withdraws else None

    def answer_for(self, seat: int, text: str) -> None:
        """Decline, or go on to the next round."""
        if text == NEXT:
            self.ready.add(seat)
        elif self.window is not None:
            self.window.answered.add(seat)
        self._renew((seat,))

    def _answer_of(self, seat: int, request: Act) -> Action | str:
        """What an ``act`` says: a legal action, or a text that is none.

        Raises:
            TichuError: it is refused; as ``too_late`` if it answers an older question, whatever
                the reason why it cannot be taken as it is.
        """
        check_form(request)
        try:
            return self._read_answer(seat, request)
        except TichuError as error:
            if error.code != "too_late" and self._is_late(seat, request, error.code):
                raise too_late(error) from None
            raise

    def _is_late(self, seat: int, request: Act, code: str) -> bool:
        """Whether what is refused may have crossed a new question, or the end."""
        shown = self._shown[seat]
        if request.position < (self.game.position if shown is None else shown.position):
            return True
        if code not in ("not_asked", "already_answered", "not_playing"):
            return False
        return request.position <= self._decided_at[seat]

    def _read_answer(self, seat: int, request: Act) -> Action | str:
        shown = self._question_for(seat, request)
        if request.action in (DECLINE, NEXT):
            if request.action not in shown.asked.extra:
                raise not_asked()
            return request.action
        action = action_of(shown.asked.legal, request)
        self._check_listed(seat, action, shown.asked)
        return action

    def _question_for(self, seat: int, request: Act) -> _Shown:
        """The question that an ``act`` answers, if it still can."""
        shown = self._shown[seat]
        if self.game.life not in ("playing", "between") or shown is None:
            raise RequestRefused("The match is not being played.", code="not_playing")
        if request.position > self.game.position:
            raise RequestRefused(
                f"The match is at position {self.game.position}; answer the last ask.",
                code="bad_position",
                where="position",
            )
        if request.position < shown.position and not self._outlasts(request):
            raise too_late()
        return shown

    def _outlasts(self, request: Act) -> bool:
        """Whether it means the same now as when the client saw that position."""
        if self.game.life != "playing" or request.position < self.game.round_position:
            return False
        words = (request.action or "").split()
        return words[:1] in (["tichu"], ["give"])

    def _check_listed(self, seat: int, action: Action, now_asked: Asked) -> None:
        if action in now_asked.legal:
            return
        state = self.game.state
        refused = None if state is None or self.game.life != "playing" else refusal(state, action)
        if refused is not None:
            raise refused.error()
        if seat in self.game.held:
            raise RequestRefused(
                "This seat has answered; wait for the others.", code="already_answered"
            )
        raise not_asked()

    # --- what is asked ---

    def kind(self, seat: int) -> AskKind:
        """What the seat is asked."""
        return kind_of(self.game, self.window, self.ready, seat)

    def is_required(self, seat: int) -> bool:
        """The seat has to answer something."""
        return self.game.life in ("playing", "between") and self.kind(seat) != "wait"

    def is_agents(self, seat: int) -> bool:
        """An agent plays for the seat."""
        return self.game.seats[seat].state in ("agent", "away")

    def retime(self, now: float) -> None:
        """Start the clocks of the seats whose question has changed."""
        for seat in SEATS:
            stamp = (self.kind(seat), self._questions[seat])
            if stamp != self._stamps[seat]:
                self._stamps[seat] = stamp
                self.since[seat] = now

    def changed_asks(self) -> list[int]:
        """The seats of players to whom a new question is to be put."""
        changed = []
        for seat in SEATS:
            if self.game.seats[seat].state != "player" or self.game.life == "open":
                continue
            question = asked(self.game, self.window, self.ready, seat)
            shown = self._shown[seat]
            if shown is not None and shown.asked == question and not shown.again:
                continue
            position = self.game.position
            if shown is not None and shown.again and shown.asked.legal == question.legal:
                # What was sent when the window closed is no answer to another question.
                position = shown.position
            self._shown[seat] = _Shown(question, position)
            changed.append(seat)
        return changed

    def clock_ends(self, seat: int) -> float | None:
        """When the clock decides for a player; a window and a pause have times of their own."""
        if self.clock.settings is None or self._common_end() is not None:
            return None
        if not self.is_required(seat):
            return None
        return self.clock.runs_out(seat, self.since[seat])

    def book_time(self, seat: int, now: float) -> None:
        """The seat has decided: take what it needed too long from its bank."""
        if self.clock_ends(seat) is not None:
            self.clock.decided(seat, self.since[seat], now)

    def _common_end(self) -> float | None:
        """When the window or the pause is over, for all."""
        if self.game.life == "between":
            return self.pause_ends
        return None if self.window is None else self.window.closes

    def ask_message(self, seat: int, now: float) -> Ask | None:
        """The question to a seat as a message; None before the match begins."""
        shown = self._shown[seat]
        if shown is None:
            return None
        legal = legal_message(shown.asked.legal, shown.asked.extra)
        deadline, bank = self._time_left(seat, now)
        return Ask(
            match=self.game.name,
            seat=seat,
            position=shown.position,
            kind=shown.asked.kind,
            deadline=deadline,
            bank=bank,
            actions=legal.actions,
            hand=legal.hand,
            plays=legal.plays,
            count=legal.count,
            wishes=legal.wishes,
            give=legal.give,
        )

    def _time_left(self, seat: int, now: float) -> tuple[float | None, float | None]:
        if not self.is_required(seat):
            return None, None
        ends = self._common_end()
        if ends is not None:
            return round(max(0.0, ends - now), 3), None
        left = self.clock.time_left(seat, self.since[seat], now)
        return (None, None) if left is None else (round(left[0], 3), round(left[1], 3))
