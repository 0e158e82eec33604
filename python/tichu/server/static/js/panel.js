// What the player can do now: one panel for each kind of question, above the hand.

import { el, fill, refill, setAttribute } from "./dom.js";
import { cardPip } from "./cards.js";
import { comboName, isBomb, listWords, rankWord, stakes, withCards } from "./words.js";
import { exchangePanel, dragonPanel } from "./choosers.js";
import { nameOf } from "./people.js";
import { turnWords } from "./board.js";

/**
 * @param node where the panel is.
 * @param on what the buttons do: `answer(action)`, `play(play)`, `clear()`, `bomb()`, `tichu()`,
 *   `give()`, `takeBack(to)`, `revise()`, `next()`.
 */
export class Panel {
  constructor(node, on) {
    this.node = node;
    this.on = on;
    this.kind = null;
    this.playRow = new PlayRow(on);
  }

  render(game) {
    const kind = panelKind(game);
    const isNew = kind !== this.kind;
    this.kind = kind;
    this.node.dataset.kind = kind;
    if (kind === "play") {
      this.playRow.render(game);
      if (isNew) fill(this.node, this.playRow.node);
      return;
    }
    refill(this.node, PANELS[kind](game, this.on));
  }
}

function panelKind(game) {
  const { view } = game;
  if (view.seat === null) return "none";
  if (view.life === "over") return "over";
  if (view.life === "between") return "next";
  if (view.life === "open" || game.round === null) return "none";
  if (game.ask?.kind === "dragon") return "dragon";
  if (game.isExchanging) return "exchange";
  const { phase } = game.round;
  return phase === "grand" || phase === "exchange" ? phase + "Wait" : "play";
}

const button = (text, onclick, className = "", attributes = {}) =>
  el("button", { type: "button", class: `button ${className}`.trim(), onclick, ...attributes }, text);

const words = (...children) => el("p", { class: "question" }, ...children);

const row = (...children) => el("div", { class: "row" }, ...children);

function tichuButton(game, on) {
  return game.may("tichu") ? button("Call Tichu", on.tichu, "quiet") : null;
}

const PANELS = {
  none: () => null,

  grandWait(game, on) {
    if (!game.ask?.actions.includes("nogrand")) return words("You have answered. The others are thinking about Grand Tichu.");
    const waits = { disabled: game.busy };
    const call = game.ask.actions.includes("grand") ? button("Call Grand Tichu", () => on.answer("grand"), "", waits) : null;
    return [
      words(`These are your first cards. Do you call Grand Tichu${stakes(game.pointsOf("grand"), " (", ")")}?`),
      row(call, button("No, go on", () => on.answer("nogrand"), "primary", waits)),
    ];
  },

  exchange: exchangePanel,

  exchangeWait(game, on) {
    const { view } = game;
    const missing = [0, 1, 2, 3].filter((seat) => !game.round.picks_in.includes(seat));
    const who = listWords(missing.map((seat) => nameOf(view, seat)));
    const again = game.ask?.give ? button("Choose again", on.revise, "plain") : null;
    const text = missing.length > 0 ? `Your gifts lie ready. Still choosing: ${who}.` : "The cards change hands.";
    return [words(text), row(again, tichuButton(game, on))];
  },

  dragon: dragonPanel,

  next(game, on) {
    const ready = game.may("next");
    return [
      words(ready ? "The round is over." : "Waiting for the others."),
      row(
        ready ? button("Next round", on.next, "primary") : null,
        button("Score sheet", on.sheet, ready ? "plain" : ""),
      ),
    ];
  },

  over: (_, on) => [words("The match is over."), row(button("Score sheet", on.sheet, "primary"), button("New match", on.leave))],
};

const ruleMark = (rule) => (rule ? el("span", { class: "rule" }, ` (${rule})`) : null);

/** The buttons while cards are played. They stay the same nodes, so that the focus stays. */
class PlayRow {
  constructor(on) {
    this.on = on;
    this.say = el("p", { class: "question", "data-role": "say" });
    this.plays = el("div", { class: "plays" });
    this.pass = button("Pass", () => on.answer("pass"), "", { "data-role": "pass" });
    this.clear = button("Put back", on.clear, "plain", { "data-role": "clear" });
    this.bomb = button("Bomb!", on.bomb, "bomb", { "data-role": "bomb" });
    this.decline = button("No bomb", () => on.answer("decline"), "", { "data-role": "decline" });
    this.tichu = button("Call Tichu", on.tichu, "quiet", { "data-role": "tichu" });
    this.node = el(
      "div",
      { class: "play-row" },
      this.say,
      el("div", { class: "row" }, this.plays, this.pass, this.bomb, this.decline, this.tichu, this.clear),
    );
  }

  render(game) {
    const isBombAsked = game.ask?.kind === "bomb";
    this.renderWords(game);
    this.renderPlays(game);
    const mayPass = game.isMyTurn && game.may("pass");
    const mayDecline = isBombAsked && game.may("decline");
    this.bomb.hidden = game.bombs.length === 0;
    this.decline.hidden = !mayDecline;
    // Its place stays empty beside "No bomb": a click there that comes late shall not be a pass.
    this.pass.hidden = !mayPass && !mayDecline;
    this.pass.classList.toggle("absent", !mayPass);
    this.tichu.hidden = !game.may("tichu");
    this.clear.hidden = game.chosen.size === 0;
  }

  renderWords(game) {
    const why = game.isMyTurn && game.round.top ? game.whyNoPass : null;
    const words = [sayWords(game), why?.text, why?.rule];
    const label = JSON.stringify(words);
    if (this.say.dataset.label === label) return;
    this.say.dataset.label = label;
    fill(this.say, words[0], why ? [` ${why.text}`, ruleMark(why.rule), "."] : null);
  }

  renderPlays(game) {
    const offers = offersOf(game, this.on);
    while (this.plays.children.length > offers.length) this.plays.lastChild.remove();
    offers.forEach(({ what, text, rule, act, className }, place) => {
      if (!this.plays.children[place]) this.plays.append(el("button", { type: "button", "data-role": "play" }));
      const node = this.plays.children[place];
      node.className = `button primary ${className}`;
      node.onclick = act;
      // Not `disabled`: whoever cannot see the page should be able to find out why.
      setAttribute(node, "aria-disabled", act === null ? "true" : null);
      const label = JSON.stringify([what, text, rule]);
      if (node.dataset.label === label) return;
      node.dataset.label = label;
      const name = what === null ? null : [el("b", { class: "what" }, what), " "];
      const words = withCards(text).map((part) => (Array.isArray(part) ? part.map(cardPip) : part));
      fill(node, name, words, ruleMark(rule));
    });
  }
}

const offer = (text, { what = null, rule = null, act = null, className = "" } = {}) => ({ what, text, rule, act, className });

/** The play buttons: usually one; several if the Phoenix can stand for several ranks. */
function offersOf(game, on) {
  const { matching, chosen, round, whyNot } = game;
  if (matching.length > 0 && !game.busy) {
    return matching.map((play) =>
      offer(comboName(play.combo), {
        act: () => on.play(play),
        className: isBomb(play.combo) ? "ready bomb" : "ready",
      }),
    );
  }
  if (chosen.size > 0) {
    const what = game.readings?.length > 0 ? comboName(game.readings[0]) : null;
    return [offer(whyNot?.text ?? "…", { what, rule: whyNot?.rule ?? null, className: "why" })];
  }
  if (!game.isMyTurn) return [offer("Choose cards ahead", { className: "why" })];
  if (game.plays.length > 0) return [offer(round.top ? "Choose cards" : "Choose cards to lead", { className: "why" })];
  return [offer("You cannot beat this", { className: "why" })];
}

function sayWords(game) {
  const { view, round } = game;
  if (view.held !== null && game.ask?.kind === "wait") return "Your play waits until everybody has had time for a bomb.";
  if (game.ask?.kind === "bomb") {
    return game.bombs.length > 0 ? "You could bomb this." : "Time for bombs.";
  }
  const wish = round.wish === null ? "" : ` The wish is ${rankWord(round.wish)}.`;
  if (game.isMyTurn && round.top) return `Your turn, on ${comboName(round.top)}.${wish}`;
  if (game.isMyTurn) return `You lead.${wish}`;
  return `${turnWords(view)}.`;
}
