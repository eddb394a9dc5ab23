// Which options fit what has been picked, and what can still be picked. Knows no page.
//
// A token says what a value is on the page: its key, or `#` and its number where nothing
// on the page stands for it. Picks are tokens in the order in which they were made: each
// is taken for the first part of an option that it fits, and of the parts that different
// options would take it for, only the first counts: the piece comes before the square.

const tokenOf = (question, value) => question.values[value].key ?? `#${value}`;

/** The tokens of an option, a list for each part. */
function partsOf(question, option) {
  return option.slice(1).map((part) =>
    (Array.isArray(part) ? part : [part]).map((value) => tokenOf(question, value)));
}

function without(tokens, token) {
  const at = tokens.indexOf(token);
  return at < 0 ? null : [...tokens.slice(0, at), ...tokens.slice(at + 1)];
}

/** The options that fit an item (or any, if it is null) and some picks, with what is left of each. */
export function fitting(question, item, picks) {
  let found = question.options.map((option, number) => ({
    number, item: option[0], left: partsOf(question, option),
  }));
  if (item !== null) found = found.filter((one) => one.item === item);
  for (const pick of picks) {
    const first = new Map();
    const next = [];
    for (const one of found) {
      const part = one.left.findIndex((tokens) => tokens.includes(pick));
      if (part < 0) continue;
      first.set(one.item, Math.min(part, first.get(one.item) ?? part));
      const left = one.left.map((tokens, at) => (at === part ? without(tokens, pick) : tokens));
      next.push({ ...one, left, part });
    }
    found = next.filter((one) => one.part === first.get(one.item));
  }
  return found;
}

/**
 * What can be picked next: by token, whether it belongs to the first part that is open. A
 * part for which there is only one value left need not be picked before others.
 */
export function open(found) {
  const tokens = new Map();
  const settled = settledParts(found);
  for (const one of found) {
    const isOpen = (left, part) => left.length > 0 && !settled.has(`${one.item}:${part}`);
    const first = one.left.findIndex(isOpen);
    const next = first < 0 ? one.left.findIndex((left) => left.length > 0) : first;
    one.left.forEach((left, part) => {
      for (const token of left) tokens.set(token, tokens.get(token) || part === next);
    });
  }
  return tokens;
}

/** The parts of items, as `item:part`, that are the same single value in all options. */
function settledParts(found) {
  const values = new Map();
  for (const { item, left } of found) {
    left.forEach((tokens, part) => {
      const key = `${item}:${part}`;
      const told = tokens.length === 1 ? tokens[0] : null;
      values.set(key, values.has(key) && values.get(key) !== told ? null : told);
    });
  }
  return new Set([...values].filter(([, told]) => told !== null).map(([key]) => key));
}

/** The options that need nothing more. */
export const ready = (found) => found.filter((one) => one.left.every((left) => left.length === 0));

/** The parts of an item that are open in some options, with the tokens of each. */
export function openParts(found) {
  const parts = new Map();
  for (const one of found) {
    one.left.forEach((left, part) => {
      if (!left.length) return;
      const key = `${one.item}:${part}`;
      if (!parts.has(key)) parts.set(key, { item: one.item, part, tokens: new Set() });
      left.forEach((token) => parts.get(key).tokens.add(token));
    });
  }
  return [...parts.values()];
}

/** A label that asks. */
export const ASKS = /[?\u061f]$/u;

/** An option in words; `isLit` where the places that it speaks of light up with it. */
export function told(question, number, isLit = false) {
  const [item, ...parts] = question.options[number];
  const label = (value) => (isLit ? question.values[value].there : null) ?? question.values[value].label;
  const texts = parts
    .map((part) => (Array.isArray(part) ? part.map(label).join(question.comma) : label(part)))
    .filter((text) => text);
  const name = question.items[item].label;
  if (!name && !texts.length) return told(question, number);
  return [name, texts.join(question.separator)].filter((text) => text).join(ASKS.test(name) ? " " : ": ");
}

/** The keys of all that an option chooses. */
export const keysOf = (question, number) => question.options[number].slice(1).flat()
  .map((value) => question.values[value].key).filter((key) => key);

/** The value that a token stands for. */
export function valueOf(question, token) {
  if (token.startsWith("#")) return question.values[Number(token.slice(1))];
  return question.values.find((value) => value.key === token);
}
