"""Tiles that lie turned on a growing grid: how they can lie, and where they fit.

What is printed on the edges of a tile are its fields that are sets of sides. The functions
about them are written in the language of the rules itself, for the fields of that tile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from rulesrun.dsl.problems.spans import put
from rulesrun.dsl.semantics.world import Declared
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.parse import parse
from rulesrun.dsl.syntax.readings import spans_in

TURNS, FITS = "turns", "fits"
SIDES = {"square": ("Side", "place", 4), "hex": ("HexSide", "hex place", 6)}
"""By the shape of a grid: its sides, what a place of it is, how many sides that has."""

TEXT = """language 2

function turns(t: {tile}) -> list of int =
    [n for n in 0..{last} where no m in 0..n - 1 where {alike}]

function fits(g: {shape} grid of {tile}, t: {tile}, c: {place}, n: int) -> bool =
    every s in {side} where g[step(c, s)] is not none has {meeting}
"""
ALIKE = "rotated(t.{name}, m) == rotated(t.{name}, n)"
MEETING = (
    "(s in rotated(t.{name}, n)) == "
    "(s.opposite in rotated(g[step(c, s)].{name}, g[step(c, s)].{angle}))"
)


def turning_functions(world: Declared) -> list[nodes.FunctionDecl]:
    """The functions about tiles that lie turned, if rules call them and have no own."""
    wanted = not_declared(world, world.file.declarations) - world.broken
    grids = [*_grids(world)] if wanted else []
    kinds = {grid.type.name for grid in grids if isinstance(grid.type, nodes.TypeNode)}
    if len(kinds) != 1:
        return []
    result = _read(_text(world, grids[0]), grids[0].name_span.path)
    functions = [decl for decl in result if decl.name in wanted]
    for span in (span for one in functions for span in spans_in(one)):
        put(span, grids[0].name_span)
    return functions


@lru_cache(maxsize=8)
def _read(text: str, path: str) -> tuple[nodes.FunctionDecl, ...]:
    """The functions of a text; editors ask for the same again after every letter."""
    result = parse(text, path).file
    assert result is not None
    return tuple(d for d in result.declarations if isinstance(d, nodes.FunctionDecl))


def not_declared(world: Declared, declarations: Iterable[nodes.Decl]) -> set[str]:
    """Those of these functions that are called, though nothing is called so."""
    called = {
        call.name
        for decl in declarations
        for call in decl.by_kind.get(nodes.Call, ())
        if isinstance(call, nodes.Call)
    }
    return {TURNS, FITS} & called - world.names.keys()


def _grids(world: Declared) -> Iterator[nodes.Variable]:
    """The grids on which components lie turned."""
    for decl in world.file.declarations:
        if isinstance(decl, nodes.StateDecl):
            for variable in decl.variables:
                kind = variable.type
                if variable.turned is None or not isinstance(kind, nodes.TypeNode):
                    continue
                if kind.base in SIDES and kind.name is not None:
                    yield variable


def _text(world: Declared, grid: nodes.Variable) -> str:
    assert isinstance(grid.type, nodes.TypeNode)
    assert grid.turned is not None
    side, place, number = SIDES[grid.type.base]
    printed = [
        field.name
        for decl in world.file.declarations
        if isinstance(decl, nodes.ComponentDecl) and decl.name == grid.type.name
        for field in decl.fields
        if field.type.base == "set" and [t.name for t in field.type.inner] == [side]
    ]
    alike = [ALIKE.format(name=name) for name in printed]
    meeting = [MEETING.format(name=name, angle=grid.turned.text) for name in printed]
    return TEXT.format(
        tile=grid.type.name,
        shape=grid.type.base,
        place=place,
        side=side,
        last=number - 1,
        alike=" and ".join(alike) or "true",
        meeting=" and ".join(meeting) or "true",
    )
