// What can be chosen is brought into view; what is not has a button that leads there.

import { h, replace, words } from "./draw.js";

/** Where elements of a page are covered by the bar, the own panel or the sheet of a phone. */
function frame(element) {
  const bar = document.getElementById("bar").getBoundingClientRect();
  const mine = document.getElementById("mine");
  const sheet = document.getElementById("choice").getBoundingClientRect();
  const isNarrow = getComputedStyle(document.getElementById("side")).display === "contents";
  let bottom = isNarrow ? Math.min(innerHeight, sheet.top) : innerHeight;
  if (!mine.contains(element) && getComputedStyle(mine).position === "sticky") {
    const own = mine.getBoundingClientRect();
    if (own.height && own.bottom >= bottom - 2) bottom = Math.min(bottom, own.top);
  }
  const box = { top: bar.bottom, bottom, left: 0, right: innerWidth };
  for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(around);
    if (overflowX === "visible" && overflowY === "visible") continue;
    const clip = around.getBoundingClientRect();
    box.top = Math.max(box.top, clip.top);
    box.bottom = Math.min(box.bottom, clip.bottom);
    box.left = Math.max(box.left, clip.left);
    box.right = Math.min(box.right, clip.right);
  }
  return box;
}

const SLACK = 3;

/** Where an element lies: `"in"` sight, or the side on which it is out of it. */
export function where(element) {
  const box = element.getBoundingClientRect();
  const view = frame(element);
  if (box.bottom > view.bottom + SLACK && box.top > view.top) return "below";
  if (box.top < view.top - SLACK) return "above";
  if (box.left < view.left - SLACK || box.right > view.right + SLACK) return "aside";
  return "in";
}

export class Sight {
  constructor(place, texts) {
    this.place = place;
    this.texts = texts;
    this.marks = [];
    this.soon = 0;
    const again = () => {
      cancelAnimationFrame(this.soon);
      this.soon = requestAnimationFrame(() => this.tell());
    };
    addEventListener("scroll", again, { passive: true, capture: true });
    addEventListener("resize", again, { passive: true });
  }

  /** Whether all these are in sight. */
  holds(marks) { return marks.every((mark) => where(mark.element) === "in"); }

  /** These can be chosen now. Moves there if none of them is in sight and `leads`. */
  look(marks, leads) {
    this.marks = marks.map((mark) => mark.element);
    // At once: soon things move, and do not lie yet where they are drawn.
    if (leads && this.marks.length && this.marks.every((one) => where(one) !== "in")) this.lead(this.marks, "instant");
    this.tell();
  }

  lead(elements, behavior = "smooth") {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    elements[0]?.scrollIntoView({ block: "center", inline: "center", behavior: still ? "instant" : behavior });
  }

  tell() {
    const sides = { above: [], below: [], aside: [] };
    for (const element of this.marks) sides[where(element)]?.push(element);
    replace(this.place, Object.entries(sides).filter(([, some]) => some.length).map(([side, some]) =>
      h("button", { type: "button", class: `lead ${side}`, "data-count": some.length, on: { click: () => this.lead(some) } },
        { above: "↑", below: "↓", aside: "↔" }[side], " ", words(this.texts(some.length)))));
  }
}
