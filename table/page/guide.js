// A first game, explained as it is played: what is asked, by which paragraph, and why one would.

import { h, words } from "./draw.js";
import { ASKS, openParts, told } from "./choosing.js";
import { about, firstSentences } from "./tips.js";

/** Of more actions that are offered only their number is told: their buttons stand below. */
const FEW = 4;

/** So many paragraphs behind what is asked are told. */
const TOLD = 2;

/** Choices whose expectations differ by no more than that are called alike. */
const ALIKE = 4;

const say = (text, values = {}) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);

export class Guide {
  constructor(remembered, remember) {
    this.remembered = remembered;
    this.remember = remember;
    this.isAsked = false;
    this.areSourcesOpen = false;
    this.opened = new Set();
    this.isOpen = !matchMedia("(max-width: 62rem)").matches;
  }

  /** Whether the game is explained: as was said last, or else to who has never played it to its end here, and does not design it. */
  isOn({ name, seat }) {
    if (seat === -1) return false;
    const isKnown = seat === null || this.remembered(`played ${name}`);
    return (this.remembered(`explain ${name}`) ?? (isKnown ? "off" : "on")) === "on";
  }

  turn(game) { this.remember(`explain ${game.name}`, this.isOn(game) ? "off" : "on"); }

  /** A game is over that somebody played here. */
  played({ name, seat }) { if (seat !== -1) this.remember(`played ${name}`, "yes"); }

  /** What is explained now, as an element; nothing where it is not wanted. */
  lines(state) {
    const { game, scene, faces } = state;
    if (!this.isOn(game) || scene.over || scene.film) return null;
    const text = game.words;
    if (!scene.question) return h("div", { class: "guide" }, h("p", null, words(say(text["guide waiting"], { who: faces.seat(scene.actor).label }))), this.course(state));
    const [first, ...others] = asked(state);
    return h("details", { class: "guide", open: this.isOpen, on: { toggle: (event) => { this.isOpen = event.target.open; } } },
      h("summary", null, words(first)),
      others.map((line) => h("p", null, words(line))), paragraphs(state), this.sources(game), this.course(state), this.why(state));
  }

  /** By which paragraphs the game begins, until everybody has had a turn, and ends and is won. */
  course(state) {
    const { game, scene } = state;
    const isNew = scene.turns <= game.participants.filter((one) => !one.neutral).length;
    return [isNew ? this.told(state, game.words["guide begin"], game.begins) : null, this.told(state, game.words["guide end"], game.ends)];
  }

  told({ rulebook }, title, numbers) {
    const cited = numbers.filter((one) => rulebook.byNumber.has(one));
    return cited.length ? h("details", { class: "sources", open: this.opened.has(title), on: { toggle: (event) => this.opened[event.target.open ? "add" : "delete"](title) } },
      h("summary", null, words(title)),
      cited.map((one) => h("p", null, words(rulebook.sentence(one))))) : null;
  }

  /** For what points are given over the whole game; a paragraph is told of each where one points. */
  sources({ words: text, families }) {
    return families.filter((family) => family.gives.length).map((family) => h("details", { class: "sources", open: this.areSourcesOpen, on: { toggle: (event) => { this.areSourcesOpen = event.target.open; } } },
      h("summary", null, words(say(text["guide points"], { what: family.label }))),
      h("ul", null, family.gives.map((one) => h("li", null, h("span", about(one.rules, one.label), words(one.label)))))));
  }

  /** Why one would choose something: on request, from what a thinking player expects. */
  why(state) {
    const { game, scene, faces, hints } = state;
    const text = game.words;
    if (scene.question.options.length < 2 || scene.ahead) return null;
    if (!hints) return h("button", { type: "button", class: "quiet", id: "guide-why", on: { click: state.act.hint } }, words(text["guide why"]));
    if (!hints.length) return null;
    const [[, best]] = hints;
    const least = state.least ?? best;
    const told = best - least <= ALIKE ? text["guide alike"] : text["guide differ"];
    return h("p", null, words(say(told, { best: faces.number(best), least: faces.number(least) })));
  }
}

/** What is asked, in sentences: which actions there are, or what to choose for one, and where. */
function asked(state) {
  const { game, scene, faces, marks, found } = state;
  const { question } = scene;
  const text = game.words;
  const items = [...new Set(found.map((one) => one.item))];
  const sentences = [];
  const label = (item) => question.items[item].label;
  if (items.length > 1 && items.every(label)) {
    const asking = items.map(label).filter((one) => ASKS.test(one));
    const named = items.map(label).filter((one) => !asking.includes(one));
    if (asking.length === 1) sentences.push(`${asking[0]} ${say(text["guide or"], { what: named.join(game.signs.list) })}`);
    else sentences.push(items.length > FEW ? say(text["guide many"], { n: faces.number(items.length) })
      : say(text["guide actions"], { what: [...asking, ...named].join(game.signs.list) }));
  } else {
    const parts = openParts(found).filter(({ item }) => item === items[0]).sort((a, b) => a.part - b.part)
      .map(({ part }) => question.items[items[0]].parts[part]).filter((one) => !one.isTurn).map((one) => one.label).filter((one) => one);
    const names = [...new Set(parts)];
    const what = names.length ? label(items[0]) || question.prompt : question.prompt || label(items[0]);
    const isSaid = !what || names.every((name) => what.toLocaleLowerCase().includes(name.toLocaleLowerCase()));
    const listed = names.join(text["guide then"]);
    if (ASKS.test(what)) sentences.push(what);
    else if (!names.length) sentences.push(say(text["guide one"], { what: what || text.choose }));
    else sentences.push(isSaid ? say(text["guide choose"], { what: listed }) : say(text["guide parts"], { what, parts: listed }));
  }
  if (found.length === 1) return [say(text["guide only"], { what: told(question, found[0].number, true) })];
  const lit = marks.uncovered().filter((mark) => mark.token).length;
  sentences.push(lit === 1 ? say(text["guide lit one"], { all: faces.number(found.length) }) : lit ? say(text["guide lit"], { n: faces.number(lit), all: faces.number(found.length) }) : text["guide buttons"]);
  return sentences;
}

/** The paragraphs that this follows, shortened, each with a button that opens the rulebook there. */
function paragraphs(state) {
  const { game, scene, rulebook, item, found } = state;
  const { question } = scene;
  const items = [...new Set(found.map((one) => one.item))].filter((one) => question.items[one].kind !== "pass");
  const chosen = item ?? (items.length === 1 ? items[0] : null);
  const own = chosen === null ? [] : question.items[chosen].rules;
  const behind = [...new Set([...own, ...question.rules])].filter((one) => rulebook.byNumber.has(one));
  const first = behind.slice(0, Math.max(1, Math.min(TOLD, own.length)));
  return first.map((number) => h("p", { class: "by" }, words(firstSentences(rulebook.sentence(number))), " ",
    h("button", { type: "button", class: "quiet cite", "aria-label": `${game.words.rules}: \u2066${number}\u2069`, on: { click: () => rulebook.open(game.words, [number, ...behind.filter((one) => one !== number)]) } },
      h("bdi", { dir: "ltr" }, number))));
}
