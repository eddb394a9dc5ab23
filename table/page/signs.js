// Signs of values: drawn ones, the same on every machine, or letters.

import { h, s } from "./draw.js";

/** How much larger than its letters a drawn sign is. */
const LARGER = 1.15;

export class Signs {
  /** The paths of drawn signs by name, in a square of 24 by 24. */
  constructor(drawings) {
    this.drawings = drawings;
  }

  /** A sign in a line of text. */
  inline(text) {
    const path = this.drawings[text];
    return path ? s("svg", { class: "drawn", viewBox: "0 0 24 24", "aria-hidden": "true" }, outline(path)) : h("span", null, text);
  }

  /** A sign in a drawing, round a point; `size` is that of letters. */
  at(text, size, { x = 0, y = 0, fill = null, ...others } = {}) {
    const path = this.drawings[text];
    if (!path) return s("text", { x, y: y + size * 0.35, fill, "font-size": size, "text-anchor": "middle", ...others }, text);
    const scale = (size * LARGER) / 24;
    return s("g", { fill, ...others, transform: `translate(${x} ${y}) scale(${scale.toFixed(3)}) translate(-12 -12)` }, outline(path));
  }
}

const outline = (path) => s("path", { d: path, "fill-rule": "evenodd" });
