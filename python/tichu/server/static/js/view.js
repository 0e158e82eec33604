// What is known of a match: the view that the server sent, moved on by the events after it.

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
    piles: [...(round.piles ?? ["", "", "", ""])],
    out: [...(round.out ?? [])],
    last: [...(round.last ?? NONE)],
    taken: null,
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
  return view;
}

/** The next seat that holds cards, going round the table. */
function nextWithCards(round, seat) {
  for (let step = 1; step <= 4; step += 1) {
    const next = (seat + step) % 4;
    if (round.counts[next] > 0) return next;
  }
  return null;
}

function clearTrick(round) {
  Object.assign(round, { top: null, owner: null, trick: "", last: [...NONE] });
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
    view.table = wholeRound({ phase: "grand" });
  },
  dealt(view, { cards }) {
    // All are dealt alike.
    view.table.hand += cards;
    view.table.counts = view.table.counts.map((count) => count + parseCards(cards).length);
    if (view.table.counts[0] > 8) view.table.phase = "exchange";
  },
  grand_answered(view, { seat, call }) {
    if (call) view.table.calls[seat] = "grand";
  },
  grand_closed(view, { calls }) {
    view.table.calls = calls.map((call) => (call ? "grand" : null));
    view.table.phase = "exchange";
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
    Object.assign(view.table, { phase: "play", opener, turn: opener, picks_in: [] });
  },
  received(view, { cards }) {
    const round = view.table;
    round.received = cards;
    round.hand = without(round.hand, (round.given ?? []).join("")) + cards.join("");
  },
  played(view, { seat, play, wish = null }) {
    const round = view.table;
    if (round.owner === null) clearTrick(round);
    round.taken = null;
    round.counts[seat] -= parseCards(play.cards).length;
    round.hand = without(round.hand, play.cards);
    round.last[seat] = play;
    if (wish !== null) round.wish = wish;
    round.phase = "play";
    if (play.type === "dog") return;
    round.trick += play.cards;
    Object.assign(round, { top: play, owner: seat, turn: nextWithCards(round, seat) });
  },
  wish_fulfilled(view) {
    view.table.wish = null;
  },
  out(view, { seat }) {
    view.table.out.push(seat);
  },
  lead_passed(view, { seat, to }) {
    const round = view.table;
    round.taken = { by: seat, to, last: round.last, lead: true };
    clearTrick(round);
    round.turn = to;
  },
  passed(view, { seat }) {
    const round = view.table;
    round.last[seat] = "pass";
    round.turn = nextWithCards(round, seat);
  },
  trick_ripe(view) {
    Object.assign(view.table, { phase: "ripe", turn: null });
  },
  trick_taken(view, { owner, to, cards }) {
    const round = view.table;
    round.piles[to] += cards;
    round.taken = { by: owner, to, last: round.last, lead: false };
    clearTrick(round);
    round.phase = "play";
    round.turn = round.counts[owner] > 0 ? owner : nextWithCards(round, owner);
  },
  round_over(view, result) {
    view.results.push(result);
    view.totals = result.totals;
    view.life = "between";
    Object.assign(view.table, { phase: "over", turn: null, wish: null, out: result.out });
  },
  match_over(view, { winner, totals, seed }) {
    Object.assign(view, { life: "over", winner, totals, seed });
  },
};
