"""A server that is started as editors start it, and a client that speaks with it."""

import asyncio
import shutil
import sys
from collections.abc import Coroutine, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import pytest
from attrs import define, field
from lsprotocol import types as lsp
from opened import GAMES
from pygls.exceptions import JsonRpcContentModified
from pygls.lsp.client import LanguageClient
from pygls.lsp.server import LanguageServer

from rulesrun.cli.hosting import Files
from rulesrun.language_server.analysis import Workspace
from rulesrun.language_server.session import Session

T = TypeVar("T")
SECONDS = 300


@define
class Editor:
    """A client with one file open."""

    client: LanguageClient
    runner: asyncio.Runner
    uri: str
    text: str
    version: int = 1
    told: list[lsp.PublishDiagnosticsParams] = field(factory=list)
    shown: list[str] = field(factory=list)

    def ask(self, question: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(asyncio.wait_for(question, SECONDS))

    @property
    def document(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri)

    def place(self, at: int) -> lsp.Position:
        """The line and column of a place in the text."""
        line = self.text.count("\n", 0, at)
        return lsp.Position(line, at - self.text.rfind("\n", 0, at) - 1)

    def at(self, marked: str) -> lsp.Position:
        """The place of a `|` in a piece of the text."""
        return self.place(self._index(marked))

    def _index(self, marked: str) -> int:
        return self.text.index(marked.replace("|", "")) + marked.index("|")

    def type(self, marked: str, typed: str, over: int = 0) -> list[lsp.Diagnostic]:
        """Type at a `|`, over some letters; what is then told of the file."""
        at = self._index(marked)
        place = lsp.Range(self.place(at), self.place(at + over))
        self.text = self.text[:at] + typed + self.text[at + over :]
        self.version += 1
        self.told.clear()
        change = lsp.TextDocumentContentChangePartial(place, typed)
        document = lsp.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(document, [change])
        )
        return self.problems()

    def problems(self) -> list[lsp.Diagnostic]:
        """What is told of the file, as soon as it is."""

        async def heard() -> list[lsp.Diagnostic]:
            while not self.told:
                await asyncio.sleep(0.01)
            return list(self.told[-1].diagnostics)

        return self.ask(heard())


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    folder = tmp_path_factory.mktemp("game")
    for name in ("plots.rules", "plots.csv", "plots.md", "tests/plots.rules"):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(GAMES / name, folder / name)
    path = folder / "plots.rules"
    text = path.read_text("utf-8")
    client = LanguageClient("editor of the tests", "1")
    with asyncio.Runner() as runner:
        opened = Editor(client, runner, path.as_uri(), text)

        @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def told(params: lsp.PublishDiagnosticsParams) -> None:
            opened.told.append(params)

        @client.feature(lsp.WINDOW_SHOW_MESSAGE)  # type: ignore[untyped-decorator]
        def shown(params: lsp.ShowMessageParams) -> None:
            opened.shown.append(params.message)

        @client.feature(lsp.WORKSPACE_CODE_LENS_REFRESH)  # type: ignore[untyped-decorator]
        def refresh(_: None) -> None:
            return None

        async def start() -> lsp.InitializeResult:
            command = ("-m", "rulesrun", "language-server", "--stdio")
            await client.start_io(sys.executable, *command)
            asked = lsp.InitializeParams(
                capabilities=lsp.ClientCapabilities(), root_uri=folder.as_uri()
            )
            return await client.initialize_async(asked)

        ask = opened.ask(start())
        assert ask.server_info is not None
        assert ask.server_info.name == "rulesrun"
        client.initialized(lsp.InitializedParams())
        client.text_document_did_open(
            lsp.DidOpenTextDocumentParams(
                lsp.TextDocumentItem(path.as_uri(), "rules", 1, text)
            )
        )
        assert opened.problems() == []
        yield opened

        async def stop() -> None:
            await client.shutdown_async(None)
            client.exit(None)
            await client.stop()  # type: ignore[no-untyped-call]

        opened.ask(stop())


def test_problems_come_and_go_as_one_types(editor: Editor) -> None:
    result = editor.type("+= tile.wor|th", "x")
    assert [one.code for one in result] == ["unknown-field"]
    assert result[0].range.start == editor.at("+= tile.|worxth")
    asked = lsp.CodeActionParams(
        editor.document, result[0].range, lsp.CodeActionContext(result)
    )
    actions = editor.ask(editor.client.text_document_code_action_async(asked))
    assert actions is not None
    action = actions[0]
    assert isinstance(action, lsp.CodeAction)
    assert action.edit is not None
    assert action.edit.changes is not None
    [edit] = action.edit.changes[editor.uri]
    assert edit.new_text == "worth"
    assert editor.type("+= tile.|worxth", "worth", over=6) == []


def test_completion_and_hover(editor: Editor) -> None:
    editor.type("    shuffle coins|", "\n    let n = first(offer).")
    place = editor.at("first(offer).|")
    ask = editor.ask(
        editor.client.text_document_completion_async(
            lsp.CompletionParams(editor.document, place)
        )
    )
    assert isinstance(ask, lsp.CompletionList)
    assert {"crop", "worth", "fences", "name"} == {item.label for item in ask.items}
    written = "\n    let n = first(offer)."
    assert editor.type(f"|{written}", "", over=len(written)) == []
    asked = lsp.HoverParams(editor.document, editor.at("                b|uy(p)"))
    hover = editor.ask(editor.client.text_document_hover_async(asked))
    assert hover is not None
    assert "Who buys a plot pays" in str(hover.contents)


def test_a_name_that_cannot_be_is_refused_with_its_reason(editor: Editor) -> None:
    asked = lsp.RenameParams(editor.document, editor.at("action b|uy"), "player")
    with pytest.raises(Exception, match="word of the language"):
        editor.ask(editor.client.text_document_rename_async(asked))


def test_everything_else_is_answered(editor: Editor) -> None:
    client, document = editor.client, editor.document
    symbols = client.text_document_document_symbol_async(
        lsp.DocumentSymbolParams(document)
    )
    assert editor.ask(symbols)
    folds = client.text_document_folding_range_async(lsp.FoldingRangeParams(document))
    assert editor.ask(folds)
    tokens = client.text_document_semantic_tokens_full_async(
        lsp.SemanticTokensParams(document)
    )
    assert editor.ask(tokens)
    place = editor.at("action b|uy")
    references = client.text_document_references_async(
        lsp.ReferenceParams(lsp.ReferenceContext(True), document, place)
    )
    ask = editor.ask(references)
    assert ask is not None
    assert len({one.uri for one in ask}) == 2


def test_a_name_is_followed_and_changed_everywhere(editor: Editor) -> None:
    client, document = editor.client, editor.document
    place = editor.at("                b|uy(p)")
    declared = editor.ask(
        client.text_document_definition_async(lsp.DefinitionParams(document, place))
    )
    assert isinstance(declared, lsp.Location)
    assert declared.range.start == editor.at("action |buy")
    marked = editor.ask(
        client.text_document_document_highlight_async(
            lsp.DocumentHighlightParams(document, place)
        )
    )
    assert marked is not None
    assert len(marked) == 2
    changed = editor.ask(
        client.text_document_rename_async(lsp.RenameParams(document, place, "acquire"))
    )
    assert changed is not None
    assert changed.changes is not None
    assert len(changed.changes) == 2
    assert [edit.new_text for edit in changed.changes[editor.uri]] == ["acquire"] * 2


def test_what_is_completed_is_described_when_it_is_looked_at(editor: Editor) -> None:
    editor.type("    shuffle coins|", "\n    if b")
    place = editor.at("\n    if b|")
    ask = editor.ask(
        editor.client.text_document_completion_async(
            lsp.CompletionParams(editor.document, place)
        )
    )
    assert isinstance(ask, lsp.CompletionList)
    [bag] = [item for item in ask.items if item.label == "bag"]
    assert bag.detail == "bag: bag of Plot"
    told = editor.ask(editor.client.completion_item_resolve_async(bag))
    assert "bag" in str(told.documentation)
    written = "\n    if b"
    assert editor.type(f"|{written}", "", over=len(written)) == []


def test_a_file_is_formatted(editor: Editor) -> None:
    asked = lsp.DocumentFormattingParams(
        editor.document, lsp.FormattingOptions(4, True)
    )
    format_it = editor.client.text_document_formatting_async
    editor.type("    shuffle coins|", "   ")
    edits = editor.ask(format_it(asked))
    assert edits is not None
    assert "    shuffle coins\n" in edits[0].new_text
    assert editor.type("    shuffle coins|   ", "", over=3) == []


def test_what_is_typed_over_is_not_answered() -> None:
    text = SimpleNamespace(source="language 1\n")
    files = SimpleNamespace(get_text_document=lambda _: text)
    server = SimpleNamespace(workspace=files)
    session = Session(cast(LanguageServer, server), Workspace(Files()))
    uri = Path("typed.rules").absolute().as_uri()
    asked = lsp.SemanticTokensParams(lsp.TextDocumentIdentifier(uri))
    answered: list[object] = []
    answer = session.if_current(answered.append)

    async def ask_and_type() -> None:
        session.put(uri)
        first = asyncio.ensure_future(answer(asked))
        await asyncio.sleep(0)  # the question has come in
        session.put(uri)
        with pytest.raises(JsonRpcContentModified):
            await first
        assert answered == []
        await answer(asked)
        assert answered == [asked]

    asyncio.run(ask_and_type())


def test_set_ups_that_fail_are_told_when_the_file_is_saved(editor: Editor) -> None:
    before = editor.text
    drawn = "draw 3 if rich else 2 from coins to p.hand"
    editor.type(f"|{drawn}", "do deal(p)", over=len(drawn))
    rule = "rule deal(p: player):\n    draw 5 from coins to p.hand\n\n"
    editor.type("|action buy(p", rule)
    editor.told.clear()
    editor.client.text_document_did_save(lsp.DidSaveTextDocumentParams(editor.document))
    while "setup-fails" not in [problem.code for problem in editor.problems()]:
        editor.told.clear()
    editor.type(f"|{rule}", "", over=len(rule))
    assert editor.type("|do deal(p)", drawn, over=len("do deal(p)")) == []
    assert editor.text == before


def test_typing_goes_on_while_games_are_played(editor: Editor) -> None:
    client = editor.client
    played: list[object] = []

    async def play_and_hover() -> object:
        asked = lsp.ExecuteCommandParams("rulesrun.playGames", [editor.uri, 20_000])
        playing = asyncio.ensure_future(client.workspace_execute_command_async(asked))
        playing.add_done_callback(played.append)
        place = editor.at("action b|uy")
        result = await client.text_document_hover_async(
            lsp.HoverParams(editor.document, place)
        )
        answered_first = not played
        await playing
        return answered_first and result

    assert editor.ask(play_and_hover())


def test_lenses_run_games_and_scenarios(editor: Editor) -> None:
    client = editor.client
    lenses = editor.ask(
        client.text_document_code_lens_async(lsp.CodeLensParams(editor.document))
    )
    assert lenses is not None
    [command] = [lens.command for lens in lenses]
    assert command is not None
    assert command.title == "▶ who wins in 200 random games?"
    asked = lsp.ExecuteCommandParams(command.command, [editor.uri, 10])
    ask = editor.ask(client.workspace_execute_command_async(asked))
    assert str(ask).startswith("10 games with 2 players: seat 1 ")
    tests = editor.uri.replace("plots.rules", "tests/plots.rules")
    for title, begins in (
        ("a purchase scores the worth of the plot", "passed"),
        ("waiting is free", "failed"),
    ):
        asked = lsp.ExecuteCommandParams("rulesrun.runScenario", [tests, title])
        ask = editor.ask(client.workspace_execute_command_async(asked))
        assert str(ask).startswith(begins), ask
    assert editor.shown[-1].startswith("failed in line 22: ")
