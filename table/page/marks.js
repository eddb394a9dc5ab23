// Everything on the page that stands for a value: what can be picked, what is lit.

import { h, s } from "./draw.js";

/** Where more of a board can be picked, it is lit less. */
const MANY = 24;

const isComponent = (mark) => Boolean(mark?.keys[0]?.startsWith("component:"));

export class Marks {
  constructor(act) {
    this.act = act;
    this.clear();
  }

  clear() {
    this.all = [];
    this.byToken = new Map();
    this.aliases = new Map();
    this.times = new Map();
  }

  /**
   * Make an element stand for what some keys say; gives the element. Where others lie in
   * it, a part of it is the `control` that keyboards and screen readers meet.
   */
  add(element, keys, label, control = null) {
    const known = keys.filter((key) => key);
    const base = known[0] ?? "";
    const nth = this.times.get(base) ?? 0;
    this.times.set(base, nth + 1);
    const mark = { element, control: control ?? element, keys: known, id: `${base}@${nth}`, label };
    element.classList.add("mark-able");
    element.dataset.mark = String(this.all.length);
    if (control === null) {
      for (const child of element.children) child.setAttribute("aria-hidden", "true");
      element.append(element instanceof SVGElement
        ? s("text", { class: "unseen", textLength: 1, lengthAdjust: "spacingAndGlyphs" }, label) : h("span", { class: "unseen" }, label));
    }
    this.all.push(mark);
    for (const key of known) {
      if (!this.byToken.has(key)) this.byToken.set(key, []);
      this.byToken.get(key).push(mark);
    }
    return element;
  }

  /** Those that lie below no other one of a stack. */
  uncovered() { return this.all.filter(({ element }) => !(Number(element.style.getPropertyValue("--nth")) > 0)); }

  has(token) { return this.standing(token).length > 0; }

  /** What stands for a token on the page. */
  standing(token) { return this.byToken.get(token) ?? this.aliases.get(token) ?? []; }

  /** For the present step, let what has a key stand for a token as well: pairs of both. */
  lend(pairs) {
    for (const mark of this.all) mark.lent = null;
    this.aliases = new Map();
    for (const [token, key] of pairs) {
      const mark = this.byToken.get(key)?.[0];
      if (!mark || this.byToken.has(token)) continue;
      mark.lent = token;
      this.aliases.set(token, [mark]);
    }
  }

  /**
   * Let each of some copies that are alike stand for the one of them that can be picked: of
   * `alike`, what they are and hold, and of where they lie.
   */
  twin(tokens, alike) {
    const whole = (key) => {
      const [sort, slot, ...name] = key.split(":");
      return sort === "component" ? `${slot}:${alike(name.join(":"))}` : null;
    };
    const picked = new Map([...tokens.keys()].map((token) => [whole(token), token]));
    for (const mark of this.all) {
      const kind = whole(mark.keys[0] ?? "");
      if (kind && !mark.lent && picked.has(kind) && this.byToken.has(picked.get(kind))) mark.lent = picked.get(kind);
    }
  }

  /** The innermost mark at a node, whether it can be picked or not. */
  inmost(node) {
    const element = node instanceof Element ? node.closest("[data-mark]") : null;
    return element ? this.all[Number(element.dataset.mark)] : null;
  }

  /** The only component that lies in the place of a mark, if it is the only one. */
  lone(mark) {
    const inside = [...mark.element.querySelectorAll("[data-mark]")].map((one) => this.all[Number(one.dataset.mark)]);
    return inside.length === 1 && isComponent(inside[0]) ? inside[0] : null;
  }

  /** What is meant by pointing at a node: the innermost that can be picked, else the innermost. */
  of(node) {
    let first = null;
    let element = node instanceof Element ? node.closest("[data-mark]") : null;
    for (; element; element = element.parentElement?.closest("[data-mark]")) {
      const mark = this.all[Number(element.dataset.mark)];
      if (mark?.token || element.classList.contains("picked")) return mark;
      first ??= mark;
    }
    return first;
  }

  /**
   * What is meant by pointing at a place of the window: of links that lie over cells, what
   * can be picked below them.
   */
  at({ target, clientX, clientY }) {
    const first = this.of(target);
    if (first?.token || !first?.element.matches(".part.over")) return first;
    const below = document.elementsFromPoint(clientX, clientY).map((node) => this.of(node));
    return below.find((mark) => mark?.token) ?? first;
  }

  /** What is told of by pointing there: a component in a place that can be picked, too. */
  toldAt(event) {
    const inmost = this.inmost(event.target);
    return isComponent(inmost) ? inmost : this.at(event);
  }

  /** What a mark stands for, and what those that it lies in do: from outside inwards. */
  around(mark) {
    const found = [];
    for (let element = mark.element; element; element = element.parentElement?.closest("[data-mark]")) {
      found.unshift(...(this.all[Number(element.dataset.mark)]?.keys ?? []).slice(0, 1));
    }
    return found;
  }

  /** Light up what can be picked, and show what was. `asked` is whether there is a choice. */
  light(tokens, picks, asked) {
    const boards = new Map();
    const picked = new Set(picks.map((pick) => pick.id));
    for (const mark of this.all) {
      const { element, control } = mark;
      mark.token = mark.keys.find((key) => tokens.has(key)) ?? mark.lent ?? null;
      const chosen = picked.has(mark.id);
      const lit = mark.token !== null;
      element.classList.toggle("lit", lit && tokens.get(mark.token));
      element.classList.toggle("later", lit && !tokens.get(mark.token));
      element.classList.toggle("picked", chosen);
      element.classList.toggle("dim", asked && !lit && !chosen);
      const board = lit ? element.closest(".board") : null;
      if (board) boards.set(board, (boards.get(board) ?? 0) + 1);
      const idle = element instanceof SVGElement ? "img" : null;
      if (asked || idle) control.setAttribute("role", asked ? "button" : idle);
      else control.removeAttribute("role");
      if (idle && !asked) control.setAttribute("aria-label", mark.label); // what is no button is not called by its text
      else control.removeAttribute("aria-label");
      if (asked) {
        control.setAttribute("aria-pressed", String(chosen));
        if (lit || chosen) control.removeAttribute("aria-disabled");
        else control.setAttribute("aria-disabled", "true");
      } else {
        control.removeAttribute("aria-pressed");
        control.removeAttribute("aria-disabled");
      }
    }
    for (const board of document.querySelectorAll(".board")) board.classList.toggle("many", boards.get(board) > MANY);
    this.rove();
  }

  /** One stop of the tab key for each group; the arrow keys move within it. */
  rove() {
    const groups = new Map();
    for (const mark of this.all) {
      const group = mark.element.closest(".group") ?? document.body;
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group).push(mark);
    }
    for (const marks of groups.values()) {
      const first = marks.find((one) => one.token) ?? marks[0];
      for (const mark of marks) mark.control.setAttribute("tabindex", mark === first ? "0" : "-1");
    }
  }

  /** Where an arrow key leads from a mark. */
  beside(mark, key) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const group = mark.element.closest(".group") ?? document.body;
    const middle = (element) => {
      const box = element.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = middle(mark.control);
    let best = null;
    let least = Infinity;
    for (const other of this.all) {
      if (other === mark || (other.element.closest(".group") ?? document.body) !== group) continue;
      const [ox, oy] = middle(other.control);
      const along = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along <= 1) continue;
      const far = along + 2.5 * aside;
      if (far < least) { least = far; best = other; }
    }
    return best;
  }
}
