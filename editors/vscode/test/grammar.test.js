// The patterns of the grammar, in the engine that VS Code uses.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const oniguruma = require("vscode-oniguruma");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");

const HERE = path.join(__dirname, "..");
const RULES = path.join(HERE, "..", "..", "rules");
const GRAMMAR = path.join(HERE, "syntaxes", "rulesrun.tmLanguage.json");

async function loaded() {
  const wasm = require.resolve("vscode-oniguruma/release/onig.wasm");
  await oniguruma.loadWASM(fs.readFileSync(wasm).buffer);
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(GRAMMAR, "utf8"), GRAMMAR),
  });
  return registry.loadGrammar("source.rulesrun");
}

const grammar = loaded();

async function scopes(line) {
  const found = {};
  for (const token of (await grammar).tokenizeLine(line, INITIAL).tokens) {
    const text = line.slice(token.startIndex, token.endIndex).trim();
    const scope = token.scopes.at(-1);
    if (text && scope !== "source.rulesrun") {
      found[text] = scope.replace(/\.rulesrun$/, "");
    }
  }
  return found;
}

test("a declaration", async () => {
  const found = await scopes('action buy(p: player) "Buy": @AL-36 # later');
  assert.equal(found.action, "keyword.declaration");
  assert.equal(found.buy, "entity.name.function");
  assert.equal(found.player, "support.type");
  assert.equal(found['"Buy"'], "string.quoted.double");
  assert.equal(found["@AL-36"], "constant.other.citation");
  assert.equal(found["# later"], "comment.line.number-sign");
});

test("a statement", async () => {
  const found = await scopes("    while size(display) < 4 and draw_pile is not none:");
  assert.equal(found.while, "keyword.control");
  assert.equal(found.size, "support.function");
  assert.equal(found["4"], "constant.numeric");
  assert.equal(found.none, "constant.language");
  assert.equal(found.draw_pile, undefined);
});

test("a variable", async () => {
  const found = await scopes('    deck "deck": deck of Money');
  assert.equal(found.Money, "entity.name.type");
  assert.equal(found['"deck"'], "string.quoted.double");
});

test("every shipped line is read to its end", async () => {
  for (const name of fs.readdirSync(RULES).filter((file) => file.endsWith(".rules"))) {
    for (const line of fs.readFileSync(path.join(RULES, name), "utf8").split("\n")) {
      const { tokens, stoppedEarly } = (await grammar).tokenizeLine(line, INITIAL, 1000);
      assert.ok(!stoppedEarly);
      assert.equal(tokens.at(-1).endIndex >= line.length, true);
    }
  }
});
