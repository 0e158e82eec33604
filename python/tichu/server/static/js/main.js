// The page: connects, finds out from the address what it shall show, and shows the start page or a
// table.

import { TichuClient, webSocket } from "./client.js";
import { byId, el } from "./dom.js";
import { Game } from "./game.js";
import * as keep from "./keep.js";
import { Lobby } from "./lobby.js";
import { nextSits } from "./people.js";
import { showHelp } from "./help.js";
import { TableScreen } from "./table.js";

const HEARTBEAT = 20;
const LIST_SECONDS = 5;

const socketAddress = () => {
  const url = new URL("ws", location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  return url.href;
};

class Page {
  constructor() {
    this.client = new TichuClient(() => webSocket(socketAddress()), { name: "table", heartbeat: HEARTBEAT });
    this.lobby = new Lobby(byId("lobby"), { create: (fields) => this.create(fields), nextSits });
    this.screen = new TableScreen({
      leave: () => this.go(""),
      sit: (seat) => this.sit(seat),
      comeBack: () => this.route(),
    });
    this.game = null;
    this.isReady = false;
    this.listen();
  }

  listen() {
    const { client } = this;
    client.on("state", (state) => this.showConnection(state));
    client.on("attached", (attached) => this.attached(attached));
    client.on("event", (event) => this.ofGame(event)?.follow(event));
    client.on("ask", (ask) => this.ofGame(ask)?.question(ask));
    client.on("detached", (message) => this.detached(message));
    addEventListener("hashchange", () => this.route());
    addEventListener("online", () => client.retryNow());
    byId("home").addEventListener("click", () => this.go(""));
    byId("open-help").addEventListener("click", showHelp);
  }

  async start() {
    try {
      this.lobby.render(await this.client.start());
    } catch (error) {
      this.note(error.message);
      return;
    }
    this.isReady = true;
    setInterval(() => this.list(), LIST_SECONDS * 1000);
    this.route();
  }

  ofGame(message) {
    return this.game !== null && this.game.match === message.match ? this.game : null;
  }

  // --- where one is ---

  go(address) {
    if (location.hash.replace("#", "") === address.split("#").at(-1)) this.route();
    else if (address === "") {
      history.pushState(null, "", location.pathname + location.search);
      this.route();
    } else location.assign(address);
  }

  async route() {
    if (!this.isReady) return;
    const { match, token, watch } = keep.readHash();
    if (this.game && match === this.game.match && (token ?? this.game.token) === this.game.token && !this.isCut) return;
    this.isCut = false;
    await this.dropGame();
    if (match === null) {
      this.showLobby();
      return;
    }
    try {
      await this.attach(match, token, watch);
    } catch (error) {
      keep.forgetSeat(match);
      this.showLobby();
      this.note(error.message);
    }
  }

  async attach(match, token, watch) {
    const known = watch ? null : keep.seats()[match];
    const own = token ?? known ?? null;
    if (own === null) return this.client.watch(match);
    // A guest with an invitation says his name when he first comes.
    if (!known && !keep.playerName()) await askName();
    return this.client.resume(match, own, undefined, keep.playerName());
  }

  /** Be gone from the table, so that the others are not kept waiting; a seat stays one's own. */
  async dropGame() {
    if (this.game === null) return;
    this.game = null;
    await this.client.restart().catch(() => {});
  }

  showLobby() {
    this.screen.hide();
    document.body.classList.remove("at-table");
    byId("lobby").hidden = false;
    document.title = "Tichu";
    this.list();
  }

  async list() {
    if (this.game !== null || byId("lobby").hidden || document.hidden) return;
    try {
      const { matches = [] } = await this.client.list();
      this.lobby.showMatches(matches);
    } catch {
      // The line at the top says that there is no connection.
    }
  }

  // --- coming to a match ---

  async create(fields) {
    const { match, tokens } = await this.client.create(fields);
    const seat = fields.seats.indexOf("me");
    keep.keepInvites(match, tokens.map((token, place) => (place === seat ? null : token)));
    history.pushState(null, "", keep.linkTo({ match, token: tokens[seat] }));
    // Now that the links are known.
    this.screen.changed();
  }

  async sit(seat) {
    const { match } = this.game;
    const name = keep.playerName() || (await askName());
    if (name === null) return;
    try {
      const { token } = await this.client.take(match, { seat, name });
      history.replaceState(null, "", keep.linkTo({ match, token }));
    } catch (error) {
      this.note(error.message);
    }
  }

  attached(attached) {
    if (attached.token !== null) keep.keepSeat(attached.match, attached.token);
    const isSame = this.game?.match === attached.match && this.game.seat === attached.seat;
    if (isSame) {
      this.game.restore(attached);
      return;
    }
    byId("lobby").hidden = true;
    document.body.classList.add("at-table");
    this.game = new Game(this.client, attached, this.screen.listener);
    this.screen.show(this.game);
  }

  detached(message) {
    if (this.ofGame(message) === null) return;
    this.isCut = true;
    if (message.reason === "gone") keep.forgetSeat(message.match);
    this.screen.detached(message.reason);
  }

  // --- the line at the top ---

  showConnection({ state, wait }) {
    const line = byId("connection");
    document.body.classList.toggle("offline", state !== "ready");
    const isLost = state === "lost" || (state === "connecting" && this.client.tries > 0);
    clearTimeout(this.noteTimer);
    line.hidden = !isLost;
    if (!isLost) return;
    const when = wait === null ? "Trying again…" : `Trying again in ${Math.max(1, Math.round(wait))} s.`;
    line.textContent = `The connection is lost; your seat is kept. ${when}`;
  }

  note(text) {
    const line = byId("connection");
    line.textContent = text;
    line.hidden = false;
    clearTimeout(this.noteTimer);
    this.noteTimer = setTimeout(() => {
      line.hidden = true;
    }, 8000);
  }
}

/** Guests who come by a link are asked for their name once. */
function askName() {
  return new Promise((resolve) => {
    const input = el("input", { name: "name", maxlength: 40, autocomplete: "nickname", required: true, id: "guest-name" });
    const dialog = el(
      "dialog",
      { class: "dialog", "aria-labelledby": "name-title" },
      el("h2", { id: "name-title" }, "Your name"),
      el(
        "form",
        { method: "dialog" },
        el("label", { class: "field" }, el("span", {}, "How the others shall call you"), input),
        el("div", { class: "row end" }, el("button", { class: "button primary" }, "Sit down")),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (input.value) keep.setPlayerName(input.value);
      resolve(input.value || null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

const page = new Page();
page.start();
