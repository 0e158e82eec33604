"""Match records: JSON lines that replay bit for bit (docs/NOTATION.md).

A header, and for each round its deal, its actions and its result; a closing line when the match is
over. :func:`write_record` and :func:`read_record` go between a file and a
:class:`~tichu.history.MatchHistory`; :class:`RecordWriter` writes while a match is being played.
"""

from tichu.record.reader import RecordedRound, RecordReader, read_record
from tichu.record.run import RoundRun
from tichu.record.writer import RecordWriter, encode_record, write_record

__all__ = [
    "RecordReader",
    "RecordWriter",
    "RecordedRound",
    "RoundRun",
    "encode_record",
    "read_record",
    "write_record",
]
