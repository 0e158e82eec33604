// The start page: play at once, set a table with friends, go on, join or watch.

import { el, fill } from "./dom.js";
import * as keep from "./keep.js";

/** How a table against agents is set: it waits for its player as long as he likes. */
const ALONE = { bomb_window: 6, pause: null, grace: null };

/** How a table with friends is set. */
const TOGETHER = { bomb_window: 2.5, pause: 90, grace: 60 };

const TARGETS = [
  [1000, "1000 points"],
  [500, "500 points"],
  [250, "250 points"],
  [1, "one round"],
];

const PACES = [
  [1, "calm"],
  [0.4, "brisk"],
  [0, "at once"],
];

/** Those that are seated unless somebody else is chosen, the best first. */
const FAVOURITES = ["greedy", "random"];

/**
 * @param node where the lobby is.
 * @param on `create(fields)`, `open(link)`.
 */
export class Lobby {
  constructor(node, on) {
    this.node = node;
    this.on = on;
  }

  /** @param greeting what the server said of itself. */
  render(greeting) {
    this.greeting = greeting;
    this.matches = el("section", { class: "paper matches", hidden: true });
    fill(
      this.node,
      el(
        "div",
        { class: "welcome" },
        el("h1", {}, "A quiet table for Tichu"),
        el("p", { class: "lead" }, "Four players, two sides, fifty-six cards. Sit down against three agents, or bring friends."),
        this.nameField(),
      ),
      el("div", { class: "cards-row" }, this.alone(), this.together()),
      this.matches,
    );
  }

  get agents() {
    const place = (name) => (FAVOURITES.includes(name) ? FAVOURITES.indexOf(name) : FAVOURITES.length);
    return [...this.greeting.agents].sort((a, b) => place(a) - place(b));
  }

  nameField() {
    const save = (event) => keep.setPlayerName(event.target.value.trim());
    const input = el("input", { id: "player-name", maxlength: 40, autocomplete: "nickname", value: keep.playerName(), oninput: save });
    return field("Your name", input);
  }

  targetField(id) {
    return field("Play to", select(id, "target", TARGETS));
  }

  agentField(id, label) {
    return field(label, select(id, "agent", this.agents.map((name) => [name, name])));
  }

  paceField(id) {
    return field("Agents play", select(id, "pace", PACES));
  }

  alone() {
    return form(
      "Play at once",
      "You and an agent against two agents.",
      [this.targetField("alone-target"), this.agentField("alone-agent", "Agents"), this.paceField("alone-pace")],
      "Play",
      ({ target, agent, pace }) =>
        this.create({ ...ALONE, target: Number(target), pace: Number(pace), listed: false, seats: ["me", agent, agent, agent] }),
    );
  }

  together() {
    const choices = [
      ["invite", "a friend, by link"],
      ["open", "anybody"],
      ...this.agents.map((name) => [name, `agent “${name}”`]),
    ];
    const seat = (label, name) => field(label, select(`friends-${name}`, name, choices));
    return form(
      "Set a table",
      "With friends, or for others. It begins when all seats are taken.",
      [
        seat("Your partner", "partner"),
        seat("On your left", "left"),
        seat("On your right", "right"),
        this.targetField("friends-target"),
        this.paceField("friends-pace"),
      ],
      "Set the table",
      ({ target, pace, partner, left, right }) =>
        this.create({
          ...TOGETHER,
          target: Number(target),
          pace: Number(pace),
          seats: this.seated(partner, left, right),
          substitute: this.agents[0],
        }),
    );
  }

  /** The next seat is on the right, or left, of the screen. */
  seated(partner, left, right) {
    const isRight = this.on.nextSits() === "right";
    return ["me", isRight ? right : left, partner, isRight ? left : right];
  }

  create(fields) {
    return this.on.create({ ...fields, name: keep.playerName() });
  }

  /** Matches to go on with, to join or to watch. */
  showMatches(matches) {
    const own = keep.seats();
    const items = matches.map((info) => this.matchItem(info, own[info.match]));
    const listed = new Set(matches.map((info) => info.match));
    for (const [match, token] of Object.entries(own)) {
      if (!listed.has(match)) items.unshift(this.ownItem(match, token));
    }
    this.matches.hidden = items.length === 0;
    fill(this.matches, el("h2", {}, "Matches"), el("ul", { class: "match-list" }, items));
  }

  ownItem(match, token) {
    return el("li", {}, el("span", {}, "Your table ", el("b", {}, match)), link("Go on", { match, token }));
  }

  matchItem({ match, life, seats, round, totals }, token) {
    const people = seats.map(({ state, name }) => (state === "open" ? "free seat" : state === "invited" ? "invited" : name || "a player"));
    const stand = life === "open" ? "waiting for players" : `round ${round}, ${totals[0]} : ${totals[1]}`;
    const canJoin = life === "open" && seats.some(({ state }) => state === "open");
    return el(
      "li",
      {},
      el("span", {}, el("b", {}, people.join(", ")), ` ${stand}`),
      el(
        "span",
        { class: "links" },
        token ? link("Go on", { match, token }) : null,
        !token && canJoin ? link("Sit down", { match }) : null,
        link("Watch", { match, watch: true }),
      ),
    );
  }
}

const link = (text, place) => el("a", { class: "button small", href: keep.linkTo(place) }, text);

const field = (label, control) => el("label", { class: "field" }, el("span", {}, label), control);

function select(id, name, choices) {
  return el("select", { id, name }, choices.map(([value, text]) => el("option", { value }, text)));
}

function form(title, about, fields, submit, act) {
  const fault = el("p", { class: "fault", role: "alert", hidden: true });
  const button = el("button", { type: "submit", class: "button primary" }, submit);
  const send = async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      await act(Object.fromEntries(new FormData(event.target)));
    } catch (error) {
      fault.hidden = false;
      fault.textContent = error.message;
    }
    button.disabled = false;
  };
  return el(
    "form",
    { class: "paper", onsubmit: send },
    el("h2", {}, title),
    el("p", { class: "about" }, about),
    fields,
    fault,
    button,
  );
}
