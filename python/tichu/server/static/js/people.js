// Who sits where, and how he is called.

const AGENT_NAMES = ["Ada", "Ben", "Cleo", "Dan"];

/** Places on the screen, from one's own seat on, if the next player sits on the right or left. */
const PLACES = {
  right: ["south", "east", "north", "west"],
  left: ["south", "west", "north", "east"],
};

const KEY = "tichu:next-sits";

/** On which side the next player is shown: as the booklets have it, on the right. */
export const nextSits = () => (localStorage.getItem(KEY) === "left" ? "left" : "right");

export const setNextSits = (side) => localStorage.setItem(KEY, side);

/** The seat at the bottom of the screen. */
export const homeSeat = (view) => view.seat ?? 0;

export function placeOf(view, seat) {
  return PLACES[nextSits()][(seat - homeSeat(view) + 4) % 4];
}

export function seatAt(view, place) {
  return (PLACES[nextSits()].indexOf(place) + homeSeat(view)) % 4;
}

export const partnerOf = (seat) => (seat + 2) % 4;

export const teamOf = (seat) => seat % 2;

/** "Anna"; for the viewer too. */
export function nameOf(view, seat) {
  const { state, name } = view.seats[seat];
  if (state === "open" || state === "invited") return `Seat ${seat + 1}`;
  if (state === "agent") return AGENT_NAMES[seat];
  return name || `Player ${seat + 1}`;
}

/** "You" or "Anna". */
export const calledOf = (view, seat) => (seat === view.seat ? "You" : nameOf(view, seat));

/** What is to be known about who plays: "agent random", "away, an agent plays". */
export function stateWords({ state, name }) {
  if (state === "agent") return `agent “${name}”`;
  if (state === "away") return "away, an agent plays";
  if (state === "open") return "free";
  if (state === "invited") return "invited";
  return "";
}

/** Everybody but the viewer is an agent: nobody learns anything from his pauses. */
export function aloneWithAgents(view) {
  return view.seats.every(({ state }, seat) => seat === view.seat || state === "agent");
}

/** "You and Anna". */
export function teamName(view, team, and = " and ") {
  const seats = view.seat !== null && teamOf(view.seat) === team ? [view.seat, partnerOf(view.seat)] : [team, team + 2];
  return seats.map((seat) => calledOf(view, seat)).join(and);
}
