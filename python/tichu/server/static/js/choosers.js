// The choosers: gifts of the exchange, the Dragon's gift, the wish, a bomb, a call.

import { el, fill } from "./dom.js";
import { cardFace, laidCards } from "./cards.js";
import { nameOf, partnerOf, placeOf, seatAt } from "./people.js";
import { cardName, comboName, countWord, rankLetter, rankName, stakes, unstopped } from "./words.js";

const button = (text, onclick, className = "", attributes = {}) =>
  el("button", { type: "button", class: `button ${className}`.trim(), onclick, ...attributes }, text);

// --- in the panel ---

const TO = ["next", "partner", "previous"];

/** Whose gift is which, from the left of the screen to the right. */
function recipients(view) {
  return ["west", "north", "east"].map((place) => {
    const seat = seatAt(view, place);
    return { seat, to: TO[((seat - view.seat + 4) % 4) - 1] };
  });
}

/** The place that the next card goes to. */
export function openGift(game) {
  return recipients(game.view).find(({ to }) => !game.gifts[to])?.to ?? null;
}

/** Put a card to the next free place, or take it back. */
export function pickGift(game, card) {
  const taken = TO.find((to) => game.gifts[to] === card);
  if (taken) {
    delete game.gifts[taken];
    return;
  }
  const to = openGift(game);
  if (to !== null) game.gifts[to] = card;
}

export function exchangePanel(game, on) {
  const { view } = game;
  const open = openGift(game);
  const slots = recipients(view).map(({ seat, to }) => giftSlot(game, on, seat, to, to === open));
  const whom = recipients(view).find(({ to }) => to === open);
  const text = whom ? `Choose a card for ${nameOf(view, whom.seat)}.` : "These three go out, face down.";
  return [
    el("p", { class: "question" }, text),
    el("div", { class: "gifts", role: "group", "aria-label": "Your gifts" }, slots),
    el(
      "div",
      { class: "row" },
      button("Give these cards", on.give, "primary", { disabled: open !== null || game.busy, "data-role": "give" }),
      game.may("tichu") ? button("Call Tichu", on.tichu, "quiet") : null,
    ),
  ];
}

function giftSlot(game, on, seat, to, isNext) {
  const card = game.gifts[to] ?? null;
  const name = nameOf(game.view, seat);
  const who = seat === partnerOf(game.view.seat) ? `${name}, partner` : name;
  const label = card ? `For ${who}: ${cardName(card)}. Take it back` : `For ${who}: nothing yet`;
  return el(
    "button",
    {
      type: "button",
      class: `gift${isNext ? " is-next" : ""}`,
      "aria-label": label,
      "data-to": to,
      disabled: card === null,
      onclick: () => on.takeBack(to),
    },
    card ? cardFace(card) : el("span", { class: "card hollow", "aria-hidden": "true" }),
    el("span", { class: "gift-name", "aria-hidden": "true" }, name),
  );
}

export function dragonPanel(game, on) {
  const { view, round } = game;
  const order = { west: 0, north: 1, east: 2 };
  const seats = [...game.recipients].sort((a, b) => order[placeOf(view, a)] - order[placeOf(view, b)]);
  const buttons = seats.map((seat) => {
    const out = round.out.indexOf(seat) >= 0;
    const about = out ? "already out" : countWord(round.counts[seat]);
    const arrow = placeOf(view, seat) === "west" ? "← " : "";
    const back = placeOf(view, seat) === "east" ? " →" : "";
    return button(`${arrow}${nameOf(view, seat)} (${about})${back}`, () => on.answer(`dragon ${seat}`), "", {
      "data-role": "dragon",
      disabled: game.busy,
    });
  });
  return [el("p", { class: "question" }, "Your Dragon has won. Who gets the trick?"), el("div", { class: "row" }, buttons)];
}

// --- in dialogs ---

/**
 * Show a dialog; resolves with what was chosen, null if it was closed.
 *
 * @param build gets a function that chooses, gives the content.
 */
export function chooseIn(title, build, { className = "" } = {}) {
  return new Promise((resolve) => {
    const dialog = el("dialog", { class: `dialog ${className}`.trim(), "aria-labelledby": "dialog-title" });
    let result = null;
    const choose = (value) => {
      result = value;
      dialog.close();
    };
    fill(dialog, el("h2", { id: "dialog-title" }, title), build(choose));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(result);
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** The wish that goes with the Mah Jong: `{wish}`, or null if the player would rather not play. */
export function chooseWish(play, wishes) {
  return chooseIn(
    "What do you wish for?",
    (choose) => [
      el("p", {}, `${comboName(play.combo)}: whoever can must play a card of this rank.`),
      el(
        "div",
        { class: "wishes" },
        wishes.map((wish) => wishButton(wish, () => choose({ wish }))),
      ),
      el("div", { class: "row end" }, button("Do not play yet", () => choose(null), "plain")),
    ],
    { className: "wish-dialog" },
  );
}

function wishButton(wish, onclick) {
  if (wish === null) return button("No wish", onclick, "no-wish", { "data-wish": "none" });
  return button(rankLetter(wish), onclick, "rank", { "data-wish": wish, "aria-label": `wish for ${rankName(wish)}` });
}

/** One of the bombs, or null. */
export function chooseBomb(bombs) {
  return chooseIn(
    bombs.length === 1 ? "Throw this bomb?" : "Which bomb?",
    (choose) => [
      el(
        "div",
        { class: "bombs" },
        bombs.map((play) =>
          el(
            "button",
            { type: "button", class: "bomb-choice", "data-role": "throw", onclick: () => choose(play) },
            laidCards(play.combo),
            el("span", {}, comboName(play.combo)),
          ),
        ),
      ),
      el("div", { class: "row end" }, button("Not now", () => choose(null), "plain")),
    ],
    { className: "bomb-dialog" },
  );
}

/** Whether the player really calls; with the server's warning, if it has one. */
export async function confirmTichu(game) {
  const warning = await game.warning("tichu");
  const points = stakes(game.pointsOf("tichu"), ": ", " points");
  return chooseIn("Call Tichu?", (choose) => [
    el("p", {}, `You say that you will be the first to go out${points}.`),
    warning ? el("p", { class: "warning" }, `${unstopped(warning.message)} (${warning.rule}).`) : null,
    el(
      "div",
      { class: "row end" },
      button("Not now", () => choose(null), "plain"),
      button("Call Tichu", () => choose(true), "primary", { "data-role": "really" }),
    ),
  ]);
}
