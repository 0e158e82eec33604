// The score sheet: the count of the last round, line by line, and all rounds.
//
// Points come from the server. Only how the card points came together is shown from the cards that
// everybody has seen, with the points printed on them; and only if it adds up to what was counted.

import { el } from "./dom.js";
import { nameOf, teamName, teamOf } from "./people.js";
import { ordinal, parseCards, points, signed } from "./words.js";

const PRINTED = { 5: 5, T: 10, K: 10, Dg: 25, Ph: -25 };

/** The points that are printed on cards. */
export function printedPoints(cards) {
  return parseCards(cards).reduce((sum, card) => sum + (PRINTED[card] ?? PRINTED[card[0]] ?? 0), 0);
}

/** What is needed to show how a round was counted; taken when it ends. */
export function roundDetails(view) {
  const { calls, piles, out } = view.table;
  return { calls: [...calls], piles: [...piles], out: [...out] };
}

/**
 * The lines of the count: `{text, teams: [points of 02, of 13], note}`.
 *
 * @param details of the round; null if this page has not seen it.
 */
export function countLines(view, result, details) {
  const lines = [];
  const both = (team, value) => (team === 0 ? [value, null] : [null, value]);
  if (result.double) {
    const winner = result.card[0] > 0 ? 0 : 1;
    lines.push({ text: `Double victory: ${namesOut(view, result.out.slice(0, 2))}`, teams: both(winner, result.card[winner]) });
  } else {
    lines.push(...(details ? cardLines(view, result, details) : []));
    if (lines.length > 0) lines.push({ text: "Card points", teams: result.card, kind: "sum" });
    else lines.push({ text: "Card points", teams: result.card });
  }
  lines.push(...callLines(view, result, details, both));
  lines.push({ text: `Round ${result.round}`, teams: result.total, kind: "sum" });
  const before = [0, 1].map((team) => result.totals[team] - result.total[team]);
  lines.push({ text: "Before it", teams: before, kind: "plain" });
  lines.push({ text: "Total", teams: result.totals, kind: "total" });
  return lines;
}

const namesOut = (view, seats) => seats.map((seat) => nameOf(view, seat)).join(" and ");

function cardLines(view, result, { piles }) {
  const first = result.out[0];
  const tail = [0, 1, 2, 3].find((seat) => !result.out.slice(0, 3).includes(seat));
  const sums = [0, 0];
  const lines = [0, 1, 2, 3].map((seat) => {
    const value = printedPoints(piles[seat]);
    const winner = seat === tail ? first : seat;
    sums[teamOf(winner)] += value;
    const whose = `${seat === view.seat ? "Your" : `${nameOf(view, seat)}’s`} tricks`;
    const receiver = first === view.seat ? "you, who went" : `${nameOf(view, first)}, who went`;
    const text = seat === tail ? `${whose}, to ${receiver} out first` : whose;
    return { text, teams: teamOf(winner) === 0 ? [value, null] : [null, value] };
  });
  const other = 1 - teamOf(tail);
  const left = result.card[other] - sums[other];
  // What cannot be seen here is the last player's hand; all else must add up.
  if (result.card[1 - other] !== sums[1 - other]) return [];
  const text = `${seatHand(view, tail)}, to the other side`;
  return [...lines, { text, teams: other === 0 ? [left, null] : [null, left] }];
}

const seatHand = (view, seat) => `Cards left with ${seat === view.seat ? "you" : nameOf(view, seat)}`;

function callLines(view, result, details, both) {
  const lines = [];
  for (const team of [0, 1]) {
    const callers = details ? [team, team + 2].filter((seat) => details.calls[seat]) : [];
    if (callers.length === 1) {
      const [seat] = callers;
      lines.push({ text: callWords(view, result, details, seat), teams: both(team, result.bonus[team]), signed: true });
    } else if (callers.length > 1) {
      const text = callers.map((seat) => callWords(view, result, details, seat)).join("; ");
      lines.push({ text, teams: both(team, result.bonus[team]), signed: true });
    } else if (result.bonus[team] !== 0) {
      lines.push({ text: `Calls of ${teamName(view, team)}`, teams: both(team, result.bonus[team]), signed: true });
    }
  }
  if (lines.length === 0) lines.push({ text: "No calls", teams: [0, 0] });
  return lines;
}

function callWords(view, result, details, seat) {
  const call = details.calls[seat] === "grand" ? "Grand Tichu" : "Tichu";
  return `${nameOf(view, seat)}: ${call} ${result.out[0] === seat ? "made" : "lost"}`;
}

/** The sheet as a table. */
export function sheetTable(view, result, details) {
  const [left, right] = sides(view);
  const cell = (value, line) => el("td", {}, value === null ? "" : line.signed ? signed(value) : points(value));
  return el(
    "table",
    { class: "sheet" },
    el("caption", { class: "unseen" }, `The count of round ${result.round}`),
    el("thead", {}, el("tr", {}, el("td"), heading(teamName(view, left)), heading(teamName(view, right)))),
    el(
      "tbody",
      {},
      countLines(view, result, details).map((line) =>
        el(
          "tr",
          { class: line.kind ?? false },
          el("th", { scope: "row" }, line.text),
          cell(line.teams[left], line),
          cell(line.teams[right], line),
        ),
      ),
    ),
  );
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

