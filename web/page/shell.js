// The page around the table: who plays, what is covered, what is kept; Python in workers.

import { h, replace, words } from "./draw.js";
import { worker } from "./python.js";

const files = globalThis.rulesrunFiles;
/** The playground around this page, if it is part of one: it has the workers. */
const host = document.body.dataset.hosted ? parent.rulesrunHost : null;
const about = host ? host.about : JSON.parse(document.getElementById("about").textContent);
const KEPT = `rulesrun ${about.name} ${about.digest.slice(0, 16)}`;
const THINKING = ["thinker:500", "greedy", "thinker"];
const KINDS = ["human", ...THINKING, "random"];

const place = (id) => document.getElementById(id);
const state = { language: about.languages[0], kept: null, ready: false, waiting: [] };
const told = () => about.told[state.language];
const say = (key, values = {}) => told().words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

// ---- what is kept in the browser ------------------------------------------------------

function remember(name, value) {
  if (host && name === KEPT) return;
  try { localStorage.setItem(name, value); } catch { state.keepsNothing = true; }
}

function remembered(name) {
  try { return localStorage.getItem(name); } catch { state.keepsNothing = true; return null; }
}

function keptGame() {
  if (host) return null;
  try { return JSON.parse(remembered(KEPT)); } catch { return null; }
}

// ---- Python ---------------------------------------------------------------------------

const channel = new MessageChannel();
let screen = null;
let thinks = null;

/** Whoever thinks does so in a worker of its own, begun once a game is shown. */
async function letThink() {
  if (thinks) return;
  thinks = true;
  const made = host ? await host.thinker() : await worker(files, "thinker", { port: channel.port2, engines: Object.values(about.engines) });
  made.addEventListener("message", ({ data }) => { if ("ready" in data) document.body.dataset.thinks = data.ready ? "yes" : "no"; });
}

async function start() {
  screen = host ? host.screen : await worker(files, "screen", { port: channel.port1 });
  const hear = ({ data }) => {
    if (data.failed) return fail(data.failed);
    if (data.ready) return ready();
    const message = JSON.parse(data.text);
    return hears[message.kind]?.(message);
  };
  if (host) {
    host.hear = (data) => hear({ data });
    return ready();
  }
  screen.onmessage = hear;
  screen.onerror = (event) => fail(event.message ?? "a worker");
}

function ready() {
  state.ready = true;
  document.body.dataset.ready = "yes";
  state.waiting.splice(0).forEach(send);
}

function send(message) {
  if (!state.ready) state.waiting.push(message);
  else screen.postMessage(JSON.stringify(message));
}

function fail(why) {
  place("alert").textContent = say("failed", { why });
  replace(place("setup-wait"), words(say("failed", { why })));
}

// ---- the table ------------------------------------------------------------------------

/** What the table speaks to in place of a server. */
globalThis.rulesrunSocket = class {
  static OPEN = 1;

  constructor(address) {
    const asked = /[?&]lang=([\w-]+)/.exec(address)?.[1];
    if (asked && about.told[asked]) state.language = asked;
    this.readyState = 1;
    state.socket = this;
    queueMicrotask(() => {
      this.onopen?.();
      frame();
      send({ do: "look", language: state.language });
    });
  }

  send(text) { send({ do: "say", text }); }

  close() { this.readyState = 3; }
};

const hears = {
  /** The rules have changed: who may play, by which options. */
  about(told) {
    Object.assign(about, told);
    if (!about.told[state.language]) state.language = about.languages[0];
    if (!state.under) setup();
  },
  async begun() {
    state.under = true;
    place("setup").hidden = true;
    document.body.classList.add("plays");
    if (state.socket) send({ do: "look", language: state.language });
    else await import(await files.script("page/table.js"));
  },
  tell({ text, covered }) {
    if (!covered) place("cover").hidden = true;
    state.socket?.onmessage?.({ data: text });
    letThink();
  },
  cover({ label }) {
    const button = h("button", { type: "button", on: { click: () => send({ do: "uncover" }) } }, words(say("uncover", { who: label })));
    replace(place("cover"), h("p", null, words(say("cover", { who: label }))), button);
    place("cover").hidden = false;
    button.focus();
  },
  kept({ kept }) {
    state.kept = kept;
    remember(KEPT, JSON.stringify(kept));
    if (state.keepsNothing) place("keeps").textContent = say("not kept");
  },
  wrong({ message }) {
    (state.under ? place("alert") : place("setup-wait")).textContent = message;
    const button = place("setup").querySelector("button[type=submit]");
    if (button) button.disabled = false;
  },
};

// ---- what stands around the table -----------------------------------------------------

function frame() {
  document.documentElement.lang = state.language;
  document.documentElement.dir = told().direction;
  const book = about.rulebooks[state.language] ?? Object.values(about.rulebooks)[0];
  const button = (key, click) => h("button", { type: "button", "data-does": key, on: { click } }, words(say(key)));
  replace(place("shell"),
    book ? button("rulebook", async () => open(await files.link(book, "text/html"))) : null,
    button("download", download),
    button("new game", () => { if (state.kept?.over || !state.kept?.choices || confirm(say("leave"))) setup(); }));
}

function download() {
  if (!state.kept) return;
  const link = h("a", { href: URL.createObjectURL(new Blob([state.kept.log], { type: "text/plain" })), download: `${about.name}.log` });
  link.click();
}

// ---- before a game --------------------------------------------------------------------

const chosen = { players: about.players[0], seats: [], options: {}, seed: "" };

const field = (label, ...inner) => h("label", null, h("span", null, words(label)), inner);
const select = (name, value, values, change) => h("select", { name, on: { change: (event) => { change(event.target.value); setup(); } } },
  values.map(([one, label]) => h("option", { value: one, selected: one === value }, label)));

/** Whether the game is there compiled, so that those who think can look at much. */
const isCompiled = () => String(chosen.players) in about.engines && !Object.keys(chosen.options).length;
/** In plain Python they look at less. */
const PLAIN = { "thinker:500": "thinker:30", thinker: "thinker:100" };
const seated = (seat) => (isCompiled() ? kindOf(seat) : PLAIN[kindOf(seat)] ?? kindOf(seat));

/** Who sits where, unless somebody says otherwise: one person, and the computer. */
const kindOf = (seat) => chosen.seats[seat] ?? (seat === 0 ? "human" : THINKING[0]);

function setup() {
  state.under = false;
  const form = place("setup");
  const kept = keptGame();
  const [low, high] = about.players;
  const languages = { en: "English", fa: "فارسی", de: "Deutsch" };
  frame();
  const counts = Array.from({ length: high - low + 1 }, (_, at) => [String(low + at), told().counts[at]]);
  replace(form,
    h("h1", null, words(told().title)),
    about.languages.length > 1 ? field(say("language"), select("language", state.language, about.languages.map((code) => [code, languages[code] ?? code]), (value) => {
      state.language = value;
      remember("rulesrun language", value);
    })) : null,
    kept && !kept.over && kept.choices ? h("button", { type: "button", class: "goes-on", on: { click: () => goOn(kept) } }, words(say("go on"))) : null,
    high > low ? field(say("players"), select("players", String(chosen.players), counts, (value) => { chosen.players = Number(value); })) : null,
    h("fieldset", null, h("legend", null, words(say("seats"))),
      Array.from({ length: chosen.players }, (_, seat) => field(told().seats[seat],
        select(`seat ${seat + 1}`, kindOf(seat), KINDS.map((kind) => [kind, say(kind)]), (value) => { chosen.seats[seat] = value; })))),
    about.told[state.language].options.length ? h("details", { open: Object.keys(chosen.options).length > 0 }, h("summary", null, words(say("options"))),
      told().options.map(({ name, label, values }) => field(label,
        select(`option ${name}`, chosen.options[name] ?? "", [["", say("as usual")], ...values], (value) => {
          if (value) chosen.options[name] = value; else delete chosen.options[name];
        })))) : null,
    isCompiled() || !Array.from({ length: chosen.players }, (_, seat) => kindOf(seat)).some((kind) => kind in PLAIN)
      ? null : h("p", { class: "quiet" }, words(say("plain"))),
    field(say("seed"), h("input", { name: "seed", inputmode: "numeric", pattern: "[0-9]{0,15}", value: chosen.seed, on: { change: (event) => { chosen.seed = event.target.value; } } })),
    h("button", { type: "submit" }, words(say("begin"))),
    h("label", { class: "opens" }, h("span", null, words(say("open"))), h("input", { type: "file", on: { change: openFile } })),
    h("p", { id: "setup-wait", role: "status" }));
  form.hidden = false;
}

const wait = () => { if (!state.ready) replace(place("setup-wait"), words(say("loading"))); };

place("setup").addEventListener("submit", (event) => {
  event.preventDefault();
  event.target.querySelector("button[type=submit]").disabled = true;
  wait();
  send({
    do: "begin", players: chosen.players, options: chosen.options, seed: chosen.seed === "" ? null : Number(chosen.seed),
    seats: Array.from({ length: chosen.players }, (_, seat) => seated(seat)),
  });
});

function goOn(kept) {
  wait();
  send({ do: "take up", kept });
}

async function openFile(event) {
  const log = await event.target.files[0]?.text();
  if (log) goOn({ log, seats: Array.from({ length: about.players[1] }, (_, seat) => kindOf(seat)) });
}

async function pictures() {
  const found = {};
  for (const [name, file] of Object.entries(about.pictures)) found[name] = await files.link(file.path, file.type);
  globalThis.rulesrunPictures = found;
}

const asked = new URLSearchParams(location.search).get("lang") ?? remembered("rulesrun language");
if (about.told[asked]) state.language = asked;
const theme = remembered("rulesrun theme");
if (theme) document.documentElement.dataset.theme = theme;
globalThis.rulesrunShell = state;
setup();
await pictures();
await start();
