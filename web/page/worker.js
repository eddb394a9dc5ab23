// Python in a worker of a page: a game at a screen, or players who think.
//
// The page sends where files are, the code of Python, its memory, and what to be, each as
// soon as it has it: Python starts before it is known what for. All other messages are
// texts for Python, and its answers. No module: of those a page on a disk cannot make a
// worker.

"use strict";

const PLACE = "https://page.invalid/";
const CODE = "python/pyodide.asm.wasm";
const COUNTED = 3;

// Pyodide asks by this whether it runs in a module: it needs nothing else of one.
globalThis.importScripts = () => { throw new TypeError("scripts are imported as modules"); };

/** What the page sends, by its name, once it has come. */
const parts = {};
const came = {};
for (const name of ["place", "code", "memory", "role"]) parts[name] = new Promise((done) => { came[name] = done; });
const lost = new Promise((_, failed) => { came.lost = (why) => failed(new Error(why)); });
lost.catch(() => {});
const part = (name) => Promise.race([parts[name], lost]);

const real = globalThis.fetch;

async function answered(name) {
  const { given, base } = await part("place");
  if (given?.[name]) return new Response(given[name]);
  const answer = await real(new URL(name, base));
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  return answer;
}

const bytes = async (name) => new Uint8Array(await (await answered(name)).arrayBuffer());

/** What Python itself fetches lies beside the page; of its code only the name is needed. */
globalThis.fetch = async (asked, ...rest) => {
  const url = String(asked.url ?? asked);
  if (!url.startsWith(PLACE)) return real(asked, ...rest);
  const name = url.slice(PLACE.length);
  return name === CODE ? new Response() : answered(name);
};
WebAssembly.instantiateStreaming = async (_, imports) => {
  const code = await part("code");
  return { module: code, instance: await WebAssembly.instantiate(code, imports) };
};

/** A module of Python's own scripts. */
async function script(name) {
  const { given, base } = await part("place");
  return import(given ? URL.createObjectURL(new Blob([given[name]], { type: "text/javascript" })) : new URL(name, base).href);
}

async function unpacked(name) {
  const data = await bytes(name);
  if (data[0] !== 0x1f || data[1] !== 0x8b) return data;
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * The memory that was made with the page. First stand its size, the size of what Pyodide
 * notes of it, and the number of its pieces; then where each begins and ends, what is
 * noted, and the pieces. What lies between them is empty.
 */
function remembered(data) {
  const [size, noted, count] = new Uint32Array(data, 0, COUNTED);
  const places = new Uint32Array(data, 4 * COUNTED, 2 * count);
  const begin = 4 * (COUNTED + 2 * count);
  return {
    size,
    note: new Uint8Array(data, begin, noted),
    restore(heap) {
      let from = begin + noted;
      let end = 0;
      for (let at = 0; at < places.length; at += 2) {
        const [start, stop] = places.subarray(at, at + 2);
        heap.fill(0, end, start);
        heap.set(new Uint8Array(data, from, stop - start), start);
        from += stop - start;
        end = stop;
      }
      heap.fill(0, end);
    },
  };
}

/** Python with the memory that was made with the page: nothing is imported or read anew. */
async function python() {
  const [texts, lock] = [unpacked("python/files.bin"), bytes("python/lock.json")];
  const [{ loadPyodide }, { default: makeModule }] = await Promise.all([script("python/pyodide.mjs"), script("python/pyodide.asm.mjs")]);
  const read = async (data) => JSON.parse(new TextDecoder().decode(await data));
  const made = await loadPyodide({
    indexURL: `${PLACE}python/`,
    lockFileContents: await read(lock),
    env: { HOME: "/home/web", PYTHONHASHSEED: "0" },
    _loadSnapshot: new Uint8Array(0), // the code is made to run before the memory is there
    createPyodideModule: async (settings) => {
      const module = await makeModule(settings);
      const { size, note, restore } = remembered(await part("memory"));
      if (size > module.HEAPU8.length && !module.growMemory(size)) throw new Error("there is too little memory");
      const { API } = module;
      const noted = API.restoreSnapshot;
      API.restoreSnapshot = () => {
        const found = noted(note);
        restore(module.HEAPU8);
        return found;
      };
      return module;
    },
  });
  for (const [name, text] of Object.entries(await read(texts))) {
    made.FS.mkdirTree(`/${name.slice(0, name.lastIndexOf("/"))}`);
    made.FS.writeFile(`/${name}`, text);
  }
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
async function compiled(names, given) {
  const found = new Map();
  for (const name of names) {
    const digest = name.replace(/^.*\/|\.wasm$/g, "");
    try {
      found.set(digest, await WebAssembly.compile(given?.[name] ?? await bytes(name)));
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

const early = [];
onmessage = (event) => {
  const { data } = event;
  if (typeof data === "string") early.push(event);
  else for (const [name, value] of Object.entries(data)) came[name](value);
};

async function begin() {
  let port = null;
  try {
    const starting = python();
    starting.catch(() => {});
    const asked = await part("role");
    ({ port } = asked);
    const engines = compiled(asked.engines, asked.given);
    const made = await starting;
    roles[asked.role](made.pyimport(asked.module), port, made, await engines);
    early.splice(0).forEach((event) => onmessage(event));
    postMessage({ ready: true });
  } catch (error) {
    port?.postMessage({ gone: true });
    postMessage({ failed: String(error.message ?? error).split("\n").filter((line) => line).at(-1) });
  }
}

begin();
