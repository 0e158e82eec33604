// The dialog about the table: how it is set, links, the seed that the deals come from, leaving.

import { el, fill } from "./dom.js";
import * as keep from "./keep.js";
import { nameOf, nextSits, setNextSits, stateWords } from "./people.js";
import { linkLine } from "./waiting.js";

export class AboutDialog {
  /** @param on `changed()`, `leave()`. */
  constructor(on) {
    this.on = on;
    this.dialog = null;
  }

  open(game) {
    this.close();
    this.dialog = el("dialog", { class: "dialog about-dialog", "aria-labelledby": "about-title" });
    this.dialog.addEventListener("close", () => {
      this.dialog?.remove();
      this.dialog = null;
    });
    this.show(game);
    document.body.append(this.dialog);
    this.dialog.showModal();
  }

  close() {
    this.dialog?.close();
  }

  show(game) {
    const { view } = game;
    fill(
      this.dialog,
      el("h2", { id: "about-title" }, "This table"),
      el("dl", { class: "facts" }, facts(view).map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
      seedPart(view),
      linkLine("To watch this match:", keep.linkTo({ match: view.match, watch: true })),
      this.direction(),
      view.life === "over" ? recordButton(game) : null,
      el(
        "div",
        { class: "row end" },
        game.seat !== null && view.life !== "over" ? this.leaveButton(game) : null,
        el("button", { type: "button", class: "button primary", autofocus: true, onclick: () => this.close() }, "Close"),
      ),
    );
  }

  direction() {
    const choose = (event) => {
      setNextSits(event.target.value);
      this.on.changed();
    };
    const option = (value, text) => el("option", { value, selected: nextSits() === value }, text);
    return el(
      "label",
      { class: "field" },
      el("span", {}, "The next player sits"),
      el("select", { onchange: choose }, option("right", "on my right, as in the booklet"), option("left", "on my left")),
    );
  }

  leaveButton(game) {
    let isSure = false;
    return el(
      "button",
      {
        type: "button",
        class: "button plain",
        onclick: async (event) => {
          if (!isSure) {
            isSure = true;
            event.target.textContent = "Really? An agent takes the seat.";
            return;
          }
          await game.client.leave(game.match, game.seat).catch(() => {});
          keep.forgetSeat(game.match);
          this.close();
          this.on.leave();
        },
      },
      "Give up the seat",
    );
  }
}

const seconds = (value, none) => (value === null || value === undefined ? none : `${value} s`);

function facts(view) {
  const { settings } = view;
  const rules = Object.entries(settings.rules ?? {}).map(([name, value]) => `${name}: ${value}`);
  const clock = settings.clock ? `${settings.clock.decision} s a decision, ${settings.clock.bank ?? 0} s in the bank` : "none";
  return [
    ["Match", view.match],
    ["Seats", view.seats.map((info, seat) => [nameOf(view, seat), stateWords(info)].filter(Boolean).join(", ")).join("; ")],
    ["Goal", `${settings.target ?? 1000} points`],
    ["Rules", rules.length > 0 ? rules.join(", ") : "the standard game"],
    ["Time for bombs", settings.bomb_window === null ? "until all have answered" : `${settings.bomb_window ?? 0} s`],
    ["Clock", clock],
    ["Gone players", `an agent plays after ${seconds(settings.grace, "… nobody: the table waits")}`],
  ];
}

function seedPart(view) {
  const { seed_hash: hash, open_seed: isOpen } = view.settings;
  const verdict = el("p", { class: "verdict", role: "status" });
  if (isOpen) return el("p", { class: "warning" }, "The seed of this match came from a player, who may know all cards.");
  if (view.seed !== null) checkSeed(view.seed, hash, verdict);
  return el(
    "div",
    { class: "seed" },
    el(
      "p",
      {},
      view.seed === null
        ? "The deals come from a secret seed. Its SHA-256 is fixed since the start, and the seed is shown at the end:"
        : "The deals came from this seed; its SHA-256 was shown from the start:",
    ),
    view.seed === null ? null : el("code", {}, view.seed),
    el("code", {}, hash),
    verdict,
  );
}

async function checkSeed(seed, hash, node) {
  if (!globalThis.crypto?.subtle) return;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(seed));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  node.textContent = hex === hash ? "✓ Seed and SHA-256 belong together." : "✗ Seed and SHA-256 do not belong together!";
}

function recordButton(game) {
  const save = async () => {
    const { record } = await game.client.record(game.match);
    const address = URL.createObjectURL(new Blob([record], { type: "application/jsonl" }));
    el("a", { href: address, download: `tichu-${game.match}.jsonl` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  };
  return el("div", { class: "row" }, el("button", { type: "button", class: "button", onclick: save }, "Save the record"));
}
