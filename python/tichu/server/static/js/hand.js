// The player's own cards: buttons that are chosen and put back, by mouse, touch or keyboard.

import { el, setAttribute } from "./dom.js";
import { cardFace } from "./cards.js";
import { cardName } from "./words.js";

/**
 * @param node where the cards are.
 * @param on `pick(card)`, `enter()`, `step(by)`, `clear()`, `pass()`, `bomb()`, `decline()`.
 */
export class Hand {
  constructor(node, on) {
    this.node = node;
    this.on = on;
    this.buttons = new Map();
    this.cards = [];
    this.current = null;
    node.addEventListener("keydown", (event) => this.key(event));
    node.addEventListener("focusin", (event) => this.rove(event.target.dataset.card ?? this.current));
  }

  /**
   * @param cards in the order in which they are held.
   * @param marks by card: `chosen`, `live`, `dim`, `note`.
   */
  render(cards, marks) {
    const held = new Set(cards);
    for (const [card, button] of this.buttons) {
      if (held.has(card)) continue;
      button.remove();
      this.buttons.delete(card);
    }
    const at = this.cards.indexOf(this.current);
    this.cards = cards;
    cards.forEach((card, place) => {
      const button = this.button(card);
      if (this.node.children[place] !== button) this.put(button, place);
      this.mark(button, card, marks(card));
    });
    if (!held.has(this.current)) this.current = cards[Math.min(Math.max(at, 0), cards.length - 1)] ?? null;
    this.rove(this.current);
    this.node.dataset.count = String(cards.length);
  }

  /** Moving a button would take the focus from it. */
  put(button, place) {
    const focused = document.activeElement;
    this.node.insertBefore(button, this.node.children[place] ?? null);
    if (focused !== document.activeElement && this.node.contains(focused)) focused.focus({ preventScroll: true });
  }

  button(card) {
    const known = this.buttons.get(card);
    if (known) return known;
    const button = el(
      "button",
      { type: "button", class: "held", "data-card": card, onclick: () => this.on.pick(card) },
      cardFace(card),
    );
    this.buttons.set(card, button);
    return button;
  }

  mark(button, card, { chosen, live, dim, note }) {
    button.classList.toggle("chosen", chosen);
    button.classList.toggle("live", live);
    button.classList.toggle("dim", dim);
    button.classList.toggle("noted", Boolean(note));
    setAttribute(button, "aria-pressed", chosen ? "true" : "false");
    setAttribute(button, "aria-label", [cardName(card), note, dim ? "no play" : ""].filter(Boolean).join(", "));
    setAttribute(button, "title", note || cardName(card));
  }

  /** One card takes part in the order of the tab key; arrows go to the others. */
  rove(card) {
    this.current = card;
    for (const [name, button] of this.buttons) button.tabIndex = name === card ? 0 : -1;
  }

  focus() {
    this.buttons.get(this.current)?.focus({ preventScroll: true });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = this.keys()[key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  keys() {
    const at = this.cards.indexOf(this.current);
    const go = (place) => {
      const card = this.cards[(place + this.cards.length) % this.cards.length];
      this.rove(card);
      this.focus();
    };
    return {
      ArrowLeft: () => go(at - 1),
      ArrowRight: () => go(at + 1),
      Home: () => go(0),
      End: () => go(-1),
      ArrowUp: () => this.on.step(1),
      ArrowDown: () => this.on.step(-1),
      Enter: () => this.on.enter(),
      Escape: () => this.on.clear(),
      p: () => this.on.pass(),
      b: () => this.on.bomb(),
      n: () => this.on.decline(),
    };
  }
}
