"""The page at the widths of telephones and desks; contrast; movement."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

STATIC = Path(__file__).parents[2] / "python" / "tichu" / "server" / "static"
FULL = (
    "tichu1 play hands:2s3s4s6j7j7p8sTpTtJpQtKtAtPh/4j4t/6s6pJj/8j8p turn:0"
    " owner:3 top:3j3p trick:3j3p"
)
LONG = (
    "tichu1 play hands:2s3s/4p4s/6s6pJj/8p9t turn:0 owner:3 top:3j4j5s6j7j8j9jTsJsQs"
    " trick:3j4j5s6j7j8j9jTsJsQs wish:A"
)
SIZES = [(360, 640), (390, 844), (768, 1024), (1280, 800), (1920, 1080)]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("position", [FULL, LONG], ids=["full", "long"])
def test_nothing_is_cut_off(new_page: Any, scene: Any, size: tuple[int, int], position: str):
    page = new_page(*size)
    page.goto(scene(position).link(0))
    page.wait_for_selector(".own.on-turn")

    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    outside = page.evaluate(
        """() => [...document.querySelectorAll('.held, .seat, .card, .button, .tool, .points')]
            .filter(node => node.offsetParent !== null)
            .map(node => [node.className, node.getBoundingClientRect()])
            .filter(([, box]) => box.left < -1 || box.right > innerWidth + 1)
            .map(([name]) => name)"""
    )
    assert outside == []


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (1280, 800)], ids=str)
def test_the_whole_table_fits_the_window(new_page: Any, scene: Any, size: tuple[int, int]):
    page = new_page(*size)
    page.goto(scene(FULL).link(0))
    page.wait_for_selector(".own.on-turn")
    assert (
        page.evaluate("document.querySelector('.hand').getBoundingClientRect().bottom") <= size[1]
    )


def test_fingers_find_the_cards(new_page: Any, scene: Any):
    page = new_page(360, 740, has_touch=True)
    page.goto(scene(FULL).link(0))
    page.wait_for_selector(".own.on-turn")
    boxes = [card.bounding_box() for card in page.locator(".held").all()]
    assert len(boxes) == 14
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    # No card lies on another.
    for one in boxes:
        for other in boxes:
            if one is not other:
                apart = (
                    one["x"] + one["width"] <= other["x"] + 0.5
                    or other["x"] + other["width"] <= one["x"] + 0.5
                    or one["y"] + one["height"] <= other["y"] + 0.5
                    or other["y"] + other["height"] <= one["y"] + 0.5
                )
                assert apart
    page.locator("[data-card=Ph]").tap()
    assert page.locator(".held.chosen").count() == 1


def test_nothing_moves_for_those_who_want_that(new_page: Any, scene: Any):
    page = new_page(reduced_motion="reduce")
    page.goto(scene(FULL).link(0))
    page.wait_for_selector(".own.on-turn")
    moving = page.evaluate(
        """() => [...document.querySelectorAll('*')].filter(node => {
            const style = getComputedStyle(node);
            return style.animationName !== 'none' || parseFloat(style.transitionDuration) > 0;
        }).map(node => node.className)"""
    )
    assert moving == []


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_colours_can_be_told_apart_by_everybody():
    css = (STATIC / "css" / "base.css").read_text(encoding="utf-8")
    colour = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", css))
    dark = [colour["night"], colour["felt"], colour["felt-light"]]
    for text in ("text", "soft", "gold", "paper"):
        assert all(contrast(colour[text], ground) >= 4.5 for ground in dark), text
    for suit in ("jade", "sword", "pagoda", "star"):
        assert contrast(colour[suit], colour["paper"]) >= 4.5, suit
    for text, ground in (
        ("#2a2107", colour["gold"]),
        ("#ffffff", colour["alarm-deep"]),
        ("#4d5d58", colour["paper"]),
        ("#6b2a1a", colour["paper"]),
        ("#ffffff", "#1b5a52"),
        ("#7a1d0a", "#f9ddd4"),
        ("#35120a", "#f3a683"),
        ("#18442f", "#e1efdf"),
        ("#9db3aa", colour["felt"]),
        ("#a9c0b6", colour["night"]),
        ("#ffffff", "#5d2b16"),
    ):
        assert contrast(text, ground) >= 4.5, (text, ground)


def test_suits_have_shapes_and_not_only_colours(page: Any, scene: Any):
    page.goto(scene(FULL).link(0))
    page.wait_for_selector(".own.on-turn")
    shapes = {
        card: page.locator(f"[data-card='{card}'] use").first.get_attribute("href")
        for card in ("7j", "2s", "7p", "Tt")
    }
    assert len(set(shapes.values())) == 4


def test_the_page_names_the_trade_mark(page: Any, server: Any):
    page.goto(server.url)
    assert "trade mark" in page.inner_text("footer")
