// The table: the other seats, what lies there, the wish; and the bar with the totals.

import { el, fill, drawing } from "./dom.js";
import { laidCards } from "./cards.js";
import { calledOf, nameOf, partnerOf, seatAt, stateWords, teamName, teamOf } from "./people.js";
import { comboName, countWord, ordinal, points, rankLetter } from "./words.js";

const PLACES = ["north", "west", "east", "south"];
const BACKS_SHOWN = 14;

/** The whole board. */
export function renderBoard(node, view) {
  const round = view.table;
  if (round === null) {
    fill(node);
    return;
  }
  const seats = PLACES.filter((place) => place !== "south" || view.seat === null);
  node.classList.toggle("watching", view.seat === null);
  const spots = new Map([...node.querySelectorAll(".spot")].map((old) => [old.dataset.key, old]));
  const kept = PLACES.map((place) => spot(view, place)).map((made) => spots.get(made.dataset.key) ?? made);
  const felt = node.querySelector(".felt") ?? el("div", { class: "felt" });
  fill(felt, kept, middle(view));
  fill(node, seats.map((place) => seatPanel(view, seatAt(view, place), place)), felt);
}

function seatPanel(view, seat, place) {
  const round = view.table;
  const info = view.seats[seat];
  const onTurn = round.turn === seat;
  const classes = ["seat", place, onTurn ? "on-turn" : "", info.state === "away" ? "away" : ""];
  return el(
    "section",
    { class: classes.join(" ").trim(), "aria-label": seatWords(view, seat), "data-seat": seat },
    el("div", { class: "who", "aria-hidden": "true" }, el("span", { class: "name" }, nameOf(view, seat)), badges(view, seat)),
    el("div", { class: "sub", "aria-hidden": "true" }, subtitle(view, seat)),
    el("div", { class: "backs", "aria-hidden": "true" }, backs(round.counts[seat]), count(round, seat)),
  );
}

const roleOf = (view, seat) => (view.seat !== null && seat === partnerOf(view.seat) ? "partner" : "");

function subtitle(view, seat) {
  const role = roleOf(view, seat);
  const state = stateWords(view.seats[seat]);
  return [role ? el("span", {}, role) : null, state ? el("span", { class: "state" }, state) : null];
}

function backs(count) {
  return Array.from({ length: Math.min(count, BACKS_SHOWN) }, () => el("i", { class: "back" }));
}

function count(round, seat) {
  const place = round.out.indexOf(seat) + 1;
  if (place > 0) return el("b", { class: "count out" }, `out ${ordinal(place)}`);
  return el("b", { class: "count" }, String(round.counts[seat]));
}

/** The call of a seat and whether it is on turn. */
export function badges(view, seat) {
  const call = view.table.calls[seat];
  const list = [];
  if (call) {
    const text = call === "grand" ? "Grand Tichu" : "Tichu";
    list.push(el("span", { class: `badge ${call}` }, text));
  }
  if (view.table.picks_in.includes(seat) && view.table.phase === "exchange") {
    list.push(el("span", { class: "badge quiet" }, "has chosen"));
  }
  return list;
}

/** A seat for screen readers: "Anna, your partner, 12 cards, has called Tichu, is to play". */
export function seatWords(view, seat) {
  const round = view.table;
  const place = round.out.indexOf(seat) + 1;
  const call = round.calls[seat];
  const last = round.last[seat];
  const parts = [
    calledOf(view, seat),
    roleOf(view, seat),
    stateWords(view.seats[seat]),
    place > 0 ? `out ${ordinal(place)}` : countWord(round.counts[seat]),
    call ? `called ${call === "grand" ? "Grand Tichu" : "Tichu"}` : "",
    last === null ? "" : `last: ${last === "pass" ? "pass" : comboName(last)}`,
    round.turn === seat ? "to play" : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/** What the seat at a place has played last. */
function spot(view, place) {
  const round = view.table;
  const seat = seatAt(view, place);
  const taken = round.owner === null && round.taken !== null ? round.taken : null;
  const last = taken ? taken.last[seat] : round.last[seat];
  const isTop = taken === null ? round.owner === seat : taken.by === seat;
  const classes = `spot spot-${place}${isTop ? " top" : ""}${taken ? " gone" : ""}`;
  const awaited = round.turn === seat && taken === null;
  // Spots that have not changed keep their nodes, and do not move again.
  const key = [classes, JSON.stringify(last), awaited].join(" ");
  return el("div", { class: classes, "data-key": key }, spotContent(last, awaited));
}

function spotContent(last, awaited) {
  if (last === "pass") return el("span", { class: "passed" }, "pass");
  if (last !== null) {
    return [laidCards(last), el("span", { class: "combo" }, comboName(last))];
  }
  if (awaited) return el("span", { class: "awaited" }, "…");
  return null;
}

function middle(view) {
  const round = view.table;
  const parts = [];
  if (round.wish !== null) {
    parts.push(
      el("div", { class: "wish" }, drawing("mahjong"), el("span", {}, "Wish "), el("b", {}, rankLetter(round.wish))),
    );
  }
  parts.push(el("p", { class: "turn-words" }, turnWords(view)));
  return el("div", { class: "middle-line" }, parts);
}

/** Whose turn it is, in words. */
export function turnWords(view) {
  const round = view.table;
  if (view.life === "over") return "The match is over";
  if (view.life === "between" || round.phase === "over") return "The round is over";
  if (round.phase === "grand") return "Grand Tichu?";
  if (round.phase === "exchange") return "The exchange";
  if (round.phase === "gift") return `${calledOf(view, round.owner)} to give the Dragon away`;
  if (round.phase === "ripe") return `All have passed: the trick goes to ${called(view, round.owner)}`;
  if (round.taken !== null && round.owner === null) return takenWords(view, round);
  if (round.turn === view.seat) return round.top ? "Your turn" : "You lead";
  return `${nameOf(view, round.turn)} ${round.top ? "to play" : "leads"}`;
}

const called = (view, seat) => (seat === view.seat ? "you" : nameOf(view, seat));

function takenWords(view, round) {
  const leads = round.turn === view.seat ? "you lead" : `${nameOf(view, round.turn)} leads`;
  if (round.taken.lead) return `The Dog: ${leads}`;
  const { by, to } = round.taken;
  const taker = `${calledOf(view, by)} ${by === view.seat ? "take" : "takes"} the trick`;
  if (by !== to) return `The Dragon’s trick goes to ${called(view, to)}; ${leads}`;
  return by === round.turn ? `${taker} and ${by === view.seat ? "lead" : "leads"}` : `${taker}; ${leads}`;
}

/** Both totals and the number of the round. */
export function renderStanding(node, view) {
  node.hidden = view.life === "open";
  const mine = view.seat === null ? 0 : teamOf(view.seat);
  const team = (number, label) =>
    el(
      "span",
      { class: "team", title: teamName(view, number) },
      el("span", { class: "team-name" }, label),
      el("span", { class: "points" }, points(view.totals[number])),
    );
  const labels = view.seat === null ? [0, 1].map((n) => teamName(view, n, " & ")) : ["We", "They"];
  fill(
    node,
    team(mine, labels[0]),
    team(1 - mine, labels[1]),
    el("span", { class: "round", title: `to ${view.settings.target}` }, `Round ${Math.max(view.round, 1)}`),
  );
  node.setAttribute(
    "aria-label",
    `${teamName(view, mine)} ${points(view.totals[mine])}, ${teamName(view, 1 - mine)} ${points(view.totals[1 - mine])}, round ${view.round}`,
  );
  node.setAttribute("role", "group");
}

