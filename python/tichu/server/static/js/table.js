// The table on the screen: shows a game, and turns what the player does into answers.

import { byId, el, fill, setText } from "./dom.js";
import { Speaker } from "./announce.js";
import { badges, renderBoard, renderStanding, turnWords } from "./board.js";
import { chooseBomb, chooseWish, confirmTichu, pickGift } from "./choosers.js";
import { AboutDialog } from "./about.js";
import { Hand } from "./hand.js";
import { invites } from "./keep.js";
import { Panel } from "./panel.js";
import { ScoreDialog } from "./scores.js";
import { calledOf, nameOf, partnerOf } from "./people.js";
import { cardName, countWord, ordinal, rankWord, spoken } from "./words.js";
import { renderWaiting } from "./waiting.js";
import { chooseIn } from "./choosers.js";

const SHEET_AFTER = 1200;
const TICK = 200;

export class TableScreen {
  /** @param on `leave()`, `sit(seat)`, `comeBack()`. */
  constructor(on) {
    this.on = on;
    this.game = null;
    this.speaker = new Speaker(byId("live"), byId("live-now"));
    this.hand = new Hand(byId("hand"), this.handKeys());
    this.panel = new Panel(byId("panel"), this.buttons());
    this.scores = new ScoreDialog({ next: () => this.game.act({ action: "next" }), leave: on.leave });
    this.about = new AboutDialog({ changed: () => this.render(), leave: on.leave });
    this.listener = {
      changed: () => this.changed(),
      said: (line) => this.said(line),
      asked: (ask) => this.asked(ask),
      failed: (error) => this.failed(error),
      roundOver: () => this.roundOver(),
    };
    byId("open-sheet").addEventListener("click", () => this.scores.open(this.game));
    byId("open-about").addEventListener("click", () => this.about.open(this.game));
    byId("open-log").addEventListener("click", () => this.openLog());
    setInterval(() => this.tick(), TICK);
  }

  show(game) {
    this.game = game;
    for (const id of ["table", "open-sheet", "open-about", "open-log"]) byId(id).hidden = false;
    fill(byId("log"), game.log.map(logItem));
    this.render();
    // Whatever had the focus on the start page is gone.
    byId("table-title").focus({ preventScroll: true });
    if (game.view.life === "between" || game.view.life === "over") this.scores.open(game);
  }

  hide() {
    this.game = null;
    this.scores.close();
    this.about.close();
    clearTimeout(this.sheetTimer);
    for (const id of ["table", "open-sheet", "open-about", "open-log", "standing"]) byId(id).hidden = true;
  }

  // --- what the game tells ---

  changed() {
    if (this.game === null || this.isWaiting) return;
    // Several things happen at once; they are shown together.
    this.isWaiting = true;
    queueMicrotask(() => {
      this.isWaiting = false;
      if (this.game !== null) this.render();
    });
  }

  said(line) {
    const log = byId("log");
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    log.append(logItem(line));
    if (atEnd) log.scrollTop = log.scrollHeight;
    this.speaker.say(line.text);
  }

  asked(ask) {
    const words = askWords(this.game, ask);
    if (words) this.speaker.sayNow(words);
  }

  failed(error) {
    this.said({ text: error.rule ? `${error.message} (${error.rule})` : error.message, tone: "loud" });
  }

  roundOver() {
    clearTimeout(this.sheetTimer);
    this.sheetTimer = setTimeout(() => {
      if (this.game !== null && this.game.view.life !== "playing") this.scores.open(this.game);
    }, SHEET_AFTER);
  }

  async detached(reason) {
    const text =
      reason === "replaced"
        ? "This seat is now played in another window."
        : "This match is no longer kept by the server.";
    const back = await chooseIn("You are no longer at this table", (choose) => [
      el("p", {}, text),
      el(
        "div",
        { class: "row end" },
        el("button", { type: "button", class: "button plain", onclick: () => choose(false) }, "Start page"),
        reason === "replaced"
          ? el("button", { type: "button", class: "button primary", onclick: () => choose(true) }, "Play here")
          : null,
      ),
    ]);
    if (back) this.on.comeBack();
    else if (reason !== "replaced" || back === false) this.on.leave();
  }

  // --- what the player does ---

  handKeys() {
    return {
      pick: (card) => this.pick(card),
      enter: () => this.enter(),
      step: (by) => this.game.step(by),
      clear: () => this.game.choose([]),
      pass: () => this.game.may("pass") && this.answer("pass"),
      bomb: () => this.throwBomb(),
      decline: () => this.game.ask?.kind === "bomb" && this.game.may("decline") && this.answer("decline"),
    };
  }

  buttons() {
    return {
      answer: (action) => this.answer(action),
      play: (play) => this.play(play),
      clear: () => this.game.choose([]),
      bomb: () => this.throwBomb(),
      tichu: () => this.callTichu(),
      give: () => this.game.give(),
      takeBack: (to) => {
        delete this.game.gifts[to];
        this.render();
      },
      revise: () => {
        this.game.revising = true;
        this.game.gifts = {};
        this.render();
      },
      next: () => this.answer("next"),
      sheet: () => this.scores.open(this.game),
      leave: () => this.on.leave(),
    };
  }

  pick(card) {
    if (!this.game.isExchanging) {
      this.game.toggle(card);
      return;
    }
    pickGift(this.game, card);
    this.render();
  }

  answer(action) {
    return this.game.act({ action });
  }

  /** Enter in the hand: play what is chosen; if it can mean two things, go to the two buttons. */
  enter() {
    const { game } = this;
    if (game.isExchanging) {
      byId("panel").querySelector("[data-role=give]:enabled")?.focus();
      return;
    }
    if (game.matching.length === 1) this.play(game.matching[0]);
    else if (game.matching.length > 1) byId("panel").querySelector("[data-role=play]").focus();
    else if (game.whyNot !== null) this.speaker.sayNow(spoken(game.whyNot.text));
  }

  async play(play) {
    const { wishes } = this.game.ask;
    if (!play.wish || wishes.length === 0) {
      await this.game.play(play);
      return;
    }
    const chosen = await chooseWish(play, wishes);
    // The question may have changed meanwhile; the play must still be one of its plays.
    const same = this.game?.matching.find(({ combo }) => JSON.stringify(combo) === JSON.stringify(play.combo));
    if (chosen !== null && same) await this.game.play(same, chosen.wish);
  }

  async throwBomb() {
    const { bombs } = this.game;
    if (bombs.length === 0) return;
    const bomb = await chooseBomb(bombs);
    const same = bomb && this.game?.bombs.find(({ combo }) => combo.cards === bomb.combo.cards);
    if (same) await this.game.play(same);
  }

  async callTichu() {
    if ((await confirmTichu(this.game)) && this.game?.may("tichu")) this.answer("tichu");
  }

  openLog() {
    chooseIn(
      "What happened",
      (choose) => [
        el("ol", { class: "log" }, this.game.log.map(logItem)),
        el("div", { class: "row end" }, el("button", { type: "button", class: "button", autofocus: true, onclick: () => choose(null) }, "Close")),
      ],
      { className: "log-dialog" },
    );
    const log = document.querySelector(".log-dialog .log");
    log.scrollTop = log.scrollHeight;
  }

  // --- showing it ---

  render() {
    const { game } = this;
    const { view } = game;
    const own = byId("own");
    const hadFocus = own.contains(document.activeElement);
    renderStanding(byId("standing"), view);
    document.title = titleOf(game);
    if (view.life === "open") {
      this.renderOpen(view);
      return;
    }
    renderBoard(byId("board"), view);
    own.hidden = view.seat === null;
    own.classList.toggle("on-turn", game.isMyTurn);
    own.dataset.position = String(view.position);
    this.renderOwnLine();
    this.hand.render(game.hand, (card) => markOf(game, card));
    this.panel.render(game);
    this.tick();
    this.scores.update(game);
    if (hadFocus && !own.contains(document.activeElement)) this.refocus();
  }

  /** What had the focus is gone: the first thing to decide has it now, or else the hand. */
  refocus() {
    const panel = byId("panel");
    const first = panel.dataset.kind === "play" ? null : panel.querySelector(".button:enabled");
    if (first && panel.dataset.kind !== "exchange") first.focus({ preventScroll: true });
    else this.hand.focus();
  }

  renderOpen(view) {
    const board = byId("board");
    const key = JSON.stringify([view.seats, view.seat, invites(view.match)]);
    byId("own").hidden = true;
    // Somebody may be copying a link.
    if (board.dataset.key === key && board.querySelector(".waiting")) return;
    board.dataset.key = key;
    renderWaiting(board, view, { sit: (seat) => this.on.sit(seat) });
  }

  renderOwnLine() {
    const { view, round, seat } = this.game;
    const line = byId("own-line");
    if (seat === null) return;
    const place = round.out.indexOf(seat) + 1;
    const state = place > 0 ? `out ${ordinal(place)}` : countWord(round.counts[seat]);
    this.timer ??= el("span", { class: "timer", hidden: true }, el("span", { class: "timer-line" }, el("i")), el("span", { class: "seconds" }));
    fill(line, el("span", { class: "name" }, nameOf(view, seat)), el("span", {}, state), badges(view, seat), this.timer, giftWords(this.game));
  }

  tick() {
    const { game, timer } = this;
    if (!game || !timer) return;
    const time = game.timeLeft;
    timer.hidden = time === null;
    if (time === null) return;
    timer.querySelector("i").style.transform = `scaleX(${time.left / time.of})`;
    setText(timer.querySelector(".seconds"), `${Math.ceil(time.left)} s`);
  }
}

const logItem = ({ text, tone }) => el("li", { class: tone }, text);

function titleOf({ view, isMyTurn }) {
  if (view.life === "open") return "Waiting – Tichu";
  return isMyTurn ? "● Your turn – Tichu" : `${turnWords(view)} – Tichu`;
}

/** What the hand shows of a card. */
function markOf(game, card) {
  const gift = Object.values(game.gifts).includes(card);
  // Where every card can be played none stands out.
  const isLive = game.live.has(card) && (game.chosen.size > 0 || game.useful.size < game.hand.length);
  return {
    chosen: game.isExchanging ? gift : game.chosen.has(card),
    live: isLive,
    dim: game.isMyTurn && !game.useful.has(card) && !game.chosen.has(card),
    note: noteOf(game, card),
  };
}

/** From whom a card has come, as long as nothing is played. */
function noteOf({ view, round }, card) {
  if (!isFresh(view)) return "";
  const at = round.received.indexOf(card);
  return at < 0 ? "" : `from ${nameOf(view, (view.seat + at + 1) % 4)}`;
}

const isFresh = ({ table }) => table.received !== null && table.isFresh && table.phase === "play";

function giftWords({ view, round }) {
  if (!isFresh(view)) return null;
  const words = round.received.map((card, at) => {
    const seat = (view.seat + at + 1) % 4;
    return `${cardName(card)} from ${nameOf(view, seat)}${seat === partnerOf(view.seat) ? ", your partner" : ""}`;
  });
  return el("span", { class: "got" }, `You got ${words.join("; ")}.`);
}

/** What is said to screen readers when something is asked. */
function askWords({ view, round, bombs, plays }, ask) {
  switch (ask.kind) {
    case "grand":
      return ask.actions.includes("grand") ? "You have your first cards. Do you call Grand Tichu?" : "";
    case "exchange":
      return "Choose a card for each of the others.";
    case "dragon":
      return "Your Dragon has won. Who gets the trick?";
    case "bomb":
      return bombs.length > 0 ? "You could bomb this." : "";
    case "next":
      return "The next round can begin.";
    case "play": {
      const wish = round.wish === null ? "" : ` The wish is ${rankWord(round.wish)}.`;
      const none = plays.length === 0 ? " You cannot beat this." : "";
      return `${round.top ? `Your turn, on ${calledOf(view, round.owner)}.` : "You lead."}${wish}${none}`;
    }
    default:
      return "";
  }
}
