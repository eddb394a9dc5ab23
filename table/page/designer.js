// The designer's side: problems of the rules, scenarios, and what each line changed.

import { h, replace, table, words } from "./draw.js";

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);

/** Which lists were opened or closed by hand. */
const shown = {};
const keep = (name) => (event) => { shown[name] = event.target.open; };

export function designerPanel(place, { game, scene, faces, workbench, act, sheets }) {
  const text = game.words;
  const failed = workbench.scenarios.filter((one) => one.failure !== null);
  place.hidden = false;
  replace(place,
    h("h2", null, text.problems),
    workbench.problems.length ? null : h("p", { class: "good-news" }, text.valid),
    workbench.problems.map(problemOf),
    workbench.misfit ? misfit(text, faces, workbench.misfit) : null,
    workbench.compares ? compared(text, game, faces, workbench, act) : null,
    workbench.aside ? h("p", null, text.experiment, " ", h("button", { type: "button", on: { click: act.back } }, text.back)) : null,
    sheets.panel(text, workbench.tables ?? []),
    workbench.scenarios.length ? h("details", { open: shown.scenarios ?? failed.length > 0, on: { toggle: keep("scenarios") } },
      h("summary", null, text.scenarios, " ",
        h("span", { class: "passed" }, "✓ ", faces.number(workbench.scenarios.length - failed.length)), " ",
        failed.length ? h("span", { class: "failed" }, "✗ ", faces.number(failed.length)) : null),
      h("ul", { class: "scenarios" }, [...failed, ...workbench.scenarios.filter((one) => one.failure === null)].map((one) => scenario(text, act, one)))) : null,
    scene.changes ? h("details", { open: shown.changes ?? true, on: { toggle: keep("changes") } },
      h("summary", null, text.changes),
      h("ol", { class: "changes" }, scene.changes.map((change) => h("li", null,
        h("code", { dir: "ltr" }, change.place), h("pre", { dir: "ltr" }, change.line),
        h("ul", null, change.made.map(([what, how]) => h("li", { dir: "ltr" }, what, ": ", how))))))) : null);
}

/** So many games are played under either of the rules. */
const GAMES = 200;

/** A problem: what is wrong wraps, the lines of the rules below it scroll. */
function problemOf(text) {
  const [head, ...lines] = text.split("\n");
  return h("div", { class: "problem" }, h("p", null, head), lines.length ? h("pre", { tabindex: 0 }, lines.join("\n")) : null);
}

function misfit(text, faces, told) {
  const differs = told.differs === null || told.differs === undefined ? null
    : told.differs === 0 ? text["misfit begins"] : filled(text["misfit differs"], { number: faces.number(told.differs) });
  return h("div", { class: "misfit" }, h("p", null, words(filled(text.misfit, { ...told, number: faces.number(told.number) }))),
    told.now ? h("p", null, h("b", null, words(filled(text["misfit asked"], told)))) : null,
    differs ? h("p", null, words(differs)) : null,
    h("code", { dir: "ltr" }, told.choice));
}

/** What the last change of the rules does to games by chance. */
function compared(text, game, faces, { versus, comparing }, act) {
  const called = ({ kind, seat, label }) => {
    if (kind === "wins") return filled(text["share of wins"], { who: faces.seat(seat).label });
    if (kind === "points") return filled(text["points of"], { what: label, who: faces.seat(seat).label });
    return kind === "choices" ? text["choices in a game"] : text["gone wrong"];
  };
  const one = (kind, value) => (value === null ? "?" : faces.decimal(kind === "wins" || kind === "faults" ? 100 * value : value));
  const button = h("button", { type: "button", id: "compare", disabled: comparing, on: { click: act.compare } },
    words(comparing ? text.comparing : filled(text.compare, { n: faces.number(GAMES) })));
  if (!versus) return h("p", { class: "doing" }, button);
  return h("div", { class: "versus" }, h("p", { class: "quiet" }, words(filled(text.compared, { n: faces.number(versus.games) }))),
    table(
      h("thead", null, h("tr", null, h("td"), [text.before, text.after, text.difference].map((head) => h("th", { scope: "col" }, words(head))))),
      h("tbody", null, versus.measures.map((measure) => h("tr", { class: measure.differs ? "differs" : null },
        h("th", { scope: "row" }, words(called(measure))), h("td", null, one(measure.kind, measure.old)), h("td", null, one(measure.kind, measure.new)),
        h("td", null, words(`${one(measure.kind, measure.low)} … ${one(measure.kind, measure.high)}`)), h("td", null, measure.differs ? "●" : ""))))),
    h("p", { class: "doing" }, button));
}

function scenario(text, act, { title, failure }) {
  return h("li", { class: failure === null ? "passed" : "failed" },
    h("span", { "aria-hidden": "true" }, failure === null ? "✓" : "✗"),
    h("span", null, words(title), failure === null ? null : h("pre", { class: "failure" }, failure)),
    h("button", { type: "button", "aria-label": `${text.put}: ${title}`, title: text.put, on: { click: () => act.put(title) } }, "⇱"));
}
