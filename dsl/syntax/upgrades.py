"""Older ways to say something, and how it is said now: what each would be rewritten to.

One way to count and one to filter: `count x in S where P` and `all x in S where P`. Whether
a rewriting means the same is for others to prove: here only the words are known.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulesrun.dsl.problems.diagnostics import Edit
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.text import lines_of

OPPOSITES = {"some": "no", "no": "some"}


@frozen
class Upgrade:
    """A piece of a text, and what stands in its place now."""

    edit: Edit
    old: str

    @property
    def span(self) -> Span:
        """Where it is."""
        return self.edit.span


def upgrades(file: nodes.RuleFile | None, text: str) -> list[Upgrade]:
    """What could be said otherwise in the rules of a file, if it can be read.

    Scenarios are left as they are.
    """
    lines = lines_of(text)
    result: dict[Span, Upgrade] = {}
    for decl in file.declarations if file is not None else ():
        if isinstance(decl, nodes.ScenarioDecl | nodes.PositionDecl):
            continue
        for node, alone in _expressions(decl):
            new = _said_now(node, lines)
            if new is not None:
                replacement = new if alone else f"({new})"
                edit = Edit(node.span, replacement)
                result.setdefault(node.span, Upgrade(edit, _source(node.span, lines)))
    return list(result.values())


def inner_first(result: list[Upgrade]) -> list[Upgrade]:
    """Those that contain no other one: they can be made at once."""
    return [
        one
        for one in result
        if not any(
            _contains(one.span, other.span) for other in result if other is not one
        )
    ]


def rewritten(text: str, changes: list[Upgrade]) -> str:
    """The text with these in it, which do not overlap."""
    rows = text.split("\n")
    for one in sorted(changes, key=lambda one: one.span, reverse=True):
        span = one.span
        first, last = span.line - 1, span.end_line - 1
        before = rows[first][: span.column - 1]
        after = rows[last][span.end_column - 1 :]
        rows[first : last + 1] = (before + one.edit.text + after).split("\n")
    return "\n".join(rows)


def _contains(outer: Span, inner: Span) -> bool:
    begins = (outer.line, outer.column) <= (inner.line, inner.column)
    ends = (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)
    return outer.path == inner.path and begins and ends and outer != inner


def _source(span: Span, lines: list[str]) -> str:
    rows = list(lines[span.line - 1 : span.end_line])
    rows[-1] = rows[-1][: span.end_column - 1]
    rows[0] = rows[0][span.column - 1 :]
    return "\n".join(rows)


def _expressions(decl: nodes.Decl) -> Iterator[tuple[nodes.Node, bool]]:
    """Every expression, and whether it may end as it likes: nothing follows it."""
    pending: list[tuple[nodes.Node, bool]] = [(decl, True)]
    while pending:
        node, alone = pending.pop()
        yield node, alone
        inside = isinstance(node, nodes.Expr | nodes.Binder)
        for part in _parts(node):
            inner = not inside or isinstance(node, nodes.Call)
            pending.append((part, inner and isinstance(part, nodes.Expr)))


def _parts(node: nodes.Node) -> Iterator[nodes.Node]:
    pending = [getattr(node, a.name) for a in type(node).__attrs_attrs__]
    while pending:
        part = pending.pop()
        if isinstance(part, tuple):
            pending.extend(part)
        elif isinstance(part, nodes.Node):
            yield part


def _said_now(node: nodes.Node, lines: list[str]) -> str | None:
    match node:
        case nodes.Call(
            name="size", args=(nodes.ListFor() | nodes.Quantified() as of,)
        ):
            whole = _filtered(of, lines)
            return None if whole is None else f"count {whole}"
        case nodes.ListFor():
            whole = _filtered(node, lines)
            return None if whole is None else f"all {whole}"
        case nodes.Not(of=nodes.Quantified(kind=kind, binder=binder)):
            opposite = OPPOSITES.get(kind)
            return None if opposite is None else f"{opposite} {_bound(binder, lines)}"
        case nodes.IsEmpty(of=nodes.Quantified(kind="all", having=()) as of):
            word = "some" if node.negated else "no"
            return f"{word} {_bound(of.binder, lines)}"
        case _:
            return None


def _filtered(node: nodes.ListFor | nodes.Quantified, lines: list[str]) -> str | None:
    """`x in S where P` of what gives just these."""
    match node:
        case nodes.ListFor(item=nodes.Name(text=name), more=()):
            if name != node.binder.name or node.binder.where is None:
                return None
        case nodes.Quantified(kind="all", having=()):
            pass
        case _:
            return None
    return _bound(node.binder, lines)


def _bound(binder: nodes.Binder, lines: list[str]) -> str:
    of = _source(binder.of.span, lines)
    text = f"{binder.name} in {of}"
    if binder.where is not None:
        text += f" where {_source(binder.where.span, lines)}"
    return text


def said_in_edition_2(file: nodes.RuleFile | None, text: str) -> list[Edit]:
    """The calls of functions that edition 2 does not know, as it says them.

    Those that have no exact counterpart are left as they are, and all that a file
    declares itself.
    """
    lines = lines_of(text)
    edits: list[Edit] = []
    declared = {getattr(decl, "name", "") for decl in file.declarations} if file else ()
    for decl in file.declarations if file is not None else ():
        if isinstance(decl, nodes.EnumDecl) and decl.functions:
            edits += _functions_by_cases(decl, lines)
            continue
        for node, alone in _expressions(decl):
            new: str | None = None
            compared = False
            if isinstance(node, nodes.Call) and node.name not in declared:
                new = _function_now(node, lines)
                compared = node.name == "covers" and not alone
            elif isinstance(node, nodes.Fold) and node.name == "distinct":
                new = f"{{{_source(node.span, lines).removeprefix('distinct')[1:-1]}}}"
            if new is not None:
                edits.append(Edit(node.span, f"({new})" if compared else new))
    return edits


def _functions_by_cases(decl: nodes.EnumDecl, lines: list[str]) -> Iterator[Edit]:
    """The functions of an enum as declarations below it, with a line for each value."""
    for inner in (*decl.functions, *(case for v in decl.values for case in v.cases)):
        first, last = inner.span.line, _last_line(inner)
        yield Edit(Span(decl.span.path, first, 1, *_below(last, lines)), "")
    for value in decl.values:
        if value.cases:
            at, line = value.span.end_column, value.span.line
            yield Edit(Span(decl.span.path, line, at - 1, line, at), "")
    texts = [_by_cases(decl, function, lines) for function in decl.functions]
    line, column = _below(_last_line(decl), lines)
    before = "\n" if column == 1 else "\n\n"
    below = Span(decl.span.path, line, column, line, column)
    yield Edit(below, before + "\n".join(texts))


def _by_cases(
    decl: nodes.EnumDecl, function: nodes.EnumFunction, lines: list[str]
) -> str:
    params = [f"me: {decl.name}", *(_source(p.span, lines) for p in function.params)]
    returns = _source(function.returns.span, lines)
    head = f"function {function.name}({', '.join(params)}) -> {returns} by me"
    if function.default is not None:
        head += f", otherwise {_source(function.default.span, lines)}"
    rows = [" ".join([f"{head}:", *_cited(function, lines)])]
    for value in decl.values:
        for case in value.cases:
            if case.name == function.name:
                first, *others = lines[case.span.line - 1 : _last_line(case)]
                text = first[case.span.column - 1 :].partition("=")[2].strip()
                rows += [f"    {value.name}: {text}", *others]
    return "".join(f"{row}\n" for row in rows)


def _cited(function: nodes.EnumFunction, lines: list[str]) -> Iterator[str]:
    places = dict.fromkeys(cite.span for cite in function.cites)
    return (_source(place, lines) for place in places)


def _below(line: int, lines: list[str]) -> tuple[int, int]:
    """Where the line below begins; where a text ends without one, the end of the line."""
    return (line + 1, 1) if line < len(lines) else (line, len(lines[line - 1]) + 1)


def _last_line(node: nodes.Node) -> int:
    inner = (_last_line(part) for part in _parts(node))
    return max([node.span.end_line, *inner])


def _function_now(node: nodes.Call, lines: list[str]) -> str | None:
    args = [_source(arg.span, lines) for arg in node.args]
    match node.name, args:
        case "covers", [a, b]:
            return f"{a} >= {b}"
        case "cell_at", [board, row, column]:
            return f"{board}[{row}, {column}]"
        case "distinct", [items]:
            return f"{{each for each in {items}}}"
        case _:
            return None
