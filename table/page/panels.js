// The panels beside the table: the choice, what happened, the points.

import { h, replace, table, words } from "./draw.js";
import { gaveLine } from "./history.js";
import { ASKS, open, openParts, ready, told, valueOf } from "./choosing.js";
import { prose } from "./rulebook.js";
import { about, plainEffect } from "./tips.js";

/** So many parts of a row of the points are seen before it is opened. */
const FEW_PARTS = 6;

const MOST_LISTED = 120;
const MOST_CHIPS = 60;

/** Of more ways to choose so many of each kind, they are counted rather than listed. */
const FEW_WAYS = 4;

const say = (text, values = {}) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);

/** What is asked, what was picked, and what can be done about it. */
export function choicePanel(place, state) {
  const { game, scene, faces, act } = state;
  const question = scene.question;
  const text = game.words;
  const focused = place.contains(document.activeElement) ? document.activeElement.id : "";
  if (!question) {
    replace(place, h("h2", null, words(headline(state))), state.guide.lines(state),
      game.seat === -1 ? h("p", { class: "quiet" }, text.spectator) : null,
      madeLines(state), scene.made ? h("div", { class: "doing" }, h("button", { type: "button", on: { click: act.undo } }, text.undo)) : null,
      h("p", { class: "quiet", id: "why" }));
    return;
  }
  const found = state.found;
  const items = [...new Set(found.map((one) => one.item))];
  const used = new Set(question.options.map(([item]) => item));
  const parts = openParts(found);
  const complete = ready(found);
  const only = found.length === 1 ? found[0] : null;
  const turned = state.turn ? found.find((one) => one.number === state.turn.turns[state.turn.at].number) : null;
  const offered = turned ?? only ?? (complete.length === 1 && state.picks.length ? complete[0] : null);
  const lone = used.size === 1 && question.items[0].parts.length > 0;
  replace(place,
    h("h2", null, words(question.prompt || (lone && question.items[0].label) || text["your turn"])),
    state.guide.lines(state),
    question.secret ? h("p", { class: "quiet" }, scene.ahead ? text.ahead : text.secret) : null,
    madeLines(state),
    !lone && (used.size > 1 || question.items[0].label) ? h("div", { class: "items", role: "group", "aria-label": text.choose },
      [...(state.among ?? used)].map((item) => itemButton(state, item, items.includes(item)))) : null,
    state.picks.length ? h("p", { class: "picks" }, state.picks.map((pick) =>
      h("button", { type: "button", class: "pick", "aria-label": `${valueOf(question, pick.token).label} ×`, on: { click: () => act.unpick(pick) } },
        words(pickedLabel(valueOf(question, pick.token))), " ×"))) : null,
    state.turn ? h("div", { class: "doing" }, h("button", { type: "button", id: "turn", on: { click: () => act.turn(1) } }, "↻ ", words(text["turn it"]))) : null,
    chips(state, state.laid?.part >= 0 && state.laid.turns.some(({ place: at }) => state.marks.has(at)) ? parts.filter(({ part }) => part !== state.laid.part) : parts, used.size),
    h("div", { class: "doing" },
      offered && question.options[offered.number].length > 1 ? h("button", { type: "button", class: "go", id: "go", "data-option": offered.number, on: { click: () => act.choose(offered.number) } },
        h("b", null, text.confirm), " ", words(told(question, offered.number, true))) : null,
      state.picks.length || state.item !== null || state.among
        ? h("button", { type: "button", class: "quiet", on: { click: act.reset } }, text.cancel) : null),
    h("div", { class: "doing" },
      h("button", { type: "button", disabled: !scene.undo, on: { click: act.undo } }, text.undo),
      h("button", { type: "button", id: "hint", disabled: question.options.length < 2 || Boolean(scene.ahead), on: { click: act.hint } }, text.hint),
      h("span", { class: "quiet", role: "status" }, state.isThinking ? text.thinking : null)),
    state.hints ? h("ol", { class: "hints" }, state.hints.map(([number, worth, { gave = [] }]) => h("li", null,
      h("button", { type: "button", on: { ...lights(act, number), click: () => act.choose(number) } }, words(told(question, number, true))),
      " ", h("small", null, say(text.expects, { n: faces.number(worth) })),
      gaveLine(state, gave, state.own(), told(question, number))))) : null,
    state.hints ? (state.worlds ?? []).map((line) => h("p", null, h("small", null, words(line)))) : null,
    listed(state, found),
    h("div", { id: "why", "aria-live": "polite" }));
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** What an option in a list speaks of lights up on the table for whoever points at it. */
const lights = (act, number) => {
  const [show, hide] = [() => act.show(number), () => act.show(null)];
  return { pointerenter: show, focus: show, pointerleave: hide, blur: hide };
};

/** A gap where nothing lies yet is seen as one on the table. */
const GAP = "+";

const pickedLabel = ({ label, there }) => (there === "" ? GAP : there ?? label);

/** What was chosen before the rules asked. */
const madeLines = ({ game, scene }) => (scene.made ?? []).map((what) =>
  h("p", { class: "made" }, words(say(game.words.made, { what }))));

function headline({ game, scene, faces, live }) {
  if (scene.over) return game.words.over;
  if (live) return `${game.words.turn}: ${faces.seat(scene.actor).label}`; // nobody waits in a film
  return say(game.words.waiting, { who: faces.seat(scene.actor).label });
}

function itemButton(state, item, possible) {
  const { game, scene, act } = state;
  const { label, parts, rules, lines } = scene.question.items[item];
  const chosen = state.item === item;
  const line = isFirstToSay(scene.question, item) ? plainEffect(state.rulebook, scene.question.items[item].does) : "";
  return h("button", {
    type: "button", "data-item": item, ...about([...new Set([...rules, ...lines])], label), "aria-pressed": parts.length ? String(chosen) : null, disabled: !possible && !chosen,
    class: chosen ? "chosen" : null, on: { click: () => act.takeItem(item) },
  }, words(label || game.words.choose), line ? h("small", { class: "action-does" }, words(line)) : null);
}

/** Whether no action that is offered before says what it does by the same paragraph. */
const isFirstToSay = ({ items, options }, item) => options.every(([other]) => other >= item || items[other].does[0] !== items[item].does[0]);

/** Buttons for values that stand nowhere on the page. */
function chips(state, parts, used) {
  const { scene, marks } = state;
  const question = scene.question;
  return parts.map(({ item, part, tokens }) => {
    const hidden = [...tokens].filter((token) => !marks.has(token));
    const number = (token) => valueOf(question, token).number ?? 0;
    hidden.sort((one, other) => number(one) - number(other));
    if (!hidden.length) return null;
    if (used > 1 && parts.length > 1 && state.item === null && !state.picks.length && question.items[item].parts.length > 1) return null;
    const { label: name } = question.items[item].parts[part];
    const label = used > 1 && state.item === null ? [question.items[item].label, ASKS.test(question.items[item].label) ? "" : name].filter((one) => one).join(": ") : name;
    if (hidden.length > FEW_WAYS && hidden.every((token) => valueOf(question, token).amounts)) return steppers(state, `${item}:${part}`, label, hidden);
    return h("div", { class: "values", role: "group", "aria-label": label },
      label ? h("span", { class: "what" }, words(label)) : null,
      hidden.slice(0, MOST_CHIPS).map((token) => h("button", { type: "button", "data-token": token, on: { click: () => state.act.pick(token) } },
        chipOf(state, token))));
  });
}

/** So many of each kind: counted up and down, as long as some way has as many of each. */
function steppers(state, key, label, tokens) {
  const { scene, game, faces, act } = state;
  const ways = tokens.map((token) => ({ token, ...valueOf(scene.question, token) }));
  const zero = ways[0].amounts.map(() => 0);
  const now = state.amounts?.part === key ? state.amounts.amounts : zero;
  const fits = (some) => ways.some(({ amounts }) => amounts.every((n, at) => n >= some[at]));
  const exact = ways.find(({ amounts }) => amounts.every((n, at) => n === now[at]));
  const kinds = zero.map((_, at) => at).filter((at) => ways.some(({ amounts }) => amounts[at]));
  const step = (at, by) => {
    const next = now.map((n, one) => (one === at ? n + by : n));
    const name = faces.enumValue(ways[0].enum, at).label;
    return h("button", {
      type: "button", class: "step", "data-step": `${key}:${at}:${by}`, "aria-label": `${name} ${by > 0 ? "+" : "\u2212"}`,
      disabled: by > 0 ? !fits(next) : !now[at], on: { click: () => act.count(key, next, `${key}:${at}:${by}`) },
    }, by > 0 ? "+" : "\u2212");
  };
  return h("div", { class: "steppers", role: "group", "aria-label": label }, label ? h("span", { class: "what" }, words(label)) : null,
    kinds.map((at) => h("div", { class: "stepper" }, faces.chip(ways[0].enum, at, null, true), step(at, -1),
      h("output", { "aria-live": "polite" }, faces.number(now[at])), step(at, 1))),
    h("button", { type: "button", class: "go", disabled: !exact, "data-token": exact?.token, on: { click: () => act.pick(exact.token) } },
      h("b", null, game.words.confirm), " ", exact ? words(exact.label) : null));
}

function chipOf({ scene, faces }, token) {
  const value = valueOf(scene.question, token);
  if (value.amounts) return faces.bundle(value.enum, value.amounts) ?? words(value.label);
  const [sort, name, index] = (value.key ?? "").split(":");
  if (sort === "enum") return faces.chip(name, Number(index), null, true);
  return words(value.label);
}

/** All that fits, one by one: for those who would rather read than look. */
function listed({ game, scene, faces, act, unfolded }, found) {
  const question = scene.question;
  const shown = found.slice(0, MOST_LISTED);
  return h("details", { class: "listed", open: unfolded, on: { toggle: (event) => act.unfold(event.target.open) } },
    h("summary", null, say(game.words.options, { n: faces.number(found.length) })),
    h("ul", null, shown.map(({ number }) => h("li", null,
      h("button", { type: "button", "data-option": number, on: { ...lights(act, number), click: () => act.choose(number) } }, words(told(question, number)))))),
    found.length > MOST_LISTED ? h("p", { class: "quiet" }, "…") : null);
}

/** The reasons in several answers, those that came furthest first, each once. */
export function reasonsOf(answers) {
  const known = answers.filter((one) => one?.reasons.length).sort((one, other) => other.rank - one.rank);
  const all = known.flatMap((one) => one.reasons);
  return all.filter((one, at) => all.findIndex((other) => other.why === one.why) === at);
}

/** Why something cannot be chosen: a sentence, and all else on request. */
export function whyLines(game, reasons) {
  const [first, ...others] = reasons;
  const more = [details(first), ...others.map((reason) => [h("p", null, words(reason.why)), details(reason)])];
  return h("div", { class: "reason" }, h("p", null, words(first.why)),
    first.paragraphs?.length || others.length ? h("details", null, h("summary", null, game.words.more), more) : null);
}

/** What the rulebook says of it, and to the designer the rules. */
function details(reason) {
  return [
    reason.values?.length ? h("ul", null, reason.values.map(([what, value]) =>
      h("li", null, h("code", { dir: "ltr" }, what), " = ", words(value)))) : null,
    (reason.paragraphs ?? []).map(([cite, said]) => h("blockquote", null, h("cite", { dir: "ltr" }, `@${cite}`), " ", prose(said))),
    reason.place ? h("details", null, h("summary", null, h("code", { dir: "ltr" }, reason.place)),
      h("pre", { dir: "ltr" }, reason.lines.join("\n"))) : null,
  ];
}

/** What has happened, the newest first; pointing at a choice lights up what it changed. */
export function storyPanel(place, state) {
  const { game, scene, faces, history, act } = state;
  let at = scene.at;
  const lines = [...scene.story].reverse().map((one) => {
    if (one.news !== undefined) return h("li", { class: "news" }, words(one.news), gaveLine(state, one.gave ?? [], null));
    const mine = at;
    at -= 1;
    const text = one.told ?? `(${game.words.secret})`;
    const gave = gaveLine(state, one.gave ?? [], one.player, text);
    return h("li", {
      "data-at": mine, class: mine > history.mine ? "since" : null,
      on: { pointerenter: () => act.recall(mine), pointerleave: () => act.recall(null) },
    }, faces.piece(one.player), h("span", null, h("b", { class: "actor" }, words(faces.seat(one.player).label)), " ", words(text),
      gave));
  });
  const others = Math.max(0, scene.at - history.mine);
  replace(place, h("h2", null, game.words.moves),
    others && history.mine && !scene.film ? h("button", { type: "button", class: "step-through", on: { click: act.step } }, words(say(game.words.since, { n: faces.number(others) }))) : null,
    h("ol", { class: "story", tabindex: 0, "aria-label": game.words.moves }, lines));
}

/** A row of the points; below it, when it is opened, what it is made of. */
function accountRows(row, { game, faces }) {
  const cells = (amounts) => amounts.map((n) => h("td", null, n === null ? "?" : n === 0 ? "–" : faces.number(n)));
  const parts = (row.parts ?? []).map((part) => h("tr", { class: "share", hidden: row.parts.length > FEW_PARTS },
    h("th", { scope: "row" }, words(part.label)), cells(part.amounts)));
  const label = words(row.label || game.words.otherwise);
  const opens = (event) => {
    const isOpen = event.currentTarget.getAttribute("aria-expanded") === "true";
    event.currentTarget.setAttribute("aria-expanded", String(!isOpen));
    for (const part of parts) part.hidden = isOpen;
  };
  const head = parts.length ? h("button", { type: "button", class: "opens", "aria-expanded": String(row.parts.length <= FEW_PARTS), on: { click: opens } }, label) : label;
  return [h("tr", null,
    h("th", { scope: "row", ...about(row.rules, row.label) }, head, row.place
      ? [" ", h("code", { dir: "ltr", title: row.line }, row.place), row.rules.map((cite) => h("small", { dir: "ltr" }, ` @${cite}`))] : null),
    cells(row.amounts)), ...parts];
}

/** Where the points come from. */
export function ledgerPanel(place, state) {
  if (!state.game.families.some((family) => family.ledger)) return replace(place);
  const { game, faces, act, accounts } = state;
  const inner = (accounts ?? []).map((account) => table(
    h("thead", null, h("tr", null, h("th", { scope: "col" }, words(account.label)),
      game.participants.map((who, seat) => h("th", { scope: "col" }, faces.piece(seat))))),
    h("tbody", null, account.rows.map((row) => accountRows(row, state))),
    h("tfoot", null, h("tr", null, h("th", { scope: "row" }, game.words.sum),
      account.totals.map((n) => h("td", null, n === null ? "?" : faces.number(n)))))));
  return replace(place, h("details", { open: state.showsLedger, on: { toggle: (event) => act.ledger(event.target.open) } },
    h("summary", null, game.words.ledger), inner));
}
