"""The page without a mouse, and for those who hear it."""

from __future__ import annotations

import time
from typing import Any

ANSWER = "tichu1 play hands:2s9jTsJpAtPh/4j4s/6s6pJj/8j8s turn:0 owner:3 top:Tj trick:Tj"
BOMB = "tichu1 play hands:2j7j7s7p7t9sAs/4j4s4p/6j6sJj/8j8s9t turn:2 owner:1 top:KjKs trick:KjKs"


def tab_to(page: Any, selector: str, most: int = 40) -> None:
    """Press the tab key until the focus is there."""
    for _ in range(most):
        if page.evaluate("s => document.activeElement?.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tab key does not lead to {selector}")


def test_a_round_with_the_keyboard_alone(page: Any, server: Any):
    page.goto(server.url)
    page.wait_for_selector("#player-name")
    tab_to(page, "#player-name")
    page.keyboard.type("Mira")
    tab_to(page, "#alone-target")
    page.keyboard.type("one")
    tab_to(page, "#alone-pace")
    page.keyboard.type("at once")
    tab_to(page, "#lobby form button")
    page.keyboard.press("Enter")

    page.wait_for_selector("#panel[data-kind=grandWait] .primary")
    tab_to(page, "#panel .primary")
    page.keyboard.press("Enter")

    page.wait_for_selector(".gift")
    tab_to(page, ".held")
    for _ in range(3):
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.role") == "give"
    page.keyboard.press("Enter")

    play_with_keys(page)

    page.wait_for_selector("dialog.score-dialog")
    assert page.evaluate("document.activeElement.innerText") == "New match"
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def play_with_keys(page: Any, seconds: float = 200) -> None:
    ends = time.monotonic() + seconds
    while page.get_attribute("#panel", "data-kind") != "over":
        assert time.monotonic() < ends
        kind = page.get_attribute("#panel", "data-kind")
        if page.locator("dialog.wish-dialog").count():
            page.keyboard.press("Enter")
        elif page.locator("[data-role=decline]:visible").count():
            tab_to(page, ".held")
            page.keyboard.press("n")
        elif kind == "dragon":
            tab_to(page, "[data-role=dragon]")
            page.keyboard.press("Enter")
        elif page.locator(".own.on-turn").count() and page.locator("dialog").count() == 0:
            tab_to(page, ".held")
            page.keyboard.press("ArrowUp")
            page.keyboard.press("Enter")
            if page.locator("[data-role=play].why").count():
                page.keyboard.press("p")
        page.wait_for_timeout(80)


def test_arrows_go_through_the_plays(page: Any, scene: Any):
    page.goto(scene(ANSWER).link(0))
    page.wait_for_selector(".own.on-turn")
    page.locator(".held").first.focus()
    seen = []
    for _ in range(4):
        page.keyboard.press("ArrowUp")
        seen.append(page.locator("[data-role=play]").inner_text())
    assert seen[:3] == ["Phoenix (10½)", "Single jack", "Single ace"] or len(set(seen[:3])) == 3
    assert seen[3] == seen[0]
    page.keyboard.press("ArrowDown")
    assert page.locator("[data-role=play]").inner_text() == seen[2]
    page.keyboard.press("Escape")
    assert page.locator(".held.chosen").count() == 0


def test_cards_have_names_and_the_focus_stays_in_the_hand(page: Any, scene: Any):
    page.goto(scene(ANSWER).link(0))
    page.wait_for_selector(".own.on-turn")
    names = [card.get_attribute("aria-label") for card in page.locator(".held").all()]
    assert names[0] == "two of sword, no play"
    assert names[3:] == ["jack of pagoda", "ace of star", "Phoenix"]
    page.locator("[data-card=Jp]").focus()
    page.keyboard.press("Space")
    assert page.locator("[data-card=Jp]").get_attribute("aria-pressed") == "true"
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-card=Jp]", state="detached")
    assert page.evaluate("document.activeElement.classList.contains('held')")


def test_b_opens_the_bombs(page: Any, scene: Any):
    page.goto(scene(BOMB).link(0))
    page.wait_for_selector("[data-role=bomb]:visible")
    page.locator(".held").first.focus()
    page.keyboard.press("b")
    page.wait_for_selector("dialog.bomb-dialog")
    assert page.evaluate("document.activeElement.dataset.role") == "throw"
    page.keyboard.press("Enter")
    page.wait_for_selector(".spot-south .combo")


def test_what_happens_is_said(page: Any, scene: Any):
    page.goto(scene(ANSWER).link(0))
    page.wait_for_selector(".own.on-turn")
    page.wait_for_function(
        "() => document.querySelector('#live-now').textContent.includes('Your turn')"
    )
    page.click("[data-card=Jp]")
    page.click("[data-role=play]")
    page.wait_for_function(
        "() => document.querySelector('#live').textContent.includes('You play single jack.')"
    )
    assert page.get_attribute("#live", "aria-live") == "polite"
    assert page.get_attribute("#live-now", "aria-live") == "assertive"
    seats = [seat.get_attribute("aria-label") for seat in page.locator(".seat").all()]
    assert any(label.startswith("Puppet 2, partner, 3 cards") for label in seats)
