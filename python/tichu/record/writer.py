"""Writing records: line by line while a match is played, or a whole match at once."""

from __future__ import annotations

import io
import os
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from tichu.actions import Action
from tichu.checks import check_kind, check_quad
from tichu.deal import Deal, deal_for
from tichu.errors import InvalidValue, RecordError, TichuError
from tichu.history import MatchHistory, RoundHistory
from tichu.match import MatchState, add_round
from tichu.record.lines import (
    MAX_NAME,
    VERSION,
    ActionLine,
    DealLine,
    EndLine,
    Header,
    Line,
    ResultLine,
    encode_line,
)
from tichu.record.run import RoundRun
from tichu.record.source import Source, check_source, reason
from tichu.rng import check_seed
from tichu.rules import STANDARD, Rules
from tichu.seats import Quad
from tichu.state import Step

__all__ = ["RecordWriter", "encode_record", "write_record"]


class RecordWriter:
    """Writes a record while the match is played; each line is handed to the system at once.

    Whatever is written has been through the flow, so a record never holds an illegal action. The
    result of a round follows its last action by itself, and the closing line the last result.

    Args:
        target: a path, which is overwritten, or a file open for writing bytes, which stays open.
        rules: the options in force.
        seed: the seed of the deals, or None if they come from elsewhere.
        seats: who sits where.
        engine: what writes the record.

    Attributes:
        match: where the match stands.

    Raises:
        InvalidValue: a bad seed or name (``bad_seed``, ``bad_name``).
        RecordError: the file cannot be written (``cannot_open``, ``cannot_write``).
    """

    def __init__(
        self,
        target: Source,
        *,
        rules: Rules = STANDARD,
        seed: str | int | None = None,
        seats: Quad[str] = ("", "", "", ""),
        engine: str | None = None,
    ) -> None:
        self.match = MatchState(rules=rules)
        self._seed = None if seed is None else check_seed(seed)
        self._run: RoundRun | None = None
        header = Header(
            tichu_record=VERSION,
            rules=rules.changes(),
            seed=self._seed,
            seats=_checked_names(seats),
            engine=engine,
        )
        first = encode_line(header)
        self._owns_file = isinstance(target, str | os.PathLike)
        self._file: BinaryIO | None = _open(target)
        self._write(first)

    def begin_round(self, deal: Deal) -> None:
        """Write the deal of the next round.

        Raises:
            InvalidValue: the round before is not over (``unfinished_round``), or these are not the
                seed's cards (``deal_differs``).
            IllegalAction: the match is over (``match_over``, R-104).
        """
        self._run, line = self._start(deal)
        self._write(encode_line(line))

    def act(self, action: Action) -> Step:
        """Apply an action and write it, with what follows from it.

        Raises:
            IllegalAction: the rules refuse it; nothing is written.
            InvalidValue: no round has begun (``no_round``), or the action is malformed.
        """
        if self._run is None:
            raise InvalidValue("Begin a round before its actions.", code="no_round")
        step = self._run.act(action)
        lines: list[Line] = [ActionLine(str(action))]
        lines += self._count(self._run)
        self._write(b"".join(map(encode_line, lines)))
        return step

    def add_round(self, played: RoundHistory) -> None:
        """Check and write a round that has been played; one without a score has to be the last.

        Raises:
            TichuError: the round does not replay, or not to its score (``score_differs``); nothing
                is written.
        """
        before = self.match
        run, deal_line = self._start(played.deal)
        lines: list[Line] = [deal_line]
        for number, action in enumerate(played.actions, start=1):
            try:
                run.act(action)
            except TichuError as error:
                raise error.at(f"round {before.rounds + 1}, action {number}") from None
            lines.append(ActionLine(str(action)))
        if run.state.score != played.score:
            raise InvalidValue(
                "The actions of the round do not lead to its score.",
                code="score_differs",
                where=f"round {before.rounds + 1}",
            )
        self._run = run
        lines += self._count(run)
        self._write(b"".join(map(encode_line, lines)))

    def close(self) -> None:
        """Close the file, if this opened it; nothing more can be written."""
        file, self._file = self._file, None
        if file is not None and self._owns_file:
            file.close()

    def __enter__(self) -> RecordWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _start(self, deal: Deal) -> tuple[RoundRun, DealLine]:
        number = self.match.rounds + 1
        if self._run is not None:
            raise InvalidValue(
                "Finish the round before beginning the next one.", code="unfinished_round"
            )
        if self.match.is_over:
            add_round(self.match, (0, 0))
        if self._seed is not None and deal != deal_for(self._seed, number):
            raise InvalidValue(
                f"These are not the cards that the seed deals in round {number}.",
                code="deal_differs",
            )
        return RoundRun(deal, self.match.rules), DealLine.of(number, deal)

    def _count(self, run: RoundRun) -> list[Line]:
        """Book the round if it is over; the lines that say so."""
        score = run.state.score
        if score is None:
            return []
        self._run = None
        self.match = add_round(self.match, score.total)
        lines: list[Line] = [
            ResultLine(
                self.match.rounds,
                score.double,
                score.card,
                score.bonus,
                score.total,
                self.match.totals,
                run.digest(),
            )
        ]
        if self.match.winner is not None:
            lines.append(EndLine(self.match.winner, self.match.totals))
        return lines

    def _write(self, data: bytes) -> None:
        if self._file is None:
            raise InvalidValue("The record is closed; begin another one.", code="closed")
        try:
            self._file.write(data)
            self._file.flush()
        except (OSError, ValueError) as error:
            raise RecordError(
                f"The record cannot be written ({reason(error)}).", code="cannot_write"
            ) from None


def _open(target: Source) -> BinaryIO:
    check_source(target)
    if not isinstance(target, str | os.PathLike):
        return target
    try:
        return Path(target).open("wb")
    except (OSError, ValueError) as error:
        raise RecordError(
            f"The record cannot be written ({reason(error)}).",
            code="cannot_open",
            where=os.fspath(target),
        ) from None


def _checked_names(seats: Quad[str]) -> Quad[str]:
    check_quad(seats, object, "seats")
    a, b, c, d = (_checked_name(name) for name in seats)
    return (a, b, c, d)


def _checked_name(name: object) -> str:
    # Half of a surrogate pair is no character and has no place in UTF-8.
    if (
        isinstance(name, str)
        and len(name) <= MAX_NAME
        and not any("\ud800" <= letter <= "\udfff" for letter in name)
    ):
        return name
    raise InvalidValue(
        f"A name is a text of at most {MAX_NAME} characters; {name!r:.40} is none.",
        code="bad_name",
    )


def encode_record(history: MatchHistory, *, engine: str | None = None) -> bytes:
    """The record of a match.

    Raises:
        TichuError: the history does not replay (see :meth:`RecordWriter.add_round`).
    """
    check_kind(history, MatchHistory, "history")
    buffer = io.BytesIO()
    writer = RecordWriter(
        buffer, rules=history.rules, seed=history.seed, seats=history.seats, engine=engine
    )
    for played in history.rounds:
        writer.add_round(played)
    return buffer.getvalue()


def write_record(history: MatchHistory, target: Source, *, engine: str | None = None) -> None:
    """Write the record of a match to a path, which is overwritten, or to a file open for bytes.

    Raises:
        TichuError: the history does not replay; then nothing is written.
        RecordError: the file cannot be written (``cannot_open``, ``cannot_write``).
    """
    check_source(target)
    data = encode_record(history, engine=engine)
    file = _open(target)
    try:
        file.write(data)
        file.flush()
    except (OSError, ValueError) as error:
        raise RecordError(
            f"The record cannot be written ({reason(error)}).", code="cannot_write"
        ) from None
    finally:
        if isinstance(target, str | os.PathLike):
            file.close()
