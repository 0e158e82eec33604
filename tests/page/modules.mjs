// What of the page's modules needs no browser: node --test modules.mjs, with STATIC in the environment.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const load = (name) => import(pathToFileURL(`${process.env.STATIC}/js/${name}`));
const words = await load("words.js");
const plays = await load("plays.js");
const { afterEvent, wholeView } = await load("view.js");
const { TichuClient, ConnectionLost } = await load("client.js");
const { Reasons } = await load("reasons.js");
const { countLines } = await load("sheet.js");
const { Game } = await load("game.js");

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

const seats = [0, 1, 2, 3].map((seat) => ({ state: "player", name: `P${seat}` }));

/** Events one after the other; each is its parts and what it says of the round. */
function follow(view, ...steps) {
  return steps.reduce(
    (now, [events, stand = {}]) => afterEvent(now, { seq: now.seq + 1, position: now.position + 1, events, ...stand }),
    view,
  );
}

function began() {
  const view = wholeView({ match: "m", seat: 0, seq: 1, position: 0, life: "open", seats, settings: {} });
  const dealt = (cards) => ({ type: "dealt", seat: 0, cards });
  return follow(
    view,
    [[{ type: "round_begun", round: 1 }, dealt("2j3j4j5j6j7j8j9j")], { phase: "grand", counts: [8, 8, 8, 8] }],
    [
      [{ type: "grand_closed", calls: [false, true, false, false] }, dealt("2s3s4s5s6s7s")],
      { phase: "exchange", counts: [14, 14, 14, 14] },
    ],
    [[{ type: "gave", seat: 0, cards: ["2j", "3j", "4j"] }, { type: "picked", seat: 0 }]],
    [
      [{ type: "exchanged", opener: 0 }, { type: "received", seat: 0, cards: ["Mj", "As", "Ks"] }],
      { phase: "play", turn: 0 },
    ],
  );
}

test("a view follows the events of a round", () => {
  let view = began();
  assert.deepEqual(view.table.counts, [14, 14, 14, 14]);
  assert.deepEqual(view.table.calls, [null, "grand", null, null]);
  assert.deepEqual([view.table.phase, view.table.turn, view.table.isFresh], ["play", 0, true]);
  assert.equal(words.parseCards(view.table.hand).length, 14);
  assert.ok(!view.table.hand.includes("3j") && view.table.hand.includes("Ks"));
  const played = { type: "played", seat: 0, play: combo("single", 1, "Mj"), wish: 9 };
  view = follow(view, [[played], { turn: 1, owner: 0, counts: [13, 14, 14, 14] }]);
  assert.deepEqual([view.table.turn, view.table.owner, view.table.wish, view.table.trick], [1, 0, 9, "Mj"]);
  assert.equal(view.table.isFresh, false);
  view = follow(
    view,
    [[{ type: "passed", seat: 1 }], { turn: 2, owner: 0 }],
    [[{ type: "passed", seat: 2 }], { turn: 3, owner: 0 }],
    [[{ type: "passed", seat: 3 }, { type: "trick_ripe", owner: 0 }], { phase: "ripe", owner: 0 }],
  );
  assert.deepEqual([view.table.phase, view.table.turn, view.table.top.cards], ["ripe", null, "Mj"]);
  view = follow(view, [[{ type: "trick_taken", owner: 0, to: 0, cards: "Mj" }], { phase: "play", turn: 0 }]);
  assert.deepEqual([view.table.phase, view.table.turn, view.table.piles[0]], ["play", 0, "Mj"]);
  assert.deepEqual([view.table.trick, view.table.top, view.table.taken.by], ["", null, 0]);
});

test("where the round stands is what the events say, whatever that is", () => {
  const odd = { phase: "gift", turn: 3, owner: 2, counts: [1, 2, 3, 4] };
  const { table } = follow(began(), [[], odd]);
  assert.deepEqual({ phase: table.phase, turn: table.turn, owner: table.owner, counts: table.counts }, odd);
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

const after = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Reasons whose server answers when it is told to. */
function asked() {
  const made = { requests: [], changes: 0 };
  const check = (action) =>
    new Promise((resolve, reject) => made.requests.push({ action, allow: resolve, refuse: (error) => reject(error) }));
  made.reasons = new Reasons(check, () => (made.changes += 1), 1);
  return made;
}

const LOW = { code: "does_not_beat", rule: "R-044", message: "Play something higher." };

test("reasons are the server's, asked for once the choice has settled", async () => {
  const made = asked();
  made.reasons.want("play 2j", "1");
  made.reasons.want("play 2j 2s", "1");
  await after(20);
  assert.deepEqual(made.requests.map(({ action }) => action), ["play 2j 2s"]);
  assert.equal(made.reasons.of("play 2j 2s"), null);
  made.requests[0].refuse(LOW);
  await after(1);
  assert.deepEqual(made.reasons.of("play 2j 2s"), { text: "Play something higher", rule: "R-044" });
  assert.equal(made.reasons.of("play 9j"), null);
  assert.equal(made.changes, 1);
  // At another moment it is asked again, and what was said stands until then.
  made.reasons.want("play 2j 2s", "2");
  assert.equal(made.reasons.of("play 2j 2s").rule, "R-044");
  await after(20);
  made.requests[1].allow({});
  await after(1);
  assert.equal(made.reasons.of("play 2j 2s"), null);
});

test("an answer that comes too late is no reason", async () => {
  const made = asked();
  made.reasons.want("play 2j", "1");
  await after(20);
  made.reasons.want("play 3j", "1");
  made.requests[0].refuse(LOW);
  await after(20);
  assert.equal(made.reasons.of("play 3j"), null);
  assert.equal(made.reasons.of("play 2j"), null);
  made.requests[1].refuse({ code: "too_late", message: "This answers an older question." });
  await after(1);
  assert.equal(made.reasons.of("play 3j"), null);
  made.reasons.want(null, "1");
  await after(20);
  assert.equal(made.requests.length, 2);
});

/** A game on a table where a pair lies, whose client refuses everything with one error. */
function gameRefusing(error) {
  const said = [];
  const asked = [];
  const client = {
    greeting: { call_points: { tichu: 100, grand: 200 } },
    act: (fields) => asked.push(fields) && Promise.reject(error),
    classify: async (cards) => ({ readings: [combo("pair", 8, cards)] }),
  };
  const on = { changed() {}, said() {}, asked() {}, roundOver() {}, failed: (fault) => said.push(fault.code) };
  const table = { phase: "play", turn: 0, owner: 3, hand: "8j8s9jKj", top: combo("pair", 9, "9p9t"), trick: "9p9t", counts: [4, 2, 2, 2] };
  const view = { match: "m", seat: 0, seq: 5, position: 4, life: "playing", seats, settings: {}, table };
  const game = new Game(client, { view, missed: [], token: null }, on);
  game.question({ match: "m", seat: 0, position: 4, kind: "play", actions: ["pass"] });
  return { game, said, asked };
}

test("the server is asked about chosen cards that make no play, and not about others", async () => {
  const { game, asked } = gameRefusing({ ...LOW });
  game.toggle("8s");
  game.toggle("8j");
  await after(300);
  assert.deepEqual(asked, [{ match: "m", position: 4, action: "play 8j 8s", check: true }]);
  assert.deepEqual(game.whyNot, { text: "Play something higher", rule: "R-044" });
  assert.equal(words.comboName(game.readings[0]), "Pair of 8s");
  game.choose([]);
  await after(300);
  assert.equal(game.whyNot, null);
  assert.equal(asked.length, 1);
  assert.equal(await game.warning("tichu"), null);
  assert.deepEqual([game.pointsOf("tichu"), game.pointsOf("other")], [100, null]);
});

test("where one cannot pass the server says why", async () => {
  const { game, asked } = gameRefusing({ code: "wish_stands", rule: "R-068", message: "A wish stands." });
  game.question({ match: "m", seat: 0, position: 4, kind: "play", actions: [] });
  await after(300);
  assert.deepEqual(asked.map(({ action, check }) => [action, check]), [["pass", true]]);
  assert.deepEqual(game.whyNoPass, { text: "A wish stands", rule: "R-068" });
});

test("an answer that crossed a new question is no fault", async () => {
  const late = gameRefusing({ code: "too_late", message: "This answers an older question." });
  assert.equal(await late.game.act({ action: "pass" }), false);
  const refused = gameRefusing({ ...LOW });
  assert.equal(await refused.game.act({ action: "pass" }), false);
  assert.deepEqual([late.said, refused.said], [[], ["does_not_beat"]]);
});

test("cards in a sentence of the server's are found, and read out", () => {
  const text = "The cards 2j Ts Ph are no combination; choose others";
  assert.deepEqual(words.withCards(text), ["The cards ", ["2j", "Ts", "Ph"], " are no combination; choose others"]);
  assert.equal(words.spoken(text), "The cards two of jade, ten of sword and Phoenix are no combination; choose others");
  for (const other of ["Out of turn only bombs may be played", "As all have passed: Do nothing"]) {
    assert.equal(words.spoken(other), other);
  }
});

test("the sheet shows every line of the count, as the server says it", () => {
  const result = {
    round: 2,
    out: [0, 1, 2],
    double: false,
    card: [65, 35],
    bonus: [100, -200],
    total: [165, -165],
    totals: [265, -165],
    lines: [
      { what: "tricks", seat: 0, team: "02", points: 10 },
      { what: "tricks", seat: 1, team: "13", points: 35 },
      { what: "tricks", seat: 2, team: "02", points: 15 },
      { what: "tricks", seat: 3, to: 0, team: "02", points: 5, rule: "R-099" },
      { what: "hand", seat: 3, cards: "KjDg", team: "02", points: 35, rule: "R-098" },
      { what: "call", seat: 0, call: "tichu", team: "02", points: 100, rule: "R-102" },
      { what: "call", seat: 3, call: "grand", team: "13", points: -200, rule: "R-102" },
    ],
  };
  const view = { seat: 1, seats, results: [{ totals: [100, 0] }, result] };
  const lines = countLines(view);
  assert.deepEqual(
    lines.map(({ text, teams }) => [text, ...teams]),
    [
      ["P0’s tricks", 10, null],
      ["Your tricks", null, 35],
      ["P2’s tricks", 15, null],
      ["P3’s tricks, for P0", 5, null],
      ["Left with P3, for the other side", 35, null],
      ["Card points", 65, 35],
      ["P0’s Tichu, made", 100, null],
      ["P3’s Grand Tichu, lost", null, -200],
      ["Round 2", 165, -165],
      ["Before it", 100, 0],
      ["Total", 265, -165],
    ],
  );
  assert.deepEqual(lines.map(({ rule }) => rule ?? null).filter(Boolean), ["R-099", "R-098", "R-102", "R-102"]);
  assert.equal(lines[4].cards, "KjDg");
});

test("a double victory is one line, and no calls are said to be none", () => {
  const result = {
    round: 1,
    out: [2, 0],
    double: true,
    card: [200, 0],
    bonus: [0, 0],
    total: [200, 0],
    totals: [200, 0],
    lines: [{ what: "double", seat: 2, team: "02", points: 200, rule: "R-096" }],
  };
  const lines = countLines({ seat: 0, seats, results: [result] });
  assert.deepEqual(
    lines.map(({ text, teams }) => [text, ...teams]),
    [
      ["Double victory of P2 and you", 200, null],
      ["No calls", 0, 0],
      ["Round 1", 200, 0],
      ["Before it", 0, 0],
      ["Total", 200, 0],
    ],
  );
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
