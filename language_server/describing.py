"""What a name stands for, in words: its declaration, its comment, its paragraphs."""

from collections.abc import Iterator

from rulesrun.dsl.builtins import FUNCTIONS
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.semantics.value_types import Type, spelled
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.vocabulary import DECLARATIONS, STATEMENTS
from rulesrun.language_server.analysis import Analysis
from rulesrun.language_server.places import holds

MOST_PARAGRAPHS = 5
"""So many cited paragraphs are quoted."""


def signature(symbol: sym.Symbol) -> str:
    """A declared name with its type, as a rules file would write it."""
    kind: Type | None = getattr(symbol, "type", None)
    match symbol:
        case (
            sym.FunctionSymbol()
            | sym.AmountSymbol()
            | sym.RuleSymbol()
            | sym.ActionSymbol()
        ):
            params = ", ".join(f"{p.name}: {spelled(p.type)}" for p in symbol.params)
            end = ""
            if isinstance(symbol, sym.FunctionSymbol) and symbol.returns is not None:
                end = f" -> {spelled(symbol.returns)}"
            bare = isinstance(symbol, sym.RuleSymbol) and not params
            return f"{symbol.what} {symbol.name}{'' if bare else f'({params})'}{end}"
        case sym.EventSymbol():
            params = ", ".join(f"{p.name}: {spelled(p.type)}" for p in symbol.params)
            return f"event {symbol.name}({params})"
        case sym.TableSymbol():
            columns = [
                ", ".join(f"{name}: {spelled(t)}" for name, t in group)
                for group in (symbol.keys, symbol.values)
            ]
            return f"table {symbol.name} ({' -> '.join(columns)})"
        case sym.ValueSymbol():
            return f"{symbol.name}: {symbol.enum}"
        case _ if kind is not None:
            return f"{symbol.name}: {spelled(kind)}"
        case _:
            return f"{symbol.what} {symbol.name}"


def comment_above(lines: list[str], line: int) -> str:
    """The comment in the lines right above a line, or at its end."""
    result: list[str] = []
    at = line - 2
    while 0 <= at < len(lines) and lines[at].strip().startswith("#"):
        result.insert(0, lines[at].strip().lstrip("#").strip())
        at -= 1
    return "\n".join(text for text in result if text.strip("- "))


def declaration_at(world: World, span: Span) -> nodes.Decl | None:
    """The declaration that a place lies in: it reaches to the next one of its file."""
    before = [
        decl
        for decl in world.file.declarations
        if decl.span.path == span.path and decl.span.line <= span.line
    ]
    return before[-1] if before else None


def cites_of(world: World, symbol: sym.Symbol) -> Iterator[str]:
    """The paragraphs that what declares a name cites: its line, else all that is in it."""
    if symbol.span is None:
        return
    decl = declaration_at(world, symbol.span)
    if decl is None:
        return
    cites = [n for n in walk(decl) if isinstance(n, nodes.Cite)]
    own = [c for c in cites if c.span.line == symbol.span.line]
    inner = symbol.span.line != decl.span.line
    for cite in own if own or inner else cites:
        yield cite.paragraph


def description(analysis: Analysis, symbol: sym.Symbol) -> str:
    """A name as Markdown: what it is, what is said of it, what it follows from."""
    parts = [f"```rules\n{signature(symbol)}\n```"]
    labels = getattr(symbol, "labels", None) or getattr(
        getattr(symbol, "decl", None), "labels", None
    )
    if isinstance(labels, nodes.Labels) and labels.text:
        also = ", ".join(text for _, text in labels.translations)
        parts.append(f"*{labels.text}*" + (f" ({also})" if also else ""))
    if symbol.span is not None:
        lines = analysis.lines_at(symbol.span.path)
        if comment := comment_above(lines, symbol.span.line):
            parts.append(comment)
        if analysis.world is not None:
            parts += quoted(analysis, cites_of(analysis.world, symbol))
    return "\n\n".join(parts)


def quoted(analysis: Analysis, numbers: Iterator[str]) -> list[str]:
    """Paragraphs of the rulebook as Markdown, each once."""
    wanted = list(dict.fromkeys(numbers))
    if not wanted:
        return []
    paragraphs = analysis.paragraphs
    result = [f"**{n}** {paragraphs[n].text}" for n in wanted if n in paragraphs]
    more = [f"and {len(result) - MOST_PARAGRAPHS} more"] * (
        len(result) > MOST_PARAGRAPHS
    )
    return [*result[:MOST_PARAGRAPHS], *more]


def word_of_the_language(word: str) -> str | None:
    """What a word of the language is for, as Markdown."""
    if word in FUNCTIONS:
        function = FUNCTIONS[word]
        return f"```rules\n{function.written}\n```\n\n{function.about}"
    example = DECLARATIONS.get(word) or STATEMENTS.get(word)
    return None if example is None else f"```rules\n{example}\n```"


def innermost(world: World, path: str, line: int, column: int) -> nodes.Node | None:
    """The smallest expression at a place whose type is known."""
    decl = declaration_at(world, Span(path, line, column, line, column))
    result: nodes.Node | None = None
    for node in walk(decl) if decl is not None else ():
        if id(node) in world.types and holds(node.span, line, column):
            result = node
    return result
