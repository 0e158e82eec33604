// The score sheet: the count of the last round, line by line, and all rounds. The lines and all sums
// are the server's; nothing is added up here.

import { el } from "./dom.js";
import { cardFace } from "./cards.js";
import { nameOf, teamName, teamOf } from "./people.js";
import { cardName, listWords, ordinal, parseCards, points, signed, sortCards } from "./words.js";

const TEAMS = ["02", "13"];
const CALLS = { tichu: "Tichu", grand: "Grand Tichu" };

/**
 * The lines of the count of the last round: `{text, teams: [points of 02, of 13]}`, with `cards`,
 * `rule`, `kind`, `isSigned` where there is more to say.
 */
export function countLines(view) {
  const result = view.results.at(-1);
  const lines = result.lines ?? [];
  const counted = lines.filter(({ what }) => what !== "call").map((line) => countLine(view, result, line));
  const calls = lines.filter(({ what }) => what === "call").map((line) => countLine(view, result, line));
  const isSum = counted.length > 1;
  return [
    ...counted,
    isSum || counted.length === 0 ? { text: "Card points", teams: result.card, kind: isSum ? "sum" : "plain" } : [],
    ...calls,
    calls.length === 0 ? { text: lines.length > 0 ? "No calls" : "Calls", teams: result.bonus } : [],
    { text: `Round ${result.round}`, teams: result.total, kind: "sum" },
    { text: "Before it", teams: view.results.at(-2)?.totals ?? [0, 0], kind: "plain" },
    { text: "Total", teams: result.totals, kind: "total" },
  ].flat();
}

function countLine(view, result, { what, seat, to = null, cards = "", call = null, team, points: value, rule = null }) {
  const line = { teams: TEAMS.map((name) => (name === team ? value : null)), rule, cards };
  const whose = seat === view.seat ? "Your" : `${nameOf(view, seat)}’s`;
  const named = (other) => (other === view.seat ? "you" : nameOf(view, other));
  switch (what) {
    case "double":
      return { ...line, text: `Double victory of ${listWords(result.out.slice(0, 2).map(named))}` };
    case "hand":
      return { ...line, text: `Left with ${named(seat)}, for the other side` };
    case "call":
      return { ...line, text: `${whose} ${CALLS[call]}, ${value > 0 ? "made" : "lost"}`, isSigned: true };
    default:
      return { ...line, text: to === null ? `${whose} tricks` : `${whose} tricks, for ${named(to)}` };
  }
}

/** The sheet as a table. */
export function sheetTable(view) {
  const [left, right] = sides(view);
  const cell = (value, line) => el("td", {}, value === null ? "" : line.isSigned ? signed(value) : points(value));
  return el(
    "table",
    { class: "sheet" },
    el("caption", { class: "unseen" }, `The count of round ${view.results.at(-1).round}`),
    el("thead", {}, el("tr", {}, el("td"), heading(teamName(view, left)), heading(teamName(view, right)))),
    el(
      "tbody",
      {},
      countLines(view).map((line) =>
        el("tr", { class: line.kind ?? false }, lineHead(line), cell(line.teams[left], line), cell(line.teams[right], line)),
      ),
    ),
  );
}

function lineHead({ text, rule, cards }) {
  return el(
    "th",
    { scope: "row" },
    el("span", { class: "line-text" }, text),
    rule ? el("span", { class: "rule" }, ` (${rule})`) : null,
    cards ? smallCards(cards) : null,
  );
}

/** Cards in a line of text. */
function smallCards(text) {
  const cards = sortCards(parseCards(text));
  return el("span", { class: "small-cards", role: "img", "aria-label": listWords(cards.map(cardName)) }, cards.map((card) => cardFace(card)));
}

const heading = (text) => el("th", { scope: "col" }, text);

const sides = (view) => (view.seat === null || teamOf(view.seat) === 0 ? [0, 1] : [1, 0]);

/** The order in which the players went out. */
export function outWords(view, result) {
  const who = (seat) => (seat === view.seat ? "you" : nameOf(view, seat));
  return result.out.map((seat, place) => `${ordinal(place + 1)} ${who(seat)}`).join(", ");
}

/** All rounds so far. */
export function historyTable(view) {
  const [left, right] = sides(view);
  return el(
    "table",
    { class: "sheet history" },
    el("caption", {}, "All rounds"),
    el(
      "thead",
      {},
      el("tr", {}, heading("Round"), heading(teamName(view, left)), heading("Total"), heading(teamName(view, right)), heading("Total")),
    ),
    el(
      "tbody",
      {},
      view.results.map((result) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, String(result.round)),
          [left, right].map((team) => [
            el("td", {}, signed(result.total[team])),
            el("td", { class: "strong" }, points(result.totals[team])),
          ]),
        ),
      ),
    ),
  );
}

