// What of the page's modules needs no browser: node --test modules.mjs, with STATIC in the environment.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const load = (name) => import(pathToFileURL(`${process.env.STATIC}/js/${name}`));
const words = await load("words.js");
const plays = await load("plays.js");
const { afterEvent, wholeView } = await load("view.js");
const { TichuClient, ConnectionLost } = await load("client.js");
const { whyNot } = await load("reasons.js");

const combo = (type, rank, cards, phoenix) => ({ type, rank, cards, phoenix });

test("cards have names", () => {
  const names = ["7j", "Ts", "Kp", "At", "Mj", "Do", "Ph", "Dg"].map(words.cardName);
  assert.deepEqual(names, [
    "seven of jade",
    "ten of sword",
    "king of pagoda",
    "ace of star",
    "Mah Jong",
    "Dog",
    "Phoenix",
    "Dragon",
  ]);
});

test("combinations have names", () => {
  const named = [
    [combo("single", 7, "7j"), "Single 7"],
    [combo("single", 13.5, "Ph"), "Phoenix (13½)"],
    [combo("single", 1, "Mj"), "Mah Jong"],
    [combo("single", 15, "Dg"), "Dragon"],
    [combo("dog", 0, "Do"), "Dog"],
    [combo("pair", 13, "KjKs"), "Pair of kings"],
    [combo("triple", 2, "2j2sPh", 2), "Three 2s"],
    [combo("stairs", 7, "5j5s6j6s7jPh", 7), "Stairs, 5 to 7"],
    [combo("fullhouse", 13, "KjKsKp4j4s"), "Full house, kings over 4s"],
    [combo("fullhouse", 4, "4j4s9j9sPh", 4), "Full house, 4s over 9s"],
    [combo("straight", 9, "5j6s7p8t9j"), "Straight, 5 to 9"],
    [combo("straight", 5, "Mj2j3j4j5j"), "Straight, 1 to 5"],
    [combo("bomb4", 7, "7j7s7p7t"), "Bomb, four 7s"],
    [combo("bombsf", 9, "5j6j7j8j9j"), "Bomb, 5 to 9 of jade"],
  ];
  for (const [what, name] of named) assert.equal(words.comboName(what), name);
});

test("a hand is held from the Dog to the Dragon", () => {
  const held = words.sortCards(["Dg", "Ph", "As", "2t", "2j", "Mj", "Do"]);
  assert.deepEqual(held, ["Do", "Mj", "2j", "2t", "As", "Ph", "Dg"]);
});

test("the Phoenix lies in the place that it stands for", () => {
  assert.deepEqual(words.layCards(combo("straight", 9, "5j6s8p9tPh", 7)), ["5j", "6s", "Ph", "8p", "9t"]);
  assert.deepEqual(words.layCards(combo("fullhouse", 4, "4j4s9j9sPh", 4)), ["4j", "4s", "Ph", "9j", "9s"]);
});

test("plays are numbered through all groups, and found by their cards", () => {
  const ask = {
    hand: "4j4s9jPh",
    plays: [
      { type: "single", rank: 4, plays: "a b" },
      { type: "pair", rank: 4, plays: "ab" },
      { type: "triple", rank: 4, phoenix: 4, plays: "abd" },
    ],
  };
  const list = plays.listPlays(ask);
  assert.deepEqual(list.map(({ index }) => index), [0, 1, 2, 3]);
  assert.deepEqual(plays.playsWith(list, new Set(["4s", "4j"])).map(({ index }) => index), [2]);
  assert.deepEqual(plays.playsWith(list, new Set(["9j"])), []);
  assert.deepEqual([...plays.liveCards(list, new Set(["4s"]))].sort(), ["4j", "4s", "Ph"]);
});

function began() {
  const seats = [0, 1, 2, 3].map((seat) => ({ state: "player", name: `P${seat}` }));
  const view = wholeView({ match: "m", seat: 0, seq: 1, position: 0, life: "open", seats, settings: {} });
  const dealt = (cards) => ({ type: "dealt", seat: 0, cards });
  return [
    [{ type: "round_begun", round: 1 }, dealt("2j3j4j5j6j7j8j9j")],
    [{ type: "grand_closed", calls: [false, true, false, false] }, dealt("2s3s4s5s6s7s")],
    [{ type: "gave", seat: 0, cards: ["2j", "3j", "4j"] }, { type: "picked", seat: 0 }],
    [{ type: "exchanged", opener: 0 }, { type: "received", seat: 0, cards: ["Mj", "As", "Ks"] }],
  ].reduce((now, events, step) => afterEvent(now, { seq: step + 2, position: step + 1, events }), view);
}

test("a view follows the events of a round", () => {
  let view = began();
  const next = (...events) => {
    view = afterEvent(view, { seq: view.seq + 1, position: view.position + 1, events });
  };
  assert.deepEqual(view.table.counts, [14, 14, 14, 14]);
  assert.deepEqual(view.table.calls, [null, "grand", null, null]);
  assert.equal(words.parseCards(view.table.hand).length, 14);
  assert.ok(!view.table.hand.includes("3j") && view.table.hand.includes("Ks"));
  next({ type: "played", seat: 0, play: combo("single", 1, "Mj"), wish: 9 });
  assert.deepEqual([view.table.turn, view.table.owner, view.table.wish], [1, 0, 9]);
  next({ type: "passed", seat: 1 });
  next({ type: "passed", seat: 2 });
  next({ type: "passed", seat: 3 }, { type: "trick_ripe", owner: 0 });
  assert.deepEqual([view.table.phase, view.table.turn], ["ripe", null]);
  next({ type: "trick_taken", owner: 0, to: 0, cards: "Mj" });
  assert.deepEqual([view.table.phase, view.table.turn, view.table.piles[0]], ["play", 0, "Mj"]);
  assert.equal(view.table.taken.by, 0);
});

test("what was held back is no more when it is refused", () => {
  const held = { ...began(), held: "play 5j" };
  const other = { seq: 9, position: 9, actor: 1, events: [] };
  assert.equal(afterEvent(held, other).held, "play 5j");
  assert.equal(afterEvent(held, { ...other, events: [{ type: "refused", seat: 0 }] }).held, null);
  assert.equal(afterEvent(held, { ...other, actor: 0 }).held, null);
});

test("an event does not change the view that it comes to", () => {
  const before = began();
  const copy = structuredClone(before);
  afterEvent(before, { seq: 9, position: 9, events: [{ type: "played", seat: 0, play: combo("single", 1, "Mj") }] });
  assert.deepEqual(before, copy);
});

test("reasons have the number of a rule", () => {
  const view = { seat: 0, table: { phase: "play", turn: 0, top: combo("pair", 9, "9j9s"), wish: null } };
  assert.equal(whyNot(view, []).rule, "R-028");
  assert.equal(whyNot(view, [combo("pair", 8, "8j8s")]).rule, "R-044");
  assert.equal(whyNot(view, [combo("single", 15, "Dg")]).rule, "R-044");
  assert.equal(whyNot(view, null), null);
  const wished = { seat: 0, table: { ...view.table, wish: 10 } };
  assert.equal(whyNot(wished, [combo("pair", 13, "KjKs")]).rule, "R-068");
  const bombed = { seat: 0, table: { ...view.table, top: combo("bomb4", 9, "9j9s9p9t") } };
  assert.equal(whyNot(bombed, [combo("bomb4", 8, "8j8s8p8t")]).rule, "R-047");
  const offTurn = { seat: 1, table: view.table };
  assert.equal(whyNot(offTurn, [combo("single", 8, "8j")]).rule, "R-050");
  const early = { seat: 0, table: { phase: "exchange" } };
  assert.equal(whyNot(early, []).rule, "R-014");
});

/** A server in memory that answers hello, and what it is told to. */
function fakeServer(answers = {}) {
  const made = { connections: [], requests: [] };
  made.open = () => {
    const connection = {
      send(text) {
        const request = JSON.parse(text);
        made.requests.push(request);
        const results = { hello: () => ({ engine: "fake" }), ...answers };
        const result = results[request.type]?.(request);
        if (result) made.push(connection, { type: "ok", id: request.id, result: { type: request.type, ...result } });
      },
      close: () => connection.onclose(),
    };
    made.connections.push(connection);
    queueMicrotask(() => connection.onopen());
    return connection;
  };
  made.push = (connection, message) => queueMicrotask(() => connection.onmessage(JSON.stringify(message)));
  return made;
}

const until = async (is) => {
  for (let tries = 0; tries < 400 && !is(); tries += 1) await new Promise((done) => setTimeout(done, 10));
  assert.ok(is());
};

test("a client comes back to its seat, and says what it has seen", async () => {
  const token = "t".repeat(22);
  const view = (seq) => ({ match: "m", seat: 2, seq, position: 0 });
  const server = fakeServer({
    take: () => ({ match: "m", seat: 2, token, view: view(3) }),
    resume: () => ({ match: "m", seat: 2, view: view(5) }),
  });
  const client = new TichuClient(server.open);
  const states = [];
  client.on("state", ({ state }) => states.push(state));
  await client.start();
  await client.take("m", { name: "Anna" });
  server.push(server.connections[0], { type: "event", match: "m", seat: 2, seq: 4, position: 1, events: [] });
  await until(() => client.places.get("m").lastSeq === 4);

  server.connections[0].onclose();
  await until(() => client.places.get("m").lastSeq === 5);

  const resumed = server.requests.find(({ type }) => type === "resume");
  assert.deepEqual([resumed.token, resumed.last_seq], [token, 4]);
  assert.deepEqual(states, ["connecting", "ready", "lost", "connecting", "ready"]);
  assert.equal(new Set(server.requests.map(({ id }) => id)).size, server.requests.length);
  client.close();
});

test("a client can be gone for a while without giving up its seat", async () => {
  const token = "t".repeat(22);
  const server = fakeServer({ take: () => ({ match: "m", seat: 2, token, view: { match: "m", seat: 2, seq: 3 } }) });
  const client = new TichuClient(server.open);
  await client.start();
  await client.take("m");
  await client.restart();
  assert.equal(client.state, "ready");
  assert.equal(server.connections.length, 2);
  assert.deepEqual(server.requests.map(({ type }) => type), ["hello", "take", "hello"]);
  client.close();
});

test("what waits when the connection goes is told so", async () => {
  const server = fakeServer();
  const client = new TichuClient(server.open, { reconnect: false });
  await client.start();
  const asked = client.request("list");
  server.connections[0].onclose();
  await assert.rejects(asked, ConnectionLost);
  await assert.rejects(client.list(), ConnectionLost);
});
