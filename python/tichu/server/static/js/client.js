// A client for the protocol (docs/PROTOCOL.md), in plain JavaScript: for the page, for bots, for Node.
//
//     const client = new TichuClient(() => webSocket("ws://127.0.0.1:8000/ws"), { name: "my bot" });
//     client.on("event", (event) => ...);  client.on("ask", (ask) => ...);
//     await client.start();
//     const { match, tokens } = await client.create({ seats: ["me", "random", "random", "random"] });
//     await client.act({ match, position: ask.position, play: 0 });
//
// It speaks over any connection that has `send(text)`, `close()` and the callbacks `onopen`,
// `onmessage(text)` and `onclose()`. A connection that is lost is opened again, and the client
// comes back to its seats and the matches that it watches.

export const VERSION = 1;

const REQUEST_SECONDS = 15;
const BACKOFF = { first: 0.5, most: 10 };

/** An answer of the server that says no: `code`, `rule`, `message`, `where`. */
export class RequestError extends Error {
  constructor({ code, rule = null, message, where = null }) {
    super(message);
    Object.assign(this, { name: "RequestError", code, rule, where });
  }
}

/** The connection went away before the answer came, or there was none. */
export class ConnectionLost extends Error {
  constructor(message = "The connection was lost.") {
    super(message);
    this.name = "ConnectionLost";
  }
}

/** A connection over a WebSocket, of the browser or one that behaves like it. */
export function webSocket(url, Socket = globalThis.WebSocket) {
  const socket = new Socket(url);
  const connection = { send: (text) => socket.send(text), close: () => socket.close() };
  socket.onopen = () => connection.onopen?.();
  socket.onmessage = (message) => connection.onmessage?.(String(message.data));
  socket.onclose = () => connection.onclose?.();
  return connection;
}

export class TichuClient {
  /**
   * @param open opens a connection.
   * @param name what the client is, for people who look for faults.
   * @param reconnect whether to open a lost connection again.
   * @param heartbeat seconds after which a silent connection is tried; 0 for never.
   */
  constructor(open, { name = "tichu.js", reconnect = true, heartbeat = 0 } = {}) {
    this.open = open;
    this.name = name;
    this.reconnect = reconnect;
    this.heartbeat = heartbeat;
    this.greeting = null;
    this.state = "closed";
    this.places = new Map();
    this.listeners = new Map();
    this.waiting = new Map();
    this.lastId = 0;
    this.tries = 0;
    this.connection = null;
    this.timers = {};
  }

  /**
   * Listen: `event`, `ask`, `detached` are the server's messages; `attached` is a place that is
   * (again) there, with its view; `state` is `connecting`, `ready`, `lost` or `closed`.
   */
  on(type, listener) {
    if (!this.listeners.has(type)) this.listeners.set(type, new Set());
    this.listeners.get(type).add(listener);
    return () => this.listeners.get(type).delete(listener);
  }

  emit(type, value) {
    for (const listener of this.listeners.get(type) ?? []) listener(value);
  }

  /** Connect and say hello; resolves with the greeting. */
  start() {
    this.stopped = false;
    const greeted = new Promise((resolve, reject) => {
      this.firstGreeting = { resolve, reject };
    });
    this.connect();
    return greeted;
  }

  /** Close the connection for good. Seats are kept: come back with their tokens. */
  close() {
    this.stopped = true;
    clearTimeout(this.timers.retry);
    clearTimeout(this.timers.beat);
    this.connection?.close();
    this.lose(this.connection);
  }

  /**
   * Be gone from all places for a while, without giving up a seat: by a new connection. Resolves
   * when that is there.
   */
  async restart() {
    this.places.clear();
    if (this.state !== "ready") return this.greeting;
    const { connection } = this;
    this.connection = null;
    this.dropWaiting();
    connection.close();
    return this.start();
  }

  /** Try again now instead of later. */
  retryNow() {
    if (this.state !== "lost") return;
    clearTimeout(this.timers.retry);
    this.connect();
  }

  connect() {
    this.setState("connecting");
    let connection;
    try {
      connection = this.open();
    } catch {
      connection = {};
      queueMicrotask(() => this.lose(connection));
    }
    this.connection = connection;
    connection.onopen = () => this.greet(connection);
    connection.onmessage = (text) => this.receive(connection, text);
    connection.onclose = () => this.lose(connection);
    if (connection.isOpen) this.greet(connection);
  }

  async greet(connection) {
    try {
      this.greeting = await this.request("hello", { version: VERSION, client: this.name });
    } catch (error) {
      if (error instanceof RequestError) this.refuse(error);
      return;
    }
    if (connection !== this.connection) return;
    this.tries = 0;
    this.setState("ready");
    this.firstGreeting?.resolve(this.greeting);
    this.firstGreeting = null;
    for (const place of this.places.values()) this.comeBack(place);
  }

  /** The server does not speak with us, and trying again would not help. */
  refuse(error) {
    this.stopped = true;
    this.firstGreeting?.reject(error);
    this.firstGreeting = null;
    this.connection?.close();
  }

  lose(connection) {
    if (connection !== this.connection || connection === null) return;
    this.connection = null;
    this.dropWaiting();
    if (this.stopped || !this.reconnect) {
      this.firstGreeting?.reject(new ConnectionLost("There was no connection."));
      this.firstGreeting = null;
      this.setState("closed");
      return;
    }
    const wait = Math.min(BACKOFF.most, BACKOFF.first * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.tries += 1;
    this.timers.retry = setTimeout(() => this.connect(), wait * 1000);
    this.setState("lost", wait);
  }

  dropWaiting() {
    clearTimeout(this.timers.beat);
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(new ConnectionLost());
    }
    this.waiting.clear();
  }

  setState(state, wait = null) {
    this.state = state;
    this.emit("state", { state, wait });
  }

  receive(connection, text) {
    if (connection !== this.connection) return;
    this.watchPulse(connection);
    const message = JSON.parse(text);
    if (message.type === "ok" || message.type === "error") this.settle(message);
    else this.push(message);
  }

  settle(message) {
    const waiting = this.waiting.get(message.id);
    if (waiting === undefined) {
      if (message.type === "error") this.emit("fault", new RequestError(message));
      return;
    }
    this.waiting.delete(message.id);
    clearTimeout(waiting.timer);
    if (message.type === "error") {
      waiting.reject(new RequestError(message));
      return;
    }
    // At once and not when the promise is looked at: events that follow belong to this view.
    this.attach(message.result, waiting.fields);
    waiting.resolve(message.result);
  }

  push(message) {
    const place = this.places.get(message.match);
    if (message.type === "event" && place) place.lastSeq = message.seq;
    if (message.type === "detached") this.places.delete(message.match);
    this.emit(message.type, message);
  }

  /** A connection may be dead without a word; after a silence, ask something cheap. */
  watchPulse(connection) {
    clearTimeout(this.timers.beat);
    if (!this.heartbeat) return;
    this.timers.beat = setTimeout(() => {
      this.request("classify", { cards: "Dg" }).catch((error) => {
        if (error.message === "no answer") connection.close?.();
        if (error.message === "no answer") this.lose(connection);
      });
    }, this.heartbeat * 1000);
  }

  /** Send a request; resolves with its result, rejects with a RequestError or ConnectionLost. */
  request(type, fields = {}) {
    if (this.connection === null || (this.state !== "ready" && type !== "hello")) {
      return Promise.reject(new ConnectionLost("There is no connection."));
    }
    this.lastId += 1;
    const id = String(this.lastId);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(new ConnectionLost("no answer"));
      }, REQUEST_SECONDS * 1000);
      this.waiting.set(id, { resolve, reject, timer, fields });
      this.connection.send(JSON.stringify({ type, id, ...fields }));
    });
  }

  /** Remember where one is, so as to come back there. */
  attach(result, fields) {
    if (result.type === "create") {
      const seat = result.views?.[0]?.seat;
      if (seat === undefined) return;
      this.remember(result.match, result.tokens[seat], result.views[0]);
    } else if (result.type === "take") {
      this.remember(result.match, result.token, result.view);
    } else if (result.type === "resume" || result.type === "watch") {
      this.remember(result.match, fields.token ?? null, result.view, result.missed);
    }
  }

  remember(match, token, view, missed = []) {
    const place = { match, token, lastSeq: view.seq };
    this.places.set(match, place);
    this.emit("attached", { match, token, seat: view.seat ?? null, view, missed });
  }

  comeBack({ match, token, lastSeq }) {
    const asked = token === null ? this.watch(match, lastSeq) : this.resume(match, token, lastSeq);
    asked.catch((error) => {
      if (!(error instanceof RequestError)) return;
      this.places.delete(match);
      this.emit("detached", { type: "detached", match, reason: "gone" });
    });
  }

  // The requests, by their names in docs/PROTOCOL.md.

  create(fields) {
    return this.request("create", fields);
  }

  take(match, { seat, name } = {}) {
    return this.request("take", { match, seat, name });
  }

  resume(match, token, lastSeq, name) {
    return this.request("resume", { match, token, last_seq: lastSeq, name });
  }

  watch(match, lastSeq) {
    return this.request("watch", { match, last_seq: lastSeq });
  }

  async leave(match, seat) {
    const result = await this.request("leave", { match, seat });
    this.places.delete(match);
    return result;
  }

  act(fields) {
    return this.request("act", fields);
  }

  list() {
    return this.request("list");
  }

  record(match) {
    return this.request("record", { match });
  }

  classify(cards) {
    return this.request("classify", { cards });
  }
}
