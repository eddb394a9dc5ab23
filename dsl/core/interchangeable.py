"""Which copies of a card or a tile are one option: those that rules cannot tell apart.

They look alike and lie in one zone, no variable of theirs differs, and where that zone
has an order, no rule asks at which place a component of the kind lies. A component that
a condition of the choice or a variable of the game names stands apart from its copies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.context import Context
from rulesrun.dsl.core.lower_expressions import Expressions
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

ORDERED = ("deck", "pile", "row")
"""Zones whose components lie one behind the other."""

PLACES = ("bottom", "first", "last", "reversed", "top")
"""Functions that ask what lies at a place of a zone; `position` asks for the place."""

SIMPLE = (t.BoolType, t.CellType, t.EnumType, t.IntType, t.PlayerType)
"""Values that all engines compare as numbers."""


def told_apart(
    expressions: Expressions, line: nodes.Choose, candidate: Local
) -> tuple[core.Expr, ...] | None:
    """Of the candidates that look alike, what those differ in that are another option.

    None where each candidate is an option of its own.
    """
    context, of = expressions.context, line.of
    world = context.world
    zone, kind = world.types.get(id(of)), t.without_none(candidate.type)
    if not isinstance(zone, t.ZoneType) or not isinstance(kind, t.ComponentType):
        return None  # copies that lie elsewhere are another choice
    symbol = world.refs.get(id(of))
    if isinstance(symbol, VariableSymbol) and not _is_seen(symbol, by_owner=True):
        return None  # who cannot see them chooses by where they lie
    if not _has_copies(context, kind):
        return None
    if zone.kind in ORDERED:
        compared = context.asked_places
        if compared is None:
            compared = context.asked_places = asked_places(world)
        if symbol in compared or any(_overlap(one, kind) for one in compared):
            return None
    comparisons = list(_asked_of(world, line))
    if not all(map(_cannot_fail, comparisons)):
        return None
    component = core.Get(candidate, type=kind, span=of.span)
    result = [expressions.expr(node) for node in comparisons]
    result += _tests_of_variables(context, kind, component, of.span)
    for variable in world.variables:
        keys = [key.type for key in variable.all_keys]
        if not any(_overlap(key, kind) for key in keys):
            continue
        if len(keys) > 1 or keys[0] != kind or not _is_seen(variable):
            return None
        if not isinstance(t.without_none(variable.type), SIMPLE):
            return None
        family = context.variable(variable)
        result.append(core.Read(family, (component,), type=family.type, span=of.span))
    return tuple(result)


def _asked_of(
    world: World, line: nodes.Choose
) -> Iterator[nodes.Compare | nodes.Member]:
    """Where conditions of a choice compare its candidate with components, and not with names.

    What is asked of each of several others (`no x in row where x == it`) is left out: these
    are asked for all copies alike.
    """
    symbols = (world.refs.get(id(line)), world.candidates.get(id(line)))
    lines = (*line.where, *line.require)
    bound = {binder.name for binder in each(lines, nodes.Binder)}
    for node in _comparisons(lines):
        sides = _sides(node)
        types = [t.without_none(world.types.get(id(side), t.NONE)) for side in sides]
        if any(isinstance(side, nodes.Text) for side in sides):
            continue
        if not (isinstance(types[0], t.ComponentType) and _holds(types[1], types[0])):
            continue
        names = {name.text for name in each(sides, nodes.Name)}
        are_candidates = [_is_candidate(world, side, symbols) for side in sides]
        if sum(are_candidates) == 1 and bound.isdisjoint(names):
            yield node


def _cannot_fail(node: nodes.Compare | nodes.Member) -> bool:
    """Whether a comparison can be made before what stands in front of it is asked."""
    named = nodes.Name | nodes.It | nodes.NoneValue
    return all(
        isinstance(side, named)
        or (
            isinstance(side, nodes.ListOf | nodes.SetOf)
            and all(isinstance(item, named) for item in side.items)
        )
        for side in _sides(node)
    )


def _tests_of_variables(
    context: Context, kind: t.ComponentType, candidate: core.Expr, span: Span
) -> Iterator[core.Expr]:
    """Whether a candidate is what a variable of the game holds, for each such variable."""
    for symbol in context.world.variables:
        held = t.without_none(symbol.type)
        if symbol.all_keys or not _is_seen(symbol) or not _holds(held, kind):
            continue
        variable = context.variable(symbol)
        value = core.Read(variable, (), type=variable.type, span=span)
        if isinstance(held, t.ComponentType):
            yield core.Compare("==", candidate, value, type=t.BOOL, span=span)
        else:
            yield core.In(candidate, value, type=t.BOOL, span=span)


def _comparisons(
    lines: Iterable[nodes.Node],
) -> Iterator[nodes.Compare | nodes.Member]:
    for node in each(lines, nodes.Compare, nodes.Member):
        assert isinstance(node, nodes.Compare | nodes.Member)
        yield node


def _sides(node: nodes.Compare | nodes.Member) -> tuple[nodes.Expr, nodes.Expr]:
    if isinstance(node, nodes.Member):
        return node.item, node.of
    return node.left, node.right


def _holds(one: object, kind: t.ComponentType) -> bool:
    """Whether a type is one of components of a kind, or of a collection of them."""
    if isinstance(one, t.ListType | t.SetType):
        return _overlap(t.without_none(one.item), kind)
    return _overlap(one, kind)


def _is_candidate(
    world: World, side: nodes.Expr, symbols: tuple[object, object]
) -> bool:
    return isinstance(side, nodes.It) or world.refs.get(id(side)) in symbols


def _is_seen(symbol: VariableSymbol, *, by_owner: bool = False) -> bool:
    """Whether nothing hides it, or it may be nothing but `seen by owner`."""
    by = symbol.decl.seen_by
    owner = by_owner and isinstance(by, nodes.Name) and by.text == "owner"
    return not symbol.decl.secret and (by is None or owner)


def _has_copies(context: Context, kind: t.ComponentType) -> bool:
    """Whether some components of a kind only look different by their numbers."""
    setting = context.setting
    return any(
        setting.components[number].face != number
        for name in kind.names
        for number in setting.spans[name]
    )


def asked_places(world: World) -> frozenset[VariableSymbol | t.ComponentType]:
    """The zones of which rules ask what lies at which place.

    Kinds of components stand for all zones where a list of theirs is asked about.
    """
    return frozenset(_compared_places(world))


def _compared_places(world: World) -> Iterator[VariableSymbol | t.ComponentType]:
    for node in each(_rules(world), nodes.Call, nodes.Index):
        match node:
            case nodes.Call(name="position", args=(of, *_)):
                held = world.types.get(id(of))
                if isinstance(held, t.ListType) and isinstance(
                    held.item, t.ComponentType
                ):
                    yield held.item
            case nodes.Call(name=name, args=(of,)) if name in PLACES:
                pass
            case nodes.Index(of=of) if not _is_variable(world, node):
                pass
            case _:
                continue
        symbol = world.refs.get(id(of))
        zone = world.types.get(id(of))
        if isinstance(zone, t.ZoneType) and zone.kind in ORDERED:
            if zone.kind == "deck" and not _asks_for_place(node):
                continue  # nobody sees what lies where
            if isinstance(symbol, VariableSymbol):
                yield symbol
            elif isinstance(zone.item, t.ComponentType):
                yield zone.item


def _rules(world: World) -> tuple[nodes.Node, ...]:
    """All declarations but those that test the others."""
    tests = nodes.ScenarioDecl | nodes.PositionDecl
    whole = (*world.file.declarations, *world.derived)
    return tuple(d for d in whole if not isinstance(d, tests))


def _asks_for_place(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Call) and node.name == "position"


def _is_variable(world: World, node: nodes.Expr) -> bool:
    return isinstance(world.refs.get(id(node)), VariableSymbol)


def _overlap(one: object, other: t.ComponentType) -> bool:
    if not isinstance(one, t.ComponentType):
        return False
    return not set(one.names).isdisjoint(other.names)
