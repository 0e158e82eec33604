"""What each request does; one function a request."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from tichu.protocol import questions
from tichu.protocol.bounds import CLIENT_LIMITS
from tichu.protocol.entries import JournalSeat
from tichu.protocol.faults import RequestRefused
from tichu.protocol.greeting import greeting
from tichu.protocol.later import Later
from tichu.protocol.matches import Matches
from tichu.protocol.messages import replies, requests
from tichu.protocol.messages.pushes import Detached
from tichu.protocol.messages.replies import Result
from tichu.protocol.messages.requests import AnyRequest
from tichu.protocol.names import check_name
from tichu.protocol.room import Room
from tichu.protocol.session import Session
from tichu.protocol.tokens import hash_of, seat_of
from tichu.seats import SEATS

__all__ = ["handle"]


class Call(Struct, frozen=True):
    """Who asks, where, and when."""

    matches: Matches
    session: Session
    now: float


CAPABILITIES = ("play", "watch", "record", "questions")

_AROUND = 512
"""Bytes at most of a reply around its result: the id is the longest part."""


def handle(matches: Matches, session: Session, request: AnyRequest, now: float) -> Result | Later:
    """Do what a request asks.

    Raises:
        TichuError: it is refused, and nothing has changed.
    """
    if isinstance(request, questions.Question):
        return questions.answer(request)
    handler: Callable[[Call, Any], Result | Later] = _HANDLERS[type(request)]
    return handler(Call(matches, session, now), request)


def _hello(at: Call, request: requests.Hello) -> replies.Greeting:
    limits = at.matches.limits
    result = greeting(
        request,
        engine=at.matches.engine,
        capabilities=CAPABILITIES,
        agents=at.matches.agents,
        limits={name: getattr(limits, name) for name in CLIENT_LIMITS},
    )
    at.session.greeted = True
    return result


def _create(at: Call, request: requests.Create) -> replies.Created:
    check_name(request.name)
    _check_room_for(at, max(1, sum(wish == "me" for wish in request.seats)))
    room, tokens, own = at.matches.create(request, at.now)
    game = room.table.game
    for seat in own:
        room.sit(at.session, seat, request.name, at.now)
        at.session.places[game.name, seat] = None
    return replies.Created(
        match=game.name,
        tokens=tokens,
        seed_hash=game.settings().seed_hash,
        views=tuple(game.view_for(seat) for seat in own),
    )


def _take(at: Call, request: requests.Take) -> replies.Taken:
    check_name(request.name)
    room = at.matches.room(request.match)
    _check_room_for(at, 1)
    seat = _open_seat(room, request.seat)
    token = at.matches.new_token()
    holder = JournalSeat(state="player", name=request.name, token_hash=hash_of(token))
    room.table.seat(seat, holder)
    room.sit(at.session, seat, request.name, at.now)
    at.session.places[request.match, seat] = None
    at.matches.touch(room)
    return replies.Taken(
        match=request.match, seat=seat, token=token, view=room.table.game.view_for(seat)
    )


def _open_seat(room: Room, wanted: int | None) -> int:
    seats = room.table.game.seats
    free = [
        seat for seat in SEATS if seats[seat].state == "open" and room.table.game.life == "open"
    ]
    if wanted is None and free:
        return free[0]
    if wanted in free:
        return wanted
    raise RequestRefused(
        "This seat is not open; take another one.", code="seat_taken", where="seat"
    )


def _resume(at: Call, request: requests.Resume) -> replies.Resumed:
    check_name(request.name)
    room = at.matches.room(request.match)
    game = room.table.game
    seat = seat_of(request.token, game.seats)
    if seat is None:
        raise RequestRefused("This token opens no seat here.", code="bad_token", where="token")
    _check_seq(room, request.last_seq)
    if (request.match, seat) not in at.session.places:
        _check_room_for(at, 1)
    before = room.sit(at.session, seat, request.name, at.now)
    if before is not None:
        before.lose_place(
            (request.match, seat), Detached(match=request.match, seat=seat, reason="replaced")
        )
    at.session.places[request.match, seat] = None
    at.matches.touch(room)
    return replies.Resumed(
        match=request.match,
        seat=seat,
        view=game.view_for(seat),
        missed=room.missed(seat, request.last_seq),
    )


def _watch(at: Call, request: requests.Watch) -> replies.Watching:
    room = at.matches.room(request.match)
    _check_seq(room, request.last_seq)
    if at.session not in room.watching:
        _check_room_for(at, 1)
        most = at.matches.limits.watchers
        if most is not None and len(room.watching) >= most:
            raise RequestRefused(
                "As many watch this match as may; try another one.", code="too_many_watchers"
            )
    room.watch(at.session, at.now)
    at.session.places[request.match, None] = None
    at.matches.touch(room)
    return replies.Watching(
        match=request.match,
        view=room.table.game.view_for(None),
        missed=room.missed(None, request.last_seq),
    )


def _leave(at: Call, request: requests.Leave) -> replies.Left:
    room = at.matches.room(request.match)
    seat = request.seat
    if seat is None and (request.match, None) not in at.session.places:
        seat = _own_seat(at.session, request.match, None)
    if (request.match, seat) not in at.session.places:
        raise _not_yours()
    del at.session.places[request.match, seat]
    room.part(at.session, seat, at.now)
    if seat is not None:
        _give_up(room, seat)
    at.matches.touch(room)
    return replies.Left()


def _give_up(room: Room, seat: int) -> None:
    game = room.table.game
    if game.life == "open":
        room.table.seat(seat, JournalSeat(state="open"))
    elif game.life != "over":
        room.table.seat(seat, JournalSeat(state="agent", name=game.made.substitute))


def _act(at: Call, request: requests.Act) -> replies.Acted:
    room = at.matches.room(request.match)
    seat = _own_seat(at.session, request.match, request.seat)
    if request.check:
        return room.table.check(seat, request)
    acted = room.act(seat, request, at.now)
    at.matches.touch(room)
    return acted


def _own_seat(session: Session, match: str, wanted: int | None) -> int:
    """The seat that a request is about."""
    own = [seat for seat in SEATS if (match, seat) in session.places]
    if wanted is None and len(own) == 1:
        return own[0]
    if wanted is None and own:
        raise RequestRefused(
            "Say which seat; this connection has several.", code="which_seat", where="seat"
        )
    if wanted is None or wanted not in own:
        raise _not_yours()
    return wanted


def _list(at: Call, _: requests.List) -> replies.Listed:
    return replies.Listed(matches=at.matches.infos())


def _record(at: Call, request: requests.Record) -> Later:
    room = at.matches.room(request.match)
    if room.table.game.life != "over":
        raise RequestRefused(
            "The match is not over; its record would tell the cards.", code="not_over"
        )
    return Later(partial(_record_of, at.matches, room, request))


def _record_of(matches: Matches, room: Room, request: requests.Record) -> replies.RecordFound:
    record = matches.record_of(room)
    found = replies.RecordFound(match=request.match, record=record.decode("utf-8"))
    most = matches.limits.backlog_bytes
    if len(msgspec.json.encode(found)) + _AROUND > most:
        raise RequestRefused(
            f"The record is larger than what may wait for a client, {most} bytes; "
            f"fetch it over HTTP, at /api/records/{request.match}.",
            code="record_too_large",
        )
    return found


_HANDLERS: dict[type[AnyRequest], Callable[[Call, Any], Result | Later]] = {
    requests.Hello: _hello,
    requests.Create: _create,
    requests.Take: _take,
    requests.Resume: _resume,
    requests.Watch: _watch,
    requests.Leave: _leave,
    requests.Act: _act,
    requests.List: _list,
    requests.Record: _record,
}


def _check_room_for(at: Call, more: int) -> None:
    most = at.matches.limits.matches_per_session
    if most is not None and len(at.session.places) + more > most:
        raise RequestRefused(
            f"One connection has at most {most} seats and matches; leave one first.",
            code="too_many_places",
        )


def _check_seq(room: Room, last_seq: int | None) -> None:
    if last_seq is not None and last_seq > room.table.game.seq:
        raise RequestRefused(
            f"The last step is {room.table.game.seq}; name one that you have seen.",
            code="bad_seq",
            where="last_seq",
        )


def _not_yours() -> RequestRefused:
    return RequestRefused(
        "This connection does not have that seat; come with its token.",
        code="not_your_seat",
        where="seat",
    )
