// What the extension does, with an editor that only notes what is asked of it.
"use strict";

const assert = require("node:assert");
const Module = require("node:module");
const test = require("node:test");

function loaded({ command = "rulesrun", fails = false } = {}) {
  const noted = { servers: [], stopped: 0, errors: [], commands: {}, watched: [] };
  const changes = [];
  const settings = { command };
  const vscode = {
    workspace: {
      getConfiguration: (section) => ({ get: (name) => section === "rulesrun" && settings[name] }),
      createFileSystemWatcher: (pattern) => noted.watched.push(pattern),
      onDidChangeConfiguration: (changed) => changes.push(changed),
    },
    window: { showErrorMessage: (text) => noted.errors.push(text) },
    commands: { registerCommand: (name, run) => (noted.commands[name] = run) },
  };
  class LanguageClient {
    constructor(id, name, server, options) {
      Object.assign(this, { server, options });
    }
    async start() {
      if (fails) {
        throw new Error("spawn nosuch ENOENT");
      }
      noted.servers.push(this);
    }
    async stop() {
      noted.stopped += 1;
    }
  }
  const stubs = { vscode, "vscode-languageclient/node": { LanguageClient } };
  const load = Module._load;
  Module._load = (name, ...rest) => stubs[name] || load(name, ...rest);
  const place = require.resolve("../extension.js");
  delete require.cache[place];
  const extension = require(place);
  Module._load = load;
  const change = (name, value) => {
    settings[name] = value;
    const event = { affectsConfiguration: (one) => one === `rulesrun.${name}` };
    return Promise.all(changes.map((changed) => changed(event)));
  };
  return { extension, noted, change };
}

test("it starts the server that the setting names, for rules files", async () => {
  const { extension, noted } = loaded({ command: "/opt/rulesrun" });
  await extension.activate({ subscriptions: [] });
  const [{ server, options }] = noted.servers;
  assert.deepStrictEqual(server, { command: "/opt/rulesrun", args: ["language-server"] });
  assert.deepStrictEqual(options.documentSelector, [{ language: "rulesrun" }]);
  assert.match(noted.watched[0], /rules,csv,md,txt,po/);
});

test("it says what to do where there is no such command", async () => {
  const { extension, noted } = loaded({ command: "nosuch", fails: true });
  await extension.activate({ subscriptions: [] });
  assert.match(noted.errors[0], /nosuch ENOENT.*pip install 'rulesrun\[editor\]'/);
  assert.match(noted.errors[0], /rulesrun\.command/);
  await extension.deactivate(); // nothing runs: nothing is stopped
  assert.strictEqual(noted.stopped, 0);
});

test("it starts again when it is told to, and when the setting changes", async () => {
  const { extension, noted, change } = loaded();
  await extension.activate({ subscriptions: [] });
  await noted.commands["rulesrun.restart"]();
  await change("other", "x");
  await change("command", "/elsewhere/rulesrun");
  for (let wait = 0; noted.servers.length < 3 && wait < 100; wait += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.deepStrictEqual(
    noted.servers.map(({ server }) => server.command),
    ["rulesrun", "rulesrun", "/elsewhere/rulesrun"],
  );
  await extension.deactivate();
  assert.strictEqual(noted.stopped, 3);
});
