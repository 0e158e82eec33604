"""Logs of real games, and ways to change one of them."""

from __future__ import annotations

import io
import re
from pathlib import Path

from tichu import MatchHistory, RecordError
from tichu.bsw import LogRound, read_log, read_matches, replay_round

LOGS = Path(__file__).parent / "data" / "bsw"
G03 = (LOGS / "g03.tch").read_text(encoding="utf-8").splitlines(keepends=True)
RESULT = re.compile(r"^Ergebnis: (-?\d+) - (-?\d+)$", re.MULTILINE)
RESULTS = {
    path.name: [
        (int(one), int(other)) for one, other in RESULT.findall(path.read_text(encoding="utf-8"))
    ]
    for path in sorted(LOGS.glob("*.tch"))
}

# The heads of the rounds of g03.tch, counted from 0.
ROUNDS = [place for place, line in enumerate(G03) if "Gr.Tichukarten" in line]


def rounds_of(log: str | bytes) -> list[LogRound]:
    """The rounds; nothing in the log may lie outside of them."""
    data = log.encode() if isinstance(log, str) else log
    found = list(read_log(io.BytesIO(data)))
    assert not [one for one in found if isinstance(one, RecordError)]
    return [one for one in found if isinstance(one, LogRound)]


def matches_of(log: str | bytes) -> tuple[MatchHistory, ...]:
    return read_matches(io.BytesIO(log.encode() if isinstance(log, str) else log))


def actions_of(found: LogRound) -> list[str]:
    replayed = replay_round(found)
    assert replayed.error is None
    return [str(action) for action in replayed.actions]


def with_lines(changes: dict[int, str]) -> str:
    """g03.tch with lines changed, by their numbers from 1; an empty text removes a line."""
    lines = list(G03)
    for number, text in changes.items():
        lines[number - 1] = text and text + "\n"
    return "".join(lines)


def renamed(names: tuple[str, str, str, str]) -> str:
    """g03.tch with other nicknames in all the places where they stand."""
    text = "".join(G03)
    for seat, name in enumerate(names):
        text = text.replace(f"({seat})P{seat}", f"({seat}){name}")
    for seat, name in enumerate(names):
        text = re.sub(rf"(gibt:|-) P{seat}: ", rf"\1 <{seat}>: ", text)
        text = text.replace(f"<{seat}>", name)
    return text
