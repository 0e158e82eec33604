// The faces of cards.

import { drawing, el } from "./dom.js";
import { SUITS, cardName, isSpecial, layCards, rankLetter, rankOf } from "./words.js";

const SPECIAL = {
  Mj: { drawing: "mahjong", corner: "1" },
  Do: { drawing: "dog", title: "Dog" },
  Ph: { drawing: "phoenix", title: "Phoenix" },
  Dg: { drawing: "dragon", title: "Dragon" },
};

/** The face of a card. It says nothing to screen readers: what holds it has a name. */
export function cardFace(card, standsFor = null) {
  if (isSpecial(card)) return specialFace(card, standsFor);
  const suit = SUITS[card[1]];
  return el(
    "span",
    { class: `card ${suit}`, "aria-hidden": "true" },
    el("span", { class: "corner" }, rankLetter(rankOf(card)), drawing(suit)),
    drawing(suit, "drawing middle"),
  );
}

function specialFace(card, standsFor) {
  const { drawing: name, corner, title } = SPECIAL[card];
  return el(
    "span",
    { class: `card special ${name}`, "aria-hidden": "true" },
    corner ? el("span", { class: "corner" }, corner) : el("span", { class: "title" }, title),
    drawing(name, "drawing middle"),
    standsFor === null ? null : el("span", { class: "stands-for" }, standsFor),
  );
}

/** A card within a line of text. */
export function cardPip(card) {
  const suit = isSpecial(card) ? SPECIAL[card].drawing : SUITS[card[1]];
  const text = isSpecial(card) ? "" : rankLetter(rankOf(card));
  return el("span", { class: `pip ${suit}`, role: "img", "aria-label": cardName(card) }, text, drawing(suit));
}

/** The cards of a combination side by side, the Phoenix with what it stands for. */
export function laidCards(combo) {
  const cards = layCards(combo);
  const faces = cards.map((card) => cardFace(card, card === "Ph" ? phoenixWord(combo) : null));
  const length = cards.length > 10 ? "laid longest" : cards.length > 6 ? "laid long" : "laid";
  return el("span", { class: length }, faces);
}

function phoenixWord(combo) {
  if (combo.phoenix) return rankLetter(combo.phoenix);
  return combo.rank % 1 === 0 ? null : `${Math.floor(combo.rank)}½`;
}
