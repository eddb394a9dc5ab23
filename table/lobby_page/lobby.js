// The first page of a lobby: the tables that are open, one's own, and what makes a new one.

import { h, replace, words } from "/page/draw.js";

const place = (id) => document.getElementById(id);
const AGAIN = 5000;
const LANGUAGES = { en: "English", fa: "فارسی", de: "Deutsch" };

/** Of one's own tables only the last are remembered. */
const MOST_OWN = 40;

const state = { told: null, tables: [], about: null, chosen: { game: "", players: 0, kinds: [], options: {}, clock: "", listed: true }, made: null };

const remembered = (name) => { try { return localStorage.getItem(`rulesrun ${name}`); } catch { return null; } };
const remember = (name, value) => { try { localStorage.setItem(`rulesrun ${name}`, value); } catch { /* then it is forgotten */ } };

/** One's own seats, by the tables' ids: those of this browser. */
function own() {
  try { return JSON.parse(remembered("seats")) ?? {}; } catch { return {}; }
}

function sits({ id, token, seat }) {
  const all = Object.entries({ ...own(), [id]: { token, seat } }).slice(-MOST_OWN);
  remember("seats", JSON.stringify(Object.fromEntries(all)));
}

const say = (key, values = {}) => state.told.words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
const invited = location.pathname.startsWith("/join/") ? location.pathname.split("/")[2] : null;
const seatLink = (token) => `/t/${token}?lang=${state.told.language}`;

async function ask(path, data = null) {
  const [name, query] = path.split("?");
  const asked = new URLSearchParams(query);
  asked.set("lang", language());
  const found = await fetch(`/lobby/${name}?${asked}`, data === null ? {} : { method: "POST", body: JSON.stringify(data) });
  const answer = await found.json();
  if (answer.problem) throw new Error(answer.problem);
  return answer;
}

const number = (n) => Number(n).toLocaleString(state.told.language);

const language = () => state.told?.language ?? new URLSearchParams(location.search).get("lang") ?? remembered("language") ?? navigator.language.slice(0, 2);

function tell(error) { place("alert").textContent = error?.message ?? ""; }

async function tried(work) {
  tell(null);
  try { return await work(); } catch (error) { tell(error); return null; }
}

// ---- tables -------------------------------------------------------------------------

async function look() {
  const also = [...Object.keys(own()), ...(invited ? [invited] : [])];
  try {
    ({ tables: state.tables } = await ask(`tables?also=${also.join(",")}`));
    if (place("alert").dataset.lost) {
      delete place("alert").dataset.lost;
      tell(null);
    }
    draw();
  } catch {
    place("alert").dataset.lost = "yes";
    place("alert").textContent = say("lost");
  }
}

/** Drawn anew only where something differs, so that nobody's focus or typing is lost. */
let drawn = "";
function draw() {
  const mine = own();
  const now = JSON.stringify([state.tables, mine, language()]);
  if (now === drawn) return;
  drawn = now;
  const isMine = ({ id }) => id in mine;
  const other = state.tables.filter((one) => !isMine(one) && one.listed && !one.over);
  const ours = state.tables.filter(isMine).sort((a, b) => asks(b, mine) - asks(a, mine));
  const here = state.tables.find(({ id }) => id === invited && !(id in mine));
  place("invited").hidden = !here;
  replace(place("invited"), here ? [h("h2", null, words(say("invited"))), h("ul", null, card(here, null))] : null);
  replace(place("own"), ours.length ? [h("h2", null, words(say("own tables"))), h("ul", null, ours.map((one) => card(one, mine[one.id])))] : null);
  replace(place("open"), h("h2", null, words(say("open tables"))),
    other.length ? h("ul", null, other.filter((one) => one !== here).map((one) => card(one, null))) : h("p", { class: "quiet" }, words(say("no tables"))));
}

const asks = (table, mine) => Number(!table.over && mine[table.id]?.seat === table.turn);

function card(table, seat) {
  const name = (at) => table.seats[at].name || (table.seats[at].kind === "human" ? number(at + 1) : say(table.seats[at].kind in state.told.words ? table.seats[at].kind : "thinker:500"));
  const isAsked = seat && !table.over && table.turn === seat.seat;
  return h("li", { class: isAsked ? "asked" : null, "data-id": table.id },
    h("h3", null, words(table.title)),
    table.options.map(([label, value]) => h("p", { class: "quiet" }, words(`${label}: ${value}`))),
    table.clock ? h("p", { class: "quiet" }, words(`${say("clock")}: ${say(`clock ${table.clock}`)}`)) : null,
    h("div", { class: "sitting" }, table.seats.map((one, at) => h("p", null, h("b", null, number(at + 1)), " ",
      one.taken || one.kind !== "human" ? words(name(at)) : words(say("free")),
      !seat && !one.taken && !table.over ? h("button", { type: "button", "data-sit": at, on: { click: () => sit(table, at) } }, words(say("sit"))) : null))),
    table.over ? h("p", { class: "turn" }, words(say("is over")))
      : isAsked ? h("p", { class: "turn" }, words(say("your turn")))
        : table.turn !== null ? h("p", { class: "quiet" }, words(say("turn of", { who: name(table.turn) }))) : null,
    h("p", { class: "doing" },
      seat ? h("a", { class: "button go", href: seatLink(seat.token) }, words(say(table.over ? "to the table" : "go on")))
        : h("a", { class: "button", href: seatLink(table.watch) }, words(say("watch")))));
}

async function sit(table, seat) {
  const name = called();
  if (!name) return;
  const found = await tried(() => ask("sit", { id: table.id, seat, name }));
  if (!found) { await look(); return; }
  sits(found);
  location.assign(seatLink(found.token));
}

/** What one is called: asked for where nobody has said so yet. */
function called() {
  const name = place("name").value.trim();
  if (name) { remember("name", name); return name; }
  tell({ message: say("no name") });
  place("name").focus();
  return null;
}

// ---- a new table --------------------------------------------------------------------

const field = (label, inner) => h("label", null, h("span", null, words(label)), inner);
const select = (name, value, values, change) => h("select", { name, on: { change: (event) => change(event.target.value) } },
  values.map(([one, label]) => h("option", { value: one, selected: one === value }, label)));

async function choose(game) {
  Object.assign(state.chosen, { game, options: {}, kinds: [] });
  state.about = null;
  setup();
  const about = await tried(() => ask(`game?game=${encodeURIComponent(game)}`));
  if (state.chosen.game !== game) return;
  state.about = about;
  if (about) [state.chosen.players] = about.players;
  setup();
}

const kindOf = (seat) => state.chosen.kinds[seat] ?? "human";

function setup() {
  const { chosen, about, told } = state;
  const name = place("name")?.value ?? remembered("name") ?? "";
  const [low, high] = about?.players ?? [0, -1];
  replace(place("new"), h("h2", null, words(say("new table"))),
    field(say("your name"), h("input", { id: "name", name: "name", value: name, maxlength: 24, autocomplete: "nickname" })),
    told.games.length > 1 ? field(say("game"), select("game", chosen.game, told.games.map((one) => [one.name, one.title]), choose)) : null,
    about === null ? h("p", { class: "quiet", role: "status" }, words(say("loading"))) : [
      high > low ? field(say("players"), select("players", String(chosen.players), about.counts.map((label, at) => [String(low + at), label]), (value) => { chosen.players = Number(value); setup(); })) : null,
      h("fieldset", null, h("legend", null, words(say("seats"))), about.seats.slice(0, chosen.players).map((label, seat) =>
        field(label, select(`seat ${seat + 1}`, kindOf(seat), told.kinds.map((kind) => [kind, say(kind)]), (value) => { chosen.kinds[seat] = value; })))),
      about.options.length ? h("fieldset", null, h("legend", null, words(say("options"))), about.options.map((one) =>
        field(one.label, select(`option ${one.name}`, chosen.options[one.name] ?? "", [["", say("as usual")], ...one.values], (value) => {
          if (value) chosen.options[one.name] = value; else delete chosen.options[one.name];
        })))) : null,
      field(say("clock"), select("clock", chosen.clock, told.clocks.map((one) => [one, say(`clock ${one || "none"}`)]), (value) => { chosen.clock = value; })),
      h("label", { class: "tick" }, h("input", { type: "checkbox", name: "listed", checked: chosen.listed, on: { change: (event) => { chosen.listed = event.target.checked; } } }), h("span", null, words(say("listed")))),
      h("p", { class: "doing" }, h("button", { type: "submit", class: "go" }, words(say("open it")))),
    ], state.made ? invitation(state.made) : null);
}

/** The link that others need to sit down at a table that is not listed. */
function invitation({ id, token }) {
  const link = `${location.origin}/join/${id}`;
  return h("div", { id: "invitation" }, h("p", null, words(say("invite"))), h("output", { class: "link", dir: "ltr" }, link),
    h("p", { class: "doing" },
      navigator.clipboard ? h("button", { type: "button", on: { click: () => navigator.clipboard.writeText(link) } }, words(say("copy"))) : null,
      h("a", { class: "button go", href: seatLink(token) }, words(say("to the table")))));
}

place("new").addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = called();
  const { game, players, options, clock, listed } = state.chosen;
  if (!name) return;
  const button = place("new").querySelector("button[type=submit]");
  button.disabled = true;
  const seats = Array.from({ length: players }, (_, seat) => kindOf(seat));
  const found = await tried(() => ask("open", { game, players, options, clock, listed, name, seats }));
  button.disabled = false;
  if (!found) return;
  sits(found);
  if (listed) { location.assign(seatLink(found.token)); return; }
  state.made = found;
  setup();
  place("invitation").scrollIntoView({ block: "nearest" });
  await look();
});

// ---- the whole ----------------------------------------------------------------------

async function speak(code) {
  state.told = null;
  if (code) remember("language", code);
  state.told = await (await fetch(`/lobby/words?lang=${code ?? language()}`)).json();
  const { told } = state;
  document.documentElement.lang = told.language;
  document.documentElement.dir = told.direction;
  document.title = say("tables");
  replace(place("title"), words(say("tables")));
  replace(place("tools"),
    h("label", null, h("span", { class: "unseen" }, say("language")), h("select", { id: "language", on: { change: (event) => speak(event.target.value) } },
      told.languages.map((one) => h("option", { value: one, lang: one, selected: one === told.language }, LANGUAGES[one] ?? one)))),
    h("button", { type: "button", "aria-label": say("theme"), title: say("theme"), on: { click: turnTheme } }, "◐"));
  setup();
  await look();
  await choose(told.games.some((one) => one.name === state.chosen.game) ? state.chosen.game : told.games[0].name);
}

function turnTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  remember("theme", document.documentElement.dataset.theme);
}

const theme = remembered("theme");
if (theme) document.documentElement.dataset.theme = theme;
await speak(null);
setInterval(() => { if (!document.hidden) look(); }, AGAIN);
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
