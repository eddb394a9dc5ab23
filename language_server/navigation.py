"""Hover, definition, references, rename: what follows from the name at a place."""

import re
from collections.abc import Iterator
from typing import Any

from attrs import frozen

from rulesrun.dsl.compile import compile_rules
from rulesrun.dsl.problems.diagnostics import Diagnostic, Edit, Severity
from rulesrun.dsl.problems.remedies import applied
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.implicit_arguments import CALLS, handed_on
from rulesrun.dsl.semantics.narrowing import each, walk
from rulesrun.dsl.semantics.symbols import LocalSymbol, Symbol
from rulesrun.dsl.semantics.value_types import UnknownType, spelled
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.words import RESERVED
from rulesrun.dsl.text import lines_of
from rulesrun.language_server.analysis import Analysis, Workspace
from rulesrun.language_server.describing import (
    declaration_at,
    description,
    innermost,
    quoted,
    word_of_the_language,
)
from rulesrun.language_server.places import holds

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Refused(Exception):
    """Why a name cannot be changed, in a sentence."""


@frozen
class Found:
    """A text about what stands at a place."""

    text: str
    span: Span


def hover(analysis: Analysis, line: int, column: int) -> Found | None:
    """What is known of what stands there, as Markdown."""
    world, path = analysis.world, analysis.path
    if world is None:
        return None
    here = Span(path, line, column, line, column)
    cite = _cite_at(analysis, line, column)
    if cite is not None:
        text = quoted(analysis, iter([cite.paragraph]))
        return Found(text[0], cite.span) if text else None
    one = analysis.occurrences.at(path, line, column)
    if one is not None:
        return Found(description(analysis, one.symbol), one.span)
    word = _word_at(analysis, line, column)
    about = word_of_the_language(word[0]) if word else None
    if word is not None and about is not None:
        place = Span(path, line, word.start() + 1, line, word.end() + 1)
        decl = declaration_at(world, here)
        cites = [n for n in walk(decl) if isinstance(n, nodes.Cite)] if decl else []
        numbers = (c.paragraph for c in cites if c.span.line == line)
        return Found("\n\n".join([about, *quoted(analysis, numbers)]), place)
    node = innermost(world, path, line, column)
    kind = world.types.get(id(node)) if node is not None else None
    if node is None or kind is None or isinstance(kind, UnknownType):
        return None
    return Found(f"```rules\n{spelled(kind)}\n```", node.span)


def definition(analysis: Analysis, line: int, column: int) -> Span | None:
    """Where the name that stands there is declared, or the paragraph begins."""
    cite = _cite_at(analysis, line, column)
    if cite is not None:
        paragraph = analysis.paragraphs.get(cite.paragraph)
        if paragraph is None or analysis.rulebook is None:
            return None
        return Span(analysis.rulebook, paragraph.line, 1, paragraph.line, 1)
    one = analysis.occurrences.at(analysis.path, line, column)
    if one is not None and one.symbol.span is not None:
        span, size = one.symbol.span, len(one.symbol.name)
        return Span(span.path, span.line, span.column, span.line, span.column + size)
    return _file_named(analysis, line, column)


def references(
    workspace: Workspace, path: str, line: int, column: int
) -> dict[Span, bool]:
    """Every place of the name that stands there; whether it is declared there."""
    analysis = workspace.analysis(path)
    one = analysis.occurrences.at(path, line, column) if analysis is not None else None
    if one is None:
        return {}
    result: dict[Span, bool] = {}
    for other in workspace.all_with(_home(one.symbol, path)):
        for place in other.occurrences.of(one.symbol):
            result[place.span] = place.declares
    return dict(sorted(result.items()))


def renameable(analysis: Analysis, line: int, column: int) -> Span:
    """The name at a place; raises Refused if it is none that can be changed."""
    one = analysis.occurrences.at(analysis.path, line, column)
    if one is None:
        raise Refused("no name that the rules declare stands here")
    if one.symbol.span is None:
        raise Refused(f"`{one.symbol.name}` belongs to the language itself")
    return one.span


def rename(
    workspace: Workspace, path: str, line: int, column: int, new: str
) -> list[Edit]:
    """The changes that give a name another name everywhere.

    Raises Refused where that is no name, or where the rules would not mean the same.
    """
    analysis = workspace.analysis(path)
    if analysis is None:
        raise Refused("the file cannot be read")
    renameable(analysis, line, column)
    if not _NAME.fullmatch(new):
        raise Refused("names are Latin letters, digits and `_`")
    if new in RESERVED:
        raise Refused(f"`{new}` is a word of the language and cannot name anything")
    edits = [Edit(s, new) for s in references(workspace, path, line, column)]
    edits += _explicit_arguments(workspace, path, line, column, new)
    for wrong in _new_problems(workspace, path, edits):
        raise Refused(f"then {wrong.span}: {wrong.message}")
    return edits


def _explicit_arguments(
    workspace: Workspace, path: str, line: int, column: int, new: str
) -> Iterator[Edit]:
    """What is to be written where a name was handed on because it was called the same."""
    analysis = workspace.analysis(path)
    one = analysis.occurrences.at(path, line, column) if analysis is not None else None
    if one is None or not isinstance(one.symbol, LocalSymbol):
        return
    for other in workspace.all_with(_home(one.symbol, path)):
        world = other.world
        for decl in world.file.declarations if world is not None else ():
            assert world is not None
            node: Any
            for node in each(decl, *CALLS):
                implicit = handed_on(node)
                called: Any = world.names.get(node.name)
                if not implicit or (isinstance(node, nodes.MenuAction) and node.bare):
                    continue
                symbols = [world.refs.get(id(arg)) for arg in implicit]
                if one.symbol in symbols or one.symbol in called.params:
                    names = (
                        new if symbol is one.symbol else arg.text
                        for arg, symbol in zip(implicit, symbols, strict=True)
                    )
                    text = other.occurrences.texts[node.name_span.path]
                    yield _written_out(text, node, ", ".join(names))


def _written_out(text: str, node: Any, names: str) -> Edit:
    """The change that puts names in front of what is written between the brackets."""
    at = node.name_span
    row = lines_of(text)[at.line - 1]
    end = at.column + len(node.name)
    if row[end - 1 : end] != "(":
        return Edit(Span(at.path, at.line, end, at.line, end), f"({names})")
    empty = row[end:].lstrip().startswith(")")
    place = Span(at.path, at.line, end + 1, at.line, end + 1)
    return Edit(place, names if empty else f"{names}, ")


def _home(symbol: Symbol, path: str) -> str:
    return symbol.span.path if symbol.span is not None else path


def _new_problems(
    workspace: Workspace, path: str, edits: list[Edit]
) -> Iterator[Diagnostic]:
    """The errors that were not there before these changes."""
    texts: dict[str, str] = {}
    for changed in {edit.span.path for edit in edits}:
        before = workspace.text(changed) or ""
        inside = [edit for edit in edits if edit.span.path == changed]
        texts[changed] = applied(before, inside)
    changed_host = Workspace(workspace.host, {**workspace.opened, **texts})
    for changed in texts:
        before_it = workspace.analysis(changed)
        text = changed_host.text(changed)
        if before_it is None or text is None:
            continue
        read, readings = changed_host.read(changed), workspace.readings.copy()
        after = compile_rules(text, changed, read, readings=readings)
        count_before = sum(map(_is_error, before_it.compilation.diagnostics))
        errors = [d for d in after.diagnostics if _is_error(d)]
        if len(errors) > count_before:
            yield errors[0]


def _is_error(diagnostic: Diagnostic) -> bool:
    return diagnostic.severity is Severity.ERROR


def _cite_at(analysis: Analysis, line: int, column: int) -> nodes.Cite | None:
    if analysis.world is None:
        return None
    here = Span(analysis.path, line, column, line, column)
    decl = declaration_at(analysis.world, here)
    for node in walk(decl) if decl is not None else ():
        if isinstance(node, nodes.Cite) and holds(node.span, line, column):
            return node
    return None


def _word_at(analysis: Analysis, line: int, column: int) -> re.Match[str] | None:
    row = analysis.lines[line - 1] if 0 < line <= len(analysis.lines) else ""
    text = row.partition("#")[0]
    for word in re.finditer(r'"[^"]*"|[A-Za-z_]\w*', text):
        if word.start() < column <= word.end() + 1 and word[0][0] != '"':
            return word
    return None


def _file_named(analysis: Analysis, line: int, column: int) -> Span | None:
    """The beginning of the file that a text at that place names."""
    row = analysis.lines[line - 1] if 0 < line <= len(analysis.lines) else ""
    for word in re.finditer(r'"([^"]+)"', row):
        if word.start() < column <= word.end() + 1:
            for path in analysis.texts:
                if path.endswith(word[1].lstrip("./")) and path != analysis.path:
                    return Span(path, 1, 1, 1, 1)
    return None
