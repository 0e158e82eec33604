"""Killed at any moment, the server has everything that it has acknowledged, and nothing by half."""

from __future__ import annotations

import asyncio
import io
import random
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server_host import ServeProcess, ask, create
from server_players import Player
from tichu.record import read_record

MATCHES = 4


class Round:
    """Matches with four players each, one new whenever one is over."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.going_on: list[list[Player]] = []
        self.over: list[list[Player]] = []

    def fill(self, port: int) -> None:
        self.over += [players for players in self.going_on if any(p.is_over for p in players)]
        self.going_on = [players for players in self.going_on if players not in self.over]
        while len(self.going_on) < MATCHES:
            window = self.rng.choice([0, 0, 0.01])
            made = create(port, seats=["invite"] * 4, target=150, bomb_window=window, grace=None)
            players = [
                Player(made["match"], seat, token, random.Random(self.rng.random()))
                for seat, token in enumerate(made["tokens"])
            ]
            self.going_on.append(players)

    @property
    def acknowledged(self) -> int:
        return sum(p.acknowledged for players in self.going_on + self.over for p in players)

    async def play_until_killed(self, server: ServeProcess, seconds: float) -> None:
        players = [player for players in self.going_on for player in players]
        playing = [asyncio.create_task(player.play(server.port)) for player in players]
        before = self.acknowledged
        for _ in range(2_000):
            if self.acknowledged >= before + 10 or all(task.done() for task in playing):
                break
            await asyncio.sleep(0.005)
        await asyncio.sleep(seconds)
        server.process.send_signal(signal.SIGKILL)
        await asyncio.gather(*playing)


def check_journal(path: Path) -> None:
    """No entry is missing or half there."""
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        rows = database.execute(
            "SELECT count(*), min(number), max(number) FROM entries GROUP BY match"
        ).fetchall()
    assert rows
    for count, first, last in rows:
        assert (first, last) == (1, count)


def check_record(port: int, players: list[Player]) -> None:
    """The record of a finished match has every action that the players were told of."""
    answer = ask(port, f"/api/records/{players[0].match}")
    assert answer.status == 200
    history = read_record(io.BytesIO(answer.body))
    recorded = sum(len(played.actions) for played in history.rounds)
    for player in players:
        if player.is_over:
            assert sorted(player.steps) == list(range(1, len(player.steps) + 1))
            told = sum("actor" in step for step in player.steps.values())
            assert told == recorded


def kill_many_times(path: Path, kills: int, seed: str) -> Round:
    rng = random.Random(seed)
    table = Round(rng)
    for _ in range(kills):
        with ServeProcess(path, "--rate", "0") as server:
            table.fill(server.port)
            asyncio.run(table.play_until_killed(server, rng.uniform(0.0, 0.5)))
            server.process.communicate()
        check_journal(path)
    with ServeProcess(path, "--rate", "0") as server:
        table.fill(server.port)
        for players in table.over:
            check_record(server.port, players)
        wrong = Player(table.going_on[0][0].match, 0, "A" * 22, rng)
        with pytest.raises(AssertionError, match="bad_token"):
            asyncio.run(wrong.play(server.port))
    return table


def test_ten_kills(tmp_path: Path):
    table = kill_many_times(tmp_path / "m.db", 10, "ten")
    assert table.acknowledged > 300


@pytest.mark.soak
def test_a_hundred_kills(tmp_path: Path):
    table = kill_many_times(tmp_path / "m.db", 100, "hundred")
    assert table.acknowledged > 3_000
    assert len(table.over) > 3
