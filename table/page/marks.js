// Everything on the page that stands for a value: what can be picked, what is lit.

export class Marks {
  constructor(act) {
    this.act = act;
    this.clear();
  }

  clear() {
    this.all = [];
    this.byToken = new Map();
    this.times = new Map();
  }

  /** Make an element stand for what some keys say; gives the element. */
  add(element, keys, label) {
    const known = keys.filter((key) => key);
    const base = known[0] ?? "";
    const nth = this.times.get(base) ?? 0;
    this.times.set(base, nth + 1);
    const mark = { element, keys: known, id: `${base}@${nth}`, label };
    element.classList.add("mark-able");
    element.dataset.mark = String(this.all.length);
    element.setAttribute("aria-label", label);
    this.all.push(mark);
    for (const key of known) {
      if (!this.byToken.has(key)) this.byToken.set(key, []);
      this.byToken.get(key).push(mark);
    }
    return element;
  }

  has(token) { return this.byToken.has(token); }

  of(node) {
    const element = node instanceof Element ? node.closest("[data-mark]") : null;
    return element ? this.all[Number(element.dataset.mark)] : null;
  }

  /** Light up what can be picked, and show what was. `asked` is whether there is a choice. */
  light(tokens, picks, asked) {
    const picked = new Set(picks.map((pick) => pick.id));
    for (const mark of this.all) {
      const { element } = mark;
      mark.token = mark.keys.find((key) => tokens.has(key)) ?? null;
      const chosen = picked.has(mark.id);
      const lit = mark.token !== null;
      element.classList.toggle("lit", lit && tokens.get(mark.token));
      element.classList.toggle("later", lit && !tokens.get(mark.token));
      element.classList.toggle("picked", chosen);
      element.classList.toggle("dim", asked && !lit && !chosen);
      element.setAttribute("role", asked ? "button" : "img");
      if (asked) {
        element.setAttribute("aria-pressed", String(chosen));
        if (lit || chosen) element.removeAttribute("aria-disabled");
        else element.setAttribute("aria-disabled", "true");
      } else {
        element.removeAttribute("aria-pressed");
        element.removeAttribute("aria-disabled");
      }
    }
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
      for (const mark of marks) mark.element.setAttribute("tabindex", mark === first ? "0" : "-1");
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
    const [x, y] = middle(mark.element);
    let best = null;
    let least = Infinity;
    for (const other of this.all) {
      if (other === mark || (other.element.closest(".group") ?? document.body) !== group) continue;
      const [ox, oy] = middle(other.element);
      const along = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along <= 1) continue;
      const far = along + 2.5 * aside;
      if (far < least) { least = far; best = other; }
    }
    return best;
  }
}
