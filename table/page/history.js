// What each choice changed on the table, as this page has seen it happen.

/** Of older choices nothing is remembered. */
const REMEMBERED = 80;

export class History {
  constructor() {
    this.changes = new Map();
    this.mine = 0;
    this.shown = null;
  }

  /** The choice that led to `at` changed marks with these ids, and moved these components. */
  note(at, ids, names) {
    this.changes.set(at, { ids, names });
    this.changes.delete(at - REMEMBERED);
  }

  /** Whoever looks is asked or has chosen: what follows happens since then. */
  chosen(at) { this.mine = at; }

  of(at) { return this.changes.get(at) ?? { ids: [], names: [] }; }

  /** Light up what a choice changed, or nothing. */
  show(marks, at) {
    this.shown = at;
    const ids = at === null ? [] : this.of(at).ids;
    for (const mark of marks.all) mark.element.classList.toggle("recalled", ids.includes(mark.id));
    document.querySelectorAll(".story li").forEach((line) => line.classList.toggle("shown", line.dataset.at === String(at)));
    const first = marks.all.find((mark) => ids.includes(mark.id));
    first?.element.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** The next of the choices since one's own, round to the first. */
  step(marks, at) {
    const next = this.shown !== null && this.shown > this.mine && this.shown < at ? this.shown + 1 : this.mine + 1;
    this.show(marks, Math.min(next, at));
  }
}

/** Where each component lies that can be seen: its slot, by its name. */
export function slotsOf(families) {
  const slots = new Map();
  for (const family of families) {
    for (let owner = 0; owner < family.count; owner += 1) {
      family.each(owner, (value, keys, slot) => {
        if (!Array.isArray(value)) return;
        for (const one of value) {
          const name = Array.isArray(one) ? one[1] : one;
          if (typeof name === "string") slots.set(name, slot);
        }
      });
    }
  }
  return slots;
}
