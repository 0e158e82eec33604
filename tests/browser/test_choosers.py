"""Every question that the page puts to a player, and every answer that it lets him give."""

from __future__ import annotations

from typing import Any

import pytest

from browser.table_mates import calm

LEAD = "tichu1 play hands:Mj2s3p4t5j8sTpQtAtDo/4j4s/6s6pJj/8j9t turn:0"
PHOENIX = "tichu1 play hands:9j9s4p4tPh6j7s8pDg/4j4s/6s6pJj/8j8s turn:0"
RUN = "tichu1 play hands:5j6s7p8tPhKs/4j4s/6jJj/8j8s turn:0"
ANSWER = "tichu1 play hands:2s9jTsJpAtPh/4j4s/6s6pJj/8j8s turn:0 owner:3 top:Tj trick:Tj"
WISHED = "tichu1 play hands:2s9jTsJpAt/4j4s/6s6pJj/8j8s turn:0 owner:3 top:3j trick:3j wish:J"
BOMB = "tichu1 play hands:2j7j7s7p7t9sAs/4j4s4p/6j6sJj/8j8s9t turn:2 owner:1 top:KjKs trick:KjKs"
TWO_BOMBS = (
    "tichu1 play hands:2j7j7s7p7t9j9s9p9t/4j4s4p/6j6sJj/8j8sTj turn:2 owner:1 top:KjKs trick:KjKs"
)
LOWER = "Play the same type and length, strictly higher, or a bomb (R-044)"
DRAGON = "tichu1 ripe hands:2s3p4t/4j4s/6s6pJj/8j9t9s owner:0 top:Dg trick:DgAsKt passes:3"


def sit(page: Any, made: Any, seat: int = 0) -> None:
    page.goto(made.link(seat))
    page.wait_for_selector("#panel[data-kind]")


def pick(page: Any, *cards: str) -> None:
    for card in cards:
        page.click(f"[data-card='{card}']")


def button(page: Any) -> str:
    """What the play button says."""
    page.wait_for_function(
        """() => [...document.querySelectorAll('[data-role=play]')]
            .every(b => !b.innerText.endsWith('…'))"""
    )
    return str(page.locator("[data-role=play]").first.inner_text())


def cards_on_table(page: Any, place: str = "south") -> str:
    return str(page.locator(f".spot-{place} .combo").inner_text())


# --- what the chosen cards are ---


def test_the_button_says_what_the_cards_are(page: Any, scene: Any):
    sit(page, scene(LEAD))
    for cards, name in (
        (["2s"], "Single 2"),
        (
            ["2s", "3p", "4t", "5j"],
            "The cards 2345 are no combination; choose others (R-028)",
        ),
        (["2s", "3p", "4t", "5j", "Mj"], "Straight, 1 to 5"),
        (["Do"], "Dog"),
    ):
        pick(page, *cards)
        assert button(page) == name
        page.click("[data-role=clear]")
    assert button(page) == "Choose cards to lead"


def test_the_button_says_why_not_with_the_rule(page: Any, scene: Any):
    sit(page, scene(ANSWER))
    for cards, reason in (
        (["9j"], f"Single 9\n{LOWER}"),
        (["2s", "Ph"], f"Pair of 2s\n{LOWER}"),
        (["2s", "9j"], "The cards 29 are no combination; choose others (R-028)"),
    ):
        pick(page, *cards)
        assert button(page) == reason
        assert page.locator("[data-role=play]").get_attribute("aria-disabled") == "true"
        page.click("[data-role=clear]")
    pick(page, "Jp")
    assert button(page) == "Single jack"


def test_off_turn_the_button_says_to_wait(page: Any, scene: Any):
    sit(page, scene(BOMB))
    pick(page, "As")
    assert button(page) == "Single ace\nOut of turn only bombs may be played (R-056)"


def test_legal_cards_stand_out(page: Any, scene: Any):
    sit(page, scene(ANSWER))
    page.wait_for_selector(".held.live")
    live = {card.get_attribute("data-card") for card in page.locator(".held.live").all()}
    dim = {card.get_attribute("data-card") for card in page.locator(".held.dim").all()}
    assert live == {"Jp", "At", "Ph"}
    assert dim == {"2s", "9j", "Ts"}


def test_a_wish_must_be_met(page: Any, scene: Any):
    sit(page, scene(WISHED))
    page.wait_for_selector(".own.on-turn")
    assert page.locator("[data-role=pass]").is_hidden()
    assert "J" in page.inner_text(".wish")
    pick(page, "At")
    page.wait_for_selector("[data-role=say] >> text=/wish is jack.*passing is refused .R-068/")
    reason = "A wish stands; play a card of the rank wished for (R-068)"
    assert button(page) == f"Single ace\n{reason}"
    pick(page, "At", "Jp")
    page.click("[data-role=play]")
    page.wait_for_selector(".wish", state="detached")


# --- the Phoenix ---


def test_the_phoenix_can_mean_two_things(page: Any, scene: Any):
    sit(page, scene(PHOENIX))
    pick(page, "9j", "9s", "4p", "4t", "Ph")
    names = page.locator("[data-role=play]").all_inner_texts()
    assert sorted(names) == ["Full house, 4s over 9s", "Full house, 9s over 4s"]
    page.click("text=Full house, 4s over 9s")
    page.wait_for_selector(".spot-south .combo")
    assert cards_on_table(page) == "Full house, 4s over 9s"
    assert page.locator(".spot-south .stands-for").inner_text() == "4"


def test_a_straight_with_the_phoenix_above_or_below(page: Any, scene: Any):
    sit(page, scene(RUN))
    pick(page, "5j", "6s", "7p", "8t", "Ph")
    names = page.locator("[data-role=play]").all_inner_texts()
    assert sorted(names) == ["Straight, 4 to 8", "Straight, 5 to 9"]


# --- the wish ---


def test_the_wish_is_chosen_with_the_mahjong(page: Any, scene: Any):
    sit(page, scene(LEAD))
    pick(page, "Mj")
    page.click("[data-role=play]")
    page.wait_for_selector("dialog.wish-dialog")
    assert page.locator("[data-wish]").count() == 14
    page.keyboard.press("Escape")
    assert page.locator("[data-card=Mj]").count() == 1
    page.click("[data-role=play]")
    page.click("[data-wish='12']")
    page.wait_for_selector(".wish")
    assert "Q" in page.inner_text(".wish")
    assert cards_on_table(page) == "Mah Jong"


def test_no_wish_is_a_choice_too(page: Any, scene: Any):
    sit(page, scene(LEAD))
    pick(page, "Mj")
    page.click("[data-role=play]")
    page.click("[data-wish=none]")
    page.wait_for_selector(".spot-south .combo")
    assert page.locator(".wish").count() == 0


# --- bombs ---


def test_a_bomb_out_of_turn(page: Any, scene: Any):
    sit(page, scene(BOMB))
    page.click("[data-role=bomb]")
    page.click("dialog [data-role=throw]")
    page.wait_for_selector(".spot-south .combo")
    assert cards_on_table(page) == "Bomb, four 7s"
    assert page.locator(".held").count() == 3


def test_of_two_bombs_one_is_chosen_and_none_need_be(page: Any, scene: Any):
    sit(page, scene(TWO_BOMBS))
    page.click("[data-role=bomb]")
    assert page.locator("[data-role=throw]").count() == 2
    page.click("text=Not now")
    assert page.locator(".held").count() == 9
    page.click("[data-role=bomb]")
    page.click("dialog >> text=Bomb, four 9s")
    page.wait_for_selector(".spot-south .combo")
    assert cards_on_table(page) == "Bomb, four 9s"


def test_in_a_window_everybody_may_decline(page: Any, scene: Any):
    made = scene("tichu1 play hands:2j7j7s7p7t9sAs/4j4s4p/6j6sJj/8j8s9t turn:2", bomb_window=None)
    sit(page, made)
    made.answer = calm
    page.wait_for_selector("[data-role=decline]:visible")
    assert page.locator("[data-role=bomb]").is_visible()
    page.click("[data-role=decline]")
    page.wait_for_selector("[data-role=decline]:visible", state="hidden")


# --- the Dragon, the exchange, calls ---


def test_the_dragon_is_given_away(page: Any, scene: Any):
    sit(page, scene(DRAGON))
    choices = page.locator("[data-role=dragon]").all_inner_texts()
    assert choices == ["← Puppet 3 (3 cards)", "Puppet 1 (2 cards) →"]
    page.locator("[data-role=dragon]").first.click()
    page.wait_for_selector("#log >> text=/You give the Dragon.s trick to Puppet 3./")


def test_calls_and_the_exchange(page: Any, scenes: Any, scene: Any):
    from browser.table_mates import Puppets

    made = Puppets(scenes.url, seats=(1, 2, 3), grace=None)
    try:
        sit(page, made)
        assert page.locator(".held").count() == 8
        page.click("button >> text=Call Grand Tichu")
        page.wait_for_selector("#own-line >> text=Grand Tichu")
        page.wait_for_selector(".gift")
        assert page.locator(".held").count() == 14
        gifts = [page.locator(".held").nth(place).get_attribute("data-card") for place in (2, 4, 6)]
        pick(page, *gifts)
        # One is taken back, and another given instead.
        page.locator(".gift").nth(1).click()
        other = page.locator(".held").nth(8).get_attribute("data-card")
        pick(page, other)
        page.click("[data-role=give]")
        page.wait_for_selector("text=You got")
        left = {card.get_attribute("data-card") for card in page.locator(".held").all()}
        assert len(left) == 14
        assert not {gifts[0], other, gifts[2]} & left
        assert gifts[1] in left
        assert page.locator(".held.noted").count() == 3
    finally:
        made.stop()


def test_gifts_can_be_chosen_again(page: Any, scenes: Any):
    from browser.table_mates import Puppets

    slow = lambda ask: None if ask.seat == 2 and ask.kind == "exchange" else calm(ask)  # noqa: E731
    made = Puppets(scenes.url, seats=(1, 2, 3), answer=slow, grace=None)
    try:
        sit(page, made)
        page.click("text=No, go on")
        page.wait_for_selector(".gift")
        first = [page.locator(".held").nth(place).get_attribute("data-card") for place in (0, 1, 2)]
        pick(page, *first)
        page.click("[data-role=give]")
        page.wait_for_selector("text=Still choosing: Puppet 2")
        page.click("text=Choose again")
        second = [
            page.locator(".held").nth(place).get_attribute("data-card") for place in (5, 6, 7)
        ]
        pick(page, *second)
        page.click("[data-role=give]")
        page.wait_for_selector("text=Still choosing: Puppet 2")
        made.answer = calm
        page.wait_for_selector("text=You got")
        left = {card.get_attribute("data-card") for card in page.locator(".held").all()}
        assert set(first) <= left
        assert not set(second) & left
    finally:
        made.stop()


def test_tichu_is_called_after_a_question(page: Any, scenes: Any):
    from browser.table_mates import Puppets

    made = Puppets(scenes.url, seats=(1, 2, 3), grace=None)
    try:
        sit(page, made)
        page.click("text=No, go on")
        page.wait_for_selector(".gift")
        page.click("button >> text=Call Tichu")
        page.click("dialog >> text=Not now")
        assert page.locator("#own-line .badge").count() == 0
        page.click("button >> text=Call Tichu")
        page.click("[data-role=really]")
        page.wait_for_selector("#own-line .badge.tichu")
        page.wait_for_selector("button >> text=Call Tichu", state="detached")
    finally:
        made.stop()


# --- what the server knows, and the page does not ---

LATE = "tichu1 play hands:2j2s2p2t3j3s3p3t4j4s4p4t5j5s/6j6s/-/7j7s turn:1 out:2"
END = (
    "tichu1 play hands:5j/-/-/KjDgPh2s7j turn:0 out:12 calls:tichu/-/grand/-"
    " piles:Ks5s8j9j/KpTs/5p/5tTj3s"
)


def test_a_call_says_what_it_is_worth_and_a_late_one_warns(page: Any, scene: Any):
    sit(page, scene(LATE.replace("-/7j7s", "8j/7j7s").replace(" out:2", "")))
    page.click("[data-role=tichu]")
    page.wait_for_selector("dialog >> text=/\\+100, or .100 points/")
    assert page.locator("dialog .warning").count() == 0
    page.click("dialog >> text=Not now")

    sit(page, scene(LATE))
    page.click("[data-role=tichu]")
    warning = page.wait_for_selector("dialog .warning").inner_text()
    assert warning == "Somebody is out already, so this call can only be lost (R-020)."
    page.click("[data-role=really]")
    page.wait_for_selector("#own-line .badge.tichu")


@pytest.mark.parametrize("width", [1280, 390])
def test_the_sheet_shows_every_line_of_the_count(new_page: Any, scene: Any, width: int):
    page = new_page(width, 844)
    sit(page, scene(END, pause=None))
    pick(page, "5j")
    page.click("[data-role=play]")
    rows = page.wait_for_selector("dialog .sheet tbody").query_selector_all("tr")
    lines = [tuple(plain(cell) for cell in row.query_selector_all("th, td")) for row in rows]
    assert lines == [
        ("Your tricks", "20", ""),
        ("Puppet 1's tricks", "", "20"),
        ("Puppet 2's tricks", "5", ""),
        ("Puppet 3's tricks, for Puppet 1 (R-099)", "", "15"),
        ("Left with Puppet 3, for the other side (R-098)", "10", ""),
        ("Card points", "35", "35"),
        ("Your Tichu, lost (R-102)", "-100", ""),
        ("Puppet 2's Grand Tichu, lost (R-102)", "-200", ""),
        ("Round 1", "-265", "35"),
        ("Before it", "0", "0"),
        ("Total", "-265", "35"),
    ]
    left = page.locator("dialog .small-cards")
    assert left.get_attribute("aria-label") == (
        "two of sword, seven of jade, king of jade, Phoenix and Dragon"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= width


PLAIN = str.maketrans("\N{MINUS SIGN}\N{RIGHT SINGLE QUOTATION MARK}", "-'")


def plain(cell: Any) -> str:
    """The first line of a cell in ASCII."""
    return str(cell.inner_text().split("\n")[0].translate(PLAIN))


def test_whoever_chooses_quickly_gets_the_last_reason(page: Any, scene: Any):
    sit(page, scene(ANSWER))
    page.wait_for_selector(".own.on-turn")
    for _ in range(15):
        pick(page, "9j", "2s", "Ts", "9j", "2s", "Ts")
    pick(page, "9j")
    assert button(page) == f"Single 9\n{LOWER}"
