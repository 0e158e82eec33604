"""A frontend's picture of a match: a view, moved on by the events after it, without any rule."""

from __future__ import annotations

import copy
from typing import Any

Message = dict[str, Any]

_TABLE: Message = {
    "hand": "",
    "counts": [0, 0, 0, 0],
    "calls": [None] * 4,
    "picks_in": [],
    "given": None,
    "received": None,
    "opener": None,
    "turn": None,
    "top": None,
    "owner": None,
    "passes": 0,
    "trick": "",
    "wish": None,
    "piles": ["", "", "", ""],
    "out": [],
    "last": [None] * 4,
}
"""A round as it begins: what a view leaves out."""


def cards_of(text: str) -> list[str]:
    return [text[place : place + 2] for place in range(0, len(text), 2)]


class Picture:
    """What is known of a match from one seat, or as a spectator."""

    def __init__(self, view: Message) -> None:
        view = copy.deepcopy(view)
        table = view.pop("table", None)
        self.holds = view.pop("held", None) is not None
        self.match: Message = {"winner": None, "seed": None, "results": [], **view}
        self.table: Message | None = None if table is None else {**copy.deepcopy(_TABLE), **table}

    def follow(self, event: Message) -> None:
        """The next event."""
        assert event["seq"] == self.match["seq"] + 1
        self.match.update(seq=event["seq"], position=event["position"])
        kinds = {what["type"] for what in event["events"]}
        own = event.get("actor") is not None and event["actor"] == self.match.get("seat")
        if (own and kinds != {"tichu"}) or kinds & {"refused", "round_over", "match_over"}:
            self.holds = False
        for what in event["events"]:
            getattr(self, f"_{what['type']}", lambda _: None)(what)
        if self.table is None:
            return
        self.table.update(turn=event.get("turn"), owner=event.get("owner"))
        for field in ("phase", "counts"):
            if field in event:
                self.table[field] = event[field]
        if self.table["owner"] is None:
            self.table["top"] = None

    def shown(self) -> tuple[Message, Message | None]:
        """The picture, in an order of its own."""
        if self.table is None:
            return self.match, None
        table = {**self.table, "hand": sorted(cards_of(self.table["hand"]))}
        table["trick"] = sorted(cards_of(table["trick"]))
        table["piles"] = [sorted(cards_of(pile)) for pile in table["piles"]]
        return self.match, table

    def _of_round(self) -> Message:
        assert self.table is not None
        return self.table

    def _take_from_hand(self, cards: str) -> None:
        round_ = self._of_round()
        gone = cards_of(cards)
        round_["hand"] = "".join(card for card in cards_of(round_["hand"]) if card not in gone)

    def _clear_table(self, to: int) -> None:
        round_ = self._of_round()
        round_["piles"][to] += round_["trick"]
        round_.update(trick="", passes=0, last=[None] * 4)

    def _seat_changed(self, what: Message) -> None:
        self.match["seats"][what["seat"]] = what["info"]

    def _round_begun(self, what: Message) -> None:
        self.match.update(round=what["round"], life="playing")
        self.table = copy.deepcopy(_TABLE)

    def _dealt(self, what: Message) -> None:
        self._of_round()["hand"] += what["cards"]

    def _grand_answered(self, what: Message) -> None:
        if what["call"]:
            self._of_round()["calls"][what["seat"]] = "grand"

    def _grand_closed(self, what: Message) -> None:
        self._of_round()["calls"] = ["grand" if call else None for call in what["calls"]]

    def _tichu(self, what: Message) -> None:
        self._of_round()["calls"][what["seat"]] = "tichu"

    def _picks_withdrawn(self, _: Message) -> None:
        self._of_round().update(picks_in=[], given=None)

    def _picked(self, what: Message) -> None:
        picks = self._of_round()["picks_in"]
        self._of_round()["picks_in"] = sorted({*picks, what["seat"]})

    def _gave(self, what: Message) -> None:
        self._of_round()["given"] = what["cards"]

    def _exchanged(self, what: Message) -> None:
        self._of_round().update(opener=what["opener"], picks_in=[])

    def _received(self, what: Message) -> None:
        round_ = self._of_round()
        self._take_from_hand("".join(round_["given"]))
        round_["hand"] += "".join(what["cards"])
        round_["received"] = what["cards"]

    def _played(self, what: Message) -> None:
        round_ = self._of_round()
        self._take_from_hand(what["play"]["cards"])
        round_["last"][what["seat"]] = what["play"]
        round_["trick"] += what["play"]["cards"]
        round_.update(top=what["play"], passes=0, wish=what.get("wish", round_["wish"]))

    def _passed(self, what: Message) -> None:
        round_ = self._of_round()
        round_["last"][what["seat"]] = "pass"
        round_["passes"] += 1

    def _wish_fulfilled(self, _: Message) -> None:
        self._of_round()["wish"] = None

    def _wish_ended(self, _: Message) -> None:
        self._of_round()["wish"] = None

    def _out(self, what: Message) -> None:
        self._of_round()["out"].append(what["seat"])

    def _lead_passed(self, what: Message) -> None:
        self._clear_table(what["seat"])

    def _trick_taken(self, what: Message) -> None:
        self._clear_table(what["to"])

    def _round_over(self, what: Message) -> None:
        for result in self.match["results"]:
            result.pop("lines", None)
        self.match["results"] = [*self.match["results"], what][-50:]
        self.match.update(totals=what["totals"], life="between")

    def _match_over(self, what: Message) -> None:
        self.match.update(life="over", winner=what["winner"], seed=what["seed"])
