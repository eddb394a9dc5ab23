// Begins a page: its files lie beside it, or (opened from a disk, where no page may read
// what lies beside it) in a pack: a script with all of them, each compressed, in Base85.

(() => {
  const whole = (name, from) => new URL(name, `x:/${from}`).pathname.slice(1);

  const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;.=>?@^_`{|}~";
  const worth = new Uint8Array(128);
  [...DIGITS].forEach((one, at) => { worth[one.charCodeAt(0)] = at; });

  /** Bytes of which four are five letters, and fewer at the end one letter more. */
  function bytes(text) {
    const size = Math.floor((text.length * 4) / 5);
    const found = new DataView(new ArrayBuffer(size + 4));
    for (let at = 0, to = 0; at < text.length; at += 5, to += 4) {
      let number = 0;
      for (let digit = at; digit < at + 5; digit += 1) number = number * 85 + (digit < text.length ? worth[text.charCodeAt(digit)] : 84);
      found.setUint32(to, number);
    }
    return new Uint8Array(found.buffer, 0, size);
  }

  async function packed(name) {
    const file = globalThis.rulesrunPack[name];
    if (file === undefined) throw new Error(`there is no ${name}`);
    return new Response(new Blob([bytes(file)]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  }

  /** Lets scripts be imported by their names, which in a pack lie nowhere. */
  async function nameScripts() {
    const imports = {};
    for (const name of Object.keys(globalThis.rulesrunPack).filter((one) => /^page\/.*\.js$/.test(one))) {
      const text = new TextDecoder().decode(await packed(name));
      const found = text.replace(/(\bfrom\s*|\bimport\s*)"(\.{1,2}\/[^"]+)"/g, (_, before, other) => `${before}"${whole(other, name)}"`);
      imports[name] = URL.createObjectURL(new Blob([found], { type: "text/javascript" }));
    }
    document.head.append(Object.assign(document.createElement("script"), { type: "importmap", textContent: JSON.stringify({ imports }) }));
  }

  const near = (name) => new URL(name, document.baseURI).href;

  /** Where the page finds its files; `given` are those that its workers cannot read. */
  const beside = {
    script: async (name) => near(name),
    link: async (name) => near(name),
    answer: async (name) => {
      const found = await fetch(near(name));
      if (!found.ok) throw new Error(`${name}: ${found.status} ${found.statusText}`);
      return found;
    },
    given: async () => null,
    base: near("."),
  };
  const inside = {
    script: async (name) => name,
    link: async (name, type) => URL.createObjectURL(new Blob([await packed(name)], { type })),
    answer: async (name) => new Response(await packed(name), { headers: name.endsWith(".wasm") ? { "Content-Type": "application/wasm" } : {} }),
    given: async (names) => Object.fromEntries(await Promise.all(names.map(async (name) => [name, await packed(name)]))),
    base: null,
  };

  function add(tag, properties) {
    return new Promise((done, failed) => {
      const element = Object.assign(document.createElement(tag), properties);
      element.onload = done;
      element.onerror = () => failed(new Error(`cannot load ${properties.src ?? properties.href}`));
      document.head.append(element);
    });
  }

  const isHere = () => new Promise((done) => {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", done, { once: true });
    else done();
  });

  /** Python takes longest: a page that has it begins with it, before it is read to its end. */
  async function prepare() {
    const { script } = globalThis.rulesrunFiles;
    (await import(await script("page/python.js"))).prepare(globalThis.rulesrunFiles);
  }

  async function begin(isFirst) {
    if (!globalThis.rulesrunPack && location.protocol === "file:")
      await add("script", { src: "pack.js" });
    const isPacked = Boolean(globalThis.rulesrunPack);
    globalThis.rulesrunFiles = isPacked ? inside : beside;
    if (!isPacked && isFirst) prepare().catch(() => {}); // whoever asks for a worker is told
    await isHere();
    const { first, scripts, styles } = document.body.dataset;
    if (isPacked) {
      await nameScripts();
      for (const name of styles.split(" ")) await add("link", { rel: "stylesheet", href: await inside.link(name, "text/css") });
    } else for (const name of scripts.split(" ")) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: near(name) }));
    await import(await globalThis.rulesrunFiles.script(first));
  }

  begin("first" in document.currentScript.dataset).catch(async (error) => {
    await isHere();
    const place = document.getElementById("alert");
    place.textContent = (place.dataset.failed ?? "{why}").replace("{why}", error.message);
  });
})();
