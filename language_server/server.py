"""The server: what the protocol asks, answered from what is known of the open files."""

from __future__ import annotations

import gc
import logging
from functools import cache
from typing import Any

from lsprotocol import types as lsp
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from rulesrun.language_server import answers, navigation, outline
from rulesrun.language_server.analysis import Analysis, Host, Workspace
from rulesrun.language_server.completion import completions
from rulesrun.language_server.places import range_of
from rulesrun.language_server.session import Session
from rulesrun.language_server.trying import run_titled

At = (
    lsp.HoverParams
    | lsp.DefinitionParams
    | lsp.ReferenceParams
    | lsp.DocumentHighlightParams
    | lsp.PrepareRenameParams
    | lsp.RenameParams
)
"""What is asked about a place."""

CONVERTER = cache(default_converter)
"""Messages as values and back: it makes code for each kind when it first meets it."""

LEGEND = lsp.SemanticTokensLegend(token_types=outline.TOKENS, token_modifiers=[])


def make_server(host: Host, version: str) -> tuple[LanguageServer, Session]:
    """A server that finds files, and plays games, through its host; what it knows."""
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_a_fault)
    server = LanguageServer("rulesrun", version, converter_factory=CONVERTER)
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

    return server, session


def _is_a_fault(record: logging.LogRecord) -> bool:
    """Whether a log should tell it: answers that say no are no faults."""
    kind = record.exc_info[0] if record.exc_info else None
    return kind is None or not issubclass(kind, JsonRpcException)


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
    workspace, current = session.workspace, session.if_current

    def claimed(what: str) -> Any:
        """What the editor says that it can do with a text."""
        return get_capability(server.client_capabilities, f"text_document.{what}")

    def here(params: At) -> tuple[Analysis | None, str, int, int]:
        path = session.path_of(params.text_document.uri)
        return workspace.analysis(path), path, *session.place(path, params.position)

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION,
        lsp.CompletionOptions(
            trigger_characters=[".", "@", " "], resolve_provider=True
        ),
    )
    @current
    def complete(params: lsp.CompletionParams) -> lsp.CompletionList:
        path = session.path_of(params.text_document.uri)
        line, column = session.place(path, params.position)
        offered = completions(workspace, path, line, column)
        session.offered = {one.item.label: one for one in offered}
        return lsp.CompletionList(False, [one.item for one in offered])

    @server.feature(lsp.COMPLETION_ITEM_RESOLVE)
    def resolve(item: lsp.CompletionItem) -> lsp.CompletionItem:
        offered = session.offered.get(item.label)
        if offered is not None and item.documentation is None:
            text = offered.about()
            if text:
                formats = claimed("completion.completion_item.documentation_format")
                item.documentation = answers.markup(text, formats)
        return item

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    @current
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        analysis, path, line, column = here(params)
        result = navigation.hover(analysis, line, column) if analysis else None
        if result is None:
            return None
        text = answers.markup(result.text, claimed("hover.content_format"))
        return lsp.Hover(text, range_of(session.lines_at(path), result.span))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    @current
    def definition(params: lsp.DefinitionParams) -> lsp.Location | None:
        analysis, _, line, column = here(params)
        result = navigation.definition(analysis, line, column) if analysis else None
        return session.location(result) if result is not None else None

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    @current
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        _, path, line, column = here(params)
        result = navigation.references(workspace, path, line, column)
        all_of_them = params.context.include_declaration
        return [
            session.location(span)
            for span, declares in result.items()
            if all_of_them or not declares
        ]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    @current
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
    @current
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
    @current
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        _, path, line, column = here(params)
        try:
            edits = navigation.rename(workspace, path, line, column, params.new_name)
        except navigation.Refused as error:
            raise JsonRpcInvalidParams(str(error)) from error
        return answers.workspace_edit(edits, session.lines_at, session.uri_of)


def _answer_about_files(server: LanguageServer, session: Session) -> None:
    """What is shown of a whole file."""
    workspace, current = session.workspace, session.if_current

    def known(document: lsp.TextDocumentIdentifier) -> Analysis | None:
        return workspace.analysis(session.path_of(document.uri))

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    @current
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        analysis = known(params.text_document)
        return outline.symbols(analysis) if analysis is not None else []

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    @current
    def folds(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        return outline.folds(
            session.lines_at(session.path_of(params.text_document.uri))
        )

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    @current
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        path = session.path_of(params.text_document.uri)
        return answers.formatted(workspace.text(path) or "", path)

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    @current
    def tokens(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        analysis = known(params.text_document)
        return lsp.SemanticTokens(outline.tokens(analysis) if analysis else [])

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]),
    )
    @current
    def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        analysis = known(params.text_document)
        if analysis is None:
            return []
        return answers.fixes(analysis, params.range, session.uri_of)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    @current
    def lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        analysis = known(params.text_document)
        if analysis is None:
            return []
        uri = params.text_document.uri
        return answers.lenses(analysis, uri, session.outcomes)
