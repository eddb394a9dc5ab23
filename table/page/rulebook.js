// The rulebook beside the table: what a thing does, and a drawer to look paragraphs up in.

import { h, replace, words } from "./draw.js";

/** Of more paragraphs about what is asked only the first stand on top. */
const MOST_NOW = 6;

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

  /** The paragraphs with these numbers, as elements; none that the rulebook lacks. */
  lines(numbers, isCited = false) {
    return numbers.map((number) => this.byNumber.get(number)).filter((one) => one)
      .map((one) => paragraph(one, isCited));
  }

  /** The paragraphs about something as one text. */
  words(numbers) {
    return numbers.flatMap((number) => this.byNumber.get(number)?.parts ?? [])
      .filter((part) => typeof part === "string").join(" ").replaceAll("`", "").trim();
  }

  /** A paragraph as one text, with those after it as long as its sentence goes on there. */
  sentence(number) {
    const numbers = [...this.byNumber.keys()];
    const at = numbers.indexOf(number);
    let text = at < 0 ? "" : this.words([number]);
    for (const next of numbers.slice(at + 1, at + 1 + GOES_ON)) {
      if (!/[^.!?:\u061f)\]]$/u.test(text)) break;
      text = `${text} ${this.words([next])}`.trim();
    }
    return text;
  }

  /** Open the drawer; the paragraphs `now` come first. */
  open(text, now) {
    const list = h("div", { class: "paragraphs", tabindex: 0, role: "region", "aria-label": text.rules });
    const search = h("input", { type: "search", "aria-label": text.search, placeholder: text.search,
      on: { input: () => this.show(list, text, now, search.value) } });
    const close = h("button", { type: "button", "aria-label": text.close, on: { click: () => this.close() } }, "×");
    replace(this.place, h("header", null, h("h2", null, text.rules), search, close), list);
    this.place.hidden = false;
    this.show(list, text, now, "");
    search.focus();
  }

  close() { this.place.hidden = true; }

  show(list, text, now, wanted) {
    const plain = (given) => given.toLocaleLowerCase();
    const fits = ({ number, parts }) => plain(`${number} ${parts.flat(2).join(" ")}`).includes(plain(wanted.trim()));
    const found = [...this.byNumber.values()].filter((one) => !wanted.trim() || fits(one));
    const first = wanted.trim() ? [] : this.lines(now.slice(0, MOST_NOW), true);
    let heading = null;
    replace(list,
      first.length ? h("section", { class: "now" }, h("h3", null, text.now), first) : null,
      found.map((one) => {
        const head = one.heading && one.heading !== heading ? h("h3", null, words(one.heading)) : null;
        heading = one.heading;
        return [head, paragraph(one, true)];
      }),
      found.length ? null : h("p", { class: "quiet" }, text["no paragraph"]));
    list.scrollTop = 0;
  }
}

function paragraph({ number, parts, source }, isCited) {
  return h("div", { class: "paragraph" }, isCited ? h("cite", { dir: "ltr" }, number, source ? h("small", null, ` [${source}]`) : null) : null,
    parts.map((part) => (typeof part === "string" ? h("p", null, prose(part)) : table(part))));
}

/** A text in which names of files and signs stand between backticks. */
export const prose = (text) => text.replace(/\u2066`([^`]*)`\u2069/g, "`$1`").split("`").map((piece, at) => (at % 2 ? h("code", { dir: "ltr" }, piece) : words(piece)));

const table = ([head, ...rows]) => h("div", { class: "wide" }, h("table", null,
  h("thead", null, h("tr", null, head.map((cell) => h("th", { scope: "col" }, words(cell))))),
  h("tbody", null, rows.map((row) => h("tr", null, row.map((cell) => h("td", null, words(cell))))))));
