// The table: hears from the server, draws what it is told, and says what is chosen.

import { h, ink, replace, table, words } from "./draw.js";
import { fitting, keysOf, open, ready } from "./choosing.js";
import { burst } from "./burst.js";
import { Connection } from "./connection.js";
import { Faces } from "./faces.js";
import { Marks } from "./marks.js";
import { beside } from "./boards.js";
import { belongings, cellsOf, familiesOf, isInner, isNothing, content, shared } from "./zones.js";
import { choicePanel, ledgerPanel, reasonsOf, storyPanel, whyLines } from "./panels.js";
import { designerPanel } from "./designer.js";
import { nameSeats, onceMore, seatPanel } from "./seat.js";
import { Rulebook } from "./rulebook.js";
import { clearGhosts, drawGhost, laying } from "./ghosts.js";
import { letDrag } from "./drag.js";
import { Film } from "./film.js";
import { Guide } from "./guide.js";
import { letHold } from "./hold.js";
import { History } from "./history.js";
import { LASTS, move, placesNow } from "./motion.js";
import { Notice } from "./notice.js";
import { Sheets } from "./sheet.js";
import { Sight } from "./sight.js";
import { Zoom } from "./zoom.js";
import { aboutOf, carriedLines, cellLines, effectOf, placeTip, rulesOf, wordsOn } from "./tips.js";

const place = (id) => document.getElementById(id);
const HOVER = 350;

const isNarrow = matchMedia("(max-width: 62rem)");

/** The parts of the window's height that the own panel may always take: where something in it can be chosen, and else. */
const OWN = 0.42;
const OWN_IDLE = 0.25;

/** The steps in which things are drawn closer together. */
const CLOSER = ["brief", "close", "closer"];

const state = {
  game: null, scene: null, faces: null, item: null, among: null, picks: [], found: [], hints: null, amounts: null,
  workbench: null, unfolded: false, showsLedger: false, accounts: null, reasons: new Map(), connected: false,
  sent: false, fresh: new Set(),
};

const act = {
  choose(number) {
    if (state.sent) return;
    burst.answered();
    state.sent = connection.say({ do: "choose", at: state.scene.at, option: number, mark: state.scene.question.mark });
  },
  name(name) { connection.say({ do: "name", name }); },
  give(kind) { connection.say({ do: "give", kind }); },
  again() { connection.say({ do: "again" }); },
  undo() {
    if (state.sent) return;
    burst.answered();
    state.sent = connection.say({ do: "undo", at: state.scene.at, mark: state.scene.undo });
  },
  hint() {
    if (state.isThinking) return;
    state.isThinking = connection.say({ do: "hint" });
    choicePanel(place("choice"), state);
  },
  reset() { pickAnew(null, []); },
  /** A place stands for the actions there: one is taken, among several one chooses. */
  takePlace(key) {
    const items = state.atPlaces.get(key);
    if (items.length === 1) return act.takeItem(items[0]);
    pickAnew(null, []);
    state.among = items;
    choicePanel(place("choice"), state);
    document.querySelector("#choice .items button")?.focus();
  },
  /** Light up what an option speaks of, with the tile that it would lay, or nothing. */
  show(number) {
    const { marks, scene, picks } = state;
    const keys = number === null ? [] : keysOf(scene.question, number);
    const lit = new Set(keys.flatMap((key) => marks.standing(key)));
    for (const mark of marks.all) mark.element.classList.toggle("relit", lit.has(mark));
    clearGhosts(".fleeting");
    const found = number === null ? null : fitting(scene.question, null, []).filter((one) => one.number === number);
    const laid = found && laying(scene.question, found);
    const mark = laid?.name && laid.place ? marks.standing(laid.place)[0] : null;
    if (mark && !picks.length) preview(mark, laid.name, laid.turns[0].angle, false);
    [...lit][0]?.element.scrollIntoView({ block: "nearest", inline: "nearest" });
  },
  /** Light up what a choice of the history changed; the next of those since one's own. */
  recall(at) { state.history.show(state, at); },
  step() { state.history.step(state); },
  rules() { state.rulebook.open(state.game.words, state.scene.question?.rules ?? []); },
  unpick(pick) { pickAnew(state.item, state.picks.filter((one) => one !== pick)); },
  takeItem(item) {
    if (!state.scene.question.items[item].parts.length) {
      act.choose(state.scene.question.options.findIndex(([one]) => one === item));
    } else pickAnew(state.item === item ? null : item, []);
  },
  pick(token, id = `${token}@chip`) {
    const picks = [...state.picks, { token, id }];
    const found = fitting(state.scene.question, state.item, picks.map((one) => one.token));
    if (!found.length) return;
    if (found.length === 1 && ready(found).length) act.choose(found[0].number);
    else pickAnew(state.item, picks);
  },
  /** So many of each kind, on the way to a choice of several. */
  count(part, amounts, button) {
    state.amounts = { part, amounts };
    choicePanel(place("choice"), state);
    document.querySelector(`[data-step="${button}"]`)?.focus();
  },
  /** Turn the tile that is about to be laid to the next angle that fits. */
  turn(by) {
    const { turn } = state;
    turn.at = (turn.at + by + turn.turns.length) % turn.turns.length;
    ghost();
    choicePanel(place("choice"), state);
    makeRoom();
  },
  unfold(isOpen) { state.unfolded = isOpen; },
  put(title) { connection.say({ do: "put", title }); },
  back() { connection.say({ do: "back" }); },
  compare() { connection.say({ do: "compare" }); },
  ledger(isOpen) {
    if (isOpen === state.showsLedger) return;
    state.showsLedger = isOpen;
    if (isOpen) connection.say({ do: "ledger" });
  },
};
state.act = act;
/** Whose seat this page is: the designer sits wherever somebody is to choose. */
state.own = () => (state.game.seat === null ? state.scene.actor : state.game.seat);
state.marks = new Marks(act);

state.rulebook = new Rulebook(place("rulebook"));
const sight = new Sight(place("sight"), (n) => state.game.words["more to choose"].replace("{n}", state.faces.number(n)));
const zoom = new Zoom();
const notice = new Notice(remembered("notice") === "on", (value) => remember("notice", value));
state.history = new History();
state.guide = new Guide(remembered, remember);
state.sheets = new Sheets((message) => connection.say(message));
state.film = new Film(place("film"), showFrame, () => connection.say({ do: "film" }));

/** Put a position of the film on the table, or with none the present one again. */
function showFrame(frame) {
  state.live ??= state.scene;
  state.scene = frame ? { ...frame, seats: state.live.seats, ...(frame.over ? ending(state.live) : {}) } : state.live;
  if (!frame) state.live = null;
  Object.assign(state, { item: null, among: null, picks: [], hints: null, amounts: null });
  state.fresh.clear();
  drawAll();
}

const ending = ({ ranking, results, verdict, again }) => ({ ranking, results, verdict, again });

function pickAnew(item, picks) {
  state.item = item;
  state.among = null;
  state.picks = picks;
  state.hints = null;
  state.amounts = null;
  state.reasons.clear();
  light();
}

// ---- what is heard ------------------------------------------------------------------

const hears = {
  game(message) {
    state.game = message;
    state.faces = new Faces(message);
    document.documentElement.lang = message.language;
    document.documentElement.dir = message.direction;
    document.title = message.title;
    tools();
    connection.say({ do: "rulebook" });
  },
  scene(message) {
    if (message.seats?.[state.game.seat]?.lent) delete message.question; // who plays meanwhile is asked
    const news = state.scene?.at !== message.at || state.scene?.version !== message.version;
    const same = message.question?.mark && message.question.mark === state.scene?.question?.mark && !state.sent;
    if (message.question && (!state.scene?.question || message.actor !== state.scene.actor)) document.body.classList.remove(...CLOSER);
    if (news && state.scene?.question) {
      state.fresh.clear();
      state.history.chosen(state.scene.at + 1);
    }
    state.film.close(true);
    state.live = null;
    const wasOver = state.scene?.over;
    nameSeats(state.game, message);
    Object.assign(state, { scene: message, sent: false, isThinking: false });
    if (news && !same) Object.assign(state, { item: null, among: null, picks: [], hints: null, amounts: null });
    state.reasons.clear();
    place("alert").textContent = message.stopped ?? "";
    document.title = `${message.question ? "● " : ""}${state.game.title}`;
    const ends = message.over && !wasOver;
    drawAll();
    place("lobby").hidden = !message.lobby;
    if (ends) { scrollTo({ top: 0 }); state.guide.played(state.game); }
    notice.hear(Boolean(message.question), state.game.title, state.game.words["your turn"]);
    if (state.showsLedger) connection.say({ do: "ledger" });
  },
  why(message) {
    state.reasons.set(message.key, message);
    if (state.pointed && state.marks.around(state.pointed).includes(message.key)) showTip(state.pointed);
  },
  hint(message) {
    if (message.mark !== state.scene.question?.mark) return; // it is about a question before this one
    state.isThinking = false;
    state.hints = message.hints;
    state.least = message.least;
    state.worlds = message.worlds;
    choicePanel(place("choice"), state);
  },
  ledger(message) {
    state.accounts = message.accounts;
    ledgerPanel(place("ledger"), state);
  },
  film(message) {
    state.alone = Boolean(message.alone);
    if (message.alone || state.scene.over) state.film.open(message, state, message.alone ? 0 : undefined);
  },
  rulebook(message) {
    state.rulebook.hear(message.paragraphs);
    place("rules")?.toggleAttribute("hidden", !state.rulebook.size);
    if (state.scene) drawAll();
  },
  workbench(message) {
    state.workbench = message;
    document.body.classList.add("designs");
    if (state.scene) designerPanel(place("designer"), state);
    state.sheets.ask();
  },
  sheet(message) { state.sheets.hear(message); },
  problem(message) {
    Object.assign(state, { sent: false, isThinking: false });
    place("alert").textContent = message.message;
    if (state.scene) choicePanel(place("choice"), state);
  },
};

const connection = new Connection(
  (message) => hears[message.kind]?.(message),
  (connected) => {
    state.connected = connected;
    Object.assign(state, { sent: false, isThinking: false });
    document.body.classList.toggle("lost", !connected);
    if (state.game) place("alert").textContent = connected ? "" : state.game.words.lost;
  },
);

// ---- drawing ------------------------------------------------------------------------

function contextOf() {
  const { game, scene, faces, marks } = state;
  const families = familiesOf(game, scene);
  const carried = new Map();
  for (const family of families) {
    if (family.owner?.sort !== "component") continue;
    family.owners.forEach((name, owner) => family.each(owner, (value, keys, slot, stands) => {
      if (value === null || value?.hidden !== undefined || isNothing(family, value)) return;
      if (!carried.has(name)) carried.set(name, []);
      carried.get(name).push({ family, value, keys, slot, stands });
    }));
  }
  const offered = scene.question?.values.map((value) => value.key ?? "") ?? [];
  const context = {
    game, scene, faces, marks, families, looks: game.pieces, rulebook: state.rulebook,
    does: (name) => effectOf(state, name),
    own: state.own(),
    /** Whose things are lit: theirs who choose now, or already. */
    asking: scene.question ? state.own() : scene.actor,
    places: (shape) => offered.filter((key) => key.startsWith(`place:${shape}:`)).map((key) => Number(key.split(":")[2])),
    carriedValue: (name, variable) => carried.get(name)?.find((one) => one.family.name === variable)?.value,
    onIt(name) {
      const found = (carried.get(name) ?? []).filter(({ family }) => !turning.has(family.name) && !isInner(context, family))
        .map(({ family, value, keys, slot, stands }) => {
          const seat = stands[0]?.startsWith("player:") ? Number(stands[0].slice(7)) : null;
          const inner = family.type.sort === "bool" ? null : content(context, family, value, slot, seat);
          const whose = seat === null ? keys.join(" ") : null;
          return h("span", { class: "on-it", title: family.label, ...cellsOf(family.type, value), vars: seat === null ? {} : { tint: faces.seat(seat).colour } },
            seat === null ? h("small", null, words([family.label, whose].filter((one) => one).join(" "))) : faces.pawn(seat), inner);
        });
      return found.length ? h("span", { class: "carried" }, found) : [];
    },
    /** What lies on a tile of a map: rows to draw, and words. */
    lying(name, turned) {
      const rows = [];
      const labels = [];
      const standing = [];
      for (const { family, value, keys, stands } of carried.get(name) ?? []) {
        if (family.name === turned || isInner(context, family)) continue;
        const piece = standsThere(family, value, stands);
        if (piece) standing.push(piece);
        labels.push([family.label, ...(piece ? [faces.seat(piece.seat).label] : keys), piece ? "" : faces.text(family.type, value)].filter((one) => one).join(" "));
        if (family.type.sort === "bundle") rows.push(faces.dots(family.type.enum, value));
      }
      return { rows: rows.slice(0, 2), labels, standing };
    },
    described(name) {
      const lines = faces.lines(name).map(([what, value]) => [what, value].filter((one) => one).join(" "));
      const lies = (carried.get(name) ?? []).filter(({ family }) => !turning.has(family.name) && !isInner(context, family))
        .map(({ family, value, keys }) => [family.label, ...keys, family.type.sort === "bool" ? "" : faces.text(family.type, value)].filter((one) => one).join(" "));
      return faces.list([faces.face(name).label, ...lines, ...lies]);
    },
    carried,
  };
  const turning = new Set(families.map((family) => family.turned).filter((name) => name));
  return context;
}

/** The piece of a player that a value of a variable or zone of a tile stands for, if it is one. */
function standsThere(family, value, stands) {
  if (typeof value !== "number") return null;
  const piece = family.piece ?? family.name;
  if (family.sort === "piece space" || family.type.sort === "player") return { seat: value, count: 1, piece };
  const owner = stands.find((key) => key?.startsWith("player:"));
  return family.sort === "piece stock" && owner ? { seat: Number(owner.slice(7)), count: value, piece } : null;
}

function drawAll() {
  const { game, scene, marks, faces } = state;
  const focused = marks.of(document.activeElement)?.id;
  const before = new Map(marks.all.map((mark) => [mark.id, mark.label]));
  zoom.keep();
  const places = placesNow(marks);
  const scrolled = [...document.querySelectorAll(".board, .grid, .belongings")].map((one) => one.scrollLeft);
  marks.clear();
  const context = contextOf();
  state.context = context;
  faces.there = (board, cell) => wordsOn(state, board, cell);
  document.body.classList.toggle("over", scene.over);
  replace(place("title"), words(game.title));
  replace(place("shared"), h("h2", { class: "unseen" }, game.words.shared), scene.over ? ranking() : null, shared(context));
  const seats = game.participants.map((_, seat) => seat);
  const mine = state.own();
  const own = seats.filter((seat) => seat === mine);
  const order = own.length ? [...seats.slice(mine + 1), ...seats.slice(0, mine)] : seats;
  replace(place("others"), order.map((seat) => player(context, seat)));
  replace(place("mine"), own.map((seat) => player(context, seat)));
  place("table").removeAttribute("aria-busy");
  zoom.equip(game.words);
  status();
  state.film.offer(game, scene.over);
  if (state.workbench) designerPanel(place("designer"), state);
  ledgerPanel(place("ledger"), state);
  light();
  if (before.size) {
    const fresh = marks.all.filter((mark) => before.get(mark.id) !== mark.label && !mark.id.startsWith("place:"));
    fresh.forEach((mark) => { state.fresh.add(mark.id); mark.element.classList.add("arrives"); });
  }
  marks.all.filter((mark) => state.fresh.has(mark.id)).forEach((mark) => mark.element.classList.add("fresh"));
  storyPanel(place("story"), state);
  seatPanel(place("seat"), state);
  move(marks, places);
  setTimeout(() => sight.tell(), 2 * LASTS);
  document.querySelectorAll(".board, .grid, .belongings").forEach((one, at) => { one.scrollLeft = scrolled[at] ?? 0; });
  marks.all.find((mark) => mark.id === focused)?.control.focus({ preventScroll: true });
}

/** The own panel takes what the table leaves of the window, and stands over the rest of it. */
function makeRoom() {
  document.body.style.setProperty("--sheet", `${place("choice").offsetHeight}px`);
  layBeside();
  const free = innerHeight - place("bar").offsetHeight - place("shared").offsetHeight - 40;
  const part = place("mine").querySelector(".lit, .later, .picked") ? OWN : OWN_IDLE;
  const mine = place("mine");
  mine.style.setProperty("--own", `${Math.max(part * innerHeight, free)}px`);
  mine.classList.remove("brief");
  mine.classList.toggle("brief", isCut(mine.querySelector(".player")));
  document.body.style.setProperty("--own-room", `${Math.min(mine.offsetHeight, OWN_IDLE * innerHeight)}px`);
}

/** Whether an element holds more than can be seen of it. */
const isCut = (element) => Boolean(element) && element.scrollHeight > element.clientHeight + 1;

/** So wide a column, in pixels, holds what lies beside a board. */
const COLUMN = 320;

/** A board is made smaller for that, but by no more. */
const SMALLER = 0.8;

/** Put what lies below a board of fixed cells beside it, where it leaves room for that. */
function layBeside() {
  const shared = place("shared");
  const drawn = shared.querySelectorAll(":scope > .board, :scope > .strip");
  const others = shared.querySelector(":scope > .facts, :scope > .zones > *");
  const svg = drawn.length === 1 && others ? drawn[0].querySelector(":scope > svg.fixed") : null;
  shared.classList.remove("beside");
  if (!svg || isNarrow.matches) return;
  const { width, height } = svg.viewBox.baseVal;
  const whole = Math.ceil((parseFloat(getComputedStyle(svg).maxHeight) * width) / height);
  const wide = Math.min(whole, shared.clientWidth - COLUMN);
  shared.style.setProperty("--board", `${wide}px`);
  shared.classList.toggle("beside", wide >= SMALLER * Math.min(whole, shared.clientWidth));
}

/**
 * Draw everything closer together, by as many steps as it takes until all that can be
 * chosen is in sight. It stays so until others choose, that nothing jumps from one choice
 * to the next.
 */
function fit(lit) {
  const { classList } = document.body;
  for (const step of CLOSER) {
    if (sight.holds(lit)) return;
    if (classList.contains(step)) continue;
    classList.add(step);
    makeRoom();
  }
}

/** A time of day, with the day where that is not today. */
function whenOf(seconds, language) {
  const when = new Date(seconds * 1000);
  const today = when.toDateString() === new Date().toDateString();
  return when.toLocaleString(language, { hour: "numeric", minute: "2-digit", ...(today ? {} : { weekday: "short", day: "numeric", month: "short" }) });
}

function status() {
  const { game, scene, faces } = state;
  const parts = [];
  if (scene.phase) parts.push(scene.phase);
  if (scene.turn !== null && !scene.over) parts.push(`${game.words.turn}: ${faces.seat(scene.turn).label}`);
  if (scene.over) parts.push(game.words.over);
  else if (scene.question) parts.push(game.words["your turn"]);
  else if (!state.live) parts.push(game.words.waiting.replace("{who}", faces.seat(scene.actor).label));
  if (scene.until && !scene.over) parts.push(game.words["time left"].replace("{when}", whenOf(scene.until, game.language)));
  document.body.classList.toggle("asked", Boolean(scene.question));
  replace(place("status"), parts.map((text) => h("span", null, words(text))));
}

function player(context, seat) {
  const { game, scene, faces, marks } = state;
  const who = game.participants[seat];
  const { grids, zones, facts } = belongings(context, seat);
  if (who.neutral && !grids.length && !zones.length) return null;
  const called = h("span", null, words(who.label));
  const isMe = seat === state.own() && (game.seat !== null || !state.live);
  const name = h("h3", null, faces.pawn(seat),
    called, isMe ? h("small", null, ` (${game.words.you})`) : null);
  const place_ = isApart(scene.ranking) && scene.ranking[seat];
  const badges = [
    scene.turn === seat && !scene.over ? h("span", { class: "badge turn" }, game.words.turn) : null,
    scene.actor === seat && !scene.over ? h("span", { class: "badge acts" }, "●", h("span", { class: "unseen" }, game.words.choose)) : null,
    place_ ? h("span", { class: "badge place" }, `${game.words.place} ${faces.number(place_)}`) : null,
  ];
  const head = marks.add(h("header", { class: "who" }, name, badges), [`player:${seat}`], who.label, called);
  const isPlain = !grids.length && !zones.length;
  return h("article", { class: `player${scene.actor === seat ? " acting" : ""}${isPlain ? " plain" : ""}`, vars: { tint: who.colour, "on-tint": ink(who.colour) } },
    head, facts.length ? h("p", { class: "facts" }, facts) : null,
    h("div", { class: "belongings" }, grids, h("div", { class: "zones" }, zones)));
}

/** Whether places tell anything: not where all win, lose or draw as one. */
const isApart = (ranking) => new Set((ranking ?? []).filter((one) => one)).size > 1;

/** Who has won, with the numbers that the game ends with: those of the ledger first. */
function ranking() {
  const { game, scene, faces } = state;
  const order = game.participants.map((_, seat) => seat).filter((seat) => scene.ranking?.[seat])
    .sort((a, b) => scene.ranking[a] - scene.ranking[b]);
  const results = scene.results ?? [];
  const apart = isApart(scene.ranking);
  const told = (n) => (n === null || n === undefined ? "?" : faces.number(n));
  return h("section", { class: "ranking" }, h("h2", null, game.words.over),
    scene.verdict ? h("p", { class: "verdict" }, words(scene.verdict)) : null,
    table(
      results.length ? h("thead", null, h("tr", null, apart ? h("th", { scope: "col" }, h("span", { class: "unseen" }, game.words.place)) : null, h("th", { scope: "col" }, h("span", { class: "unseen" }, game.words.player)),
        results.map((one) => h("th", { scope: "col" }, words(one.label))))) : null,
      h("tbody", null, order.map((seat) => h("tr", { class: apart && scene.ranking[seat] === 1 ? "first" : null },
        apart ? h("td", null, h("b", null, faces.number(scene.ranking[seat]))) : null,
        h("th", { scope: "row" }, faces.piece(seat), " ", words(faces.seat(seat).label)),
        results.map((one) => h("td", { class: "points" }, told(one.values[seat]))))))),
    onceMore(state));
}

function light() {
  const { scene, marks, item, picks } = state;
  const question = scene.question;
  state.found = question ? fitting(question, item, picks.map((pick) => pick.token)) : [];
  marks.lend(question ? directions() : []);
  const tokens = question ? open(state.found) : new Map();
  marks.twin(tokens, alike);
  const laid = question ? laying(question, state.found) : null;
  const isTurned = laid?.name && laid.place && laid.part >= 0 && laid.turns.length > 1;
  Object.assign(state, { laid, turn: isTurned ? { at: 0, ...laid } : null });
  state.atPlaces = question && item === null && !picks.length ? placesOf(question, state.found, tokens) : new Map();
  state.atPlaces.forEach((_, key) => tokens.set(key, true));
  marks.light(tokens, picks, Boolean(question));
  ghost();
  choicePanel(place("choice"), state);
  makeRoom();
  const lit = marks.uncovered().filter((mark) => mark.token && tokens.get(mark.token));
  fit(lit);
  sight.look(lit, true);
  hideTip();
}

/** A component by what it is and holds, whichever copy of it. */
function alike(name) {
  const held = (state.context.carried.get(name) ?? []).map(({ family, value, keys }) => [family.name, keys, value]);
  return JSON.stringify([name.replace(COPY, ""), state.faces.face(name)?.label, held]);
}

/** What tells copies of a component apart in their names. */
const COPY = / #[0-9]+$/;

/** The tile that is about to be laid, as it is turned now, where it would lie. */
function ghost() {
  clearGhosts();
  const { turn, marks } = state;
  const mark = turn ? marks.standing(turn.place)[0] : null;
  if (mark) preview(mark, turn.name, turn.turns[turn.at].angle, true);
}

function preview(mark, name, angle, isFirm) {
  const { shape } = state.faces.kind(name);
  if (shape && mark.element instanceof SVGElement) drawGhost(state.faces, mark.element, name, shape, angle, isFirm);
}

/** The actions that belong to places on the table, by the keys of these. */
function placesOf(question, found, tokens) {
  const places = new Map();
  for (const item of new Set(found.map((one) => one.item))) {
    const key = question.items[item].at;
    if (key && !tokens.has(key) && state.marks.has(key)) places.set(key, [...(places.get(key) ?? []), item]);
  }
  return places;
}

/** Directions from the cell that was picked last, as the cells that lie there. */
function directions() {
  const { game, picks, found } = state;
  const [sort, board, cell] = (picks.at(-1)?.token ?? "").split(":");
  if (sort !== "cell") return [];
  return [...open(found).keys()].filter((token) => token.startsWith("enum:Direction:"))
    .map((token) => [token, beside(game.boards[board], Number(cell), state.context.faces.enumValue("Direction", Number(token.split(":")[2])).name)])
    .filter(([, there]) => there !== null)
    .map(([token, there]) => [token, `cell:${board}:${there}`]);
}

// ---- tools --------------------------------------------------------------------------

function tools() {
  const { game } = state;
  const languages = { en: "English", fa: "فارسی" };
  const fewer = [h("a", { id: "lobby", href: "/", hidden: !state.scene?.lobby }, words(game.words.lobby)),
    h("label", null, h("span", { class: "unseen" }, game.words.language), h("select", {
      id: "language", on: { change: (event) => { remember("language", event.target.value); connection.open(event.target.value); } },
    }, game.languages.map((code) => h("option", { value: code, lang: code, selected: code === game.language }, languages[code] ?? code)))),
    h("button", {
      type: "button", "aria-label": game.words.notice, title: game.words.notice, "aria-pressed": String(notice.isOn),
      on: { click: async (event) => { const button = event.currentTarget; await notice.turn(); button.setAttribute("aria-pressed", String(notice.isOn)); } },
    }, "♪"),
    h("button", { type: "button", "aria-label": game.words.theme, title: game.words.theme, on: { click: turnTheme } }, "◐")];
  const isOpen = place("tools").classList.contains("open");
  replace(place("tools"), h("div", { class: "fewer", id: "fewer" }, fewer),
    h("button", { type: "button", id: "rules", hidden: !state.rulebook.size, on: { click: act.rules } }, words(game.words.rules)),
    game.seat === -1 ? null : h("button", {
      type: "button", id: "guide", "aria-label": game.words.guide, title: game.words.guide, "aria-pressed": String(state.guide.isOn(game)),
      on: { click: (event) => { state.guide.turn(game); event.currentTarget.setAttribute("aria-pressed", String(state.guide.isOn(game))); light(); } },
    }, "?"),
    h("button", {
      type: "button", class: "unfolds", "aria-label": game.words.more, title: game.words.more, "aria-controls": "fewer", "aria-expanded": String(isOpen),
      on: { click: (event) => event.currentTarget.setAttribute("aria-expanded", String(place("tools").classList.toggle("open"))) },
    }, "⋯"));
}

function remember(name, value) {
  try { localStorage.setItem(`rulesrun ${name}`, value); } catch { /* then it is forgotten */ }
}

function remembered(name) {
  try { return localStorage.getItem(`rulesrun ${name}`); } catch { return null; }
}

function turnTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  remember("theme", next);
}

// ---- pointing -----------------------------------------------------------------------

let waiting = null;
let relit = null;

/** Light up the cells that something pointed at speaks of; nothing any more where it does not. */
function relight(keys) {
  if (!keys && !relit) return;
  relit = keys;
  const lit = (keys ?? []).flatMap((key) => state.marks.standing(key));
  for (const mark of state.marks.all) mark.element.classList.toggle("relit", lit.includes(mark));
}

function point(mark) {
  clearTimeout(waiting);
  if (state.pointed === mark) return;
  hideTip();
  state.pointed = mark;
  const { laid, turn } = state;
  clearGhosts(".fleeting");
  if (mark?.token?.startsWith("place:") && laid?.name && !turn) {
    preview(mark, laid.name, laid.turns.find((one) => one.place === mark.token)?.angle ?? 0, false);
  }
  if (mark) waiting = setTimeout(() => showTip(mark), HOVER);
}

/** The rank of a reason that something is no part of any choice: told of what nothing else is told of. */
const NO_PART = -3;

function showTip(mark) {
  const tip = place("tip");
  const { game, scene } = state;
  const lying = state.marks.lone(mark);
  const thing = lying ?? mark;
  const name = thing.keys[0]?.startsWith("component:") ? thing.keys[0].split(":").slice(2).join(":") : null;
  const [sort, board, cell] = mark.keys[0]?.split(":") ?? [];
  const isCell = sort === "cell" && game.boards[board];
  const title = name ? game.faces[name].label : isCell ? state.faces.number(game.boards[board].names[cell]) : mark.label;
  const parts = [h("h4", null, words(title))];
  if (name) {
    const { original } = game.faces[name];
    if (original) parts.push(h("p", { class: "original", dir: "ltr" }, original));
    const lines = [...state.faces.lines(name, true), ...carriedLines(state, name)];
    if (lines.length) parts.push(listOf(lines));
  }
  const lines = isCell ? cellLines(state, board, Number(cell)) : [];
  if (lines.length) parts.push(listOf(lines));
  else if (mark.token?.startsWith("place:") && scene.question) parts[0] = h("h4", null, words(doneAt(mark.token) || title));
  const rules = [...new Set([...(lying ? rulesOf(state, lying) : []), ...rulesOf(state, mark)])];
  if (scene.question && !state.marks.of(mark.element)?.token && mark.keys.length && !state.picks.some((pick) => pick.id === mark.id)) {
    const keys = state.marks.around(mark);
    const picks = state.picks.map((pick) => pick.token);
    keys.filter((key) => !state.reasons.has(key)).forEach((key) => {
      state.reasons.set(key, null);
      connection.say({ do: "why", key, picks });
    });
    const reasons = reasonsOf(keys.map((key) => state.reasons.get(key)));
    const isMeant = keys.some((key) => state.reasons.get(key)?.rank > NO_PART);
    if (reasons.length && (isMeant || !(rules.length || parts.length > 1))) {
      parts.push(h("div", { class: "why" }, h("h5", null, game.words.why), h("p", null, words(reasons[0].why))));
      if (document.getElementById("why")) replace(place("why"), h("h3", null, game.words.why, ": ", words(mark.label)), whyLines(game, reasons));
    }
  }
  parts.push(state.rulebook.lines(rules));
  replace(tip, parts);
  tip.hidden = false;
  placeTip(tip, mark.element);
}

/** What is done by choosing a gap, whose own name says little. */
function doneAt(token) {
  const { faces, found, scene } = state;
  const items = new Set(found.filter(({ left }) => left.some((tokens) => tokens.includes(token))).map(({ item }) => item));
  return faces.list([...items].map((item) => scene.question.items[item].label || scene.question.prompt).filter((label) => label));
}

const listOf = (lines) => h("dl", null, lines.map(([what, value]) => [h("dt", null, words(what)), h("dd", null, words(value))]));

function hideTip() {
  clearTimeout(waiting);
  state.pointed = null;
  place("tip").hidden = true;
}

function press(mark) {
  if (!state.scene?.question) return;
  const picked = state.picks.find((pick) => pick.id === mark.id);
  if (state.turn && mark.keys.includes(state.turn.place)) act.turn(1);
  else if (picked) act.unpick(picked);
  else if (state.atPlaces.has(mark.token)) act.takePlace(mark.token);
  else if (mark.token) act.pick(mark.token, mark.id);
  else { state.pointed = mark; showTip(mark); }
}

document.addEventListener("click", (event) => {
  const mark = state.marks.at(event);
  const told = mark ? null : aboutOf(event.target);
  if (mark) press(mark);
  else if (told && !told.element.matches("button")) showTip(told);
  else if (!event.target.closest?.("#tip")) hideTip();
});
letDrag(state.marks, press);
letHold(state.marks, showTip);
document.addEventListener("pointerover", (event) => {
  relight(event.target.closest?.("[data-cells]")?.dataset.cells.split(" ") ?? null);
  if (event.pointerType !== "touch") point(state.marks.toldAt(event) ?? aboutOf(event.target));
});
document.addEventListener("focusin", (event) => {
  const mark = state.marks.of(event.target) ?? aboutOf(event.target);
  if (mark && event.target.matches(":focus-visible")) point(mark);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    if (!place("rulebook").hidden) state.rulebook.close();
    else if (state.scene?.question) act.reset();
  }
  if (event.key.toLowerCase() === "r" && state.turn && !event.target.closest("input, select")) act.turn(event.shiftKey ? -1 : 1);
  const mark = state.marks.of(event.target);
  if (!mark) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    press(mark);
  } else if (event.key.startsWith("Arrow")) {
    const next = state.marks.beside(mark, event.key);
    if (next) {
      event.preventDefault();
      mark.control.setAttribute("tabindex", "-1");
      next.control.setAttribute("tabindex", "0");
      next.control.focus();
    }
  }
});

document.addEventListener("wheel", (event) => {
  const mark = state.turn && !event.ctrlKey ? state.marks.of(event.target) : null;
  if (!mark?.keys.includes(state.turn?.place)) return;
  event.preventDefault();
  act.turn(event.deltaY < 0 ? -1 : 1);
}, { passive: false });
addEventListener("resize", () => {
  document.body.classList.remove(...CLOSER);
  if (state.scene) light();
});

const theme = remembered("theme");
if (theme) document.documentElement.dataset.theme = theme;
connection.open(new URLSearchParams(location.search).get("lang") ?? remembered("language"));
window.rulesrunTable = state;
