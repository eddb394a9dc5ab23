"""The server: what the protocol asks, answered from what is known of the open files."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import Factory, define
from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from rulesrun.dsl.diagnostics import Diagnostic
from rulesrun.dsl.spans import Span
from rulesrun.dsl.text import lines_of
from rulesrun.language_server import answers, navigation, outline
from rulesrun.language_server.analysis import Analysis, Host, Workspace
from rulesrun.language_server.completion import completions
from rulesrun.language_server.places import column_of, range_of
from rulesrun.language_server.trying import Trials, run_titled

DELAY = 0.1
"""So many seconds after the last letter, problems are looked for."""

At = (
    lsp.HoverParams
    | lsp.DefinitionParams
    | lsp.ReferenceParams
    | lsp.DocumentHighlightParams
    | lsp.PrepareRenameParams
    | lsp.RenameParams
)
"""What is asked about a place."""

LEGEND = lsp.SemanticTokensLegend(token_types=outline.TOKENS, token_modifiers=[])


@define(eq=False)
class Session:
    """The open files of an editor, and what it has been told."""

    server: LanguageServer
    workspace: Workspace
    trials: Trials = Factory(Trials)
    outcomes: dict[tuple[str, str], str] = Factory(dict)
    _uris: dict[str, str] = Factory(dict)
    _told: dict[str, set[str]] = Factory(dict)
    _setups: dict[str, tuple[Analysis, tuple[Diagnostic, ...]]] = Factory(dict)
    _waiting: dict[str, asyncio.TimerHandle] = Factory(dict)

    # ---- files ---------------------------------------------------------------

    def path_of(self, uri: str) -> str:
        """The path of a file that an editor names."""
        found = uris.to_fs_path(uri)
        if found is None or not uri.startswith("file:"):
            found = str(Path.cwd() / uri.rpartition("/")[2].rpartition(":")[2])
        path = Path(found).as_posix()
        self._uris.setdefault(path, uri)
        return path

    def uri_of(self, path: str) -> str:
        """What the editor calls a file."""
        return self._uris.get(path) or uris.from_fs_path(path) or path

    def lines_at(self, path: str) -> list[str]:
        """The lines of a file as it is now."""
        return lines_of(self.workspace.text(path) or "")

    def place(self, path: str, at: lsp.Position) -> tuple[int, int]:
        """Our line and column."""
        lines = self.lines_at(path)
        row = lines[at.line] if at.line < len(lines) else ""
        return at.line + 1, column_of(row, at.character)

    def location(self, span: Span) -> lsp.Location:
        """A place as the editor is told of it."""
        lines = self.lines_at(span.path)
        return lsp.Location(self.uri_of(span.path), range_of(lines, span))

    def put(self, uri: str) -> None:
        """A file has been opened or changed."""
        path = self.path_of(uri)
        text = self.server.workspace.get_text_document(uri).source
        touched = {path, *self.workspace.touched_by(path)}
        self.workspace.put(path, text)
        for other in touched:
            self.outcomes = {k: v for k, v in self.outcomes.items() if k[0] != other}
            self.look_later(other)

    def close(self, uri: str) -> None:
        """A file has been closed."""
        path = self.path_of(uri)
        self.workspace.close(path)
        for told in self._told.pop(path, set()):
            self._publish(told, [])

    # ---- problems ------------------------------------------------------------

    def look_later(self, path: str) -> None:
        """Look for problems as soon as nothing is typed for a moment."""
        waiting = self._waiting.pop(path, None)
        if waiting is not None:
            waiting.cancel()
        loop = asyncio.get_running_loop()
        self._waiting[path] = loop.call_later(DELAY, self.look, path)

    def look(self, path: str) -> None:
        """Tell the editor what is wrong with a file."""
        analysis = self.workspace.analysis(path)
        if analysis is None or path not in self.workspace.opened:
            return
        of, further = self._setups.get(path, (None, ()))
        found = answers.diagnostics(
            analysis, self.uri_of, further if of is analysis else ()
        )
        own = {p for p in found if p == path or p not in self.workspace.opened}
        for other in own | self._told.get(path, set()):
            self._publish(other, found.get(other, []) if other in own else [])
        self._told[path] = own

    async def set_up(self, path: str) -> None:
        """Look in another process whether the game can be set up, and tell if not."""
        analysis = self.workspace.analysis(path)
        if analysis is None or analysis.compilation.program is None:
            return
        work = self.workspace.host.setting_up()
        found = await self.trials.run(work, analysis.compilation.program)
        if isinstance(found, tuple) and found:
            self._setups[path] = analysis, found
            self.look(path)

    def _publish(self, path: str, found: list[lsp.Diagnostic]) -> None:
        self.server.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(self.uri_of(path), found)
        )

    # ---- lenses --------------------------------------------------------------

    async def try_out(
        self, work: Callable[..., str], uri: str, what: str | int
    ) -> str | None:
        """Run something of a file; what came out is shown, and kept in its lens."""
        path = self.path_of(uri)
        analysis = self.workspace.analysis(path)
        if analysis is None or analysis.compilation.program is None:
            text = "correct the errors of the file first"
        else:
            program = analysis.compilation.program
            text = await self.trials.run(work, program, what)
            self.outcomes[path, str(what)] = text
            self.server.workspace_code_lens_refresh(None)
        failed = text.startswith(("failed", "went wrong", "not done", "correct"))
        kind = lsp.MessageType.Warning if failed else lsp.MessageType.Info
        self.server.window_show_message(lsp.ShowMessageParams(kind, text))
        return text


def make_server(host: Host, version: str) -> LanguageServer:
    """A server that finds files, and plays games, by way of its host."""
    server = LanguageServer("rulesrun", version)
    session = Session(server, Workspace(host))
    _follow_files(server, session)
    _answer_about_names(server, session)
    _answer_about_files(server, session)

    @server.command(answers.RUN_SCENARIO)
    async def run_scenario(uri: str, title: str) -> str | None:
        return await session.try_out(run_titled, uri, title)

    @server.command(answers.PLAY_GAMES)
    async def play_games(uri: str, number: int) -> str | None:
        return await session.try_out(host.playing(), uri, number)

    @server.feature(lsp.SHUTDOWN)
    def shutdown(_: Any) -> None:
        session.trials.stop()

    return server


def _follow_files(server: LanguageServer, session: Session) -> None:
    """Files are opened, changed, saved and closed."""

    @server.feature(lsp.INITIALIZED)
    def initialized(_: lsp.InitializedParams) -> None:
        gc.collect()
        gc.freeze()  # what stays as long as the server is not looked through again
        gc.set_threshold(50_000, 20, 20)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        session.put(params.text_document.uri)
        await session.set_up(session.path_of(params.text_document.uri))

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        session.put(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        path = session.path_of(params.text_document.uri)
        session.workspace.forget(path)
        for other in {path, *session.workspace.touched_by(path)}:
            session.look_later(other)
        await session.set_up(path)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        session.close(params.text_document.uri)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: lsp.DidChangeWatchedFilesParams) -> None:
        for event in params.changes:
            session.workspace.forget(session.path_of(event.uri))
        for path in session.workspace.opened:
            session.look_later(path)


def _answer_about_names(server: LanguageServer, session: Session) -> None:
    """What follows from the name at a place."""
    workspace = session.workspace

    def here(params: At) -> tuple[Analysis | None, str, int, int]:
        path = session.path_of(params.text_document.uri)
        return workspace.analysis(path), path, *session.place(path, params.position)

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION,
        lsp.CompletionOptions(trigger_characters=[".", "@", " "]),
    )
    def complete(params: lsp.CompletionParams) -> lsp.CompletionList:
        path = session.path_of(params.text_document.uri)
        line, column = session.place(path, params.position)
        return lsp.CompletionList(False, completions(workspace, path, line, column))

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        analysis, path, line, column = here(params)
        found = navigation.hover(analysis, line, column) if analysis else None
        if found is None:
            return None
        text = lsp.MarkupContent(lsp.MarkupKind.Markdown, found.text)
        return lsp.Hover(text, range_of(session.lines_at(path), found.span))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> lsp.Location | None:
        analysis, _, line, column = here(params)
        found = navigation.definition(analysis, line, column) if analysis else None
        return session.location(found) if found is not None else None

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        _, path, line, column = here(params)
        found = navigation.references(workspace, path, line, column)
        all_of_them = params.context.include_declaration
        return [
            session.location(span)
            for span, declares in found.items()
            if all_of_them or not declares
        ]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlights(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        analysis, path, line, column = here(params)
        one = analysis.occurrences.at(path, line, column) if analysis else None
        if analysis is None or one is None:
            return []
        places = (o.span for o in analysis.occurrences.of(one.symbol))
        lines = session.lines_at(path)
        own = (span for span in places if span.path == path)
        return [lsp.DocumentHighlight(range_of(lines, span)) for span in own]

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def renameable(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        analysis, path, line, column = here(params)
        if analysis is None:
            return None
        try:
            span = navigation.renameable(analysis, line, column)
        except navigation.Refused as error:
            raise JsonRpcInvalidParams(str(error)) from error
        return range_of(session.lines_at(path), span)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        _, path, line, column = here(params)
        try:
            edits = navigation.rename(workspace, path, line, column, params.new_name)
        except navigation.Refused as error:
            raise JsonRpcInvalidParams(str(error)) from error
        return answers.workspace_edit(edits, session.lines_at, session.uri_of)


def _answer_about_files(server: LanguageServer, session: Session) -> None:
    """What is shown of a whole file."""
    workspace = session.workspace

    def known(document: lsp.TextDocumentIdentifier) -> Analysis | None:
        return workspace.analysis(session.path_of(document.uri))

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        analysis = known(params.text_document)
        return outline.symbols(analysis) if analysis is not None else []

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folds(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        return outline.folds(
            session.lines_at(session.path_of(params.text_document.uri))
        )

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        path = session.path_of(params.text_document.uri)
        return answers.formatted(workspace.text(path) or "", path)

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    def tokens(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        analysis = known(params.text_document)
        return lsp.SemanticTokens(outline.tokens(analysis) if analysis else [])

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]),
    )
    def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        analysis = known(params.text_document)
        if analysis is None:
            return []
        return answers.fixes(analysis, params.range, session.uri_of)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        analysis = known(params.text_document)
        if analysis is None:
            return []
        uri = params.text_document.uri
        return answers.lenses(analysis, uri, session.outcomes)
