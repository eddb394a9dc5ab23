// The playground: an editor beside the table. Texts go to workers, which say what becomes
// of them; the table stands in a frame, whose scripts find all workers in `rulesrunHost`.

import { h, replace, words } from "./draw.js";
import { files } from "./early.js";
import { Editors } from "./editor.js";
import { worker } from "./python.js";
import { archive, asLink, checked, fromLink, isName, keep, kept, projectOf, unarchived } from "./project.js";

const known = JSON.parse(document.getElementById("known").textContent);
const MODULE = "rulesrun.web.workshop";
const SETTLED = 250;
const LONGEST = 60_000;
const LANGUAGES = { en: "English", fa: "فارسی" };
const NARROW = 200;

const place = (id) => document.getElementById(id);
const state = { language: "en", project: null, problems: [], scenarios: null, number: 0, dirty: new Set(), output: null, running: null, panel: "problems", last: "" };
const say = (key, values = {}) => known.words[state.language][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
const digits = (number) => (state.language === "fa" ? String(number).replace(/\d/g, (one) => "۰۱۲۳۴۵۶۷۸۹"[one]) : String(number));

function remembered(name) { try { return localStorage.getItem(name); } catch { return null; } }
function remember(name, value) { try { localStorage.setItem(name, value); } catch { /* it keeps nothing */ } }
function notice(text) { place("notice").textContent = text; }

// ---- workers ------------------------------------------------------------------------------

/** A worker, to which texts can be said before it is there. */
class Helper {
  constructor(role, hears, options = {}) {
    this.role = role;
    this.hears = hears;
    this.options = options;
    this.waiting = [];
    this.ready = false;
    this.began = worker(files, role, { module: MODULE, ...options }).then((made) => {
      this.worker = made;
      made.onerror = (event) => this.failed(event.message ?? role);
      made.addEventListener("message", ({ data }) => this.hear(data));
      return made;
    }, (error) => this.failed(error.message));
  }

  hear(data) {
    if (data.failed) return this.failed(data.failed);
    if (data.ready) {
      this.ready = true;
      document.body.dataset[this.role] = "ready";
      return this.waiting.splice(0).forEach((text) => this.worker.postMessage(text));
    }
    const message = JSON.parse(data.text);
    return this.hears[message.kind]?.(message, data);
  }

  failed(why) { notice(say("stopped", { why })); }

  say(message) {
    const text = JSON.stringify(message);
    if (this.ready) this.worker.postMessage(text); else this.waiting.push(text);
  }

  end() { this.worker?.terminate(); this.ready = false; }
}

const channel = new MessageChannel();

const editor = new Helper("editor", {
  lsp({ text }) { editors.hear(text); },
  checked: (message) => tell(message),
  async work({ number, work }) {
    const found = await tried({ do: "work", number, work });
    editor.say({ do: "worked", number, found: found?.found ?? "" });
  },
});

const screen = new Helper("screen", {
  about(message) { table.about = { ...message, engines: {}, rulebooks: {}, pictures: {} }; },
}, { port: channel.port1 });
screen.hear = (data) => {
  const isText = "text" in data;
  Helper.prototype.hear.call(screen, data);
  if (!isText) return;
  if (table.isFresh) showTable(); else table.hear?.(data);
};

// ---- the table ----------------------------------------------------------------------------

let thinking = null;
const table = {
  about: null,
  hear: null,
  isFresh: true,
  screen: { postMessage: (text) => screen.worker.postMessage(text) },
  thinker() {
    thinking ??= new Helper("thinker", {}, { port: channel.port2 });
    if (state.program) thinking.say({ program: state.program });
    return thinking.began;
  },
};
globalThis.rulesrunHost = table;

function showTable() {
  if (!table.about) return;
  table.isFresh = false;
  const frame = place("table");
  frame.src = `table.html?lang=${state.language}&at=${state.number}`;
  frame.hidden = false;
  place("waiting").hidden = true;
}

function leaveTable() {
  Object.assign(table, { about: null, hear: null, isFresh: true });
  place("table").hidden = true;
  place("waiting").hidden = false;
  place("waiting").textContent = say("no table");
}

// ---- trials: one thing at a time, and what takes too long is ended --------------------------

let trying = null;
const jobs = [];
let job = null;

function tried(message) {
  return new Promise((done) => { jobs.push({ message, done }); next(); });
}

function next() {
  if (job || !jobs.length) return;
  job = jobs.shift();
  if (!trying) {
    const answer = (found) => {
      clearTimeout(job?.timer);
      job?.done(found);
      job = null;
      next();
    };
    trying = new Helper("trials", { worked: answer, tried: answer, ran: answer });
    trying.say({ do: "project", ...state.project });
  }
  const current = job;
  trying.say(job.message);
  trying.began.then(() => { current.timer = setTimeout(() => stopTrying(current), LONGEST); });
}

function stopTrying(which) {
  if (job !== which) return;
  trying.end();
  trying = job = null;
  which.done(null);
  next();
}

async function tryScenarios(number, programs) {
  if (jobs.some((one) => one.message.do === "scenarios")) jobs.find((one) => one.message.do === "scenarios").message = { do: "scenarios", number, programs };
  else {
    state.trying = true;
    const found = await tried({ do: "scenarios", number, programs });
    state.trying = jobs.some((one) => one.message.do === "scenarios");
    if (found && found.number === state.number) {
      state.scenarios = found.scenarios;
      screen.say({ do: "tried", scenarios: found.scenarios });
    }
  }
  drawFindings();
}

async function run(key, ...rest) {
  state.panel = "output";
  state.running = key;
  state.output = say("running");
  drawFindings();
  const [command, ...more] = rest;
  const found = await tried({ do: "run", arguments: [command, "--lang", state.language, ...more] });
  state.running = null;
  state.output = found ? found.text.trim() : say("too long");
  drawFindings();
}

// ---- what is written ------------------------------------------------------------------------

const editors = new Editors(place("editors"), known.language, (text) => editor.say({ do: "lsp", text }), (name) => {
  state.dirty.add(name);
  later();
});
editors.onshow = () => drawFiles();

let settled = null;
function later() {
  clearTimeout(settled);
  settled = setTimeout(check, SETTLED);
  document.body.dataset.checked = "no";
}

function check() {
  const { project } = state;
  if (location.hash && state.dirty.size) history.replaceState(null, "", location.pathname + location.search);
  for (const name of state.dirty) {
    const told = { do: "file", path: name, text: project.files[name] ?? null };
    if (!name.endsWith(".rules") || told.text === null) editor.say(told);
    screen.say(told);
    trying?.say(told);
  }
  state.dirty.clear();
  editors.client.sync();
  checkNow();
  keep(project);
}

/** Ask what becomes of the texts, behind those that the language client is about to send. */
function checkNow() {
  const number = state.number += 1;
  editors.client.initializing.then(() => editor.say({ do: "check", number }));
}

/** What has become of the texts. */
function tell({ number, problems, program, tests, about }) {
  if (number !== state.number) return;
  state.problems = problems;
  document.body.dataset.checked = problems.some(({ error }) => error) ? "faulty" : "valid";
  if (program === undefined) {
    screen.say({ do: "problems", problems: problems.map(({ text }) => text) });
    if (table.isFresh) { place("waiting").hidden = false; place("waiting").textContent = say("no table"); }
  } else {
    const now = JSON.stringify([program, tests]);
    if (now !== state.last || table.isFresh) {
      state.last = now;
      state.program = program;
      state.scenarios = null;
      screen.say({ do: "take", program, tests, about });
      thinking?.say({ program });
      tryScenarios(number, [program, ...tests]);
    } else screen.say({ do: "problems", problems: [] });
  }
  drawFindings();
}

// ---- which game ------------------------------------------------------------------------------

function open(project, at = null) {
  state.project = project;
  Object.assign(state, { scenarios: null, problems: [], output: null, last: "", program: null, panel: "problems" });
  state.dirty.clear();
  leaveTable();
  stopTrials();
  editors.open(project.files);
  for (const helper of [editor, screen]) helper.say({ do: "project", ...project });
  const [name, line] = (at ?? "").split(":");
  editors.show(project.main);
  if (name in project.files) editors.go(name, Number(line) || 1);
  document.title = `${project.main.replace(/\.rules$/, "")} · ${say("title")}`;
  check();
  drawAll();
}

function stopTrials() {
  for (const one of jobs.splice(0)) one.done(null);
  if (job) { clearTimeout(job.timer); job.done(null); job = null; }
  trying?.end();
  trying = null;
}

async function shippedGame(name) {
  if (name !== "new" && !known.games.includes(name)) { notice(say("no such game", { name })); return null; }
  return checked(await (await fetch(new URL(`games/${name}.json`, document.baseURI))).json());
}

/** The game that the address asks for, if it does. */
async function asked() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (given.has("text")) {
    try { return [await fromLink(given.get("text")), given.get("at")]; } catch { notice(say("bad link")); return null; }
  }
  const game = given.has("game") ? await shippedGame(given.get("game")) : null;
  return game && [game, given.get("at")];
}

async function start() {
  const found = (await asked()) ?? [kept() ?? (await shippedGame("new"))];
  open(...found);
}

let isOwn = false;
addEventListener("hashchange", async () => {
  if (isOwn) { isOwn = false; return; }
  const found = location.hash ? await asked() : null;
  if (found) open(...found);
});

async function choose(name) {
  if (name && confirm(say("lose"))) {
    const project = await shippedGame(name);
    history.replaceState(null, "", location.pathname + location.search);
    if (project) open(project);
  }
  drawBar();
}

async function link() {
  isOwn = true;
  const hash = await asLink(state.project);
  if (location.hash === hash) isOwn = false;
  location.hash = hash;
  try {
    await navigator.clipboard.writeText(location.href);
    notice(say("link copied"));
  } catch { notice(say("link shown")); }
}

async function download() {
  const { main } = state.project;
  const made = h("a", { href: URL.createObjectURL(await archive(state.project.files)), download: `${main.replace(/\.rules$/, "")}.zip` });
  made.click();
}

async function upload(event) {
  const found = {};
  for (const file of event.target.files) {
    if (/\.zip$/i.test(file.name)) {
      try { Object.assign(found, await unarchived(new Uint8Array(await file.arrayBuffer()))); } catch { /* told below */ }
    } else found[file.webkitRelativePath || file.name] = await file.text();
  }
  event.target.value = "";
  const project = projectOf(found);
  if (project) open(project); else notice(say("not a game"));
}

function addFile() {
  const name = prompt(say("file name"))?.trim();
  if (!name) return;
  if (!isName(name)) { notice(say("bad name")); return; }
  if (!(name in state.project.files)) {
    state.project.files[name] = "";
    editor.say({ do: "file", path: name, text: "" });
    state.dirty.add(name);
    later();
  }
  editors.show(name);
}

function removeFile() {
  const name = editors.shown;
  if (name === state.project.main || !confirm(say("sure", { name }))) return;
  editors.remove(name);
  delete state.project.files[name];
  state.dirty.add(name);
  later();
  editors.show(state.project.main);
}

// ---- what stands around ------------------------------------------------------------------------

const button = (key, click, more = {}) => h("button", { type: "button", "data-does": key, ...more, on: { click } }, words(say(key)));

function drawBar() {
  const games = h("select", { "aria-label": say("start from"), "data-does": "start from", on: { change: (event) => choose(event.target.value) } },
    h("option", { value: "" }, say("start from")), h("option", { value: "new" }, say("starter")), known.games.map((name) => h("option", { value: name }, name)));
  const languages = h("select", { "aria-label": "Language", on: { change: (event) => speak(event.target.value) } },
    Object.keys(known.words).map((code) => h("option", { value: code, selected: code === state.language }, LANGUAGES[code] ?? code)));
  const file = (key, properties) => h("label", { class: "button" }, words(say(key)), h("input", { type: "file", class: "unseen", "data-does": key, ...properties, on: { change: upload } }));
  replace(place("bar"), h("h1", null, "rulesrun"), games, button("link", link), button("download", download),
    file("upload", { accept: ".zip,.rules,.csv,.md,.txt,.po,.toml", multiple: true }), file("upload folder", { webkitdirectory: true }),
    h("span", { class: "space" }), h("span", { class: "panes" }, button("editor", () => { document.body.dataset.pane = "editor"; }), button("table", () => { document.body.dataset.pane = "table"; })),
    button("theme", theme), languages);
}

function drawFiles() {
  if (!state.project) return;
  const names = Object.keys(state.project.files);
  replace(place("files"), names.map((name) => h("button", { type: "button", "aria-pressed": name === editors.shown ? "true" : "false", "data-file": name, dir: "ltr", on: { click: () => editors.show(name) } }, name)),
    button("add file", addFile), editors.shown === state.project.main ? null : button("remove file", removeFile));
}

function drawFindings() {
  const { problems, scenarios } = state;
  const failed = scenarios?.filter(({ failure }) => failure !== null) ?? [];
  const tab = (name, ...inner) => h("button", { type: "button", "data-panel": name, "aria-pressed": state.panel === name ? "true" : "false", on: { click: () => { state.panel = name; drawFindings(); } } }, inner);
  const goes = (path, line, column) => ({ on: { click: () => editors.go(path, line, column) } });
  const count = scenarios ? [" ", h("span", { class: "good" }, "✓ ", digits(scenarios.length - failed.length)), failed.length ? h("span", { class: "bad" }, " ✗ ", digits(failed.length)) : null] : state.trying ? [" ", h("span", { class: "quiet" }, say("trying"))] : null;
  const main = state.project?.main;
  const panels = {
    problems: () => (problems.length ? h("ul", null, problems.map(({ path, line, column, error, message }) => h("li", { class: error ? "bad" : "warned" },
      h("button", { type: "button", ...goes(path, line, column) }, h("code", { dir: "ltr" }, `${path}:${line}`), " ", words(message.split("\n")[0]))))) : h("p", { class: "good" }, words(say("no problems")))),
    scenarios: () => h("ul", null, [...failed, ...(scenarios ?? []).filter(({ failure }) => failure === null)].map(({ title, path, line, failure }) => h("li", { class: failure === null ? "good" : "bad" },
      h("button", { type: "button", ...goes(path, line) }, failure === null ? "✓ " : "✗ ", words(title)), failure === null ? null : h("pre", null, failure)))),
    output: () => h("pre", { dir: "auto" }, state.output ?? ""),
  };
  replace(place("findings"), h("nav", null,
    tab("problems", words(say("problems")), " ", h("span", { class: problems.length ? "bad" : "good" }, digits(problems.length))),
    tab("scenarios", words(say("scenarios")), count),
    button("coverage", () => run("coverage", "test", "--coverage", main), { disabled: state.running !== null }),
    button("games", () => run("games", "simulate", main, "--games", "200"), { disabled: state.running !== null })),
  h("div", { class: "panel" }, panels[state.panel]()));
}

function drawAll() { drawBar(); drawFiles(); drawFindings(); }

function speak(language) {
  state.language = language;
  remember("rulesrun language", language);
  document.documentElement.lang = language;
  document.documentElement.dir = known.words[language].direction;
  place("table").title = say("table");
  editors.speak(known.words[language].editing, (how) => say("fix", { how }));
  editor.say({ do: "language", language });
  if (state.project) checkNow();
  drawAll();
  if (!table.isFresh) showTable();
}

function theme() {
  const isDark = (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const now = isDark ? "light" : "dark";
  document.documentElement.dataset.theme = now;
  remember("rulesrun theme", now);
  const inner = place("table").contentDocument;
  if (inner) inner.documentElement.dataset.theme = now;
}

/** The border between the two sides is moved, also by the arrow keys. */
function letDivide() {
  const divider = place("divider");
  const set = (pixels) => {
    const wide = Math.max(NARROW, Math.min(innerWidth - NARROW, pixels));
    document.body.style.setProperty("--writing", `${(100 * wide) / innerWidth}%`);
  };
  const isRightward = () => document.documentElement.dir === "rtl";
  divider.addEventListener("pointerdown", (event) => {
    divider.setPointerCapture(event.pointerId);
    document.body.classList.add("divides");
    const follow = (moved) => set(isRightward() ? innerWidth - moved.clientX : moved.clientX);
    divider.addEventListener("pointermove", follow);
    divider.addEventListener("pointerup", () => { divider.removeEventListener("pointermove", follow); document.body.classList.remove("divides"); }, { once: true });
  });
  divider.addEventListener("keydown", ({ key }) => {
    const by = { ArrowLeft: -24, ArrowRight: 24 }[key];
    if (by) set(place("writing").offsetWidth + (isRightward() ? -by : by));
  });
}

place("waiting").textContent = say("waiting");
const theming = remembered("rulesrun theme");
if (theming) document.documentElement.dataset.theme = theming;
const speaks = new URLSearchParams(location.search).get("lang") ?? remembered("rulesrun language") ?? navigator.language.slice(0, 2);
speak(known.words[speaks] ? speaks : "en");
place("waiting").textContent = say("waiting");
letDivide();
globalThis.rulesrunPlayground = { state, editors };
await start();
