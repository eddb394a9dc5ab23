// Boards that never change and grids that grow, as SVG.

import { h, ink, s } from "./draw.js";
import { corners } from "./faces.js";
import { partsOf } from "./parts.js";
import { isInner } from "./zones.js";

const R = 100;
const WIDE = Math.sqrt(3) * R;

/** The middle of a cell of a fixed board; of corners and sides, where they lie on theirs. */
function geometry(board, cell, boards) {
  if (board.shape === "graph") return board.points[cell];
  if (board.points) {
    const shape = boards[board.of].shape;
    const [wide, high] = shape === "square" ? [R, R]
      : shape === "flat hex" ? [R / 2, WIDE / 2] : [WIDE / 2, R / 2];
    const [x, y, ...end] = board.points[cell];
    const [right, down] = end.length ? end : [x, y];
    return [((x + right) / 2) * wide, ((y + down) / 2) * high];
  }
  const row = Math.floor(cell / board.columns);
  const column = cell % board.columns;
  if (board.shape === "square") return [column * 2 * R, row * 2 * R];
  if (board.shape === "flat hex") return [column * 1.5 * R, (row + (column % 2) / 2) * WIDE];
  const shift = board.shape === "hex" ? (row % 2) / 2 : row / 2;
  return [(column + shift) * WIDE, row * 1.5 * R];
}

function viewBox(points, margin) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return [left, top, Math.max(...xs) - left + margin, Math.max(...ys) - top + margin];
}

const outline = (shape) => (shape === "hex" || shape === "rhombus"
  ? () => s("polygon", { class: "ground", points: corners(R * 1.005) })
  : shape === "flat hex"
  ? () => s("polygon", { class: "ground", points: corners(R * 1.005), transform: "rotate(30)" })
  : shape === "graph"
    ? () => s("circle", { class: "ground", r: R })
    : shape === "corners" || shape === "sides"
    ? () => s("circle", { class: "ground", r: R / 3 })
    : () => s("rect", { class: "ground", x: -R, y: -R, width: 2 * R, height: 2 * R }));

/** A fixed board with what lies on its cells. */
export function fixedBoard(name, context) {
  const { game, faces, marks } = context;
  const board = game.boards[name];
  const families = context.families.filter((f) => f.owner?.sort === "cell" && f.owner.board === name && !isInner(context, f));
  const points = board.names.map((_, at) => geometry(board, at, game.boards));
  const linked = board.shape === "graph" && Object.values(game.boards).some((other) => other.of === name && other.shape === "links");
  const ground = linked ? () => s("circle", { class: "ground town", r: 46 }) : outline(board.shape);
  const fillBy = families.find((f) => f.type.sort === "enum") ?? families.find((f) => isTiled(f, board, context));
  const named = context.families.filter((f) => f.owner === null && f.named && !f.keys && f.type.sort === "cell" && f.type.board === name);
  const around = borders(board, points, faces, board.shape === "square" && !families.some(({ type, sort }) => type.sort === "enum" || (type.sort === "zone" && !sort.startsWith("piece"))));
  const isParted = Object.values(game.boards).some((other) => other.of === name);
  const box = viewBox(points, R * (around.length ? 1.75 : isParted ? 1.5 : 1.2) + (linked ? 0.6 * R : 0));
  const cells = points.map(([x, y], at) => {
    const dark = board.columns && (Math.floor(at / board.columns) + at % board.columns) % 2;
    const cell = s("g", { class: dark ? "cell odd" : "cell", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, ground());
    const told = [];
    let layer = 0;
    if (fillBy?.type.sort === "zone" && !fillBy.values(at)[0].value.length) cell.classList.add("bare");
    const on = linked ? s("g", { transform: "scale(.62)" }) : cell;
    if (linked) cell.append(s("text", { class: "town-name", y: 92 }, board.names[at]), on);
    for (const family of families) {
      family.each(at, (value, keys) => {
        const label = layerOn(family === fillBy ? cell : on, family, value, keys, context, family === fillBy, layer);
        if (label) { told.push(label); if (family !== fillBy) layer += 1; }
      });
    }
    for (const family of named.filter((one) => one.values()[0].value === at)) {
      cell.append(s("circle", { class: "stands", r: 33, cx: 0.52 * R, cy: -0.4 * R }),
        faces.drawn.at(family.symbol ?? [...family.label][0], 42, { class: "on-stone standing", x: 0.52 * R, y: -0.4 * R }));
      told.push(family.label);
    }
    const label = faces.list([faces.number(board.names[at]), ...told]);
    marks.add(cell, [`cell:${name}:${at}`], label);
    return cell;
  });
  const checkered = board.shape === "square" && !fillBy;
  const wide = board.columns || (linked ? Math.max(6, box[2] / (2.2 * R)) : 8);
  return h("div", { class: "board group", role: "group", "aria-label": game.words.table, vars: { wide: wide.toFixed(1) } },
    s("svg", { viewBox: box.join(" "), class: `fixed ${board.shape}${checkered ? " plain" : ""}` }, around,
      linked ? [partsOf(name, context), cells] : [cells, partsOf(name, context)]));
}

/** Whether a cell holds one tile at most, with a colour to it: then the tile is its ground. */
const isTiled = (family, board, { game, faces }) => family.sort === "space" && family.type.sort === "zone"
  && board.names.some((_, at) => {
    const [name] = family.values(at)[0].value ?? [];
    return name && game.kinds[faces.face(name).kind].sort === "tile" && faces.tint(name);
  });

/** A name such as 2,0 as whole, column and row. */
const rowAndColumn = (name) => { const match = /^([0-9]+),([0-9]+)$/.exec(name); return match && [name, match[2], match[1]]; };

/** The names of rows and columns, at the edges of a board whose cells are called after them; numbers only where it `isBare`. */
function borders(board, points, faces, isBare) {
  const named = board.names.map((name) => /^([a-z]+)([0-9]+)$/.exec(name) ?? (isBare && rowAndColumn(name)));
  if (!board.columns || board.shape.endsWith("hex") || !named.every((one) => one)) return [];
  const text = (x, y, what) => s("text", { class: "coordinate", x: x.toFixed(1), y: (y + 18).toFixed(1), "aria-hidden": "true" }, faces.number(what));
  const last = (board.rows - 1) * board.columns;
  const slanted = board.shape === "rhombus";
  return [
    ...Array.from({ length: board.columns }, (_, at) => {
      const [x, y] = points[slanted ? at : last + at];
      return text(slanted ? x - 40 : x, slanted ? y - 1.3 * R : y + 1.4 * R, named[at][1]);
    }),
    ...Array.from({ length: board.rows }, (_, at) => {
      const [x, y] = points[at * board.columns];
      return text(x - 1.4 * R, y, named[at * board.columns][2]);
    }),
  ];
}

/** The cell that lies in a direction of a square board, if there is one. */
export function beside(board, cell, direction) {
  const way = WAYS[direction];
  if (board?.shape !== "square" || !way) return null;
  const row = Math.floor(cell / board.columns) + way[1];
  const column = (cell % board.columns) + way[0];
  return row >= 0 && row < board.rows && column >= 0 && column < board.columns ? row * board.columns + column : null;
}

const WAYS = {
  north: [0, -1], northeast: [1, -1], east: [1, 0], southeast: [1, 1],
  south: [0, 1], southwest: [-1, 1], west: [-1, 0], northwest: [-1, -1],
};

/** Draws one value on a cell; gives its label, or nothing where there is nothing to see. */
export function layerOn(cell, family, value, keys, context, fills, layer) {
  const { faces } = context;
  if (value === null || value === undefined || value === false || value.hidden !== undefined) return "";
  const label = [family.label, ...keys].join(" ");
  if (family.sort === "piece space" || family.type.sort === "player") {
    cell.append(pieceOn(faces.seat(value).colour, context.looks?.[family.piece ?? family.name], layer, faces.seatMark(value)));
    return `${label}: ${faces.seat(value).label}`;
  }
  if (family.type.sort === "enum") {
    const shown = faces.enumValue(family.type.enum, value);
    if (fills) {
      cell.firstChild.setAttribute("fill", shown.colour);
      if (shown.symbol) cell.append(faces.drawn.at(shown.symbol, 76, { class: "terrain", fill: ink(shown.colour) }));
      return shown.label;
    }
    cell.append(s("circle", { class: "stone", r: 58, fill: shown.colour }),
      faces.drawn.at(shown.emblem, 68, { class: "on-stone", fill: ink(shown.colour) }));
    return `${label}: ${shown.label}`;
  }
  if (family.type.sort === "bool") {
    if (family.symbol) cell.append(faces.drawn.at(family.symbol, 74, { class: "on-stone sign" }));
    else cell.append(s("rect", { class: "flag", x: -18, y: -18, width: 36, height: 36, transform: "translate(0 52) rotate(45)" }));
    return label;
  }
  if (family.type.sort === "bundle") {
    if (!value.some((n) => n)) return "";
    cell.append(s("g", null, faces.dots(family.type.enum, value, 34)));
    return `${label}: ${faces.text(family.type, value)}`;
  }
  if (typeof value === "number") {
    if (!value) return "";
    cell.append(s("circle", { class: "count", r: 46 }), s("text", { class: "on-stone", y: 26 }, faces.number(value)));
    return `${label}: ${faces.number(value)}`;
  }
  if (Array.isArray(value)) {
    if (!value.length) return "";
    const tint = faces.tint(value[0]);
    if (fills && tint) {
      cell.firstChild.setAttribute("fill", tint.colour);
      if (tint.symbol) cell.append(faces.drawn.at(tint.symbol, 44, { class: "terrain under", y: R * 0.6, fill: ink(tint.colour) }));
      return faces.face(value[0]).label;
    }
    const number = tint ? null : faces.printed(value[0]).find((field) => typeof field.value === "number");
    if (number && value.length === 1) {
      cell.append(s("circle", { class: "count", r: 42 }), s("text", { class: "on-stone", y: 24 }, faces.number(number.value)));
      return faces.face(value[0]).label;
    }
    const colour = tint?.colour ?? "#cdbf9f";
    cell.append(s("rect", { class: "token", x: -62, y: -62, width: 124, height: 124, rx: 22, fill: colour }),
      faces.drawn.at(tint?.emblem ?? [...faces.face(value[0]).label][0], 74, { class: "on-stone", y: value.length > 1 ? -12 : 2, fill: ink(colour) }));
    if (value.length > 1) cell.append(s("text", { class: "few", y: 50, fill: ink(colour) }, `×${faces.number(value.length)}`));
    const labels = value.map((name) => faces.face(name).label);
    const often = (label) => labels.filter((other) => other === label).length;
    return faces.list([...new Set(labels)].map((label) => (often(label) > 1 ? `${label} ×${faces.number(often(label))}` : label)));
  }
  cell.append(s("text", { class: "few", y: 20 }, String(value)));
  return `${label}: ${value}`;
}

const PATHS = {
  house: "M-46 44V-8L0-52 46-8V44Z",
  pawn: "M-40 50C-40 10-22 8-18-8A28 28 0 1 1 18-8C22 8 40 10 40 50Z",
  cube: "M-40-40H40V40H-40Z",
  castle: "M-54 46V-44H-32V-24H-12V-44H12V-24H32V-44H54V46Z",
};

/** A piece of a player, with the number of the seat for those who tell no colours apart. */
export function pieceOn(colour, shape, layer = 0, mark = "") {
  const place = layer ? `translate(${30 * layer} ${-20 * layer}) scale(.8)` : "";
  const sign = s("text", { class: "seat-mark", y: PATHS[shape] ? 34 : 20, fill: ink(colour), "aria-hidden": "true" }, mark);
  if (PATHS[shape]) return s("g", { transform: place }, s("path", { class: "man", d: PATHS[shape], fill: colour }), sign);
  return s("g", { transform: place },
    s("circle", { class: "man", r: 62, fill: colour }), s("circle", { class: "ring", r: 40 }), sign);
}

/** The pieces of players that stand on a tile, in a row on its lower half, each with how many there are. */
function standing(pieces, { faces, looks }, shape) {
  const size = (shape === "hex" ? 0.62 : 0.27) * Math.min(1, 2.4 / pieces.length);
  return pieces.map(({ seat, count, piece }, at) => {
    const x = (at - (pieces.length - 1) / 2) * 118 * size;
    return s("g", { class: "standing-piece", transform: `translate(${x.toFixed(1)} ${shape === "hex" ? 34 : 31}) scale(${size.toFixed(2)})` },
      pieceOn(faces.seat(seat).colour, looks?.[piece], 0, count > 1 ? faces.number(count) : faces.seatMark(seat)));
  });
}

/** Where a grid will begin on which nothing lies, and nothing can be laid now. */
const bareSpot = (shape) => s("g", { class: "spot bare-spot" }, shape === "hex"
  ? s("polygon", { class: "rim", points: corners(90) })
  : s("rect", { class: "rim", x: -45, y: -45, width: 90, height: 90, rx: 8 }));

// ---- growing grids ------------------------------------------------------------------

const spot = (shape, x, y) => (shape === "hex"
  ? [WIDE * (x + y / 2), 1.5 * R * y] : [x * R, y * R]);

/** A growing grid of one owner; `slot` is where it lies in the state. */
export function grownGrid(family, slot, value, context, open) {
  const { game, faces, marks } = context;
  const shape = family.type.shape;
  const half = game.stride / 2;
  const at = (place) => {
    const x = ((((place + half) % game.stride) + game.stride) % game.stride) - half;
    return [x, Math.round((place - x) / game.stride)];
  };
  const taken = new Set(value.map(([place]) => place));
  const free = open ? context.places(shape).filter((place) => !taken.has(place)) : [];
  const points = [...value.map(([place]) => place), ...free].map((place) => spot(shape, ...at(place)));
  const isBare = !points.length;
  if (isBare) points.push([0, 0]);
  const unit = shape === "hex" ? R : R / 2;
  const box = viewBox(points, unit * 1.15);
  const tiles = value.map(([place, name]) => {
    const [x, y] = spot(shape, ...at(place));
    const angle = context.carriedValue(name, family.turned) ?? 0;
    const lying = context.lying(name, family.turned);
    const drawn = shape === "hex" ? faces.hexTile(name, angle, lying.rows) : faces.squareTile(name, angle);
    const label = faces.list([faces.called(name), ...lying.labels]);
    const tile = s("g", { class: "spot", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, drawn,
      shape === "hex" ? null : lying.rows.map((row, nth) => s("g", { transform: `translate(0 ${-18 + 26 * nth}) scale(.55)` }, row)),
      standing(lying.standing, context, shape),
      shape === "hex"
        ? s("polygon", { class: "rim", points: corners(95) })
        : s("rect", { class: "rim", x: -47, y: -47, width: 94, height: 94, rx: 6 }));
    marks.add(tile, [`component:${slot}:${name}`, ...(open ? [`place:${shape}:${place}`] : [])], label);
    return tile;
  });
  const gaps = free.map((place) => {
    const [x, y] = spot(shape, ...at(place));
    const gap = s("g", { class: "spot gap", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
      shape === "hex"
        ? s("polygon", { class: "rim", points: corners(90) })
        : s("rect", { class: "rim", x: -45, y: -45, width: 90, height: 90, rx: 8 }),
      s("text", { class: "plus", y: shape === "hex" ? 22 : 12 }, "+"));
    marks.add(gap, [`place:${shape}:${place}`], faces.number(at(place).join(",")));
    return gap;
  });
  return h("div", { class: `grid group ${shape}`, role: "group", "aria-label": family.label,
    vars: { across: (box[2] / (unit * 2)).toFixed(2), down: (box[3] / (unit * 2)).toFixed(2) } },
    s("svg", { viewBox: box.map((n) => n.toFixed(0)).join(" ") }, isBare ? bareSpot(shape) : null, gaps, tiles));
}
