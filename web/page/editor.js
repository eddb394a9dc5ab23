// The text editor: CodeMirror, with the language server in a worker.

import { EditorState, Compartment } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, rectangularSelection } from "@codemirror/view";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { StreamLanguage, HighlightStyle, syntaxHighlighting, bracketMatching, foldGutter, foldService, foldKeymap, indentUnit } from "@codemirror/language";
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { search, searchKeymap, highlightSelectionMatches } from "@codemirror/search";
import { LSPClient, LSPPlugin, Workspace, serverCompletion, hoverTooltips, formatKeymap, renameKeymap, jumpToDefinitionKeymap, findReferencesKeymap } from "@codemirror/lsp-client";
import { tags } from "@lezer/highlight";

const ROOT = "file:///home/web/work/";
const SYNCS = 60;
const SEVERITIES = { 1: "error", 2: "warning", 3: "info", 4: "hint" };

// ---- how rules are coloured ---------------------------------------------------------------

function rulesLanguage({ declarations, keywords, types, constants, names }) {
  const kinds = new Map([
    ...names.map((one) => [one, "variableName.standard"]), ...keywords.map((one) => [one, "keyword"]),
    ...types.map((one) => [one, "typeName"]), ...constants.map((one) => [one, "atom"]),
  ]);
  const begins = new Set(declarations);
  return StreamLanguage.define({
    name: "rulesrun",
    languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
    token(stream) {
      const first = stream.sol();
      if (stream.eatSpace()) return null;
      if (stream.match(/^#.*/)) return "comment";
      if (stream.match(/^"[^"\n]*"?/)) return "string";
      if (stream.match(/^@[A-Z]+-[A-Z]?[0-9]+(\.\.[0-9]+)?/)) return "meta";
      if (stream.match(/^[0-9]+/)) return "number";
      const word = stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u)?.[0];
      if (word === undefined) return stream.match(/^(\.\.|->|[-+*/<>=!]=?)/) ? "operator" : (stream.next(), null);
      if (first && begins.has(word)) return "definitionKeyword";
      if (kinds.has(word)) return kinds.get(word);
      return /^\p{Lu}/u.test(word) ? "className" : null;
    },
  });
}

const COLOURS = HighlightStyle.define([
  { tag: tags.comment, class: "tok-comment" }, { tag: tags.string, class: "tok-string" }, { tag: tags.meta, class: "tok-citation" },
  { tag: tags.number, class: "tok-number" }, { tag: tags.definitionKeyword, class: "tok-declaration" }, { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.typeName, class: "tok-type" }, { tag: tags.className, class: "tok-name" }, { tag: tags.atom, class: "tok-atom" },
  { tag: tags.standard(tags.variableName), class: "tok-builtin" },
]);

/** Blocks fold by how far they stand in. */
const byIndent = foldService.of((state, from) => {
  const { doc } = state;
  const line = doc.lineAt(from);
  const deep = line.text.search(/\S/);
  if (deep < 0) return null;
  let last = null;
  for (let number = line.number + 1; number <= doc.lines; number += 1) {
    const next = doc.line(number);
    const inner = next.text.search(/\S/);
    if (inner < 0) continue;
    if (inner <= deep) break;
    last = next;
  }
  return last && { from: line.to, to: last.to };
});

/** Texts of the server name pieces of rules, which may be anybody's: only their form is kept. */
const FORM = new Set("p br code pre em strong ul ol li span a h1 h2 h3 h4 blockquote".split(" "));
function harmless(html) {
  const read = new DOMParser().parseFromString(html, "text/html").body;
  for (const one of [...read.querySelectorAll("*")]) {
    if (!FORM.has(one.localName)) { one.replaceWith(one.textContent); continue; }
    for (const { name } of [...one.attributes]) if (name !== "class") one.removeAttribute(name);
  }
  return read.innerHTML;
}

// ---- the files that are open ----------------------------------------------------------------

class Opened extends Workspace {
  constructor(client, editors) {
    super(client);
    this.editors = editors;
    this.files = [];
    this.last = 0;
  }

  syncFiles() {
    const changed = [];
    for (const file of this.files) {
      const plugin = LSPPlugin.get(file.view);
      if (!plugin || plugin.unsyncedChanges.empty) continue;
      changed.push({ changes: plugin.unsyncedChanges, file, prevDoc: file.doc });
      file.doc = file.view.state.doc;
      file.version = this.last += 1;
      plugin.clear();
    }
    return changed;
  }

  openFile(uri, languageId, view) {
    const file = { uri, languageId, version: this.last += 1, doc: view.state.doc, view, getView: () => view };
    this.files.push(file);
    this.client.didOpen(file);
  }

  closeFile(uri) {
    this.files = this.files.filter((one) => one.uri !== uri);
    this.client.didClose(uri);
  }

  async displayFile(uri) {
    return uri.startsWith(ROOT) ? this.editors.show(decodeURIComponent(uri.slice(ROOT.length))) : null;
  }
}

/** The editors of all files that have been opened, one of which is shown. */
export class Editors {
  /**
   * @param place where they stand
   * @param known the words of the language
   * @param post takes a message to the language server
   * @param changed hears the name of a file that is another now, and its text
   */
  constructor(place, known, post, changed) {
    this.place = place;
    this.language = rulesLanguage(known);
    this.changed = changed;
    this.views = new Map();
    this.heard = new Set();
    this.phrases = new Compartment();
    this.said = {};
    this.fixLabel = (how) => how;
    const transport = {
      send: post,
      subscribe: (hear) => { this.heard.add(hear); },
      unsubscribe: (hear) => { this.heard.delete(hear); },
    };
    this.client = new LSPClient({
      rootUri: ROOT,
      timeout: 30_000,
      sanitizeHTML: harmless,
      workspace: (client) => new Opened(client, this),
      extensions: [
        serverCompletion(), hoverTooltips({ hoverTime: 300 }),
        keymap.of([...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]),
        { notificationHandlers: { "textDocument/publishDiagnostics": (client, told) => this.problems(told) } },
      ],
    }).connect(transport);
  }

  /** A message of the language server. */
  hear(text) { for (const hear of this.heard) hear(text); }

  /** Leave all files, and have these. */
  open(files) {
    for (const view of this.views.values()) view.destroy();
    this.views.clear();
    this.files = files;
    this.shown = null;
  }

  text(name) { return this.views.get(name)?.state.doc.toString() ?? this.files[name]; }

  /** Show a file; gives its view. */
  show(name) {
    if (!(name in this.files)) return null;
    for (const [other, view] of this.views) view.dom.hidden = other !== name;
    this.shown = name;
    let view = this.views.get(name);
    if (!view) {
      view = this.made(name);
      this.views.set(name, view);
      this.place.append(view.dom);
    }
    this.onshow?.(name);
    view.requestMeasure();
    return view;
  }

  /** Put the cursor into a line of a file. */
  go(name, line, column = 1) {
    const view = this.show(name);
    if (!view) return;
    const at = view.state.doc.line(Math.min(line, view.state.doc.lines));
    view.dispatch({ selection: { anchor: Math.min(at.from + column - 1, at.to) }, effects: EditorView.scrollIntoView(at.from, { y: "center" }) });
    view.focus();
  }

  remove(name) {
    this.views.get(name)?.destroy();
    this.views.delete(name);
  }

  /** What the editor itself says, in another language. */
  speak(phrases, fixLabel) {
    this.said = phrases;
    this.fixLabel = fixLabel;
    for (const view of this.views.values()) view.dispatch({ effects: this.phrases.reconfigure(EditorState.phrases.of(phrases)) });
  }

  made(name) {
    const isRules = name.endsWith(".rules");
    let waiting = null;
    const noted = EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      this.files[name] = update.state.doc.toString();
      this.changed(name);
      if (!isRules) return;
      clearTimeout(waiting);
      waiting = setTimeout(() => this.client.sync(), SYNCS);
    });
    const common = [
      lineNumbers(), highlightActiveLine(), highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(),
      rectangularSelection(), EditorState.allowMultipleSelections.of(true), highlightSelectionMatches(), search({ top: true }),
      indentUnit.of("    "), EditorState.tabSize.of(4), syntaxHighlighting(COLOURS), noted,
      this.phrases.of(EditorState.phrases.of(this.said)), EditorView.contentAttributes.of({ "aria-label": name, spellcheck: "false", dir: isRules ? "ltr" : "auto" }),
    ];
    const keys = keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap, indentWithTab]);
    const own = isRules
      ? [this.language, bracketMatching(), closeBrackets(), byIndent, foldGutter(), lintGutter(), this.client.plugin(ROOT + name, "rulesrun")]
      : [EditorView.lineWrapping];
    return new EditorView({ doc: this.files[name], extensions: [common, own, keys] });
  }

  // ---- problems, and what mends them ----------------------------------------------------------

  problems({ uri, diagnostics }) {
    const file = this.client.workspace.getFile(uri);
    const view = file?.getView();
    const plugin = view && LSPPlugin.get(view);
    if (!plugin) return false;
    const place = (at) => {
      const doc = plugin.syncedDoc;
      const line = doc.line(Math.min(at.line + 1, doc.lines));
      return plugin.unsyncedChanges.mapPos(Math.min(line.from + at.character, line.to));
    };
    const found = diagnostics.map((one) => ({
      from: place(one.range.start), to: Math.max(place(one.range.start), place(one.range.end)),
      severity: SEVERITIES[one.severity ?? 1], message: one.message, source: one.code, line: one.range.start.line,
    }));
    view.dispatch(setDiagnostics(view.state, found));
    if (found.length) this.mend(uri, view, found);
    return true;
  }

  /** Ask for the exact changes that mend these problems, and offer them beside each. */
  async mend(uri, view, found) {
    const doc = view.state.doc;
    const end = { line: doc.lines, character: 0 };
    const asked = { textDocument: { uri }, range: { start: { line: 0, character: 0 }, end }, context: { diagnostics: [] } };
    let actions;
    try { actions = await this.client.request("textDocument/codeAction", asked); } catch { return; }
    if (!actions?.length || view.state.doc !== doc) return;
    for (const one of actions) {
      const lines = one.diagnostics.map(({ range }) => range.start.line);
      const edits = Object.entries(one.edit?.changes ?? {}).flatMap(([where, list]) => (where === uri ? list : []));
      const problem = found.find(({ line, source }) => lines.includes(line) && one.diagnostics[0].code === source);
      if (!problem || !edits.length) continue;
      (problem.actions ??= []).push({ name: this.fixLabel(one.title), apply: (inner) => {
        if (inner.state.doc !== doc) return;
        const at = ({ line, character }) => { const row = doc.line(Math.min(line + 1, doc.lines)); return Math.min(row.from + character, row.to); };
        inner.dispatch({ changes: edits.map(({ range, newText }) => ({ from: at(range.start), to: at(range.end), insert: newText })), userEvent: "input.fix" });
      } });
    }
    if (found.some((one) => one.actions)) view.dispatch(setDiagnostics(view.state, found));
  }
}
