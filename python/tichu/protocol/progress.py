"""What goes on at a table by itself: deals, windows, tricks, clocks, players who are gone, agents.

:func:`settle` does one thing after the other until there is nothing to do before some time, which
:func:`deadline` tells. Agents are asked in the driver's order, so four of them play the match that
``tichu.play_match`` would.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from msgspec.structs import replace

from tichu.actions import Collect
from tichu.flow import legal_actions
from tichu.protocol.asks import DECLINE, NEXT
from tichu.protocol.clock import harmless
from tichu.protocol.entries import Acted
from tichu.protocol.table import Table
from tichu.protocol.window import bombs_in_window, order_from, resolve
from tichu.question import QuestionKind
from tichu.seats import SEATS
from tichu.state import RoundState

__all__ = ["deadline", "settle"]

_PACED = ("exchange", "play", "dragon")
"""What agents wait with, so that people can follow; in windows all answer at once."""


def settle(table: Table, now: float, agent_moves: int) -> None:
    """Do all that is due, but no more than so many decisions of agents."""
    table.retime(now)
    table.busy = False
    moves = 0
    while moves < agent_moves:
        if _move_on(table, now) or _run_out(table, now):
            table.retime(now)
        elif _let_agent_move(table, now):
            moves += 1
            table.retime(now)
        else:
            return
    table.busy = True


def deadline(table: Table, now: float) -> float | None:
    """When something is due next; it may be past, if there was too much to do."""
    return min(_deadlines(table, now), default=None)


def _deadlines(table: Table, now: float) -> Iterator[float]:
    game = table.game
    if table.busy:
        yield now
    if game.life not in ("playing", "between"):
        return
    if table.window is not None and table.window.closes is not None:
        yield table.window.closes
    if game.life == "between" and table.pause_ends is not None:
        yield table.pause_ends
    for seat in SEATS:
        if not table.is_agents(seat):
            yield from _player_deadlines(table, seat)
        elif game.life == "playing" and table.is_required(seat):
            yield _agent_due(table, seat)


def _player_deadlines(table: Table, seat: int) -> Iterator[float]:
    grace, gone = table.game.made.grace, table.gone[seat]
    if grace is not None and gone is not None:
        yield gone + grace
    ends = table.clock_ends(seat)
    if ends is not None:
        yield ends


# --- the table itself ---


def _move_on(table: Table, now: float) -> bool:
    """Do one thing that needs nobody's decision; whether there was one."""
    game, state = table.game, table.game.state
    if game.life == "open":
        return _begin(table, now)
    if game.life == "between":
        return _go_on(table, now)
    if game.life == "over" or state is None:
        return False
    if state.phase == "grand":
        return _close_grand(table, now)
    if table.window is not None:
        return _close_window(table, state, now)
    if state.phase == "ripe" and not table.bomb_offers and not state.dragon_on_top:
        return _collect(table, state, now)
    return False


def _begin(table: Table, now: float) -> bool:
    if any(seat.state in ("open", "invited") for seat in table.game.seats):
        return False
    table.deal(now)
    return True


def _go_on(table: Table, now: float) -> bool:
    players = [seat for seat in SEATS if not table.is_agents(seat)]
    all_ready = all(seat in table.ready for seat in players)
    if not all_ready and (table.pause_ends is None or now < table.pause_ends):
        return False
    table.deal(now)
    return True


def _close_grand(table: Table, now: float) -> bool:
    """When all have answered, the answers take effect together, in the order of the seats."""
    held = table.game.held
    if len(held) < 4:
        return False
    for seat in SEATS:
        answer = held[seat]
        table.perform(Acted(action=answer.action, by=answer.by), now)
    return True


def _close_window(table: Table, state: RoundState, now: float) -> bool:
    window = table.window
    if window is None:
        return False
    is_late = window.closes is not None and now >= window.closes
    if not is_late and not window.is_complete(state):
        return False
    table.close_window()
    for entry in resolve(state, table.game.held):
        table.perform(entry, now)
    return True


def _collect(table: Table, state: RoundState, now: float) -> bool:
    if state.owner is None:
        return False
    table.perform(Acted(action=str(Collect(state.owner)), by="table"), now)
    return True


# --- time ---


def _run_out(table: Table, now: float) -> bool:
    """Do what is done for one seat whose time is over; whether there was one."""
    for seat in SEATS:
        if table.game.seats[seat].state != "player":
            continue
        if _is_gone_too_long(table, seat, now):
            table.seat(seat, replace(table.game.seats[seat], state="away"))
            return True
        ends = table.clock_ends(seat)
        if ends is not None and now >= ends:
            _decide_for(table, seat, now)
            return True
    return False


def _is_gone_too_long(table: Table, seat: int, now: float) -> bool:
    grace, gone = table.game.made.grace, table.gone[seat]
    if grace is None or gone is None or table.game.life not in ("playing", "between"):
        return False
    return now >= gone + grace


def _decide_for(table: Table, seat: int, now: float) -> None:
    table.book_time(seat, now)
    table.note_decided(seat)
    state = table.game.state
    if table.game.life == "between":
        table.answer_for(seat, NEXT)
    elif table.window is not None:
        table.answer_for(seat, DECLINE)
    elif state is not None:
        table.take(harmless(state, seat), "clock", now)


# --- agents ---


def _agent_due(table: Table, seat: int) -> float:
    pace = table.game.made.pace if table.kind(seat) in _PACED else 0.0
    return table.since[seat] + pace


def _let_agent_move(table: Table, now: float) -> bool:
    """Put one question to one agent; whether there was one to put."""
    state = table.game.state
    if state is None or table.game.life != "playing":
        return False
    if state.phase in ("exchange", "play") and _offer_call(table, now):
        return True
    if table.bomb_offers:
        return _offer_bomb(table, state, now)
    order = order_from(state) if table.window is not None else list(SEATS)
    for seat in order:
        if not table.is_agents(seat) or not table.is_required(seat):
            continue
        if _agent_due(table, seat) <= now:
            _ask_agent(table, state, seat, now)
            return True
    return False


def _offer_call(table: Table, now: float) -> bool:
    """Let the next agent call a Tichu, before or after the exchange."""
    while table.call_offers:
        seat = table.call_offers.pop(0)
        if table.is_agents(seat) and _ask_call(table, seat, now):
            return True
    return False


def _ask_call(table: Table, seat: int, now: float) -> bool:
    """Offer a Tichu; whether it could be offered."""
    state = table.game.state
    if state is None or not legal_actions(state, seat).may_call_tichu:
        return False
    call = table.desk.ask(seat, "tichu")
    if call is not None:
        table.take(call, "agent", now)
    return True


def _offer_bomb(table: Table, state: RoundState, now: float) -> bool:
    """Without windows, agents are offered their bombs right after a play, in play order."""
    while table.bomb_offers:
        seat = table.bomb_offers.pop(0)
        if table.is_agents(seat) and bombs_in_window(state, seat):
            bomb = table.desk.ask(seat, "bomb")
            if bomb is not None:
                table.take(bomb, "agent", now)
            break
    return True


def _ask_agent(table: Table, state: RoundState, seat: int, now: float) -> None:
    kind = table.kind(seat)
    if table.window is not None:
        bomb = table.desk.ask(seat, "bomb")
        if bomb is None:
            table.answer_for(seat, DECLINE)
        else:
            table.take(bomb, "agent", now)
        return
    if kind == "play":
        _ask_call(table, seat, now)
    action = table.desk.ask(seat, cast("QuestionKind", kind))
    table.take(action or harmless(state, seat), "agent", now)
