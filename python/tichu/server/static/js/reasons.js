// Why chosen cards cannot be played now, in words, with the number of the rule (docs/RULES.md).
//
// Whether they can is never decided here: the server has listed all plays. This only finds the words
// for cards that are not among them, from what lies on the table and from what the server says that
// the cards are (`classify`).

import { comboName, isBomb, kindName, rankWord } from "./words.js";

const reason = (text, rule) => ({ text, rule });

/**
 * @param view the match as it is seen.
 * @param readings what the cards can be; null if that is not known yet.
 */
export function whyNot(view, readings) {
  const round = view.table;
  if (round.phase === "grand" || round.phase === "exchange") {
    return reason("Cards are played after the exchange", "R-014");
  }
  if (readings === null) return null;
  if (readings.length === 0) return reason("These cards make no combination", "R-028");
  const isMine = round.phase === "play" && round.turn === view.seat;
  const bombs = readings.filter(isBomb);
  const name = comboName(readings[0]);
  if (!isMine) return offTurn(round, name, bombs);
  if (round.top === null) return underWish(round, name);
  return onTop(round, name, readings);
}

function offTurn(round, name, bombs) {
  if (bombs.length === 0) {
    if (round.phase === "ripe") return reason("All have passed; only a bomb could go on it", "R-054");
    return reason(`${name}: wait for your turn`, "R-050");
  }
  if (round.top === null) return reason("The right to lead cannot be bombed", "R-057");
  if (isBomb(round.top)) return reason("Too low for the bomb that lies there", "R-047");
  return reason("No bombs out of turn now", "R-056");
}

function underWish(round, name) {
  if (round.wish === null) return reason(`${name} cannot be played now`, "R-050");
  return reason(`${name}: the wish for ${rankWord(round.wish)} must be met`, "R-068");
}

function onTop(round, name, readings) {
  const { top } = round;
  if (readings[0].type === "dog") return reason("The Dog can only be led", "R-035");
  const alike = readings.filter((r) => r.type === top.type && r.cards.length === top.cards.length);
  if (isBomb(top)) return reason(`${name} does not beat ${comboName(top)}`, "R-047");
  if (alike.some((reading) => reading.rank > top.rank) || readings.some(isBomb)) {
    return underWish(round, name);
  }
  if (alike.length > 0) return reason(`${name} is not higher than ${comboName(top)}`, "R-044");
  return reason(`${name} does not go on ${kindName(top)}`, "R-044");
}
