// What each choice gave and changed: told in words, and lit up on the table.

import { h, words } from "./draw.js";

export class History {
  constructor() {
    this.mine = 0;
    this.shown = null;
  }

  /** Whoever looks is asked or has chosen: what follows happens since then. */
  chosen(at) { this.mine = at; }

  /** Light up what the choice that led to `at` changed, or nothing. */
  show({ marks, scene }, at) {
    this.shown = at;
    const choices = scene.story.filter((one) => one.news === undefined);
    const { keys = [], gave = [] } = (at === null ? null : choices[choices.length - 1 - (scene.at - at)]) ?? {};
    let lit = keys.flatMap((key) => marks.standing(key));
    if (!lit.length) lit = gave.flatMap(([, , owner]) => marks.standing(`player:${owner}`));
    for (const mark of marks.all) mark.element.classList.toggle("relit", lit.includes(mark));
    document.querySelectorAll(".story li").forEach((line) => line.classList.toggle("shown", line.dataset.at === String(at)));
    lit[0]?.element.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** The next of the choices since one's own, round to the first. */
  step(state) {
    const { at } = state.scene;
    const next = this.shown !== null && this.shown > this.mine && this.shown < at ? this.shown + 1 : this.mine + 1;
    this.show(state, Math.min(next, at));
  }
}

/**
 * What a choice gave, in a row, or nothing: first what its player has got, then others under their
 * pawns, then what is everybody's. What `text` names already is not named again.
 */
export function gaveLine(state, gave, player, text = "") {
  const owners = [...new Set(gave.map(([, , owner]) => owner))].sort((a, b) => (b === player) - (a === player) || (a ?? Infinity) - (b ?? Infinity));
  const lines = owners.map((owner) => {
    const told = gave.filter((one) => one[2] === owner && !isPlacing(state.game, one, player))
      .map((one) => gaveText(state, one, text)).filter((one) => one);
    if (!told.length) return null;
    return h("span", { class: "gave" }, owner === player || owner === null ? null : [state.faces.piece(owner), " "], words(told.join(state.game.signs.list)));
  }).filter((one) => one);
  return lines.length ? h("small", { class: "moved" }, state.game.signs.rightward ? " ← " : " → ", lines) : null;
}

/** A piece that a player has put somewhere lies there for all to see. */
const isPlacing = ({ families }, [name, , owner, change], player) => owner === player && change < 0
  && families.find((one) => one.name === name).sort === "piece stock";

/** Of more components only the number is told. */
const MOST_NAMED = 3;

/** A change in words: what, and how much more or less. */
function gaveText({ game, faces }, [name, slot, , change], text) {
  const family = game.families.find((one) => one.name === name);
  const keys = family.keys?.[(slot - family.base) % family.keys.length] ?? [];
  const tile = family.owners?.[Math.floor((slot - family.base) / (family.keys?.length ?? 1))];
  const label = [tile === undefined ? family.label : faces.face(tile).label, ...keys].join(" ");
  if (typeof change === "number") return `${label} ${faces.signed(change)}`;
  if (change.value !== undefined) return `${label} ${faces.number(change.value)}`;
  if (!Array.isArray(change)) return `${label} ${faces.signed(change.count)}`;
  if (typeof change[0] === "number") {
    const kinds = change.map((n, at) => (n ? `${faces.signed(n)} ${faces.enumValue(family.type.enum, at).label}` : null)).filter((one) => one);
    return `${label}: ${faces.list(kinds)}`;
  }
  const plain = text.toLocaleLowerCase();
  const others = change.map((one) => faces.face(one)?.label ?? one).filter((one) => !plain.includes(one.toLocaleLowerCase()));
  if (others.length > MOST_NAMED) return `${label} ${faces.signed(change.length)}`;
  return others.length ? `${label}: ${faces.list(others)}` : null;
}
