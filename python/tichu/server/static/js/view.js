// What is known of a match: the view that the server sent, moved on by the events after it.
//
// No rule is needed for that: an event says what happened, and where the round stands now.

import { parseCards } from "./words.js";

const NONE = [null, null, null, null];

/** A match's view with all fields there, also those that the server leaves out. */
export function wholeView(view) {
  return {
    seat: null,
    round: 0,
    totals: [0, 0],
    winner: null,
    seed: null,
    held: null,
    ...view,
    results: [...(view.results ?? [])],
    table: view.table ? wholeRound(view.table) : null,
    openSeed: view.settings?.open_seed ?? false,
  };
}

function wholeRound(round) {
  const piles = [...(round.piles ?? ["", "", "", ""])];
  return {
    phase: "grand",
    hand: "",
    counts: [0, 0, 0, 0],
    given: null,
    received: null,
    opener: null,
    turn: null,
    top: null,
    owner: null,
    trick: "",
    wish: null,
    ...round,
    calls: [...(round.calls ?? NONE)],
    picks_in: [...(round.picks_in ?? [])],
    piles,
    out: [...(round.out ?? [])],
    last: [...(round.last ?? NONE)],
    taken: null,
    // Whether one has yet to play; of a round that the page has not seen begin, whether anybody has.
    isFresh: !round.trick && piles.every((pile) => pile === ""),
  };
}

/** The view after an event. The argument stays as it is. */
export function afterEvent(before, event) {
  const view = structuredClone(before);
  view.seq = event.seq;
  view.position = event.position;
  const isRefused = event.events.some(({ type }) => type === "refused");
  if (isRefused || (event.actor !== undefined && event.actor === view.seat)) view.held = null;
  for (const happening of event.events) FOLLOW[happening.type]?.(view, happening);
  if (view.table !== null) stand(view.table, event);
  return view;
}

/** Where the round stands, as the event says it. */
function stand(round, { phase = round.phase, turn = null, owner = null, counts = round.counts }) {
  Object.assign(round, { phase, turn, owner, counts });
  if (owner === null) round.top = null;
}

/** What lay on the table goes to a seat. */
function clearTable(round, to) {
  round.piles[to] += round.trick;
  Object.assign(round, { trick: "", last: [...NONE] });
}

const without = (hand, cards) => {
  const gone = new Set(parseCards(cards));
  return parseCards(hand).filter((card) => !gone.has(card)).join("");
};

const FOLLOW = {
  match_created(view, { seats, settings }) {
    Object.assign(view, { seats, settings });
  },
  seat_changed(view, { seat, info }) {
    view.seats[seat] = info;
  },
  round_begun(view, { round }) {
    view.round = round;
    view.life = "playing";
    view.held = null;
    view.table = wholeRound({});
  },
  dealt(view, { cards }) {
    view.table.hand += cards;
  },
  grand_answered(view, { seat, call }) {
    if (call) view.table.calls[seat] = "grand";
  },
  grand_closed(view, { calls }) {
    view.table.calls = calls.map((call) => (call ? "grand" : null));
  },
  tichu(view, { seat }) {
    view.table.calls[seat] = "tichu";
  },
  picks_withdrawn(view) {
    Object.assign(view.table, { picks_in: [], given: null });
  },
  picked(view, { seat }) {
    if (!view.table.picks_in.includes(seat)) view.table.picks_in.push(seat);
  },
  gave(view, { cards }) {
    view.table.given = cards;
  },
  exchanged(view, { opener }) {
    Object.assign(view.table, { opener, picks_in: [] });
  },
  received(view, { cards }) {
    const round = view.table;
    round.received = cards;
    round.hand = without(round.hand, (round.given ?? []).join("")) + cards.join("");
  },
  played(view, { seat, play, wish = null }) {
    const round = view.table;
    round.taken = null;
    round.hand = without(round.hand, play.cards);
    round.last[seat] = play;
    round.trick += play.cards;
    round.top = play;
    if (wish !== null) round.wish = wish;
    if (seat === view.seat) round.isFresh = false;
  },
  wish_fulfilled(view) {
    view.table.wish = null;
  },
  out(view, { seat }) {
    view.table.out.push(seat);
  },
  wish_ended(view) {
    view.table.wish = null;
  },
  lead_passed(view, { seat, to = null }) {
    const round = view.table;
    round.taken = { by: seat, to, last: round.last, lead: true };
    clearTable(round, seat);
  },
  passed(view, { seat }) {
    view.table.last[seat] = "pass";
  },
  trick_taken(view, { owner, to }) {
    const round = view.table;
    round.taken = { by: owner, to, last: round.last, lead: false };
    clearTable(round, to);
  },
  round_over(view, result) {
    view.results.push(result);
    view.totals = result.totals;
    view.life = "between";
  },
  match_over(view, { winner, totals, seed }) {
    Object.assign(view, { life: "over", winner, totals, seed });
  },
};
