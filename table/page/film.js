// The film of a game: a slider over all its positions, the points on the way, what each choice gave.

import { h, replace, s, words } from "./draw.js";

/** Of what has happened the last so many lines stand beside a position. */
const LAST = 40;

/** Between two positions of a film that plays, in milliseconds. */
const PACE = 1100;

const WIDE = 1000;
const HIGH = 160;

const say = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);

/** The positions of a game, each with what has changed since the one before. */
class Reel {
  constructor({ frames, story, points }) {
    Object.assign(this, { frames, story, points });
    this.seen = [];
    for (const { seen, changes } of frames) {
      const now = seen ?? [...this.seen.at(-1)];
      for (const [n, value] of changes ?? []) now[n] = value;
      this.seen.push(now);
    }
  }

  get last() { return this.frames.length - 1; }

  /** A position as the server would tell it. */
  scene(at) {
    const { turn, turns, actor, phase, over, story } = this.frames[at];
    return { at, turn, turns, actor, phase, over, film: true, seen: this.seen[at], story: this.story.slice(Math.max(0, story - LAST), story) };
  }
}

/** The panel of a film; `show` puts a scene on the table, or with none the present one. */
export class Film {
  constructor(place, show, ask) {
    Object.assign(this, { place, show, ask, reel: null, at: 0, series: 0, playing: null });
  }

  get isOpen() { return this.reel !== null; }

  /** Offer the film of a game that is over, or nothing. */
  offer(game, isOver) {
    if (this.isOpen) return;
    this.place.hidden = !isOver;
    replace(this.place, isOver ? h("button", { type: "button", id: "look-back", on: { click: this.ask } }, words(game.words.film)) : null);
  }

  open(message, state, at) {
    this.reel = new Reel(message);
    this.state = state;
    this.place.hidden = false;
    this.build();
    this.go(at ?? this.reel.last);
    this.slider.focus();
  }

  /** Back to the game; `isShown` where the table is drawn anew anyway. */
  close(isShown = false) {
    if (!this.isOpen) return;
    this.pause();
    this.reel = null;
    if (!isShown) this.show(null);
  }

  go(at) {
    this.at = Math.max(0, Math.min(this.reel.last, at));
    this.show(this.reel.scene(this.at));
    this.tell();
  }

  play() {
    if (this.playing) return this.pause();
    if (this.at === this.reel.last) this.at = -1;
    this.playing = setInterval(() => {
      this.go(this.at + 1);
      if (this.at === this.reel.last) this.pause();
    }, PACE);
    return this.tell();
  }

  pause() {
    clearInterval(this.playing);
    this.playing = null;
    if (this.reel) this.tell();
  }

  // ---- the panel ----------------------------------------------------------------------

  build() {
    const text = this.state.game.words;
    const { reel } = this;
    const button = (name, sign, act) => h("button", { type: "button", "aria-label": name, title: name, on: { click: act } }, sign);
    const moved = (at) => () => { this.pause(); this.go(at()); };
    this.slider = h("input", { type: "range", id: "film-at", min: 0, max: reel.last, "aria-label": text["film choice"],
      on: { input: () => { const at = Number(this.slider.value); this.pause(); this.go(at); } } });
    this.player = button(text["film play"], "▶", () => this.play());
    this.told = h("output", { for: "film-at" });
    this.chart = h("div", { class: "chart" });
    this.legend = h("div", { class: "legend" });
    const choice = reel.points.length > 1 ? h("select", { "aria-label": text["film points"], on: { change: (event) => { this.series = Number(event.target.value); this.draw(); this.tell(); } } },
      reel.points.map(({ label }, n) => h("option", { value: n }, label))) : null;
    this.series = 0;
    replace(this.place, h("h2", { class: "unseen" }, text.film),
      h("div", { class: "reel", dir: "ltr" },
        h("div", { class: "buttons" },
          button(text["film first"], "«", moved(() => 0)), button(text["film before"], "‹", moved(() => this.at - 1)), this.player,
          button(text["film next"], "›", moved(() => this.at + 1)), button(text["film last"], "»", moved(() => reel.last))),
        this.slider, this.chart),
      h("div", { class: "told" }, this.told, choice, this.legend,
        this.state.alone ? null : h("button", { type: "button", id: "film-close", on: { click: () => this.close() } }, words(text["film close"]))));
    this.draw();
  }

  /** The points of each participant as lines, with a mark where the film stands. */
  draw() {
    const one = this.reel.points[this.series];
    const known = one?.values.flatMap((each) => each ?? []).filter((n) => n !== null) ?? [];
    if (!known.length || Math.max(...known) === Math.min(...known)) return replace(this.chart);
    const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
    const x = (at) => (WIDE * at) / Math.max(1, this.reel.last);
    const y = (n) => HIGH - (HIGH * (n - low)) / (high - low);
    const { game, faces } = this.state;
    const lines = game.participants.map((_, seat) => {
      const points = one.values.flatMap((each, at) => (each[seat] === null || each[seat] === undefined ? [] : [`${x(at).toFixed(1)},${y(each[seat]).toFixed(1)}`]));
      return s("polyline", { points: points.join(" "), stroke: faces.seat(seat).colour, "stroke-dasharray": seat ? `${14 - 2 * seat} ${2 + 2 * seat}` : null });
    });
    this.mark = s("line", { class: "now", y1: 0, y2: HIGH });
    const picture = s("svg", { viewBox: `-4 -6 ${WIDE + 8} ${HIGH + 12}`, preserveAspectRatio: "none", role: "img", "aria-label": `${game.words["film points"]}: ${one.label}` },
      s("line", { class: "zero", x1: 0, x2: WIDE, y1: y(0), y2: y(0) }), lines, this.mark);
    picture.addEventListener("click", (event) => {
      const { left, width } = picture.getBoundingClientRect();
      this.pause();
      this.go(Math.round((this.reel.last * (event.clientX - left)) / width));
    });
    return replace(this.chart, picture);
  }

  tell() {
    const { reel, at, state } = this;
    const { game, faces } = state;
    const number = (n) => (n === null || n === undefined ? "?" : faces.number(n));
    this.slider.value = at;
    const text = say(game.words["film after"], { n: faces.number(at), all: faces.number(reel.last) });
    this.slider.setAttribute("aria-valuetext", text);
    this.told.textContent = text;
    this.player.setAttribute("aria-pressed", String(Boolean(this.playing)));
    this.player.textContent = this.playing ? "❚❚" : "▶";
    this.mark?.setAttribute("x1", (WIDE * at) / Math.max(1, reel.last));
    this.mark?.setAttribute("x2", (WIDE * at) / Math.max(1, reel.last));
    const one = reel.points[this.series];
    const row = (label, values) => h("p", null, h("b", null, words(label)), " ",
      game.participants.map((_, seat) => h("span", { class: "fact" }, faces.piece(seat), " ", words(number(values[seat])))));
    replace(this.legend, one?.values[at] ? row(one.label, one.values[at]) : null,
      (reel.frames[at].gained ?? []).map(({ label, amounts }) => h("p", { class: "gained" }, words(label), " ",
        game.participants.map((_, seat) => (amounts[seat] === 0 ? null : h("span", { class: "fact" }, faces.piece(seat), " ", words(amounts[seat] > 0 ? `+${number(amounts[seat])}` : number(amounts[seat]))))))));
  }
}
