// The rulebook beside the table: what a thing does, and a drawer to look paragraphs up in.

import { h, replace, table, words } from "./draw.js";

/** Of more paragraphs about what is asked only the first stand on top. */
const MOST_NOW = 6;

/** What only says where else to read: a sentence or brackets with numbers of paragraphs and few words more. */
const POINTERS = /(?<=^|[.!?\u061f)]\s*)[^.!?\u061f()]{0,60}[.\u061f](?=\s|$)|\s*\([^()]{0,60}\)/gu;
const MOST_WORDS = 2;

/** A number at the end of brackets that say more than where else to read. */
const TRAILING = /[,\u060c]\s*\u2066?([A-Z]+-[A-Z]?[0-9]+)\u2069?(?=\.?\))/gu;

/** How sure those who wrote a paragraph down are of it. */
const MARKS = /\s*\[[^\][]{1,60}\](?=\s|$)/gu;

/** A sentence goes on over so many paragraphs more at most. */
const GOES_ON = 3;

export class Rulebook {
  constructor(place) {
    this.place = place;
    this.byNumber = new Map();
  }

  /** Take the paragraphs over: `[number, heading, parts, source]` each; a part is a text or rows of a table. */
  hear(paragraphs) {
    this.byNumber = new Map(paragraphs.map(([number, heading, parts, source]) => [number, { number, heading, parts, source }]));
  }

  get size() { return this.byNumber.size; }

  /** A text for those who play: without what leads to other paragraphs, or says how sure it is. */
  plain(text) {
    return text.replace(MARKS, "").replace(POINTERS, (piece) => (this.isPointer(piece) ? "" : piece))
      .replace(TRAILING, (piece, number) => (this.byNumber.has(number) ? "" : piece)).trim();
  }

  isPointer(piece) {
    const parts = piece.replace(/[\u2066-\u2069().,;:\u060c\u061b]/g, " ").split(" ").filter((one) => one);
    const numbers = parts.filter((one) => this.byNumber.has(one)).length;
    return numbers > 0 && parts.length - numbers <= MOST_WORDS;
  }

  /** The paragraphs with these numbers, as elements; none that the rulebook lacks. */
  lines(numbers, isCited = false) {
    const wanted = isCited ? numbers : [...new Set(numbers.flatMap((number) => this.withRest(number)))];
    return wanted.map((number) => this.byNumber.get(number)).filter((one) => one)
      .map((one) => (isCited ? this.whole(one) : paragraph(one, (part) => this.plain(part))));
  }

  /** A paragraph as it is written, with its number; those that it speaks of are a click away. */
  whole(one) { return paragraph(one, null, (number) => this.leads(number)); }

  /** A button that leads to a paragraph; nothing where there is none with that number. */
  leads(number) {
    if (!this.byNumber.has(number)) return null;
    return h("button", { type: "button", class: "quiet leads", "data-leads": number, on: { click: () => this.show(number) } }, number);
  }

  show(number) {
    const there = this.place.querySelector(`.all [data-number="${number}"]`);
    there?.scrollIntoView({ block: "start" });
    there?.focus({ preventScroll: true });
  }

  /** The paragraphs about something as one text. */
  words(numbers) {
    return numbers.flatMap((number) => this.byNumber.get(number)?.parts ?? [])
      .filter((part) => typeof part === "string").map((part) => this.plain(part)).join(" ").replaceAll("`", "").trim();
  }

  /** A paragraph as one text, with those after it as long as its sentence goes on there. */
  sentence(number) { return this.words(this.withRest(number)); }

  /** A paragraph with those after it, as long as its sentence goes on there. */
  withRest(number) {
    const numbers = [...this.byNumber.keys()];
    const at = numbers.indexOf(number);
    const ends = numbers.slice(at, at + GOES_ON).findIndex((one) => !/[^.!?:\u061f)\]]$/u.test(this.words([one])));
    return at < 0 ? [] : numbers.slice(at, at + 1 + (ends < 0 ? GOES_ON : ends));
  }

  /** Open the drawer; the paragraphs `now` come first. */
  open(text, now) {
    const list = h("div", { class: "paragraphs", tabindex: 0, role: "region", "aria-label": text.rules });
    const search = h("input", { type: "search", "aria-label": text.search, placeholder: text.search,
      on: { input: () => this.list(list, text, now, search.value) } });
    const close = h("button", { type: "button", "aria-label": text.close, on: { click: () => this.close() } }, "×");
    replace(this.place, h("header", null, h("h2", null, text.rules), search, close), list);
    this.place.hidden = false;
    this.list(list, text, now, "");
    search.focus();
  }

  close() { this.place.hidden = true; }

  list(list, text, now, wanted) {
    const plain = (given) => given.toLocaleLowerCase();
    const fits = ({ number, parts }) => plain(`${number} ${parts.flat(2).join(" ")}`).includes(plain(wanted.trim()));
    const found = [...this.byNumber.values()].filter((one) => !wanted.trim() || fits(one));
    const first = wanted.trim() ? [] : this.lines(now.slice(0, MOST_NOW), true);
    let heading = null;
    replace(list,
      first.length ? h("section", { class: "now" }, h("h3", null, text.now), first) : null,
      h("div", { class: "all" }, found.map((one) => {
        const head = one.heading && one.heading !== heading ? h("h3", null, words(one.heading)) : null;
        heading = one.heading;
        return [head, this.whole(one)];
      })),
      found.length ? null : h("p", { class: "quiet" }, text["no paragraph"]));
    list.scrollTop = 0;
  }
}

function paragraph({ number, parts, source }, plain, leads = null) {
  const cite = leads ? h("cite", { dir: "ltr" }, number, source ? h("small", null, ` [${source}]`) : null) : null;
  return h("div", { class: "paragraph", "data-number": leads ? number : null, tabindex: leads ? -1 : null }, cite,
    parts.map((part) => (typeof part === "string" ? h("p", null, prose(plain ? plain(part) : part, leads)) : tableOf(part))));
}

/** How the number of a paragraph is written, with the isolate that it stands in. */
const NUMBER = /\u2066?(\b[A-Z]+-[A-Z]?[0-9]+\b)\u2069?/u;

/** A text in which names of files and signs stand between backticks. */
export const prose = (text, leads = null) => text.replace(/\u2066`([^`]*)`\u2069/g, "`$1`").split("`").map((piece, at) => (at % 2 ? h("code", { dir: "ltr" }, piece) : linked(piece, leads)));

function linked(text, leads) {
  const pieces = leads ? text.split(NUMBER) : [text];
  return pieces.map((piece, at) => (at % 2 ? leads(piece) : null) ?? words(piece));
}

const tableOf = ([head, ...rows]) => table(
  h("thead", null, h("tr", null, head.map((cell) => h("th", { scope: "col" }, words(cell))))),
  h("tbody", null, rows.map((row) => h("tr", null, row.map((cell) => h("td", null, words(cell)))))));
