// Workers in which Python runs: each says when it is ready, and hears and says texts.
//
// The code of Python and its memory are read once, here, and sent to every worker.

const CODE = "python/pyodide.asm.wasm";
const MEMORY = "python/memory.bin";
const SMALL = ["python/pyodide.mjs", "python/pyodide.asm.mjs", "python/python_stdlib.zip", "python/lock.json", "python/files.bin"];

async function compiled(files) {
  try {
    return await WebAssembly.compileStreaming(files.answer(CODE)); // a browser keeps it with the file
  } catch { // a host that does not say of code that it is code
    return WebAssembly.compile(await (await files.answer(CODE)).arrayBuffer());
  }
}

async function remembered(files) {
  const data = await (await files.answer(MEMORY)).blob();
  const begin = new Uint8Array(await data.slice(0, 2).arrayBuffer());
  const isPacked = begin[0] === 0x1f && begin[1] === 0x8b; // if not, the browser has unpacked it
  const stream = isPacked ? data.stream().pipeThrough(new DecompressionStream("gzip")) : data.stream();
  return new Response(stream).arrayBuffer();
}

let python = null;
let spare = null;

async function spawned(files) {
  const made = new Worker(await files.link("page/worker.js", "text/javascript"));
  const fail = (error) => made.postMessage({ lost: error.message });
  const send = (name, part) => part.then((value) => made.postMessage({ [name]: value }), fail);
  try {
    const given = await files.given(SMALL);
    made.postMessage({ place: { given, base: files.base } }, given ? Object.values(given) : []);
  } catch (error) { fail(error); }
  send("code", python.code);
  send("memory", python.memory);
  return made;
}

/** Begin with what every worker does, before it is known what the first one is to be. */
export function prepare(files) {
  python ??= { code: compiled(files), memory: remembered(files) };
  spare ??= spawned(files);
}

/** A worker with a role, of the modules of a page; a port leads from one to another. */
export async function worker(files, role, { port = null, engines = [], module = "rulesrun.web.inside" } = {}) {
  prepare(files);
  const begun = spare || spawned(files);
  spare = false;
  const made = await begun;
  const given = await files.given(engines);
  made.postMessage({ role: { role, port, module, engines, given } }, [...(port ? [port] : []), ...Object.values(given ?? {})]);
  return made;
}
