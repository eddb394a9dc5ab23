// The designer's side: problems of the rules, scenarios, and what each line changed.

import { h, replace, words } from "./draw.js";

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);

/** Which lists were opened or closed by hand. */
const shown = {};
const keep = (name) => (event) => { shown[name] = event.target.open; };

export function designerPanel(place, { game, scene, faces, workbench, act }) {
  const text = game.words;
  const failed = workbench.scenarios.filter((one) => one.failure !== null);
  place.hidden = false;
  replace(place,
    h("h2", null, text.problems),
    workbench.problems.length ? null : h("p", { class: "good-news" }, text.valid),
    workbench.problems.map((problem) => h("pre", { class: "problem", tabindex: 0 }, problem)),
    workbench.misfit ? misfit(text, faces, workbench.misfit) : null,
    workbench.aside ? h("p", null, text.experiment, " ", h("button", { type: "button", on: { click: act.back } }, text.back)) : null,
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

function misfit(text, faces, told) {
  return h("div", { class: "misfit" }, h("p", null, words(filled(text.misfit, { ...told, number: faces.number(told.number) }))),
    h("code", { dir: "ltr" }, told.choice));
}

function scenario(text, act, { title, failure }) {
  return h("li", { class: failure === null ? "passed" : "failed" },
    h("span", { "aria-hidden": "true" }, failure === null ? "✓" : "✗"),
    h("span", null, words(title), failure === null ? null : h("pre", { class: "failure" }, failure)),
    h("button", { type: "button", "aria-label": `${text.put}: ${title}`, title: text.put, on: { click: () => act.put(title) } }, "⇱"));
}
