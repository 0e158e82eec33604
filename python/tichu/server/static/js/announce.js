// What happened, in sentences: for the log, and for screen readers.

import { calledOf, nameOf, teamName, teamOf } from "./people.js";
import { cardName, comboName, isBomb, listWords, ordinal, parseCards, points, rankWord } from "./words.js";

const line = (text, tone = "plain") => [{ text, tone }];

/** "Anna plays", "You play". */
function does(view, seat, verb, other = `${verb}s`) {
  return seat === view.seat ? `You ${verb}` : `${nameOf(view, seat)} ${other}`;
}

const PROPER = /^(Mah Jong|Dog|Dragon|Phoenix)/;

function played(view, { seat, play, wish = null, in_turn: inTurn = true }) {
  const name = comboName(play);
  const what = PROPER.test(name) ? `the ${name}` : name[0].toLowerCase() + name.slice(1);
  const out = inTurn ? "" : ", out of turn";
  const wished = wish === null ? "" : ` and ${seat === view.seat ? "wish" : "wishes"} for ${rankWord(wish)}`;
  const tone = isBomb(play) ? "loud" : "play";
  return line(`${does(view, seat, "play")} ${what}${out}${wished}.`, tone);
}

const SENTENCES = {
  round_begun: (_, { round }) => line(`Round ${round}.`, "head"),
  dealt: (_, { cards }) => line(`You take up ${parseCards(cards).length} cards.`),
  grand_closed(view, { calls }) {
    const callers = [0, 1, 2, 3].filter((seat) => calls[seat]);
    if (callers.length === 0) return line("Nobody calls Grand Tichu.");
    return callers.flatMap((seat) => line(`${does(view, seat, "call")} Grand Tichu!`, "loud"));
  },
  tichu: (view, { seat }) => line(`${does(view, seat, "call")} Tichu!`, "loud"),
  picks_withdrawn: () => line("The call takes back all gifts: choose again."),
  exchanged: (view, { opener }) => line(`The cards have changed hands. ${does(view, opener, "lead")}.`),
  received(view, { cards }) {
    const from = [1, 2, 3].map((step) => nameOf(view, (view.seat + step) % 4));
    const gifts = cards.map((card, place) => `${cardName(card)} from ${from[place]}`);
    return line(`You get ${listWords(gifts)}.`);
  },
  played,
  wish_fulfilled: (_, { rank }) => line(`The wish for ${rankWord(rank)} is met.`),
  wish_ended: (_, { rank }) => line(`Nobody has met the wish for ${rankWord(rank)}.`),
  out: (view, { seat, place }) => line(`${does(view, seat, "go", "goes")} out ${ordinal(place)}.`, "loud"),
  lead_passed: (view, { to = null }) => (to === null ? [] : line(`The Dog hands the lead on: ${does(view, to, "lead")}.`)),
  passed: (view, { seat }) => line(`${does(view, seat, "pass", "passes")}.`),
  trick_taken(view, { owner, to }) {
    if (owner === to) return line(`${does(view, owner, "take")} the trick.`);
    const given = to === view.seat ? "you" : nameOf(view, to);
    return line(`${does(view, owner, "give")} the Dragon’s trick to ${given}.`, "loud");
  },
  round_over(view, { totals, double }) {
    const mine = view.seat === null ? 0 : teamOf(view.seat);
    const stand = [mine, 1 - mine].map((team) => `${teamName(view, team)} ${points(totals[team])}`);
    return line(`The round is over${double ? ", a double victory" : ""}: ${stand.join(", ")}.`, "head");
  },
  match_over: (view, { winner }) => line(overWords(view, winner), "head"),
  refused: (_, { message, rule }) => line(rule ? `${message} (${rule})` : message, "loud"),
  seat_changed(view, { seat, info }) {
    const name = calledOf(view, seat);
    if (info.state === "away") return line(`${nameOf(view, seat)} is gone; an agent plays on.`);
    if (info.state === "player") return line(seat === view.seat ? "You sit at the table." : `${name} is at the table.`);
    if (info.state === "agent") return line(`An agent has taken the seat of ${name}.`);
    return line(`${name} is free.`);
  },
};

/** "You and Cleo have won the match." */
export function overWords(view, winner) {
  if (winner === null) return "The match was broken off.";
  if (winner === "draw") return "The match is a draw.";
  return `${teamName(view, winner === "02" ? 0 : 1)} have won the match.`;
}

/** The sentences of an event, with the view as it is after it. */
export function sentences(view, event) {
  const byClock = event.by === "clock" ? [{ text: `Time is out for ${nameOf(view, event.actor)}.`, tone: "plain" }] : [];
  return [...byClock, ...event.events.flatMap((happening) => SENTENCES[happening.type]?.(view, happening) ?? [])];
}

const HAND_OVER = 12;

/** Says things to screen readers through the two live regions of the page. */
export class Speaker {
  constructor(polite, assertive) {
    this.polite = polite;
    this.assertive = assertive;
  }

  say(text) {
    const item = document.createElement("p");
    item.textContent = text;
    this.polite.append(item);
    while (this.polite.children.length > HAND_OVER) this.polite.firstChild.remove();
  }

  sayNow(text) {
    // A text that is the same again is only read if it was gone in between.
    this.assertive.textContent = "";
    requestAnimationFrame(() => {
      this.assertive.textContent = text;
    });
  }
}
