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

/** How far from the middle of a cell a link over cells ends, so that it hides nothing there. */
const CLEAR = 0.55 * R;

/** Where a link between opposite edges of a board is drawn: just outside of them. */
const OUTSIDE = [1.04 * R, 1.22 * R];

/** The links of a board, or its sides and, over them, its corners, as far as the game has any. */
export function partsOf(name, context) {
  const known = Object.entries(context.game.boards).filter(([, board]) => board.of === name);
  const order = [...known.filter(([, board]) => board.shape === "sides"), ...known.filter(([, board]) => board.shape !== "sides")];
  return order.map(([part, board]) => board.points.map((point, at) => partAt(part, board, point, at, context.game.boards[name], context)));
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

/** The two stubs of a link that leads over the edges of a board of squares, if it does. */
function stubs(whole, [[x1, y1], [x2, y2]]) {
  if (whole.shape !== "square") return null;
  const [far, down] = [2 * R * (whole.columns - 1), 2 * R * (whole.rows - 1)];
  const across = y1 === y2 && far > 2 * R && Math.abs(x1 - x2) === far;
  const along = x1 === x2 && down > 2 * R && Math.abs(y1 - y2) === down;
  if (!across && !along) return null;
  const [dx, dy] = [(x2 - x1) / 2, (y2 - y1) / 2];
  const [out, beyond] = OUTSIDE.map((length) => 1 + length / Math.hypot(dx, dy));
  const stub = (sign) => `M${sign * dx * out} ${sign * dy * out}L${sign * dx * beyond} ${sign * dy * beyond}`;
  return stub(1) + stub(-1);
}

function partAt(part, board, point, at, whole, context) {
  const [wide, high] = UNITS[whole.shape];
  const isLink = board.shape === "links";
  const isOver = isLink && whole.shape !== "graph";
  const isSide = board.shape === "sides" || isLink;
  const ends = isSide ? [[point[0] * wide, point[1] * high], [point[2] * wide, point[3] * high]] : [[point[0] * wide, point[1] * high]];
  const x = ends.reduce((sum, end) => sum + end[0], 0) / ends.length;
  const y = ends.reduce((sum, end) => sum + end[1], 0) / ends.length;
  const drawn = s("g", { class: `part ${isSide ? "side" : "corner"}${isOver ? " over" : ""}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });
  const outside = isOver ? stubs(whole, ends) : null;
  const half = isSide ? Math.hypot(ends[1][0] - x, ends[1][1] - y) : 0;
  const shorter = isOver ? Math.max(0.3, 1 - CLEAR / half) : SHORTER;
  const [dx, dy] = isSide ? [(ends[1][0] - x) * shorter, (ends[1][1] - y) * shorter] : [0, 0];
  const length = isLink && !isOver ? shorter : 1;
  const stretch = (kind, stroke = null, of = 1) => (outside
    ? s("path", { class: kind, d: outside, stroke })
    : s("line", { class: kind, x1: -dx / of, y1: -dy / of, x2: dx / of, y2: dy / of, stroke }));
  const bed = isLink ? stretch("way", null, length) : null;
  if (bed) drawn.append(bed);
  if (board.oneWay?.[at] && !outside) drawn.append(arrow(dx, dy));
  drawn.append(...(isSide ? [...(outside ? [] : [area(dx, dy)]), stretch("reach")] : [s("circle", { class: "reach", r: 26 })]));
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
  if (told.length && !isLink) drawn.classList.add("held");
  return context.marks.add(drawn, [`cell:${part}:${at}`], label);
}
