"""What is told of what a program has said: its first and its last lines, and those whole."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tichu.agents.process.words import TOLD, Words

NODE = """
file:///home/elsa/bots/clever/bot.mjs:10
  throw new Error("boom");
        ^

Error: boom
    at answer (file:///home/elsa/bots/clever/bot.mjs:10:9)
    at Interface.<anonymous> (file:///home/elsa/bots/clever/bot.mjs:16:62)
    at Interface.emit (node:events:524:28)
    at [_onLine] [as _onLine] (node:internal/readline/interface:416:12)
    at Readable.push (node:internal/streams/readable:392:5)

Node.js v20.20.2
"""

PYTHON = """Traceback (most recent call last):
  File "/home/elsa/bots/clever/bot.py", line 40, in <module>
    send("act", match=message["match"], position=message["position"], **answer(message))
  File "/home/elsa/bots/clever/bot.py", line 20, in answer
    raise ValueError("boom")
ValueError: boom
"""


def words(text: str, first: int = 1_024, last: int = 4_096) -> str:
    said = Words(first, last)
    said.add(text.encode())
    return said.told()


def test_what_is_short_is_told_whole():
    assert words("") == ""
    assert words("one\n\n  two\n") == "one / two"


def test_an_error_of_node_is_told():
    told = words(NODE)

    assert told.startswith("file:///home/elsa/bots/clever/bot.mjs:10 / ")
    assert " / Error: boom / " in told
    assert told.endswith("Node.js v20.20.2")


def test_an_error_of_python_is_told():
    told = words(PYTHON)

    assert told.startswith("Traceback (most recent call last): / ")
    assert told.endswith(" / ValueError: boom")


def test_of_a_flood_beginning_and_end_are_kept():
    told = words("first\n" + "more and more\n" * 10_000 + "last\n")

    assert told.startswith("first / ")
    assert " / ... / " in told
    assert told.endswith(" / last")


LINES = st.lists(st.text("abc E:", min_size=1, max_size=150).map(str.strip), max_size=30)


@given(LINES, st.integers(0, 100))
def test_no_line_is_cut_but_those_too_long_by_themselves(lines: list[str], piece: int):
    whole = [line for line in lines if line]
    said = Words(50_000, 50_000)
    data = "\n".join(whole).encode()
    for start in range(0, len(data), piece + 1):
        said.add(data[start : start + piece + 1])
    told = said.told()

    assert len(told) <= TOLD
    parts = [part for part in told.split(" / ") if part and part != "..."]
    most = (TOLD - 9) // 2
    for part in parts:
        assert part in whole or any(
            len(line) > most and part.endswith("...") and line.startswith(part[:-3])
            for line in whole
        )
    if whole:
        assert parts
