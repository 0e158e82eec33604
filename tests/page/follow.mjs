// What the page makes of the events of a match, beside what the server shows: from standard input,
// `{view, steps: [{event, view}]}`; prints how many steps were compared. STATIC is in the environment.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { afterEvent, wholeView } = await import(pathToFileURL(`${process.env.STATIC}/js/view.js`));

const sorted = (cards) => (cards.match(/../g) ?? []).sort().join("");

/** What has to be the same: all but what is only the page's. */
function shown(view) {
  const { table, ...match } = view;
  delete match.held;
  delete match.openSeed;
  for (const result of match.results.slice(0, -1)) delete result.lines;
  if (table === null) return { match };
  const round = { ...table, hand: sorted(table.hand), picks_in: [...table.picks_in].sort() };
  for (const own of ["taken", "isFresh", "passes"]) delete round[own];
  round.trick = sorted(round.trick);
  round.piles = round.piles.map(sorted);
  return { match, round };
}

const { view, steps } = JSON.parse(readFileSync(0, "utf8"));
let now = wholeView(view);
for (const { event, view: real } of steps) {
  now = afterEvent(now, event);
  if (real !== null) assert.deepEqual(shown(now), shown(wholeView(real)));
}
console.log(steps.length);
