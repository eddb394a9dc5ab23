"""Diagnostics, fixes, formatting and lenses, as the protocol has them."""

import re
from collections.abc import Callable, Iterable, Sequence

from lsprotocol import types as lsp

from rulesrun.dsl.problems.diagnostics import Diagnostic, Edit, Severity
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.format import format_rules
from rulesrun.dsl.syntax.parse import parse
from rulesrun.dsl.text import lines_of
from rulesrun.language_server.analysis import Analysis
from rulesrun.language_server.places import range_of

GAMES = 200
"""So many games tell who wins."""
RUN_SCENARIO = "rulesrun.runScenario"
PLAY_GAMES = "rulesrun.playGames"

UriOf = Callable[[str], str]
"""The address of a file, by its path."""

SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.NOTE: lsp.DiagnosticSeverity.Hint,
}


def diagnostics(
    analysis: Analysis, uri_of: UriOf, further: Iterable[Diagnostic] = ()
) -> dict[str, list[lsp.Diagnostic]]:
    """The problems of a file and of those that it includes, by path."""
    result: dict[str, list[lsp.Diagnostic]] = {analysis.path: []}
    for one in (*analysis.compilation.diagnostics, *further):
        problems = result.setdefault(one.span.path, [])
        problems.append(_diagnostic(analysis, one, uri_of))
    return result


def _diagnostic(
    analysis: Analysis, diagnostic: Diagnostic, uri_of: UriOf
) -> lsp.Diagnostic:
    related = [
        lsp.DiagnosticRelatedInformation(
            lsp.Location(
                uri_of(label.span.path),
                range_of(analysis.lines_at(label.span.path), label.span),
            ),
            label.text,
        )
        for label in diagnostic.labels
    ]
    text = diagnostic.message + (f"\ntry: {diagnostic.hint}" if diagnostic.hint else "")
    return lsp.Diagnostic(
        range=range_of(analysis.lines_at(diagnostic.span.path), diagnostic.span),
        message=text,
        severity=SEVERITIES[diagnostic.severity],
        code=diagnostic.code,
        source="rulesrun",
        related_information=related,
        tags=[lsp.DiagnosticTag.Unnecessary]
        if diagnostic.code == "unused-name"
        else None,
    )


def workspace_edit(
    edits: Iterable[Edit], lines_at: Callable[[str], list[str]], uri_of: UriOf
) -> lsp.WorkspaceEdit:
    """Changes of texts as the protocol has them."""
    changes: dict[str, list[lsp.TextEdit]] = {}
    for edit in edits:
        place = range_of(lines_at(edit.span.path), edit.span)
        changes.setdefault(uri_of(edit.span.path), []).append(
            lsp.TextEdit(place, edit.text)
        )
    return lsp.WorkspaceEdit(changes=dict(changes))


def fixes(analysis: Analysis, lines: lsp.Range, uri_of: UriOf) -> list[lsp.CodeAction]:
    """The exact changes that mend problems in some lines."""
    result = []
    for one in analysis.compilation.diagnostics:
        place = range_of(analysis.lines_at(one.span.path), one.span)
        apart = place.end.line < lines.start.line or place.start.line > lines.end.line
        if one.span.path != analysis.path or not one.edits or apart:
            continue
        result.append(
            lsp.CodeAction(
                title=one.hint or one.message,
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[_diagnostic(analysis, one, uri_of)],
                is_preferred=True,
                edit=workspace_edit(one.edits, analysis.lines_at, uri_of),
            )
        )
    return result


def formatted(text: str, path: str) -> list[lsp.TextEdit]:
    """The change that lets a text be as it should be written; none if it is faulty."""
    parsed = parse(text, path)
    if any(diagnostic.severity is Severity.ERROR for diagnostic in parsed.diagnostics):
        return []
    after = format_rules(text)
    if after == text or parse(after, path).file != parsed.file:
        return []
    end = lsp.Position(len(lines_of(text)) + 1, 0)
    return [lsp.TextEdit(lsp.Range(lsp.Position(0, 0), end), after)]


def lenses(
    analysis: Analysis, uri: str, outcomes: dict[tuple[str, str], str]
) -> list[lsp.CodeLens]:
    """What can be run above scenarios and the game, with what last came out of it."""
    code_lens: list[lsp.CodeLens] = []

    def add(span: nodes.Node, title: str, command: str, *args: str | int) -> None:
        outcome = outcomes.get((analysis.path, str(args[-1])), "")
        first = outcome.partition("\n")[0]
        code_lens.append(
            lsp.CodeLens(
                range_of(analysis.lines, span.span),
                command=lsp.Command(
                    f"{title}: {first}" if first else title,
                    command,
                    arguments=[uri, *args],
                ),
            )
        )

    file = analysis.world.file if analysis.world is not None else None
    for decl in file.declarations if file is not None else ():
        if decl.span.path != analysis.path:
            continue
        if isinstance(decl, nodes.ScenarioDecl):
            add(decl, "▶ run the scenario", RUN_SCENARIO, decl.title)
        elif isinstance(decl, nodes.Game):
            add(decl, f"▶ who wins in {GAMES} random games?", PLAY_GAMES, GAMES)
    return code_lens


_FENCE = re.compile(r"^```.*\n?", re.MULTILINE)
_MARKED = re.compile(r"\*\*(.+?)\*\*|(?<!\*)\*(?!\*)(.+?)\*")


def markup(text: str, formats: Sequence[str] | None) -> lsp.MarkupContent | str:
    """A text in Markdown as it is, or plain for an editor that does not read that.

    `formats` are those that the editor says that it reads; where it says nothing, it
    takes a bare text.
    """
    if lsp.MarkupKind.Markdown in (formats or ()):
        return lsp.MarkupContent(lsp.MarkupKind.Markdown, text)
    plain = _MARKED.sub(lambda m: m[1] or m[2], _FENCE.sub("", text))
    return lsp.MarkupContent(lsp.MarkupKind.PlainText, plain) if formats else plain
