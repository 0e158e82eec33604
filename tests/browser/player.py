"""Somebody who plays on the page: what a person does with a mouse, or with the keyboard alone."""

from __future__ import annotations

import time
from typing import Any

GRAND, GIVE, NEXT = "No, go on", "[data-role=give]", "Next round"


class Player:
    """Plays on one page, whatever is asked.

    Attributes:
        page: the page.
        played: how often it has laid cards.
    """

    def __init__(self, page: Any) -> None:
        self.page = page
        self.played = 0

    def play_at_once(self, url: str, target: int = 1, pace: str = "0") -> None:
        """From the start page to a table with three agents."""
        self.page.goto(url)
        self.page.fill("#player-name", "Mira")
        self.page.select_option("#alone-target", str(target))
        self.page.select_option("#alone-pace", pace)
        self.page.click("text=Play at once >> xpath=.. >> button")

    def kind(self) -> str:
        return str(self.page.get_attribute("#panel", "data-kind") or "")

    def shows(self, selector: str) -> bool:
        return bool(self.page.locator(selector).first.is_visible())

    def is_over(self) -> bool:
        return self.kind() == "over"

    def step(self) -> bool:
        """Do one thing, if there is one to do."""
        page = self.page
        if self.shows("dialog.score-dialog"):
            return self.leave_sheet()
        match self.kind():
            case "grandWait" if self.shows(f"text={GRAND}"):
                self.press(f"text={GRAND}")
            case "exchange":
                self.give()
            case "dragon":
                self.press("[data-role=dragon]")
            case "play" if self.shows(".own.on-turn"):
                return self.lay()
            case "play" if self.shows("[data-role=decline]"):
                # The window may close at any moment.
                page.evaluate(
                    "document.querySelector('[data-role=decline]:not([hidden])')?.click()"
                )
            case _:
                return False
        return True

    def press(self, button: str) -> None:
        """Press a button, and wait until it is gone."""
        self.page.locator(button).first.click()
        self.page.wait_for_selector(button, state="hidden")

    def leave_sheet(self) -> bool:
        if not self.shows(f"dialog >> text={NEXT}"):
            return False
        self.press(f"dialog >> text={NEXT}")
        return True

    def give(self) -> None:
        for place in (0, 5, 9):
            self.page.locator(".held").nth(place).click()
        self.page.click(GIVE)
        self.page.wait_for_selector(GIVE, state="detached")

    def lay(self) -> bool:
        """Lay the first listed play, or pass."""
        page = self.page
        before = page.get_attribute("#own", "data-position")
        page.locator(".held").first.focus()
        page.keyboard.press("ArrowUp")
        if self.shows("[data-role=play].ready"):
            page.locator("[data-role=play].ready").first.click()
            if self.shows("dialog.wish-dialog"):
                page.click("[data-wish='8']")
            self.played += 1
        elif self.shows("[data-role=pass]"):
            page.click("[data-role=pass]")
        else:
            return False
        page.wait_for_function(
            "before => document.querySelector('#own').dataset.position !== before", arg=before
        )
        return True


def play_until(players: list[Player], is_done: Any, seconds: float = 240.0) -> None:
    """Let all play until something is so."""
    ends = time.monotonic() + seconds
    while not is_done():
        assert time.monotonic() < ends, [player.page.inner_text("#own") for player in players]
        steps = [player.step() for player in players]
        if not any(steps):
            players[0].page.wait_for_timeout(60)
