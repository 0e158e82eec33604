"""Reading records: round by round, so that damage to one round leaves the others readable."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from msgspec import Struct

from tichu.actions import Action, parse_action
from tichu.deal import Deal, deal_for
from tichu.errors import RecordError, TichuError
from tichu.history import MatchHistory, RoundHistory
from tichu.match import MatchState, add_round
from tichu.record.lines import (
    MAX_NAME,
    ActionLine,
    DealLine,
    EndLine,
    Header,
    Line,
    ResultLine,
    decode_header,
    decode_line,
    placed_rules,
)
from tichu.record.source import RawLine, Source, numbered_lines, open_source, place, record_error
from tichu.rng import check_seed

__all__ = ["RecordReader", "RecordedRound", "read_record"]


class RecordedRound(Struct, frozen=True, kw_only=True):
    """A round as a record has it; nothing of it is replayed.

    Attributes:
        number: its number, from 1.
        line: the line of its deal.
        deal: the cards; None if the line of the deal is damaged.
        actions: the actions, each with its line.
        result: the result; None for a round that is broken off.
        result_line: the line of the result.
        error: the first thing wrong with the lines; what follows it in this round is not read.
    """

    number: int
    line: int
    deal: Deal | None
    actions: tuple[tuple[int, Action], ...] = ()
    result: ResultLine | None = None
    result_line: int | None = None
    error: RecordError | None = None


class _Draft:
    """A round of which some lines are read."""

    def __init__(
        self, number: int, line: int, deal: Deal | None, error: RecordError | None
    ) -> None:
        self.number = number
        self.line = line
        self.deal = deal
        self.error = error
        self.actions: list[tuple[int, Action]] = []
        self.result: ResultLine | None = None
        self.result_line: int | None = None

    def fail(self, error: RecordError) -> None:
        if self.error is None:
            self.error = error

    def done(self) -> RecordedRound:
        return RecordedRound(
            number=self.number,
            line=self.line,
            deal=self.deal,
            actions=tuple(self.actions),
            result=self.result,
            result_line=self.result_line,
            error=self.error,
        )


class RecordReader:
    """Reads a record from a file open for reading bytes.

    Attributes:
        header: the first line.
        rules: the rules it names.
        problems: what is wrong outside of rounds, as far as the rounds are read.

    Raises:
        RecordError: the file is empty or does not begin with a good header.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._raw = numbered_lines(file)
        first = next(self._raw, None)
        if first is None:
            raise record_error(1, "empty_file", "The file is empty; a record begins with a header.")
        self.header: Header = _checked_header(first)
        self.rules = placed_rules(self.header, first.number)
        self.problems: list[RecordError] = []
        # None while a damaged round leaves unknown where the match stands.
        self._match: MatchState | None = MatchState(rules=self.rules)
        self._number = 0
        self._lost = False
        self._ended = False

    def rounds(self) -> Iterator[RecordedRound]:
        """The rounds, whatever state they are in. To be called once."""
        draft: _Draft | None = None
        for number, line in self._lines():
            if self._ended:
                self._problem(
                    record_error(number, "after_end", "Remove what follows the closing line.")
                )
                break
            if isinstance(line, DealLine | EndLine) and draft is not None:
                draft.fail(_unfinished(draft.line))
                yield self._close(draft)
                draft = None
            if isinstance(line, DealLine):
                draft = self._begin(number, line)
            elif isinstance(line, EndLine):
                self._end(number, line)
            elif draft is None:
                self._outside(number, line)
            elif self._take(draft, number, line):
                yield self._close(draft)
                draft = None
        if draft is not None:
            yield self._close(draft)

    def _lines(self) -> Iterator[tuple[int, Line | RecordError]]:
        for raw in self._raw:
            try:
                yield raw.number, decode_line(raw)
            except RecordError as error:
                yield raw.number, error

    def _begin(self, number: int, line: DealLine) -> _Draft:
        error = self._count_round(number, line.round)
        deal: Deal | None = None
        try:
            deal = line.parsed()
        except TichuError as found:
            error = error or place(found, number)
        else:
            error = error or self._check_deal(number, deal)
        return _Draft(self._number, number, deal, error)

    def _count_round(self, number: int, given: int) -> RecordError | None:
        """Number the round; what is wrong with the number that the record gives."""
        due = self._number + 1
        # A round that was lost to damage has a number too.
        fits = given == due or (self._lost and given > due)
        self._number = given if fits else due
        self._lost = False
        if fits:
            return None
        return record_error(number, "bad_round_number", f"Round {due} is due here, not {given}.")

    def _check_deal(self, number: int, deal: Deal) -> RecordError | None:
        """What is wrong with these cards, or with any cards, at this point of the match."""
        seed = self.header.seed
        if seed is not None and deal != deal_for(seed, self._number):
            return record_error(
                number,
                "deal_differs",
                f"These are not the cards that the seed {seed!r:.40} deals in this round.",
            )
        if self._match is not None and self._match.is_over:
            return record_error(
                number, "match_over", "The match was over before this round.", "R-104"
            )
        return None

    def _take(self, draft: _Draft, number: int, line: Line | RecordError) -> bool:
        """Add a line to a round; whether it closes the round."""
        if isinstance(line, RecordError):
            draft.fail(line)
        elif isinstance(line, ActionLine):
            if draft.error is None:
                try:
                    draft.actions.append((number, parse_action(line.text)))
                except TichuError as error:
                    draft.fail(place(error, number))
        elif isinstance(line, ResultLine):
            self._take_result(draft, number, line)
            return True
        return False

    def _take_result(self, draft: _Draft, number: int, line: ResultLine) -> None:
        draft.result, draft.result_line = line, number
        if line.round != draft.number:
            draft.fail(
                record_error(
                    number, "bad_round_number", f"This is the result of round {draft.number}."
                )
            )
        if line.total != line.score.total:
            draft.fail(
                record_error(
                    number, "bad_total", "A round's total is its card and bonus points.", "R-102"
                )
            )
        # Booked on the record's own totals, so that one wrong number is one error.
        before = (line.totals[0] - line.total[0], line.totals[1] - line.total[1])
        if self._match is not None and self._match.totals != before:
            due = self._match.totals[0] + line.total[0], self._match.totals[1] + line.total[1]
            draft.fail(
                record_error(number, "bad_totals", f"The match stands at {_pair(due)} here.")
            )
        self._match = add_round(MatchState(rules=self.rules, totals=before), line.total)

    def _close(self, draft: _Draft) -> RecordedRound:
        if draft.result is None:
            self._match = None
        return draft.done()

    def _end(self, number: int, line: EndLine) -> None:
        self._ended = True
        match = self._match
        if match is not None and (match.winner, match.totals) != (line.winner, line.totals):
            winner = match.winner or "nobody"
            self.problems.append(
                record_error(
                    number,
                    "bad_end",
                    f"The match stands at {_pair(match.totals)} here, won by {winner}.",
                    "R-104",
                )
            )

    def _outside(self, number: int, line: Line | RecordError) -> None:
        if isinstance(line, RecordError):
            self._problem(line)
        else:
            self._problem(
                record_error(number, "stray_line", "A round begins with its deal; here is none.")
            )

    def _problem(self, error: RecordError) -> None:
        # One damaged deal makes strays of a whole round; that is one problem.
        if not self._lost:
            self.problems.append(error)
        self._lost = True
        self._match = None


def _checked_header(raw: RawLine) -> Header:
    header = decode_header(raw)
    if any(len(name) > MAX_NAME for name in header.seats):
        raise record_error(
            raw.number, "bad_name", f"A name has at most {MAX_NAME} characters; shorten it."
        )
    if header.seed is not None:
        try:
            check_seed(header.seed)
        except TichuError as error:
            raise place(error, raw.number) from None
    return header


def _unfinished(line: int) -> RecordError:
    return record_error(line, "unfinished_round", "Only the last round may be without a result.")


def _pair(points: tuple[int, int]) -> str:
    return f"{points[0]} : {points[1]}"


def read_record(source: Source) -> MatchHistory:
    """The match in a record, from a path or a file open for reading bytes.

    This reads and checks the record's own arithmetic, and the deals if there is a seed; it replays
    nothing (:mod:`tichu.replay` does).

    Raises:
        RecordError: the record is damaged; ``where`` names the line.
    """
    with open_source(source) as file:
        reader = RecordReader(file)
        rounds = []
        for found in reader.rounds():
            if reader.problems:
                raise reader.problems[0]
            if found.error is not None or found.deal is None:
                raise found.error or _unfinished(found.line)
            actions = tuple(action for _, action in found.actions)
            score = None if found.result is None else found.result.score
            rounds.append(RoundHistory(found.deal, actions, score))
        if reader.problems:
            raise reader.problems[0]
    return MatchHistory(
        rules=reader.rules,
        seed=reader.header.seed,
        seats=reader.header.seats,
        rounds=tuple(rounds),
    )
