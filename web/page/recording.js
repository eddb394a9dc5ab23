// The page of a recorded game: what a table would have told is in it, and nobody is asked.

const files = globalThis.rulesrunFiles;
const about = JSON.parse(document.getElementById("about").textContent);

/** What the table speaks to in place of a server. */
globalThis.rulesrunSocket = class {
  static OPEN = 1;

  constructor(address) {
    const asked = /[?&]lang=([\w-]+)/.exec(address)?.[1];
    this.readyState = 0;
    this.begin(about.languages.includes(asked) ? asked : about.first);
  }

  async begin(language) {
    const { told } = await (await files.answer(`told/${language}.json`)).json();
    this.told = Object.fromEntries(told.map((message) => [message.kind, message]));
    this.readyState = 1;
    this.onopen?.();
    ["game", "scene", "film"].forEach((kind) => this.tell(kind));
  }

  tell(kind) { this.onmessage?.({ data: JSON.stringify(this.told[kind]) }); }

  send(text) {
    const kind = JSON.parse(text).do;
    if (kind in this.told) queueMicrotask(() => this.tell(kind));
  }

  close() { this.readyState = 3; }
};

const found = {};
for (const [name, file] of Object.entries(about.pictures)) found[name] = await files.link(file.path, file.type);
globalThis.rulesrunPictures = found;
await import(await files.script("page/table.js"));
