// What is wrong with the Persian on the page, as the browser shows it.
() => {
  const OPENING = "\u2066\u2067\u2068";
  const CODE = "code, pre, cite, [dir=ltr], script, style, noscript, option";
  const faults = [];
  const probe = document.body.appendChild(document.createElement("bdi"));
  probe.style.cssText = "position: fixed; top: 0; white-space: pre; visibility: hidden";

  const balanced = (text) => {
    let depth = 0;
    for (const sign of text) {
      if (OPENING.includes(sign)) depth += 1;
      if (sign === "\u2069") depth -= 1;
      if (depth < 0) return false;
    }
    return depth === 0;
  };
  // places such as a1, paragraphs such as KB-4, paths and code stand in isolates of their own
  const isName = (piece) => /^[a-z]\d+|[./@=[_(]|[A-Z]-/.test(piece);
  // what is printed in English stands in brackets behind what it is called in Persian
  const PRINTED = /\(\u2066[A-Z][^\u2069]*\u2069[)،]/g;
  const english = (text) => {
    const names = [];
    const rest = text.replace(PRINTED, " ").replace(/\u2066([^\u2069]*)\u2069/g, (_, piece) => { names.push(piece); return " "; });
    return [rest, ...names.filter((piece) => !isName(piece))].join(" ").match(/[A-Za-z]{2,}/g) ?? [];
  };
  const left = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect().left;
  };
  const minusBehind = (node) => [...node.data.matchAll(/(?<![\d۰-۹])[-\u2212][0-9۰-۹]/g)]
    .some(({ index }) => left(node, index) > left(node, index + 1));
  // a sentence that begins with a sign such as n runs from the right like any other
  const isTurned = (text, node) => /[\u0600-\u06ff]/.test(text.replace(/\u2066[^\u2069]*\u2069/g, "")) && getComputedStyle(node.parentElement).direction === "ltr";
  const judge = (text, node, where) => {
    if (!text.trim()) return;
    if (node.parentElement !== probe && isTurned(text, node)) faults.push(`${where}: runs from the left: ${text}`);
    const words = english(text);
    if (words.length) faults.push(`${where}: English: ${text}`);
    if (!balanced(text)) faults.push(`${where}: isolates: ${text}`);
    if (/\d/.test(text.replace(/\u2066[^\u2069]*\u2069/g, ""))) faults.push(`${where}: digits: ${text}`);
    if (minusBehind(node)) faults.push(`${where}: minus: ${text}`);
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const inside = node.parentElement;
    if (inside !== probe && !inside.closest(CODE)) judge(node.data, node, inside.localName);
  }
  for (const name of ["title", "aria-label", "placeholder", "alt"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      if (element.closest(CODE)) continue;
      probe.textContent = element.getAttribute(name);
      if (probe.firstChild) judge(probe.textContent, probe.firstChild, `${element.localName} ${name}`);
    }
  }
  probe.remove();

  for (const table of document.querySelectorAll("table")) {
    const shown = [...table.rows].filter((row) => row.getClientRects().length);
    const rows = shown.map((row) => [...row.cells].map((cell) => cell.getBoundingClientRect()));
    for (const row of rows) {
      if (row.some((box, at) => at && box.left >= row[at - 1].left)) faults.push("table: columns do not run from the right");
      if (row.some((box, at) => Math.abs(box.left - rows[0][at].left) > 1)) faults.push("table: a cell does not stand under its head");
    }
  }
  if (getComputedStyle(document.body).direction !== "rtl") faults.push("page: runs from left to right");
  return [...new Set(faults)];
}
