// Rows of numbered places with so many counters on each: heaps, pits, points of a board.

import { h, ink, s, words } from "./draw.js";

const WIDE = 100;
const TALL = 190;
const GAP = 26;

/** From so many places on, a row is folded: the way back lies above the way there. */
const FOLDED = 12;

/** Of more counters of a player only so many are drawn, with their number on the last. */
const STACKED = 5;

/** Of more counters of nobody only a number is told. */
const SCATTERED = 16;

/** A strip: of nobody (`seat` is null), of one player, or of two who face each other. */
export function strip(context, family, seat) {
  const { game, faces } = context;
  const facing = game.tracks[family.name] === "facing" && seat !== null;
  const holders = seat === null ? [0] : facing ? game.participants.map((_, at) => at).filter((at) => at < family.count) : [seat];
  const near = facing && holders.includes(context.own) ? context.own : holders[0];
  const places = family.values(near);
  const many = places.length;
  const row = many >= FOLDED ? Math.ceil(many / 2) : many;
  const drawn = places.map(({ keys, stands }, at) => {
    const above = at >= row;
    const column = above ? many - 1 - at : at;
    const held = holders.map((holder) => [holder, family.values(holder)[holder === near ? at : many - 1 - at].value])
      .filter(([, value]) => typeof value === "number" && value !== 0);
    const told = held.map(([holder, value]) =>
      (seat === null ? faces.number(value) : `${faces.seat(holder).label} ${faces.number(value)}`));
    const label = faces.list([[family.label, ...keys].join(" "), ...(told.length ? told : [faces.number(0)])]);
    const place = s("g", { class: `place${above ? " above" : ""}`, transform: `translate(${column * WIDE} ${above ? 0 : many > row ? TALL + GAP : 0})` },
      ground(seat === null, above),
      seat === null ? scattered(faces, held[0]?.[1] ?? 0) : stacks(faces, held, above),
      s("text", { class: "place-name", x: WIDE / 2, y: above ? -8 : TALL + 24 }, ...keys));
    const mine = seat === null || near === context.asking;
    context.marks.add(place, [mine ? stands[0] : `strip:${family.name}:${near}:${at}`], label);
    return place;
  });
  const high = (many > row ? 2 * TALL + GAP : TALL) + 60;
  return h("section", { class: "zone strip group", role: "group", "aria-label": family.label },
    h("h3", null, words(family.label)),
    h("div", { class: "strip-holder", vars: { places: row } },
      s("svg", { viewBox: `-6 -34 ${row * WIDE + 12} ${high}` }, drawn)));
}

const ground = (isPit, above) => (isPit
  ? s("rect", { class: "pit", x: 5, y: 0, width: WIDE - 10, height: TALL, rx: 42 })
  : s("g", null, s("rect", { class: "bed", x: 1, y: 0, width: WIDE - 2, height: TALL }), s("path", { class: "point", d: `M6 ${TALL}L${WIDE / 2} 20L${WIDE - 6} ${TALL}Z`, transform: above ? `translate(0 ${TALL}) scale(1 -1)` : null })));

/** Seeds in a pit, with their number below. */
function scattered(faces, number) {
  const seeds = number > SCATTERED ? [] : Array.from({ length: number }, (_, at) => {
    const [far, turn] = [10.5 * Math.sqrt(at + (number > 1 ? 0.5 : 0)), at * 2.39996];
    return s("circle", { class: "seed", cx: (WIDE / 2 + far * Math.cos(turn)).toFixed(1), cy: (78 + far * Math.sin(turn)).toFixed(1), r: 11 });
  });
  return [seeds, s("text", { class: "how-many-lie", x: WIDE / 2, y: TALL - 18 }, faces.number(number))];
}

/** Counters of players, one on the other, from the edge of the board towards its middle. */
function stacks(faces, held, above) {
  return held.map(([holder, number], nth) => {
    const { colour } = faces.seat(holder);
    const shown = Math.min(number, STACKED);
    const step = Math.min(36, (TALL - 40) / STACKED);
    const spread = held.length > 1 ? (nth ? 22 : -22) : 0;
    const at = (n) => [WIDE / 2 + spread, above ? 24 + n * step : TALL - 24 - n * step];
    const [lastX, lastY] = at(shown - 1);
    return s("g", null, Array.from({ length: shown }, (_, n) => {
      const [cx, cy] = at(n);
      return s("circle", { class: "counter", cx, cy, r: 21, fill: colour });
    }), number > STACKED ? s("text", { class: "on-counter", x: lastX, y: lastY + 9, fill: ink(colour) }, faces.number(number)) : null);
  });
}
