// Makes what a page starts from: Python files compiled, and its memory with all of them
// loaded. Called with the path of a task, which is JSON; see `web/making.py`.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const PIECE = 4096;

const task = JSON.parse(fs.readFileSync(process.argv[2], "utf-8"));
const { loadPyodide } = await import(pathToFileURL(path.join(task.pyodide, "pyodide.mjs")).href);

async function python(options) {
  const found = await loadPyodide({ indexURL: task.pyodide, env: { HOME: "/home/web", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" }, ...options });
  found.setStdout({ batched: (line) => process.stderr.write(`${line}\n`) });
  return found;
}

/** Copies a folder into the files of Python: no archive goes through its memory. */
function lay(found, from, to) {
  found.FS.mkdirTree(to);
  for (const one of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, one.name), `${to}/${one.name}`];
    if (one.isDirectory()) lay(found, source, target);
    else found.FS.writeFile(target, new Uint8Array(fs.readFileSync(source)));
  }
}

const PIECES = [65536, 16384, 4096, 1024, 256, 64, 8];

/**
 * Sets to nothing what Python has given back, which stays in its memory otherwise: pieces
 * are taken, from large to small, until there are no more without a larger memory.
 */
function wipe({ _module: module }) {
  const end = module._sbrk(0);
  const taken = [];
  for (const size of PIECES) {
    do {
      const at = module._malloc(size);
      module.HEAPU8.fill(0, at, at + size);
      taken.push(at);
    } while (module._sbrk(0) === end);
  }
  taken.forEach((at) => module._free(at));
}

const isEmpty = (data) => data.every((one) => one === 0);

/** A memory as a page reads it: without what is empty. `page/worker.js` says the form. */
function* packed(snapshot) {
  const numbers = (...given) => new Uint8Array(Uint32Array.from(given).buffer);
  const begins = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 2)[1];
  const head = snapshot.subarray(0, begins);
  const memory = snapshot.subarray(begins);
  const runs = [];
  for (let at = 0; at < memory.length; at += PIECE) {
    if (isEmpty(memory.subarray(at, at + PIECE))) continue;
    const last = runs.at(-1);
    if (last && last[1] === at) last[1] = Math.min(at + PIECE, memory.length);
    else runs.push([at, Math.min(at + PIECE, memory.length)]);
  }
  yield numbers(memory.length, head.length, runs.length);
  yield numbers(...runs.flat());
  yield head;
  for (const [from, to] of runs) yield memory.subarray(from, to);
}

try {
  const found = await python(task.compile ? {} : { _makeSnapshot: true });
  for (const [from, to] of task.folders) lay(found, from, to);
  if (task.compile) {
    found.runPython(task.compile);
    fs.writeFileSync(task.to, found.FS.readFile("/made.zip"));
  } else {
    process.stdout.write(found.runPython(task.script) ?? "");
    wipe(found);
    const file = fs.openSync(task.to, "w");
    for (const part of packed(found.makeMemorySnapshot())) fs.writeSync(file, part);
    fs.closeSync(file);
  }
} catch (error) {
  process.stderr.write(`${error.message ?? error}\n`);
  process.exitCode = 1;
}
