// One's own seat: a name, somebody who plays meanwhile, and another game when one is over.

import { h, replace, words } from "./draw.js";

const LONGEST = 24;

/** Let the labels of the seats be the names of those who sit there. */
export function nameSeats(game, scene) {
  game.participants.forEach((who, seat) => {
    who.seatLabel ??= who.label;
    const told = scene.seats?.[seat];
    const name = told?.name || who.seatLabel;
    who.label = told && told.kind !== "human" && !told.name ? `${who.seatLabel} (${game.words[told.kind.split(":")[0]] ?? told.kind})` : name;
  });
}

export function seatPanel(place, state) {
  const { game, scene, act } = state;
  const own = scene.seats?.[game.seat];
  if (!own || game.seat === null || game.seat < 0 || (own.kind !== "human" && !own.lent)) return replace(place);
  const focused = document.activeElement?.id === "name";
  if (focused) return null; // somebody is typing
  const name = h("input", { id: "name", name: "name", maxlength: LONGEST, value: own.name, autocomplete: "nickname", "aria-label": game.words.name });
  return replace(place, h("details", { open: own.lent || state.showsSeat, on: { toggle: (event) => { state.showsSeat = event.target.open; } } },
    h("summary", null, game.words.seat),
    h("form", { class: "doing", on: { submit: (event) => { event.preventDefault(); name.blur(); act.name(name.value); } } },
      name, h("button", { type: "submit" }, game.words["use this name"])),
    h("p", { class: "doing" }, own.lent
      ? [h("span", null, words(game.words["stand-in plays"])), h("button", { type: "button", class: "go", id: "back-to-me", on: { click: () => act.give("human") } }, game.words["play myself"])]
      : scene.over ? null : h("button", { type: "button", id: "stand-in", on: { click: () => act.give("thinker") } }, game.words["stand-in"]))));
}

/** Where a game is over, another one of the same. */
export function onceMore({ game, scene, act }) {
  if (!scene.over || !scene.again || game.seat === null || game.seat < 0) return null;
  return h("button", { type: "button", class: "go", id: "again", on: { click: act.again } }, game.words.again);
}
