"""``tichu serve`` as a program: how it starts, how it ends, and what it says when it cannot."""

from __future__ import annotations

import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from server_host import LOOPBACK, ServeProcess, Talk, ask, create, raw, served
from tichu.cli import main
from tichu.protocol.bounds import Limits
from tichu.server import create_app
from tichu.server.faults import ServerError, StoreError
from tichu.server.serving import bind, is_loopback
from tichu.server.store import Store


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_in_order_when_told(tmp_path: Path, number: int):
    with ServeProcess(tmp_path / "m.db") as server, Talk(server.port) as talk:
        assert server.greeting == f"tichu: a table is at http://127.0.0.1:{server.port}/\n"
        talk.hello()
        made = talk.request("create", seats=["me", "open", "open", "open"])
        assert made["type"] == "ok"
        assert server.end(number) == (0, "", "")
        assert talk.receive()["code"] == "shutdown"
        with pytest.raises(ConnectionClosed):
            talk.receive()
    # Nothing is left to be read back from the side files.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m.db", "m.db.lock"]


UNREAD = b"GET /schema.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 300
UNSENT = (
    b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 100\r\n\r\n{"
)


@pytest.mark.parametrize("data", [UNREAD, UNSENT, UNSENT[:20], b""])
def test_it_waits_for_nobody_when_told_to_end(data: bytes):
    with ServeProcess(":memory:") as server, raw(server.port, data):
        assert ask(server.port, "/health").status == 200
        time.sleep(0.3)
        began = time.monotonic()
        assert server.end() == (0, "", "")
        assert time.monotonic() - began < 4


def test_it_waits_for_no_socket_that_does_not_read():
    with ServeProcess(":memory:") as server, Talk(server.port) as talk:
        talk.hello()
        talk.socket.socket.shutdown(socket.SHUT_RD)
        began = time.monotonic()
        assert server.end() == (0, "", "")
        assert time.monotonic() - began < 4


def test_players_go_on_after_it_was_started_again(tmp_path: Path):
    with ServeProcess(tmp_path / "m.db") as server:
        made = create(server.port, seats=["invite", "open", "open", "open"])
        server.end()
    with ServeProcess(tmp_path / "m.db") as server, Talk(server.port) as talk:
        talk.hello()
        resumed = talk.request("resume", match=made["match"], token=made["tokens"][0])
        assert resumed["result"]["seat"] == 0


def test_nothing_secret_is_written_down(tmp_path: Path):
    with ServeProcess(tmp_path / "m.db") as server:
        made = create(server.port, seats=["invite"] * 4)
        token = made["tokens"][0]
        ask(server.port, f"/health?token={token}")
        ask(server.port, f"/{token}")
        with Talk(server.port, f"/ws?token={token}") as talk:
            talk.hello()
            assert talk.request("resume", match=made["match"], token=token)["type"] == "ok"
            assert token.encode() not in ask(server.port, "/metrics").body
        on_disk = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        _, out, err = server.end()
    on_disk += b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for secret in made["tokens"]:
        assert secret not in out + err
        assert secret.encode() not in on_disk


def test_an_address_that_is_taken_is_said_in_a_sentence(capsys: pytest.CaptureFixture[str]):
    with socket.socket() as taken:
        taken.bind((LOOPBACK, 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port), "--db", ":memory:"]) == 2
    assert capsys.readouterr().err == (
        f"tichu serve: Nothing can listen at 127.0.0.1, port {port}: Address already in use;"
        " name another with --host or --port.\n"
    )


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid", "300.1.1.1"])
def test_an_address_of_others_is_said_in_a_sentence(host: str):
    with pytest.raises(ServerError) as caught:
        bind(host, 0)
    assert caught.value.code == "cannot_bind"
    assert host in caught.value.message


@pytest.mark.parametrize(
    "arguments",
    [
        ["--port", "x"],
        ["--port", "70000"],
        ["--matches", "0"],
        ["--rate", "x"],
        ["--rate", "-1"],
        ["--rate", "nan"],
    ],
)
def test_wrong_arguments(arguments: list[str], capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as caught:
        main(["serve", "--db", ":memory:", *arguments])
    assert caught.value.code == 2
    assert "usage: tichu serve" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--allow-origin", "example.org"], "'example.org' is no origin"),
        (["--allow-origin", "https://example.org/page"], "is no origin"),
        (["--allow-host", "example.org:80"], "is no name of a host"),
    ],
)
def test_names_that_are_none(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
):
    assert main(["serve", "--port", "0", "--db", ":memory:", *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_a_database_in_use_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "m.db"
    with ServeProcess(path):
        assert main(["serve", "--port", "0", "--db", str(path)]) == 2
    assert capsys.readouterr().err == (
        f"tichu serve: Another server is using the database {path}: stop it, or name another"
        " file with --db.\n"
    )


def test_an_unknown_version_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "m.db"
    Store(path).close()
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version=9")
    database.close()
    assert main(["serve", "--port", "0", "--db", str(path)]) == 2
    assert "has tables of version 9" in capsys.readouterr().err


def run(program: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def test_without_the_extra_it_says_what_to_install():
    program = (
        "import sys; sys.modules['starlette.applications'] = sys.modules['starlette'] = None\n"
        "from tichu.cli import main; sys.exit(main(['serve']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr.endswith("in a clone of it with `pip install '.[server]'`.\n")
    assert done.stderr.count("\n") == 1
    program = program.replace("from tichu.cli import main; sys.exit(main(['serve']))", "")
    program += "import tichu.server.engine, tichu.server\ntichu.server.create_app"
    done = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )
    assert "ImportError: The server needs starlette" in done.stderr


@pytest.mark.parametrize("payload", [b"{}", b"{", b"", b'{"kind":"act"}', b"[" * 5000, b'"\xff"'])
def test_a_damaged_match_does_not_stop_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, payload: bytes
):
    path = tmp_path / "m.db"
    with served(create_app(db=path)) as address:
        good = create(address.port, seats=["invite"] * 4)
        bad = create(address.port, seats=["invite"] * 4)
    with sqlite3.connect(path) as database:
        database.execute(
            "UPDATE entries SET payload = CAST(? AS TEXT) WHERE match ="
            " (SELECT id FROM matches WHERE name = ?)",
            (payload, bad["match"]),
        )
    database.close()
    with served(create_app(db=path)) as address, Talk(address.port) as talk:
        talk.hello()
        for made, kind in ((good, "ok"), (bad, "error")):
            reply = talk.request("resume", match=made["match"], token=made["tokens"][0])
            assert reply["type"] == kind
    assert bad["match"] in caplog.text


def test_a_damaged_record_is_said(tmp_path: Path):
    path = tmp_path / "m.db"
    limits = Limits(kept=0.0)
    with served(create_app(db=path, limits=limits)) as address:
        match = create(address.port, seats=["random"] * 4, target=100)["match"]
        while ask(address.port, f"/api/records/{match}").status != 200:
            time.sleep(0.05)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE entries SET payload = '{' WHERE number = 5")
    database.close()
    with served(create_app(db=path, limits=limits)) as address:
        answer = ask(address.port, f"/api/records/{match}")
        assert (answer.status, answer.json["code"]) == (500, "damaged")


def test_a_disk_that_fails_ends_it_and_nothing_more_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    app = create_app(db=tmp_path / "m.db")

    def broken(*_: object) -> None:
        raise StoreError("The disk is gone.", code="cannot_write")

    with served(app) as address, Talk(address.port) as talk:
        talk.hello()
        monkeypatch.setattr(Store, "append", broken)
        talk.send("create", seats=["me", "open", "open", "open"])
        # No reply that rests on what could not be stored.
        with pytest.raises(ConnectionClosed):
            talk.receive()
    assert app.host.failed == "The disk is gone."


def test_which_addresses_are_private():
    assert all(map(is_loopback, ("127.0.0.1", "127.9.9.9", "::1", "[::1]", "localhost")))
    assert not any(map(is_loopback, ("10.0.0.1", "::", "192.168.1.1", "example.org", "")))
