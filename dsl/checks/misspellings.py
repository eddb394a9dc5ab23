"""Values of an enum that a column brings only by a slip of the pen."""

from collections.abc import Iterator

from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.problems.nearest import one_slip
from rulesrun.dsl.problems.remedies import write
from rulesrun.dsl.semantics.symbols import EnumSymbol, ValueSymbol
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

SHORTEST = 5
"""Shorter names are often alike, such as wood and wool."""


def check_misspellings(world: World, read: Read) -> Iterator[Diagnostic]:
    """A value that one cell brings and no rule names, all but called like a known one.

    Known is what several cells bring or a rule names: so two that are rare and alike, or
    that the rules tell apart, are no slips.
    """
    referenced = {s for s in world.refs.values() if isinstance(s, ValueSymbol)}
    for decl in world.file.declarations:
        if not isinstance(decl, nodes.EnumDecl) or decl.csv is None:
            continue
        enum = world.names.get(decl.name)
        if not isinstance(enum, EnumSymbol) or len(enum.values) != len(decl.values):
            continue
        named = {symbol.name for symbol in referenced if symbol in enum.values}
        names = [v.name for v in decl.values if len(v.cells) > 1 or v.name in named]
        for value in decl.values:
            if len(value.cells) != 1 or value.name in named:
                continue
            if len(value.name) < SHORTEST:
                continue
            candidates = [name for name in names if one_slip(value.name, name)]
            if candidates:
                yield problem(
                    "misspelled-value",
                    value.cells[0],
                    f"no other cell and no rule says `{value.name}`, which is almost "
                    f"`{candidates[0]}`",
                    mark="a slip?",
                    labels=(
                        Label(decl.csv.span, f"it becomes a value of `{decl.name}`"),
                    ),
                    hint=write(
                        value.cells[0],
                        candidates[0],
                        ";  if it is a value of its own, name it in the rules",
                    ),
                )
