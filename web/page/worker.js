// Python in a worker of a page: a game at a screen, or players who think.
//
// The first message says what to be; all others are texts for Python, and its answers. No
// module: of those a page on a disk cannot make a worker.

"use strict";

const PAGE = 65536;

// Pyodide asks by this whether it runs in a module: it needs nothing else of one.
globalThis.importScripts = () => { throw new TypeError("scripts are imported as modules"); };

let given = null;
let base = null;
const address = (name) => new URL(name, base).href;

async function bytes(name) {
  if (given) return new Uint8Array(given[name]);
  const answer = await fetch(address(name));
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** A module of Python's own scripts. */
function script(name) {
  return import(given ? URL.createObjectURL(new Blob([given[name]], { type: "text/javascript" })) : address(name));
}

async function unpacked(data) {
  const isPacked = data[0] === 0x1f && data[1] === 0x8b;
  if (!isPacked) return data;
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** What Python itself fetches: from what was given; code as code, whatever the host says. */
const real = globalThis.fetch;
globalThis.fetch = async (asked, ...rest) => {
  const name = String(asked.url ?? asked).replace(/^.*\/(python\/[^/]+)$/, "$1");
  const isCode = name.endsWith(".wasm");
  const headers = isCode ? { "Content-Type": "application/wasm" } : {};
  if (given?.[name]) return new Response(given[name], { headers });
  const answer = await real(asked, ...rest);
  if (!isCode || !answer.ok || answer.headers.get("Content-Type") === "application/wasm") return answer;
  return new Response(answer.body, { headers });
};

/** Python with the memory that was made with the page: nothing is imported or read anew. */
async function python() {
  const memory = bytes("python/memory.bin").then(unpacked);
  const data = bytes("python/data.zip");
  const lock = bytes("python/lock.json");
  const [{ loadPyodide }, { default: makeModule }] = await Promise.all([script("python/pyodide.mjs"), script("python/pyodide.asm.mjs")]);
  const made = await loadPyodide({
    indexURL: given ? "https://page.invalid/python/" : address("python/"),
    lockFileContents: JSON.parse(new TextDecoder().decode(await lock)),
    env: { HOME: "/home/web", PYTHONHASHSEED: "0" },
    _loadSnapshot: memory,
    createPyodideModule: async (settings) => {
      const size = (await memory).length;
      const instantiate = settings.instantiateWasm;
      settings.instantiateWasm = (imports, done) => instantiate(imports, (instance, code) => {
        const missing = size - instance.exports.memory.buffer.byteLength;
        if (missing > 0) instance.exports.memory.grow(Math.ceil(missing / PAGE));
        done(instance, code);
      });
      return makeModule(settings);
    },
  });
  made.unpackArchive(await data, "zip", { extractDir: "/" });
  made.FS.chdir("/home/web");
  return made;
}

/** Asks whoever thinks at the other end of a port; an empty answer is that nobody does. */
function asking(port) {
  const waiting = new Map();
  let last = 0;
  let gone = false;
  port.onmessage = ({ data }) => {
    if (data.gone) {
      gone = true;
      waiting.forEach((done) => done(""));
      waiting.clear();
      return;
    }
    waiting.get(data.number)?.(data.text);
    waiting.delete(data.number);
  };
  return (text) => new Promise((done) => {
    if (gone) { done(""); return; }
    last += 1;
    waiting.set(last, done);
    port.postMessage({ number: last, text });
  });
}

/** A compiled game that runs: its functions and its memory. It asks for nothing outside. */
function begun(code) {
  const none = () => 0;
  const imports = {};
  for (const { module, name } of WebAssembly.Module.imports(code)) (imports[module] ??= {})[name] = none;
  const { exports } = new WebAssembly.Instance(code, imports);
  exports._initialize?.();
  return {
    call(name, given, kinds) {
      const numbers = [...given].map((one, at) => (kinds[at] === "q" ? BigInt.asIntN(64, BigInt(one)) : Number(one)));
      return exports[name](...numbers);
    },
    read: (at, size) => new Uint8Array(exports.memory.buffer).slice(at, at + size),
    write: (at, data) => { new Uint8Array(exports.memory.buffer).set(data, at); },
  };
}

/** The compiled games of the page, by the digests that they are called after. */
async function compiled(names) {
  const found = new Map();
  for (const name of names) {
    const digest = name.replace(/^.*\/|\.wasm$/g, "");
    try {
      found.set(digest, await WebAssembly.compile(await bytes(name)));
    } catch (error) {
      console.warn(error.message); // too old a browser: plain Python thinks, then
    }
  }
  return found;
}

const speaking = (role) => (inside) => {
  const hear = inside[role]((text) => postMessage({ text }));
  onmessage = ({ data }) => { hear(data); };
};

const roles = {
  screen(inside, port) {
    const hear = inside.screen((text) => postMessage({ text }), port ? asking(port) : null);
    onmessage = ({ data }) => { hear(data); };
  },
  /** Hears one text after another, and says others. */
  editor: speaking("editor"),
  trials: speaking("trials"),
  thinker(inside, port, made, engines) {
    const copied = made.pyimport("pyodide.ffi").to_js;
    const answer = inside.thinker([...engines.keys()].join(" "), (digest) => begun(engines.get(digest)), copied);
    onmessage = ({ data }) => { inside.take(data); };
    port.onmessage = ({ data }) => {
      let text = "";
      try {
        text = answer(data.text);
      } catch (error) {
        console.error(error.message); // nobody thinks here, then: the game itself does
      }
      port.postMessage({ number: data.number, text });
    };
  },
};

onmessage = async ({ data }) => {
  ({ given, base } = data);
  const early = [];
  onmessage = (event) => early.push(event);
  try {
    const made = await python();
    const engines = await compiled(data.engines ?? []);
    given = null;
    const inside = made.pyimport(data.module);
    roles[data.role](inside, data.port ?? null, made, engines);
    early.forEach((event) => onmessage(event));
    postMessage({ ready: true });
  } catch (error) {
    data.port?.postMessage({ gone: true });
    postMessage({ failed: String(error.message ?? error).split("\n").filter((line) => line).at(-1) });
  }
};
