// Places that are actions, as a board: what each gives, who is there, and whether it is free.

import { h, ink, s, words } from "./draw.js";
import { plainEffect } from "./tips.js";
import { content, isInner, isNothing, hasSpaces, keySlots } from "./zones.js";

/** A single place stands among the zones, as it is. */
const FEWEST = 2;

/** The board with all places, and the families that are drawn on it; none where there are no places. */
export function placeBoard(context) {
  const { game, families } = context;
  const keys = Object.keys(game.places);
  const known = families.filter((family) => family.owner === null && !family.strip && !isInner(context, family));
  const enums = [...new Set(keys.filter((key) => key.startsWith("enum:")).map((key) => key.split(":")[1]))];
  const taken = new Set();
  const places = [];
  for (const name of enums) {
    const here = known.filter((family) => family.stands?.[0]?.[0]?.startsWith(`enum:${name}:`));
    here.forEach((family) => taken.add(family));
    if (here.length) game.enums[name].values.forEach((value, at) => places.push(ofValue(context, `enum:${name}:${at}`, value, here)));
  }
  for (const family of known.filter((one) => keys.includes(`zone:${one.name}`) && !taken.has(one))) {
    taken.add(family);
    places.push(ofZone(context, family));
  }
  if (places.length < FEWEST) return null;
  return { taken, drawn: h("div", { class: "board places group", role: "group", "aria-label": game.words.table }, places) };
}

/** A place that is a value of an enum, with what lies there of all that has that key first. */
function ofValue(context, key, value, families) {
  const lies = families.map((family) => {
    const slots = family.values().filter(({ stands }) => stands[0] === key);
    const drawn = slots.map(({ value: seen, keys, slot, stands }) => {
      if (isNothing(family, seen) && !hasSpaces(family)) return null;
      const last = stands.at(-1);
      const seat = last?.startsWith("player:") ? Number(last.slice(7)) : null;
      const between = keys.slice(1, seat === null ? undefined : -1).join(" ");
      return [between ? h("small", null, words(between)) : null, content(context, family, seen, slot, seat)];
    }).filter((one) => one);
    return drawn.length ? [families.length > 1 ? h("small", null, words(family.label)) : null, drawn] : null;
  }).filter((one) => one);
  return site(context, key, value, h("div", { class: "lying" }, lies));
}

/** A place that is a zone or variable of its own. */
function ofZone(context, family) {
  const { value, slot } = family.values()[0];
  const lies = family.keys ? keySlots(context, family, 0) : isNothing(family, value) && !hasSpaces(family) ? null : content(context, family, value, slot);
  return site(context, `zone:${family.name}`, { label: family.label, symbol: family.symbol, colour: "#8f7a4a" }, h("div", { class: "lying" }, lies), Boolean(family.keys));
}

/** The texts in an element, each of them apart. */
function textsOf(element) {
  const texts = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node.data.trim()) texts.push(node.data.trim());
  return texts;
}

function site(context, key, value, lies, isWide = false) {
  const { faces, game, marks } = context;
  const head = h("span", { class: "key" }, words(value.label));
  const does = plainEffect(context.rulebook, game.places[key]?.slice(0, 1) ?? []);
  const drawn = h("div", { class: isWide ? "key-slot site wide-site" : "key-slot site" }, house(faces, value), h("div", { class: "about" }, head, does ? h("span", { class: "does" }, words(does)) : null), lies);
  const label = [value.label, faces.list(textsOf(lies))].filter((one) => one).join(": ");
  return marks.add(drawn, [key], label, head);
}

/** A building in the colour of the place, with its sign. */
const house = (faces, { colour, symbol, label }) => s("svg", { class: "house", viewBox: "-50 -50 100 100", "aria-hidden": "true" },
  s("path", { d: "M-44 48V-12L-50-12 0-48 50-12 44-12V48Z", fill: colour }),
  s("path", { class: "roof", d: "M-50-12L0-48 50-12Z" }),
  faces.drawn.at(symbol ?? [...label][0].toLocaleUpperCase(), 44, { y: 18, fill: ink(colour) }));
