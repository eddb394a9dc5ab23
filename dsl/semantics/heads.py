"""Shared heads: the choices and conditions that several actions begin with, written once.

Where an action says `head placing(p, tile)`, the lines of that head stand, with what it
is given in place of its parameters. Later passes see the lines only.
"""

from __future__ import annotations

from attrs import evolve

from rulesrun.dsl.problems.diagnostics import Label
from rulesrun.dsl.problems.remedies import near
from rulesrun.dsl.semantics.symbols import ActionSymbol, HeadSymbol
from rulesrun.dsl.semantics.world import Declared, Declaring
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.copies import copied


def share_heads(world: Declaring) -> None:
    """Put the lines of shared heads into the actions that begin with them."""
    for symbol in world.each(HeadSymbol):
        _check_names(world, symbol.decl)
    declarations: list[nodes.Decl] = []
    for decl in world.file.declarations:
        if isinstance(decl, nodes.HeadDecl):
            continue  # what counts are its lines where they are used
        if isinstance(decl, nodes.ActionDecl):
            whole = with_shared_heads(world, decl)
            action = world.symbol_of(ActionSymbol, decl)
            if action is not None:
                action.decl = whole
            decl = whole
        declarations.append(decl)
    world.file = evolve(world.file, declarations=tuple(declarations))


def _check_names(world: Declared, decl: nodes.HeadDecl) -> None:
    """What a head chooses or names is called otherwise than what it is given."""
    params = {param.name: param for param in decl.params}
    for line in decl.lines:
        if isinstance(line, nodes.Choose | nodes.Let) and line.name in params:
            world.report(
                "shadowed-name",
                line.name_span,
                f"`{line.name}` means something else already",
                mark="the same name",
                labels=[Label(params[line.name].span, "this name")],
                hint="take another name, so that nobody mixes them up",
            )


def with_shared_heads(world: Declared, decl: nodes.ActionDecl) -> nodes.ActionDecl:
    """An action with the lines of the shared heads that it begins with."""
    lines: list[nodes.HeadLine] = []
    shared: list[tuple[int, nodes.SharedHead]] = []
    for line in decl.head:
        if not isinstance(line, nodes.SharedHead):
            lines.append(line)
            continue
        head = world.get(HeadSymbol, line.name)
        if head is None:
            _unknown(world, line)
            continue
        head.used = True
        shared.append((len(lines), line))
        names = (param.name for param in head.decl.params)
        arguments = dict(zip(names, line.args, strict=False))
        for inner in head.decl.lines:
            here = copied(inner, arguments)
            lines.append(evolve(here, cites=inner.cites + line.cites))
    return evolve(decl, head=tuple(lines), shared=tuple(shared))


def _unknown(world: Declared, line: nodes.SharedHead) -> None:
    heads = [head.name for head in world.each(HeadSymbol)]
    if world.excuses(line.name, heads, "head"):
        return
    other = world.names.get(line.name)
    world.report(
        "unknown-name",
        line.name_span,
        f"`{line.name}` is a {other.what}, and no head"
        if other is not None
        else f"no head is called `{line.name}`",
        mark="unknown",
        labels=[Label(other.span, "declared here")]
        if other is not None and other.span is not None
        else world.nearest_labels(line.name, heads),
        hint=near(line.name, heads, line.name_span)
        or f"declare it:  head {line.name}(p: player):",
    )
