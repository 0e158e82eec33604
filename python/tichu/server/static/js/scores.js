// The dialog with the score sheet: opens after each round, and whenever it is wanted.

import { el, fill } from "./dom.js";
import { overWords } from "./announce.js";
import { historyTable, outWords, sheetTable } from "./sheet.js";

export class ScoreDialog {
  /** @param on `next()`, `leave()`. */
  constructor(on) {
    this.on = on;
    this.dialog = null;
  }

  open(game) {
    this.close();
    this.dialog = el("dialog", { class: "dialog score-dialog", "aria-labelledby": "score-title" });
    this.dialog.addEventListener("close", () => {
      this.dialog?.remove();
      this.dialog = null;
    });
    document.body.append(this.dialog);
    this.shown = null;
    this.update(game);
    this.dialog.showModal();
  }

  close() {
    this.dialog?.close();
  }

  /** Show what is new; closes itself when the next round begins. */
  update(game) {
    if (this.dialog === null) return;
    const { view } = game;
    const key = [view.results.length, view.life, game.may("next")].join(" ");
    if (key === this.shown) return;
    const wasBetween = this.shown?.includes("between");
    this.shown = key;
    if (wasBetween && view.life === "playing") {
      this.close();
      return;
    }
    const result = view.results.at(-1);
    fill(
      this.dialog,
      el("h2", { id: "score-title" }, titleOf(view, result)),
      result ? this.content(view, result) : el("p", {}, "No round has been counted yet."),
      el("div", { class: "row end" }, this.buttons(game)),
    );
    // What had the focus may be gone; a dialog that is only now opening sees to it itself.
    if (this.dialog.open) this.dialog.querySelector("[autofocus]")?.focus();
  }

  content(view, result) {
    return [
      el("p", { class: "about" }, `Out: ${outWords(view, result)}.`),
      sheetTable(view),
      view.results.length > 1 ? historyTable(view) : null,
    ];
  }

  buttons(game) {
    const button = (text, onclick, className = "", isFirst = false) =>
      el("button", { type: "button", class: `button ${className}`.trim(), onclick, autofocus: isFirst }, text);
    if (game.view.life === "over") {
      return [button("Look at the table", () => this.close(), "plain"), button("New match", this.leave, "primary", true)];
    }
    if (game.may("next")) {
      return [
        button("Look at the table", () => this.close(), "plain"),
        button("Next round", () => this.on.next(), "primary", true),
      ];
    }
    const waits = game.view.life === "between" && game.seat !== null;
    return [
      waits ? el("p", { class: "question" }, "Waiting for the others.") : null,
      button("Close", () => this.close(), "", true),
    ];
  }

  leave = () => {
    this.close();
    this.on.leave();
  };
}

function titleOf(view, result) {
  if (view.life === "over") return overWords(view, view.winner);
  return result ? `Round ${result.round}` : "Scores";
}
