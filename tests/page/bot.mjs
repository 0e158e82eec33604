// A bot on the page's own client: plays a match with all four seats, over whichever connection.
//
//     node bot.mjs CLIENT.JS engine PROGRAM ARG...     a child process, `tichu engine`
//     node --experimental-websocket bot.mjs CLIENT.JS socket URL

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [clientFile, way, ...rest] = process.argv.slice(2);
const { RequestError, TichuClient, webSocket } = await import(pathToFileURL(clientFile));

function childProcess(program, args) {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const connection = {
    isOpen: true,
    send: (text) => child.stdin.write(`${text}\n`),
    close: () => child.stdin.end(),
  };
  createInterface({ input: child.stdout }).on("line", (line) => connection.onmessage?.(line));
  child.on("exit", () => connection.onclose?.());
  return connection;
}

const open = way === "engine" ? () => childProcess(rest[0], rest.slice(1)) : () => webSocket(rest[0]);
const client = new TichuClient(open, { name: "node bot", reconnect: false });
const greeting = await client.start();

function answer(ask) {
  const { actions = [], count = 0, plays = [], wishes = [], give = "" } = ask;
  if (count > 0) return { play: count - 1, ...(plays.at(-1).wish ? { wish: wishes.at(-1) } : {}) };
  const calm = actions.find((action) => !["tichu", "grand"].includes(action));
  if (calm) return { action: calm };
  return { action: `give ${give.match(/../g).slice(0, 3).join(" ")}` };
}

let steps = 0;
let faults = 0;
const over = new Promise((resolve) => {
  client.on("event", ({ seq, events }) => {
    steps = Math.max(steps, seq);
    const end = events.find(({ type }) => type === "match_over");
    if (end) resolve(end);
  });
});
client.on("ask", (ask) => {
  if (ask.kind === "wait") return;
  const { match, seat, position } = ask;
  client.act({ match, seat, position, ...answer(ask) }).catch((error) => {
    faults += error.code === "too_late" ? 0 : 1;
  });
});

const refused = await client.create({ seats: ["nobody", "me", "me", "me"] }).catch((error) => error);
const { match, seed_hash: hash } = await client.create({ seats: ["me", "random", "me", "random"], target: 200 });
const { winner, totals, seed } = await over;
const { record } = await client.record(match);
client.close();
console.log(
  JSON.stringify({
    engine: greeting.engine,
    isRefused: refused instanceof RequestError,
    winner,
    totals,
    seed: seed.length,
    hash: hash.length,
    lines: record.trim().split("\n").length,
    steps,
    faults,
  }),
);
