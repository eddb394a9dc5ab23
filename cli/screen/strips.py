"""Places that the rules number: which they are, and which choices speak of them.

`men[0..25]` of a player, or `seeds[0..11]` of nobody, is drawn as a row of places, and
`display[1..5]: area of Tile` as so many zones; cards in a row are numbered by their order.
Where a choice of a number says which place is meant, that place can be clicked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from rulesrun.dsl.compile import Program
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.expressions import Call, Expr, Get, Index, InRange, Read
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.symbols import Local, RoutineSymbol, Variable
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.symbols import Symbol, VariableSymbol
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes


def is_numbered(symbol: VariableSymbol) -> bool:
    """Whether there is one of a variable or zone for each of some numbered places."""
    keys = symbol.keys
    if len(keys) != 1 or not isinstance(keys[0].type, t.IntType):
        return False
    return isinstance(symbol.owner, t.PlayerType | None)


def is_strip(symbol: VariableSymbol) -> bool:
    """Whether a variable holds a number of something for each of some numbered places."""
    return is_numbered(symbol) and _counts(symbol.type)


def is_row(symbol: VariableSymbol) -> bool:
    """Whether components lie there in a row, of a player or of nobody."""
    kind = symbol.type
    return (
        isinstance(kind, t.ZoneType)
        and kind.kind == "row"
        and isinstance(kind.item, t.ComponentType)
        and not symbol.keys
        and isinstance(symbol.owner, t.PlayerType | None)
    )


@lru_cache(maxsize=32)
def rows_beside(core: Core) -> Mapping[str, str]:
    """For variables with numbered places the row of components that these are beside, if the
    same number says which component and which place is meant.
    """
    rows: dict[Local, VariableSymbol] = {}
    places: dict[Local, list[VariableSymbol]] = {}
    for routine in core.routines.values():
        for node in walk(routine.body):
            match node:
                case Index(of=Read(variable=Variable(symbol=symbol)), key=key):
                    if symbol is not None and is_row(symbol):
                        rows |= dict.fromkeys(_locals(key), symbol)
                case Read(variable, keys) | stmt.Place(variable, keys):
                    symbol = variable.symbol
                    if keys and symbol is not None and is_numbered(symbol):
                        for local in _locals(keys[-1]):
                            places.setdefault(local, []).append(symbol)
    return {
        place.name: row.name
        for local, row in rows.items()
        for place in places.get(local, ())
        if place.owner == row.owner
    }


def _locals(key: Expr) -> tuple[Local, ...]:
    """The local that an expression is, whatever range it is held in."""
    while isinstance(key, InRange):
        key = key.of
    return (key.local,) if isinstance(key, Get) else ()


def is_heap(program: Program, symbol: VariableSymbol) -> bool:
    """Whether there are more or fewer of something at each numbered place."""
    return is_strip(symbol) and is_counted(program, symbol)


def is_counted(program: Program, symbol: VariableSymbol) -> bool:
    """Whether it holds pieces, or a number that rules add to or take from: not one that is
    only set, as a die is.
    """
    return isinstance(symbol.type, t.ZoneType) or symbol in _changed(program.world)


@lru_cache(maxsize=32)
def _changed(world: World) -> frozenset[Symbol | None]:
    """The variables that some line adds to or takes from."""
    result = set()
    for node in each(world.file.declarations, nodes.Assign):
        if node.op != "=":
            target = node.target
            while isinstance(target, nodes.Index):
                result.add(world.refs.get(id(target)))
                target = target.of
            result.add(world.refs.get(id(target)))
    return frozenset(result)


def _counts(kind: t.Type) -> bool:
    if isinstance(kind, t.ZoneType):
        return isinstance(kind.item, t.PieceType) and t.bundle_of(kind) is None
    return isinstance(kind, t.IntType)


@lru_cache(maxsize=1024)
def strips_of(core: Core, decision: int) -> Mapping[Local, str]:
    """For the numbers that a decision lets choose, the variable whose places they say.

    A strip comes before zones, and a row after all else.
    """
    result = {}
    for item in core.decisions[decision].items:
        trees: tuple[object, ...] = (item.body, item.head)
        if item.action is not None:
            trees += (item.action.head, _body(core, item.action.symbol))
        elif item.kind == "value":
            trees += (_around(core, decision),)
        for local in item.chosen:
            if isinstance(_one(local.type), t.IntType):
                every = list(_indexed(core, trees, local, set()))
                named = [
                    symbol for symbol in every if is_numbered(symbol) or is_row(symbol)
                ]
                named.sort(key=lambda symbol: (is_row(symbol), not is_strip(symbol)))
                if named:
                    result[local] = named[0].name
    return result


def spoken_of(core: Core) -> frozenset[str]:
    """The variables whose places any decision lets choose by their number."""
    decisions = range(len(core.decisions))
    return frozenset(n for d in decisions for n in strips_of(core, d).values())


def _indexed(
    core: Core, tree: object, local: Local, seen: set[Local]
) -> Iterator[VariableSymbol]:
    """The variables of which a local is the last key, also where it is handed on."""
    seen.add(local)
    for node in walk(tree):
        if isinstance(node, Read | stmt.Place):
            variable: Variable = node.variable
            if variable.symbol and node.keys and is_local(node.keys[-1], local):
                yield variable.symbol
        elif isinstance(node, Index) and is_local(node.key, local):
            if isinstance(node.of, Read) and node.of.variable.symbol is not None:
                yield node.of.variable.symbol
        elif isinstance(node, stmt.ForEach) and is_local(node.of, local):
            if node.local not in seen:
                yield from _indexed(core, node.body, node.local, seen)
        elif isinstance(node, Call | stmt.Carry):
            for param, arg in zip(node.routine.params, node.args, strict=True):
                if is_local(arg, local) and param not in seen:
                    yield from _indexed(core, _body(core, node.routine), param, seen)


def _one(kind: t.Type) -> t.Type:
    """The type of a value, or of each of several."""
    return t.without_none(t.element(t.without_none(kind)) or kind)


def _around(core: Core, decision: int) -> object:
    """The body of the routine that asks a question: what is chosen is used behind it."""
    for routine in core.routines.values():
        for node in walk(routine.body):
            if isinstance(node, stmt.Decide) and node.number == decision:
                return routine.body
    return ()


def _body(core: Core, routine: RoutineSymbol) -> object:
    return core.routines[routine].body


def is_local(expression: Expr, local: Local) -> bool:
    """Whether an expression is a local, whatever range it is held in."""
    return local in _locals(expression)
