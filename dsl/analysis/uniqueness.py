"""Whether `the` names one member alone, whichever there are."""

from collections.abc import Iterable

from rulesrun.dsl.analysis.facts import conjuncts, names_in
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import ComponentSymbol, EnumSymbol
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes


def is_the_only_one(world: World, node: nodes.Quantified) -> bool:
    """Whether two members can never both be the one that is meant.

    Members differ in what the tests say is equal to something, or in that by which they are
    ordered: players by their seats, components by fields of which no two have the same
    values. What lies in a zone of each player lies in that of one alone.
    """
    binder = node.binder
    fixed = set(_fixed(world, binder))
    fixed |= {name for order in node.having for name in _named(world, order.by, binder)}
    kind = world.types.get(id(binder.of))
    match t.element(kind) if kind is not None else None:
        case t.PlayerType() if "seat" in fixed:
            return True
        case t.ComponentType((name,)) if fixed and _tells_apart(world, name, fixed):
            return True
        case _:
            return _lies_in_one(world, binder)


def _fixed(world: World, binder: nodes.Binder) -> Iterable[str]:
    """The properties of members that the tests allow one value only."""
    for test in conjuncts(binder.where, binder.name):
        match test:
            case nodes.Compare(op="==", left=left, right=right):
                for one, other in ((left, right), (right, left)):
                    match one:
                        case nodes.Attribute(of=nodes.It(), name=name) if not _of_it(
                            other
                        ):
                            yield name
                        case _:
                            pass
            case _:
                pass


def _of_it(tree: nodes.Expr) -> bool:
    return nodes.It in tree.by_kind


def _named(world: World, by: nodes.Expr, binder: nodes.Binder) -> Iterable[str]:
    """The property of members by which they are ordered without ties, if there is one."""
    match by:
        case nodes.Attribute(of=nodes.Name(text=text), name=name) if (
            text == binder.name
        ):
            yield name
        case nodes.Call(name="position", args=(of, item)) if isinstance(
            of, nodes.Name
        ) and isinstance(world.names.get(of.text), EnumSymbol):
            yield from _named(world, item, binder)
        case _:
            pass


def _tells_apart(world: World, component: str, fields: set[str]) -> bool:
    """Whether no two components of a kind have the same values of these fields."""
    symbol = world.names.get(component)
    if not isinstance(symbol, ComponentSymbol):
        return False
    names = fields & symbol.fields.keys()
    seen: set[tuple[object, ...]] = set()
    for line in world.supply:
        if line.component.text != component:
            continue
        copies = constant_int(world, line.count)
        if line.csv is None and copies != 1:
            return False
        if id(line) in world.partial:
            return False
        for card in world.cards.get(id(line), ()):
            values = tuple(repr(value) for name, value in card.fields if name in names)
            if values in seen:
                return False
            seen.add(values)
    return bool(seen) and bool(names)


def _lies_in_one(world: World, binder: nodes.Binder) -> bool:
    """Whether a component is looked for in the zone that each member has."""
    for test in conjuncts(binder.where):
        match test:
            case nodes.Member(
                item=item, of=nodes.Attribute(of=nodes.Name(text=text)) as zone
            ) if text == binder.name and not test.negated:
                kind = world.types.get(id(zone))
                inside = t.element(kind) if kind is not None else None
                if isinstance(inside, t.ComponentType) and binder.name not in names_in(
                    (item,)
                ):
                    return True
            case nodes.Compare(
                op="==", left=nodes.Index(of=grid, keys=(nodes.Name(text=text),))
            ) if text == binder.name and grid == binder.of:
                kind = world.types.get(id(test.right))
                if isinstance(kind, t.ComponentType):
                    return binder.name not in names_in((test.right,))
            case _:
                pass
    return False
