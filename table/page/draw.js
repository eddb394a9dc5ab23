// Makes elements; texts become text nodes, so that no label can be anything else.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, heard] of Object.entries(value))
        element.addEventListener(event, heard);
    } else if (name === "vars") {
      for (const [key, one] of Object.entries(value))
        element.style.setProperty(`--${key}`, one);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...children.flat(Infinity).filter((one) => one !== null && one !== undefined));
  return element;
}

export const h = (tag, properties, ...children) =>
  fill(document.createElement(tag), properties, children);

export const s = (tag, attributes, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/** Whoever has no mouse comes by Tab to what is wider than its place, and moves it with the arrow keys. */
const moved = new ResizeObserver((entries) => entries.forEach(({ target }) => {
  if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
  else target.removeAttribute("tabindex");
}));

/** A table of rows and columns, which may be wider than its place. */
export function table(...rows) {
  const result = h("div", { class: "wide" }, h("table", null, rows));
  moved.observe(result);
  return result;
}

const RIGHTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;

/** A text that may run in any direction: where the page runs from the right, by its first letter only if none runs so. */
export const words = (text) =>
  h("bdi", { dir: document.documentElement.dir === "rtl" && RIGHTWARD.test(text) ? "rtl" : null }, text);

export function replace(place, ...children) {
  place.replaceChildren(...children.flat(Infinity).filter((one) => one !== null && one !== undefined));
}

/** Black or white, whichever can be read better on a colour. */
export function ink(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000000" : "#ffffff";
}
