"""What is known where something has just been moved, drawn or set."""

from rulesrun.dsl.analysis.changes import Effects
from rulesrun.dsl.analysis.emptiness import size_of
from rulesrun.dsl.analysis.facts import NOTHING, Fact, Facts, names_in, no_less
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes


def arrived(world: World, effects: Effects, node: nodes.Stmt, before: Facts) -> Facts:
    """What a line brings about, by what was known before it."""
    match node:
        case nodes.Move(what=what, to=to):
            kind = t.without_none(world.types.get(id(what), t.UNKNOWN))
            alone = isinstance(kind, t.ComponentType)
            least = 1 if alone else size_of(world, before, what)
            return _holds(world, effects, node, to.zone, least)
        case nodes.Draw(count=count, source=source, to=to, up_to=False):
            least = constant_int(world, count) or 0
            result = _holds(world, effects, node, to.zone, least)
            there = (f.least for f in before if f.of == source and not f.tests)
            left = max(there, default=0) - least
            if least > 0 and left > 0 and _is_apart(effects, to.zone, source):
                result |= {Fact(source, least=left)}
            return result
        case nodes.MovePieces(count=count, source=source, to=to, up_to=False):
            zone = to.zone
            if not t.fits(world.types.get(id(count), t.UNKNOWN), t.INT):
                return NOTHING
            if _is_apart(effects, zone, count) and _is_apart(effects, source, count):
                return frozenset({no_less(zone, count)})
            return NOTHING
        case nodes.Assign(target=target, op="=", value=value):
            if not _is_apart(effects, target, value):
                return NOTHING
            if t.fits(world.types.get(id(value), t.UNKNOWN), t.INT):
                if any(call.name == "random" for call in each(value, nodes.Call)):
                    return NOTHING  # another number each time
                return frozenset({no_less(value, target), no_less(target, value)})
            least = size_of(world, before, value)
            return frozenset({Fact(target, least=least)}) if least else NOTHING
        case _:
            return NOTHING


def only_more(effects: Effects, node: nodes.MovePieces, lost: Facts) -> Facts:
    """What is still known of the number of pieces where others have come to them."""
    gains = effects.variables_in((node.to.zone,))
    loses = effects.variables_in((node.source,))
    if gains is None or loses is None or not gains.isdisjoint(loses):
        return NOTHING
    return frozenset(
        fact
        for fact in lost
        if isinstance(fact.of, nodes.Compare)
        and isinstance(fact.of.left, nodes.Name | nodes.Attribute | nodes.Index)
        and effects.variables_in((fact.of.left,)) == gains
        and effects.variables_in((fact.of.right,)) == frozenset()
    )


def _holds(
    world: World, effects: Effects, node: nodes.Stmt, zone: nodes.Expr, least: int
) -> Facts:
    """That so many lie in a zone, if it is called as before the line."""
    looked_at, changed = effects.variables_in((zone,)), effects.changed((node,))
    if least <= 0 or looked_at is None or changed is None:
        return NOTHING
    if not (looked_at - {world.refs.get(id(zone))}).isdisjoint(changed):
        return NOTHING
    return frozenset({Fact(zone, least=least)})


def _is_apart(effects: Effects, target: nodes.Expr, value: nodes.Expr) -> bool:
    """Whether a value is the same after something else has been changed."""
    changed, looked_at = effects.variables_in((target,)), effects.variables_in((value,))
    if looked_at is None or changed is None or not looked_at.isdisjoint(changed):
        return False
    return not isinstance(target, nodes.Name) or target.text not in names_in((value,))
