"""Functions that say something for each case: of enums, and those with a line a case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.problems.remedies import near
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import FunctionSymbol, ValueSymbol
from rulesrun.dsl.semantics.world import Declared, World
from rulesrun.dsl.syntax import nodes

ITSELF = "me"
"""How what a value says can name the value itself."""


def enum_functions(decl: nodes.EnumDecl) -> list[nodes.FunctionDecl]:
    """For each function of an enum, the function that asks which value it is given.

    Its first parameter is the value.
    """
    return [_function(decl, function) for function in decl.functions]


def _function(decl: nodes.EnumDecl, function: nodes.EnumFunction) -> nodes.FunctionDecl:
    enum = nodes.TypeNode(span=decl.name_span, base="name", name=decl.name)
    itself = nodes.Param(span=function.name_span, name=ITSELF, type=enum)
    branches: list[tuple[nodes.Expr, nodes.Block]] = []
    for value in decl.values:
        for case in value.cases:
            if case.name == function.name:
                test = nodes.Compare(
                    span=value.span,
                    op="==",
                    left=nodes.Name(span=value.span, text=ITSELF),
                    right=nodes.Attribute(
                        span=value.span,
                        of=nodes.Name(span=value.span, text=decl.name),
                        name=value.name,
                        name_span=value.span,
                    ),
                )
                branches.append((test, _give(case.value, case.cites)))
                break
    if function.default is not None:
        otherwise = _give(function.default, function.cites)
    else:
        otherwise = branches.pop()[1] if branches else ()
    body = otherwise
    if branches:
        body = (
            nodes.If(span=function.span, branches=tuple(branches), otherwise=otherwise),
        )
    return nodes.FunctionDecl(
        span=function.span,
        name=function.name,
        name_span=function.name_span,
        params=(itself, *function.params),
        returns=function.returns,
        body=body,
        of_enum=True,
        cites=function.cites,
    )


def _give(value: nodes.Expr, cites: tuple[nodes.Cite, ...]) -> nodes.Block:
    return (nodes.Return(span=value.span, value=value, cites=cites),)


def misfits(decl: nodes.EnumDecl, broken: frozenset[str]) -> Iterator[Diagnostic]:
    """Values that say nothing of a function, say it twice, or say something else."""
    names = {function.name for function in decl.functions}
    for value in decl.values:
        cases: dict[str, nodes.EnumCase] = {}
        for case in value.cases:
            if case.name in cases:
                yield problem(
                    "duplicate-name",
                    case.name_span,
                    f"`{value.name}` says its `{case.name}` twice",
                    labels=(Label(cases[case.name].name_span, "first here"),),
                    hint="keep one of the two",
                )
            elif case.name not in names and case.name not in broken:
                yield problem(
                    "unknown-function",
                    case.name_span,
                    f"{decl.name} has no function `{case.name}`",
                    mark="unknown",
                    hint=near(case.name, names, case.name_span)
                    or f"declare it above the values:  function {case.name}() -> int",
                )
            cases.setdefault(case.name, case)
        for function in decl.functions:
            if function.default is None and function.name not in cases:
                yield problem(
                    "no-value",
                    value.span,
                    f"`{value.name}` does not say its `{function.name}`",
                    labels=(Label(function.name_span, "each value says it"),),
                    hint=f"add a line under it:  {function.name} = ...",
                )


def lines_about(world: World) -> Mapping[str | tuple[str, int], Sequence[Span]]:
    """Lines of functions by cases, by the component or the value that they are about."""
    result: dict[str | tuple[str, int], list[Span]] = {}
    for function in world.each(FunctionSymbol):
        cases = function.decl.cases
        for keys, place in zip(cases.keys, cases.lines, strict=True) if cases else ():
            for key in keys:
                symbol = world.refs.get(id(key))
                if isinstance(key, nodes.Text):
                    result.setdefault(key.value, []).append(place)
                elif isinstance(symbol, ValueSymbol):
                    result.setdefault((symbol.enum, symbol.index), []).append(place)
    for decl in world.file.declarations:
        if isinstance(decl, nodes.EnumDecl):
            for index, value in enumerate(decl.values):
                for case in value.cases:
                    result.setdefault((decl.name, index), []).append(case.span)
    return result


def check_cases(world: Declared, decl: nodes.FunctionDecl, kind: t.Type) -> None:
    """The lines of a function name each case once, and all of them if nothing else counts.

    `kind` is the type of what they are about.
    """
    cases = decl.cases
    if cases is None or decl.name in world.broken:
        return
    seen: dict[str, nodes.Expr] = {}
    for key in (key for keys in cases.keys for key in keys):
        match key:
            case nodes.Name(text=word) | nodes.Text(value=word):
                if word in seen:
                    world.report(
                        "duplicate-row",
                        key.span,
                        f"`{decl.name}` has two lines for {word}",
                        mark="again",
                        labels=[Label(seen[word].span, "the first one")],
                        hint="remove one of them",
                    )
                seen.setdefault(word, key)
    if cases.last is None or isinstance(kind, t.UnknownType):
        return
    values = (
        [v.name for v in world.enum(kind.name).values]
        if isinstance(kind, t.EnumType)
        else []
    )
    missing = [name for name in values if name not in seen]
    if values and not missing:
        return
    text = ", ".join(f"`{name}`" for name in missing) or "what it does not name"
    world.report(
        "no-value",
        decl.name_span,
        f"`{decl.name}` gives no value for {text}",
        labels=[Label(cases.span, "this may be another one")],
        hint="add a line for it, or say what counts for all others:  , otherwise 0:",
    )
