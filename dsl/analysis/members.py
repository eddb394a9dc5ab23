"""What is known of a member of a collection, and of what somebody has chosen."""

from rulesrun.dsl.analysis.facts import (
    IT,
    NOTHING,
    Fact,
    Facts,
    inside,
    learned,
    no_less,
    proved,
    replaced,
    so,
    within,
)
from rulesrun.dsl.semantics.symbols import FunctionSymbol
from rulesrun.dsl.semantics.value_types import bundle_of
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes


def bound(world: World, binder: nodes.Binder) -> Facts:
    """What is known of a member of a collection, as long as that does not change."""
    name = nodes.Name(span=binder.name_span, text=binder.name)
    return member(world, name, binder.of)


def member(world: World, name: nodes.Expr, of: nodes.Expr) -> Facts:
    """What is known of something that is in a collection."""
    facts: Facts = frozenset({Fact(of), so(within(name, of))})
    inner = inside(world, of) if isinstance(of, nodes.Call) else of
    match inner:
        case nodes.RangeOf(low=low, high=high):
            return facts | {no_less(name, low), no_less(high, name)}
        case nodes.Quantified(kind="all", binder=binder):
            if binder.where is not None:
                where = replaced(binder.where, {binder.name: name})
                facts |= proved(world, where)
            return facts | member(world, name, binder.of)
        case nodes.Call(name="components", args=(grid,)):
            it = nodes.It(span=name.span)
            there = nodes.Index(span=name.span, of=grid, keys=(it,))
            same = nodes.Compare(span=name.span, op="==", left=there, right=name)
            return facts | {Fact(grid, frozenset({same}))}
        case _:
            return facts


def taken(world: World, name: nodes.Name, value: nodes.Expr) -> Facts:
    """What is known of something that has been taken out of a collection and named."""
    match value:
        case nodes.Quantified(kind="the" | "any", binder=binder):
            result = member(world, name, binder.of)
            if binder.where is not None:
                result |= proved(world, replaced(binder.where, {binder.name: name}))
            return result
        case nodes.Call(
            name="first" | "last" | "top" | "bottom" | "random", args=(of,)
        ):
            if not isinstance(world.refs.get(id(value)), FunctionSymbol):
                return member(world, name, of)
            return NOTHING
        case _:
            return NOTHING


def chosen(world: World, choice: nodes.Choose) -> Facts:
    """What is known of what has been chosen, and of that from which it has been."""
    name = nodes.Name(span=choice.name_span, text=choice.name)
    facts: Facts = NOTHING
    if not choice.several:
        facts |= member(world, name, choice.of)
        for part in choice.where:
            facts = learned(
                world, facts, proved(world, replaced(part.test, {IT: name}))
            )
    else:
        least = None if choice.least is None else constant_int(world, choice.least)
        if least is not None and least > 0:
            facts |= {Fact(name, least=least), Fact(choice.of, least=least)}
        kind = world.types.get(id(choice.of))
        if kind is not None and bundle_of(kind) is not None:
            facts |= {no_less(choice.of, name)}
        size = nodes.Call(
            span=name.span, name="size", name_span=name.span, args=(name,)
        )
        if choice.least is not None:
            facts |= {no_less(size, choice.least)}
        if choice.most is not None:
            facts |= {no_less(choice.most, size)}
    for condition in choice.require:
        facts = learned(world, facts, proved(world, condition.test))
    return facts


def about(world: World, binder: nodes.Binder) -> Facts:
    """What is known inside a loop about what its name stands for, round by round."""
    result = NOTHING if binder.where is None else proved(world, binder.where)
    if isinstance(binder.of, nodes.Standings | nodes.Regions):
        result |= {Fact(nodes.Name(span=binder.name_span, text=binder.name))}
    return result
