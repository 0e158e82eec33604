"""Connections that are lost, and seats that are kept."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

from browser.player import Player, play_until
from browser.table_mates import Server


def in_mid_trick(page: Any) -> bool:
    return bool(page.locator(".spot .laid").count())


def test_a_cut_connection_comes_back_to_its_seat(new_page: Any, server: Any):
    page = new_page()
    sockets = []

    def relay(socket: Any) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket("**/ws", relay)
    player = Player(page)
    player.play_at_once(server.url)
    play_until([player], lambda: in_mid_trick(page))
    hand = page.locator(".held").all_inner_texts()

    sockets[-1].close()

    page.wait_for_selector("#connection >> text=your seat is kept")
    page.wait_for_selector("#connection", state="hidden")
    assert len(sockets) == 2
    assert page.locator(".held").all_inner_texts() == hand
    play_until([player], player.is_over)


def test_a_killed_server_goes_on_where_it_was(page: Any, tmp_path: Path):
    server = Server(tmp_path)
    player = Player(page)
    player.play_at_once(server.url)
    play_until([player], lambda: player.played > 0 and player.shows(".own.on-turn"))
    hand = [card.get_attribute("data-card") for card in page.locator(".held").all()]

    server.process.send_signal(signal.SIGKILL)
    server.process.wait()
    page.wait_for_selector("#connection >> text=your seat is kept")
    again = Server(tmp_path, server.port)
    try:
        page.wait_for_selector("#connection", state="hidden")
        page.wait_for_selector(".own.on-turn")
        assert [card.get_attribute("data-card") for card in page.locator(".held").all()] == hand
        play_until([player], player.is_over)
    finally:
        page.close()
        again.stop()
        server.process.stdout.close()


def test_reloading_the_page_keeps_the_seat(page: Any, server: Any):
    player = Player(page)
    player.play_at_once(server.url)
    play_until([player], lambda: player.played > 0 and player.shows(".own.on-turn"))
    hand = page.locator(".held").all_inner_texts()

    page.reload()

    page.wait_for_selector(".own.on-turn")
    assert page.locator(".held").all_inner_texts() == hand


def test_the_start_page_knows_the_way_back(page: Any, server: Any):
    player = Player(page)
    player.play_at_once(server.url)
    page.wait_for_selector("#panel[data-kind=grandWait]")
    page.click("#home")
    page.click("a >> text=Go on")
    page.wait_for_selector("#panel[data-kind=grandWait]")
    assert page.locator(".held").count() == 8


def test_a_seat_is_in_one_window_only(new_page: Any, server: Any):
    first, second = new_page(), new_page()
    Player(first).play_at_once(server.url)
    first.wait_for_selector("#panel[data-kind=grandWait]")
    second.goto(first.url)
    second.wait_for_selector("#panel[data-kind=grandWait]")

    first.wait_for_selector("dialog >> text=in another window")
    first.click("text=Play here")

    first.wait_for_selector("#panel[data-kind=grandWait] .button")
    second.wait_for_selector("dialog >> text=in another window")


def test_an_unknown_match_leads_to_the_start_page(page: Any, server: Any):
    page.goto(f"{server.url}#match=nosuch1")
    page.wait_for_selector("#connection")
    page.wait_for_selector("#lobby >> text=Play at once")
