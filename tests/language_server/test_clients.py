"""Editors as they are: a client that claims what each of them can do, and checks answers.

pytest-lsp knows what editors say of themselves, and warns of answers that they could not
read; here such a warning is an error.
"""

import asyncio
import shutil
import sys
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from opened import GAMES

pytest_lsp = pytest.importorskip("pytest_lsp")

EDITORS = (
    "visual-studio-code",
    "neovim@v0.7.0",
    "neovim@v0.9.1",
    "neovim@v0.11.0",
    "emacs",
)
WRONG = "+= tile.worxth"


def place(text: str, marked: str) -> lsp.Position:
    """The line and column of a `|` in a piece of the text."""
    at = text.index(marked.replace("|", "")) + marked.index("|")
    return lsp.Position(text.count("\n", 0, at), at - text.rfind("\n", 0, at) - 1)


async def session(editor: str, folder: Path) -> None:
    """Open a file with a slip in it, ask everything, mend it as offered, and leave."""
    text = (folder / "plots.rules").read_text("utf-8")
    wrong = text.replace("+= tile.worth", WRONG)
    uri = (folder / "plots.rules").as_uri()
    document = lsp.TextDocumentIdentifier(uri)
    client = pytest_lsp.make_test_lsp_client()
    await client.start_io(sys.executable, "-m", "rulesrun", "language-server")
    claims = pytest_lsp.client_capabilities(editor)
    result = await client.initialize_session(
        lsp.InitializeParams(capabilities=claims, root_uri=folder.as_uri())
    )
    assert result.server_info.name == "rulesrun"
    client.text_document_did_open(
        lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "rulesrun", 1, wrong))
    )
    await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    [problem] = client.diagnostics[uri]
    assert problem.code == "unknown-field"

    actions = await client.text_document_code_action_async(
        lsp.CodeActionParams(document, problem.range, lsp.CodeActionContext([problem]))
    )
    [edit] = actions[0].edit.changes[uri]
    assert (edit.new_text, edit.range) == ("worth", problem.range)

    at = place(wrong, "+= tile.|worxth")
    items = await client.text_document_completion_async(
        lsp.CompletionParams(document, at)
    )
    labels = {item.label: item for item in items.items}
    assert {"crop", "worth", "fences", "name"} == labels.keys()
    told = await client.completion_item_resolve_async(labels["worth"])
    reads_markdown = (
        claims.text_document.completion.completion_item.documentation_format
    )
    assert bool(reads_markdown) == ("```rules" in str(told.documentation))

    hover = await client.text_document_hover_async(
        lsp.HoverParams(document, place(wrong, "                b|uy(p)"))
    )
    assert hover.contents.kind in claims.text_document.hover.content_format
    assert "Who buys a plot pays" in hover.contents.value

    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(2, uri),
            [lsp.TextDocumentContentChangePartial(edit.range, edit.new_text)],
        )
    )
    await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    assert [] == list(client.diagnostics[uri])

    where = place(text, "action b|uy")
    asked = lsp.DefinitionParams(document, where)
    assert (await client.text_document_definition_async(asked)).uri == uri
    used = lsp.ReferenceParams(lsp.ReferenceContext(True), document, where)
    assert len(await client.text_document_references_async(used)) > 2
    changed = await client.text_document_rename_async(
        lsp.RenameParams(document, where, "acquire")
    )
    assert len(changed.changes) == 2
    for answer in (
        client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document)),
        client.text_document_folding_range_async(lsp.FoldingRangeParams(document)),
        client.text_document_code_lens_async(lsp.CodeLensParams(document)),
        client.text_document_semantic_tokens_full_async(
            lsp.SemanticTokensParams(document)
        ),
    ):
        assert await answer
    options = lsp.FormattingOptions(4, True)
    formatted = lsp.DocumentFormattingParams(document, options)
    assert len(await client.text_document_formatting_async(formatted)) == 1
    await client.shutdown_session()
    await client.stop()
    assert [] == client.messages


@pytest.mark.parametrize("editor", EDITORS)
def test_what_an_editor_claims_is_respected(editor: str, tmp_path: Path) -> None:
    for name in ("plots.rules", "plots.csv", "plots.md", "tests/plots.rules"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(GAMES / name, tmp_path / name)
    asyncio.run(asyncio.wait_for(session(editor, tmp_path), 300))
