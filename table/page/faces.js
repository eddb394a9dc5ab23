// What is printed on cards and tiles, and the pieces that lie about.

import { h, ink, s, words } from "./draw.js";
import { Signs } from "./signs.js";

const PLAIN = "#9a8f7a";

/** So many letters stand in a line on a tile. */
const LINE = 13;

/** Words with more letters are too wide for a small card in the usual size. */
const FITS = 7;

const longestWord = (label) => Math.max(...label.split(/[\s\u2066-\u2069]+/u).map((word) => [...word].length));

/** The sign of a value of an enum, or its first letter; two where others begin with the same. */
function emblem({ symbol, label }, values) {
  if (symbol) return symbol;
  const letter = (text) => [...text][0];
  const alike = values.filter((other) => !other.symbol && letter(other.label) === letter(label));
  return [...label].slice(0, alike.length > 1 ? 2 : 1).join("");
}

/** Speaks for a game: its labels, colours and numbers. */
export class Faces {
  constructor(game) {
    this.game = game;
    this.signs = game.signs;
    this.drawn = new Signs(game.drawings);
    for (const { values } of Object.values(game.enums)) {
      for (const value of values) value.symbol &&= this.numeral(value.symbol);
      for (const value of values) value.emblem = emblem(value, values);
    }
  }

  /** A number, or the coordinates of a place: they run from left to right, whatever is around. */
  number(value) {
    const { digits, minus, rightward } = this.signs;
    const given = String(value);
    const isName = /[A-Za-z]/.test(given);
    const text = isName ? given : given.replace(/[0-9]/g, (digit) => digits[digit]).replaceAll("-", minus);
    return rightward && (isName || text.includes(minus)) ? `\u2066${text}\u2069` : text;
  }

  digits(value) { return String(value).replace(/[0-9]/g, (digit) => this.signs.digits[digit]); }

  /** A sign that is a number, in the digits of the language. */
  numeral(sign) { return /^[0-9]+$/.test(sign) ? this.number(sign) : sign; }

  /** So many more or less, with its sign. */
  signed(value) {
    if (value <= 0) return this.number(value);
    return this.signs.rightward ? `\u2066+${this.number(value)}\u2069` : `+${this.number(value)}`;
  }

  /** A number with one place behind the point. */
  decimal(value) {
    const [whole, part] = value.toFixed(1).split(".");
    return this.number(whole) + (part === "0" ? "" : this.signs.decimal + this.number(part));
  }

  /** A cell of a board by what lies there, or else by its name. */
  cell(board, value) { return this.there?.(board, value) || this.number(this.game.boards[board].names[value]); }

  list(texts) { return texts.join(this.signs.comma); }

  face(name) { return this.game.faces[name]; }
  kind(name) { return this.game.kinds[this.face(name).kind]; }
  enumValue(enumName, index) { return this.game.enums[enumName].values[index]; }
  seat(number) { return this.game.participants[number]; }

  /** What is printed: `{name, label, sort, enum, value}` for each field that says anything. */
  printed(name) {
    const fields = this.kind(name).fields;
    return this.face(name).fields.map(([field, value]) => ({ name: field, value, ...fields[field] }));
  }

  tint(name) {
    const told = this.printed(name).filter((field) => field.sort === "enum" && field.value !== null);
    const field = told.find((one) => one.name === this.plan(this.face(name).kind).suit) ?? told[0];
    return field ? this.enumValue(field.enum, field.value) : null;
  }

  /**
   * What kinds with little on them look like: the `suit` gives the colour, the `rank` stands
   * in the corner; kinds with more on them have neither.
   */
  plan(kind) {
    if (!this.plans) this.plans = new Map();
    if (!this.plans.has(kind)) this.plans.set(kind, this.planned(kind));
    return this.plans.get(kind);
  }

  planned(kind) {
    if (!this.game.kinds[kind]) return {};
    const fields = Object.entries(this.game.kinds[kind].fields).map(([name, field]) => ({ name, ...field }));
    if (!fields.length || fields.length > 3 || !fields.every((field) => field.sort === "enum" || field.sort === "int")) return {};
    const differing = new Map(fields.map((field) => [field.name, new Set()]));
    for (const face of Object.values(this.game.faces)) {
      if (face.kind === kind) face.fields.forEach(([name, value]) => differing.get(name)?.add(value));
    }
    const most = (some) => [...some].sort((a, b) => differing.get(b.name).size - differing.get(a.name).size);
    const enums = most(fields.filter((field) => field.sort === "enum"));
    if (new Set(enums.map((field) => field.enum)).size < enums.length) return {}; // from one town to another
    const rank = most(fields.filter((field) => field.sort === "int"))[0] ?? (enums.length > 1 ? enums[0] : null);
    return { suit: enums.filter((field) => field !== rank).at(-1)?.name, rank: rank?.name };
  }

  /** Components that lie in no order, as a player would sort them. */
  sorted(names) {
    const worth = (name) => {
      const { suit, rank } = this.plan(this.face(name).kind);
      const of = (wanted) => this.face(name).fields.find(([field]) => field === wanted)?.[1] ?? 0;
      return [Object.keys(this.game.kinds).indexOf(this.face(name).kind), of(suit), of(rank)];
    };
    const known = names.map((name, at) => ({ name, at, worth: worth(name) }));
    known.sort((a, b) => a.worth.map((n, i) => n - b.worth[i]).find((n) => n) ?? a.at - b.at);
    return known.map(({ name }) => name);
  }

  /** A value in words. */
  text(type, value) {
    if (value === null || value === undefined) return this.game.words.none;
    switch (type.sort) {
      case "int": return this.number(value);
      case "bool": return value ? "✓" : "–";
      case "enum": return this.enumValue(type.enum, value).label;
      case "enums": case "sides":
        return this.list(value.map((one) => this.enumValue(type.enum ?? "Side", one).label));
      case "player": return this.seat(value).label;
      case "cell": return this.cell(type.board, value);
      case "cells": return this.list([...new Set(value.map((one) => this.cell(type.board, one)))]);
      case "component": return this.face(value)?.label ?? String(value);
      case "bundle":
        return value.map((n, at) => (n ? `${this.number(n)} ${this.enumValue(type.enum, at).label}` : null))
          .filter((text) => text).join(this.signs.and) || this.game.words.none;
      default: return String(value);
    }
  }

  /** All that is printed on a component, as lines for whoever points at it; what its name says is left out for those who read that above. */
  lines(name, isTitled = false) {
    const label = ` ${this.face(name).label.toLocaleLowerCase().replace(/[^\p{L}\p{N}\u200c]+/gu, " ")} `;
    const isSaid = (field) => isTitled && field.sort === "enum" && field.value !== null && label.includes(` ${this.text(field, field.value).toLocaleLowerCase()} `);
    return this.printed(name).filter((field) => !isSaid(field))
      .filter((field) => !(field.value === 0 && field.sort === "int") && field.value !== false && field.value !== null && field.value !== "")
      .filter((field) => !(Array.isArray(field.value) && !field.value.length))
      .filter((field) => !(Array.isArray(field.value) && !field.value.some((n) => n !== 0) && field.sort === "bundle"))
      .map((field) => [field.label, field.sort === "bool" ? "" : this.text(field, field.value) + (isTitled && field.by ? ` (${field.by})` : "")]);
  }

  /** The fields that are worth room on a small card, told by signs where that is possible. */
  marks(name, skipped = []) {
    const found = [];
    for (const field of this.printed(name)) {
      if (skipped.includes(field.name) || field.value === false || field.sort === "sides") continue;
      if (field.sort === "list" && this.kind(name).shape) continue; // too long for a tile: the tip tells it
      if (field.sort === "int" && field.value === 0) continue;
      const sign = this.sign(field, field.value);
      if (sign) found.push(h("span", { class: "mark", title: field.label }, sign));
    }
    return found;
  }

  /** The fields that need no telling: the label says them, or the colour does. */
  toldByName(name) {
    const label = this.face(name).label.toLowerCase();
    const tint = this.tint(name);
    return this.printed(name).filter((field) => (field.sort === "enum" && field.value !== null
      && (label.includes(this.text(field, field.value).toLowerCase()) || this.enumValue(field.enum, field.value) === tint))
      || this.isNumbering(this.face(name).kind, field)).map((field) => field.name);
  }

  /** Whether a number is one that all components of a kind that have it are called by. */
  isNumbering(kind, { name, sort }) {
    if (sort !== "int") return false;
    this.numbering ??= new Map();
    const key = `${kind}.${name}`;
    if (!this.numbering.has(key)) {
      const told = Object.values(this.game.faces).filter((face) => face.kind === kind)
        .map(({ label, fields }) => [label, fields.find(([field]) => field === name)?.[1]])
        .filter(([, value]) => value !== null && value !== undefined);
      const values = new Set(told.map(([, value]) => value));
      const isTold = ([label, value]) => (label.match(/\p{Nd}+/gu) ?? []).includes(this.digits(value));
      this.numbering.set(key, values.size > 1 && told.every(isTold));
    }
    return this.numbering.get(key);
  }

  /** A value of a field in a sign or two. */
  short(field) {
    if (field.sort !== "enum") return this.number(field.value);
    const value = this.enumValue(field.enum, field.value);
    return value.symbol ?? ([...value.label].length > 6 ? [...value.label].slice(0, 3).join("") : value.label);
  }

  sign(type, value) {
    if (value === null) return null;
    switch (type.sort) {
      case "bundle": return value.some((n) => n) ? [h("small", null, words(type.label)), " ", this.bundle(type.enum, value)] : null;
      case "enums":
        if (!value.length) return null;
        return [h("small", null, words(type.label)), " ", h("span", { class: "chips" }, value.map((one) => this.chip(type.enum, one)))];
      case "enum": return this.chip(type.enum, value, null, true);
      case "bool": return h("small", null, words(type.label));
      case "int": return h("small", null, words(type.label), " ", h("b", null, this.number(value)));
      default: {
        const text = this.text(type, value);
        return text ? h("small", null, words(type.label), " ", words(text)) : null;
      }
    }
  }

  /** Whether values of an enum are drawn anywhere, so that their colours tell something. */
  isDrawn(enumName) {
    this.drawnEnums ??= new Set([
      ...Object.values(this.game.kinds).flatMap((kind) => Object.values(kind.fields).map((field) => field.enum)),
      ...this.game.families.filter(({ type, owner }) => type.sort === "bundle" || owner?.sort === "cell").map(({ type }) => type.enum),
    ]);
    return this.drawnEnums.has(enumName);
  }

  /** A value of an enum as a small round sign, perhaps with how many there are. */
  chip(enumName, index, count = null, named = false) {
    const value = this.enumValue(enumName, index);
    const sign = value.symbol ?? (named ? "" : value.emblem);
    const isBare = named && !value.symbol && !this.isDrawn(enumName);
    return h("span", { class: "chip", title: value.label },
      count === null ? null : h("b", null, this.number(count)),
      isBare ? null : h("i", { class: "dot", "aria-hidden": "true", vars: { tint: value.colour, "on-tint": ink(value.colour) } }, this.drawn.inline(sign)),
      named ? words(value.label) : h("span", { class: "unseen" }, value.label));
  }

  bundle(enumName, counts) {
    const chips = counts.map((n, at) => (n ? this.chip(enumName, at, n) : null)).filter((chip) => chip);
    return chips.length ? h("span", { class: "chips" }, chips) : null;
  }

  /** What tells players apart beside their colour: the number of the seat. */
  seatMark(seat) {
    return this.number(seat + 1);
  }

  /** The sign of a player: a pawn of his or her colour, with the number of the seat. */
  pawn(seat) {
    const { colour } = this.seat(seat);
    return h("i", { class: "pawn", "aria-hidden": "true", vars: { tint: colour, "on-tint": ink(colour) } }, this.seatMark(seat));
  }

  /** A piece of a player, or several. */
  piece(seat, count = null, label = "") {
    const who = this.seat(seat);
    return h("span", { class: "chip", title: `${label} ${who.label}`.trim() },
      count === null ? null : h("b", null, this.number(count)),
      this.pawn(seat),
      h("span", { class: "unseen" }, who.label));
  }

  // ---- cards ------------------------------------------------------------------------

  /** A component as it lies in a zone. */
  card(name, more = []) {
    const kind = this.kind(name);
    if (kind.shape) return this.laid(name, kind.shape, 0, more);
    const tint = this.tint(name);
    const colour = tint?.colour ?? PLAIN;
    const fields = this.printed(name);
    const { rank } = this.plan(this.face(name).kind);
    const told = fields.find((field) => field.name === rank);
    const vars = { tint: colour, "on-tint": ink(colour) };
    const picture = this.picture(name);
    if (told) {
      const sign = this.short(told);
      const isComposed = this.isComposed(name, told);
      const label = isComposed ? tint?.label ?? this.face(name).label : this.face(name).label;
      return h("span", { class: "card coin", vars },
        picture, h("b", { class: "corner" }, this.isZero(name, told) ? "" : this.drawn.inline(sign)),
        h("span", { class: `emblem${tint ? "" : " plain"}`, "aria-hidden": "true" }, this.drawn.inline(tint ? tint.emblem : sign)),
        label === sign ? null : h("span", { class: longestWord(label) > FITS ? "under long" : "under", vars: { letters: longestWord(label) } }, words(label)), more);
    }
    const title = h("span", { class: "head" }, words(this.face(name).label));
    const marks = this.marks(name, this.toldByName(name));
    const emblem = tint?.symbol && !marks.length
      ? h("span", { class: "emblem", "aria-hidden": "true" }, this.drawn.inline(tint.symbol)) : null;
    return h("span", { class: `card ${kind.sort}`, vars }, picture, title, emblem,
      marks.length ? h("span", { class: "body" }, marks) : null, more);
  }

  /** Whether a number is nought and no part of what a component is called. */
  isZero(name, { sort, value }) {
    return sort === "int" && value === 0 && !this.face(name).label.includes(this.number(0));
  }

  /** Whether a component is called by its colour and number, which are drawn anyway. */
  isComposed(name, rank) {
    const [label, tint] = [this.face(name).label.toLocaleLowerCase(), this.tint(name)];
    if (!tint || !label.includes(tint.label.toLocaleLowerCase())) return false;
    const sign = rank.sort === "enum" ? this.enumValue(rank.enum, rank.value).label : this.number(rank.value);
    return label.includes(sign.toLocaleLowerCase()) || label === tint.label.toLocaleLowerCase();
  }

  picture(name) {
    const source = this.pictureSource(name);
    return source && h("img", { class: "picture", alt: "", src: source });
  }

  pictureSource(name) {
    const file = this.face(name).picture;
    if (!file) return null;
    return globalThis.rulesrunPictures?.[file] ?? `${location.pathname}/picture/${file}`;
  }

  /** The picture of a tile, turned with it, round the origin; none where it has no picture. */
  tilePicture(name, degrees, wide, high, shape) {
    const source = this.pictureSource(name);
    return source && s("g", { class: `pictured ${shape}-picture`, transform: `rotate(${degrees})` },
      s("image", { href: source, x: -wide / 2, y: -high / 2, width: wide, height: high, preserveAspectRatio: "xMidYMid slice" }));
  }

  laid(name, shape, angle, more) {
    const picture = s("svg", {
      viewBox: shape === "hex" ? "-87 -100 174 200" : "-50 -50 100 100",
      "aria-hidden": "true", class: "laid",
    }, shape === "hex" ? this.hexTile(name, angle) : this.squareTile(name));
    const marks = shape === "hex" ? this.marks(name, this.toldByName(name)) : [];
    return h("span", { class: `tile-card ${shape}` }, picture,
      marks.length ? h("span", { class: "body" }, marks) : null, more);
  }

  // ---- tiles ------------------------------------------------------------------------

  /** The sets of sides of a tile, each with how it is drawn: as the looks say, or in this order. */
  sides(name, usual) {
    return this.printed(name).filter((field) => field.sort === "sides")
      .map(({ name: field, value }, at) => ({ value, style: this.game.sides[field] ?? usual[Math.min(at, usual.length - 1)] }));
  }

  /** The number that stands on a square tile: a field. */
  tileNumber(name) { return this.printed(name).find((field) => field.sort === "int" && field.value !== 0); }

  /** What a tile is called by all that is read on it. */
  called(name) {
    const { label } = this.face(name);
    const number = this.kind(name).shape === "square" ? this.tileNumber(name) : null;
    return !number || label.includes(this.number(number.value)) ? label : `${label} (${number.label} ${this.number(number.value)})`;
  }

  /** A tile on a square grid, 100 by 100 round the origin. */
  squareTile(name, angle = 0) {
    const tint = this.tint(name);
    const colour = tint?.colour ?? "#cdbf9f";
    const number = this.tileNumber(name);
    const sides = this.sides(name, ["wall", "city"]).flatMap(({ style, value }) => value.map((side) =>
      s("g", { transform: `rotate(${((side + angle) % 4) * 90})` }, SQUARE_SIDES[style]())));
    const picture = this.tilePicture(name, angle * 90, 98, 98, "square");
    if (picture) return s("g", { class: "square-tile" }, picture);
    return s("g", { class: "square-tile" },
      s("rect", { x: -49, y: -49, width: 98, height: 98, rx: 6, fill: colour }),
      s("rect", { class: "sheen", x: -38, y: -38, width: 76, height: 76, rx: 8 }),
      tint ? null : sides,
      sides.length && !tint ? null : this.drawn.at(tint?.emblem ?? "❖", 40, { class: "emblem", y: -4 }),
      caption(tint?.label ?? this.face(name).label, sides.length && !tint),
      number ? [s("circle", { class: "price", cx: -27, cy: -27, r: 13 }),
        s("text", { class: "price-text", x: -27, y: -22 }, this.number(number.value))] : null,
      tint ? sides : null);
  }

  /** A hex that stands on a point, of radius 98 round the origin, with its ways out. */
  hexTile(name, angle = 0, lying = []) {
    const tint = this.tint(name);
    const colour = tint?.colour ?? "#cdbf9f";
    const roads = this.sides(name, ["road", "river"]).flatMap(({ style, value }) => value.map((side) =>
      s("g", { transform: `rotate(${-60 * ((((side - angle) % 6) + 6) % 6)})` }, HEX_SIDES[style]())));
    const label = this.face(name).label;
    const picture = this.tilePicture(name, angle * 60, 170, 196, "hex");
    return s("g", { class: "hex-tile" },
      s("polygon", { points: corners(98), fill: colour, class: "hex-edge" }),
      picture ?? [
        s("polygon", { points: corners(90), class: "sheen" }),
        roads,
        s("rect", { class: "banner", x: -66, y: -44, width: 132, height: 30, rx: 15 }),
        s("text", { class: "caption", y: -23, ...squeezed(label, 12, 120) }, label),
      ],
      lying.map((row, at) => s("g", { transform: `translate(0 ${8 + 32 * at})` },
        s("rect", { class: "banner", x: -58, y: -15, width: 116, height: 30, rx: 10 }), row)));
  }

  /** So many of each value of an enum, as dots in a row round the origin. */
  dots(enumName, counts, size = 17) {
    const shown = counts.map((n, at) => [n, this.enumValue(enumName, at)]).filter(([n]) => n);
    const step = size * Math.min(2.1, 6.4 / Math.max(1, shown.length));
    const start = -((shown.length - 1) * step) / 2;
    return shown.map(([n, value], at) => s("g", { transform: `translate(${start + at * step} 0)` },
      s("title", null, `${this.number(n)} ${value.label}`),
      s("circle", { class: "good", r: size * 0.72, fill: value.colour }),
      s("text", { class: "good-text", y: size * 0.3, fill: ink(value.colour), "font-size": size * 0.9 }, this.number(n))));
  }
}

/** What a side of a square tile looks like, on the side above. */
const SQUARE_SIDES = {
  wall: () => [s("rect", { class: "wall", x: -50, y: -50, width: 100, height: 10 }),
    s("path", { class: "stones", d: "M-40-45h12M-20-45h12M0-45h12M20-45h12" })],
  city: () => s("path", { class: "city", d: "M-49-49Q0 4 49-49Z" }),
  field: () => s("path", { class: "field", d: "M-49-49Q0 4 49-49Z" }),
  road: () => s("path", { class: "small-road", d: "M0-49V0" }),
  river: () => s("path", { class: "small-river", d: "M0-49V0" }),
};

/** What a side of a hex looks like, on the side to the right. */
const HEX_SIDES = {
  road: () => s("line", { class: "road", x2: 85 }),
  river: () => s("line", { class: "river", x2: 85 }),
  wall: () => s("line", { class: "hex-wall", x1: 82, x2: 82, y1: -46, y2: 46 }),
  city: () => s("path", { class: "city", d: "M85-49Q26 0 85 49Z" }),
  field: () => s("path", { class: "field", d: "M85-49Q26 0 85 49Z" }),
};

/** A name at the foot of a square tile, small enough to stay on it. */
/** What a tile is called: at its foot, or with room for more in the middle, in lines. */
function caption(text, isMiddle) {
  if (!isMiddle) return s("text", { class: "caption", y: 33, "font-size": Math.min(12.5, 150 / [...text].length) }, text);
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = [lines.at(-1), word].filter((one) => one).join(" ");
    if (lines.length && [...longer].length <= LINE) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return s("text", { class: "caption", "font-size": 12 }, lines.map((line, at) =>
    [at ? " " : null, s("tspan", { x: 0, y: 4 + 14 * (at - (lines.length - 1) / 2) }, line)]));
}

const squeezed = (text, fits, width) =>
  [...text].length > fits ? { textLength: width, lengthAdjust: "spacingAndGlyphs" } : {};

export function corners(radius) {
  return [30, 90, 150, 210, 270, 330]
    .map((angle) => (angle * Math.PI) / 180)
    .map((angle) => `${(radius * Math.cos(angle)).toFixed(1)},${(radius * Math.sin(angle)).toFixed(1)}`)
    .join(" ");
}
