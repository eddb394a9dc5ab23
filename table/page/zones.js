// Zones and variables: rows, hands, decks, stocks, counters, tracks.

import { h, words } from "./draw.js";
import { fixedBoard, grownGrid } from "./boards.js";
import { placeBoard } from "./places.js";
import { strip } from "./strips.js";
import { about } from "./tips.js";

/** Of more hidden cards only a stack with their number is drawn; those in a row have numbers. */
const FACE_DOWN = 4;
const IN_ROW = 8;

/** Where components lie in no order, they are shown by colour and number. */
const SORTED = ["hand", "area", "bag"];

/** Of more components in no order, those that are alike lie on each other. */
const APART = 10;
const LAPPED = 3;

/** Of more components in a bag that may be looked into, too. */
const IN_BAG = 12;

/** A family with what is seen of it, as the drawing functions want it. */
export function familiesOf(game, scene) {
  let offset = 0;
  return game.families.map((family) => {
    const start = offset;
    offset += family.size;
    const each = family.keys ? family.keys.length : 1;
    return {
      ...family,
      owners: family.owners,
      count: family.size / each,
      /** Calls with the value, the labels and the keys of each slot of an owner. */
      each(owner, call) {
        for (let at = 0; at < each; at += 1) {
          const index = owner * each + at;
          call(scene.seen[start + index], family.keys?.[at] ?? [], family.base + index, family.stands?.[at] ?? []);
        }
      },
      values(owner = 0) {
        const found = [];
        this.each(owner, (value, keys, slot, stands) => found.push({ value, keys, slot, stands }));
        return found;
      },
    };
  });
}

/** Of more paragraphs about a number only the first are told where one points at it. */
const MOST_TOLD = 5;

/** A row or an area with room for so many at most is drawn with its empty spaces. */
const MOST_SPACES = 8;
export const hasSpaces = (family) => (family.sort === "row" || family.sort === "area") && family.room <= MOST_SPACES;

/** An empty space, as large as what may lie there. */
function space({ game, faces }, family) {
  const kind = game.kinds[family.type.kinds?.[0]];
  const size = kind?.shape ? "of-tile" : faces.plan(family.type.kinds?.[0])?.rank ? "of-coin" : "";
  return h("span", { class: `card gap-space ${size}` });
}

const isZone = (family) => family.type.sort === "zone";
export const isPieces = (family) => family.sort.startsWith("piece");

export const isNothing = (family, value) => value === null || value === false || value === ""
  || (Array.isArray(value) && (family.type.sort === "bundle" ? !value.some((n) => n) : !value.length))
  || (typeof value === "number" && value === 0 && (family.type.sort === "int" || (isPieces(family) && family.sort !== "piece space")));

/** Whether a stock that is empty has been used up: others only hold something now and then. */
const isUsedUp = (family) => family.sort === "piece stock" && family.filled;

export const isUnknown = (value) => value !== null && typeof value === "object" && !Array.isArray(value) && value.hidden !== undefined;

/** The cards of a zone, each of which can be picked; `beside` gives what else lies there, and stands for it. */
function cards(context, slot, names, beside = null) {
  return names.map((name, at) => {
    const text = context.does(name);
    const does = text ? h("span", { class: "does" }, words(text)) : [];
    const { keys = [], told = [], labels = [] } = beside?.(at) ?? {};
    const card = context.faces.card(name, [does, context.onIt(name), told].flat());
    return context.marks.add(card, [`component:${slot}:${name}`, ...keys], context.faces.list([context.described(name), ...labels]));
  });
}

/** What is beside each component of a row: the key of its number, where that is chosen, and what numbered places hold. */
function besideRow(context, family, owner) {
  const { faces } = context;
  const places = context.families.filter((one) => one.beside === family.name && !isInner(context, one));
  if (family.sort !== "row" || !(places.length || family.numbered)) return null;
  const isAsked = family.numbered && (owner ?? context.asking) === context.asking;
  return (at) => {
    const held = places.map((one) => [one, one.values(owner ?? 0)[at]?.value])
      .filter(([one, value]) => value !== undefined && !isNothing(one, value) && !isUnknown(value));
    return {
      keys: isAsked ? [`at:${family.name}:${at + 1}`] : [],
      told: held.length ? h("span", { class: "beside-it" }, held.map(([one, value]) => h("span", { title: one.label }, content(context, one, value, null, owner)))) : [],
      labels: held.map(([one, value]) => `${one.label} ${faces.text(one.type, value)}`),
    };
  };
}

/** The same, each kind in a stack of its own with its number, where many lie in no order. */
function stacks(context, family, slot, names) {
  if (names.length <= APART || !SORTED.includes(family.sort)) return null;
  const kinds = new Map();
  for (const name of context.faces.sorted(names)) kinds.set(name, [...(kinds.get(name) ?? []), name]);
  if (kinds.size === names.length) return null;
  return [...kinds.values()].map((alike) => {
    const drawn = cards(context, slot, alike);
    if (drawn.length < LAPPED) return drawn;
    drawn.forEach((card, nth) => card.style.setProperty("--nth", nth));
    return h("span", { class: "lapped" }, drawn, h("b", { class: "how-many" }, context.faces.number(drawn.length)));
  });
}

function backs(context, count, family = null, owner = null) {
  const { faces, game } = context;
  if (family?.sort === "row" && count <= IN_ROW) {
    const beside = besideRow(context, family, owner);
    return Array.from({ length: count }, (_, at) => {
      const { keys = [], told = [], labels = [] } = beside?.(at) ?? {};
      const back = h("span", { class: "card back", title: game.words.hidden }, h("b", null, faces.number(at + 1)), told);
      return keys.length ? context.marks.add(back, keys, faces.list([`${family.label} ${faces.number(at + 1)}`, ...labels])) : back;
    });
  }
  if (count > FACE_DOWN || count === 0) {
    return h("span", { class: "card back stack", title: game.words.hidden }, h("b", null, faces.number(count)),
      h("span", { class: "unseen" }, game.words.hidden));
  }
  return Array.from({ length: count }, () => h("span", { class: "card back", title: game.words.hidden }));
}

/** What lies in one slot of a zone or a variable. */
export function content(context, family, value, slot, owner) {
  const { faces, game } = context;
  if (isUnknown(value)) {
    if (value.kinds && family.type.sort === "bundle") {
      return value.kinds.map((kind) => h("span", { class: "unknown", title: game.words.hidden },
        faces.chip(family.type.enum, kind, null, true), " ?"));
    }
    if (value.known) {
      const rest = (value.hidden ?? value.known.length) - value.known.length;
      return [h("span", { class: "recalled", title: game.words.recalled }, cards(context, slot, faces.sorted(value.known))),
        rest > 0 ? backs(context, rest) : []];
    }
    if (value.recalled !== undefined) {
      return h("span", { class: "recalled", title: game.words.recalled }, content(context, family, value.recalled, slot, owner));
    }
    if (value.hidden === null) return h("span", { class: "unknown", title: game.words.hidden }, "?");
    return isZone(family) && !isPieces(family)
      ? backs(context, value.hidden, family, owner) : h("span", { class: "unknown" }, `${faces.number(value.hidden)} ?`);
  }
  if (family.sort === "piece space") return value === null ? h("span", { class: "gap-space" }) : faces.piece(value);
  if (family.sort === "piece stock") {
    return owner === undefined || owner === null
      ? h("b", { class: "number" }, faces.number(value)) : faces.piece(owner, value, family.label);
  }
  if (family.type.sort === "bundle") return faces.bundle(family.type.enum, value) ?? h("span", { class: "none" }, "–");
  if (isZone(family)) {
    if (!value.length && !hasSpaces(family)) return family.sort === "space" ? space(context, family) : null;
    if (family.sort === "bag" && value.length > IN_BAG) return backs(context, value.length);
    if (family.sort === "pile" || family.sort === "deck") {
      return h("span", { class: "heap" }, cards(context, slot, value.slice(0, 1)),
        value.length > 1 ? h("b", { class: "how-many" }, faces.number(value.length)) : null);
    }
    if (hasSpaces(family)) {
      return [cards(context, slot, value), Array.from({ length: Math.max(0, family.room - value.length) }, () => space(context, family))];
    }
    return stacks(context, family, slot, value)
      ?? cards(context, slot, SORTED.includes(family.sort) ? faces.sorted(value) : value, besideRow(context, family, owner));
  }
  if (family.type.sort === "enum") return value === null ? h("span", { class: "none" }, "–") : faces.chip(family.type.enum, value, null, true);
  if (family.type.sort === "player" && value !== null) return h("span", null, faces.piece(value), " ", words(faces.seat(value).label));
  return h("b", { class: "number" }, words(faces.text(family.type, value)));
}

/** A zone under its name; where the rulebook says something of it, that can be pointed at. */
function zone(context, family, ...inner) {
  const name = h("h3", null, words(family.label));
  const drawn = h("section", { class: `zone group ${family.sort.replace(" ", "-")}${family.keys && hasSpaces(family) ? " spaced" : ""}`, role: "group", "aria-label": family.label },
    name, h("div", { class: "lying" }, inner));
  if (family.owner === null && context.game.places[`zone:${family.name}`]) context.marks.add(drawn, [`zone:${family.name}`], family.label, name);
  else if (family.rules.length) context.marks.add(name, [`about:${family.name}`], family.label);
  return drawn;
}

/** Cards that lie face down in a pile: only how many they are counts. */
const isCovered = (family, value) => (family.sort === "deck" || family.sort === "pile" || family.sort === "bag")
  && isZone(family) && isUnknown(value) && value.hidden && !value.known;

/** A pile in a line with facts. */
const covered = ({ faces, game }, family, value) => h("span", { class: "fact covered", title: game.words.hidden, ...about(family.rules, family.label) },
  h("i", { class: "mini-back", "aria-hidden": "true" }), h("span", { class: "what" }, words(family.label)), h("b", null, faces.number(value.hidden)));

/** A zone or variable with keys: each slot under the name of its key, players by colour. */
function keyed(context, family, owner) {
  const slots = keySlots(context, family, owner);
  return slots && zone(context, family, slots);
}

/** The slots of a zone or variable with keys; none where nothing lies there. */
export function keySlots(context, family, owner) {
  const slots = family.values(owner);
  const last = slots[0].stands.at(-1)?.startsWith("player:");
  const rows = new Map();
  for (const slot of slots) {
    const seat = last ? Number(slot.stands.at(-1).slice(7)) : null;
    const head = (last ? slot.keys.slice(0, -1) : slot.keys).join(context.game.signs.separator);
    if (!rows.has(head)) rows.set(head, { stands: last ? slot.stands.slice(0, -1) : slot.stands, found: [] });
    const unseen = isUnknown(slot.value) && slot.value.hidden === 0;
    const quiet = unseen || (isNothing(family, slot.value) && !hasSpaces(family) && (last || family.type.sort === "bool"));
    if (!quiet) rows.get(head).found.push(content(context, family, slot.value, slot.slot, seat));
  }
  const shown = [...rows].filter(([, row]) => row.found.length || row.stands.length);
  const busy = shown.some(([, row]) => row.found.some((one) => one));
  if (!busy) return null;
  return shown.map(([head, row]) => {
    const caption = head ? h("span", { class: "key" }, tinted(context, row.stands, head)) : null;
    const place = h("div", { class: "key-slot" }, caption,
      h("div", { class: "lying" }, row.found.length ? row.found : h("span", { class: "none" }, "–")));
    const isForeign = family.owner?.sort === "player" && owner !== context.asking;
    const keys = row.stands.filter((one) => one && !(isForeign && one.startsWith("at:")));
    return keys.length ? context.marks.add(place, keys, `${family.label}: ${head}`, caption) : place;
  });
}

function tinted(context, stands, head) {
  const [sort, name, index] = (stands[0] ?? "").split(":");
  if (sort !== "enum" || !context.game.enums[name]) return words(head);
  const value = context.faces.enumValue(name, Number(index));
  return [h("i", { class: "swatch", "aria-hidden": "true", vars: { tint: value.colour } }), words(head)];
}

/** Whether a variable is drawn once for all players, who face each other. */
const isFacing = (context, family) => family.strip && context.game.tracks[family.name] === "facing";

/** Whether a variable or zone is for the rules alone: then the designer sees it, and no player. */
export const isInner = (context, family) => family.inner && context.game.seat !== null;

/** Whether a variable is told in a word or two, or a number. */
const isFact = (family) => (!isZone(family) && family.type.sort !== "grid") || (isPieces(family) && !family.keys);

/** The cells that a value is, for those who point at it. */
export const cellsOf = ({ sort, board }, value) => (sort === "cell" || sort === "cells"
  ? { "data-cells": [value].flat().map((cell) => `cell:${board}:${cell}`).join(" ") } : {});

function fact(context, family, value, keys, owner = null) {
  if (value === null || value === false || value === "" || (Array.isArray(value) && !value.length) || (isUnknown(value) && !value.hidden)) return null;
  const label = [family.label, ...keys].join(" ");
  const told = family.type.sort === "bool" ? null : content(context, family, value, null, owner);
  return h("span", { class: family.ledger ? "fact score" : "fact", ...cellsOf(family.type, value), ...about([...new Set([...family.gives.flatMap((one) => one.rules), ...family.rules])].slice(0, MOST_TOLD), label) }, h("span", { class: "what" }, words(label)), told);
}

/** Whether a number of each player is shown on one track: if all of them are known to all. */
export const isTrack = (family) => family.public && family.owner?.sort === "player" && !family.keys && family.type.sort === "int"
  && family.type.low !== null && family.type.high - family.type.low >= 4 && family.type.high - family.type.low <= 40;

/** A counter with a range: one track with everybody on it. */
function track(context, family) {
  const { faces, game } = context;
  const { low, high } = family.type;
  const at = new Map();
  game.participants.forEach((who, seat) => {
    if (seat >= family.count) return;
    const { value } = family.values(seat)[0];
    if (typeof value !== "number") return;
    at.set(value, [...(at.get(value) ?? []), seat]);
  });
  if (!at.size) return null; // nobody has such a number yet
  const steps = Array.from({ length: high - low + 1 }, (_, step) => low + step);
  return h("section", { class: "zone track" }, h("h3", null, words(family.label)),
    h("ol", { vars: { steps: steps.length } }, steps.map((step) => h("li", { class: at.has(step) ? "held" : null },
      h("span", { class: "step" }, faces.number(step)),
      (at.get(step) ?? []).map((seat) => faces.piece(seat, null, family.label))))));
}

/** Everything that belongs to nobody: boards first, then zones, then facts. */
export function shared(context) {
  const { game, families } = context;
  const boards = Object.keys(game.boards).filter((name) => !game.boards[name].of).map((name) => fixedBoard(name, context));
  const zones = [];
  const facts = [];
  const places = placeBoard(context);
  if (places) boards.push(places.drawn);
  for (const family of families) {
    if (isInner(context, family) || places?.taken.has(family)) continue;
    if (family.owner === null) {
      if (family.strip) boards.push(strip(context, family, null));
      else if (liesBeside(context, family, 0)) continue;
      else if (family.keys) zones.push(keyed(context, family, 0));
      else if (isFact(family)) {
        const { value } = family.values()[0];
        if (!isPieces(family) || !isNothing(family, value)) facts.push(fact(context, family, value, []));
      }
      else {
        const { value, slot } = family.values()[0];
        if (family.type.sort === "grid") zones.push(zone(context, family, grownGrid(family, slot, value, context, true)));
        else if (isCovered(family, value)) facts.push(covered(context, family, value));
        else if (isUnknown(value) ? value.hidden : !isNothing(family, value) || hasSpaces(family)) zones.push(zone(context, family, content(context, family, value, slot)));
      }
    } else if (family.owner.sort === "enum") {
      zones.push(ofEnum(context, family));
    } else if (isFacing(context, family)) {
      boards.push(strip(context, family, 0));
    } else if (isTrack(family)) {
      zones.push(track(context, family));
    }
  }
  const told = facts.filter((one) => one);
  return [boards, told.length ? h("p", { class: "facts" }, told) : null, h("div", { class: "zones" }, zones.filter((one) => one))];
}

function ofEnum(context, family) {
  const values = context.game.enums[family.owner.enum].values;
  const found = values.flatMap((value, at) => family.values(at).filter(({ value: seen }) => !isNothing(family, seen)).map(({ value: seen, slot, keys }) => {
    const caption = h("span", { class: "key" }, words([value.label, ...keys].join(" ")));
    const place = h("div", { class: "key-slot" }, caption, h("div", { class: "lying" }, content(context, family, seen, slot)));
    return context.marks.add(place, [`enum:${family.owner.enum}:${at}`], value.label, caption);
  }));
  return found.length ? zone(context, family, found) : null;
}

/** Whether what numbered places hold is drawn beside the components of a row that lies there. */
function liesBeside(context, family, seat) {
  const row = context.families.find((one) => one.name === family.beside);
  if (!row || isInner(context, row)) return false;
  const [{ value }] = row.values(seat);
  return isUnknown(value) ? value.hidden > 0 && value.hidden <= IN_ROW && !value.known : value.length > 0;
}

/** What belongs to a participant. */
export function belongings(context, seat) {
  const { families } = context;
  const grids = [];
  const zones = [];
  const facts = [];
  for (const family of families) {
    if (family.owner?.sort !== "player" || seat >= family.count || isInner(context, family)) continue;
    if (isFacing(context, family)) continue;
    const slots = family.values(seat);
    if (family.type.sort === "grid") {
      const { value, slot } = slots[0];
      const own = seat === context.asking && seat === context.own;
      if (value.length || (own && context.places(family.type.shape).length)) grids.push(grownGrid(family, slot, value, context, own));
    } else if (family.strip) {
      grids.push(strip(context, family, seat));
    } else if (isFact(family) && !liesBeside(context, family, seat)) {
      slots.forEach(({ value, keys }) => {
        const zero = isNothing(family, value) && !family.ledger && !isUsedUp(family);
        if (!zero && !(isTrack(family) && !family.ledger)) facts.push(fact(context, family, value, keys, seat));
      });
    } else if (family.keys) {
      if (!liesBeside(context, family, seat)) zones.push(keyed(context, family, seat));
    } else {
      const { value, slot } = slots[0];
      if (isCovered(family, value)) { facts.push(covered(context, family, value)); continue; }
      const quiet = isUnknown(value) ? !value.hidden && value.hidden !== null : isNothing(family, value) && !hasSpaces(family);
      if (!quiet) zones.push(zone(context, family, content(context, family, value, slot, seat)));
    }
  }
  return { grids, zones: zones.filter((one) => one), facts: facts.filter((one) => one) };
}
