// What the page remembers in this browser: the player's name, his seats, the tokens he may give away.
// They never leave it but to the server that made them.

const SEATS = "tichu:seats";
const INVITES = "tichu:invites";
const NAME = "tichu:name";
const MOST = 12;

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

function write(key, value) {
  const newest = Object.entries(value).slice(-MOST);
  localStorage.setItem(key, JSON.stringify(Object.fromEntries(newest)));
}

export const playerName = () => localStorage.getItem(NAME) ?? "";

export const setPlayerName = (name) => localStorage.setItem(NAME, name);

/** `{match: token}`: the seats that were taken in this browser, the newest last. */
export const seats = () => read(SEATS);

export function keepSeat(match, token) {
  const { [match]: _, ...others } = seats();
  write(SEATS, { ...others, [match]: token });
}

export function forgetSeat(match) {
  const { [match]: _, ...others } = seats();
  write(SEATS, others);
}

/** The tokens of a match's seats that are for others; null for the others. */
export const invites = (match) => read(INVITES)[match] ?? [null, null, null, null];

export function keepInvites(match, tokens) {
  write(INVITES, { ...read(INVITES), [match]: tokens });
}

/** What stands behind the `#` of this page's address; the server never sees it. */
export function readHash(hash = location.hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  return { match: words.get("match"), token: words.get("token"), watch: words.has("watch") };
}

/** The address of a match: of a seat with its token, of one to be chosen, or to watch. */
export function linkTo({ match, token = null, watch = false }) {
  const words = new URLSearchParams({ match });
  if (token !== null) words.set("token", token);
  if (watch) words.set("watch", "");
  return `${location.origin}${location.pathname}#${words.toString().replace(/=$/, "")}`;
}
