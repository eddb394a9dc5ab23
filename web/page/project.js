// The files of a game as a link, as an archive, and as they are kept in the browser.

const KEPT = "rulesrun playground";
const NAME = /^(?:[A-Za-z0-9_][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_][A-Za-z0-9_.-]*\.(?:rules|csv|md|txt|po|toml|sums)$/;
const MOST = 5_000_000;

export const isName = (name) => NAME.test(name) && name.length < 200;

// ---- texts in little room ---------------------------------------------------------------

async function through(data, stream) {
  const made = new Blob([data]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(made).arrayBuffer());
}

const deflated = (data) => through(data, new CompressionStream("deflate-raw"));
const inflated = (data) => through(data, new DecompressionStream("deflate-raw"));

function base64(data) {
  let text = "";
  for (let at = 0; at < data.length; at += 0x8000) text += String.fromCharCode(...data.subarray(at, at + 0x8000));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

/** All files as the part of a link behind its #. */
export async function asLink({ main, files }) {
  const text = JSON.stringify({ main, files });
  return `#text=${base64(await deflated(new TextEncoder().encode(text)))}`;
}

/** The files of a link; raises where it is damaged. */
export async function fromLink(text) {
  return checked(JSON.parse(new TextDecoder().decode(await inflated(bytes(text)))));
}

/** A game whose files may be called as they are; raises where it is none. */
export function checked({ main, files }) {
  const found = Object.entries(files).filter(([name, text]) => isName(name) && typeof text === "string");
  const size = found.reduce((sum, [, text]) => sum + text.length, 0);
  if (!found.some(([name]) => name === main) || size > MOST) throw new Error("no game");
  return { main, files: Object.fromEntries(found) };
}

// ---- in the browser ---------------------------------------------------------------------

export function keep(project) {
  try { localStorage.setItem(KEPT, JSON.stringify(project)); } catch { /* it keeps nothing, then */ }
}

export function kept() {
  try { return checked(JSON.parse(localStorage.getItem(KEPT))); } catch { return null; }
}

// ---- as a folder ------------------------------------------------------------------------

/** The rules among some files, and their places from those on; none where there are none. */
export function projectOf(files) {
  const names = Object.keys(files).filter((name) => name.endsWith(".rules") && !/(^|\/)tests?\//.test(name));
  const main = names.sort((a, b) => a.split("/").length - b.split("/").length || a.localeCompare(b))[0];
  if (main === undefined) return null;
  const folder = main.slice(0, main.lastIndexOf("/") + 1);
  const inner = Object.entries(files).filter(([name]) => name.startsWith(folder)).map(([name, text]) => [name.slice(folder.length), text]);
  try { return checked({ main: main.slice(folder.length), files: Object.fromEntries(inner) }); } catch { return null; }
}

const TABLE = Uint32Array.from({ length: 256 }, (_, at) => {
  let found = at;
  for (let bit = 0; bit < 8; bit += 1) found = found & 1 ? 0xedb88320 ^ (found >>> 1) : found >>> 1;
  return found >>> 0;
});

function sum(data) {
  let found = 0xffffffff;
  for (const one of data) found = TABLE[(found ^ one) & 0xff] ^ (found >>> 8);
  return (found ^ 0xffffffff) >>> 0;
}

function numbers(...pairs) {
  const made = new DataView(new ArrayBuffer(pairs.reduce((size, [, wide]) => size + wide, 0)));
  let at = 0;
  for (const [number, wide] of pairs) {
    if (wide === 2) made.setUint16(at, number, true); else made.setUint32(at, number, true);
    at += wide;
  }
  return new Uint8Array(made.buffer);
}

const FLAGS = 0x0800; // names are UTF-8
const DAY = 0x21; // the first that the format has: the same files give the same archive

/** A ZIP archive of texts. */
export async function archive(files) {
  const parts = [];
  const ends = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const called = new TextEncoder().encode(name);
    const plain = new TextEncoder().encode(text);
    const data = await deflated(plain);
    const told = [[FLAGS, 2], [8, 2], [0, 2], [DAY, 2], [sum(plain), 4], [data.length, 4], [plain.length, 4], [called.length, 2], [0, 2]];
    const head = numbers([0x04034b50, 4], [20, 2], ...told);
    ends.push(numbers([0x02014b50, 4], [20, 2], [20, 2], ...told, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), called);
    parts.push(head, called, data);
    at += head.length + called.length + data.length;
  }
  const size = ends.reduce((all, one) => all + one.length, 0);
  const count = Object.keys(files).length;
  return new Blob([...parts, ...ends, numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [at, 4], [0, 2])], { type: "application/zip" });
}

/** The texts of a ZIP archive; raises where it is none. */
export async function unarchived(data) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let end = data.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new Error("no archive");
  const found = {};
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const method = view.getUint16(at + 10, true);
    const size = view.getUint32(at + 20, true);
    const [named, extra, note] = [28, 30, 32].map((one) => view.getUint16(at + one, true));
    const start = view.getUint32(at + 42, true);
    const name = new TextDecoder().decode(data.subarray(at + 46, at + 46 + named));
    const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    const packed = data.subarray(from, from + size);
    if (!name.endsWith("/") && size <= MOST) found[name] = new TextDecoder().decode(method === 8 ? await inflated(packed) : packed);
    at += 46 + named + extra + note;
  }
  return found;
}
