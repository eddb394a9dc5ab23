// Corners and sides of a board, drawn over its cells, and links, drawn below its spaces.

import { s } from "./draw.js";
import { layerOn } from "./boards.js";
import { isInner } from "./zones.js";

const R = 100;
const WIDE = Math.sqrt(3) * R;

/** So far to the right and down one step of the points of a board's parts leads. */
const UNITS = { square: [R, R], "flat hex": [R / 2, WIDE / 2], hex: [WIDE / 2, R / 2], rhombus: [WIDE / 2, R / 2], graph: [1, 1] };

/** How much of a side is drawn: its ends belong to the corners. */
const SHORTER = 0.72;

/** The links of a board, or its sides and, over them, its corners, as far as the game has any. */
export function partsOf(name, context) {
  const known = Object.entries(context.game.boards).filter(([, board]) => board.of === name);
  const order = [...known.filter(([, board]) => board.shape === "sides"), ...known.filter(([, board]) => board.shape !== "sides")];
  return order.map(([part, board]) => board.points.map((point, at) => partAt(part, board, point, at, UNITS[context.game.boards[name].shape], context)));
}

/** Where a side is touched: a line that stands upright would have no width. */
function area(dx, dy) {
  const half = Math.hypot(dx, dy);
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  return s("rect", { class: "area", x: -half, y: -17, width: 2 * half, height: 34, transform: `rotate(${angle.toFixed(1)})` });
}

/** Which way a link of one way leads. */
function arrow(dx, dy) {
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  return s("path", { class: "one-way", d: "M-22-26L26 0L-22 26Z", transform: `translate(${(dx * 0.55).toFixed(1)} ${(dy * 0.55).toFixed(1)}) rotate(${angle.toFixed(1)})` });
}

function partAt(part, board, point, at, [wide, high], context) {
  const isLink = board.shape === "links";
  const isSide = board.shape === "sides" || isLink;
  const ends = isSide ? [[point[0] * wide, point[1] * high], [point[2] * wide, point[3] * high]] : [[point[0] * wide, point[1] * high]];
  const x = ends.reduce((sum, end) => sum + end[0], 0) / ends.length;
  const y = ends.reduce((sum, end) => sum + end[1], 0) / ends.length;
  const drawn = s("g", { class: `part ${isSide ? "side" : "corner"}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });
  const [dx, dy] = isSide ? [(ends[1][0] - x) * SHORTER, (ends[1][1] - y) * SHORTER] : [0, 0];
  const bed = isLink ? s("line", { class: "way", x1: -dx / SHORTER, y1: -dy / SHORTER, x2: dx / SHORTER, y2: dy / SHORTER }) : null;
  const stretch = (kind, stroke = null) => s("line", { class: kind, x1: -dx, y1: -dy, x2: dx, y2: dy, stroke });
  if (bed) drawn.append(bed);
  if (board.oneWay?.[at]) drawn.append(arrow(dx, dy));
  drawn.append(...(isSide ? [area(dx, dy), stretch("reach")] : [s("circle", { class: "reach", r: 26 })]));
  const on = s("g", { transform: isSide ? "scale(.4)" : "scale(.55)" });
  const told = [];
  for (const family of context.families.filter((one) => one.owner?.sort === "cell" && one.owner.board === part && !isInner(context, one))) {
    family.each(at, (value, keys) => {
      const isPlayer = typeof value === "number" && (family.sort === "piece space" || family.type.sort === "player");
      if (isSide && isPlayer) {
        const who = context.faces.seat(value);
        drawn.append(stretch("paved-edge"), stretch("paved", who.colour));
        told.push(`${[family.label, ...keys].join(" ")}: ${who.label}`);
        return;
      }
      if (isLink && family.type.sort === "enum" && typeof value === "number") {
        const shown = context.faces.enumValue(family.type.enum, value);
        if (!bed.style.stroke) bed.style.stroke = shown.colour;
        told.push(`${[family.label, ...keys].join(" ")}: ${shown.label}`);
        return;
      }
      const label = layerOn(on, family, value, keys, context, false, told.length);
      if (label) told.push(label);
    });
  }
  drawn.append(on);
  const label = context.faces.list([context.faces.number(board.names[at]), ...told]);
  drawn.append(s("title", null, label));
  if (told.length && !isLink) drawn.classList.add("held");
  return context.marks.add(drawn, [`cell:${part}:${at}`], label);
}
