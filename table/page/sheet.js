// A table of the rules as a sheet: each cell with its type, and what is wrong with its line.

import { h, replace } from "./draw.js";

export class Sheets {
  constructor(say) { Object.assign(this, { say, name: null, told: "" }); }

  /** The tables that there are, as buttons, and below them the one that is open. */
  panel(text, names) {
    if (!names.length) return null;
    this.place ??= h("div", { class: "sheet wide" });
    this.text = text;
    if (!names.includes(this.name)) this.show(null);
    return h("div", null, h("h3", null, text.sheets), h("p", { class: "doing" }, names.map((name) =>
      h("button", { type: "button", dir: "ltr", "aria-expanded": String(name === this.name), "data-sheet": name, on: { click: () => this.show(name === this.name ? null : name) } }, name))), this.place);
  }

  show(name) {
    this.name = name;
    this.told = "";
    document.querySelectorAll("[data-sheet]").forEach((one) => one.setAttribute("aria-expanded", String(one.dataset.sheet === name)));
    replace(this.place);
    if (name !== null) this.ask();
  }

  /** The files may have changed: what is open is asked for again. */
  ask() { if (this.name !== null) this.say({ do: "sheet", name: this.name }); }

  hear(message) {
    const now = JSON.stringify(message);
    if (message.name !== this.name || now === this.told) return;
    this.told = now;
    const { activeElement } = document;
    const focused = activeElement?.dataset.cell;
    const typed = focused && activeElement.value !== activeElement.defaultValue ? activeElement.value : null;
    const wrong = new Map();
    for (const [line, why] of message.problems) wrong.set(line, [...(wrong.get(line) ?? []), why]);
    const lists = message.columns.map(({ values }, column) => (values ? h("datalist", { id: `values-${column}` }, values.map((value) => h("option", { value }))) : null));
    replace(this.place, lists, wrong.has(1) ? h("p", { class: "failed" }, wrong.get(1).join("; ")) : null, h("table", { dir: "ltr" },
      h("thead", null, h("tr", null, h("th", null, h("span", { class: "unseen" }, this.text.line)), message.columns.map(({ name, type }) =>
        h("th", { scope: "col" }, name, type ? h("small", null, ` ${type}`) : null)))),
      h("tbody", null, message.rows.flatMap(([line, cells]) => [
        h("tr", { class: wrong.has(line) ? "wrong" : null }, h("th", { scope: "row" }, String(line), this.rowButton(message, "add", line, cells), message.rows.length > 1 ? this.rowButton(message, "drop", line, cells) : null), cells.map((cell, column) => h("td", null, this.input(message, line, column, cell)))),
        wrong.has(line) ? h("tr", { class: "wrong" }, h("td"), h("td", { colspan: message.columns.length, class: "failed" }, wrong.get(line).join("; "))) : null,
      ].filter((row) => row)))));
    const input = this.place.querySelector(`[data-cell="${focused}"]`);
    if (input && typed !== null) input.value = typed; // somebody is typing
    input?.focus();
  }

  /** A row once more below itself, to be changed there, or taken away. */
  rowButton({ name }, act, line, cells) {
    const { text } = this;
    const label = `${line}: ${act === "add" ? text["row add"] : text["row drop"]}`;
    return h("button", { type: "button", class: "row-act", "data-row": `${act}:${line}`, "aria-label": label, title: label,
      on: { click: () => this.say({ do: act, name, line, cells }) } }, act === "add" ? "+" : "\u2212");
  }

  input(message, line, column, cell) {
    const { name, values } = message.columns[column] ?? { name: "" };
    const input = h("input", { value: cell, size: Math.max(4, Math.min(24, cell.length + 1)), maxlength: 400, list: values ? `values-${column}` : null, "aria-label": `${line}, ${name}`, "data-cell": `${line}:${column}` });
    input.addEventListener("change", () => this.say({ do: "cell", name: message.name, line, column, was: cell, text: input.value }));
    return input;
  }
}
