"""Whole matches on the page."""

from __future__ import annotations

from typing import Any

import pytest

from browser.player import Player, play_until


def test_a_match_against_agents(page: Any, server: Any):
    player = Player(page)
    player.play_at_once(server.url)
    page.wait_for_selector("#panel[data-kind=grandWait]")

    play_until([player], player.is_over)

    sheet = page.locator("dialog.score-dialog")
    sheet.wait_for()
    assert "match" in sheet.locator("h2").inner_text()
    rows = sheet.locator(".sheet").first.locator("tbody tr").all_inner_texts()
    assert rows[-1].startswith("Total")
    assert player.played > 0
    page.click("text=Look at the table")
    page.click("#open-about")
    page.wait_for_selector("text=Seed and SHA-256 belong together")
    with page.expect_download() as download:
        page.click("text=Save the record")
    assert download.value.suggested_filename.endswith(".jsonl")


def test_what_is_on_the_sheet_adds_up(page: Any, server: Any):
    player = Player(page)
    player.play_at_once(server.url)
    play_until([player], lambda: player.shows("dialog.score-dialog"))

    rows = page.locator("dialog .sheet").first.locator("tbody tr")
    table = [
        (row.locator("th").inner_text(), row.locator("td").all_inner_texts()) for row in rows.all()
    ]
    lines = {name: [number(cell) for cell in cells] for name, cells in table}
    [total] = [values for name, values in lines.items() if name == "Total"]
    [round_points] = [values for name, values in lines.items() if name == "Round 1"]
    before = lines["Before it"]
    assert [a + b for a, b in zip(before, round_points, strict=True)] == total
    names = list(lines)
    if "Card points" in names:
        parts = [lines[name] for name in names[: names.index("Card points")]]
        assert len(parts) == 5
        assert [sum(column) for column in zip(*parts, strict=True)] == lines["Card points"]
        assert sum(lines["Card points"]) == 100


MINUS = "\N{MINUS SIGN}"


def number(text: str) -> int:
    return int(text.replace(MINUS, "-").replace("+", "") or 0)


def test_two_browsers_at_one_table(new_page: Any, server: Any):
    host, guest = Player(new_page()), Player(new_page(390, 844, name=""))
    host.page.goto(server.url)
    host.page.fill("#player-name", "Anna")
    for place in ("left", "right"):
        host.page.select_option(f"#friends-{place}", "random")
    host.page.select_option("#friends-target", "1")
    host.page.select_option("#friends-pace", "0")
    host.page.click("text=Set a table >> xpath=.. >> button")
    link = host.page.locator(".seat-list input").input_value()
    assert link.startswith(server.url)
    assert "#" in link

    guest.page.goto(link)
    guest.page.fill("#guest-name", "Bob")
    guest.page.keyboard.press("Enter")
    for player in (host, guest):
        player.page.wait_for_selector("#panel[data-kind=grandWait]")
    assert "Bob" in host.page.inner_text(".seat.north")
    assert "Anna" in guest.page.inner_text(".seat.north")

    play_until([host, guest], lambda: host.is_over() and guest.is_over())

    totals = [
        player.page.locator("#standing .points").all_inner_texts() for player in (host, guest)
    ]
    assert totals[0] == totals[1]


@pytest.mark.soak
@pytest.mark.timeout(5400)
def test_a_match_to_1000(page: Any, server: Any):
    player = Player(page)
    player.play_at_once(server.url, 1000)

    play_until([player], player.is_over, seconds=5000)

    totals = [number(text) for text in page.locator("#standing .points").all_inner_texts()]
    assert max(totals) >= 1000
    page.wait_for_selector("dialog .history")
    assert len(page.locator("dialog .history tbody tr").all()) > 1
