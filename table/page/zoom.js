// Large maps: nearer and farther, and moved by hand.

import { h } from "./draw.js";

const STEP = 1.35;
const MOST = 6;

/** A map with fewer cells is seen whole well enough. */
const LARGE = 60;

/** How a drag differs from a click, in pixels. */
const MOVED = 6;

export class Zoom {
  constructor() {
    this.views = new Map();
    this.maps = [];
  }

  /** Remember how each map is looked at before the page is drawn anew. */
  keep() {
    for (const map of this.maps) {
      if (map.near > 1) this.views.set(map.id, { near: map.near, x: map.x, y: map.y });
      else this.views.delete(map.id);
    }
  }

  /** Give each large map its buttons, the wheel and dragging. */
  equip(text) {
    this.maps = [...document.querySelectorAll(".board, div.grid")]
      .filter((holder) => holder.querySelectorAll(".cell, .spot").length >= LARGE)
      .map((holder, at) => new LargeMap(holder, `${holder.getAttribute("aria-label")}:${at}`, text, this.views));
  }
}

class LargeMap {
  constructor(holder, id, text, views) {
    this.id = id;
    this.svg = holder.querySelector("svg");
    this.whole = this.svg.getAttribute("viewBox").split(" ").map(Number);
    const [left, top, wide, high] = this.whole;
    Object.assign(this, { near: 1, x: left + wide / 2, y: top + high / 2 }, views.get(id));
    const button = (sign, label, by) => h("button", { type: "button", "aria-label": label, title: label,
      on: { click: () => this.zoom(by) } }, sign);
    holder.classList.add("zooms");
    holder.append(h("div", { class: "zoom" }, button("+", text.nearer, STEP), button("−", text.farther, 1 / STEP)));
    this.svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? STEP : 1 / STEP);
    }, { passive: false });
    this.drag();
    this.paint();
  }

  zoom(by) {
    this.near = Math.max(1, Math.min(MOST, this.near * by));
    this.paint();
  }

  paint() {
    const [left, top, wide, high] = this.whole;
    const [w, t] = [wide / this.near, high / this.near];
    this.x = Math.max(left + w / 2, Math.min(this.x, left + wide - w / 2));
    this.y = Math.max(top + t / 2, Math.min(this.y, top + high - t / 2));
    this.svg.setAttribute("viewBox", [this.x - w / 2, this.y - t / 2, w, t].map((n) => n.toFixed(1)).join(" "));
    this.svg.classList.toggle("near", this.near > 1);
  }

  drag() {
    let from = null;
    this.svg.addEventListener("pointerdown", (event) => {
      if (this.near > 1 && event.button === 0) from = { x: event.clientX, y: event.clientY, at: [this.x, this.y], moved: false };
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (!from) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (!from.moved && Math.hypot(dx, dy) < MOVED) return;
      if (!from.moved) this.svg.setPointerCapture(event.pointerId);
      from.moved = true;
      const scale = this.whole[2] / this.near / this.svg.getBoundingClientRect().width;
      [this.x, this.y] = [from.at[0] - dx * scale, from.at[1] - dy * scale];
      this.paint();
    });
    this.svg.addEventListener("click", (event) => {
      if (from?.moved) event.stopPropagation();
      from = null;
    }, { capture: true });
    this.svg.addEventListener("pointercancel", () => { from = null; });
  }
}
