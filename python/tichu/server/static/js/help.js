// The dialog that tells how to use the page.

import { el } from "./dom.js";
import { chooseIn } from "./choosers.js";

const KEYS = [
  ["← →", "from card to card"],
  ["Space", "choose a card, or put it back"],
  ["↑ ↓", "choose the next, or previous, of all plays that are possible"],
  ["Enter", "play the chosen cards"],
  ["P", "pass"],
  ["B", "bomb"],
  ["N", "no bomb"],
  ["Esc", "put all cards back"],
  ["Tab", "to the buttons, and back to the cards"],
];

const HINTS = [
  "Cards with a golden edge are part of a play that is possible now; those in the shade are not. Choose some, and the button says what they are, or why they cannot be played, with the number of the rule.",
  "If the Phoenix can stand for two ranks, there are two buttons.",
  "A red button appears whenever you hold a bomb that can be thrown, also when it is not your turn.",
  "Your seat waits for you. If the connection is lost, the page comes back by itself; the address of this page, with what stands behind the #, is the key to your seat, so keep it to yourself.",
];

export function showHelp() {
  return chooseIn("How to use this table", (choose) => [
    HINTS.map((hint) => el("p", {}, hint)),
    el("h3", {}, "Keys, while a card has the focus"),
    el("dl", { class: "keys" }, KEYS.map(([key, does]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, does)])),
    el(
      "div",
      { class: "row end" },
      el("button", { type: "button", class: "button primary", autofocus: true, onclick: () => choose(null) }, "Close"),
    ),
  ]);
}
