"""The rounds of a BrettspielWelt log, read but not replayed.

The seat number is the identity of a player; nicknames may be empty, and change. A round that breaks
off, at the end of the file or where the next one begins, is read as far as it goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from tichu._core import MAHJONG, Card, CardSet
from tichu.bsw.cut import MAX_ROUND, Block, TextLine, blocks
from tichu.bsw.lines import (
    BOMBS,
    COURSE,
    EXCHANGE,
    START_CARDS,
    CallEvent,
    Event,
    PlayEvent,
    parse_call,
    parse_event,
    parse_gifts,
    parse_hand,
    parse_result,
    parse_wish,
)
from tichu.deal import Deal
from tichu.errors import RecordError, TichuError
from tichu.record.source import Source, open_source, place, record_error
from tichu.seats import SEATS, Quad

__all__ = ["LogExchange", "LogRound", "read_log"]


class LogExchange(Struct, frozen=True):
    """What a seat gives: to the next seat, the partner, the previous seat."""

    line: int
    name: str
    gifts: tuple[Card, Card, Card]


class LogRound(Struct, frozen=True, kw_only=True):
    """A round as a log has it.

    Attributes:
        game: which game of the file it belongs to, from 1.
        number: which round of the file it is, from 1.
        line: the line of its heading.
        deal: the cards; None if the round breaks off before.
        calls: the calls before the exchange, each once.
        exchanges: the gifts of the seats 0 to 3.
        events: what follows.
        result: the points of team 02 and team 13; None for a round that is broken off.
        result_line: the line of the result.
        result_open: that line has no end, so its last digits may be missing.
        error: the first line that cannot be read; what follows it in this round is not read.
    """

    game: int
    number: int
    line: int
    deal: Deal | None = None
    calls: tuple[CallEvent, ...] = ()
    exchanges: tuple[LogExchange, ...] = ()
    events: tuple[Event, ...] = ()
    result: tuple[int, int] | None = None
    result_line: int | None = None
    result_open: bool = False
    error: RecordError | None = None

    @property
    def names(self) -> Quad[str]:
        """The nicknames as the exchange has them; those beside the hands may be out of date."""
        if len(self.exchanges) != len(SEATS):
            return ("", "", "", "")
        a, b, c, d = (exchange.name for exchange in self.exchanges)
        return (a, b, c, d)


def read_log(source: Source) -> Iterator[LogRound | RecordError]:
    """The rounds of a log, from a path or a file open for reading bytes, one after another.

    Lines that belong to no round come as an error that names the first of them.

    Raises:
        RecordError: the file cannot be opened or read, or is empty (``cannot_open``,
            ``cannot_read``, ``empty_file``).
    """
    with open_source(source) as file:
        for block in blocks(file):
            yield block if isinstance(block, RecordError) else _RoundReader(block).read()


class _CutOff(Exception):
    """The lines of a round end before the round does."""


class _RoundReader:
    """Reads the lines of one round."""

    def __init__(self, block: Block) -> None:
        self._block = block
        lines = block.lines
        # A last line without an end may have lost more than that.
        if not lines[-1].ended and parse_result(lines[-1].text) is None:
            lines = lines[:-1]
        self._lines: Iterator[TextLine] = iter(lines[1:])
        self._deal: Deal | None = None
        self._calls: list[CallEvent] = []
        self._exchanges: list[LogExchange] = []
        self._events: list[Event] = []
        self._result: tuple[int, int] | None = None
        self._result_line: int | None = None
        self._result_open = False

    def read(self) -> LogRound:
        error: RecordError | None = None
        try:
            self._read_all()
        except _CutOff:
            pass
        except RecordError as found:
            error = found
        return LogRound(
            game=self._block.game,
            number=self._block.number,
            line=self._block.lines[0].number,
            deal=self._deal,
            calls=tuple(self._calls),
            exchanges=tuple(self._exchanges),
            events=tuple(self._events),
            result=self._result,
            result_line=self._result_line,
            result_open=self._result_open,
            error=error,
        )

    def _read_all(self) -> None:
        if len(self._block.lines) > MAX_ROUND:
            raise record_error(
                self._block.lines[0].number,
                "round_too_long",
                f"A round has at most {MAX_ROUND} lines.",
            )
        self._deal = self._read_deal()
        line = self._read_calls()
        _expect(line, EXCHANGE, "Schupfen:")
        for seat in SEATS:
            self._exchanges.append(_exchange(self._next_line(), seat))
        line = self._next_line()
        if BOMBS.fullmatch(line.text):
            # Who holds a bomb after the exchange: it follows from the hands.
            line = self._next_line()
        _expect(line, COURSE, "Rundenverlauf")
        self._read_course()

    def _next_line(self) -> TextLine:
        line = next(self._lines, None)
        if line is None:
            raise _CutOff
        if line.too_long:
            raise record_error(line.number, "line_too_long", "No line of a log is that long.")
        return line

    def _read_deal(self) -> Deal:
        first = self._read_hands(8)
        _expect(self._next_line(), START_CARDS, "Startkarten")
        whole = self._read_hands(14)
        where = self._block.lines[0].number
        for seat in SEATS:
            if not first[seat] <= whole[seat]:
                raise record_error(
                    where, "bad_deal", f"Seat {seat} has lost one of its first cards.", "R-007"
                )
        a, b, c, d = (whole[seat] - first[seat] for seat in SEATS)
        try:
            return Deal(first, (a, b, c, d))
        except TichuError as error:
            raise place(error, where) from None

    def _read_hands(self, size: int) -> Quad[CardSet]:
        a, b, c, d = (self._read_hand(seat, size) for seat in SEATS)
        return (a, b, c, d)

    def _read_hand(self, seat: int, size: int) -> CardSet:
        line = self._next_line()
        found, cards = parse_hand(line.text, line.number, size)
        _check_seat(found, seat, line)
        return cards

    def _read_calls(self) -> TextLine:
        """Read the calls before the exchange; the line after them."""
        while True:
            line = self._next_line()
            call = parse_call(line.text, line.number)
            if call is None:
                return line
            if not _is_repeated(call, self._calls):
                self._calls.append(call)

    def _read_course(self) -> None:
        made_last: PlayEvent | None = None
        while True:
            line = self._next_line()
            self._result = parse_result(line.text)
            if self._result is not None:
                self._result_line = line.number
                self._result_open = not line.ended
                return
            wish = parse_wish(line.text, line.number)
            if wish is None:
                event = parse_event(line.text, line.number)
                made_last = event if isinstance(event, PlayEvent) else None
                if not _is_repeated(event, self._events):
                    self._events.append(event)
            elif made_last is None or MAHJONG not in made_last.cards:
                raise record_error(
                    line.number, "stray_wish", "A wish stands after the Mah Jong.", "R-066"
                )
            else:
                # The wish is part of the play.
                play = PlayEvent(made_last.line, made_last.seat, made_last.cards, wish)
                self._events[-1] = play
                made_last = None


def _exchange(line: TextLine, seat: int) -> LogExchange:
    found, name, gifts = parse_gifts(line.text, line.number)
    _check_seat(found, seat, line)
    return LogExchange(line.number, name, gifts)


def _is_repeated(event: Event, before: list[CallEvent] | list[Event]) -> bool:
    """A call printed twice in succession; it is one call."""
    last = before[-1] if before else None
    return (
        isinstance(event, CallEvent)
        and isinstance(last, CallEvent)
        and (event.seat, event.grand) == (last.seat, last.grand)
    )


def _expect(line: TextLine, heading: re.Pattern[str], name: str) -> None:
    if heading.fullmatch(line.text) is None:
        raise record_error(line.number, "bad_order", f"The line {name} is due here.")


def _check_seat(found: int, due: int, line: TextLine) -> None:
    if found != due:
        raise record_error(line.number, "bad_seat", f"The line of seat {due} is due here.")
