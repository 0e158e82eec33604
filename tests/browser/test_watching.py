"""Watching a match: all that everybody may see, and nothing else."""

from __future__ import annotations

from typing import Any

from browser.player import Player, play_until


def test_a_spectator_sees_the_public_game(new_page: Any, server: Any):
    host = Player(new_page())
    host.page.goto(server.url)
    host.page.fill("#player-name", "Anna")
    for place in ("partner", "left", "right"):
        host.page.select_option(f"#friends-{place}", "random")
    host.page.select_option("#friends-target", "1")
    host.page.select_option("#friends-pace", "0")
    host.page.click("text=Set a table >> xpath=.. >> button")
    host.page.wait_for_selector("#panel[data-kind=grandWait]")

    guest = new_page(390, 844)
    sent: list[str] = []
    guest.on("websocket", lambda ws: ws.on("framereceived", lambda frame: sent.append(str(frame))))
    guest.goto(server.url)
    guest.click("text=Watch")
    guest.wait_for_selector(".seat.south")
    # Eight cards each, and then fourteen.
    assert guest.locator(".count").all_inner_texts() == ["8"] * 4

    play_until([host], lambda: host.kind() == "play")
    guest.wait_for_function(
        "() => [...document.querySelectorAll('.count')].some(c => c.textContent === '14')"
    )
    assert guest.locator("#own").is_hidden()
    tools = [tool.bounding_box() for tool in guest.locator(".tool:visible").all()]
    assert max(box["x"] + box["width"] for box in tools) <= 390
    assert guest.locator(".held").count() == 0
    assert "Anna" in guest.inner_text(".seat.south")

    play_until([host], host.is_over)
    guest.wait_for_selector("dialog.score-dialog")
    totals = [set(one.locator("#standing .points").all_inner_texts()) for one in (host.page, guest)]
    assert totals[0] == totals[1]
    assert not any('"type":"dealt"' in frame or '"hand":' in frame for frame in sent)


def test_seats_go_round_to_the_right_unless_told_otherwise(page: Any, scene: Any):
    made = scene("tichu1 play hands:2s9j/4j4s/6s6pJj/8j8s turn:0")
    page.goto(made.link(0))
    page.wait_for_selector(".seat.east")
    assert "Puppet 1" in page.inner_text(".seat.east")
    page.click("#open-about")
    page.select_option("dialog select", "left")
    assert "Puppet 1" in page.inner_text(".seat.west")
    page.click("dialog >> text=Close")
    page.reload()
    page.wait_for_selector(".seat.west")
    assert "Puppet 1" in page.inner_text(".seat.west")
