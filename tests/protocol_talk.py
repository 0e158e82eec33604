"""The conversations of docs/PROTOCOL.md, taken from the page and held anew.

A line is ``A> message`` (client A sends), ``A< message`` (it is sent), ``-- 2 seconds --`` (time
passes), ``-- A is gone --``, ``-- A is started --`` (by the engine, as an agent) or
``-- restart --``. ``A< ...`` stands for any messages to A, and
``...`` within a message for any text. All but client Z have said ``hello`` before. What a server
draws at random comes from a fixed source.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from protocol_host import Client, Host
from started_program import StartedProgram
from tichu.protocol.bounds import Limits

PAGE = Path(__file__).parent.parent / "docs" / "PROTOCOL.md"
BLOCK = re.compile(r"^```conversation\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"([A-Z])([<>]) (.*)")
PAUSE = re.compile(r"-- ([\d.]+) seconds --")
GONE = re.compile(r"-- ([A-Z]) is gone --")
STARTED = re.compile(r"-- ([A-Z]) is started --")


def conversations() -> list[str]:
    """The conversations of the page."""
    return BLOCK.findall(PAGE.read_text(encoding="utf-8"))


class Talk:
    """A conversation being held."""

    def __init__(self) -> None:
        limits = msgspec.structs.replace(Limits(), kept=None, unattended=None)
        self.host = Host(limits)
        self.clients: dict[str, Client | StartedProgram] = {}
        self.unread: dict[str, list[str]] = {}
        self.skipping: set[str] = set()

    def line(self, line: str) -> None:
        """One line of the page."""
        if said := LINE.fullmatch(line):
            name, way, text = said.groups()
            if way == ">":
                self.check_all_read(name)
                self.send(name, text)
            else:
                self.expect(name, text)
        elif paused := PAUSE.fullmatch(line):
            self.check_all_read()
            self.host.pass_time(float(paused[1]))
            self.collect()
        elif gone := GONE.fullmatch(line):
            self.clients.pop(gone[1]).close()
            self.collect()
        elif started := STARTED.fullmatch(line):
            self.clients[started[1]] = StartedProgram()
        elif line == "-- restart --":
            self.check_all_read()
            self.host.restart()
            self.clients = {}
        else:
            assert not line, f"what is this? {line}"

    def send(self, name: str, text: str) -> None:
        if name not in self.clients:
            client = self.clients[name] = self.host.connect(hello=False)
            client.session.greeted = name != "Z"
        self.clients[name].throw(text.encode())
        self.host.settle()
        self.collect()

    def collect(self) -> None:
        for name, client in self.clients.items():
            self.unread.setdefault(name, []).extend(raw.decode() for raw in client.raw)
            client.raw.clear()

    def expect(self, name: str, text: str) -> None:
        unread = self.unread[name]
        if text == "...":
            self.skipping.add(name)
            return
        while unread:
            said = unread.pop(0)
            if matches(text, said):
                self.skipping.discard(name)
                return
            assert name in self.skipping, f"shown: {text}\nsaid:  {said}"
        raise AssertionError(f"not said: {text}")

    def check_all_read(self, name: str | None = None) -> None:
        for other, unread in self.unread.items():
            if other in self.skipping:
                unread.clear()
            if name in (None, other):
                assert not unread, f"not shown to {other}: {unread[0]}"
        self.skipping.clear()


def matches(shown: str, said: str) -> bool:
    """Is this what was said, where ``...`` stands for any text?"""
    parts = [re.escape(part) for part in re.sub(r",?\.\.\.", "\0", shown).split("\0")]
    return re.fullmatch(".*".join(parts), said) is not None


def hold(conversation: str) -> Talk:
    """Hold a conversation, and compare every message."""
    talk = Talk()
    for line in conversation.splitlines():
        talk.line(line)
    talk.check_all_read()
    return talk
