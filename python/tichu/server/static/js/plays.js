// The legal plays that the server listed, and which of them the chosen cards make.

import { parseCards } from "./words.js";

const FIRST = "a".charCodeAt(0);

/**
 * The plays of an `ask`, in their order: `{index, type, rank, phoenix, wish, cards, keys, combo}`.
 * `keys` is a set of cards, `cards` the text of a combination.
 */
export function listPlays(ask) {
  const hand = parseCards(ask?.hand ?? "");
  const plays = [];
  for (const group of ask?.plays ?? []) {
    for (const word of group.plays.split(" ")) {
      const keys = [...word].map((letter) => hand[letter.charCodeAt(0) - FIRST]);
      const { type, rank, phoenix, wish = false } = group;
      const cards = keys.join("");
      plays.push({ index: plays.length, keys, wish, combo: { type, rank, phoenix, cards } });
    }
  }
  return plays;
}

/** The plays that are exactly these cards: several if the Phoenix can stand for several ranks. */
export function playsWith(plays, chosen) {
  return plays.filter((play) => play.keys.length === chosen.size && holdsAll(play, chosen));
}

/** The cards with which some listed play can still be completed from the chosen ones. */
export function liveCards(plays, chosen) {
  const live = new Set();
  for (const play of plays) {
    if (holdsAll(play, chosen)) for (const card of play.keys) live.add(card);
  }
  return live;
}

function holdsAll(play, chosen) {
  if (play.keys.length < chosen.size) return false;
  for (const card of chosen) if (!play.keys.includes(card)) return false;
  return true;
}
