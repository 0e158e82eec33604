"""What a server counts, and how Prometheus reads it. No name, token or match is ever in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tichu.protocol.entries import Entry

__all__ = ["Metrics"]

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
"""Upper ends of the classes of commit times, in seconds."""


class Metrics:
    """Counts since the start.

    Attributes:
        connections: connections that were opened.
        received: messages that came in.
        sent: messages that were handed over to be sent.
    """

    def __init__(self) -> None:
        self.connections = 0
        self.received = 0
        self.sent = 0
        self._entries: Counter[str] = Counter()
        self._cuts: Counter[str] = Counter()
        self._commits = [0 for _ in (*BOUNDS, None)]
        self._commit_seconds = 0.0

    def stored(self, entries: Sequence[Entry], seconds: float) -> None:
        """Entries were committed together, which took so long."""
        for entry in entries:
            self._entries[entry.kind] += 1
        self._commit_seconds += seconds
        place = next((at for at, bound in enumerate(BOUNDS) if seconds <= bound), len(BOUNDS))
        self._commits[place] += 1

    def cut(self, code: str) -> None:
        """The host has ended a connection."""
        self._cuts[code] += 1

    def text(self, counts: Mapping[str, int]) -> str:
        """All of it in Prometheus' text format, with what there is at the moment."""
        return "\n".join(self._lines(counts)) + "\n"

    def _lines(self, counts: Mapping[str, int]) -> Iterator[str]:
        lives = {life: counts[life] for life in ("open", "playing", "between", "over")}
        yield from _family("matches", "gauge", "Matches in memory.", _by("life", lives))
        yield from _family("sessions", "gauge", "Connections.", [("", counts["sessions"])])
        yield from _family(
            "connections_total", "counter", "Connections opened.", [("", self.connections)]
        )
        yield from _family(
            "connections_cut_total",
            "counter",
            "Connections ended by the host.",
            _by("code", self._cuts),
        )
        yield from _family(
            "messages_received_total", "counter", "Messages of clients.", [("", self.received)]
        )
        yield from _family("messages_sent_total", "counter", "Messages sent.", [("", self.sent)])
        yield from _family(
            "journal_entries_total",
            "counter",
            "Journal entries on disk.",
            _by("kind", self._entries),
        )
        yield from self._commit_lines()

    def _commit_lines(self) -> Iterator[str]:
        name = "tichu_commit_seconds"
        yield f"# HELP {name} How long commits of the journal took."
        yield f"# TYPE {name} histogram"
        total = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._commits, strict=True):
            total += count
            yield f'{name}_bucket{{le="{bound}"}} {total}'
        yield f"{name}_sum {self._commit_seconds:.6f}"
        yield f"{name}_count {total}"


def _by(label: str, counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return [(f'{{{label}="{value}"}}', count) for value, count in sorted(counts.items())]


def _family(name: str, kind: str, text: str, values: Iterable[tuple[str, int]]) -> Iterator[str]:
    yield f"# HELP tichu_{name} {text}"
    yield f"# TYPE tichu_{name} {kind}"
    for labels, value in values:
        yield f"tichu_{name}{labels} {value}"
