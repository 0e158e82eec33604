// One match as it is played on this page: what is known, what may be done, which cards are chosen.

import { afterEvent, wholeView } from "./view.js";
import { sentences } from "./announce.js";
import { liveCards, listPlays, playsWith } from "./plays.js";
import { aloneWithAgents } from "./people.js";
import { Reasons, isStale } from "./reasons.js";
import { isBomb, parseCards, sortCards } from "./words.js";

const LOG_LENGTH = 300;

export class Game {
  /**
   * @param client the protocol client, at the match already.
   * @param attached what the client said of it.
   * @param on `changed()`, `said(line)`, `asked(ask)`, `failed(error)`, `roundOver()`.
   */
  constructor(client, attached, on) {
    this.client = client;
    this.on = on;
    this.log = [];
    this.ask = null;
    this.askedAt = 0;
    this.plays = [];
    this.chosen = new Set();
    this.readings = null;
    this.knownReadings = new Map();
    const check = (action) => this.check(action);
    this.notPlayed = new Reasons(check, () => on.changed());
    this.notPassed = new Reasons(check, () => on.changed());
    this.gifts = {};
    this.revising = false;
    this.busy = false;
    this.restore(attached);
  }

  get match() {
    return this.view.match;
  }

  get seat() {
    return this.view.seat;
  }

  get round() {
    return this.view.table;
  }

  /** The view that the server sent when the page came (again) to the match. */
  restore({ view, missed, token }) {
    this.token = token;
    this.view = wholeView(view);
    this.forgetAsk();
    this.keepChoice();
    for (const event of missed) this.tell(event);
    this.on.changed();
  }

  forgetAsk() {
    this.ask = null;
    this.plays = [];
    this.busy = false;
  }

  follow(event) {
    if (event.seq <= this.view.seq) return;
    this.view = afterEvent(this.view, event);
    const types = event.events.map((happening) => happening.type);
    if (types.includes("round_begun") || types.includes("picks_withdrawn")) this.gifts = {};
    this.keepChoice();
    this.tell(event);
    if (types.includes("round_over")) this.on.roundOver();
    this.on.changed();
  }

  tell(event) {
    for (const line of sentences(this.view, event)) {
      this.log.push(line);
      this.on.said(line);
    }
    if (this.log.length > LOG_LENGTH) this.log.splice(0, this.log.length - LOG_LENGTH);
  }

  question(ask) {
    this.ask = { actions: [], wishes: [], give: "", ...ask };
    this.askedAt = performance.now();
    this.plays = listPlays(ask);
    if (ask.kind === "exchange") this.revising = false;
    this.busy = false;
    if (this.declinesByItself()) {
      const { position } = ask;
      this.client.act({ match: this.match, position, action: "decline" }).catch(() => {});
    }
    this.explain();
    this.on.asked(this.ask);
    this.on.changed();
  }

  /** Where agents alone look on, no time is spent on bombs that one does not have. */
  declinesByItself() {
    return this.ask.kind === "bomb" && this.plays.length === 0 && aloneWithAgents(this.view);
  }

  // --- what may be done ---

  may(action) {
    return this.ask !== null && !this.busy && this.ask.actions.includes(action);
  }

  get isMyTurn() {
    return this.ask?.kind === "play";
  }

  get bombs() {
    return this.plays.filter((play) => isBomb(play.combo));
  }

  get recipients() {
    const gifts = this.ask?.actions.filter((action) => action.startsWith("dragon ")) ?? [];
    return gifts.map((action) => Number(action.slice(7)));
  }

  /** Whether the gifts of the exchange can be chosen: for the first time, or again. */
  get isExchanging() {
    if (!this.ask?.give) return false;
    return this.ask.kind === "exchange" || this.revising;
  }

  /**
   * Seconds left to answer, and of how many; null without an end. Whoever is on turn has the time
   * of his clock, however long the others have for bombs.
   */
  get timeLeft() {
    const deadline = this.ask?.deadline;
    if (deadline === undefined || deadline === null) return null;
    if (this.isMyTurn && !this.view.settings.clock) return null;
    const left = deadline - (performance.now() - this.askedAt) / 1000;
    return { left: Math.max(0, left), of: Math.max(deadline, 0.001) };
  }

  // --- the chosen cards ---

  get hand() {
    return sortCards(parseCards(this.round?.hand ?? ""));
  }

  keepChoice() {
    const hand = new Set(parseCards(this.round?.hand ?? ""));
    for (const card of this.chosen) if (!hand.has(card)) this.chosen.delete(card);
    for (const [to, card] of Object.entries(this.gifts)) if (!hand.has(card)) delete this.gifts[to];
    this.name();
  }

  toggle(card) {
    if (!this.chosen.delete(card)) this.chosen.add(card);
    this.name();
    this.on.changed();
  }

  choose(cards) {
    this.chosen = new Set(cards);
    this.name();
    this.on.changed();
  }

  /** The plays that the chosen cards make. */
  get matching() {
    return this.chosen.size === 0 ? [] : playsWith(this.plays, this.chosen);
  }

  get live() {
    return liveCards(this.plays, this.chosen);
  }

  /** The cards that are in any listed play, whatever is chosen. */
  get useful() {
    return liveCards(this.plays, new Set());
  }

  /** Ask the server what the chosen cards are, and why they cannot be played. */
  name() {
    const cards = sortCards(this.chosen).join("");
    this.readings = this.knownReadings.get(cards) ?? null;
    this.explain();
    if (!cards || this.readings || this.matching.length > 0) return;
    this.client.classify(cards).then(
      ({ readings = [] }) => {
        this.knownReadings.set(cards, readings);
        if (cards !== sortCards(this.chosen).join("")) return;
        this.readings = readings;
        this.on.changed();
      },
      () => {},
    );
  }

  /** Find out why the chosen cards cannot be played, and why one cannot pass. */
  explain() {
    const moment = `${this.view.seq} ${this.ask?.position} ${this.ask?.kind}`;
    this.notPlayed.want(this.unplayable, moment);
    this.notPassed.want(this.isMyTurn && !this.ask.actions.includes("pass") ? "pass" : null, moment);
  }

  /** The play of the chosen cards if it is none of those listed, as an action. */
  get unplayable() {
    if (this.ask === null || this.isExchanging || this.chosen.size === 0 || this.matching.length > 0) return null;
    return `play ${sortCards(this.chosen).join(" ")}`;
  }

  /** Why the chosen cards cannot be played: `{text, rule}`; null while that is not known. */
  get whyNot() {
    return this.notPlayed.of(this.unplayable);
  }

  /** Why one has to play something. */
  get whyNoPass() {
    return this.notPassed.of("pass");
  }

  /** Ask the server what it would reply to an action. */
  check(action) {
    return this.client.act({ match: this.match, position: this.ask.position, action, check: true });
  }

  /** What should be thought of before an action: `{message, rule}`, or null. */
  async warning(action) {
    try {
      return (await this.check(action)).warning ?? null;
    } catch {
      return null;
    }
  }

  /** What a call wins or loses; null if the server does not say. */
  pointsOf(call) {
    return this.client.greeting?.call_points?.[call] ?? null;
  }

  /** Choose the next (or previous) of the listed plays, from the chosen one on. */
  step(by) {
    if (this.plays.length === 0) return;
    const at = this.matching[0]?.index ?? (by > 0 ? -1 : 0);
    this.choose(this.plays[(at + by + this.plays.length) % this.plays.length].keys);
  }

  // --- doing it ---

  async play(play, wish) {
    const sent = await this.act({ play: play.index, ...(wish === undefined ? {} : { wish }) });
    if (sent) this.choose([]);
    return sent;
  }

  give() {
    const { next, partner, previous } = this.gifts;
    this.revising = false;
    return this.act({ action: `give ${next} ${partner} ${previous}` });
  }

  /** Send an answer to the last ask; whether the server took it. */
  async act(answer) {
    if (this.busy || this.ask === null) return false;
    this.busy = true;
    const { position } = this.ask;
    try {
      const done = await this.client.act({ match: this.match, position, ...answer });
      if (done.held) this.view.held = answer.action ?? "play";
      return true;
    } catch (error) {
      // What has crossed a new question on its way is not the player's fault.
      if (!isStale(error)) this.on.failed(error);
      return false;
    } finally {
      this.busy = false;
      this.on.changed();
    }
  }
}
