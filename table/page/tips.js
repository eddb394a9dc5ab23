// What things do, for whoever points at them, and where the tip stands that tells it.

import { isNothing, isUnknown } from "./zones.js";

/** Beside the thing that it speaks of, never over it. */
const APART = 8;
const EDGE = 6;

/** How a paragraph begins that says what is called so: its name, or several, and a colon. */
const TITLE = /^([^:.]{1,60})[:：]\s*/u;
const NAMES = /,|\u060c| and | \u0648 /u;

/** A name of more words is the beginning of a sentence. */
const LONGEST_NAME = 3;

/** A text without its title, if it has one. */
function untitled(text) {
  const names = TITLE.exec(text)?.[1].replace(/\([^)]*\)/gu, "").split(NAMES) ?? [];
  return names.every((name) => name.trim().split(/\s+/u).length <= LONGEST_NAME) ? text.replace(TITLE, "") : text;
}

/** The numbers of the paragraphs about what a mark stands for. */
export function rulesOf(state, mark) {
  const { game, scene, atPlaces } = state;
  const numbers = [...(mark.rules ?? [])];
  for (const item of atPlaces?.get(mark.token) ?? []) numbers.push(...(scene.question.items[item].rules ?? []));
  for (const key of mark.keys) {
    const [sort, name, ...rest] = key.split(":");
    numbers.push(...(game.places[key] ?? [])); // what is done there, before what sort of place it is
    if (sort === "component") numbers.push(...ofFace(game, rest.join(":")));
    if (sort === "enum") numbers.push(...(game.enums[name]?.values[Number(rest[0])]?.rules ?? []));
    if (sort === "about" || sort === "zone") numbers.push(...(game.families.find((one) => one.name === name)?.rules ?? []));
    if (sort === "cell") {
      for (const [family, value] of onCell(state, name, Number(rest[0]))) numbers.push(...ofValue(game, family, value));
      if (!numbers.length) numbers.push(...game.boards[name].rules);
    }
  }
  return [...new Set(numbers)];
}

/** What lies on a cell of a board: pairs of a family and its value. */
function onCell({ game, context }, board, cell) {
  const found = [];
  for (const family of context.families) {
    if (family.owner?.sort !== "cell" || family.owner.board !== board || (family.inner && game.seat !== null)) continue;
    family.each(cell, (value, keys) => {
      if (!isUnknown(value) && !isNothing(family, value)) found.push([family, value, keys]);
    });
  }
  return found;
}

/** The paragraphs about a value of a variable, or about what lies in a zone. */
function ofValue(game, family, value) {
  if (family.type.sort === "enum") return game.enums[family.type.enum].values[value].rules;
  if (family.type.sort === "zone" && Array.isArray(value)) return value.flatMap((name) => ofFace(game, name));
  return family.rules;
}

/** Names of cells that are printed at the edges of a board. */
const LETTERED = /^[a-z]+[0-9]+$/u;

/** What lies on a cell of a board, in a word or two: cards and tiles, or else the ground; nothing where its name tells more. */
export function wordsOn(state, board, cell) {
  const { shape, names } = state.game.boards[board];
  if (shape === "graph" || shape === "links" || LETTERED.test(names[cell])) return "";
  const lying = onCell(state, board, cell);
  const parts = lying.flatMap(([{ type }, value]) => (type.sort === "zone" && Array.isArray(value) ? value.map((name) => state.faces.face(name).label) : []));
  const ground = lying.filter(([{ type }]) => type.sort === "enum").map(([family, value]) => toldOf(state.faces, family, value));
  return state.faces.list([...new Set(parts.length ? parts : ground)]);
}

/** What is told of a cell, beside its name: pairs of what it is and its value. */
export function cellLines(state, board, cell) {
  const { faces } = state;
  return onCell(state, board, cell).map(([family, value, keys]) => [[family.label, ...keys].join(" "), toldOf(faces, family, value)]);
}

/** What lies on a component, or is held by it: pairs of what it is and its value. */
export function carriedLines({ context, faces }, name) {
  const turning = new Set(context.families.map((family) => family.turned));
  return (context.carried.get(name) ?? []).filter(({ family }) => !turning.has(family.name) && !(family.inner && context.game.seat !== null))
    .map(({ family, value, keys }) => [[family.label, ...keys].join(" "), toldOf(faces, family, value)]);
}

function toldOf(faces, family, value) {
  if (family.sort === "piece space") return faces.seat(value).label;
  if (family.type.sort === "bool") return "";
  if (family.type.sort === "zone" && Array.isArray(value)) return faces.list(value.map((name) => faces.face(name).label));
  return family.type.sort === "zone" ? faces.number(value) : faces.text(family.type, value);
}

/** Lets an element tell what paragraphs say of it, for whoever points at it. */
export const about = (rules, label) => (rules?.length ? { "data-rules": rules.join(" "), "data-label": label, tabindex: 0 } : {});

const ABOUT = new WeakMap();

/** What is meant by pointing at an element that stands for no value, but tells paragraphs. */
export function aboutOf(node) {
  const element = node instanceof Element ? node.closest("[data-rules]") : null;
  if (!element) return null;
  if (!ABOUT.has(element)) {
    const { rules, label } = element.dataset;
    ABOUT.set(element, { element, control: element, keys: [], rules: rules.split(" "), label, id: "" });
  }
  return ABOUT.get(element);
}

const ofFace = (game, name) => (game.faces[name]?.rules.length
  ? game.faces[name].rules : (game.kinds[game.faces[name]?.kind]?.rules ?? []).slice(0, 2));

/** What a component does in a line or two: the paragraph that is about it, without its name. */
export function effectOf({ game, rulebook }, name) {
  return plainEffect(rulebook, game.faces[name].rules.slice(0, 1));
}

/** A sentence that a table goes on with. */
const UNENDED = /[^.!?\u061f]*[:\uff1a]\s*$/u;

/** What paragraphs say, without the name of what they are about, and what only tables tell. */
export const plainEffect = (rulebook, numbers) => untitled(numbers.map((one) => rulebook.sentence(one)).join(" ")).replace(UNENDED, "");

/** A longer sentence is cut between two words. */
const LONGEST = 180;

/** The first sentences of a text, as many as fit. */
export function firstSentences(text) {
  const sentences = text.match(/.*?[.!?\u061f](?=\s|$)\s*/gsu) ?? [text];
  let told = sentences[0].trim();
  for (const sentence of sentences.slice(1)) {
    if (`${told} ${sentence}`.length > LONGEST) break;
    told = `${told} ${sentence.trim()}`;
  }
  return told.length <= LONGEST ? told : `${told.slice(0, told.lastIndexOf(" ", LONGEST))} …`;
}

/** The widths in pixels, each with the part of the window's height, of which a tip takes the first that shows all of it. */
const SIZES = [[340, 0.38], [440, 0.5], [600, 0.7], [820, 0.85]];

const showsAll = (tip) => [tip, ...tip.querySelectorAll(".wide")]
  .every((one) => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth);

/** Put the tip beside an element: on the side with most room, within the window. */
export function placeTip(tip, element) {
  const box = element.getBoundingClientRect();
  const bar = document.getElementById("bar").getBoundingClientRect().bottom;
  tip.style.setProperty("left", "0px");
  tip.style.setProperty("top", "0px");
  SIZES.some(([wide, high]) => {
    tip.style.setProperty("max-width", `${Math.min(wide, innerWidth - 2 * EDGE)}px`);
    tip.style.setProperty("max-height", `${high * innerHeight}px`);
    return showsAll(tip);
  });
  const { width, height } = tip.getBoundingClientRect();
  const within = (value, low, high) => Math.max(low, Math.min(value, high));
  const along = within(box.left + box.width / 2 - width / 2, EDGE, innerWidth - width - EDGE);
  const across = within(box.top, bar + EDGE, innerHeight - height - EDGE);
  const places = [
    [box.right + APART + width < innerWidth, box.right + APART, across],
    [box.left - APART - width > 0, box.left - APART - width, across],
    [box.bottom + APART + height < innerHeight, along, box.bottom + APART],
    [box.top - APART - height > bar, along, box.top - APART - height],
  ];
  const [, left, top] = places.find(([fits]) => fits)
    ?? [true, along, box.top > innerHeight - box.bottom ? bar + EDGE : innerHeight - height - EDGE];
  tip.style.setProperty("left", `${left}px`);
  tip.style.setProperty("top", `${top}px`);
}
