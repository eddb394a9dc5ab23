// A tile that is about to be laid, drawn where it would lie, and turned there.

import { s } from "./draw.js";

const partOf = (question, item, fits) =>
  question.items[item].parts.findIndex((part) => !part.several && fits(part));

/**
 * What would be laid where, as far as all options that fit agree: `{name, place, turns, part}`.
 * A turn is `{angle, number, place}` with the number of its option, the least angle first;
 * `part` is which part of the choice says the angle, or less than 0 where nothing is turned.
 */
export function laying(question, found) {
  const item = found[0]?.item;
  if (!question || item === undefined || found.some((one) => one.item !== item)) return null;
  const piece = partOf(question, item, ({ sort }) => sort === "component");
  const spot = partOf(question, item, ({ sort }) => sort === "place");
  const part = partOf(question, item, ({ isTurn }) => isTurn);
  if (spot < 0) return null;
  const value = ({ number }, at) => (at < 0 ? null : question.values[question.options[number][at + 1]]);
  const only = (at) => {
    const keys = new Set(found.map((one) => value(one, at)?.key));
    return keys.size === 1 ? [...keys][0] : null;
  };
  const turns = found.map((one) => ({ angle: value(one, part)?.number ?? 0, number: one.number, place: value(one, spot)?.key }));
  turns.sort((a, b) => a.angle - b.angle);
  const lays = piece < 0 ? question.items[item].lays : only(piece);
  return { name: lays?.split(":").slice(2).join(":") ?? null, place: only(spot), turns, part };
}

/** Draws a tile on the element of a place, in place of the one drawn there before. */
export function drawGhost(faces, element, name, shape, angle, isFirm) {
  clearGhosts(isFirm ? "" : ".fleeting");
  const tile = shape === "hex" ? faces.hexTile(name, angle) : faces.squareTile(name, angle);
  element.append(s("g", { class: `ghost${isFirm ? "" : " fleeting"}`, "aria-hidden": "true" }, tile));
}

export function clearGhosts(which = "") {
  document.querySelectorAll(`.ghost${which}`).forEach((one) => one.remove());
}
