// How cards, combinations and seats are called in plain English.

export const SUITS = { j: "jade", s: "sword", p: "pagoda", t: "star" };

const RANKS = { T: 10, J: 11, Q: 12, K: 13, A: 14 };
const COURT = { 11: "jack", 12: "queen", 13: "king", 14: "ace" };
const NUMBERS = ["", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const LETTERS = { 10: "10", 11: "J", 12: "Q", 13: "K", 14: "A" };
const SPECIAL = { Mj: "Mah Jong", Do: "Dog", Ph: "Phoenix", Dg: "Dragon" };
const ACTION_RANKS = { 10: "T", 11: "J", 12: "Q", 13: "K", 14: "A" };

/** `"7jTsMj"` as `["7j", "Ts", "Mj"]`. */
export function parseCards(text) {
  return text.match(/../g) ?? [];
}

export const isSpecial = (card) => card in SPECIAL;

/** 2 to 14; null for the four special cards. */
export function rankOf(card) {
  if (isSpecial(card)) return null;
  return RANKS[card[0]] ?? Number(card[0]);
}

/** The rank as it stands in the corner of a card. */
export const rankLetter = (rank) => LETTERS[rank] ?? String(rank);

/** The rank as an action has it. */
export const rankCode = (rank) => ACTION_RANKS[rank] ?? String(rank);

/** "seven of jade", "Dragon". */
export function cardName(card) {
  if (isSpecial(card)) return SPECIAL[card];
  return `${rankName(rankOf(card))} of ${SUITS[card[1]]}`;
}

/** "seven", "king". */
export const rankName = (rank) => COURT[rank] ?? NUMBERS[rank] ?? String(rank);

/** "7", "king": short, for names of combinations. */
export const rankWord = (rank) => COURT[rank] ?? String(rank);

/** "7s", "kings". */
export const ranksWord = (rank) => `${rankWord(rank)}s`;

const HAND_ORDER = (card) =>
  ({ Do: 0, Mj: 1, Ph: 15, Dg: 16 })[card] ?? rankOf(card) + "jspt".indexOf(card[1]) / 10;

/** Cards as a hand is held: the Dog and the Mah Jong, 2 to ace, Phoenix, Dragon. */
export function sortCards(cards) {
  return [...cards].sort((a, b) => HAND_ORDER(a) - HAND_ORDER(b));
}

/** The cards of a combination as they are laid: the Phoenix in the place that it stands for. */
export function layCards(combo) {
  const place = (card) => (card === "Ph" && combo.phoenix ? combo.phoenix + 0.35 : HAND_ORDER(card));
  const cards = parseCards(combo.cards).sort((a, b) => place(a) - place(b));
  if (combo.type !== "fullhouse") return cards;
  const rank = (card) => (card === "Ph" ? combo.phoenix : rankOf(card));
  return [...cards.filter((c) => rank(c) === combo.rank), ...cards.filter((c) => rank(c) !== combo.rank)];
}

function pairRank(combo) {
  return parseCards(combo.cards).map(rankOf).find((rank) => rank !== null && rank !== combo.rank);
}

const NAMES = {
  single: (combo) => singleName(combo),
  pair: ({ rank }) => `Pair of ${ranksWord(rank)}`,
  triple: ({ rank }) => `Three ${ranksWord(rank)}`,
  stairs: (combo) => `Stairs, ${rankWord(combo.rank - size(combo) / 2 + 1)} to ${rankWord(combo.rank)}`,
  fullhouse: (combo) => `Full house, ${ranksWord(combo.rank)} over ${ranksWord(pairRank(combo))}`,
  straight: (combo) => `Straight, ${runWord(combo)}`,
  bomb4: ({ rank }) => `Bomb, four ${ranksWord(rank)}`,
  bombsf: (combo) => `Bomb, ${runWord(combo)} of ${SUITS[combo.cards[1]]}`,
  dog: () => "Dog",
};

const size = (combo) => combo.cards.length / 2;

function runWord(combo) {
  return `${rankWord(combo.rank - size(combo) + 1)} to ${rankWord(combo.rank)}`;
}

function singleName({ cards, rank }) {
  if (cards === "Ph" && rank % 1 !== 0) return `Phoenix (${Math.floor(rank)}½)`;
  if (isSpecial(cards)) return SPECIAL[cards];
  return `Single ${rankWord(rank)}`;
}

/** "Straight, 5 to 9", "Full house, kings over 4s", "Bomb, four 7s". */
export const comboName = (combo) => NAMES[combo.type](combo);

export const isBomb = (combo) => combo.type === "bomb4" || combo.type === "bombsf";

const KINDS = {
  single: ["a single card", "single cards"],
  pair: ["a pair", "pairs"],
  triple: ["three of a kind", "threes"],
  stairs: ["stairs", "stairs"],
  fullhouse: ["a full house", "full houses"],
  straight: ["a straight", "straights"],
  bomb4: ["a bomb", "bombs"],
  bombsf: ["a bomb", "bombs"],
  dog: ["the Dog", "the Dog"],
};

/** "a straight of 6 cards": what must be followed. */
export function kindName(combo) {
  const [one] = KINDS[combo.type];
  return combo.type === "straight" || combo.type === "stairs" ? `${one} of ${size(combo)} cards` : one;
}

/** "1 card", "3 cards". */
export const countWord = (n, word = "card") => `${n} ${word}${n === 1 ? "" : "s"}`;

/** "Anna", "Anna and Bob", "Anna, Bob and Cleo". */
export function listWords(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

const ORDINALS = ["", "first", "second", "third", "fourth"];
export const ordinal = (place) => ORDINALS[place] ?? String(place);

/** A number with its sign; the minus is a real one. */
export function signed(number) {
  if (number > 0) return `+${number}`;
  return number < 0 ? `−${-number}` : "0";
}

/** A sentence of the server's, to be followed by a rule: without its full stop. */
export const unstopped = (message) => message.replace(/\.$/, "");

const NAMED_CARDS = /\b(cards? )((?:(?:[2-9TJQKA][jspt]|Mj|Do|Ph|Dg)\b ?)+)/;

/** A sentence in parts: texts, and lists of the cards that it names. */
export function withCards(text) {
  const [before, lead, names, after] = text.split(NAMED_CARDS);
  return lead === undefined ? [before] : [before + lead, names.trim().split(" "), ` ${after}`];
}

/** A sentence as it is read out. */
export const spoken = (text) =>
  withCards(text).map((part) => (Array.isArray(part) ? listWords(part.map(cardName)) : part)).join("");

/** "+100, or −100": what is won or lost; nothing if that is not known. */
export function stakes(number, before = "", after = "") {
  return number === null ? "" : `${before}${signed(number)}, or ${signed(-number)}${after}`;
}

/** A number that may be negative. */
export const points = (number) => (number < 0 ? `−${-number}` : String(number));
