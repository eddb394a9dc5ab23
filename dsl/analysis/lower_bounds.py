"""What is plain to see of a number: its kind, and a number that it is never below."""

from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes


def kind_of(world: World, of: nodes.Expr) -> t.Type | None:
    """The type of an expression, also of one that is written nowhere, made of others."""
    result = world.types.get(id(of))
    if result is not None:
        return result
    symbol = world.refs.get(id(of))
    if symbol is not None:
        return _unranged(symbol.type) if isinstance(symbol, sym.LocalSymbol) else None
    kinds: list[t.Type] = []
    match of:
        case nodes.Attribute(of=inner, name=name):
            owner = kind_of(world, inner)
            members = world.members.get(owner) if owner is not None else None
            if members is not None and name in members:
                return members[name].type
            kinds = [m[name].type for m in world.members.values() if name in m]
            kinds += [
                kind.fields[name].one
                for kind in world.each(sym.ComponentSymbol)
                if name in kind.fields
            ]
        case nodes.Name(text=name) | nodes.Index(of=nodes.Name(text=name)):
            symbol = world.names.get(name)
            if isinstance(symbol, sym.VariableSymbol):
                kinds = [symbol.type]
        case nodes.Index(of=nodes.Attribute() as inner):
            kind = kind_of(world, inner)
            kinds = [] if kind is None or t.bundle_of(kind) is not None else [kind]
        case _:
            pass
    return kinds[0] if len(set(kinds)) == 1 else None


def _unranged(kind: t.Type) -> t.Type:
    """The type without a range: what a name is given may lie outside of its own."""
    match kind:
        case t.IntType():
            return t.INT
        case t.OptionalType(item):
            return t.OptionalType(_unranged(item))
        case _:
            return kind


def lowest(world: World, of: nodes.Expr) -> int | None:
    """A number that an expression is never below, as far as that is plain to see."""
    number = constant_int(world, of)
    if number is not None:
        return number
    match of:
        case nodes.Call(name="size") | nodes.Quantified(kind="count"):
            return 0
        case nodes.Call(name="min" | "max" as name, args=args):
            bounds = [lowest(world, arg) for arg in args]
            finite = [bound for bound in bounds if bound is not None]
            if name == "max":
                return max(finite, default=None)
            return min(finite) if len(finite) == len(bounds) else None
        case nodes.Division(left=left, right=right):
            above, below = lowest(world, left), lowest(world, right)
            return 0 if above is not None and below and min(above, below) >= 0 else None
        case nodes.Call(name=name) if amount := world.get(sym.AmountSymbol, name):
            return _lowest_amount(world, amount)
        case nodes.Index(of=inner) if is_bundle(world, inner):
            return 0
        case nodes.Arithmetic(op="+" | "*" as op, left=left, right=right):
            a, b = lowest(world, left), lowest(world, right)
            if a is None or b is None or min(a, b) < 0:
                return None
            return a + b if op == "+" else a * b
        case _:
            match kind_of(world, of):
                case t.IntType(int() as low, _):
                    return low
                case t.ZoneType("stock", _):
                    return 0
                case _:
                    return None


def _lowest_amount(world: World, amount: sym.AmountSymbol) -> int | None:
    """What an amount is never below: its bound, or its value where nothing lowers it."""
    if amount.decl.least is not None:
        return constant_int(world, amount.decl.least)
    if amount.decl.most is not None:
        return None
    for adjustment in amount.adjustments:
        match adjustment.decl.value:
            case nodes.Arithmetic(op="+", left=nodes.Name(text="result"), right=more):
                added = constant_int(world, more)
                if added is None or added < 0:
                    return None
            case _:
                return None
    return constant_int(world, amount.decl.value)


def is_bundle(world: World, of: nodes.Expr) -> bool:
    """Whether an expression is a bundle, or a stock of pieces of several kinds."""
    kind = kind_of(world, of)
    return kind is not None and t.bundle_of(kind) is not None
