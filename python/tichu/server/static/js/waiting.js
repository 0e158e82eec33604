// The table before the match: who is there, and the links for those who are not.

import { el, fill } from "./dom.js";
import * as keep from "./keep.js";
import { partnerOf, stateWords } from "./people.js";

/**
 * @param node the board.
 * @param view the match, not yet begun.
 * @param on `sit(seat, name)`.
 */
export function renderWaiting(node, view, on) {
  const tokens = keep.invites(view.match);
  fill(
    node,
    el(
      "section",
      { class: "paper waiting" },
      el("h2", {}, view.seat === null ? "Take a seat" : "Waiting for players"),
      el("p", { class: "about" }, "The match begins when all four seats are taken."),
      el("ul", { class: "seat-list" }, view.seats.map((info, seat) => seatItem(view, info, seat, tokens[seat], on))),
      view.seats.some(({ state }) => state === "open")
        ? linkLine("For free seats, give on this link:", keep.linkTo({ match: view.match }))
        : null,
    ),
  );
}

function seatItem(view, info, seat, token, on) {
  const isFree = info.state === "open";
  const who = info.state === "player" ? info.name || "a player" : stateWords(info);
  const place = seat === view.seat ? "you" : seatPlace(view, seat);
  return el(
    "li",
    {},
    el("span", { class: "seat-name" }, el("b", {}, who || "a player"), place ? ` (${place})` : ""),
    info.state === "invited" && token ? linkLine("Send this link to the friend who shall sit here:", keep.linkTo({ match: view.match, token })) : null,
    isFree && view.seat === null
      ? el("button", { type: "button", class: "button primary", "data-sit": seat, onclick: () => on.sit(seat) }, "Sit here")
      : null,
  );
}

function seatPlace(view, seat) {
  if (view.seat === null) return `side ${seat % 2 === 0 ? "one" : "two"}`;
  return seat === partnerOf(view.seat) ? "your partner" : "other side";
}

/** A link to copy. */
export function linkLine(label, address) {
  const input = el("input", { readonly: true, value: address, "aria-label": label, onfocus: (event) => event.target.select() });
  const copy = async (event) => {
    input.select();
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      document.execCommand("copy");
    }
    event.target.textContent = "Copied";
  };
  return el(
    "div",
    { class: "link-line" },
    el("span", {}, label),
    el("div", { class: "link-row" }, input, el("button", { type: "button", class: "button small", onclick: copy }, "Copy")),
  );
}
